#include "pleuel/mechanics/body_graph.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace pleuel {
namespace {

using Rows = std::vector<int>;  // ascending

Rows rows_of(const FixedMatrix& G, int column) {
  return {G.row.begin() + G.start[column], G.row.begin() + G.start[column + 1]};
}

bool is_part(const Rows& a, const Rows& b) { return std::includes(b.begin(), b.end(), a.begin(), a.end()); }

/// A joint during the search: its bodies (one or two) and rows.
struct Edge {
  std::vector<int> bodies;
  Rows rows;
  bool is_used = false;
};

/// The constraints grouped by the set of bodies that they involve.
std::vector<Edge> edges_of(const FixedMatrix& G, const std::vector<int>& body_of) {
  std::vector<std::set<int>> of_row(G.rows);
  for (int j = 0; j < G.cols; ++j)
    for (int k = G.start[j]; k < G.start[j + 1]; ++k) of_row[G.row[k]].insert(body_of[j]);
  std::map<std::set<int>, Rows> grouped;
  for (int i = 0; i < G.rows; ++i) grouped[of_row[i]].push_back(i);
  std::vector<Edge> edges;
  for (const auto& [bodies, rows] : grouped) edges.push_back({{bodies.begin(), bodies.end()}, rows});
  return edges;
}

/// Finds the forest, breadth first from the ground, then from bodies that are not connected to it.
class Forest {
 public:
  Forest(std::vector<BodyGraph::Body>& bodies, std::vector<Edge>& edges)
      : bodies_(bodies), edges_(edges), at_body_(bodies.size()), is_found_(bodies.size(), false) {
    for (std::size_t e = 0; e < edges_.size(); ++e)
      for (const int b : edges_[e].bodies) at_body_[b].push_back(static_cast<int>(e));
  }

  /// Bodies in the order in which they were found.
  std::vector<int> search() {
    for (Edge& edge : edges_)
      if (edge.bodies.size() == 1) reach(edge, edge.bodies[0], -1);
    follow();
    for (int b = 0; b < static_cast<int>(bodies_.size()); ++b) {
      if (is_found_[b]) continue;
      is_found_[b] = true;
      order_.push_back(b);
      follow();
    }
    return order_;
  }

 private:
  void reach(Edge& edge, int body, int parent) {
    if (edge.is_used || is_found_[body] || static_cast<int>(edge.rows.size()) > bodies_[body].size) return;
    edge.is_used = is_found_[body] = true;
    bodies_[body].parent = parent;
    bodies_[body].rows = edge.rows;
    order_.push_back(body);
  }
  void follow() {
    for (; next_ < order_.size(); ++next_) {
      const int from = order_[next_];
      for (const int e : at_body_[from]) {
        Edge& edge = edges_[e];
        if (edge.bodies.size() == 2) reach(edge, edge.bodies[edge.bodies[0] == from ? 1 : 0], from);
      }
    }
  }

  std::vector<BodyGraph::Body>& bodies_;
  std::vector<Edge>& edges_;
  std::vector<std::vector<int>> at_body_;
  std::vector<bool> is_found_;
  std::vector<int> order_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<int> grouped_velocities(const FixedMatrix& M, const FixedMatrix& G) {
  const int n = M.rows;
  std::vector<int> group(n, 0);
  int number = 0, first = 0;
  int reach = 0;                          // M couples earlier velocities with those before this one
  int largest = BodyGraph::largest_body;  // from the second group on: the size of the first one
  Rows of_group;
  for (int j = 0; j < n; ++j) {
    const Rows rows = rows_of(G, j);
    const bool is_coupled = reach > j;
    const bool belongs =
        !rows.empty() && !of_group.empty() && (is_part(rows, of_group) || is_part(of_group, rows));
    // x ⊂ φ ⊃ y: neither of x and y is a part of the other, but both belong to φ, which follows; in
    // space z may stand between.
    bool is_led = false;
    for (int k = j + 1; k < std::min(n, first + largest) && !is_led && !rows.empty(); ++k) {
      const Rows later = rows_of(G, k);
      is_led = is_part(rows, later) && is_part(of_group, later);
    }
    if (j > 0 && !is_coupled && (j - first >= largest || !(belongs || is_led))) {
      if (number++ == 0) largest = j;
      first = j;
      of_group.clear();
    }
    group[j] = number;
    Rows all;
    std::set_union(rows.begin(), rows.end(), of_group.begin(), of_group.end(), std::back_inserter(all));
    of_group = std::move(all);
    for (int k = M.start[j]; k < M.start[j + 1]; ++k) reach = std::max(reach, M.row[k] + 1);
  }
  return group;
}

std::optional<BodyGraph> BodyGraph::find(const FixedMatrix& M, const FixedMatrix& G,
                                         const std::vector<int>& body_of) {
  const std::vector<int> group = body_of.empty() ? grouped_velocities(M, G) : body_of;
  if (group.empty()) return std::nullopt;
  std::vector<Body> bodies(group.back() + 1);
  for (int j = static_cast<int>(group.size()) - 1; j >= 0; --j) {
    bodies[group[j]].first = j;
    if (++bodies[group[j]].size > largest_body) return std::nullopt;
  }
  for (int j = 0; j < M.cols; ++j)
    for (int k = M.start[j]; k < M.start[j + 1]; ++k)
      if (group[M.row[k]] != group[j]) return std::nullopt;
  std::vector<Edge> edges = edges_of(G, group);
  const std::vector<int> order = Forest(bodies, edges).search();
  BodyGraph graph;
  for (const Edge& edge : edges)
    if (!edge.is_used) graph.loop_rows.insert(graph.loop_rows.end(), edge.rows.begin(), edge.rows.end());
  if (static_cast<int>(graph.loop_rows.size()) > most_loop_rows) return std::nullopt;
  const int n = static_cast<int>(bodies.size());
  std::vector<int> place(n);
  for (int k = 0; k < n; ++k) place[order[k]] = n - 1 - k;
  graph.bodies.resize(n);
  for (int b = 0; b < n; ++b) {
    Body& body = graph.bodies[place[b]];
    body = bodies[b];
    if (body.parent >= 0) body.parent = place[body.parent];
  }
  return graph;
}

}  // namespace pleuel
