#include "pleuel/lab/core_pin.hpp"

namespace pleuel {

CorePin::CorePin() {
  CPU_ZERO(&before_);
  if (sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  const int here = sched_getcpu();
  if (here < 0) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(here, &one);
  if (sched_setaffinity(0, sizeof one, &one) == 0) core_ = here;
}

CorePin::~CorePin() {
  if (core_) sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace pleuel
