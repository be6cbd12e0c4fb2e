// Radau IIA with one number of stages and the quantities that depend on it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pleuel/integrator/control/order_control.hpp"
#include "pleuel/integrator/control/step_controller.hpp"
#include "pleuel/integrator/integrator.hpp"
#include "pleuel/integrator/newton/newton_control.hpp"
#include "pleuel/integrator/newton/stage_kernels.hpp"
#include "pleuel/integrator/radau/radau_coefficients.hpp"
#include "pleuel/integrator/radau/stage_system.hpp"

namespace pleuel {

struct RadauOptions {
  std::string name = "radau5";  ///< name of the method in failure reports
  /// 1, 3, 5 or 7 (4 with a StageSystem for it), or several of them in ascending order, from which
  /// OrderControl selects. The order is 2·stages − 1.
  std::vector<int> stages = {3};
  /// limit of Newton iterations; 0: 7 (10 at index 2 and less), 12, 17 by stages
  int newton_max = 0;
  double newton_tolerance = 0;  ///< κ; 0: from rtol as in [HW96, IV.8]
  /// The Jacobian is reused while Newton's method contracts at least this fast. RADAU5 uses 1e-3.
  double jacobian_reuse = 3e-3;
  double comfortable_rate = NewtonOptions{}.comfortable_rate;  ///< see NewtonControl::growth_limit
  ControllerOptions controller = {};
  OrderOptions order = {};
  /// Changes the tolerances as RadauScheme explains; otherwise they are used unchanged.
  bool adapts_tolerances = true;
  double error_factor = 1;  ///< factor on estimated errors
  /// Creates the linear systems of the stages; none: EigenStages, for odd numbers of stages.
  std::function<std::unique_ptr<StageSystem>(const DaeInfo&)> make_system = {};
};

/// The error estimate behaves like h^(s+1), the local error like h^(2s). The tolerances are
/// therefore changed to rtol′ = 0.1 rtol^((s+1)/(2s)), atol′ = atol rtol′/rtol, so that the
/// achieved error is nearly proportional to rtol. RADAU5 and RADAU do the same, so step counts are
/// comparable at equal rtol. With a strict test the power is at least 2/3. With a fixed step,
/// tolerances are used unchanged and only to stop Newton's method.
struct RadauScheme {
  /// Throws InvalidInput for invalid tolerances.
  RadauScheme(const DaeInfo& dae, const StepSettings& settings, const RadauOptions& options, int n_stages);

  int stages() const { return coefficients.stages(); }
  double rtol() const;  ///< the smallest rtol′

  /// The error that this scheme would have had in a step in which `from` had the error err. The
  /// estimate with s stages is γ₀ h (f(t_n) − u̇(t_n)) = C_s h^(s+1) y^(s+1) + …, where u̇
  /// interpolates f at the nodes, so C_s = γ₀ Π c_i / s! = 2 γ₀ s!/(2s)!. With y^(s+3) h² ≈ decay²
  /// y^(s+1)
  ///
  ///     err_{s+2} = err_s · decay² · (C_{s+2}/C_s) · (rtol′_s/rtol′_{s+2}),
  ///
  /// where decay = ‖h^s u^(s)‖ / ‖h^(s−1) u^(s−1)‖ ≈ h/τ with the time scale τ of the solution.
  double predicted_error(const RadauScheme& from, double err, double decay) const;

  StageKernels kernels;  // first member: rejects an invalid number of stages
  const RadauCoefficients& coefficients;
  ErrorNorm norm;  ///< of the error test
  /// Norm of Newton increments if the error test is strict. Rounding errors of unknowns of index 2
  /// and 3 are larger by the powers of 1/h that the scaling removes. In a strict norm the iteration
  /// would never converge.
  ErrorNorm newton_norm;
  NewtonControl newton;
  StepController controller;
};

}  // namespace pleuel
