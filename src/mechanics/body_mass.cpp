#include "pleuel/mechanics/body_mass.hpp"

namespace pleuel {

std::vector<BodyMass> body_masses_of(const MechanicalSystem& system, ConstVec q) {
  const auto* known = dynamic_cast<const MassSystem*>(&system.core());
  return known != nullptr ? known->body_masses(q) : std::vector<BodyMass>();
}

BodyMass total_mass(const std::vector<BodyMass>& bodies) {
  BodyMass total{.name = "total"};
  for (const BodyMass& b : bodies) {
    total.mass += b.mass;
    total.centre += b.mass * b.centre;
    total.is_planar = b.is_planar;
  }
  if (total.mass > 0) total.centre /= total.mass;
  for (const BodyMass& b : bodies) {
    const Eigen::Vector3d d = b.centre - total.centre;
    total.inertia += b.inertia + b.mass * (d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose());
  }
  if (total.is_planar) {
    const double about_z = total.inertia(2, 2);
    total.inertia.setZero();
    total.inertia(2, 2) = about_z;
  }
  return total;
}

}  // namespace pleuel
