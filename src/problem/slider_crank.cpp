#include "pleuel/problem/slider_crank.hpp"
#include "pleuel/problem/builtin_drawings.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pleuel/mechanics/driven_system.hpp"
#include "pleuel/mechanics/system_from.hpp"

namespace pleuel {
namespace {

using Parameters = SliderCrankParameters;

constexpr double crank_end = 0.1;  // s

// Deformation and its rate at t = 0 for Ω = 150 rad/s and E = 2e11 N/m² [MM08, II.19.2], y6, y7 and
// y11 … y14.
constexpr double smooth_deformation[] = {0, 0, 0.103339863e-4, 0.169327969e-4};
constexpr double smooth_rate[] = {0.4448961125815990, 0.4634339319238670e-2, -0.1785910760000550e-5,
                                  -0.2689386719979040e-5};

const char motion_key[] = "motion";
const char uniform_motion[] = "omega*t";
constexpr int motion_row = 2;  // of the constraint φ1 − r(t) = 0
const char omega[] = "omega";
const char gravity_key[] = "gravity";
const char young_key[] = "E";

OptionSpecs option_specs(MotionReader read_motion) {
  OptionSpecs specs = {
      {.name = "beam",
       .default_value = "linear",
       .help = "elasticity of the rod; nonlinear couples stretching and bending",
       .choices = {"linear", "nonlinear"}},
      {.name = "damping",
       .default_value = "off",
       .help = "damping of the rod, 2.6, 3.2, 0.54 and 1.8 % in its four modes",
       .choices = {"off", "on"}},
      {.name = "start",
       .default_value = "smooth",
       .help = "near the motion without oscillations, or without deformation",
       .choices = {"smooth", "rigid"}},
      {.name = "mass",
       .default_value = "published",
       .help = "longitudinal mass of the rod: as printed, or as the shape functions give it (1/15 of that)",
       .choices = {"published", "consistent"}},
      {.name = "pi",
       .default_value = "published",
       .help = "3.1415927 as in the published digits, or exact",
       .choices = {"published", "exact"}},
      {.name = omega, .default_value = "150", .help = "angular velocity of the crank, rad/s"},
      {.name = gravity_key, .default_value = "0", .help = "gravity along -y, m/s^2"},
      {.name = young_key,
       .default_value = "2e11",
       .help = "Young's modulus of the rod, N/m^2",
       .minimum = 1e3}};
  if (read_motion != nullptr)
    specs.push_back({.name = motion_key,
                     .default_value = uniform_motion,
                     .help = "angle of the crank in rad, a formula of t in s and omega",
                     .is_text = true});
  return specs;
}

/// Empty for the published motion, whose equations are faster without a formula.
std::optional<MotionFormula> given_motion(const OptionValues& options, MotionReader read_motion) {
  if (read_motion == nullptr || !options.is_changed(motion_key)) return std::nullopt;
  return read_motion({.place = std::string("--set ") + motion_key,
                      .name = "crank",
                      .text = options.text(motion_key),
                      .constants = {{omega, options.number(omega)}}});
}

Parameters parameters_from(const OptionValues& options) {
  Parameters p;
  if (options.is("beam", "nonlinear")) p.beam = Parameters::Beam::nonlinear;
  if (options.is("damping", "on")) p.damping = Parameters::Damping::on;
  if (options.is("mass", "consistent")) p.mass = Parameters::Mass::consistent;
  if (options.is("pi", "exact")) p.pi = std::numbers::pi;
  p.omega = options.number(omega);
  p.gravity = options.number(gravity_key);
  p.E = options.number(young_key);
  return p;
}

std::optional<Reference> reference_for(const SliderCrankVariant& variant) {
  const auto values = slider_crank_end_values(variant);
  if (!values) return std::nullopt;
  Reference reference;
  reference.y = Eigen::Map<const Vector>(values->data(), 24);
  reference.scd_components = {0, 1, 2, 3, 4, 5, 6, 21, 22, 23};
  reference.main_components = {0, 1, 2, 3, 4, 5, 6};
  reference.source = variant.mass == Parameters::Mass::published
                         ? "extrapolation in quadruple precision, two formulations"
                         : "extrapolation in double precision, without accelerations";
  return reference;
}

std::vector<std::string> remarks_on(const OptionValues& options, bool has_own_motion) {
  std::vector<std::string> remarks;
  if (options.is("mass", "published")) {
    remarks.push_back(
        "the published longitudinal mass of the rod is 15 times what the shape functions give; the published "
        "digits "
        "belong to it (--set mass=consistent for the other)");
  }
  if (options.is("mass", "consistent")) {
    remarks.push_back(
        "for mass=consistent there are reference digits with pi=exact, linear, undamped, smooth only");
  }
  if (has_own_motion && options.is_changed(omega) &&
      options.text(motion_key).find(omega) == std::string::npos) {
    remarks.push_back("omega has no effect, because the formula of motion does not contain it");
  }
  if (has_own_motion) return remarks;
  if (options.is("start", "smooth") && (options.is_changed(omega) || options.is_changed(young_key))) {
    remarks.push_back(
        "the smooth start is the published one scaled by the leading order of the quasi-static expansion, "
        "deformation as omega^2/E, its rate as omega^3/E");
  }
  if (options.is("start", "smooth") && options.is_changed(gravity_key)) {
    remarks.push_back("the published smooth start does not account for gravity (--set sweeps=1 does)");
  }
  return remarks;
}

/// Of the axis w = q1 sin(πx/l2) + q2 sin(2πx/l2) across the rod.
std::vector<ValidityMeasure> rod_validity(Parameters::Beam beam) {
  const bool is_nonlinear = beam == Parameters::Beam::nonlinear;
  ValidityMeasure rotation{
      .body = "rod",
      .what = "the slope of its axis against the line through its ends",
      .theory =
          is_nonlinear ? "the nonlinear beam, whose energy ends with the third degree," : "the linear beam",
      .remedy = is_nonlinear ? "the rod buckles where its axial force exceeds what its bending stiffness "
                               "holds, and no term of the equations stops it; lower omega or raise E"
                             : "lower omega or raise E",
      .value = {}};
  rotation.value = [](ConstVec q) {
    return std::numbers::pi / Parameters::l2 * (std::abs(q[3]) + 2 * std::abs(q[4]));
  };
  ValidityMeasure displacement = rotation;
  displacement.what = "the displacement along it over its length of 0.3 m";
  displacement.value = [](ConstVec q) { return std::max(std::abs(q[5]), std::abs(q[6])) / Parameters::l2; };
  return {rotation, displacement};
}

/// The equations without the term Ω t, and r(t) instead.
std::shared_ptr<const MechanicalSystem> driven_crank(Parameters parameters, const MotionOfTime& motion) {
  parameters.omega = 0;
  return std::make_shared<DrivenSystem>(make_system(SliderCrankEquations(parameters)), motion_row, motion);
}

/// With a motion of its own, a smooth start is computed (sweeps): the published one belongs to
/// uniform rotation from φ1 = 0.
void drive(const MotionFormula& formula, const Parameters& parameters, SliderCrankStart start, Case& result) {
  const Taylor<double> r = formula.motion(0);
  const auto initial = slider_crank_initial_values(parameters, SliderCrankStart::rigid, {r.x, r.d});
  result.system = driven_crank(parameters, formula.motion);
  result.time_functions = formula.time_functions;
  result.q0 = initial.q;
  result.v0 = initial.v;
  result.sweeps = start == SliderCrankStart::smooth ? 1 : 0;
}

Case slider_crank_case(const OptionValues& options, MotionReader read_motion) {
  const Parameters parameters = parameters_from(options);
  const auto motion = given_motion(options, read_motion);
  const SliderCrankVariant variant{
      .beam = parameters.beam,
      .damping = parameters.damping,
      .start = options.is("start", "rigid") ? SliderCrankStart::rigid : SliderCrankStart::smooth,
      .pi = options.is("pi", "exact") ? PiDigits::exact : PiDigits::published,
      .mass = parameters.mass};
  const bool has_published_numbers = !motion && !options.is_changed(omega) &&
                                     !options.is_changed(gravity_key) && !options.is_changed(young_key);
  const auto initial = slider_crank_initial_values(parameters, variant.start);

  Case result;
  result.name = "slider-crank";
  result.system = make_system(SliderCrankEquations(parameters));
  result.t_end = crank_end;
  result.drawing = slider_crank_drawing(Parameters::l1, Parameters::l2);
  result.q0 = initial.q;
  result.v0 = initial.v;
  result.s0 = Vector::Zero(0);
  result.deformation = {3, 4, 5, 6};
  result.validity = rod_validity(parameters.beam);
  result.outputs = {"phi2", "x3", "q1", "q2", "q3", "q4", "lambda1", "lambda2", "lambda3"};
  result.remarks = remarks_on(options, motion.has_value());
  result.reference = [variant, has_published_numbers](double t_end) -> std::optional<Reference> {
    if (!has_published_numbers || t_end != crank_end) return std::nullopt;
    return reference_for(variant);
  };
  result.table_norm = [](double) { return std::optional<TableNorm>(); };
  if (motion) drive(*motion, parameters, variant.start, result);
  return result;
}

}  // namespace

Problem slider_crank_problem(MotionReader read_motion) {
  Problem problem;
  problem.name = "slider-crank";
  problem.title = "Slider crank with an elastic connecting rod";
  problem.source = "MM08";
  problem.options = option_specs(read_motion);
  problem.build = [read_motion](const OptionValues& options) {
    return slider_crank_case(options, read_motion);
  };
  return problem;
}

SliderCrankInitialValues slider_crank_initial_values(const SliderCrankParameters& parameters,
                                                     SliderCrankStart start) {
  return slider_crank_initial_values(parameters, start, {0, parameters.omega});
}

SliderCrankInitialValues slider_crank_initial_values(const SliderCrankParameters& parameters,
                                                     SliderCrankStart start, const CrankState& crank) {
  SliderCrankInitialValues initial{Vector::Zero(7), Vector::Zero(7)};
  if (start == SliderCrankStart::smooth) {
    const Parameters published;
    const double speed = parameters.omega / published.omega;
    const double scale = speed * speed * published.E / parameters.E;
    for (int i = 0; i < 4; ++i) {
      initial.q[3 + i] = scale * smooth_deformation[i];
      initial.v[3 + i] = scale * speed * smooth_rate[i];
    }
  }
  const double sin1 = std::sin(crank.angle), cos1 = std::cos(crank.angle);
  const double length = Parameters::l2 + initial.q[6], rate = initial.v[6];
  initial.q[0] = crank.angle;
  initial.q[1] = 0 - std::asin(Parameters::l1 * sin1 / length);
  const double sin2 = std::sin(initial.q[1]), cos2 = std::cos(initial.q[1]);
  initial.q[2] = Parameters::l1 * cos1 + Parameters::l2 * cos2 + initial.q[6] * cos2;
  initial.v[0] = crank.rate;
  initial.v[1] = -(Parameters::l1 * cos1 * crank.rate + sin2 * rate) / (length * cos2);
  initial.v[2] = cos2 * rate - Parameters::l1 * sin1 * crank.rate - length * sin2 * initial.v[1];
  return initial;
}

}  // namespace pleuel
