#include "pleuel/problem/chain.hpp"

#include <cmath>
#include <numbers>

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/problem/builtin_drawings.hpp"
#include "pleuel/problem/chain_equations.hpp"

namespace pleuel {
namespace {

int whole_number_of_links(const OptionValues& options) {
  const double links = options.number("links");
  if (links != std::floor(links))
    throw InvalidInput("option links = " + options.text("links") +
                       ": the number of links must be whole, e.g. 10");
  return static_cast<int>(links);
}

Case chain_case(const OptionValues& options) {
  const int n = whole_number_of_links(options);
  const double length = options.number("length");
  const ChainEquations equations{
      .n = n, .m = options.number("mass") / n, .l = length / n, .g = options.number("g")};
  const double angle = options.number("angle");

  Case result;
  result.name = "chain";
  result.drawing = chain_drawing(n, equations.l);
  result.system = make_system(equations);
  // A rod of length L pivoted at its end has the small-angle period 2π √(2L/(3g)).
  result.t_end = 4 * std::numbers::pi * std::sqrt(2 * length / (3 * equations.g));
  result.q0.resize(3 * n);
  for (int i = 0; i < n; ++i) {
    const double to_centre = (i + 0.5) * equations.l;
    result.q0.segment(3 * i, 3) << to_centre * std::sin(angle), -to_centre * std::cos(angle), angle;
  }
  result.v0 = Vector::Zero(3 * n);
  result.s0 = Vector::Zero(0);
  const std::string last = std::to_string(n);
  result.outputs = {"x" + last, "y" + last, "phi" + last};
  result.reference = [](double) { return std::optional<Reference>(); };
  result.table_norm = [](double) { return std::optional<TableNorm>(); };
  return result;
}

}  // namespace

Problem chain_problem() {
  Problem problem;
  problem.name = "chain";
  problem.title = "Hanging chain of rigid links in maximal coordinates";
  problem.source = "this package";
  problem.options = {
      {.name = "links", .default_value = "10", .help = "number of links", .minimum = 1, .maximum = 100000},
      {.name = "length", .default_value = "1", .help = "length of the whole chain, m", .minimum = 1e-9},
      {.name = "mass", .default_value = "1", .help = "mass of the whole chain, kg", .minimum = 1e-9},
      {.name = "angle",
       .default_value = "0.5",
       .help = "initial angle of all links from the downward vertical, rad"},
      {.name = "g", .default_value = "9.81", .help = "gravity along -y, m/s^2", .minimum = 1e-6}};
  problem.build = chain_case;
  return problem;
}

}  // namespace pleuel
