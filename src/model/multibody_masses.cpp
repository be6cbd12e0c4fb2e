// Masses of the bodies of a mechanism.
#include "pleuel/model/multibody_system.hpp"

namespace pleuel {

/// Of the planar mass matrix, with the vector S from the body's point x to its centre of mass times
/// m, the rows and columns of (x, y, φ) have m and (A'S)ᵀ = (−S_y, S_x), and J about x. A rigid
/// body has S = 0.
template <>
std::vector<BodyMass> MultibodySystem<2>::body_masses(ConstVec q) const {
  const auto evaluator = make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  evaluator->configuration_matrices(0, q, m);
  const auto entry = [&](int i, int j) {
    const int slot = m.M.slot(i, j);
    return slot >= 0 ? m.M.value[slot] : 0.0;
  };
  std::vector<BodyMass> list;
  for (int k = 0; k < static_cast<int>(parts_.about_inertia.size()); ++k) {
    const std::string& x = parts_.info.q[3 * k].name;
    BodyMass b{.name = x.substr(0, x.rfind('.')), .is_planar = true};
    b.mass = entry(3 * k, 3 * k);
    const Eigen::Vector2d S(entry(3 * k + 1, 3 * k + 2), -entry(3 * k, 3 * k + 2));
    const double per_mass = b.mass > 0 ? 1 / b.mass : 0;
    b.centre.head<2>() = q.segment<2>(3 * k) + per_mass * S;
    b.inertia(2, 2) = entry(3 * k + 2, 3 * k + 2) - per_mass * S.squaredNorm();
    list.push_back(std::move(b));
  }
  return list;
}

template <>
std::vector<BodyMass> MultibodySystem<3>::body_masses(ConstVec q) const {
  std::vector<BodyMass> list;
  for (int k = 0; k < static_cast<int>(parts_.about_inertia.size()); ++k) {
    const std::string& x = parts_.info.q[7 * k].name;
    BodyMotion<3> at;
    place_body(q.data() + 7 * k, at);
    const RigidBody<3>& rigid = parts_.bodies[k];
    list.push_back({.name = x.substr(0, x.rfind('.')),
                    .mass = rigid.mass,
                    .centre = at.x,
                    .inertia = at.R * rigid.inertia * at.R.transpose()});
  }
  return list;
}

}  // namespace pleuel
