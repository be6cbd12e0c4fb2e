// Counts what Bdf allocates inside steps.
#include <gtest/gtest.h>

#include "pleuel/integrator/bdf/bdf.hpp"
#include "support/allocation_count.hpp"
#include "support/integrate.hpp"
#include "support/looped.hpp"

#if PLEUEL_COUNTS_ALLOCATIONS

namespace pleuel {
namespace bdf_allocation_test {

using testing::allocation_count;

void expect_no_allocation(const StepSettings& settings) {
  const SolvedDae problem = index_two();
  Looped<Bdf> bdf(*problem.dae, settings);
  const Vector y0 = problem.y(0), ydot0 = problem.ydot(0);
  Vector y = y0;
  bdf.start(0, view(y0), view(ydot0), 2);
  const long before = allocation_count();
  bool is_ok = true;
  while (is_ok && bdf.t() != 2.0) {
    is_ok = bdf.step(2.0).is_ok();
    bdf.dense_output().evaluate(0.5 * (bdf.dense_output().begin() + bdf.dense_output().end()), view(y));
  }
  EXPECT_EQ(allocation_count() - before, 0);
  EXPECT_TRUE(is_ok);
  EXPECT_GT(bdf.statistics().accepted, 20);
}

TEST(Bdf, AllocatesNothingAfterTheStart) {
  expect_no_allocation({.tolerance = {.rtol = 1e-6, .atol = 1e-6}});
  expect_no_allocation({.tolerance = {.rtol = 1e-8, .atol = 1e-8}, .fixed_step = 0.02});
}

}  // namespace bdf_allocation_test
}  // namespace pleuel
#endif
