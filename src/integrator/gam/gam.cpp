#include "pleuel/integrator/gam/gam.hpp"

#include <algorithm>

namespace pleuel {
namespace {

/// Limits of iterations and cost of a block by order [IM99].
struct GamConstants {
  int max_iterations;
  double work;
};

GamConstants constants_of(int order) {
  switch (order) {
    case 3:
      return {12, 1};
    case 5:
      return {18, 2.4};
    case 7:
      return {26, 4};
    default:
      return {36, 7.2};
  }
}

// Errors of neighbouring orders are multiplied by these factors before they predict a step [IM99].
constexpr double kCautionBelow = 20;
constexpr double kCautionAbove = 40;
constexpr int kUnstableOrder = 9;

std::vector<std::unique_ptr<const GamFormula>> gam_formulas(const std::vector<int>& orders) {
  std::vector<std::unique_ptr<const GamFormula>> formulas;
  for (const int order : orders) formulas.push_back(std::make_unique<GamFormula>(order));
  return formulas;
}

/// The prediction drops the two highest differences of the last block [IM99].
std::vector<BlockScheme> gam_schemes(const std::vector<std::unique_ptr<const GamFormula>>& formulas) {
  std::vector<BlockScheme> schemes;
  for (const auto& formula : formulas) {
    const GamConstants constants = constants_of(formula->order);
    schemes.push_back({.formula = formula.get(),
                       .max_iterations = constants.max_iterations,
                       .iterations_per_level = formula->points(),
                       .first_predicting = 2,
                       .work = constants.work});
  }
  return schemes;
}

OrderOptions gam_order_options() {
  return {.raise_rate = 1,
          .lower_rate = 0.9,
          .gain = 1,
          .safety = 1,
          .largest_change = 8,
          .largest_rise = 1.5,
          .steady = 0.8,
          .rate_power = 1,
          .patience = 1,
          .patience_after_failure = 5,
          .most_doublings = 3};
}

}  // namespace

BlockOptions gam_options() { return {.name = "gam", .orders = {3, 5, 7}, .safety = 1.0 / 18}; }

Gam::Gam(Dae& dae, const StepSettings& settings, const BlockOptions& options)
    : Gam(dae, settings, options, gam_formulas(options.orders)) {}

Gam::Gam(Dae& dae, const StepSettings& settings, const BlockOptions& options,
         std::vector<std::unique_ptr<const GamFormula>> formulas)
    : BlockMethod(dae, settings, options, gam_order_options(), gam_schemes(formulas)),
      formulas_(std::move(formulas)) {}

double Gam::begin(const Begin& at) {
  correction_.setZero(at.y.size());
  product_.setZero(info().n_rows());
  return BlockMethod::begin(at);
}

void Gam::solve_increments() {
  const int s = here().points();
  const double inverse = 1 / here().gamma;
  const double shift = inverse / h();
  combine(here().C, inverse, residual_, row_work_);
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < i; ++j) row_work_.col(i) += (here().T(i, j) * inverse) * row_work_.col(j);
    solve(column(std::as_const(row_work_), i), column(increment_, i));
    if (i + 1 == s) break;
    // ρ_i is no longer needed; its place takes J ΔY_i.
    multiply_E(column(std::as_const(increment_), i), view(product_));
    row_work_.col(i) = shift * product_ - row_work_.col(i);
  }
}

double Gam::error_below() { return kCautionBelow * corrected_by(here().defect_below); }
double Gam::error_above() {
  const double ratio = formulas_[level() + 1]->truncation / here().truncation;
  const double decayed = decay(here().order);
  return kCautionAbove * err_ * ratio * decayed * decayed;
}

double Gam::corrected_by(const BlockRows& defect) {
  apply(defect, h(), ydot_, Ydot_, work_);
  double largest = 0;
  correction_.setZero();
  for (int i = 0; i < here().points(); ++i) {
    correction_ -= work_.col(i);
    filter(correction_, correction_);
    const double size = norm()(view(std::as_const(correction_)));
    if (size <= largest) continue;
    largest = size;
    if (&defect == &here().defect) error_ = correction_;
  }
  return largest;
}

std::vector<std::string> Gam::remarks() const {
  for (int level = 0; level < n_levels(); ++level) {
    if (formulas_[level]->order != kUnstableOrder || blocks_at(level) == 0) continue;
    return {
        "gam took " + std::to_string(blocks_at(level)) +
        " blocks of order 9, which is not A-stable: it amplifies undamped oscillations with 1.42 < h omega "
        "< 1.77 by up to 4 % per block"};
  }
  return {};
}

}  // namespace pleuel
