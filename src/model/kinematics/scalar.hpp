// A scalar measured between two bodies.
#pragma once

#include <array>

#include "pleuel/model/kinematics/arrow.hpp"

namespace pleuel {

/// Parts of the velocities of two bodies, in the order of Space<D>::Pair, as bits of a mask.
namespace parts {
inline constexpr unsigned move_i = 1, rotation_i = 2, move_j = 4, rotation_j = 8;
inline constexpr unsigned rotations = rotation_i | rotation_j, all = 15;
}  // namespace parts

/// All constraints and forces are made of scalars m(q) between two bodies i and j: a component of
/// the gap between two points (Gap), the cosine between two axes (Cosine), a displacement along an
/// axis (Offset), a distance, or an angle. A constraint sets m − φ(t) to zero, a force does the
/// virtual work −F δm, a measure outputs m. δm = ∇m · (δx_i, δθ_i, δx_j, δθ_j) and ṁ = ∇m · (v_i,
/// ω_i, v_j, ω_j).
template <int D>
struct ScalarMotion {
  double value = 0;
  double rate = 0;
  double acceleration = 0;
  typename Space<D>::Pair gradient;
};

/// The same with derivatives by positions and rotations, and by velocities; `hessian` is
/// ∂(∇mᵀ)/∂(x, θ).
template <int D>
struct ScalarJet : ScalarMotion<D> {
  typename Space<D>::Pair rate_q, acceleration_q, acceleration_v;
  typename Space<D>::PairMatrix hessian;
};

/// Views of the four parts of a vector of two bodies.
template <int D, class Vector>
auto move_i(Vector& x) {
  return x.template segment<D>(0);
}
template <int D, class Vector>
auto rotation_i(Vector& x) {
  return x.template segment<Space<D>::n_rotations>(D);
}
template <int D, class Vector>
auto move_j(Vector& x) {
  return x.template segment<D>(Space<D>::n);
}
template <int D, class Vector>
auto rotation_j(Vector& x) {
  return x.template segment<Space<D>::n_rotations>(Space<D>::n + D);
}

/// First row or column of the rotations of i, and of the translations and rotations of j.
template <int D>
inline constexpr int at_rotation_i = D;
template <int D>
inline constexpr int at_move_j = Space<D>::n;
template <int D>
inline constexpr int at_rotation_j = Space<D>::n + D;

/// The velocities of the pair that belong to the parts of a mask.
template <int D>
constexpr std::array<bool, 2 * Space<D>::n> used_parts(unsigned mask) {
  std::array<bool, 2 * Space<D>::n> used = {};
  for (int k = 0; k < 2 * Space<D>::n; ++k) {
    const int part = (k / Space<D>::n) * 2 + (k % Space<D>::n >= D ? 1 : 0);
    used[k] = (mask >> part & 1U) != 0;
  }
  return used;
}

}  // namespace pleuel
