// The orders of the α-methods on the pendulum, against its elliptic solution at t = 1.3 s, where it
// has no symmetry.
//
// Theory: order 2 in q and v, and in λ where it comes from μ or from index 1; order 1 where it
// comes from ν. With 208, 416 and 832 steps the next term of the error's expansion moves a measured
// order by less than 0.15 (the largest seen: 0.15, ρ = 0). Newton's method stops at 1e-12, far
// below the smallest error that counts, 3e-5.
#include <cmath>

#include "literature/alpha_run.hpp"
#include "pleuel/problem/pendulum_solution.hpp"

namespace pleuel {
namespace alpha_orders_test {

constexpr double end_time = 1.3;  // s
constexpr double published_gravity = 13.7503716373294544;
constexpr double allowed = 0.15;

struct Errors {
  double q = 0, v = 0, lambda = 0;
};

Errors errors_with(const Settings& settings, int steps) {
  RunRequest request = alpha_request("pendulum", end_time / steps, 1e-12, settings);
  request.until = end_time;
  const RunResult result = complete_alpha_run(request);
  EXPECT_EQ(result.statistics.accepted, steps);
  const auto exact = PendulumSolution(published_gravity).at(end_time);
  const Vector& y = result.y;
  return {.q = static_cast<double>(std::hypot(y[0] - exact.x, y[1] - exact.y)),
          .v = static_cast<double>(std::hypot(y[2] - exact.v, y[3] - exact.w)),
          .lambda = static_cast<double>(std::abs(y[6] - exact.lambda))};
}

void expect_orders(const Settings& settings, double lambda_order) {
  const Errors coarse = errors_with(settings, 416), fine = errors_with(settings, 832);
  std::string text;
  for (const auto& [name, value] : settings) text += name + "=" + value + " ";
  EXPECT_NEAR(std::log2(coarse.q / fine.q), 2, allowed) << text;
  EXPECT_NEAR(std::log2(coarse.v / fine.v), 2, allowed) << text;
  EXPECT_NEAR(std::log2(coarse.lambda / fine.lambda), lambda_order, allowed) << text;
}

TEST(AlphaOrders, AreTwoInAllUnknownsForEveryRho) {
  for (const char* rho : {"0", "0.5", "0.75", "1"})
    for (const char* lambda : {"mu", "index1"})
      for (const char* metric : {"step", "mass"})
        expect_orders({{"rho", rho}, {"lambda", lambda}, {"metric", metric}}, 2);
}

TEST(AlphaOrders, AreOneInLambdaWhereItComesFromNu) {
  for (const char* rho : {"0", "0.5", "0.75", "1"}) expect_orders({{"rho", rho}, {"lambda", "nu"}}, 1);
}

TEST(AlphaOrders, AreTwoForEveryIteration) {
  for (const char* iteration : {"projected", "cs", "cm", "index3"})
    expect_orders({{"iteration", iteration}}, 2);
  expect_orders({{"iteration", "projected"}, {"projection", "uncorrected"}}, 2);
  expect_orders({{"iteration", "cs"}, {"splitting", "qr"}}, 2);
}

TEST(AlphaOrders, AreTwoForNewmarkAndForHht) {
  expect_orders({{"newmark", "on"}}, 2);
  expect_orders({{"hht", "-0.3"}}, 2);
}

TEST(AlphaOrders, AreTwoForWbzAndForCoefficientsOfOrderTwo) {
  for (const char* alpha : {"-0.1", "-0.5"}) expect_orders({{"wbz", alpha}}, 2);
  expect_orders({{"alpha_m", "-0.2"}, {"alpha_f", "0.3"}}, 2);
  expect_orders({{"alpha_m", "0.1"}, {"alpha_f", "0.2"}, {"beta", "0.5"}}, 2);
}

/// γ = 0.6 damps low frequencies: the error of Newmark's method is of order 1.
TEST(AlphaOrders, IsOneForAnotherGamma) {
  const Settings settings = {{"gamma", "0.6"}};
  const Errors coarse = errors_with(settings, 416), fine = errors_with(settings, 832);
  EXPECT_NEAR(std::log2(coarse.q / fine.q), 1, allowed);
  EXPECT_NEAR(std::log2(coarse.v / fine.v), 1, allowed);
}

/// The top turns by quaternions: H ≠ I. Order from three runs, q, v and λ together; errors of third
/// order move it by 0.1.
TEST(AlphaOrders, AreTwoOnTheHeavyTop) {
  std::vector<Vector> ends;
  for (const int steps : {1000, 2000, 4000}) {
    RunRequest request = alpha_request("top", 0.5 / steps, 1e-11, {});
    request.until = 0.5;
    ends.push_back(complete_alpha_run(request).y);
  }
  const auto difference = [&](int k, int first, int count) {
    return (ends[k] - ends[k + 1]).segment(first, count).norm();
  };
  for (const auto& [first, count] : {std::pair{0, 7}, {7, 6}, {19, 3}})
    EXPECT_NEAR(std::log2(difference(0, first, count) / difference(1, first, count)), 2, 0.1) << first;
}

/// Internal states by first-order generalized-α.
TEST(AlphaOrders, AreTwoInInternalStates) {
  std::vector<double> ends;
  for (const int steps : {200, 400, 800}) {
    RunRequest request = alpha_request("maxwell-pendulum", 1.0 / steps, 1e-12, {{"rho", "0.6"}});
    request.until = 1;
    ends.push_back(complete_alpha_run(request).y.tail(1)[0]);
  }
  EXPECT_NEAR(std::log2(std::abs((ends[0] - ends[1]) / (ends[1] - ends[2]))), 2, 0.1);
}

}  // namespace alpha_orders_test
}  // namespace pleuel
