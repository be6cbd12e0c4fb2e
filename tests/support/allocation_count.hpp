// How often memory has been allocated so far, for tests that claim that nothing is.
#pragma once

#include <cstdlib>  // says whether the library is glibc

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PLEUEL_COUNTS_ALLOCATIONS 1
#else
#define PLEUEL_COUNTS_ALLOCATIONS 0
#endif

namespace pleuel::testing {

/// Calls of malloc by the whole program, where PLEUEL_COUNTS_ALLOCATIONS; sanitizers have a malloc
/// of their own.
long allocation_count();

}  // namespace pleuel::testing
