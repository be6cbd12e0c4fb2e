#include "pleuel/problem/parallelogram.hpp"

#include <cmath>
#include <limits>

#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/problem/parallelogram_equations.hpp"
#include "pleuel/problem/pendulum_solution.hpp"

namespace pleuel {
namespace {

/// q, v or a of all bodies: the centres of platform and cranks move on circles about their own
/// points.
struct Angle {
  double phi, rate, acceleration;
};

Vector coordinates(const ParallelogramEquations& e, double phi) {
  Vector q(12);
  const double dx = std::sin(phi), dy = -std::cos(phi);
  for (int i = 0; i < e.n_cranks; ++i)
    q.segment(3 * i, 3) << e.pivot_x(i) + 0.5 * e.l * dx, e.pivot_y(i) + 0.5 * e.l * dy, phi;
  q.tail(3) << 0.5 * e.base + e.l * dx, e.l * dy, 0;
  return q;
}

/// First and second derivative of `coordinates` along φ(t).
Vector rates(const ParallelogramEquations& e, const Angle& at) {
  Vector v(12);
  const double dx = std::cos(at.phi) * at.rate, dy = std::sin(at.phi) * at.rate;
  for (int i = 0; i < e.n_cranks; ++i) v.segment(3 * i, 3) << 0.5 * e.l * dx, 0.5 * e.l * dy, at.rate;
  v.tail(3) << e.l * dx, e.l * dy, 0;
  return v;
}

Vector accelerations(const ParallelogramEquations& e, const Angle& at) {
  Vector a(12);
  const double square = at.rate * at.rate;
  const double dx = std::cos(at.phi) * at.acceleration - std::sin(at.phi) * square,
               dy = std::sin(at.phi) * at.acceleration + std::cos(at.phi) * square;
  for (int i = 0; i < e.n_cranks; ++i) a.segment(3 * i, 3) << 0.5 * e.l * dx, 0.5 * e.l * dy, at.acceleration;
  a.tail(3) << e.l * dx, e.l * dy, 0;
  return a;
}

/// The simple pendulum of length one with g = Ω², released from the horizontal.
std::optional<Reference> reference_for(const ParallelogramEquations& e, double t_end) {
  const PendulumSolution::State s = PendulumSolution(e.frequency_squared()).at(t_end);
  const Angle at = {.phi = static_cast<double>(std::atan2(s.x, -s.y)),
                    .rate = static_cast<double>(s.x * s.w - s.y * s.v),
                    .acceleration = static_cast<double>(-e.frequency_squared() * s.x)};
  Reference reference;
  reference.y = Vector::Constant(48, std::numeric_limits<double>::quiet_NaN());
  reference.y.head(36) << coordinates(e, at.phi), rates(e, at), accelerations(e, at);
  for (int i = 0; i < 3; ++i) reference.scd_components.push_back(3 * i + 2);
  for (int i = 0; i < 24; ++i) reference.main_components.push_back(i);
  reference.source = "elliptic functions";
  return reference;
}

Case parallelogram_case(const OptionValues& options) {
  const ParallelogramEquations equations{.crank = options.number("crank"),
                                         .platform = options.number("platform"),
                                         .l = options.number("l"),
                                         .base = options.number("base"),
                                         .depth = options.number("depth"),
                                         .shift = options.number("shift"),
                                         .g = options.number("g")};
  const double angle = options.number("angle");
  Case result;
  result.name = "parallelogram";
  result.system = make_system(equations);
  result.t_end = static_cast<double>(PendulumSolution(equations.frequency_squared()).period());
  result.q0 = coordinates(equations, angle);
  result.v0 = Vector::Zero(12);
  result.s0 = Vector::Zero(0);
  result.outputs = {"phi1", "X", "Y"};
  result.is_redundant = true;
  result.remarks = {
      "one constraint is redundant: redundant=minimum-norm is set unless you give --set redundant=refuse"};
  const bool is_horizontal = !options.is_changed("angle") && equations.shift == 0;
  result.reference = [equations, is_horizontal](double end) {
    return is_horizontal ? reference_for(equations, end) : std::nullopt;
  };
  result.table_norm = [](double) { return std::optional<TableNorm>(); };
  return result;
}

}  // namespace

Problem parallelogram_problem() {
  Problem problem;
  problem.name = "parallelogram";
  problem.title = "Platform on three parallel cranks: one constraint too many";
  problem.source = "this package";
  problem.options = {
      {.name = "crank", .default_value = "0.5", .help = "mass of a crank, kg", .minimum = 1e-9},
      {.name = "platform", .default_value = "2", .help = "mass of the platform, kg", .minimum = 1e-9},
      {.name = "l", .default_value = "1", .help = "length of the cranks, m", .minimum = 1e-9},
      {.name = "base", .default_value = "2", .help = "distance of the first two pivots, m", .minimum = 1e-9},
      {.name = "depth",
       .default_value = "0.6",
       .help = "of the third pivot below the line of the first two, m; 0: flat positions are singular"},
      {.name = "shift",
       .default_value = "0",
       .help = "of the third ground pivot, m: other than 0 it contradicts the others"},
      {.name = "angle",
       .default_value = "1.5707963267948966",
       .help = "initial angle of the cranks from the downward vertical, rad"},
      {.name = "g", .default_value = "9.81", .help = "gravity along -y, m/s^2", .minimum = 1e-6}};
  problem.build = parallelogram_case;
  return problem;
}

}  // namespace pleuel
