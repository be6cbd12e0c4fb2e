#include "pleuel/mechanics/formulation/static_newton.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/linalg/entries.hpp"
#include "pleuel/mechanics/elastic_system.hpp"
#include "pleuel/mechanics/formulation/block_check.hpp"
#include "pleuel/mechanics/system_with_solvers.hpp"

namespace pleuel {

StaticStructure::StaticStructure(const MechanicalSystem& system, const MotionMatrices& m) {
  const SystemInfo& info = system.info();
  check_state_blocks(m, info);
  if (!info.has_identity_kinematics()) {
    S = product_pattern(m.internal_q, m.H);
    sigma_q_H = ProductPlan(m.internal_q, m.H, S);
  }
  find_pattern(info, m);
  factors = FactorPlan(pattern, border_of(system, pattern.rows), solvers_of(system));
  if (factors.storage() == Storage::sparse) return;
  const Factor<double> layout(factors);
  place = places_of(pattern, [&](int i, int j) { return layout.place(i, j); });
}

void StaticStructure::find_pattern(const SystemInfo& info, const MotionMatrices& m) {
  const bool is_identity = info.has_identity_kinematics();
  const int n_v = info.n_v(), n = n_v + info.n_lambda();
  const FixedMatrix& by_states = is_identity ? m.internal_q : S;
  Entries entries;
  append_block(is_identity ? m.dynamics_q : product_pattern(m.dynamics_q, m.H), entries);
  StateCondensation::append_entries(info.state_blocks, m.dynamics_s, by_states, entries);
  for (int i = 0; i < n_v; ++i) entries.emplace_back(i, i);
  append_block(m.G, entries, n_v);
  append_transposed_block(m.G, entries, 0, n_v);
  pattern = FixedMatrix(n, n, entries).without_values();
  entries = {};
  const auto slot = [&](int i, int j) { return pattern.slot(i, j); };
  if (is_identity)
    D_q_entry = places_of(m.dynamics_q, slot);
  else
    D_q_H = ProductPlan(m.dynamics_q, m.H, pattern);
  condensation = StateCondensation(info.state_blocks, m.dynamics_s, by_states, slot);
  G_entry = places_of(m.G, [&](int i, int j) { return pattern.slot(n_v + i, j); });
  Gt_entry = places_of(m.G, [&](int i, int j) { return pattern.slot(j, n_v + i); });
  for (int i = 0; i < n_v; ++i) diagonal.push_back(pattern.slot(i, i));
}

StaticPlan::StaticPlan(const SystemInfo& system, SystemEvaluator& evaluator,
                       std::shared_ptr<const StaticStructure> of)
    : info(system),
      structure(std::move(of)),
      m(evaluator.matrices({})),
      fixed(structure->pattern.n_entries(), 0.0),
      S_(structure->S) {}

void StaticPlan::linearize(SystemEvaluator& evaluator, const Motion& at) {
  evaluator.linearize(at, m);
  const StaticStructure& s = *structure;
  std::fill(fixed.begin(), fixed.end(), 0.0);
  if (info.has_identity_kinematics()) {
    for (std::size_t k = 0; k < s.D_q_entry.size(); ++k) fixed[s.D_q_entry[k]] = m.dynamics_q.value[k];
  } else {
    S_.set_zero();
    s.sigma_q_H.add(1.0, m.internal_q.value.data(), m.H.value.data(), S_.value.data());
    s.D_q_H.add(1.0, m.dynamics_q.value.data(), m.H.value.data(), fixed.data());
  }
  for (std::size_t k = 0; k < s.G_entry.size(); ++k) {
    fixed[s.G_entry[k]] = m.G.value[k];
    fixed[s.Gt_entry[k]] = m.G.value[k];
  }
}

template <class Scalar>
StaticFactor<Scalar>::StaticFactor(const StaticPlan& plan, const StaticLayout& layout,
                                   const NormDirections& directions)
    : plan_(plan),
      layout_(layout),
      directions_(directions),
      lu_(plan.structure->factors),
      T_(plan.info.state_blocks),
      entries_(is_complex || !plan.structure->place.empty() ? plan.fixed.size() : 0, Scalar(0)),
      scratch_re_(layout.n_s, 0.0),
      scratch_im_(is_complex ? layout.n_s : 0, 0.0) {}

template <class Scalar>
std::optional<SingularMatrix> StaticFactor<Scalar>::factor(Scalar alpha) {
  Scalar* entries = entries_.data();
  if constexpr (!is_complex)
    if (entries_.empty()) entries = lu_.re();
  std::copy(plan_.fixed.begin(), plan_.fixed.end(), entries);
  for (const int k : plan_.structure->diagonal) entries[k] += plan_.stiffness;
  if (const int state = T_.invert(alpha, plan_.m.internal_s); state >= 0)
    return SingularMatrix{layout_.s + state, 0};
  plan_.structure->condensation.add(plan_.m.dynamics_s, T_, plan_.S(), entries);
  move_entries();
  const auto zero = lu_.factor();
  if (!zero) return std::nullopt;
  // A column of δθ is named after the coordinate with its index, which is in the same body also if
  // H ≠ I.
  const int column = zero->column;
  const int unknown =
      column < layout_.n_v ? std::min(column, layout_.n_q - 1) : layout_.lambda + column - layout_.n_v;
  return SingularMatrix{unknown, zero->magnitude};
}

/// To their places in the factor.
template <class Scalar>
void StaticFactor<Scalar>::move_entries() {
  const std::vector<int>& place = plan_.structure->place;
  if (!place.empty()) lu_.set_zero();
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    const std::size_t at = place.empty() ? k : place[k];
    lu_.re()[at] = std::real(entries_[k]);
    if constexpr (is_complex) lu_.im()[at] = std::imag(entries_[k]);
  }
}

