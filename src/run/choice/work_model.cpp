#include "pleuel/run/choice/work_model.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/linalg/factor.hpp"

namespace pleuel {
namespace {

// Seconds, fitted to the output of docs/studies/kernel_cost.cpp (docs/choice.md). An entry of the
// linearised equations stands for the terms of the rows that it is the derivative of.
constexpr double per_call = 40e-9;  // of any of these functions
constexpr double rows_per_entry = 1.1e-9;
constexpr double rows_per_state = 10e-9;
constexpr double jacobian_per_entry = 9e-9;
constexpr double factor_per_entry = 1.2e-9;   // placing it
constexpr double per_dense_product = 0.2e-9;  // a multiplication and addition
constexpr double sparse_factor_per_entry = 5e-9;
constexpr double solve_per_entry = 1.2e-9;
constexpr double complex_factor = 2;
constexpr double per_step_unknown = 15e-9;  // norms, predictor, dense output
// Powers of the size relative to a saddle matrix of δa and δλ alone: η fills the factors.
constexpr double factor_power = 4, solve_power = 1.5;

long entries_of(const MotionMatrices& m) {
  long n = 0;
  for (const FixedMatrix* part :
       {&m.M, &m.G, &m.g_q, &m.H, &m.kinematics_q, &m.dynamics_q, &m.dynamics_v, &m.dynamics_s, &m.internal_q,
        &m.internal_v, &m.internal_s, &m.velocity_q, &m.acceleration_q, &m.acceleration_v})
    n += static_cast<long>(part->row.size());
  return n;
}

}  // namespace

EquationSizes sizes_of(const RunPlan& plan) { return sizes_of(plan.dae, plan.problem_case.system.get()); }

EquationSizes sizes_of(const DaeInfo& dae, const MechanicalSystem* of) {
  EquationSizes size;
  size.n_y = size.n_v = size.n_saddle = size.n_plain = dae.n_unknowns();
  size.entries = static_cast<long>(size.n_y) * size.n_y;
  if (of == nullptr) return size;
  const MechanicalSystem& system = *of;
  size.n_v = system.info().n_v();
  size.n_s = system.info().n_s();
  const auto& unknowns = dae.unknowns;
  const int n_eta = static_cast<int>(
      std::ranges::count_if(unknowns, [](const Unknown& x) { return x.group == Group::eta; }));
  size.n_plain = size.n_v + system.info().n_lambda();
  size.n_saddle = size.n_plain + n_eta;
  const MotionMatrices m = system.make_evaluator()->matrices({.acceleration = true});
  size.entries = entries_of(m);
  const long saddle = static_cast<long>(m.M.row.size() + m.dynamics_q.row.size() + 2 * m.G.row.size());
  size.is_sparse = choose_storage(size.n_saddle, static_cast<int>(saddle)) == Storage::sparse;
  return size;
}

double WorkModel::residual() const {
  // A row of η evaluates g_qᵀη and the positions besides.
  const double further = 1.8 * (growth() - 1);
  return per_call + (1 + further) * rows_per_entry * entries() + rows_per_state * size_.n_s;
}

double WorkModel::jacobian() const { return per_call + jacobian_per_entry * entries(); }

double WorkModel::factor() const {
  const double n = size_.n_saddle;
  if (!size_.is_sparse) return per_call + factor_per_entry * entries() + per_dense_product * n * n * n / 3;
  return per_call + sparse_factor_per_entry * entries() * std::pow(growth(), factor_power);
}

double WorkModel::factor_complex() const { return complex_factor * factor(); }

double WorkModel::solve() const {
  return per_call + solve_per_entry * entries() * std::pow(growth(), solve_power);
}

double WorkModel::solve_complex() const { return complex_factor * solve(); }

double WorkModel::acceleration() const { return residual() + factor() + 0.5 * solve(); }

double WorkModel::of_implicit(const Statistics& work) const {
  const double iterations = static_cast<double>(work.iterations), steps = static_cast<double>(work.steps);
  const double complex_solves = std::max(0.0, static_cast<double>(work.solves) - iterations - steps);
  const double pairs = iterations > 0 ? complex_solves / iterations : 0;
  const double factors = static_cast<double>(work.factorizations);
  return residual() * static_cast<double>(work.rhs) + jacobian() * static_cast<double>(work.jacobians) +
         (factor() + pairs * factor_complex()) * factors / (1 + pairs) +
         solve() * (static_cast<double>(work.solves) - complex_solves) + solve_complex() * complex_solves +
         per_step_unknown * size_.n_y * (steps + iterations * (1 + 2 * pairs));
}

double WorkModel::of_explicit(const Statistics& work) const {
  const double steps = static_cast<double>(work.steps);
  return acceleration() * static_cast<double>(work.rhs) + per_step_unknown * size_.n_y * steps;
}

}  // namespace pleuel
