#include "pleuel/linalg/colored_groups.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pleuel {
namespace {

/// A strip of elements; each touches its own place and the next `reach`.
struct Strip {
  Strip(int n, int reach) : n_places(n + reach) {
    start.push_back(0);
    for (int g = 0; g < n; ++g) {
      for (int k = 0; k <= reach; ++k) places.push_back(g + k);
      start.push_back(static_cast<int>(places.size()));
    }
  }
  std::vector<double> sums(ThreadPool* pool) const {
    const ThreadPoolScope scope(pool);
    std::vector<double> x(n_places, 0.0);
    ColoredGroups(start, places, n_places).for_each(1e6, [&](int g) {
      for (int k = start[g]; k < start[g + 1]; ++k) x[places[k]] += std::sin(1 + g + 0.1 * k);
    });
    return x;
  }
  int n_places;
  std::vector<int> start, places;
};

TEST(ColoredGroups, SumsDoNotDependOnTheNumberOfThreads) {
  for (const int reach : {1, 7, 40}) {
    const Strip strip(1000, reach);
    const std::vector<double> alone = strip.sums(nullptr);
    for (const int n_threads : {2, 3, 8}) {
      ThreadPool pool(n_threads);
      for (int repeat = 0; repeat < 5; ++repeat)
        EXPECT_EQ(strip.sums(&pool), alone) << reach << " " << n_threads;
    }
  }
}

TEST(ColoredGroups, TreatsGroupsThatAllTouchOnePlaceInTheirOrder) {
  const int n = 3000;
  std::vector<int> start(n + 1), places(n, 0), order;
  for (int g = 0; g <= n; ++g) start[g] = g;
  ThreadPool pool(4);
  const ThreadPoolScope scope(&pool);
  ColoredGroups(start, places, 1).for_each(1e6, [&](int g) { order.push_back(g); });
  ASSERT_EQ(order.size(), start.size() - 1);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(ColoredGroups, ColorsThatShareNothingRunTogether) {
  const Strip strip(64, 0);
  std::vector<int> seen;
  ColoredGroups(strip.start, strip.places, strip.n_places).for_each(1, [&](int g) { seen.push_back(g); });
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end())) << "one colour keeps the natural order";
  EXPECT_EQ(seen.size(), 64U);
}

}  // namespace
}  // namespace pleuel
