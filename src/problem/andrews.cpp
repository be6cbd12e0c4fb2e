#include "pleuel/problem/andrews.hpp"

#include <algorithm>

#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/problem/andrews_equations.hpp"
#include "pleuel/problem/andrews_reference.hpp"
#include "pleuel/problem/builtin_drawings.hpp"

namespace pleuel {
namespace {

constexpr double andrews_end = 0.03;  // s

// [MM08, II.13.2]. The start is at rest with the accelerations listed there. Differs from [MM08,
// II.13.2]: λ0 has six entries, not seven, and "q̇0 = q̈0 = 0" refers to q̇0 and the third
// derivative, because q̈0 is the vector listed below it.
constexpr double start[] = {-0.0617138900142764496358948458001, 0,
                            0.455279819163070380255912382449,   0.222668390165885884674473185609,
                            0.487364979543842550225598953530,   -0.222668390165885884674473185609,
                            1.23054744454982119249735015568};

Reference end_values() {
  Reference reference;
  reference.y = Eigen::Map<const Vector>(andrews_end_values.data(), andrews_end_values.size());
  reference.scd_components = {0, 1, 2, 3, 4, 5, 6};
  reference.main_components = reference.scd_components;
  reference.source = "extrapolation of the index-1 equations in quadruple precision";
  return reference;
}

Case andrews_case(const OptionValues& options) {
  AndrewsParameters parameters;
  parameters.mom = options.number("drive");
  parameters.c0 = options.number("spring");
  const bool is_published =
      std::ranges::none_of(options.specs(), [&](const auto& spec) { return options.is_changed(spec.name); });

  Case result;
  result.name = "andrews";
  result.drawing = andrews_drawing();
  result.system = make_system(AndrewsEquations(parameters));
  result.t_end = andrews_end;
  result.q0 = Eigen::Map<const Vector>(start, 7);
  result.v0 = Vector::Zero(7);
  result.s0 = Vector::Zero(0);
  result.outputs = {"q1", "q2", "q3", "q4", "q5", "q6", "q7"};
  result.reference = [is_published](double t_end) -> std::optional<Reference> {
    if (!is_published || t_end != andrews_end) return std::nullopt;
    return end_values();
  };
  result.table_norm = [](double) { return std::optional<TableNorm>(); };
  return result;
}

}  // namespace

Problem andrews_problem() {
  Problem problem;
  problem.name = "andrews";
  problem.title = "Andrews' squeezing mechanism, seven rigid bodies";
  problem.source = "MM08";
  problem.options = {
      {.name = "drive", .default_value = "0.033", .help = "torque of the drive on body 1, N m"},
      {.name = "spring", .default_value = "4530", .help = "stiffness of the spring, N/m", .minimum = 0}};
  problem.build = andrews_case;
  return problem;
}

}  // namespace pleuel
