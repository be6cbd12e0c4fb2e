// Processor time of this process.
#pragma once

#include <ctime>

namespace pleuel {

/// Seconds of processor time spent so far by all threads of the process.
inline double cpu_seconds_now() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace pleuel
