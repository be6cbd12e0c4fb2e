// Counts what is allocated inside steps. malloc itself is replaced, since Eigen does not go through operator
// new.
#include <gtest/gtest.h>

#include <cstdlib>

#include "pleuel/integrator/radau/radau_iia.hpp"
#include "support/integrate.hpp"

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace {
long allocations = 0;
}

extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}

namespace pleuel {
namespace {

TEST(RadauIIA, AllocatesNothingAfterTheStart) {
  for (int stages : {1, 3, 5, 7}) {
    const SolvedDae problem = index_two();
    RadauIIA radau(*problem.dae, {.tolerance = {.rtol = 1e-5, .atol = 1e-5}}, {.stages = stages});
    const Vector y0 = problem.y(0), ydot0 = problem.ydot(0);
    Vector y = y0;
    radau.start(0, view(y0), view(ydot0), 2);
    const long before = allocations;
    bool is_ok = true;
    while (is_ok && radau.t() != 2.0) {
      is_ok = radau.step(2.0).is_ok();
      radau.piece().evaluate(0.5 * (radau.piece().begin() + radau.piece().end()), view(y));
    }
    EXPECT_EQ(allocations - before, 0) << stages << " stages";
    EXPECT_TRUE(is_ok);
    EXPECT_GT(radau.statistics().accepted, 3);
  }
  const long before = allocations;
  const Vector counted = Vector::Zero(100);
  EXPECT_EQ(allocations - before, 1) << "the count sees " << counted.size() << " doubles of Eigen";
}

}  // namespace
}  // namespace pleuel
#endif
