#include "pleuel/mechanics/formulation/staggered_factor.hpp"

#include "pleuel/linalg/split_vectors.hpp"

namespace pleuel {
namespace {

constexpr int most_passes = 40;
// Passes that converge more slowly than this are not continued.
constexpr double slowest_rate = 0.5;

}  // namespace

template <class Scalar>
StaggeredFactor<Scalar>::StaggeredFactor(const StaggeredPlan& plan, const RowLayout& layout,
                                         const FormulationRows& rows)
    : plan_(plan),
      layout_(layout),
      rows_(rows),
      saddle_(plan.reduced(), plan.saddle(), plan.layout()),
      side_(plan.layout().n_rows),
      step_(plan.layout().n_unknowns),
      velocity_(layout.n_g),
      acceleration_(layout.n_g),
      c_(layout.n_v),
      sum_(layout.n_v),
      eta_(layout.n_g),
      work_q_(plan.metric().is_identity() ? 0 : layout.n_q),
      work_v_(layout.n_v),
      work_g_(layout.n_g) {}

template <class Scalar>
std::optional<SingularMatrix> StaggeredFactor<Scalar>::factor(Scalar alpha) {
  if (const auto& zero = plan_.singular())
    return SingularMatrix{layout_.lambda + zero->column, zero->magnitude};
  alpha_ = alpha;
  return saddle_.factor(alpha);
}

template <class Scalar>
void StaggeredFactor<Scalar>::solve(Split rhs, Split x) {
  const RowLayout& l = layout_;
  const Split side = side_, sum = sum_;
  copy<is_complex>(rhs, l.a + l.n_v, side);
  copy<is_complex>(rhs + l.constraint.back(), l.n_g, side + l.lambda);
  copy<is_complex>(rhs + l.s, l.n_s, side + l.s);
  set_zero<is_complex>(x, l.n_unknowns);
  set_zero<is_complex>(eta_, l.n_g);
  find_first_corrections(rhs);
  add_to(x);
  double last = 0;
  for (int pass = 1;; ++pass) {
    add_loads();
    saddle_.solve(side_, step_);
    add_scaled(Scalar(1), step_, l.eta, x);
    find_corrections();
    add_to(x);
    const double change = squared_norm<is_complex>(sum, l.n_v);
    const double whole = squared_norm<is_complex>(x + l.a, l.n_v);
    const bool is_slow = pass > 1 && change > slowest_rate * slowest_rate * last;
    if (!(change > allowed_ * allowed_ * whole) || is_slow || pass == most_passes) break;
    last = change;
    set_zero<is_complex>(side_, plan_.layout().n_rows);
  }
  if (rows_.has_eta()) copy<is_complex>(eta_, l.n_g, x + l.eta);
}

template <class Scalar>
void StaggeredFactor<Scalar>::find_first_corrections(Split rhs) {
  const RowLayout& l = layout_;
  const MotionMatrices& m = plan_.matrices();
  const int n_blocks = static_cast<int>(l.constraint.size());
  const Split r_velocity = rhs + l.constraint[n_blocks - 2];
  assign_scaled(alpha_, rhs + l.constraint[n_blocks - 1], l.n_g, velocity_);
  add_scaled(Scalar(-1), r_velocity, l.n_g, velocity_);
  multiply_add<is_complex>(m.g_q, 1.0, rhs + l.q, velocity_);
  take_velocity_level();
  if (rows_.relaxes_v()) {
    assign_scaled(alpha_, r_velocity, l.n_g, acceleration_);
    add_scaled(Scalar(-1), rhs + l.constraint[0], l.n_g, acceleration_);
    multiply_add<is_complex>(m.G, 1.0, rhs + l.v, acceleration_);
    multiply_add<is_complex>(m.acceleration_v, -1.0, c_, acceleration_);
  }
  take_acceleration_level();
}

template <class Scalar>
void StaggeredFactor<Scalar>::find_corrections() {
  const RowLayout& l = layout_;
  const MotionMatrices& m = plan_.matrices();
  const Split step = step_;
  set_zero<is_complex>(velocity_, l.n_g);
  multiply_add<is_complex>(m.velocity_q, -1.0, step, velocity_);
  if (rows_.relaxes_v()) {
    assign_scaled(-alpha_, velocity_, l.n_g, acceleration_);
    multiply_add<is_complex>(m.acceleration_q, -1.0, step, acceleration_);
    multiply_add<is_complex>(m.acceleration_v, -1.0, step + l.v, acceleration_);
  }
  if (!plan_.metric().is_identity()) {
    set_zero<is_complex>(work_q_, l.n_q);
    multiply_add<is_complex>(m.kinematics_q, 1.0, step, work_q_);
    multiply_add<is_complex>(m.g_q, 1.0, work_q_, velocity_);
  }
  take_velocity_level();
  if (rows_.relaxes_v()) multiply_add<is_complex>(m.acceleration_v, -1.0, c_, acceleration_);
  take_acceleration_level();
}

template <class Scalar>
void StaggeredFactor<Scalar>::solve_levels(const GramFactor& factor, Work& level) {
  if constexpr (is_complex)
    factor.solve(level, Split(work_g_));
  else
    factor.solve(level.re.data(), work_g_.re.data());
}

template <class Scalar>
void StaggeredFactor<Scalar>::take_velocity_level() {
  const RowLayout& l = layout_;
  solve_levels(plan_.q_factor(), velocity_);
  if (rows_.has_eta()) add_scaled(Scalar(1), velocity_, l.n_g, eta_);
  const bool is_identity = plan_.metric().is_identity();
  const Split forces = is_identity ? Split(c_) : Split(work_v_);
  set_zero<is_complex>(forces, l.n_v);
  multiply_transposed_add<is_complex>(plan_.matrices().G, 1.0, velocity_, forces);
  if (is_identity) return;
  set_zero<is_complex>(c_, l.n_v);
  multiply_add<is_complex>(plan_.metric().inverse(), 1.0, work_v_, c_);
}

/// Also α c + y, where y = 0 if v̇ − a is not relaxed.
template <class Scalar>
void StaggeredFactor<Scalar>::take_acceleration_level() {
  const RowLayout& l = layout_;
  assign_scaled(alpha_, c_, l.n_v, sum_);
  if (!rows_.relaxes_v()) return;
  solve_levels(plan_.v_factor(), acceleration_);
  multiply_transposed_add<is_complex>(plan_.matrices().G, 1.0, acceleration_, sum_);
}

template <class Scalar>
void StaggeredFactor<Scalar>::add_loads() {
  const RowLayout& l = layout_;
  const MotionMatrices& m = plan_.matrices();
  const Split side = side_;
  multiply_add<is_complex>(m.M, 1.0, sum_, side + l.a);
  multiply_add<is_complex>(m.dynamics_v, 1.0, c_, side + l.a);
  if (!m.internal_v.is_empty()) multiply_add<is_complex>(m.internal_v, 1.0, c_, side + l.s);
}

template <class Scalar>
void StaggeredFactor<Scalar>::add_to(Split x) {
  add_scaled(Scalar(1), c_, layout_.n_v, x + layout_.v);
  add_scaled(Scalar(1), sum_, layout_.n_v, x + layout_.a);
}

template class StaggeredFactor<double>;
template class StaggeredFactor<Complex>;

}  // namespace pleuel
