// Jobs in processes: order, results and deaths.
#include "pleuel/lab/job_pool.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>

#include "pleuel/lab/study.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace job_pool_test {

TEST(JobPool, DeliversInOrderAndReportsDeaths) {
  const int n_jobs = std::min(2, JobPool::n_cores());
  std::vector<int> order;
  JobPool(n_jobs, nullptr)
      .run(
          6,
          [](int i, StateWriter& out) {
            if (i == 2) raise(SIGKILL);
            if (i == 3) throw std::runtime_error("no room");
            usleep(static_cast<useconds_t>(1000 * (6 - i)));
            out(10 * i);
          },
          [&](int i, JobReport report) {
            order.push_back(i);
            if (i == 2) {
              EXPECT_NE(report.death.find("signal 9"), std::string::npos) << report.death;
              return true;
            }
            if (i == 3) {
              EXPECT_EQ(report.death, "no room");
              return true;
            }
            int value = 0;
            StateReader(report.words)(value);
            EXPECT_EQ(value, 10 * i);
            EXPECT_TRUE(report.death.empty());
            return true;
          });
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST(JobPool, EndsWhenTheReceiverHasEnough) {
  int n_delivered = 0;
  JobPool(1, nullptr)
      .run(
          5, [](int i, StateWriter& out) { out(i); }, [&](int, JobReport) { return ++n_delivered < 2; });
  EXPECT_EQ(n_delivered, 2);
}

TEST(JobPool, GivesAStudyTheSameRowsInTheSameOrder) {
  if (JobPool::n_cores() < 2) GTEST_SKIP() << "one core";
  StudyRequest request{.cases = {"pendulum"},
                       .formulations = {"rcd1", "ggl1"},
                       .methods = {"radau5", "bdf"},
                       .tolerances = {1e-4, 1e-6}};
  request.until = 1;
  request.repeats = 1;
  const Study one = run_study(standard_catalogue(), request);
  request.jobs = 2;
  const Study two = run_study(standard_catalogue(), request);
  ASSERT_EQ(one.rows.size(), 8u);
  ASSERT_EQ(two.rows.size(), one.rows.size());
  for (std::size_t i = 0; i < one.rows.size(); ++i) {
    StudyRow a = one.rows[i], b = two.rows[i];
    for (StudyRow* row : {&a, &b}) row->cpu_seconds = row->cpu_spread = row->repeats = 0;
    StateWriter first, second;
    first(a);
    second(b);
    EXPECT_EQ(first.words(), second.words()) << a.key.formulation << " " << a.key.method;
  }
  EXPECT_EQ(one.traces.size(), two.traces.size());
}

}  // namespace job_pool_test
}  // namespace pleuel
