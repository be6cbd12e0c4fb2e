// The orders of Radau IIA with three stages on the formulations of the pendulum.
//
// Theory [HLR89, 3, 4 and 6; HW96, VI.1 and VII.4], global errors with constant steps:
//
//     index 1 (rcd0, baumgarte, psi0, ovd0)      q, v, λ  5
//     index 2 (rcd1, ggl1, psi1, ovd1)           q, v 5   λ 3
//     index 3 (ori2)                             q 5, v 3 λ 2
//
// Measured at t = 1.3 s, where the pendulum has no symmetry that could raise an order (at multiples
// of half the period it does), against the elliptic solution, with 26, 52, 104 and 208 steps. There
// the smallest error that counts is 1e-10. Rounding errors are 1e-16/h² at worst (δλ of ori2 at h =
// 1/160: 3e-12) and reach q by h² of that. Newton's method stops at κ · 1e-11 < 1e-14; that this
// does not matter is itself tested, by a tolerance ten times as large.
#include <cmath>
#include <vector>

#include "literature/radau5_run.hpp"
#include "pleuel/problem/pendulum_solution.hpp"

namespace pleuel {
namespace radau_orders_test {

constexpr double end_time = 1.3;  // s
constexpr double published_gravity = 13.7503716373294544;
constexpr double newton_tolerance = 1e-11;

struct Errors {
  double q = 0, v = 0, lambda = 0;
};

Errors errors_with(const std::string& formulation, int steps, double tolerance) {
  RunRequest request = radau5_request("pendulum", formulation, tolerance);
  request.until = end_time;
  request.step = end_time / steps;
  const RunResult result = complete_run(request);
  EXPECT_EQ(result.statistics.accepted, steps);
  const auto exact = PendulumSolution(published_gravity).at(end_time);
  const Vector& y = result.y;
  return {.q = static_cast<double>(std::hypot(y[0] - exact.x, y[1] - exact.y)),
          .v = static_cast<double>(std::hypot(y[2] - exact.v, y[3] - exact.w)),
          .lambda = static_cast<double>(std::abs(y[6] - exact.lambda))};
}

/// Least-squares slope of log(error) over log(h) for steps that are halved each time.
double fitted_order(const std::vector<Errors>& errors, double Errors::*part) {
  const double middle = (static_cast<double>(errors.size()) - 1) / 2;
  double sum_xy = 0, sum_xx = 0;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const double x = middle - static_cast<double>(i);  // log2 h
    sum_xy += x * std::log2(errors[i].*part);
    sum_xx += x * x;
  }
  return sum_xy / sum_xx;
}

struct Claim {
  std::string formulation;
  double q, v, lambda;
};

class RadauOrders : public ::testing::TestWithParam<Claim> {};

TEST_P(RadauOrders, OfThePendulumAreThoseOfTheTheory) {
  const Claim& claim = GetParam();
  std::vector<Errors> errors;
  for (const int steps : {26, 52, 104, 208})
    errors.push_back(errors_with(claim.formulation, steps, newton_tolerance));
  constexpr double tolerance = 0.3;
  EXPECT_NEAR(fitted_order(errors, &Errors::q), claim.q, tolerance);
  EXPECT_NEAR(fitted_order(errors, &Errors::v), claim.v, tolerance);
  EXPECT_NEAR(fitted_order(errors, &Errors::lambda), claim.lambda, tolerance);
  for (const auto& [name, part] : {std::pair{"order_q", &Errors::q}, std::pair{"order_v", &Errors::v},
                                   std::pair{"order_lambda", &Errors::lambda}})
    RecordProperty(name, std::to_string(fitted_order(errors, part)));
}

TEST_P(RadauOrders, AreMeasuredWhereTheToleranceOfNewtonsMethodDoesNotMatter) {
  constexpr int finest = 208;
  const Errors fine = errors_with(GetParam().formulation, finest, newton_tolerance);
  const Errors coarse = errors_with(GetParam().formulation, finest, 10 * newton_tolerance);
  // An error changed by 10 % at the finest step moves a slope over four points by 0.04.
  for (const auto part : {&Errors::q, &Errors::v, &Errors::lambda})
    EXPECT_NEAR(coarse.*part / (fine.*part), 1, 0.1) << "error " << fine.*part;
}

INSTANTIATE_TEST_SUITE_P(Formulations, RadauOrders,
                         ::testing::Values(Claim{"rcd0", 5, 5, 5}, Claim{"baumgarte", 5, 5, 5},
                                           Claim{"psi0", 5, 5, 5}, Claim{"ovd0", 5, 5, 5},
                                           Claim{"rcd1", 5, 5, 3}, Claim{"ggl1", 5, 5, 3},
                                           Claim{"psi1", 5, 5, 3}, Claim{"ovd1", 5, 5, 3},
                                           Claim{"ori2", 5, 3, 2}),
                         [](const auto& tested) { return tested.param.formulation; });

}  // namespace radau_orders_test
}  // namespace pleuel
