#include <cstdlib>

#include "support/allocation_count.hpp"

namespace {
long allocations = 0;
}

#if PLEUEL_COUNTS_ALLOCATIONS
// malloc itself is replaced, since Eigen does not go through operator new.
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
#endif

namespace pleuel::testing {

long allocation_count() { return allocations; }

}  // namespace pleuel::testing
