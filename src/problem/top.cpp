#include "pleuel/problem/top.hpp"

#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/problem/builtin_drawings.hpp"
#include "pleuel/problem/top_equations.hpp"

namespace pleuel {
namespace {

Case top_case(const OptionValues& options) {
  const TopEquations equations{.m = options.number("m"),
                               .l = options.number("l"),
                               .transverse = options.number("transverse"),
                               .axial = options.number("axial"),
                               .g = options.number("g")};
  const double spin = options.number("spin");
  const double swing = options.number("swing");

  Case result;
  result.name = "top";
  result.system = make_system(equations);
  result.t_end = 2;
  result.drawing = top_drawing(equations.l);
  result.q0 = Vector{{0, equations.l, 0, 1, 0, 0, 0}};
  // With A = I the centre of mass moves with ω × c = (−ω_z l, 0, 0).
  result.v0 = Vector{{-swing * equations.l, 0, 0, 0, spin, swing}};
  result.s0 = Vector::Zero(0);
  result.outputs = {"x", "y", "z", "p0", "p1", "p2", "p3", "omega_x", "omega_y", "omega_z"};
  result.reference = [](double) { return std::optional<Reference>(); };
  result.table_norm = [](double) { return std::optional<TableNorm>(); };
  return result;
}

}  // namespace

Problem top_problem() {
  Problem problem;
  problem.name = "top";
  problem.title = "Heavy symmetric top on a ball joint, with a unit quaternion";
  problem.source = "GC01; BC10";
  problem.options = {
      {.name = "m", .default_value = "15", .help = "mass, kg", .minimum = 1e-9},
      {.name = "l",
       .default_value = "1",
       .help = "distance of the centre of mass from the joint, m",
       .minimum = 1e-9},
      {.name = "axial",
       .default_value = "0.46875",
       .help = "moment of inertia about the figure axis, kg m^2",
       .minimum = 1e-12},
      {.name = "transverse",
       .default_value = "0.234375",
       .help = "moment of inertia across it, about the centre of mass, kg m^2",
       .minimum = 1e-12},
      {.name = "spin",
       .default_value = "150",
       .help = "initial angular velocity about the figure axis, rad/s"},
      {.name = "swing",
       .default_value = "-4.61538",
       .help = "initial angular velocity about the body's z axis, which is vertical then, rad/s"},
      {.name = "g", .default_value = "9.81", .help = "gravity along -z, m/s^2"}};
  problem.build = top_case;
  return problem;
}

}  // namespace pleuel
