// The watch over deformations runs at every accepted step.
#include "models/model_runs.hpp"
#include "pleuel/run/plan.hpp"
#include "pleuel/run/validity_watch.hpp"
#include "support/allocation_count.hpp"

namespace pleuel::testing {
namespace validity_allocation_test {

TEST(ValidityWatch, AllocatesNothingAtAcceptedSteps) {
  for (const char* name : {"fe-slider-crank", "spin-up", "truck-flexible"}) {
    const Case c = checked_case(all().problem(model_path(name)), {});
    ASSERT_FALSE(c.validity.empty()) << name;
    ValidityWatch watch(c.validity);
    Vector q = c.q0;
    for (const int i : c.deformation) q[i] = 1e-3;  // beyond the bounds that make a look short
    const long before = allocation_count();
    watch.look(0, q);
    EXPECT_EQ(allocation_count() - before, 0) << name;
  }
}

}  // namespace validity_allocation_test
}  // namespace pleuel::testing
