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
    const Eigen::Vector2d c = per_mass * S;  // S² alone may overflow
    b.centre.head<2>() = q.segment<2>(3 * k) + c;
    b.inertia(2, 2) = entry(3 * k + 2, 3 * k + 2) - c.dot(S);
    list.push_back(std::move(b));
  }
  return list;
}

/// An elastic body has the rows and columns (ẏ, ω) of its mass matrix: m, −A S̃, and J about y in
/// the axes of its frame.
template <>
std::vector<BodyMass> MultibodySystem<3>::body_masses(ConstVec q) const {
  const auto evaluator = make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  evaluator->configuration_matrices(0, q, m);
  std::vector<BodyMass> list;
  for (int k = 0; k < static_cast<int>(parts_.about_inertia.size()); ++k) {
    const std::string& x = parts_.info.q[7 * k].name;
    BodyMotion<3> at;
    place_body(q.data() + 7 * k, at);
    const auto entry = [&](int i, int j) {
      const int slot = m.M.slot(6 * k + i, 6 * k + j);
      return slot >= 0 ? m.M.value[slot] : 0.0;
    };
    Eigen::Matrix3d coupling, J;  // −A S̃, J
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        coupling(i, j) = entry(i, 3 + j);
        J(i, j) = entry(3 + i, 3 + j);
      }
    const double mass = entry(0, 0), per_mass = mass > 0 ? 1 / mass : 0;
    const Eigen::Matrix3d minus_S = at.R.transpose() * coupling;
    const Eigen::Vector3d S(minus_S(1, 2), minus_S(2, 0), minus_S(0, 1));
    const Eigen::Vector3d c = per_mass * S;
    J -= c.dot(S) * Eigen::Matrix3d::Identity() - c * S.transpose();
    list.push_back({.name = x.substr(0, x.rfind('.')),
                    .mass = mass,
                    .centre = at.x + at.R * c,
                    .inertia = at.R * J * at.R.transpose()});
  }
  return list;
}

}  // namespace pleuel
