#include "pleuel/model/beam/beam_line.hpp"

#include <Eigen/Geometry>

namespace pleuel {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

// sine of the angle below which a direction is parallel to an element
constexpr double parallel = 1e-8;

Vector3d most_perpendicular_axis_of(const Vector3d& x) {
  Eigen::Index smallest = 0;
  x.cwiseAbs().minCoeff(&smallest);
  return Vector3d::Unit(smallest);
}

Matrix3d axes_with(const Vector3d& x, const Vector3d& y) {
  Matrix3d axes;
  axes << x, y, x.cross(y);
  return axes;
}

}  // namespace

std::vector<Vector3d> polyline_nodes(const std::vector<Vector3d>& points, int n) {
  std::vector<Vector3d> nodes = {points.front()};
  for (std::size_t s = 1; s < points.size(); ++s)
    for (int k = 1; k <= n; ++k)
      nodes.push_back(k == n ? points[s]
                             : Vector3d(points[s - 1] + (points[s] - points[s - 1]) * (double(k) / n)));
  return nodes;
}

std::vector<Vector3d> arc_nodes(const Vector3d& from, const Vector3d& centre, const Vector3d& axis,
                                double angle, int n) {
  std::vector<Vector3d> nodes = {from};
  for (int k = 1; k <= n; ++k)
    nodes.push_back(centre + Eigen::AngleAxisd(angle * k / n, axis) * (from - centre));
  return nodes;
}

std::optional<BeamLine> spatial_line(std::vector<Vector3d> nodes, const std::optional<Vector3d>& y) {
  BeamLine line{.nodes = std::move(nodes), .axes = {}};
  for (std::size_t k = 0; k + 1 < line.nodes.size(); ++k) {
    const Vector3d x = (line.nodes[k + 1] - line.nodes[k]).normalized();
    Vector3d guess = y.value_or(most_perpendicular_axis_of(x));
    if (!y && k > 0)
      guess = Eigen::Quaterniond::FromTwoVectors(line.axes.back().col(0), x) * line.axes.back().col(1);
    const Vector3d across = guess - guess.dot(x) * x;
    if (!(across.norm() > parallel * guess.norm())) return std::nullopt;
    line.axes.push_back(axes_with(x, across.normalized()));
  }
  return line;
}

BeamLine planar_line(std::vector<Vector3d> nodes) {
  BeamLine line{.nodes = std::move(nodes), .axes = {}};
  for (std::size_t k = 0; k + 1 < line.nodes.size(); ++k) {
    const Vector3d x = (line.nodes[k + 1] - line.nodes[k]).normalized();
    line.axes.push_back(axes_with(x, Vector3d::UnitZ().cross(x)));
  }
  return line;
}

}  // namespace pleuel