/// x_s = T (σ_q x_q + rhs_s).
template <class Scalar>
void StaticFactor<Scalar>::states_from_coordinates(Split rhs, Split x) {
  const StaticLayout& l = layout_;
  if (l.n_s == 0) return;
  const auto add = [&](const double* rhs_part, const double* q, double* sum) {
    std::copy_n(rhs_part + l.s, l.n_s, sum);
    if (plan_.info.has_identity_kinematics())
      plan_.structure->condensation.add_rates(plan_.m.internal_q, q, sum);
    else
      plan_.m.internal_q.multiply_add(1.0, q, sum);
  };
  add(rhs.re, x.re, scratch_re_.data());
  if constexpr (is_complex) add(rhs.im, x.im, scratch_im_.data());
  T_.apply({scratch_re_.data(), scratch_im_.data()}, x + l.s);
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
  if (l.n_s > 0) {
    if (l.n_norms > 0)
      states_from_coordinates(rhs, x);
    else
      T_.apply(rhs + l.s, x + l.s);  // the coordinates are zero
  }
  for_parts([&](const double* r, double* y, double* b, const double*) {
    for (int i = 0; i < l.n_v; ++i) b[i] = -r[i];
    for (int i = 0; i < l.n_g; ++i) b[l.n_v + i] = -r[l.lambda + i];
    if (l.n_norms > 0) {
      plan_.m.dynamics_q.multiply_add(-1.0, y, b);
      plan_.m.g_q.multiply_add(-1.0, y, b + l.n_v);
    }
    plan_.structure->condensation.add_rows(-1.0, plan_.m.dynamics_s, y + l.s, b);
  });
  lu_.solve(SolveAccuracy::allowed);
  for_parts([&](const double*, double* y, double*, const double* solution) {
    if (plan_.info.has_identity_kinematics())
      for (int i = 0; i < l.n_v; ++i) y[i] += solution[i];
    else
      plan_.m.H.multiply_add(1.0, solution, y);
    std::copy_n(solution + l.n_v, l.n_g, y + l.lambda);
  });
  states_from_coordinates(rhs, x);
}

template class StaticFactor<double>;
template class StaticFactor<Complex>;

StaticNewton::StaticNewton(StaticEquations& equations, const ShiftCounts& shifts)
    : equations_(equations),
      plan_(equations.system().info(), equations.evaluator(), equations.structure()),
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
