// A scalar as part of a constraint.
#pragma once

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/model/assembly/scalar_at.hpp"

namespace pleuel {

/// Collects the patterns of all matrices before they are created.
struct PatternEntries {
  Entries G, g_q, dynamics_q, dynamics_v, dynamics_s, internal_q, internal_v, internal_s;
};

/// Adds c m to constraint number `row`, and therefore c λ ∇mᵀ to Gᵀλ.
template <int D, class Scalar>
class RowTerm {
 public:
  RowTerm(int row, double factor, const BodyPair& bodies, const Scalar& scalar)
      : scalar_(scalar),
        bodies_(bodies),
        row_(row),
        factor_(factor),
        levels_(row, bodies, scalar.used()),
        hessian_(bodies, bodies, mask_of(Scalar::hessian_parts), PairBlocks<D>::Columns::q) {}

  void declare(PatternEntries& p) const {
    levels_.declare_v(p.G);
    levels_.declare_q(p.g_q);
    hessian_.declare(p.dynamics_q);
  }
  void find(const MotionMatrices& m) {
    levels_.find_v(m.G);
    levels_.find_q(m.g_q);
    hessian_.find(m.dynamics_q);
  }

  int row() const { return row_; }
  double factor() const { return factor_; }
  const BodyPair& bodies() const { return bodies_; }
  const Scalar& scalar() const { return scalar_; }

  template <class Bodies>
  ScalarMotion<D> motion(const Bodies& bodies) const {
    return motion_at<D>(scalar_, bodies_, bodies);
  }

  /// G and g_q.
  template <class Bodies>
  void add_gradient(const Bodies& bodies, MotionMatrices& out) const {
    const ScalarMotion<D> m = motion(bodies);
    levels_.add_v(factor_, m.gradient, out.G.value.data());
    levels_.add_q(factor_, m.gradient, bodies[bodies_.i], bodies[bodies_.j], out.g_q.value.data());
  }

  /// Adds to G only; returns the part of γ.
  double add_jacobian(const ScalarMotion<D>& m, FixedMatrix& G) const {
    levels_.add_v(factor_, m.gradient, G.value.data());
    return factor_ * m.acceleration;
  }

  /// Derivatives of Gᵀλ and of the requested levels; also G and g_q.
  template <class Bodies>
  void linearize(const Bodies& bodies, const ConstVec& lambda, MotionMatrices& out) const {
    const auto &i = bodies[bodies_.i], &j = bodies[bodies_.j];
    const ScalarJet<D> m = scalar_.jet(i, j);
    levels_.add_v(factor_, m.gradient, out.G.value.data());
    levels_.add_q(factor_, m.gradient, i, j, out.g_q.value.data());
    if (lambda.size() > 0) hessian_.add(factor_ * lambda[row_], m.hessian, i, j, out.dynamics_q.value.data());
    if (out.levels.velocity) levels_.add_q(factor_, m.rate_q, i, j, out.velocity_q.value.data());
    if (out.levels.acceleration) {
      levels_.add_q(factor_, m.acceleration_q, i, j, out.acceleration_q.value.data());
      levels_.add_v(factor_, m.acceleration_v, out.acceleration_v.value.data());
    }
  }

 private:
  Scalar scalar_;
  BodyPair bodies_;
  int row_;
  double factor_;
  PairRow<D> levels_;
  PairBlocks<D> hessian_;
};

}  // namespace pleuel
