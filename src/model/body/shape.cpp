#include "pleuel/model/body/shape.hpp"

#include <numbers>

namespace pleuel {
namespace {

using Eigen::Matrix3d, Eigen::Vector2d, Eigen::Vector3d;
constexpr double pi = std::numbers::pi;

double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

// > 0: c is left of the line from a to b.
double side(const Vector2d& a, const Vector2d& b, const Vector2d& c) { return cross(b - a, c - a); }

bool lies_between(const Vector2d& a, const Vector2d& b, const Vector2d& c) {
  return c.x() >= std::min(a.x(), b.x()) && c.x() <= std::max(a.x(), b.x()) &&
         c.y() >= std::min(a.y(), b.y()) && c.y() <= std::max(a.y(), b.y());
}

bool do_meet(const Vector2d& a, const Vector2d& b, const Vector2d& c, const Vector2d& d) {
  const double ca = side(c, d, a), cb = side(c, d, b), ac = side(a, b, c), ad = side(a, b, d);
  if (((ca > 0 && cb < 0) || (ca < 0 && cb > 0)) && ((ac > 0 && ad < 0) || (ac < 0 && ad > 0))) return true;
  return (ca == 0 && lies_between(c, d, a)) || (cb == 0 && lies_between(c, d, b)) ||
         (ac == 0 && lies_between(a, b, c)) || (ad == 0 && lies_between(a, b, d));
}

}  // namespace

MassProperties box(const Vector3d& edges) {
  const double V = edges.prod();
  const Vector3d squares = edges.cwiseAbs2();
  MassProperties shape{.mass = V};
  shape.inertia.diagonal() = V / 12 * (squares.sum() - squares.array()).matrix();
  return shape;
}

MassProperties cylinder(double outer, double inner, double length) {
  const double V = pi * (outer * outer - inner * inner) * length;
  const double squares = outer * outer + inner * inner;
  const double across = V * (3 * squares + length * length) / 12;
  MassProperties shape{.mass = V};
  shape.inertia.diagonal() << across, across, V * squares / 2;
  return shape;
}

MassProperties sphere(double radius) {
  const double V = 4 * pi / 3 * radius * radius * radius;
  return {.mass = V, .inertia = 0.4 * V * radius * radius * Matrix3d::Identity()};
}

MassProperties rod(const Vector3d& from, const Vector3d& to, double radius) {
  const double length = (to - from).norm();
  const Vector3d u = (to - from) / length;
  const double r2 = radius * radius;
  const double V = radius > 0 ? pi * r2 * length : 1;
  const Matrix3d along = u * u.transpose();
  return {.mass = V,
          .com = (from + to) / 2,
          .inertia = V * ((length * length / 12 + r2 / 4) * (Matrix3d::Identity() - along) + r2 / 2 * along)};
}

MassProperties polygon(const std::vector<Vector2d>& points, double thickness) {
  double area = 0, xx = 0, yy = 0, xy = 0;
  Vector2d first = Vector2d::Zero();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector2d p = points[i] - points[0];
    const Vector2d q = points[(i + 1) % points.size()] - points[0];
    const double c = cross(p, q);
    area += c / 2;
    first += c / 6 * (p + q);
    xx += c / 12 * (p.x() * p.x() + p.x() * q.x() + q.x() * q.x());
    yy += c / 12 * (p.y() * p.y() + p.y() * q.y() + q.y() * q.y());
    xy += c / 24 * (p.x() * q.y() + 2 * p.x() * p.y() + 2 * q.x() * q.y() + q.x() * p.y());
  }
  const Vector2d centre = first / area;
  const double sense = area < 0 ? -1 : 1;
  // About the centre, per unit of thickness.
  xx = sense * (xx - area * centre.x() * centre.x());
  yy = sense * (yy - area * centre.y() * centre.y());
  xy = sense * (xy - area * centre.x() * centre.y());
  const double zz = sense * area * thickness * thickness / 12;
  MassProperties shape{.mass = sense * area * thickness};
  shape.com.head<2>() = points[0] + centre;
  shape.inertia << yy + zz, -xy, 0, -xy, xx + zz, 0, 0, 0, xx + yy;
  shape.inertia *= thickness;
  return shape;
}

bool is_simple_polygon(const std::vector<Vector2d>& points) {
  const std::size_t n = points.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto &a = points[i], &b = points[(i + 1) % n], &next = points[(i + 2) % n];
    if (a == b) return false;
    // A neighbour folds back onto this edge.
    if (side(a, b, next) == 0 && (b - a).dot(next - b) <= 0) return false;
    for (std::size_t j = i + 2; j < n; ++j) {
      const bool is_neighbour = i == 0 && j == n - 1;
      if (!is_neighbour && do_meet(a, b, points[j], points[(j + 1) % n])) return false;
    }
  }
  return true;
}

MassProperties times(const MassProperties& shape, double density) {
  return {.mass = density * shape.mass, .com = shape.com, .inertia = density * shape.inertia};
}

MassProperties moved(const MassProperties& shape, const Matrix3d& R, const Vector3d& r) {
  return {.mass = shape.mass, .com = r + R * shape.com, .inertia = R * shape.inertia * R.transpose()};
}

}  // namespace pleuel
