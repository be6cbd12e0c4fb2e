// gam and bim on equations with a known solution.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "pleuel/integrator/bim/bim.hpp"
#include "pleuel/integrator/gam/gam.hpp"
#include "support/integrate.hpp"
#include "support/looped.hpp"

namespace pleuel {
namespace block_method_test {

StepSettings tolerance(double tol) { return {.tolerance = {.rtol = tol, .atol = tol}}; }
StepSettings fixed(double h) { return {.tolerance = {.rtol = 1e-13, .atol = 1e-13}, .fixed_step = h}; }

BlockOptions of_order(BlockOptions options, int order) {
  options.orders = {order};
  options.newton_tolerance = 1e-2;
  return options;
}

/// Errors of each unknown at 1.3 s with n equal blocks.
template <class M>
Vector end_errors(const SolvedDae& problem, int n, const BlockOptions& options) {
  const double t_end = 1.3;
  Looped<M> method(*problem.dae, fixed(t_end / n), options);
  const auto failure = integrate(method, problem, 0, t_end);
  EXPECT_FALSE(failure) << describe(*failure);
  EXPECT_EQ(method.statistics().accepted, n);
  return (method.y() - problem.y(t_end)).cwiseAbs();
}

template <class M>
double measured_order(const SolvedDae& problem, int unknown, const BlockOptions& options, int n) {
  return std::log2(end_errors<M>(problem, n, options)[unknown] /
                   end_errors<M>(problem, 2 * n, options)[unknown]);
}

// Blocks for which errors exceed rounding; at high orders they are not yet asymptotic.
struct Row {
  int order;
  int blocks;
  double slack;
};
const Row kGam[] = {{3, 10, 0.3}, {5, 4, 0.5}, {7, 4, 1}};
const Row kBim[] = {{4, 8, 0.5}, {6, 5, 1}, {8, 4, 1.5}, {10, 4, 2}};

TEST(Gam, OrderIsThatOfTheMethodOnDaesOfIndexOneAndTwo) {
  for (const Row& row : kGam) {
    const BlockOptions options = of_order(gam_options(), row.order);
    EXPECT_GT(measured_order<Gam>(index_one(), 0, options, row.blocks), row.order - row.slack) << row.order;
    if (row.order > 6) continue;  // blocks short enough for the iteration have errors near rounding
    EXPECT_GT(measured_order<Gam>(index_two(), 0, options, 2 * row.blocks), row.order - row.slack)
        << row.order;
  }
}

// Where order 9 iterates, its errors are too near rounding for a quotient.
TEST(Gam, OrderNineIsMoreAccurateThanSevenInTheSameBlocks) {
  const double seven = end_errors<Gam>(index_one(), 5, of_order(gam_options(), 7))[0];
  EXPECT_LT(10 * end_errors<Gam>(index_one(), 5, of_order(gam_options(), 9))[0], seven);
}

TEST(Bim, OrderIsThatOfTheMethodOnDaesOfIndexOneAndTwo) {
  for (const Row& row : kBim) {
    const BlockOptions options = of_order(bim_options(), row.order);
    EXPECT_GT(measured_order<Bim>(index_one(), 0, options, row.blocks), row.order - row.slack) << row.order;
    if (row.order > 6) continue;  // blocks short enough for the iteration have errors near rounding
    EXPECT_GT(measured_order<Bim>(index_two(), 0, options, 2 * row.blocks), row.order - row.slack)
        << row.order;
  }
}

// The Newton matrix contains E at one point of the block; residuals contain the true one.
TEST(Gam, KeepsItsOrderWithAStateDependentEAndWithMoreRowsThanUnknowns) {
  for (const Row& row : {kGam[0], kGam[1]}) {
    const BlockOptions options = of_order(gam_options(), row.order);
    EXPECT_GT(measured_order<Gam>(state_dependent_mass(), 0, options, row.blocks), row.order - row.slack);
    EXPECT_GT(measured_order<Gam>(overdetermined(), 0, options, row.blocks), row.order - row.slack);
  }
}

// With more rows than unknowns the order is that of the inner points plus one, k + 1.
TEST(Bim, KeepsItsOrderWithAStateDependentEAndNearlyWithMoreRowsThanUnknowns) {
  for (const Row& row : {kBim[0], kBim[1]}) {
    const BlockOptions options = of_order(bim_options(), row.order);
    EXPECT_GT(measured_order<Bim>(state_dependent_mass(), 0, options, row.blocks), row.order - row.slack);
    EXPECT_GT(measured_order<Bim>(overdetermined(), 0, options, row.blocks),
              bim_points(row.order) + 1 - row.slack);
  }
}

/// The orders of all blocks of a run that must succeed.
template <class M>
std::multiset<int> orders_of(Looped<M>& method, const SolvedDae& problem, double t_end) {
  const Vector y0 = problem.y(0), ydot0 = problem.ydot(0);
  method.start(0, view(y0), view(ydot0), t_end);
  std::multiset<int> orders;
  while (method.t() != t_end) {
    const StepOutcome outcome = method.step(t_end);
    if (!outcome.is_ok()) {
      ADD_FAILURE() << describe(*outcome.failure);
      break;
    }
    orders.insert(outcome.order);
  }
  return orders;
}

TEST(Gam, StartsWithItsLowestOrderAndRisesForTightTolerances) {
  const SolvedDae problem = index_one();
  Looped<Gam> gam(*problem.dae, tolerance(1e-10), gam_options());
  const auto orders = orders_of(gam, problem, 20);
  EXPECT_EQ(*orders.begin(), 3);
  EXPECT_GT(orders.count(7), orders.size() / 2);
  EXPECT_LT((gam.y() - problem.y(20)).head(2).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(Bim, StartsWithItsLowestOrderAndRisesForTightTolerances) {
  const SolvedDae problem = index_two();
  Looped<Bim> bim(*problem.dae, tolerance(1e-11), bim_options());
  const auto orders = orders_of(bim, problem, 20);
  EXPECT_EQ(*orders.begin(), 4);
  EXPECT_GT(orders.count(10) + orders.count(12), orders.size() / 2);
  EXPECT_EQ(orders.count(14), 0u) << "on request only";
  EXPECT_LT((bim.y() - problem.y(20)).head(2).cwiseAbs().maxCoeff(), 1e-9);
}

// Reference [HW96, IV.10, VDPOL]: y(2) = (1.706167732170483, −0.8928097010247975).
TEST(BlockMethods, VanDerPolErrorFollowsTheTolerance) {
  const Vector reference{{1.706167732170483, -0.8928097010247975}};
  const Vector y0{{2.0, 0.0}}, ydot0{{0.0, -2e6}};
  const auto error = [&](auto& method) {
    method.start(0, view(y0), view(ydot0), 2);
    EXPECT_FALSE(integrate(method, 2.0));
    return (method.y() - reference).cwiseAbs().maxCoeff();
  };
  for (const double tol : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const auto dae = van_der_pol();
    Looped<Gam> gam(*dae, tolerance(tol), gam_options());
    Looped<Bim> bim(*dae, tolerance(tol), bim_options());
    EXPECT_LT(error(gam), 20 * tol) << "tol " << tol;
    EXPECT_LT(error(bim), 20 * tol) << "tol " << tol;
  }
}

// The estimate covers the whole block, so the polynomial between its ends is as good as they are.
TEST(BlockMethods, DenseOutputFollowsTheToleranceInsideABlock) {
  const SolvedDae problem = index_two();
  const double tol = 1e-6;
  const auto largest = [&](auto& method) {
    const Vector y0 = problem.y(0), ydot0 = problem.ydot(0);
    method.start(0, view(y0), view(ydot0), 5);
    double error = 0;
    Vector y(y0.size());
    while (method.t() != 5.0) {
      if (!method.step(5.0).is_ok()) return 1.0;
      const DenseOutput& piece = method.dense_output();
      for (int i = 1; i < 20; ++i) {
        const double t = piece.begin() + (piece.end() - piece.begin()) * i / 20;
        piece.evaluate(t, y);
        error = std::max(error, (y - problem.y(t)).head(2).cwiseAbs().maxCoeff());
      }
    }
    return error;
  };
  Looped<Gam> gam(*problem.dae, tolerance(tol), gam_options());
  Looped<Bim> bim(*problem.dae, tolerance(tol), bim_options());
  EXPECT_LT(largest(gam), 20 * tol);
  EXPECT_LT(largest(bim), 20 * tol);
}

TEST(BlockMethods, SayThatAWeakOrderWasUsed) {
  const SolvedDae problem = index_one();
  Looped<Gam> nine(*problem.dae, tolerance(1e-8), of_order(gam_options(), 9));
  Looped<Gam> seven(*problem.dae, tolerance(1e-8), of_order(gam_options(), 7));
  Looped<Bim> fourteen(*problem.dae, tolerance(1e-8), of_order(bim_options(), 14));
  Looped<Bim> twelve(*problem.dae, tolerance(1e-8), of_order(bim_options(), 12));
  for (Integrator* method : {static_cast<Integrator*>(&nine), static_cast<Integrator*>(&seven),
                             static_cast<Integrator*>(&fourteen), static_cast<Integrator*>(&twelve)})
    ASSERT_FALSE(integrate(*method, problem, 0, 2.0));
  ASSERT_EQ(nine.remarks().size(), 1u);
  EXPECT_NE(nine.remarks()[0].find("not A-stable"), std::string::npos);
  ASSERT_EQ(fourteen.remarks().size(), 1u);
  EXPECT_NE(fourteen.remarks()[0].find("rounding"), std::string::npos);
  EXPECT_TRUE(seven.remarks().empty());
  EXPECT_TRUE(twelve.remarks().empty());
}

}  // namespace block_method_test
}  // namespace pleuel
