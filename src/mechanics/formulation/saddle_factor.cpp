#include "pleuel/mechanics/formulation/saddle_factor.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "pleuel/linalg/simd.hpp"
#include "pleuel/linalg/split_vectors.hpp"

namespace pleuel {
namespace {

/// y −= A x; y extends to the end of its last register.
template <bool is_complex>
void subtract_product(const DenseColumns& m, Split x, Split y) {
  if constexpr (is_complex)
    m.subtract_product(x.re, x.im, y.re, y.im);
  else
    m.subtract_product(x.re, y.re);
}

/// y = −x.
template <bool is_complex>
void assign_negative(Split x, int n, Split y) {
  in_registers(n, [&]<class T>(int i) {
    store(-load<T>(x.re + i), y.re + i);
    if constexpr (is_complex) store(-load<T>(x.im + i), y.im + i);
  });
}

/// z = x + y; z must not overlap with x or y.
template <bool is_complex>
void assign_sum(Split x, Split y, int n, Split z) {
  in_registers(n, [&]<class T>(int i) {
    store(load<T>(x.re + i) + load<T>(y.re + i), z.re + i);
    if constexpr (is_complex) store(load<T>(x.im + i) + load<T>(y.im + i), z.im + i);
  });
}

/// y = w x, z = w (y + u), without overlap: x_v and x_q from the right-hand sides of their rows if
/// H = I.
inline void integrate_twice(double w, Split x, Split u, int n, Split y, Split z) {
  in_registers(n, [&]<class T>(int i) {
    const T v = w * load<T>(x.re + i);
    store(w * (v + load<T>(u.re + i)), z.re + i);
    store(v, y.re + i);
  });
}
inline void integrate_twice(Complex w, Split x, Split u, int n, Split y, Split z) {
  const double wr = w.real(), wi = w.imag();
  in_registers(n, [&]<class T>(int i) {
    const T xr = load<T>(x.re + i), xi = load<T>(x.im + i);
    const T yr = wr * xr - wi * xi, yi = wi * xr + wr * xi;
    const T sr = yr + load<T>(u.re + i), si = yi + load<T>(u.im + i);
    store(yr, y.re + i);
    store(yi, y.im + i);
    store(wr * sr - wi * si, z.re + i);
    store(wi * sr + wr * si, z.im + i);
  });
}

}  // namespace

template <class Scalar>
SaddleFactor<Scalar>::SaddleFactor(const ReducedRows& rows, const SaddlePlan& plan, const RowLayout& layout)
    : rows_(rows),
      plan_(plan),
      layout_(layout),
      lu_(plan.factors),
      T_(rows.info().state_blocks),
      scratch_re_(std::max(layout.n_q, layout.n_s), 0.0),
      scratch_im_(scratch_re_.size(), 0.0),
      rate_re_(layout.n_v, 0.0),
      rate_im_(layout.n_v, 0.0),
      eta_re_(plan.n_eta(), 0.0),
      eta_im_(plan.n_eta(), 0.0) {
  if (plan.is_polynomial()) return;
  R_.assign(plan.R.n_entries(), Scalar(0));
  RZ_.assign(plan.RZ.n_entries(), Scalar(0));
  if (layout.n_s > 0) B_qs_.assign(plan.B_qs.n_entries(), Scalar(0));
  B_vs_.assign(plan.B_vs.n_entries(), Scalar(0));
  extra_.assign(plan.pattern.n_entries(), Scalar(0));
  int largest = 0;
  for (const KinematicBlock& b : rows.info().kinematic_blocks) largest = std::max(largest, b.n_q);
  block_.assign(2 * largest * largest, Scalar(0));
}

template <class Scalar>
std::optional<SingularMatrix> SaddleFactor<Scalar>::factor(Scalar alpha) {
  alpha_ = alpha;
  w_ = 1.0 / alpha;
  const Scalar w = w_, w2 = w * w;
  const double* const a0 = plan_.A[0].data();
  const double* const a1 = plan_.A[1].data();
  const double* const a2 = plan_.A[2].data();
  const int n = static_cast<int>(plan_.A[0].size());
  double* const re = lu_.re();
  if constexpr (is_complex) {
    double* const im = lu_.im();
    const double r1 = w.real(), i1 = w.imag(), r2 = w2.real(), i2 = w2.imag();
    for (int k = 0; k < n; ++k) {
      re[k] = a0[k] + r1 * a1[k] + r2 * a2[k];
      im[k] = i1 * a1[k] + i2 * a2[k];
    }
  } else {
    for (int k = 0; k < n; ++k) re[k] = a0[k] + w * a1[k] + w2 * a2[k];
  }
  if (!plan_.is_polynomial())
    if (const auto singular = add_shift_terms()) return singular;
  return named(lu_.factor());
}

template <class Scalar>
std::optional<SingularMatrix> SaddleFactor<Scalar>::named(const std::optional<ZeroPivot>& zero) const {
  if (!zero) return std::nullopt;
  // Columns of the saddle matrix: δa and δλ are adjacent in y. Range multipliers are named after
  // their constraint.
  const RowLayout& l = layout_;
  const int n_first = l.n_v + l.n_g;
  const int unknown =
      zero->column < n_first ? l.a + zero->column : l.lambda + (zero->column - n_first) % l.n_g;
  return SingularMatrix{unknown, zero->magnitude};
}

template <class Scalar>
std::optional<SingularMatrix> SaddleFactor<Scalar>::invert_blocks() {
  const SystemInfo& info = rows_.info();
  // outside of all blocks
  if (!R_.empty())
    for (int i = 0; i < layout_.n_q; ++i) R_[plan_.R.start[i]] = Scalar(1);
  for (const KinematicBlock& b : info.kinematic_blocks)
    if (const int k =
            invert_block(b.first_q, b.n_q, Scalar(1), w_, rows_.matrices().kinematics_q, plan_.R, block_, R_);
        k >= 0)
      return SingularMatrix{layout_.q + b.first_q + k, 0};
  if (const int state = T_.invert(alpha_, rows_.matrices().internal_s); state >= 0)
    return SingularMatrix{layout_.s + state, 0};
  return std::nullopt;
}

template <class Scalar>
std::optional<SingularMatrix> SaddleFactor<Scalar>::add_shift_terms() {
  const MotionMatrices& m = rows_.matrices();
  const Scalar w = w_, w2 = w * w;
  if (const auto singular = invert_blocks()) return singular;
  for (auto* x : {&RZ_, &B_qs_, &B_vs_, &extra_}) std::fill(x->begin(), x->end(), Scalar(0));
  plan_.R_Z.add(Scalar(1), R_.data(), plan_.Z.value.data(), RZ_.data());
  const auto add_coordinates = [&](const auto* B_q) {
    if (rows_.info().has_identity_kinematics())
      plan_.B_RZ.add(w2, B_q, plan_.Z.value.data(), extra_.data());
    else
      plan_.B_RZ.add(w2, B_q, RZ_.data(), extra_.data());
  };
  if (layout_.n_s > 0) {
    for (std::size_t k = 0; k < plan_.B_q_slot.size(); ++k) B_qs_[plan_.B_q_slot[k]] = rows_.B_q.value[k];
    plan_.states_q.add(rows_.B_s, T_, m.internal_q, B_qs_.data());
    add_coordinates(B_qs_.data());
    plan_.states_v.add(rows_.B_s, T_, m.internal_v, B_vs_.data());
    plan_.B_Z_v.add(w, B_vs_.data(), plan_.Z_v.value.data(), extra_.data());
  } else {
    add_coordinates(rows_.B_q.value.data());
  }
  const std::array<Scalar, 3> power = {Scalar(1), alpha_, alpha_ * alpha_};
  for (std::size_t k = 0; k < extra_.size(); ++k) {
    const Scalar value = power[plan_.entry_power[k]] * extra_[k];
    if constexpr (is_complex) {
      lu_.re()[plan_.place[k]] += value.real();
      lu_.im()[plan_.place[k]] += value.imag();
    } else {
      lu_.re()[plan_.place[k]] += value;
    }
  }
  return std::nullopt;
}

template <class Scalar>
void SaddleFactor<Scalar>::solve(Split rhs, Split x) {
  rhs_q_ = rhs + layout_.q;
  rhs_v_ = rhs + layout_.v;
  eliminate(rhs, x);
  lu_.solve(SolveAccuracy::allowed);
  expand(rhs, x);
}

/// The parts of δv, δq, δs that follow from the right-hand sides of their own rows, and their
/// contribution to the saddle system.
template <class Scalar>
void SaddleFactor<Scalar>::eliminate(Split rhs, Split x) {
  const RowLayout& l = layout_;
  const Split b{lu_.b_re(), lu_.b_im()};
  if (rows_.info().has_identity_kinematics()) {
    integrate_twice(w_, rhs_v_, rhs_q_, l.n_v, x + l.v, x);
  } else {
    assign_scaled(w_, rhs_v_, l.n_v, x + l.v);
    coordinates_from_velocity(x, {nullptr, nullptr});
  }
  if (l.n_s > 0) internal_from_motion(rhs, x);

  assign_negative<is_complex>(rhs + l.a, l.n_v, b);
  for (std::size_t block = 0; block < l.constraint.size(); ++block)
    assign_negative<is_complex>(rhs + l.constraint[block], l.n_g,
                                b + (l.n_v + static_cast<int>(block) * l.n_g));
  if (plan_.storage == Storage::dense) {
    subtract_product<is_complex>(plan_.dense_B_q, x, b);
    subtract_product<is_complex>(plan_.dense_B_v, x + l.v, b);
  } else {
    multiply_add<is_complex>(rows_.B_q, -1.0, x, b);
    multiply_add<is_complex>(rows_.B_v, -1.0, x + l.v, b);
  }
  plan_.states_q.add_rows(-1.0, rows_.B_s, x.re + l.s, b.re);
  if constexpr (is_complex) plan_.states_q.add_rows(-1.0, rows_.B_s, x.im + l.s, b.im);
  const std::array<Scalar, 3> power = {Scalar(1), alpha_, alpha_ * alpha_};
  for (int i = l.n_v; i < plan_.size(); i += l.n_g)
    if (rows_.row_power(i) > 0) scale(power[rows_.row_power(i)], b + i, l.n_g);
}

template <class Scalar>
void SaddleFactor<Scalar>::expand(Split rhs, Split x) {
  const RowLayout& l = layout_;
  // only read
  const Split solution{const_cast<double*>(lu_.x_re()), const_cast<double*>(lu_.x_im())};
  copy<is_complex>(solution, l.n_v + l.n_g, x + l.a);
  const int first_eta = l.n_v + l.n_g, first_mu = first_eta + plan_.n_eta();
  Split eta{nullptr, nullptr};
  if (plan_.n_eta() > 0) {
    eta = rows_.formulation().has_eta() ? x + l.eta : Split{eta_re_.data(), eta_im_.data()};
    assign_scaled(w_, solution + first_eta, l.n_g, eta);
  }
  const Split rate{rate_re_.data(), rate_im_.data()};  // α x_v
  assign_sum<is_complex>(rhs_v_, solution, l.n_v, rate);
  if (plan_.n_mu() > 0)
    multiply_transposed_add<is_complex>(rows_.matrices().G, -1.0, solution + first_mu, rate);
  if (rows_.info().has_identity_kinematics() && eta.re == nullptr) {
    integrate_twice(w_, rate, rhs_q_, l.n_v, x + l.v, x);
  } else {
    assign_scaled(w_, rate, l.n_v, x + l.v);
    coordinates_from_velocity(x, eta);
  }
  if (l.n_s > 0) internal_from_motion(rhs, x);
}

template <class Scalar>
void SaddleFactor<Scalar>::coordinates_from_velocity(Split x, Split eta) {
  const RowLayout& l = layout_;
  const MotionMatrices& m = rows_.matrices();
  const bool is_identity = rows_.info().has_identity_kinematics();
  const Split sum = is_identity ? x : Split{scratch_re_.data(), scratch_im_.data()};
  if (is_identity) {
    assign_sum<is_complex>(rhs_q_, x + l.v, l.n_q, sum);
  } else {
    copy<is_complex>(rhs_q_, l.n_q, sum);
    multiply_add<is_complex>(m.H, 1.0, x + l.v, sum);
  }
  if (eta.re != nullptr) multiply_transposed_add<is_complex>(m.g_q, -1.0, eta, sum);
  scale(w_, sum, l.n_q);
  if (!is_identity) apply(plan_.R, R_, sum, x);
}

template <class Scalar>
void SaddleFactor<Scalar>::internal_from_motion(Split rhs, Split x) {
  const RowLayout& l = layout_;
  const Split scratch{scratch_re_.data(), scratch_im_.data()};
  copy<is_complex>(rhs + l.s, l.n_s, scratch);
  const auto add = [&](const double* part, double* sum) {
    plan_.states_q.add_rates(rows_.matrices().internal_q, part, sum);
    plan_.states_v.add_rates(rows_.matrices().internal_v, part + l.v, sum);
  };
  add(x.re, scratch.re);
  if constexpr (is_complex) add(x.im, scratch.im);
  T_.apply(scratch, x + l.s);
}

template class SaddleFactor<double>;
template class SaddleFactor<Complex>;

}  // namespace pleuel
