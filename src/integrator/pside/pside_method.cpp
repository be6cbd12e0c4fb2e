#include "pleuel/integrator/pside/pside_method.hpp"

#include "pleuel/integrator/control/index3_caution.hpp"
#include "pleuel/integrator/control/shared_options.hpp"
#include "pleuel/integrator/loop/step_loop.hpp"
#include "pleuel/integrator/pside/triangular_stages.hpp"
#include "pleuel/integrator/radau/radau_iia.hpp"
#include "pleuel/integrator/radau/radau_method.hpp"

namespace pleuel {
namespace {

const std::string kName = "pside";
// The estimate has local order 5 and the step order 7, so the iteration must be more accurate than
// the estimate requires. Differs from [SLV98], which has 0.01: at index 3 the remainder of the
// iteration dominates the error then.
constexpr double kNewtonTolerance = 0.001;
// As published [SLV98].
constexpr int kNewtonLimit = 15;
constexpr double kSafety = 0.8, kLargestGrowth = 2, kComfortableRate = 0.15;

OptionSpecs options() {
  return joined({radau_option_specs("15, and 25 with a fixed step", "0.001", kSafety),
                 {{.name = "inner",
                   .default_value = "0",
                   .help = "inner iterations of each Newton iteration; 0: index of the equations + 1",
                   .minimum = 0,
                   .maximum = 10,
                   .is_whole = true}}});
}

RadauOptions read(const DaeInfo& dae, const StepSettings& settings, const OptionValues& values) {
  RadauOptions options = read_radau_options(values);
  options.name = kName;
  options.stages = {PsideCoefficients::stages};
  options.adapts_tolerances = false;
  options.error_factor = error_caution(dae);
  options.controller.largest_growth = kLargestGrowth;
  options.comfortable_rate = kComfortableRate;
  if (options.newton_tolerance == 0) options.newton_tolerance = kNewtonTolerance;
  if (options.newton_max == 0 && settings.fixed_step == 0) options.newton_max = kNewtonLimit;
  const int inner = static_cast<int>(values.number("inner"));
  options.make_system = [inner](const DaeInfo& of) {
    return std::make_unique<TriangularStages>(inner > 0 ? inner : of.constraint_level + 2);
  };
  return options;
}

}  // namespace

Method pside_method() {
  return {
      .name = kName,
      .title = "Radau IIA of order 7 by a triangularly implicit iteration with four real shifts in parallel",
      .source = "SLV98, HS97",
      .options = options(),
      .traits = {.family = "pside", .order = 7, .rank = 12},
      .refusal = radau_refusal(kName),
      .doubt = doubt_at_index_3,
      .make = [](Dae& dae, const StepSettings& settings, const OptionValues& values) {
        return std::make_unique<StepLoop>(
            std::make_unique<RadauIIA>(dae, settings, read(dae.info(), settings, values)), settings);
      }};
}

}  // namespace pleuel
