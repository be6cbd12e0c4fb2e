#include "pleuel/problem/massless_link.hpp"

#include <cmath>

#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/problem/massless_link_equations.hpp"

namespace pleuel {
namespace {

Case massless_link_case(const OptionValues& options) {
  const MasslessLinkEquations equations{.cart = options.number("cart"),
                                        .bob = options.number("bob"),
                                        .l = options.number("l"),
                                        .k = options.number("k"),
                                        .g = options.number("g")};
  const double angle = options.number("angle");
  const double end_x = equations.l * std::sin(angle), end_y = -equations.l * std::cos(angle);

  Case result;
  result.name = "massless-link";
  result.system = make_system(equations);
  result.t_end = 5;
  result.q0 = Vector{{0, 0.5 * end_x, 0.5 * end_y, angle, end_x, end_y}};
  result.v0 = Vector::Zero(6);
  result.s0 = Vector::Zero(0);
  result.outputs = {"xc", "phi", "xb", "yb"};
  result.remarks = {"the link has no mass: M has rank 3 of 6, and [M G^T; G 0] is regular at every position"};
  result.reference = [](double) { return std::optional<Reference>(); };
  result.table_norm = [](double) { return std::optional<TableNorm>(); };
  return result;
}

}  // namespace

Problem massless_link_problem() {
  Problem problem;
  problem.name = "massless-link";
  problem.title = "Cart and bob joined by a massless link: a singular mass matrix";
  problem.source = "this package";
  problem.options = {{.name = "cart", .default_value = "2", .help = "mass of the cart, kg", .minimum = 1e-9},
                     {.name = "bob", .default_value = "1", .help = "mass of the bob, kg", .minimum = 1e-9},
                     {.name = "l", .default_value = "1", .help = "length of the link, m", .minimum = 1e-9},
                     {.name = "k",
                      .default_value = "0",
                      .help = "stiffness of a spring that pulls the cart to the origin, N/m",
                      .minimum = 0},
                     {.name = "angle",
                      .default_value = "1",
                      .help = "initial angle of the link from the downward vertical, rad"},
                     {.name = "g", .default_value = "9.81", .help = "gravity along -y, m/s^2"}};
  problem.build = massless_link_case;
  return problem;
}

}  // namespace pleuel
