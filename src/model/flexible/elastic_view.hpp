// Finds the elastic bodies of a system.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/model/flexible/body_fields.hpp"

namespace pleuel {

/// An elastic body and the names of its unknowns among those of the system.
struct ElasticView {
  std::string name;
  /// x, y, φ; in space x, y, z and the quaternion
  std::vector<std::string> frame;
  std::vector<std::string> deformations;  ///< as many as the shape has
  std::shared_ptr<const ElasticShape> shape;
  /// states of all points; empty if the body is elastic
  std::vector<std::string> states = {};
  BodyFields::List fields = {};  ///< of beams and bodies with inelastic strains
};

/// The bodies with known finite elements; none for systems that are no models.
std::vector<ElasticView> elastic_views(const MechanicalSystem& system);

}  // namespace pleuel
