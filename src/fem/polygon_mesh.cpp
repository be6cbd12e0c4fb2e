#include <algorithm>
#include <cmath>
#include <numeric>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/mesh_generators.hpp"

namespace pleuel::fem {
namespace {

using Point = Eigen::Vector2d;
using Triangle = std::array<int, 3>;
using Edge = std::pair<int, int>;

/// Twice the area of a, b, c; positive if counter-clockwise.
double twice_area(const Point& a, const Point& b, const Point& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

double twice_area(const std::vector<Point>& p) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Point &a = p[i], &b = p[(i + 1) % p.size()];
    sum += a[0] * b[1] - a[1] * b[0];
  }
  return sum;
}

double distance(const Point& p, const Point& a, const Point& b) {
  const Point d = b - a;
  const double s = std::clamp((p - a).dot(d) / d.squaredNorm(), 0.0, 1.0);
  return (p - a - s * d).norm();
}

bool cross(const Point& a, const Point& b, const Point& c, const Point& d) {
  return (twice_area(a, b, c) > 0) != (twice_area(a, b, d) > 0) &&
         (twice_area(c, d, a) > 0) != (twice_area(c, d, b) > 0);
}

void check_polygon(const std::vector<Point>& p, double tolerance) {
  std::vector<std::string> faults;
  const int n = static_cast<int>(p.size());
  for (int i = 0; i < n; ++i)
    if ((p[i] - p[(i + 1) % n]).norm() <= tolerance)
      faults.push_back("polygon: corners " + std::to_string(i) + " and " + std::to_string((i + 1) % n) +
                       " coincide");
  if (!faults.empty()) throw InvalidInput(faults);
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const bool neighbours = j == i + 1 || (i == 0 && j == n - 1);
      const Point &a = p[i], &b = p[(i + 1) % n], &c = p[j], &d = p[(j + 1) % n];
      const bool touch = neighbours ? distance(j == i + 1 ? d : c, a, b) <= tolerance ||
                                          distance(j == i + 1 ? a : b, c, d) <= tolerance
                                    : cross(a, b, c, d) || distance(c, a, b) <= tolerance ||
                                          distance(d, a, b) <= tolerance || distance(a, c, d) <= tolerance ||
                                          distance(b, c, d) <= tolerance;
      if (touch)
        faults.push_back("polygon: edge " + std::to_string(i) + " meets edge " + std::to_string(j) +
                         "; edges of a simple polygon meet only at neighbouring corners");
    }
  if (!faults.empty()) throw InvalidInput(faults);
}

/// Ear clipping: the ear with the largest smallest angle first.
std::vector<Triangle> clip_ears(const std::vector<Point>& p, double least_twice_area) {
  std::vector<int> ring(p.size());
  std::iota(ring.begin(), ring.end(), 0);
  std::vector<Triangle> result;
  while (ring.size() >= 3) {
    const int n = static_cast<int>(ring.size());
    int best = -1;
    double best_quality = 0;
    for (int k = 0; k < n; ++k) {
      const int a = ring[(k + n - 1) % n], b = ring[k], c = ring[(k + 1) % n];
      const double area = twice_area(p[a], p[b], p[c]);
      if (area <= least_twice_area) continue;
      const bool is_ear = std::ranges::none_of(ring, [&](int i) {
        return i != a && i != b && i != c && twice_area(p[a], p[b], p[i]) >= -least_twice_area &&
               twice_area(p[b], p[c], p[i]) >= -least_twice_area &&
               twice_area(p[c], p[a], p[i]) >= -least_twice_area;
      });
      if (!is_ear) continue;
      const double quality =
          area / ((p[a] - p[b]).squaredNorm() + (p[b] - p[c]).squaredNorm() + (p[c] - p[a]).squaredNorm());
      if (quality > best_quality) {
        best = k;
        best_quality = quality;
      }
    }
    if (best < 0)
      throw InvalidInput("polygon: corner " + std::to_string(ring[0]) +
                         " and its neighbours cannot be cut into triangles; are corners nearly on a line?");
    result.push_back({ring[(best + n - 1) % n], ring[best], ring[(best + 1) % n]});
    ring.erase(ring.begin() + best);
    if (ring.size() == 2) break;
  }
  return result;
}

