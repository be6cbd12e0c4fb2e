#include "pleuel/mechanics/formulation/static_newton.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/linalg/entries.hpp"
#include "pleuel/mechanics/elastic_system.hpp"
#include "pleuel/mechanics/formulation/block_check.hpp"
#include "pleuel/mechanics/system_with_solvers.hpp"

namespace pleuel {
namespace {

FixedMatrix identity(int n) {
  Entries entries;
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i);
  FixedMatrix result(n, n, entries);
  std::fill(result.value.begin(), result.value.end(), 1.0);
  return result;
}

}  // namespace

StaticPlan::StaticPlan(const MechanicalSystem& system, SystemEvaluator& evaluator)
    : info(system.info()), m(evaluator.matrices({})) {
  H = info.has_identity_kinematics() ? identity(info.n_v()) : m.H;
  Entries blocks;
  for (const StateBlock& b : info.state_blocks) append_full_block(b.first, b.size, blocks);
  T = FixedMatrix(info.n_s(), info.n_s(), blocks);
  check_blocks(m.internal_s, T, info.s, info,
               "which is in another block of internal states; join the two blocks");
  S = product_pattern(m.internal_q, H);
  sigma_q_H_ = ProductPlan(m.internal_q, H, S);
  TS = product_pattern(T, S);
  T_S = ProductPlan(T, S, TS);
  find_pattern(system);
}

void StaticPlan::find_pattern(const MechanicalSystem& system) {
  const int n_v = info.n_v(), n = n_v + info.n_lambda();
  const auto widened = [&](FixedMatrix a) {  // columns of δθ only -> columns of the whole matrix
    a.start.resize(n + 1, a.n_entries());
    a.cols = n;
    return a;
  };
  Entries entries;
  append_block(product_pattern(m.dynamics_q, H), entries);
  append_block(product_pattern(m.dynamics_s, TS), entries);
  for (int i = 0; i < n_v; ++i) entries.emplace_back(i, i);
  append_block(m.G, entries, n_v);
  append_transposed_block(m.G, entries, 0, n_v);
  pattern = FixedMatrix(n, n, entries);
  fixed.assign(pattern.n_entries(), 0.0);
  D_q_H_ = ProductPlan(m.dynamics_q, widened(H), pattern);
  D_s_TS = ProductPlan(m.dynamics_s, widened(TS), pattern);
  G_entry_ = places_of(m.G, [&](int i, int j) { return pattern.slot(n_v + i, j); });
  Gt_entry_ = places_of(m.G, [&](int i, int j) { return pattern.slot(j, n_v + i); });
  for (int i = 0; i < n_v; ++i) diagonal.push_back(pattern.slot(i, i));
  factors = FactorPlan(pattern, border_of(system, n), solvers_of(system));
  const Factor<double> layout(factors);
  place = places_of(pattern, [&](int i, int j) { return layout.place(i, j); });
}

void StaticPlan::linearize(SystemEvaluator& evaluator, const Motion& at) {
  evaluator.linearize(at, m);
  if (!info.has_identity_kinematics()) H.value = m.H.value;
  S.set_zero();
  sigma_q_H_.add(1.0, m.internal_q.value.data(), H.value.data(), S.value.data());
  std::fill(fixed.begin(), fixed.end(), 0.0);
  D_q_H_.add(1.0, m.dynamics_q.value.data(), H.value.data(), fixed.data());
  for (std::size_t k = 0; k < G_entry_.size(); ++k) {
    fixed[G_entry_[k]] = m.G.value[k];
    fixed[Gt_entry_[k]] = m.G.value[k];
  }
}

template <class Scalar>
StaticFactor<Scalar>::StaticFactor(const StaticPlan& plan, const StaticLayout& layout,
                                   const NormDirections& directions)
    : plan_(plan),
      layout_(layout),
      directions_(directions),
      lu_(plan.factors),
      T_(plan.T.n_entries(), Scalar(0)),
      TS_(plan.TS.n_entries(), Scalar(0)),
      entries_(plan.pattern.n_entries(), Scalar(0)),
      scratch_re_(layout.n_s, 0.0),
      scratch_im_(layout.n_s, 0.0) {
  int largest = 0;
  for (const StateBlock& b : plan.info.state_blocks) largest = std::max(largest, b.size);
  block_.assign(2 * largest * largest, Scalar(0));
}

