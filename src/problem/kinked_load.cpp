#include "pleuel/problem/kinked_load.hpp"

#include <cmath>

#include "pleuel/problem/one_mass.hpp"

namespace pleuel {
namespace {

const OneMassEquations kinked_load_equations = {
    .name = "kinked-load", .m = 1, .g = 0, .k = 100, .F = {.height = 50, .corner = {0.5, 0.7, 1.9, 2.3}}};
constexpr double kinked_load_end = 4;

Reference exact(double t_end) {
  const long double k = kinked_load_equations.k, omega = std::sqrt(k / kinked_load_equations.m);
  long double x = 0, v = 0, a = 0;
  for (int i = 0; i < 4; ++i) {
    const long double tau = static_cast<long double>(t_end) - kinked_load_equations.F.corner[i];
    if (tau <= 0) continue;
    const long double c = kinked_load_equations.F.kinks()[i] / k;
    x += c * (tau - std::sin(omega * tau) / omega);
    v += c * (1 - std::cos(omega * tau));
    a += c * omega * std::sin(omega * tau);
  }
  Reference reference;
  reference.y = Vector{{static_cast<double>(x), static_cast<double>(v), static_cast<double>(a)}};
  reference.scd_components = reference.main_components = {0, 1, 2};
  reference.source = "exact: a sum of responses to ramps";
  return reference;
}

Case kinked_load_case(const OptionValues& options) {
  Case result;
  result.name = "kinked-load";
  result.system = one_mass_system(kinked_load_equations);
  result.t_end = kinked_load_end;
  result.q0 = result.v0 = Vector::Zero(1);
  result.s0 = Vector::Zero(0);
  result.outputs = {"x", "vx"};
  if (options.is("corners", "declared"))
    result.breakpoints.assign(kinked_load_equations.F.corner.begin(), kinked_load_equations.F.corner.end());
  result.reference = [](double t_end) -> std::optional<Reference> { return exact(t_end); };
  return result;
}

}  // namespace

Problem kinked_load_problem() {
  Problem problem;
  problem.name = "kinked-load";
  problem.title = "A mass on a spring under a load with corners in time";
  problem.source = "this package";
  problem.options = {{.name = "corners",
                      .default_value = "declared",
                      .help = "whether the corners of the load are declared as breakpoints",
                      .choices = {"declared", "hidden"}}};
  problem.build = kinked_load_case;
  return problem;
}

}  // namespace pleuel
