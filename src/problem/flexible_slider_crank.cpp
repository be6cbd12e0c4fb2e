#include "pleuel/problem/flexible_slider_crank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"

namespace pleuel {
namespace {

constexpr double flexible_crank_end = 1;  // s
constexpr double torque_end = 0.3;        // s
constexpr int published_elements = 4;
constexpr double young = 2e11, poisson = 0.3;  // N/m², 1
constexpr double gravity = 9.81;               // m/s²

/// φ1, φ2, x3 at the end, from two independent programs.
struct EndValues {
  CrankReading reading;
  ShapeIntegral integral;
  double t_end;
  double q[3];
};
constexpr EndValues known_ends[] = {
    {CrankReading::program, ShapeIntegral::correct, 0.3, {2.7189114186, -0.206495785187, 0.156823228009}},
    {CrankReading::program, ShapeIntegral::correct, 1.0, {20.0352364969, -0.481717560177, 0.322198262334}},
    {CrankReading::program, ShapeIntegral::published, 0.3, {2.71858585548, -0.207547739487, 0.156834035501}},
    {CrankReading::program, ShapeIntegral::published, 1.0, {20.032517074, -0.48176066865, 0.32265647836}},
    {CrankReading::text, ShapeIntegral::correct, 0.3, {1.6065943687, -0.5231646467, 0.2544945233}},
    {CrankReading::text, ShapeIntegral::correct, 1.0, {8.9886356275, -0.2128317670, 0.1572731580}}};

struct Variant {
  CrankReading reading;
  ShapeIntegral integral;
  int elements;
};

std::optional<Reference> reference_for(const Variant& variant, double t_end) {
  if (variant.elements != published_elements) return std::nullopt;
  for (const EndValues& end : known_ends) {
    if (end.reading != variant.reading || end.integral != variant.integral || end.t_end != t_end) continue;
    constexpr int n = 3 + 2 * published_elements;
    Reference reference;
    reference.y = Vector::Constant(3 * n + 2, std::numeric_limits<double>::quiet_NaN());
    for (int i = 0; i < 3; ++i) reference.y[i] = end.q[i];
    reference.scd_components = {0, 1, 2};
    reference.main_components = {0, 1, 2};
    reference.source = end.reading == CrankReading::program ? "explicit Runge-Kutta, step 2.5e-7 s, 9 digits"
                                                            : "an independent program, 8 digits";
    return reference;
  }
  return std::nullopt;
}

/// Transverse nodal displacements of the rod, q[3], q[5], …, and slopes, q[4], q[6], …
std::vector<ValidityMeasure> rod_validity(double length) {
  const auto largest = [](const ConstVec& q, Eigen::Index first) {
    double value = 0;
    for (Eigen::Index i = first; i < q.size(); i += 2) value = std::max(value, std::abs(q[i]));
    return value;
  };
  ValidityMeasure displacement{.body = "rod",
                               .what = "the displacement over its length",
                               .theory = "the linear beam",
                               .remedy = "take a model file with \"elasticity\": \"geometric\"",
                               .value = {}};
  displacement.value = [largest, length](ConstVec q) { return largest(q, 3) / length; };
  ValidityMeasure slope = displacement;
  slope.what = "the slope against its frame";
  slope.value = [largest](ConstVec q) { return largest(q, 4); };
  return {displacement, slope};
}

Case flexible_slider_crank_case(const OptionValues& options) {
  const Variant variant{
      options.is("reading", "text") ? CrankReading::text : CrankReading::program,
      options.is("shape_integral", "published") ? ShapeIntegral::published : ShapeIntegral::correct,
      static_cast<int>(options.number("elements"))};
  Case result;
  result.name = "flexible-slider-crank";
  const auto system = flexible_crank_system(variant.reading, variant.elements, variant.integral);
  result.system = system;
  result.t_end = flexible_crank_end;
  const int n = system->info().n_q();
  result.q0 = Vector::Zero(n);
  result.q0[2] = system->data().l1 + system->data().l2;
  result.v0 = Vector::Zero(n);
  result.s0 = Vector::Zero(0);
  for (int i = 3; i < n; ++i) result.deformation.push_back(i);
  result.validity = rod_validity(system->data().l2);
  result.breakpoints = {torque_end};
  result.outputs = {"phi1", "phi2", "x3", "w" + std::to_string((variant.elements + 1) / 2),
                    "w" + std::to_string(variant.elements)};
  result.remarks = {
      variant.reading == CrankReading::program
          ? "torque pulse, gravity and bending modulus of the published program, which the paper's "
            "text leaves open"
          : "torque 0.2 N m for 0.3 s and no gravity, following only the text"};
  if (variant.integral == ShapeIntegral::published)
    result.remarks.emplace_back(
        "the integral of x times the shape functions is that of the published program, which takes x from "
        "the end of each element");
  result.reference = [variant](double t_end) { return reference_for(variant, t_end); };
  result.table_norm = [](double) { return std::optional<TableNorm>(); };
  return result;
}

/// The highest mode has 1.4e5 rad/s: rounding errors of q become 1e-6 in accelerations. At index 1,
/// accelerations are tested like all other unknowns, and useful tolerances cannot be satisfied.
std::vector<std::string> formulations_beyond_index_1() {
  std::vector<std::string> names;
  for (const Formulation& formulation : motion_formulations())
    if (formulation.rows(OptionValues(formulation.options, {})).constraint_level > 0)
      names.push_back(formulation.name);
  return names;
}

}  // namespace

std::shared_ptr<const FlexibleCrankSystem> flexible_crank_system(CrankReading reading, int elements,
                                                                 ShapeIntegral integral) {
  const bool is_program = reading == CrankReading::program;
  FlexibleRodData rod;
  rod.elements = elements;
  rod.integral = integral;
  if (!is_program) rod.sections = SectionInertia::neglected;
  // Plane strain stiffens the rod [Sim96].
  rod.modulus = is_program ? young * (1 - poisson) / (1 - poisson - 2 * poisson * poisson) : young;
  const CrankTorque torque{.kind = is_program ? CrankTorque::Kind::pulse : CrankTorque::Kind::constant,
                           .size = 0.2,
                           .until = torque_end};
  return std::make_shared<FlexibleCrankSystem>(rod, is_program ? gravity : 0.0, torque);
}

Problem flexible_slider_crank_problem() {
  Problem problem;
  problem.name = "flexible-slider-crank";
  problem.title = "Rigid crank, rod of beam elements, slider";
  problem.source = "YPR98";
  problem.options = {
      {.name = "elements",
       .default_value = "4",
       .help = "number of beam elements of the rod",
       .minimum = 1,
       .maximum = 100000,
       .is_whole = true},
      {.name = "reading",
       .default_value = "program",
       .help = "data the text leaves open: those of the published program, or the plain text",
       .choices = {"program", "text"}},
      {.name = "shape_integral",
       .default_value = "correct",
       .help = "the integral of x times the shape functions: right, or as in the published program",
       .choices = {"correct", "published"}}};
  problem.build = flexible_slider_crank_case;
  problem.formulations = formulations_beyond_index_1();
  return problem;
}

}  // namespace pleuel
