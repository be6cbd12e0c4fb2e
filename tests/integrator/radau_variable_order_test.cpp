// Radau IIA with an order that varies.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/integrator/radau/radau_iia.hpp"
#include "support/allocation_count.hpp"
#include "support/integrate.hpp"
#include "support/looped.hpp"

namespace pleuel {
namespace radau_variable_order_test {

const RadauOptions kVariable{.name = "radau", .stages = {3, 5, 7}};

StepSettings tolerance(double tol) { return {.tolerance = {.rtol = tol, .atol = tol}}; }

/// The orders of all steps of a run that must succeed.
std::multiset<int> orders_of(Integrator& radau, const SolvedDae& problem, double t_end) {
  const Vector y0 = problem.y(0), ydot0 = problem.ydot(0);
  radau.start(0, view(y0), view(ydot0), t_end);
  std::multiset<int> orders;
  while (radau.t() != t_end) {
    const StepOutcome outcome = radau.step(t_end);
    if (!outcome.is_ok()) {
      ADD_FAILURE() << describe(*outcome.failure);
      break;
    }
    EXPECT_EQ(radau.dense_output().order(), (outcome.order + 1) / 2)
        << "the dense output is that of the step";
    orders.insert(outcome.order);
  }
  return orders;
}

// Linear equations: Newton's method does not limit the step, so the highest order is worth most.
TEST(RadauVariableOrder, RisesForTightTolerancesOnASmoothSolution) {
  const SolvedDae problem = overdetermined();
  Looped<RadauIIA> loose(*problem.dae, tolerance(1e-3), kVariable),
      tight(*problem.dae, tolerance(1e-12), kVariable);
  const auto few = orders_of(loose, problem, 20), many = orders_of(tight, problem, 20);
  EXPECT_EQ(*few.begin(), 5);
  EXPECT_GT(many.count(13), many.size() / 2);
  Looped<RadauIIA> fixed(*problem.dae, tolerance(1e-12));
  const auto all_five = orders_of(fixed, problem, 20);
  EXPECT_EQ(all_five.count(5), all_five.size());
  EXPECT_LT(3 * many.size(), all_five.size()) << "a third of the steps of order 5 is enough";
  EXPECT_LT((tight.y() - problem.y(20)).head(2).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(RadauVariableOrder, ErrorsFollowTheTolerance) {
  for (const double tol : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const SolvedDae problem = index_two();
    Looped<RadauIIA> radau(*problem.dae, tolerance(tol), kVariable);
    ASSERT_FALSE(integrate(radau, problem, 0, 10.0));
    EXPECT_LT((radau.y() - problem.y(10.0)).head(2).cwiseAbs().maxCoeff(), 20 * tol) << "tol " << tol;
  }
}

// [HW96, IV.10, VDPOL]: y(2) = (1.706167732170483, −0.8928097010247975).
TEST(RadauVariableOrder, VanDerPolErrorFollowsTheTolerance) {
  const Vector reference{{1.706167732170483, -0.8928097010247975}};
  const Vector y0{{2.0, 0.0}}, ydot0{{0.0, -2e6}};
  for (const double tol : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const auto dae = van_der_pol();
    Looped<RadauIIA> radau(*dae, tolerance(tol), kVariable);
    radau.start(0, view(y0), view(ydot0), 2);
    const auto failure = integrate(radau, 2.0);
    ASSERT_FALSE(failure) << describe(*failure);
    EXPECT_LT((radau.y() - reference).cwiseAbs().maxCoeff(), 20 * tol) << "tol " << tol;
    const Statistics& count = radau.statistics();
    EXPECT_EQ(count.steps, count.accepted + count.rejected + count.newton_failures);
  }
}

TEST(RadauVariableOrder, TakesStateDependentEAndMoreRowsThanUnknowns) {
  for (const SolvedDae& problem : {state_dependent_mass(), overdetermined()}) {
    Looped<RadauIIA> radau(*problem.dae, tolerance(1e-11), kVariable);
    const auto orders = orders_of(radau, problem, 10);
    EXPECT_GT(*orders.rbegin(), 5) << "the order has risen";
    EXPECT_LT((radau.y() - problem.y(10)).cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST(RadauVariableOrder, ARestartBeginsWithTheLowestOrder) {
  const SolvedDae problem = index_two();
  Looped<RadauIIA> radau(*problem.dae, tolerance(1e-11), kVariable);
  orders_of(radau, problem, 10);
  const Vector y = problem.y(0), ydot = problem.ydot(0);
  radau.start(0, view(y), view(ydot), 10);
  EXPECT_EQ(radau.step(10).order, 5);
}

TEST(RadauVariableOrder, OrderOneMayBeTheLowest) {
  const SolvedDae problem = index_one();
  Looped<RadauIIA> radau(*problem.dae, tolerance(1e-6), {.name = "radau", .stages = {1, 3, 5}});
  const auto orders = orders_of(radau, problem, 5);
  EXPECT_EQ(*orders.begin(), 1);
  EXPECT_GT(orders.size() - orders.count(1), orders.count(1)) << "order 1 is left soon";
  EXPECT_LT((radau.y() - problem.y(5)).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(RadauVariableOrder, StagesMustAscend) {
  const SolvedDae problem = index_one();
  EXPECT_THROW(Looped<RadauIIA>(*problem.dae, tolerance(1e-6), {.stages = {5, 3}}), InvalidInput);
  EXPECT_THROW(Looped<RadauIIA>(*problem.dae, tolerance(1e-6), {.stages = {}}), InvalidInput);
}

#if PLEUEL_COUNTS_ALLOCATIONS
TEST(RadauVariableOrder, AllocatesNothingWhenTheOrderChanges) {
  const SolvedDae problem = overdetermined();
  Looped<RadauIIA> radau(*problem.dae, tolerance(1e-11), kVariable);
  const Vector y0 = problem.y(0), ydot0 = problem.ydot(0);
  Vector y = y0;
  radau.start(0, view(y0), view(ydot0), 10);
  const long before = testing::allocation_count();
  int lowest = 99, highest = 0;
  bool is_ok = true;
  while (is_ok && radau.t() != 10.0) {
    const StepOutcome outcome = radau.step(10.0);
    is_ok = outcome.is_ok();
    lowest = std::min(lowest, outcome.order);
    highest = std::max(highest, outcome.order);
    radau.dense_output().evaluate(0.5 * (radau.dense_output().begin() + radau.dense_output().end()), view(y));
  }
  EXPECT_EQ(testing::allocation_count() - before, 0);
  EXPECT_TRUE(is_ok);
  EXPECT_EQ(lowest, 5);
  EXPECT_EQ(highest, 13);
}
#endif

}  // namespace radau_variable_order_test
}  // namespace pleuel
