// Loads and prescribed displacements of an elastic body as plain data.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pleuel/fem/nodal_body.hpp"
#include "pleuel/model/expression/expression.hpp"

namespace pleuel {

/// The axes of a load's components.
enum class LoadAxes {
  body_axes,     ///< of the body's frame: the load turns with it
  ground_axes,   ///< of the ground
  section_axes,  ///< of the deformed sections of a beam
  side_normal    ///< one component, a pressure against the deformed side
};

/// A force per area on the sides of a node set (per length on beams), or per volume. Formulas of t
/// and of the place x, y (and z) on the undeformed body, in the axes of its frame.
struct LoadChoice {
  std::string set = {};  ///< of beams: empty for all
  bool is_per_volume = false;
  LoadAxes axes = LoadAxes::body_axes;
  std::vector<Expression> value = {};
  std::string place = {};
};

/// Displacements ū of the nodes of a set, as formulas of t and of the place of the node.
struct DisplacementChoice {
  struct Component {
    fem::NodalDof which;
    Expression value;
    std::string place = {};
  };
  std::string set;
  std::vector<Component> components = {};
  std::string place = {};
};

}  // namespace pleuel
