// A geometrically exact beam as part of a model.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>

#include "pleuel/model/beam/beam_line.hpp"
#include "pleuel/model/beam/beam_section.hpp"

namespace pleuel {

struct Element;
struct ElementType;
struct ModelDescription;

/// A row of nodes, each a rigid body in absolute coordinates, and elements between neighbours
/// (BeamTerm), which are forces of the model. A node has the mass and the rotary inertia of half of
/// each neighbouring element: the kinetic energy
///
///     T = ∫ ½ ρA |ṙ|² + ½ ωᵀ J ω ds
///
/// by the trapezoidal rule. Lumping neglects the coupling of neighbours in the mass matrix, an
/// error O(h²) like that of the elements. The frames of the nodes are parallel to the ground at the
/// start, so their angles are rotations from the undeformed beam.
struct BeamDescription {
  std::string name, place;
  BeamLine line;
  BeamSection section;
  double damping = 0;  ///< of Kelvin and Voigt, s
  /// of the first node, and of the beam as a rigid body at the start
  std::optional<Eigen::Vector3d> velocity, angular_velocity;

  /// Where it is among the bodies, markers and forces of the model. Each element has two markers
  /// with its axes.
  int first_body = 0, first_element_marker = 0, first_force = 0;

  int n_nodes() const { return static_cast<int>(line.nodes.size()); }
  int n_elements() const { return line.n_elements(); }
};

/// Adds the nodes as bodies "NAME.node0" … and markers of the same names, "NAME.start", "NAME.end",
/// and "NAME.e1.a", "NAME.e1.b" …, and the beam to the list of beams.
void add_nodes(BeamDescription beam, ModelDescription& model);

/// Adds the elements "NAME.e1" … to the forces.
void add_elements(BeamDescription& beam, const ElementType& type, ModelDescription& model);

}  // namespace pleuel
