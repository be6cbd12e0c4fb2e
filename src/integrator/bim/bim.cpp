#include "pleuel/integrator/bim/bim.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {
namespace {

// Limits of iterations: 10 for order 4, and two more for each higher order [BM04].
constexpr int kFewestIterations = 10;
// Cost of a block that does not grow with its points, in points: Jacobian, factors, estimate.
constexpr double kBlockOverhead = 1;
// Errors of neighbouring orders are multiplied by these factors before they predict a step [BMM06].
constexpr double kCautionBelow = 20;
constexpr double kCautionAbove = 40;
constexpr int kNoisyOrder = 14;

std::vector<std::unique_ptr<const BimFormula>> bim_formulas(const std::vector<int>& orders) {
  std::vector<std::unique_ptr<const BimFormula>> formulas;
  for (const int order : orders) formulas.push_back(std::make_unique<BimFormula>(order));
  return formulas;
}

std::vector<BlockScheme> bim_schemes(const std::vector<std::unique_ptr<const BimFormula>>& formulas) {
  std::vector<BlockScheme> schemes;
  for (const auto& formula : formulas)
    schemes.push_back({.formula = formula.get(),
                       .max_iterations = kFewestIterations + formula->order - 4,
                       .first_predicting = 0,
                       .work = formula->points() + kBlockOverhead});
  return schemes;
}

OrderOptions bim_order_options() {
  return {.raise_rate = 0.5,
          .lower_rate = 0.7,
          .gain = 1.1,
          .safety = 1,
          .largest_change = 8,
          .largest_rise = 1.5,
          .steady = 0.8,
          .rate_power = 1,
          .patience = 3,
          .patience_after_failure = 8,
          .most_doublings = 3};
}

}  // namespace

BlockOptions bim_options() { return {.name = "bim", .orders = {4, 6, 8, 10, 12}, .safety = 0.05}; }

Bim::Bim(Dae& dae, const StepSettings& settings, const BlockOptions& options)
    : Bim(dae, settings, options, bim_formulas(options.orders)) {}

Bim::Bim(Dae& dae, const StepSettings& settings, const BlockOptions& options,
         std::vector<std::unique_ptr<const BimFormula>> formulas)
    : BlockMethod(dae, settings, options, bim_order_options(), bim_schemes(formulas)),
      formulas_(std::move(formulas)) {
  for (const Unknown& unknown : dae.info().unknowns) index_.push_back(unknown.index);
}

double Bim::begin(const Begin& at) {
  for (Vector* vector : {&u_, &z1_, &z2_, &scaled_}) vector->setZero(at.y.size());
  return BlockMethod::begin(at);
}

void Bim::solve_increments() {
  const int k = here().points();
  const double blend = 1 / (h() * here().gamma * here().gamma);
  combine(here().C_shifted, 1, residual_, row_work_);
  for (int i = 0; i < k; ++i) {
    solve(column(std::as_const(row_work_), i), column(increment_, i));
    multiply_E(column(std::as_const(increment_), i), column(row_work_, i));
    row_work_.col(i) = residual_.col(i) + blend * row_work_.col(i);
    solve(column(std::as_const(row_work_), i), column(increment_, i));
  }
}

double Bim::estimate_error() {
  correct_by(here().difference);
  return size_with(here(), &error_);
}

/// z₁ and z₂ from the difference of the last derivatives of the block.
void Bim::correct_by(const Vector& difference) {
  combine_last(difference, u_);
  u_ *= h();
  filter(u_, z1_);
  // Σ⁻¹ (I − EΣ⁻¹) E u = Σ⁻¹ E (u − Σ⁻¹ E u), and so on.
  z2_ = u_ - z1_;
  filter(z2_, z2_);
  if (difference.size() == 4) return;  // order 4
  scaled_ = z2_;
  filter(scaled_, scaled_);
  z2_ -= scaled_;
}

/// max(‖v z₁‖, ‖v′z₂‖); the larger vector goes to `largest` if it is given.
double Bim::size_with(const BimFormula& of, Vector* largest) {
  const auto& v = of.error_constant;
  const auto scaled = [&](const Vector& z, double first, double third) {
    for (Eigen::Index i = 0; i < z.size(); ++i)
      scaled_[i] = z[i] * (index_[i] == 1 ? first : index_[i] == 2 ? v[1] : third);
    return norm()(view(std::as_const(scaled_)));
  };
  const double first = scaled(z1_, v[0], v[2]);
  if (largest != nullptr) *largest = scaled_;
  const double second = scaled(z2_, v[1], v[2] / (of.points() == 3 ? 2 : 3));
  if (largest != nullptr && second > first) *largest = scaled_;
  return std::isfinite(second) ? std::max(first, second) : second;
}

/// The differences of the higher order follow from h/τ.
double Bim::error_above() {
  const BimFormula& above = *formulas_[level() + 1];
  const double power = std::pow(decay(here().points()), above.points() - here().points());
  return kCautionAbove * power * size_with(above, nullptr);
}

double Bim::error_below() {
  const BimFormula& below = *formulas_[level() - 1];
  correct_by(below.difference);
  return kCautionBelow * size_with(below, nullptr);
}

std::vector<std::string> Bim::remarks() const {
  for (int level = 0; level < n_levels(); ++level) {
    if (formulas_[level]->order != kNoisyOrder || blocks_at(level) == 0) continue;
    return {"bim took " + std::to_string(blocks_at(level)) +
            " blocks of order 14, whose iteration amplifies rounding errors to 1e-12 of the solution"};
  }
  return {};
}

}  // namespace pleuel