/// Exchanges the diagonal of two neighbours if the opposite angles add up to more than π. Each
/// exchange increases the smallest angle of its pair, so the loop ends; the limit guards against
/// rounding.
void exchange_diagonals(const std::vector<Point>& p, std::vector<Triangle>& triangles) {
  const auto cotangent = [&p](int at, int a, int b) {
    return (p[a] - p[at]).dot(p[b] - p[at]) / twice_area(p[at], p[a], p[b]);
  };
  const std::size_t bound = 10 * triangles.size() * triangles.size() + 10;
  for (std::size_t pass = 0; pass < bound; ++pass) {
    // directed edge: triangle and index of the opposite node
    std::map<Edge, std::pair<int, int>> owner;
    for (int t = 0; t < static_cast<int>(triangles.size()); ++t)
      for (int k = 0; k < 3; ++k)
        owner[{triangles[t][k], triangles[t][(k + 1) % 3]}] = {t, triangles[t][(k + 2) % 3]};
    bool is_done = true;
    for (const auto& [edge, mine] : owner) {
      const auto [a, b] = edge;
      const auto other = owner.find({b, a});
      if (other == owner.end()) continue;
      const auto [t, c] = mine;
      const auto [u, d] = other->second;
      // cot α + cot β < 0 means α + β > π; the margin keeps squares unchanged.
      if (cotangent(c, a, b) + cotangent(d, b, a) >= -1e-10) continue;
      if (twice_area(p[d], p[b], p[c]) <= 0 || twice_area(p[c], p[a], p[d]) <= 0) continue;
      triangles[t] = {d, b, c};
      triangles[u] = {c, a, d};
      is_done = false;
      break;
    }
    if (is_done) return;
  }
}

void divide(std::vector<Point>& p, std::vector<Triangle>& triangles) {
  std::map<Edge, int> middle;
  const auto between = [&](int a, int b) {
    const auto [place, is_new] = middle.try_emplace(Edge(std::minmax(a, b)), static_cast<int>(p.size()));
    if (is_new) p.push_back(0.5 * (p[a] + p[b]));
    return place->second;
  };
  std::vector<Triangle> result;
  result.reserve(4 * triangles.size());
  for (const auto& [a, b, c] : triangles) {
    const int ab = between(a, b), bc = between(b, c), ca = between(c, a);
    result.push_back({a, ab, ca});
    result.push_back({ab, b, bc});
    result.push_back({ca, bc, c});
    result.push_back({ab, bc, ca});
  }
  triangles = std::move(result);
}

double longest_edge(const std::vector<Point>& p, const std::vector<Triangle>& triangles) {
  double longest = 0;
  for (const auto& t : triangles)
    for (int k = 0; k < 3; ++k) longest = std::max(longest, (p[t[k]] - p[t[(k + 1) % 3]]).norm());
  return longest;
}

}  // namespace

Mesh polygon_mesh(const PolygonData& data) {
  std::vector<Point> p = data.corners;
  const int n = static_cast<int>(p.size());
  if (n < 3) throw InvalidInput("polygon: it has " + std::to_string(n) + " corners; it needs three");
  if (!(data.size >= 0)) throw InvalidInput("polygon: size is negative; 0 leaves the corners' triangulation");
  if (data.type == CellType::beam) throw InvalidInput("polygon: beams do not fill it; use T3 or T6");
  double extent = 0;
  for (const auto& x : p) {
    if (!x.allFinite()) throw InvalidInput("polygon: a corner's coordinate is not a finite number");
    extent = std::max(extent, (x - p[0]).norm());
  }
  const double tolerance = 1e-12 * extent;
  check_polygon(p, tolerance);
  const bool is_clockwise = twice_area(p) < 0;
  if (is_clockwise) std::reverse(p.begin(), p.end());

  auto triangles = clip_ears(p, tolerance * extent);
  exchange_diagonals(p, triangles);
  if (data.size > 0) {
    const double halvings = std::ceil(std::log2(longest_edge(p, triangles) / data.size) - 1e-9);
    if (halvings > 0 && triangles.size() * std::pow(4.0, halvings) > 1e7)
      throw InvalidInput("polygon: size " + number_text(data.size) +
                         " would make more than ten million triangles; make it larger");
    for (int k = 0; k < halvings; ++k) divide(p, triangles);
  }

  Mesh mesh;
  for (const auto& x : p) mesh.nodes.emplace_back(x[0], x[1], 0.0);
  for (const auto& [a, b, c] : triangles) mesh.elements.push_back({CellType::t3, {a, b, c}});
  auto& sets = mesh.node_sets;
  for (const auto& edge : mesh.boundary()) {
    sets["boundary"].push_back(edge.node[0]);
    for (int k = 0; k < n; ++k) {
      const Point &a = data.corners[k], &b = data.corners[(k + 1) % n];
      if (distance(p[edge.node[0]], a, b) <= tolerance)
        sets["edge" + std::to_string(k)].push_back(edge.node[0]);
    }
  }
  for (int k = 0; k < n; ++k) sets["corner" + std::to_string(k)] = {is_clockwise ? n - 1 - k : k};
  for (auto& [name, set] : sets) std::sort(set.begin(), set.end());
  return data.type == CellType::t6 ? with_middle_nodes(mesh) : mesh;
}

}  // namespace pleuel::fem
