#include "pleuel/base/stop_check.hpp"

#include <algorithm>

namespace pleuel {
namespace {

constexpr auto wanted = std::chrono::milliseconds(5);  // time between two checks
constexpr long most_calls = 1 << 16;

}  // namespace

void StopCheck::arm(std::function<bool()> is_due) {
  is_due_ = std::move(is_due);
  has_stopped_ = false;
  due_ = distance_ = 1;
  last_look_ = last_question_ = Clock::now();
}

void StopCheck::read_clock() {
  const auto now = Clock::now();
  distance_ = now - last_look_ < wanted ? std::min(2 * distance_, most_calls) : std::max(distance_ / 4, 1L);
  last_look_ = now;
  left_ = distance_;
  if (!has_stopped_ && now - last_question_ < wanted) return;
  last_question_ = now;
  if (!is_due_()) return;
  left_ = 1;  // code that continues after RunStopped is stopped at the next call
  has_stopped_ = true;
  throw RunStopped{};
}

}  // namespace pleuel
