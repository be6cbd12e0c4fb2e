// Builds an elastic body of a model from data.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/fem/rigid_set.hpp"
#include "pleuel/model/flexible/attachment_term.hpp"
#include "pleuel/model/flexible/built_body.hpp"
#include "pleuel/model/flexible/elastic_data.hpp"
#include "pleuel/model/flexible/load_builder.hpp"

namespace pleuel {

struct FramedNodes;

struct ElasticBuild {
  std::shared_ptr<const BuiltBody> body;
  std::vector<FlexibleMarker> markers;
  std::vector<std::string> remarks = {};  ///< of beams that are too thick or too few
};

/// The markers of a body: their names without that of the body, how they follow the deformation,
/// and the conditions of those whose nodes move as one rigid body.
struct BodyMarkers {
  std::vector<std::string> names = {};
  std::vector<FlexibleMarker> markers = {};
  fem::LinearConditions rigid_sets = {};
};

/// The steps from the data of a body to its equations. Each throws InvalidInput.
fem::Mesh make_mesh(const MeshChoice& choice);
fem::ElasticBody make_elastic_body(fem::Mesh mesh, const SectionChoice& section);
/// `moved`: unknowns with prescribed displacements, which a frame of supports counts.
fem::DofSelection make_frame(const fem::NodalBody& body, const FrameChoice& choice,
                             const std::vector<MovedUnknown>& moved = {});
/// The names of the unknowns that the frame keeps: "ux7", "uy7", "theta7" with the node's number.
std::vector<Quantity> nodal_names(const fem::NodalBody& body, const fem::DofSelection& frame);
/// The numbers of the nodes among those of the mesh.
std::vector<int> all_nodes(const fem::Mesh& mesh, const NodeChoice& choice);
/// With its frame.
ElasticShape make_shape(fem::ElasticBody body, const FrameChoice& choice,
                        const std::vector<MovedUnknown>& moved = {});

/// Position and rotation of a marker as functions of the unknowns that the frame keeps. With n
/// nodes at X_i, mean X̄, displaced by u_i and, for beams, rotated by θ_i:
///
///     s = X̄ + 1/n Σ u_i
///     Θ q = 1/n Σ θ_i                              beams, and all nodes with rotations
///     Θ·q = Σ (X_i − X̄) × u_i / Σ |X_i − X̄|²      triangles, n ≥ 2: least squares fit to the u_i
///     Θ q = I⁻¹ Σ d_i × u_i, d_i = X_i − X̄,        tetrahedra, n ≥ 3 nodes that are not in line:
///           I = Σ |d_i|² E − d_i d_iᵀ               the same fit (E is the unit matrix)
///     Θ·q = 0                                      solids, n = 1: no rotation
///
/// The body may be one without known finite elements. A marker without rotation refuses elements
/// that need one, unless its node is one of several nodes that the frame fixes.
FlexibleMarker make_marker(const fem::NodalBody& body, const fem::DofSelection& frame,
                           const NodeChoice& nodes);
/// The conditions of nodes that move as one rigid body.
fem::LinearConditions make_rigid_set(const fem::NodalBody& body, const fem::DofSelection& frame,
                                     const NodeChoice& nodes, const std::string& name);

/// The conditions of a body with all unknowns: of mean axes, rigid sets and prescribed
/// displacements.
void add_conditions(const FramedNodes& nodes, const fem::LinearConditions& rigid_sets,
                    const std::vector<MovedUnknown>& moved, BuiltBody& built);

/// Throws InvalidInput if the choices exclude each other; `is_inelastic`: the material has internal
/// variables.
void check_dynamics(const ElasticDynamics& dynamics, bool is_inelastic);

/// `markers` as make_marker gives them; those of the result belong to the deformations that remain.
/// `gravity` is in m/s²; `inelastic` is the law where it has internal variables.
ElasticBuild build_elastic(ElasticShape shape, BodyMarkers markers, const ElasticDynamics& dynamics,
                           const Eigen::Vector3d& gravity = Eigen::Vector3d::Zero(),
                           std::shared_ptr<const material::Material> inelastic = nullptr);

}  // namespace pleuel
