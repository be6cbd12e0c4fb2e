// The orders 1, 9 and 13 of Radau IIA for q and v of the pendulum; order 5 is in
// radau_orders_test.cpp.
//
// Measured at t = 1.3 s against the elliptic solution with constant steps, in the index-1
// formulation and the overdetermined one, where theory gives 2s − 1 for q and v [HLR89, 3; HW96,
// VI.1].
//
// Order 13 falls from 1e-8 to 1e-12, where rounding begins, between 6 and 12 steps: the factor 2^13
// = 8192 within one halving, so that range is all there is. Newton's method stops at κ · 1e-10 <
// 1e-13; it contracts slowly in such long steps, hence the limit of 200 iterations. In ovd0 the
// ranges of the relaxed rows are frozen at one place of a step, which for steps of 0.1 to 0.2 s
// makes errors wander about the line by a factor of 2; over half a decade of h this may tilt the
// slope by 1.
#include <cmath>
#include <vector>

#include "literature/radau5_run.hpp"
#include "pleuel/problem/pendulum_solution.hpp"

namespace pleuel {
namespace radau_all_orders_test {

constexpr double end_time = 1.3;  // s
constexpr double published_gravity = 13.7503716373294544;

struct Claim {
  std::string formulation;
  int order;
  std::vector<int> steps;
  double newton_tolerance;
  /// Deviation of the measured order, below 1/2 so that it is no other whole number. Errors of
  /// order 13 are some ten roundings: the slope is 12.56 to 12.63, by how the compiler contracts
  /// sums.
  double allowed;
};

/// Least-squares slope of log(error) over log(h).
double slope(const std::vector<int>& steps, const std::vector<double>& errors) {
  const double n = static_cast<double>(steps.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double log_h = -std::log(steps[i]), log_e = std::log(errors[i]);
    x += log_h;
    y += log_e;
    xx += log_h * log_h;
    xy += log_h * log_e;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

class RadauAllOrders : public ::testing::TestWithParam<Claim> {};

TEST_P(RadauAllOrders, AreTwoSMinusOneForPositionsAndVelocities) {
  const Claim& claim = GetParam();
  const auto exact = PendulumSolution(published_gravity).at(end_time);
  std::vector<double> q, v;
  for (const int steps : claim.steps) {
    RunRequest request = radau5_request("pendulum", claim.formulation, claim.newton_tolerance);
    request.method = "radau";
    request.settings = {{"order", std::to_string(claim.order)}, {"newton_max", "200"}};
    request.until = end_time;
    request.step = end_time / steps;
    const Vector y = complete_run(request).y;
    ASSERT_EQ(y.size(), 7);
    q.push_back(static_cast<double>(std::hypot(y[0] - exact.x, y[1] - exact.y)));
    v.push_back(static_cast<double>(std::hypot(y[2] - exact.v, y[3] - exact.w)));
  }
  EXPECT_NEAR(slope(claim.steps, q), claim.order, claim.allowed);
  EXPECT_NEAR(slope(claim.steps, v), claim.order, claim.allowed);
  RecordProperty("order_q", std::to_string(slope(claim.steps, q)));
  RecordProperty("order_v", std::to_string(slope(claim.steps, v)));
}

const std::vector<int> kThirteen{6, 7, 8, 9, 10, 11, 12};

INSTANTIATE_TEST_SUITE_P(Formulations, RadauAllOrders,
                         ::testing::Values(Claim{"rcd0", 1, {1600, 3200, 6400}, 1e-9, 0.15},
                                           Claim{"ovd0", 1, {1600, 3200, 6400}, 1e-9, 0.15},
                                           Claim{"rcd0", 9, {12, 16, 20, 26}, 1e-13, 0.2},
                                           Claim{"ovd0", 9, {12, 16, 20, 26}, 1e-13, 0.4},
                                           Claim{"rcd0", 13, kThirteen, 1e-10, 0.5},
                                           Claim{"ovd0", 13, kThirteen, 1e-10, 1}),
                         [](const auto& tested) {
                           return tested.param.formulation + "_" + std::to_string(tested.param.order);
                         });

}  // namespace radau_all_orders_test
}  // namespace pleuel
