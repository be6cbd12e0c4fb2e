#include "pleuel/model/flexible/elastic_beam_outline.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "pleuel/fem/spatial_beam.hpp"
#include "pleuel/model/beam/beam_outline.hpp"

namespace pleuel {
namespace {

/// Elements of a mesh that follow one another, from node to node.
struct BeamChain {
  std::vector<int> nodes, elements;
};

/// All elements, in chains that end where a node has one element or more than two.
std::vector<BeamChain> beam_chains(const fem::Mesh& mesh) {
  std::vector<std::vector<int>> at(mesh.nodes.size());
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (const int node : mesh.elements[e].nodes()) at[node].push_back(e);
  std::vector<bool> is_taken(mesh.elements.size());
  std::vector<BeamChain> chains;
  const auto follow = [&](int node) {
    for (const int first : at[node]) {
      if (is_taken[first]) continue;
      BeamChain chain{{node}, {}};
      for (int e = first; e >= 0;) {
        is_taken[e] = true;
        const auto ends = mesh.elements[e].nodes();
        const int next = ends[0] == chain.nodes.back() ? ends[1] : ends[0];
        chain.elements.push_back(e);
        chain.nodes.push_back(next);
        const auto& others = at[next];
        const auto free = std::ranges::find_if(others, [&](int other) { return !is_taken[other]; });
        e = others.size() == 2 && free != others.end() ? *free : -1;
      }
      chains.push_back(std::move(chain));
    }
  };
  for (int node = 0; node < mesh.n_nodes(); ++node)
    if (at[node].size() != 2) follow(node);
  for (int node = 0; node < mesh.n_nodes(); ++node) follow(node);  // rings
  return chains;
}

SectionOutline outline_of(const fem::SpatialBeamSection& section) {
  if (section.height > 0) return {section.height, section.width, section.is_round};
  // The rectangle with the same areas.
  return {std::sqrt(12 * section.inertia_z / section.area), std::sqrt(12 * section.inertia_y / section.area),
          false};
}

}  // namespace

ElasticBeamOutline::ElasticBeamOutline(const fem::ElasticBody& body, DrawnMesh& mesh) {
  const auto corners = section_corners(outline_of(body.spatial_beam_section()), 3);
  for (const BeamChain& chain : beam_chains(body.mesh())) {
    BeamLine line;
    for (const int node : chain.nodes) {
      line.nodes.push_back(body.mesh().nodes[node]);
      node_.insert(node_.end(), corners.size(), node);
    }
    for (std::size_t k = 0; k < chain.elements.size(); ++k) {
      Eigen::Matrix3d axes = fem::beam_axes(body.mesh(), chain.elements[k], body.spatial_beam_section());
      // Against the direction of its element, x and z point backwards.
      if (axes.col(0).dot(line.nodes[k + 1] - line.nodes[k]) < 0)
        axes = (axes * Eigen::Vector3d(-1, 1, -1).asDiagonal()).eval();
      line.axes.push_back(axes);
    }
    const auto arms = add_outline(line, corners, mesh);
    arm_.insert(arm_.end(), arms.begin(), arms.end());
  }
}

void ElasticBeamOutline::displacements(const fem::ElasticBody& body, const Vector& unknowns,
                                       Eigen::Matrix3Xd& out) const {
  out.resize(3, n_corners());
  for (int k = 0; k < n_corners(); ++k) {
    Eigen::Vector3d theta;
    for (const int axis : {0, 1, 2}) {
      const auto which = static_cast<fem::NodalDof>(static_cast<int>(fem::NodalDof::rotation_x) + axis);
      theta[axis] = unknowns[*body.dof(node_[k], which)];
    }
    out.col(k) = body.displacement(node_[k], unknowns) + theta.cross(arm_[k]);
  }
}

}  // namespace pleuel
