#include "pleuel/problem/van_der_pol.hpp"

#include "pleuel/dae/dae_from.hpp"
#include "pleuel/problem/van_der_pol_equations.hpp"

namespace pleuel {
namespace {

constexpr double published_epsilon = 1e-6;
constexpr double van_der_pol_end = 2;

std::optional<Reference> van_der_pol_digits() {
  Reference reference;
  reference.y = Vector{{1.706167732170483, -0.8928097010247975}};
  reference.scd_components = reference.main_components = {0, 1};
  reference.source = "MM08; confirmed by extrapolation in extended precision";
  return reference;
}

Case van_der_pol_case(const OptionValues& options) {
  const double epsilon = options.number("epsilon");
  Case result;
  result.name = "van-der-pol";
  result.dae = [epsilon] { return make_dae(VanDerPolEquations{.epsilon = epsilon}); };
  result.t_end = van_der_pol_end;
  result.y0 = Vector{{2, 0}};
  result.outputs = {"y1", "y2"};
  result.reference = [epsilon](double t_end) -> std::optional<Reference> {
    if (epsilon != published_epsilon || t_end != van_der_pol_end) return std::nullopt;
    return van_der_pol_digits();
  };
  return result;
}

}  // namespace

Problem van_der_pol_problem() {
  Problem problem;
  problem.name = "van-der-pol";
  problem.title = "Van der Pol's oscillator, a stiff ODE";
  problem.source = "MM08";
  problem.options = {{.name = "epsilon",
                      .default_value = "1e-6",
                      .help = "the small parameter: the stiffer, the smaller",
                      .minimum = 1e-12,
                      .maximum = 1e3}};
  problem.build = van_der_pol_case;
  return problem;
}

}  // namespace pleuel
