// Counts what is allocated inside steps.
#include <gtest/gtest.h>

#include "pleuel/integrator/radau/radau_iia.hpp"
#include "support/allocation_count.hpp"
#include "support/integrate.hpp"
#include "support/looped.hpp"

#if PLEUEL_COUNTS_ALLOCATIONS

namespace pleuel {
namespace radau_allocation_test {

using testing::allocation_count;

TEST(RadauIIA, AllocatesNothingAfterTheStart) {
  for (int stages : {1, 3, 5, 7}) {
    const SolvedDae problem = index_two();
    Looped<RadauIIA> radau(*problem.dae, {.tolerance = {.rtol = 1e-5, .atol = 1e-5}}, {.stages = {stages}});
    const Vector y0 = problem.y(0), ydot0 = problem.ydot(0);
    Vector y = y0;
    radau.start(0, view(y0), view(ydot0), 2);
    const long before = allocation_count();
    bool is_ok = true;
    while (is_ok && radau.t() != 2.0) {
      is_ok = radau.step(2.0).is_ok();
      radau.dense_output().evaluate(0.5 * (radau.dense_output().begin() + radau.dense_output().end()),
                                    view(y));
    }
    EXPECT_EQ(allocation_count() - before, 0) << stages << " stages";
    EXPECT_TRUE(is_ok);
    EXPECT_GT(radau.statistics().accepted, 3);
  }
  const long before = allocation_count();
  const Vector counted = Vector::Zero(100);
  EXPECT_EQ(allocation_count() - before, 1) << "the count sees " << counted.size() << " doubles of Eigen";
}

}  // namespace radau_allocation_test
}  // namespace pleuel
#endif
