#include "pleuel/mechanics/formulation/null_space_factor.hpp"

#include <algorithm>

#include "pleuel/linalg/entries.hpp"
#include "pleuel/mechanics/formulation/block_check.hpp"

namespace pleuel {

template <class Scalar>
NullSpaceFactor<Scalar>::NullSpaceFactor(const NullSpacePlan& plan, const RowLayout& layout,
                                         const FormulationRows& rows)
    : plan_(plan),
      layout_(layout),
      rows_(rows),
      info_(plan.info()),
      lu_(plan.n_free()),
      q_(columns_like(plan.q)),
      v_(columns_like(plan.v)),
      a_(columns_like(plan.a)),
      eta_(columns_like(plan.eta)),
      forces_(columns_like(plan.forces)) {
  const int n_q = layout.n_q, n_v = layout.n_v, n_g = layout.n_g, n_s = layout.n_s;
  for (SplitVector* x : {&dq_, &work_q_}) *x = vector_of(n_q);
  for (SplitVector* x : {&dv_, &da_, &force_, &correction_, &work_v_}) *x = vector_of(n_v);
  for (SplitVector* x : {&level_, &deta_}) *x = vector_of(n_g);
  for (SplitVector* x : {&ds_, &rates_}) *x = vector_of(n_s);
  nu_ = vector_of(plan.norms().count());
  Entries entries;
  int largest = 0;
  for (const StateBlock& b : info_.state_blocks) {
    append_full_block(b.first, b.size, entries);
    largest = std::max(largest, b.size);
  }
  T_pattern_ = FixedMatrix(n_s, n_s, entries);
  check_state_blocks(plan.m, info_);
  T_.assign(T_pattern_.n_entries(), Scalar(0));
  block_.assign(2 * largest * largest, Scalar(0));
  for (int p = 0; p < n_parts; ++p) s_[p] = of_s_[p] = RowBlock(n_s, plan.n_free());
}

template <class Scalar>
auto NullSpaceFactor<Scalar>::columns_like(const NullSpacePlan::Response& response) const -> Columns {
  if (response.power.empty()) return {};
  const RowBlock zero(response.power[0].rows(), response.power[0].cols());
  return {zero, is_complex ? zero : RowBlock()};
}

template <class Scalar>
auto NullSpaceFactor<Scalar>::vector_of(int n) const -> SplitVector {
  SplitVector result;
  for (int p = 0; p < n_parts; ++p) result.part[p].assign(padded(n), 0.0);
  return result;
}

/// The polynomial in w.
template <class Scalar>
void NullSpaceFactor<Scalar>::evaluate(const NullSpacePlan::Response& response, Columns& out) const {
  if (response.power.empty()) return;
  Scalar factor(1);
  for (int k = 0; k < response.first; ++k) factor *= w_;
  const int n = out[0].n_places();
  for (auto& part : out) part.set_zero();
  for (const RowBlock& coefficient : response.power) {
    const double* const c = coefficient.data();
    double* const re = out[0].data();
    if constexpr (is_complex) {
      double* const im = out[1].data();
      const double f = factor.real(), g = factor.imag();
      for (int i = 0; i < n; ++i) {
        re[i] += f * c[i];
        im[i] += g * c[i];
      }
    } else {
      for (int i = 0; i < n; ++i) re[i] += factor * c[i];
    }
    factor *= w_;
  }
}

template <class Scalar>
std::optional<SingularMatrix> NullSpaceFactor<Scalar>::factor(Scalar alpha) {
  if (const auto& zero = plan_.singular())
    return SingularMatrix{layout_.lambda + zero->column, zero->magnitude};
  alpha_ = alpha;
  w_ = 1.0 / alpha;
  evaluate(plan_.q, q_);
  evaluate(plan_.v, v_);
  evaluate(plan_.a, a_);
  evaluate(plan_.eta, eta_);
  evaluate(plan_.forces, forces_);
  if (layout_.n_s > 0)
    if (const auto singular = add_states()) return singular;
  find_reduced();
  const auto zero = lu_.factor();
  if (!zero) return std::nullopt;
  return SingularMatrix{layout_.a + plan_.free()[zero->column], zero->magnitude};
}

/// δs = T (σ_q δq + σ_v δv), and its forces.
template <class Scalar>
std::optional<SingularMatrix> NullSpaceFactor<Scalar>::add_states() {
  const MotionMatrices& m = plan_.m;
  for (const StateBlock& b : info_.state_blocks)
    if (const int k = invert_block(b.first, b.size, alpha_, Scalar(1), m.internal_s, T_pattern_, block_, T_);
        k >= 0)
      return SingularMatrix{layout_.s + b.first + k, 0};
  for (int p = 0; p < n_parts; ++p) {
    of_s_[p].set_zero();
    of_s_[p].add_product(1.0, m.internal_q, q_[p]);
    of_s_[p].add_product(1.0, m.internal_v, v_[p]);
    s_[p].set_zero();
  }
  for_each_entry(T_pattern_, [&](int i, int j, int k) {
    if constexpr (is_complex) {
      s_[0].add_to_row(i, T_[k].real(), of_s_[0].row(j));
      s_[0].add_to_row(i, -T_[k].imag(), of_s_[1].row(j));
      s_[1].add_to_row(i, T_[k].real(), of_s_[1].row(j));
      s_[1].add_to_row(i, T_[k].imag(), of_s_[0].row(j));
    } else {
      s_[0].add_to_row(i, T_[k], of_s_[0].row(j));
    }
  });
  for (int p = 0; p < n_parts; ++p) forces_[p].add_product(1.0, m.dynamics_s, s_[p]);
  return std::nullopt;
}

/// Tᵀ times the forces: column j of the matrix is the sum of the rows of T, times the forces.
template <class Scalar>
void NullSpaceFactor<Scalar>::find_reduced() {
  const RowBlock& T = plan_.T();
  lu_.set_zero();
  for (int p = 0; p < n_parts; ++p) {
    double* const out = p == 0 ? lu_.re() : lu_.im();
    for (int i = 0; i < T.rows(); ++i)
      for (int j = 0; j < T.cols(); ++j) {
        const double f = forces_[p].row(i)[j];
        if (f == 0) continue;
        double* const column = out + lu_.place(0, j);
        for (int k = 0; k < T.stride(); k += lanes) lanes_at(column + k) += f * lanes_at(T.row(i) + k);
      }
  }
}

template <class Scalar>
void NullSpaceFactor<Scalar>::add_multiple(Scalar c, SplitVector& x, int n, SplitVector& y) const {
  if constexpr (is_complex) {
    const double r = c.real(), s = c.imag();
    const double *const x_re = x[0], *const x_im = x[1];
    double *const y_re = y[0], *const y_im = y[1];
    for (int i = 0; i < n; ++i) {
      y_re[i] += r * x_re[i] - s * x_im[i];
      y_im[i] += s * x_re[i] + r * x_im[i];
    }
  } else {
    const double* const from = x[0];
    double* const to = y[0];
    for (int i = 0; i < n; ++i) to[i] += c * from[i];
  }
}

template <class Scalar>
void NullSpaceFactor<Scalar>::add_response(double scale, const Columns& columns, SplitVector& y) const {
  const double* const z = lu_.x_re();
  if constexpr (is_complex) {
    const double* const z_im = lu_.x_im();
    const int n = columns[0].stride();
    for (int i = 0; i < columns[0].rows(); ++i) {
      const double *const c = columns[0].row(i), *const d = columns[1].row(i);
      Lanes re{}, im{};
      for (int k = 0; k < n; k += lanes) {
        re += lanes_at(c + k) * lanes_at(z + k) - lanes_at(d + k) * lanes_at(z_im + k);
        im += lanes_at(c + k) * lanes_at(z_im + k) + lanes_at(d + k) * lanes_at(z + k);
      }
      y[0][i] += scale * ((re[0] + re[1]) + (re[2] + re[3]));
      y[1][i] += scale * ((im[0] + im[1]) + (im[2] + im[3]));
    }
  } else {
    columns[0].multiply_add(scale, z, y[0]);
  }
}

template <class Scalar>
void NullSpaceFactor<Scalar>::take_level(const Rows& rhs, int block) {
  const ConstraintRows& c = rows_.constraints[block];
  const double weight = c.position + c.velocity + c.acceleration;  // only one of them is present
  for (int p = 0; p < n_parts; ++p)
    for (int i = 0; i < layout_.n_g; ++i) level_[p][i] = -rhs[p][layout_.constraint[block] + i] / weight;
}

template <class Scalar>
void NullSpaceFactor<Scalar>::solve(Split rhs, Split x) {
  const RowLayout& l = layout_;
  const Rows r{rhs.re, rhs.im};
  find_coordinates(r);
  find_velocities(r);
  find_accelerations(r);
  if (l.n_s > 0) find_states(r);
  find_forces(r);

  plan_.T().multiply_transposed(force_[0], lu_.b_re());
  if constexpr (is_complex) plan_.T().multiply_transposed(force_[1], lu_.b_im());
  lu_.solve();
  add_response(1.0, q_, dq_);
  add_response(1.0, v_, dv_);
  add_response(1.0, a_, da_);
  add_response(-1.0, forces_, force_);
  if (l.n_s > 0) add_response(1.0, s_, ds_);
  if (rows_.has_eta()) add_response(1.0, eta_, deta_);

  for (int p = 0; p < n_parts; ++p) {
    double* const out = p == 0 ? x.re : x.im;
    std::copy_n(dq_[p], l.n_q, out + l.q);
    std::copy_n(dv_[p], l.n_v, out + l.v);
    std::copy_n(da_[p], l.n_v, out + l.a);
    std::copy_n(ds_[p], l.n_s, out + l.s);
    plan_.velocity_correction().multiply_transposed(force_[p], out + l.lambda);
    if (rows_.has_eta()) std::copy_n(deta_[p], l.n_g, out + l.eta);
  }
}

/// δq with g_q δq = rhs of the position level, and its part in N from the rows of q.
template <class Scalar>
void NullSpaceFactor<Scalar>::find_coordinates(const Rows& rhs) {
  const MotionMatrices& m = plan_.m;
  take_level(rhs, static_cast<int>(rows_.constraints.size()) - 1);
  SplitVector& theta = plan_.is_identity() ? dq_ : work_v_;
  for (int p = 0; p < n_parts; ++p) {
    std::fill_n(theta[p], layout_.n_v, 0.0);
    plan_.velocity_correction().multiply_add(1.0, level_[p], theta[p]);
    if (plan_.is_identity()) continue;
    std::fill_n(dq_[p], layout_.n_q, 0.0);
    m.H.multiply_add(1.0, theta[p], dq_[p]);
  }
  if (plan_.norms().count() == 0) return;
  for (int p = 0; p < n_parts; ++p) {
    std::copy_n(rhs[p] + layout_.q, layout_.n_q, work_q_[p]);
    m.kinematics_q.multiply_add(1.0, dq_[p], work_q_[p]);
    plan_.norms().project(work_q_[p], nu_[p]);
  }
  const int n = plan_.norms().count();
  for (int i = 0; i < n; ++i) {
    if constexpr (is_complex) {
      const Complex nu = w_ * Complex(nu_[0][i], nu_[1][i]);
      nu_[0][i] = nu.real();
      nu_[1][i] = nu.imag();
    } else {
      nu_[0][i] *= w_;
    }
  }
  for (int p = 0; p < n_parts; ++p) plan_.norms().add(nu_[p], dq_[p]);
}

/// δv = H⁺(α δq − K δq − rhs) + x, where x satisfies the velocity level.
template <class Scalar>
void NullSpaceFactor<Scalar>::find_velocities(const Rows& rhs) {
  const MotionMatrices& m = plan_.m;
  const RowLayout& l = layout_;
  SplitVector& rate = plan_.is_identity() ? dv_ : work_q_;
  for (int p = 0; p < n_parts; ++p) {
    for (int i = 0; i < l.n_q; ++i) rate[p][i] = -rhs[p][l.q + i];
    if (!plan_.is_identity()) m.kinematics_q.multiply_add(-1.0, dq_[p], rate[p]);
  }
  add_multiple(alpha_, dq_, l.n_q, rate);
  take_level(rhs, static_cast<int>(rows_.constraints.size()) - 2);
  for (int p = 0; p < n_parts; ++p) {
    if (!plan_.is_identity()) plan_.to_velocities(rate[p], work_v_[p], dv_[p]);
    m.velocity_q.multiply_add(-1.0, dq_[p], level_[p]);
    m.G.multiply_add(-1.0, dv_[p], level_[p]);
    std::fill_n(correction_[p], l.n_v, 0.0);
    plan_.velocity_correction().multiply_add(1.0, level_[p], correction_[p]);
    for (int i = 0; i < l.n_v; ++i) dv_[p][i] += correction_[p][i];
    if (rows_.has_eta()) plan_.to_multipliers(correction_[p], work_q_[p], deta_[p]);
  }
}

/// δa = α δv − rhs + y, where y satisfies the acceleration level if v̇ − a is relaxed.
template <class Scalar>
void NullSpaceFactor<Scalar>::find_accelerations(const Rows& rhs) {
  const MotionMatrices& m = plan_.m;
  const RowLayout& l = layout_;
  for (int p = 0; p < n_parts; ++p)
    for (int i = 0; i < l.n_v; ++i) da_[p][i] = -rhs[p][l.v + i];
  add_multiple(alpha_, dv_, l.n_v, da_);
  if (!plan_.relaxes_v()) return;
  take_level(rhs, 0);
  for (int p = 0; p < n_parts; ++p) {
    m.acceleration_q.multiply_add(-1.0, dq_[p], level_[p]);
    m.acceleration_v.multiply_add(-1.0, dv_[p], level_[p]);
    m.G.multiply_add(-1.0, da_[p], level_[p]);
    plan_.acceleration_correction().multiply_add(1.0, level_[p], da_[p]);
  }
}

template <class Scalar>
void NullSpaceFactor<Scalar>::find_states(const Rows& rhs) {
  for (int p = 0; p < n_parts; ++p) {
    std::copy_n(rhs[p] + layout_.s, layout_.n_s, rates_[p]);
    plan_.m.internal_q.multiply_add(1.0, dq_[p], rates_[p]);
    plan_.m.internal_v.multiply_add(1.0, dv_[p], rates_[p]);
  }
  apply(T_pattern_, T_, Split{rates_[0], rates_[1]}, Split{ds_[0], ds_[1]});
}

/// What the dynamics still lack.
template <class Scalar>
void NullSpaceFactor<Scalar>::find_forces(const Rows& rhs) {
  const MotionMatrices& m = plan_.m;
  for (int p = 0; p < n_parts; ++p) {
    for (int i = 0; i < layout_.n_v; ++i) force_[p][i] = -rhs[p][layout_.a + i];
    m.M.multiply_add(-1.0, da_[p], force_[p]);
    m.dynamics_v.multiply_add(-1.0, dv_[p], force_[p]);
    m.dynamics_q.multiply_add(-1.0, dq_[p], force_[p]);
    if (layout_.n_s > 0) m.dynamics_s.multiply_add(-1.0, ds_[p], force_[p]);
  }
}

template class NullSpaceFactor<double>;
template class NullSpaceFactor<Complex>;

}  // namespace pleuel
