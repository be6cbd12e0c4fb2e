// The watches of a run take no memory while it goes on.
#include <gtest/gtest.h>

#include "pleuel/run/case_equations.hpp"
#include "pleuel/run/event_loop.hpp"
#include "pleuel/run/standard_catalogue.hpp"
#include "support/allocation_count.hpp"

#if PLEUEL_COUNTS_ALLOCATIONS

namespace pleuel {
namespace watch_allocation_test {

TEST(Watches, AllocateNothingInsideAStep) {
  const Catalogue all = standard_catalogue();
  for (const char* name : {"andrews", "slider-crank", "pendulum", "top"})
    for (const char* formulation : {"ggl1", "rcd1", "psi1", "ovd0"}) {
      const RunPlan planned = plan(all, {.case_name = name,
                                         .formulation = formulation,
                                         .method = "radau5",
                                         .tolerance = {.rtol = 1e-6, .atol = 1e-6}});
      const RunEquations equations(planned);
      EventLoop loop(equations);
      loop.start(planned.equations->first_start(equations));
      for (int i = 0; i < 5; ++i) ASSERT_FALSE(loop.advance().failure);
      const long before = testing::allocation_count();
      bool is_ok = true;
      for (int i = 0; i < 100 && is_ok; ++i) is_ok = !loop.advance().failure;
      EXPECT_EQ(testing::allocation_count() - before, 0) << name << ' ' << formulation;
      EXPECT_TRUE(is_ok) << name << ' ' << formulation;
    }
}

}  // namespace watch_allocation_test
}  // namespace pleuel
#endif
