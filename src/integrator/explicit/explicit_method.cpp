#include "pleuel/integrator/explicit/explicit_method.hpp"

#include "pleuel/integrator/control/shared_options.hpp"
#include "pleuel/integrator/explicit/explicit_runge_kutta.hpp"
#include "pleuel/integrator/loop/step_loop.hpp"

namespace pleuel {
namespace {

using Kind = ControllerOptions::Kind;

OptionSpecs explicit_options(const char* controller) {
  return {
      {.name = "controller",
       .default_value = controller,
       .help = "step-size control: proportional-integral, from the last two errors, or from the last one",
       .choices = {"pi", "predictive", "elementary"}},
      {.name = "safety",
       .default_value = "0.9",
       .help = "fraction of the step size that the error would allow",
       .minimum = 0.1,
       .maximum = 1},
      {.name = "test",
       .default_value = "motion",
       .help = "error test: of q, v and s; strict: of the accelerations too, and at a tenth of the tolerance "
               "(the automatic choice takes it)",
       .choices = {"motion", "strict"}},
      {.name = "stiff_steps",
       .default_value = "auto",
       .help = "where stability limits the steps, the run ends if more than these are ahead; 0: never; "
               "auto: 2e7 divided by the number of unknowns; quiet: never, and without a remark",
       .choices = {"auto", "quiet"},
       .number_allowed = true,
       .minimum = 0,
       .is_whole = true}};
}

ExplicitOptions read_options(const OptionValues& values, const ControllerOptions& limits) {
  ExplicitOptions options{.controller = limits};
  options.controller.kind = values.is("controller", "pi")           ? Kind::proportional_integral
                            : values.is("controller", "predictive") ? Kind::predictive
                                                                    : Kind::elementary;
  options.controller.safety = values.number("safety");
  options.is_strict = values.is("test", "strict");
  if (values.is("stiff_steps", "quiet")) {
    options.most_stiff_steps = 0;
    options.remarks_on_stability = false;
  } else if (!values.is("stiff_steps", "auto"))
    options.most_stiff_steps = static_cast<long>(values.number("stiff_steps"));
  return options;
}

/// What distinguishes the methods of the family.
struct Member {
  const char* name;
  const char* title;
  const char* source;
  const char* controller;
  ControllerOptions limits;
  const ExplicitTableau& tableau;
  int rank;
  int trial = 0;
};

Method explicit_method(const Member& m) {
  const ExplicitTableau& tableau = m.tableau;
  return {.name = m.name,
          .title = m.title,
          .source = m.source,
          .options = explicit_options(m.controller),
          .traits = {.family = "explicit",
                     .order = tableau.order,
                     .kind = MethodTraits::Kind::non_stiff,
                     .rank = m.rank,
                     .trial = m.trial},
          .refusal = {},
          .make = {},
          .make_mechanical =
              [name = std::string(m.name), &tableau, limits = m.limits](
                  std::shared_ptr<const MechanicalSystem> system, const StepSettings& settings,
                  const OptionValues& values) {
                return std::make_unique<StepLoop>(
                    std::make_unique<ExplicitRungeKutta>(name, tableau, std::move(system), settings,
                                                         read_options(values, limits)),
                    settings);
              },
          .equations = [&tableau](const OptionValues&) { return explicit_rows(tableau).name; },
          .ignored =
              [](const OptionValues&) {
                return std::vector<IgnoredSetting>{
                    {"error", "its error test covers q, v and s, which have index 1"}};
              }};
}

}  // namespace

Method mdop5_method() {
  return explicit_method({.name = "mdop5",
                          .title = "Dormand-Prince with projection on mechanical systems: order 5, explicit",
                          .source = "DP80, HNW93, Sim95",
                          .controller = "pi",
                          .limits = {.largest_growth = 10, .largest_reduction = 5, .first_reduction = 5},
                          .tableau = dormand_prince_5(),
                          .rank = 7});
}

Method dop853_method() {
  return explicit_method({.name = "dop853",
                          .title = "Dormand-Prince with projection on mechanical systems: order 8, explicit",
                          .source = "HNW93",
                          .controller = "elementary",
                          .limits = {.largest_growth = 6, .largest_reduction = 3, .first_reduction = 5},
                          .tableau = dormand_prince_8(),
                          .rank = 6,
                          .trial = 1});
}

Method hem5_method() {
  return explicit_method(
      {.name = "hem5",
       .title = "Half-explicit Runge-Kutta with projection on mechanical systems: order 5 at index 2",
       .source = "Mur97, AM98, BH93",
       .controller = "elementary",
       .limits = {.largest_growth = 10, .largest_reduction = 5, .first_reduction = 5},
       .tableau = half_explicit_5(),
       .rank = 8});
}

}  // namespace pleuel
