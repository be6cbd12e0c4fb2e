#include "pleuel/integrator/alpha/alpha_method.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/integrator/alpha/generalized_alpha.hpp"
#include "pleuel/integrator/control/shared_options.hpp"
#include "pleuel/integrator/loop/step_loop.hpp"

namespace pleuel {
namespace {

constexpr std::array<const char*, 4> kFreeCoefficients = {"alpha_m", "alpha_f", "beta", "gamma"};

OptionSpec member(const char* name, const char* help, double minimum, double maximum) {
  return {.name = name,
          .default_value = "off",
          .help = help,
          .choices = {"off"},
          .number_allowed = true,
          .minimum = minimum,
          .maximum = maximum};
}

OptionSpec free_coefficient(const char* name, const char* help) {
  return {.name = name, .default_value = "auto", .help = help, .choices = {"auto"}, .number_allowed = true};
}

OptionSpecs coefficient_options() {
  return {
      {.name = "rho",
       .default_value = "0.8",
       .help =
           "generalized-alpha: spectral radius at infinity; 1 keeps high frequencies, 0 removes them at once",
       .minimum = 0,
       .maximum = 1},
      member("hht", "HHT-alpha with this alpha, from -1/3 to 0, in place of generalized-alpha", -1.0 / 3, 0),
      member("wbz", "WBZ-alpha (Wood, Bossak, Zienkiewicz) with this alpha = alpha_m, from -1 to 0", -1, 0),
      {.name = "newmark",
       .default_value = "off",
       .help = "Newmark's method with constant average acceleration in place of generalized-alpha",
       .choices = {"off", "on"}},
      free_coefficient("alpha_m",
                       "weight of the old acceleration a_n; auto: 0 if another coefficient is given"),
      free_coefficient("alpha_f", "weight of the old forces; auto: 0 if another coefficient is given"),
      free_coefficient("beta", "weight of the new acceleration in q; auto: (1/2 + gamma)^2/4"),
      free_coefficient("gamma",
                       "weight of the new acceleration in v; auto: 1/2 - alpha_m + alpha_f, order 2")};
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

/// The coefficients that the user gave one by one. Throws InvalidInput for those of no use.
AlphaCoefficients free_coefficients(const OptionValues& values) {
  const auto given = [&](const char* name, double otherwise) {
    return values.is(name, "auto") ? otherwise : values.number(name);
  };
  AlphaCoefficients c;
  c.alpha_m = given("alpha_m", 0);
  c.alpha_f = given("alpha_f", 0);
  c.gamma = given("gamma", c.second_order_gamma());
  c.beta = given("beta", 0.25 * (0.5 + c.gamma) * (0.5 + c.gamma));
  std::vector<std::string> faults;
  const auto must_be_below_1 = [&](const char* name, double value) {
    if (value >= 1)
      faults.push_back(std::string(name) + " is " + number_text(value) +
                       "; it must be below 1: otherwise the step does not contain the new value");
  };
  must_be_below_1("alpha_m", c.alpha_m);
  must_be_below_1("alpha_f", c.alpha_f);
  if (c.beta <= 0)
    faults.push_back("beta is " + number_text(c.beta) +
                     "; it must be positive: the step meets the constraints by the new acceleration in q");
  if (faults.empty() && c.stability_limit() == 0)
    faults.push_back("alpha_m = " + number_text(c.alpha_m) + ", alpha_f = " + number_text(c.alpha_f) +
                     ", beta = " + number_text(c.beta) + ", gamma = " + number_text(c.gamma) +
                     " amplify oscillations at every step size; all steps are stable with alpha_m <= alpha_f "
                     "<= 1/2, gamma >= 1/2 - alpha_m + alpha_f and beta >= gamma/2");
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  return c;
}

void read_coefficients(const OptionValues& values, AlphaOptions& options) {
  const bool is_hht = !values.is("hht", "off"), is_wbz = !values.is("wbz", "off"),
             is_newmark = values.is("newmark", "on");
  const bool is_free =
      std::ranges::any_of(kFreeCoefficients, [&](const char* name) { return !values.is(name, "auto"); });
  if (is_hht + is_wbz + is_newmark + is_free + values.is_changed("rho") > 1)
    throw InvalidInput(
        "options rho, hht, wbz, newmark and the coefficients alpha_m, alpha_f, beta, gamma each name a "
        "method; set one of them, or any of the four coefficients");
  // The factor of high frequencies for internal states, which have a formula of their own.
  double radius = values.number("rho");
  if (is_newmark) {
    radius = 1;
    options.coefficients = AlphaCoefficients::newmark();
  } else if (is_hht || is_wbz) {
    const double alpha = values.number(is_hht ? "hht" : "wbz");
    radius = (1 + alpha) / (1 - alpha);
    options.coefficients = is_hht ? AlphaCoefficients::hht(alpha) : AlphaCoefficients::wbz(alpha);
  } else if (is_free) {
    options.coefficients = free_coefficients(values);
    options.has_free_coefficients = true;
    radius = std::min(1.0, options.coefficients.moduli_at_infinity()[0]);
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
      .title =
          "Generalized-alpha, HHT-alpha, WBZ-alpha, Newmark or given coefficients on mechanical systems: "
          "order 2",
      .source = "YPR98, CH93, HHT77, WBZ80, New59",
      .options = all_options(),
      .traits = {.family = "alpha", .order = 2, .rank = 5, .steps_per_jacobian = 5},
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