template <class Scalar>
std::optional<SingularMatrix> StaticFactor<Scalar>::factor(Scalar alpha) {
  std::copy(plan_.fixed.begin(), plan_.fixed.end(), entries_.begin());
  for (const int k : plan_.diagonal) entries_[k] += plan_.stiffness;
  for (const StateBlock& b : plan_.info.state_blocks)
    if (const int k =
            invert_block(b.first, b.size, alpha, Scalar(1), plan_.m.internal_s, plan_.T, block_, T_);
        k >= 0)
      return SingularMatrix{layout_.s + b.first + k, 0};
  if (layout_.n_s > 0) {
    std::fill(TS_.begin(), TS_.end(), Scalar(0));
    plan_.T_S.add(Scalar(1), T_.data(), plan_.S.value.data(), TS_.data());
    plan_.D_s_TS.add(Scalar(1), plan_.m.dynamics_s.value.data(), TS_.data(), entries_.data());
  }
  lu_.set_zero();
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    if constexpr (is_complex) {
      lu_.re()[plan_.place[k]] = entries_[k].real();
      lu_.im()[plan_.place[k]] = entries_[k].imag();
    } else {
      lu_.re()[plan_.place[k]] = entries_[k];
    }
  }
  const auto zero = lu_.factor();
  if (!zero) return std::nullopt;
  // A column of δθ is named after the coordinate with its index, which is in the same body also if
  // H ≠ I.
  const int column = zero->column;
  const int unknown =
      column < layout_.n_v ? std::min(column, layout_.n_q - 1) : layout_.lambda + column - layout_.n_v;
  return SingularMatrix{unknown, zero->magnitude};
}

/// x_s = T (σ_q x_q + rhs_s).
template <class Scalar>
void StaticFactor<Scalar>::states_from_coordinates(Split rhs, Split x) {
  const StaticLayout& l = layout_;
  if (l.n_s == 0) return;
  const auto add = [&](const double* rhs_part, const double* q, double* sum) {
    std::copy_n(rhs_part + l.s, l.n_s, sum);
    plan_.m.internal_q.multiply_add(1.0, q, sum);
  };
  add(rhs.re, x.re, scratch_re_.data());
  if constexpr (is_complex) add(rhs.im, x.im, scratch_im_.data());
  apply(plan_.T, T_, {scratch_re_.data(), scratch_im_.data()}, x + l.s);
}

template <class Scalar>
void StaticFactor<Scalar>::solve(Split rhs, Split x) {
  const StaticLayout& l = layout_;
  const auto for_parts = [&](auto work) {
    work(rhs.re, x.re, lu_.b_re(), lu_.x_re());
    if constexpr (is_complex) work(rhs.im, x.im, lu_.b_im(), lu_.x_im());
  };
  for_parts([&](const double* r, double* y, double*, const double*) {
    std::fill_n(y, l.n_q, 0.0);
    directions_.add(r + l.norms, y);
  });
  states_from_coordinates(rhs, x);
  for_parts([&](const double* r, double* y, double* b, const double*) {
    for (int i = 0; i < l.n_v; ++i) b[i] = -r[i];
    for (int i = 0; i < l.n_g; ++i) b[l.n_v + i] = -r[l.lambda + i];
    if (l.n_norms > 0) {
      plan_.m.dynamics_q.multiply_add(-1.0, y, b);
      plan_.m.g_q.multiply_add(-1.0, y, b + l.n_v);
    }
    if (l.n_s > 0) plan_.m.dynamics_s.multiply_add(-1.0, y + l.s, b);
  });
  lu_.solve();
  for_parts([&](const double*, double* y, double*, const double* solution) {
    plan_.H.multiply_add(1.0, solution, y);
    std::copy_n(solution + l.n_v, l.n_g, y + l.lambda);
  });
  states_from_coordinates(rhs, x);
}

template class StaticFactor<double>;
template class StaticFactor<Complex>;

StaticNewton::StaticNewton(StaticEquations& equations, const ShiftCounts& shifts)
    : equations_(equations),
      plan_(equations.system(), equations.evaluator()),
      directions_(equations.system().info()) {
  make_factors(shifts, plan_, equations.layout(), directions_);
}

void StaticNewton::linearize(double t, ConstVec y, ConstVec /*ydot*/) {
  plan_.linearize(equations_.evaluator(), equations_.motion(t, y));
  if (equations_.layout().n_norms > 0) directions_.update(plan_.m.H, y.data());
}

void StaticNewton::multiply_E(ConstVec x, Vec out) const {
  const StaticLayout& l = equations_.layout();
  out.setZero();
  out.segment(l.s, l.n_s) = x.segment(l.s, l.n_s);
}

double StaticNewton::largest_stiffness() const {
  double largest = 0;
  for (const double value : plan_.m.dynamics_q.value) largest = std::max(largest, std::abs(value));
  return largest;
}

}  // namespace pleuel
