#include "pleuel/integrator/radau/radau_scheme.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/integrator/newton/newton_defaults.hpp"

namespace pleuel {
namespace {

/// The tolerances for an estimate of order s + 1 of an error of order 2s. A strict test is to hold
/// the errors of unknowns of index 2 and 3 too, which are of order s at best: they are what the
/// estimate says they are. There no number of stages gets more than the 2/3 of three.
Tolerances adapted(Tolerances tolerances, int stages, IndexScaling test) {
  double power = (stages + 1.0) / (2.0 * stages);
  if (test == IndexScaling::strict) power = std::max(power, 2.0 / 3.0);
  for (Eigen::Index i = 0; i < tolerances.rtol.size(); ++i) {
    const double ratio = tolerances.atol[i] / tolerances.rtol[i];
    tolerances.rtol[i] = 0.1 * std::pow(tolerances.rtol[i], power);
    tolerances.atol[i] = ratio * tolerances.rtol[i];
  }
  return tolerances;
}

ErrorNorm make_norm(const DaeInfo& info, const StepSettings& settings, int stages, IndexScaling scaling) {
  Tolerances tolerances = resolve(settings.tolerance, info.unknowns);
  if (settings.fixed_step == 0) tolerances = adapted(std::move(tolerances), stages, settings.scaling);
  return {info.unknowns, std::move(tolerances), scaling};
}

/// Three stages have ten where at most one level is hidden: increments that shrink in pairs need
/// them (see NewtonControl). At index 3 more than seven let steps pass whose leftovers in λ the
/// next error estimate refuses (models/flyball.json, 1e-8: 205 rejections instead of 13).
int newton_limit(const DaeInfo& dae, const StepSettings& settings, const RadauOptions& options, int stages) {
  if (options.newton_max > 0) return options.newton_max;
  if (settings.fixed_step > 0) return fixed_step_iterations;
  if (stages == 3 && dae.constraint_level <= 1) return 10;
  return std::max(7, static_cast<int>(7 + 2.5 * (stages - 3)));
}

/// The estimate err ~ h^(s+1) is held at rtol′, so the local error ~ h^(2s) is at rtol′^(2s/(s+1)):
/// κ rtol′ of that size. For s = 3 it is the square root of [HW96, IV.8]. With a larger κ the
/// constraints' residuals that Newton's method leaves outweigh the error in long steps of high
/// order, and being divided by h in the estimate they do not vanish in short ones. Above three
/// stages rounding is larger in the transformed stages, where increments are measured: entries of
/// T⁻¹ grow with s. There κ is at most 1e-3: with (4e-4)^(2/3) = 5e-3 the estimate of the slider
/// crank (rcd1, 1e-4, five stages) stays above 1 however short the step.
double default_kappa(double rtol, int stages) {
  if (stages <= 3) return newton_kappa(rtol);
  constexpr double largest = 1e-3;
  const double kappa = newton_kappa(rtol, (stages - 1.0) / (stages + 1.0));
  return std::max(newton_rounding(rtol), std::min(largest, kappa));
}

NewtonOptions newton_options(const DaeInfo& dae, const StepSettings& settings, const RadauOptions& options,
                             int stages, double rtol) {
  return {.max_iterations = newton_limit(dae, settings, options, stages),
          .kappa = options.newton_tolerance > 0 ? options.newton_tolerance : default_kappa(rtol, stages),
          .rounding = newton_rounding(rtol),
          .reusable_rate = options.jacobian_reuse,
          .error_order = stages + 1,
          .gives_up_early = !(settings.fixed_step > 0)};
}

}  // namespace

RadauScheme::RadauScheme(const DaeInfo& dae, const StepSettings& settings, const RadauOptions& options,
                         int n_stages)
    : kernels(stage_kernels(n_stages)),
      coefficients(radau_coefficients(n_stages)),
      norm(make_norm(dae, settings, n_stages, settings.scaling)),
      newton_norm(make_norm(dae, settings, n_stages, IndexScaling::scaled)),
      newton(newton_options(dae, settings, options, n_stages, smallest_rtol(norm.tolerances()))),
      controller(options.controller, n_stages + 1, newton_limit(dae, settings, options, n_stages)) {}

double RadauScheme::rtol() const { return smallest_rtol(norm.tolerances()); }

}  // namespace pleuel
