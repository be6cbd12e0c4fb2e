#include "pleuel/model/beam/beam_outline.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace pleuel {
namespace {

/// Of corners whose numbers begin at `first`.
void add_faces(int first, int n_nodes, int n_corners, DrawnMesh& mesh) {
  const auto corner = [&](int node, int k) { return first + node * n_corners + k % n_corners; };
  const int n_faces = n_corners <= 2 ? n_corners - 1 : n_corners;
  for (int i = 0; i + 1 < n_nodes; ++i)
    for (int k = 0; k < n_faces; ++k) {
      const int a = corner(i, k), b = corner(i + 1, k), c = corner(i + 1, k + 1), d = corner(i, k + 1);
      mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
    }
  for (int i = 0; i + 1 < n_nodes && n_corners <= 4; ++i)
    for (int k = 0; k < n_corners; ++k) mesh.edges.push_back({corner(i, k), corner(i + 1, k)});
  for (const int end : {0, n_nodes - 1})
    for (int k = 0; k < n_faces; ++k) mesh.edges.push_back({corner(end, k), corner(end, k + 1)});
  for (const int end : {0, n_nodes - 1})
    for (int k = 1; k + 1 < n_corners; ++k)
      mesh.triangles.push_back({corner(end, 0), corner(end, k), corner(end, k + 1)});
}

}  // namespace

std::vector<Eigen::Vector3d> section_corners(const SectionOutline& section, int dimension) {
  constexpr int n_of_circle = 8;
  const double y = 0.5 * section.height, z = 0.5 * section.width;
  if (dimension == 2) return {{0, -y, 0}, {0, y, 0}};
  if (!(section.height > 0)) return {Eigen::Vector3d::Zero()};
  if (section.is_round) {
    std::vector<Eigen::Vector3d> circle;
    for (int k = 0; k < n_of_circle; ++k) {
      const double angle = 2 * std::numbers::pi * k / n_of_circle;
      circle.emplace_back(0, y * std::cos(angle), y * std::sin(angle));
    }
    return circle;
  }
  return {{0, -y, -z}, {0, y, -z}, {0, y, z}, {0, -y, z}};
}

Eigen::Matrix3d node_axes(const BeamLine& line, int node) {
  const Eigen::Matrix3d& a = line.axes[std::max(node - 1, 0)];
  const Eigen::Matrix3d& b = line.axes[std::min(node, line.n_elements() - 1)];
  return Eigen::Quaterniond(a).slerp(0.5, Eigen::Quaterniond(b)).toRotationMatrix();
}

std::vector<Eigen::Vector3d> add_outline(const BeamLine& line, const std::vector<Eigen::Vector3d>& corners,
                                         DrawnMesh& mesh) {
  const auto first = static_cast<int>(mesh.nodes.size()), n = static_cast<int>(line.nodes.size());
  std::vector<Eigen::Vector3d> arms;
  for (int i = 0; i < n; ++i)
    for (const auto& corner : corners) {
      arms.emplace_back(node_axes(line, i) * corner);
      mesh.nodes.emplace_back(line.nodes[i] + arms.back());
    }
  add_faces(first, n, static_cast<int>(corners.size()), mesh);
  return arms;
}

}  // namespace pleuel
