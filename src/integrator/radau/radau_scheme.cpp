#include "pleuel/integrator/radau/radau_scheme.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/integrator/newton/newton_defaults.hpp"
#include "pleuel/integrator/radau/radau_transformation.hpp"

namespace pleuel {
namespace {

/// The tolerances for an estimate of order s + 1 of an error of order 2s. A strict test also covers
/// unknowns of index 2 and 3, whose errors have order s at best and equal the estimate. There the
/// power is at most 2/3, the value of three stages.
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

ErrorNorm make_norm(const DaeInfo& info, const StepSettings& settings, const RadauOptions& options,
                    int stages, IndexScaling scaling) {
  Tolerances tolerances = resolve(settings.tolerance, info.unknowns);
  if (settings.fixed_step == 0 && options.adapts_tolerances)
    tolerances = adapted(std::move(tolerances), stages, settings.scaling);
  return {info.unknowns, std::move(tolerances), scaling};
}

/// Three stages use ten iterations if at most one constraint level is hidden, because increments
/// may shrink in pairs (see NewtonControl). At index 3 more than seven iterations accept steps
/// whose remaining error in λ fails the next error test.
int newton_limit(const DaeInfo& dae, const StepSettings& settings, const RadauOptions& options, int stages) {
  if (options.newton_max > 0) return options.newton_max;
  if (settings.fixed_step > 0) return fixed_step_iterations;
  if (stages == 3 && dae.constraint_level <= 1) return 10;
  return std::max(7, static_cast<int>(7 + 2.5 * (stages - 3)));
}

/// The estimate err   h^(s+1) is kept at rtol′, so the local error   h^(2s) is rtol′^(2s/(s+1)),
/// and κ rtol′ should have that size. For s = 3 this is the square root of [HW96, IV.8]. With a
/// larger κ, the constraint residuals left by Newton's method dominate the error of long steps of
/// high order; divided by h in the estimate, they also dominate in short steps. Above three stages,
/// rounding errors in the transformed stages grow with the entries of T⁻¹; there κ is at most 1e-3.
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
          .comfortable_rate = options.comfortable_rate,
          .error_order = stages + 1,
          .gives_up_early = !(settings.fixed_step > 0)};
}

int offered(int stages) {
  if (stages == 1 || (stages >= 3 && stages <= 5) || stages == 7) return stages;
  throw InvalidInput("Radau IIA with " + std::to_string(stages) +
                     " stages is not offered; take 1, 3, 4, 5 or 7");
}

/// C_s without γ₀: 2 s!/(2s)!.
double node_constant(int stages) {
  double constant = 2;
  for (int k = stages + 1; k <= 2 * stages; ++k) constant /= k;
  return constant;
}

/// C_s / rtol′.
double error_scale(const RadauScheme& scheme) {
  return node_constant(scheme.stages()) / (radau_transformation(scheme.stages()).gamma * scheme.rtol());
}

}  // namespace

RadauScheme::RadauScheme(const DaeInfo& dae, const StepSettings& settings, const RadauOptions& options,
                         int n_stages)
    : kernels(stage_kernels(offered(n_stages))),
      coefficients(radau_coefficients(n_stages)),
      norm(make_norm(dae, settings, options, n_stages, settings.scaling)),
      newton_norm(make_norm(dae, settings, options, n_stages, IndexScaling::scaled)),
      newton(newton_options(dae, settings, options, n_stages, smallest_rtol(norm.tolerances()))),
      controller(options.controller, n_stages + 1, newton_limit(dae, settings, options, n_stages)) {}

double RadauScheme::rtol() const { return smallest_rtol(norm.tolerances()); }

double RadauScheme::predicted_error(const RadauScheme& from, double err, double decay) const {
  return err * std::pow(decay, stages() - from.stages()) * error_scale(*this) / error_scale(from);
}

}  // namespace pleuel
