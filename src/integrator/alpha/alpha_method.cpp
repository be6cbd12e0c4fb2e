#include "pleuel/integrator/alpha/alpha_method.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/integrator/alpha/generalized_alpha.hpp"
#include "pleuel/integrator/control/shared_options.hpp"
#include "pleuel/integrator/loop/step_loop.hpp"

namespace pleuel {
namespace {

OptionSpecs coefficient_options() {
  return {
      {.name = "rho",
       .default_value = "0.8",
       .help =
           "generalized-alpha: spectral radius at infinity; 1 keeps high frequencies, 0 removes them at once",
       .minimum = 0,
       .maximum = 1},
      {.name = "hht",
       .default_value = "off",
       .help = "HHT-alpha with this alpha, from -1/3 to 0, in place of generalized-alpha",
       .choices = {"off"},
       .number_allowed = true,
       .minimum = -1.0 / 3,
       .maximum = 0},
      {.name = "newmark",
       .default_value = "off",
       .help = "Newmark's method with constant average acceleration in place of generalized-alpha",
       .choices = {"off", "on"}}};
}

OptionSpecs iteration_options() {
  return {
      {.name = "iteration",
       .default_value = "index2",
       .help = "equations of a step: underlying ODE with projection, stabilized index 2, coordinate split, "
               "the same "
               "without the projector's derivative, or index 3 without projection",
       .choices = {"projected", "index2", "cs", "cm", "index3"}},
      {.name = "lambda",
       .default_value = "index1",
       .help =
           "multipliers from nu/(beta h^2), from mu/(gamma h), or from the accelerations (index3: always nu)",
       .choices = {"nu", "mu", "index1"}},
      {.name = "splitting",
       .default_value = "lu",
       .help = "the projector of cs and cm: from a splitting of coordinates, or orthonormal",
       .choices = {"lu", "qr"}},
      {.name = "metric",
       .default_value = "step",
       .help = "velocities are projected in the metric of the step's matrix, or of the masses as in [YPR98] "
               "(projected: always)",
       .choices = {"step", "mass"}},
      {.name = "projection",
       .default_value = "corrected",
       .help = "iteration=projected: M and G of the projections at the new q, or before it is corrected",
       .choices = {"corrected", "uncorrected"}}};
}

OptionSpecs newton_options() {
  return {
      {.name = "predictor",
       .default_value = "velocity",
       .help = "Newton's method starts from q_n, from q_n + h v_n, or with the last acceleration",
       .choices = {"position", "velocity", "acceleration"}},
      {.name = "jacobian_age",
       .default_value = "auto",
       .help = "a new Newton matrix every so many steps; 0: in every iteration; auto: in every step, and in "
               "every iteration of a constant step that does not converge otherwise",
       .choices = {"auto"},
       .number_allowed = true,
       .minimum = 0,
       .maximum = 1000,
       .is_whole = true}};
}

OptionSpecs all_options() {
  return joined({coefficient_options(), iteration_options(), newton_options(),
                 newton_option_specs("10, and 25 with a fixed step", "chosen from rtol"),
                 controller_option_specs()});
}

void read_coefficients(const OptionValues& values, AlphaOptions& options) {
  const bool is_hht = !values.is("hht", "off"), is_newmark = values.is("newmark", "on");
  if (is_hht + is_newmark + values.is_changed("rho") > 1)
    throw InvalidInput("options rho, hht and newmark name three methods; set one of them");
  double radius = values.number("rho");
  if (is_newmark) {
    radius = 1;
    options.coefficients = AlphaCoefficients::newmark();
  } else if (is_hht) {
    const double alpha = values.number("hht");
    radius = (1 + alpha) / (1 - alpha);
    options.coefficients = AlphaCoefficients::hht(alpha);
  } else {
    options.coefficients = AlphaCoefficients::generalized(radius);
  }
  options.state_coefficients = FirstOrderCoefficients::with_radius(radius);
}

template <class Enum>
Enum choice(const OptionValues& values, const char* name,
            std::initializer_list<std::pair<const char*, Enum>> all) {
  for (const auto& [text, value] : all)
    if (values.is(name, text)) return value;
  return all.begin()->second;
}

}  // namespace

AlphaOptions read_alpha_options(const OptionValues& values) {
  AlphaOptions options;
  read_coefficients(values, options);
  using I = AlphaIteration;
  options.iteration = choice<I>(values, "iteration",
                                {{"index2", I::index2},
                                 {"projected", I::projected},
                                 {"cs", I::cs},
                                 {"cm", I::cm},
                                 {"index3", I::index3}});
  using L = AlphaMultiplier;
  options.multiplier = choice<L>(values, "lambda", {{"index1", L::index1}, {"mu", L::mu}, {"nu", L::nu}});
  options.splitting = values.is("splitting", "qr") ? Annihilator::Kind::qr : Annihilator::Kind::lu;
  options.projection =
      values.is("projection", "uncorrected") ? ProjectionPlace::uncorrected : ProjectionPlace::corrected;
  options.metric = values.is("metric", "mass") ? ProjectionMetric::mass : ProjectionMetric::step;
  using P = AlphaPredictor;
  options.predictor =
      choice<P>(values, "predictor",
                {{"velocity", P::velocity}, {"position", P::position}, {"acceleration", P::acceleration}});
  options.newton_max = static_cast<int>(values.number("newton_max"));
  options.newton_tolerance = values.number("newton_tolerance");
  options.renews_when_stuck = values.is("jacobian_age", "auto");
  if (!options.renews_when_stuck) options.jacobian_age = static_cast<int>(values.number("jacobian_age"));
  read_controller(values, options.controller);
  return options;
}

Method alpha_method() {
  return {
      .name = "alpha",
      .title = "Generalized-alpha, HHT-alpha and Newmark on mechanical systems: order 2, damping by choice",
      .source = "YPR98, CH93, HHT77, New59",
      .options = all_options(),
      .traits = {.family = "alpha", .order = 2, .rank = 5},
      .refusal = {},
      .doubt = doubt_of_order_2,
      .make = {},
      .make_mechanical =
          [](std::shared_ptr<const MechanicalSystem> system, const StepSettings& settings,
             const OptionValues& values) {
            return std::make_unique<StepLoop>(
                std::make_unique<GeneralizedAlpha>(std::move(system), settings, read_alpha_options(values)),
                settings);
          },
      .equations = [](const OptionValues& values) { return values.text("iteration"); }};
}

}  // namespace pleuel
