#include "pleuel/base/stop_check.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace pleuel {
namespace stop_check_test {

TEST(StopCheck, AsksOnlyWhileSomeoneIsWatched) {
  StopCheck check;
  check.look();
  check.arm([] { return true; });
  std::this_thread::sleep_for(std::chrono::milliseconds(6));
  check.look();
  EXPECT_FALSE(check.has_stopped());
  const StopCheck::Watched watched(check);
  EXPECT_THROW(check.look(), RunStopped);
  EXPECT_TRUE(check.has_stopped());
  EXPECT_THROW(check.look(), RunStopped) << "whoever goes on is stopped again";
}

TEST(StopCheck, SlowCallsAreAskedEachTimeAndFastOnesSeldom) {
  int n_asked = 0;
  const auto count = [&] {
    ++n_asked;
    return false;
  };
  StopCheck slow, fast;
  slow.arm(count);
  {
    const StopCheck::Watched watched(slow);
    for (int i = 0; i < 5; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(6));
      slow.look();
    }
  }
  EXPECT_EQ(n_asked, 5);
  n_asked = 0;
  fast.arm(count);
  const StopCheck::Watched watched(fast);
  for (int i = 0; i < 1'000'000; ++i) fast.look();
  EXPECT_LT(n_asked, 1000);  // 5 s
}

TEST(StopCheck, PausesDoNotPutTheQuestionOff) {
  StopCheck check;
  check.arm([] { return true; });
  const auto many_short_stretches = [&] {
    for (;;) {
      const StopCheck::Watched watched(check);
      check.look();
    }
  };
  EXPECT_THROW(many_short_stretches(), RunStopped);
}

}  // namespace stop_check_test
}  // namespace pleuel
