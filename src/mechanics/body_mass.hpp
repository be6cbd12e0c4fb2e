// Masses of the bodies of a system.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Mass, centre of mass and inertia about it, in ground axes.
struct BodyMass {
  std::string name;
  double mass = 0;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< planar: only the moment about z
  bool is_planar = false;
};

/// Optional interface of a MechanicalSystem that knows its bodies.
class MassSystem {
 public:
  /// The bodies at q; elastic ones as they are deformed there.
  virtual std::vector<BodyMass> body_masses(ConstVec q) const = 0;

 protected:
  ~MassSystem() = default;
};

/// The bodies of the system or of its core; empty if it does not know them.
std::vector<BodyMass> body_masses_of(const MechanicalSystem& system, ConstVec q);

/// The whole, "total": its mass, centre, and inertia about this centre (parallel axes).
BodyMass total_mass(const std::vector<BodyMass>& bodies);

}  // namespace pleuel
