#include "pleuel/base/thread_pool.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <string>

namespace pleuel {
namespace {

TEST(ThreadPool, CallsEachPartOnce) {
  for (const int n_threads : {1, 2, 3, 8, 16}) {
    ThreadPool pool(n_threads);
    EXPECT_EQ(pool.n_threads(), n_threads);
    for (const int n_parts : {0, 1, 5, 100}) {
      std::vector<int> calls(n_parts, 0);
      pool.run(n_parts, [&](int part) { ++calls[part]; });
      EXPECT_EQ(calls, std::vector<int>(n_parts, 1)) << n_threads << " threads, " << n_parts << " parts";
    }
  }
}

TEST(ThreadPool, ThrowsTheExceptionOfTheFirstPartThatFails) {
  ThreadPool pool(4);
  for (int repeat = 0; repeat < 20; ++repeat) {
    try {
      pool.run(40, [](int part) {
        if (part >= 7) throw std::runtime_error(std::to_string(part));
      });
      FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "7");
    }
  }
  int n_calls = 0;
  pool.run(1, [&](int) { ++n_calls; });
  EXPECT_EQ(n_calls, 1) << "the pool works after an exception";
}

TEST(ThreadPool, RunsJobsWithinJobsOnTheirOwnThread) {
  ThreadPool pool(3);
  const ThreadPoolScope scope(&pool);
  std::vector<int> sums(6, 0);
  for_each_part(6, 1e9, [&](int part) {
    EXPECT_EQ(thread_pool(), nullptr);
    for_each_range(100, 1e9, [&](int first, int end) {
      for (int i = first; i < end; ++i) sums[part] += i;
    });
  });
  EXPECT_EQ(sums, std::vector<int>(6, 4950));
}

TEST(ThreadPool, SplitsARangeWithoutGapsAndKeepsSmallOnesWhole) {
  ThreadPool pool(5);
  const ThreadPoolScope scope(&pool);
  for (const int n : {0, 1, 4, 17, 1000}) {
    std::vector<int> calls(n, 0);
    for_each_range(n, 1e6, [&](int first, int end) {
      for (int i = first; i < end; ++i) ++calls[i];
    });
    EXPECT_EQ(calls, std::vector<int>(n, 1));
  }
  int n_ranges = 0;
  for_each_range(1000, 1e-3, [&](int, int) { ++n_ranges; });
  EXPECT_EQ(n_ranges, 1);
}

TEST(ThreadPool, EndsItsScope) {
  ThreadPool pool(2);
  EXPECT_EQ(thread_pool(), nullptr);
  {
    const ThreadPoolScope scope(&pool);
    EXPECT_EQ(thread_pool(), &pool);
    const ThreadPoolScope none(nullptr);
    EXPECT_EQ(thread_pool(), nullptr);
  }
  EXPECT_EQ(thread_pool(), nullptr);
}

}  // namespace
}  // namespace pleuel
