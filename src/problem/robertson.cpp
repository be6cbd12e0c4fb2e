#include "pleuel/problem/robertson.hpp"

#include "pleuel/dae/dae_from.hpp"
#include "pleuel/problem/robertson_equations.hpp"

namespace pleuel {
namespace {

constexpr double robertson_end = 1e11;

Reference published_digits() {
  Reference reference;
  reference.y = Vector{{0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050}};
  reference.scd_components = reference.main_components = {0, 1, 2};
  reference.source = "MM08; confirmed by extrapolation in extended precision";
  return reference;
}

Case robertson_case(const OptionValues&) {
  Case result;
  result.name = "robertson";
  result.dae = [] { return make_dae(RobertsonEquations{}); };
  result.t_end = robertson_end;
  result.y0 = Vector{{1, 0, 0}};
  result.outputs = {"A", "B", "C"};
  result.remarks = {
      "A and B end at 2e-8 and 8e-14: digits in them need absolute tolerances far below, e.g. --rtol 1e-8 "
      "--atol "
      "1e-18"};
  result.reference = [](double t_end) -> std::optional<Reference> {
    if (t_end != robertson_end) return std::nullopt;
    return published_digits();
  };
  return result;
}

}  // namespace

Problem robertson_problem() {
  Problem problem;
  problem.name = "robertson";
  problem.title = "Robertson's chemical reaction as a DAE of index 1";
  problem.source = "MM08";
  problem.build = robertson_case;
  return problem;
}

}  // namespace pleuel
