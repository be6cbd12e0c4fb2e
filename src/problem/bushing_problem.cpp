#include "pleuel/problem/bushing_problem.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/problem/bushing_equations.hpp"

namespace pleuel {
namespace {

constexpr double published_epsilon = 1e-5;
constexpr double end_over_epsilon = 40 * std::numbers::pi;

// x, y, θ at T = 40π·1e-5 s, and ε times their rates. From extrapolation of order 16 in extended
// precision, with two step sizes that agree to 3e-14; x² + y² − 1, x ẋ + y ẏ and the energy are
// satisfied to 1e-14.
const Eigen::Vector3d end_position(0.95475914067779, 0.29738019989941, 0.14938579298392);
const Eigen::Vector3d end_velocity_times_epsilon(-0.14912645417841, 0.47878051494978, -0.30823971354975);

/// T is not a round number: other ways to compute or type it are accepted.
bool is_published_end(double t) {
  const double T = end_over_epsilon * published_epsilon;
  return std::abs(t - T) <= 8 * std::numeric_limits<double>::epsilon() * T;
}

std::optional<Reference> reference_for(const BushingEquations& equations, double t_end) {
  if (equations.epsilon != published_epsilon || !is_published_end(t_end)) return std::nullopt;
  const Eigen::Vector3d q = end_position, v = end_velocity_times_epsilon / published_epsilon;
  Eigen::Vector3d a;
  equations.force(Configuration<double>{t_end, ConstView<double>(q.data(), 3)}, v, a);
  // The acceleration level x ẍ + y ÿ + ẋ² + ẏ² = 0 with x² + y² = 1.
  const double lambda = 0.5 * (q[0] * a[0] + q[1] * a[1] + v[0] * v[0] + v[1] * v[1]);
  a[0] -= 2 * lambda * q[0];
  a[1] -= 2 * lambda * q[1];
  Reference reference;
  reference.y.resize(10);
  for (int i = 0; i < 3; ++i) {
    reference.y[i] = q[i];
    reference.y[3 + i] = v[i];
    reference.y[6 + i] = a[i];
  }
  reference.y[9] = lambda;
  reference.scd_components = {0, 1, 2, 3, 4, 5};
  reference.main_components = {0, 1, 2};
  reference.source = "extrapolation in extended precision";
  return reference;
}

Case bushing_case(const OptionValues& options) {
  const BushingEquations equations{.epsilon = options.number("epsilon")};

  Case result;
  result.name = "bushing";
  result.system = make_system(equations);
  result.t_end = end_over_epsilon * equations.epsilon;
  result.q0 = Vector{{0.8, 0.6, 0}};
  result.v0 = Vector::Zero(3);
  result.s0 = Vector::Zero(0);
  result.outputs = {"x", "y", "theta", "lambda1"};
  result.remarks = {
      "the printed (4.4) lacks the multiplier and has a wrong load in (4.4c); the equations here conserve "
      "energy and "
      "keep x in [0.8, 1], as the text says",
      "velocities are of size 1/epsilon, accelerations and the multiplier of size 1/epsilon^2: errors are "
      "relative there"};
  result.reference = [equations](double t_end) { return reference_for(equations, t_end); };
  result.table_norm = [](double) { return std::optional<TableNorm>(); };
  return result;
}

}  // namespace

Problem bushing_problem() {
  Problem problem;
  problem.name = "bushing";
  problem.title = "Body on a stiff nonlinear bushing";
  problem.source = "YPR98";
  problem.options = {{.name = "epsilon",
                      .default_value = "1e-5",
                      .help = "stiffness 1/epsilon^2; the end time is 40 pi epsilon",
                      .minimum = 1e-8,
                      .maximum = 1}};
  problem.build = bushing_case;
  return problem;
}

}  // namespace pleuel
