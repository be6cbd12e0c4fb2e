// Reports of steps add up to what the run tells at its end.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace step_report_test {

struct Reports : RunObserver {
  void step(const StepReport& report) override {
    EXPECT_EQ(report.begin, t);
    EXPECT_EQ(report.dense.begin(), report.begin);
    EXPECT_GT(report.h, 0);
    EXPECT_GT(report.order, 0);
    EXPECT_EQ(report.since.accepted, 1);
    t = report.t;
    ++n;
    sum = sum + report.since;
    largest.position = std::max(largest.position, report.residuals.position);
    largest.velocity = std::max(largest.velocity, report.residuals.velocity);
    last_error = report.energy_error;
  }
  double t = 0;
  long n = 0;
  Statistics sum;
  ConstraintResiduals largest;
  double last_error = 0;
};

class StepReports : public ::testing::TestWithParam<const char*> {};

TEST_P(StepReports, AddUpToTheStatisticsOfTheRun) {
  Reports reports;
  const RunResult result = run(standard_catalogue(),
                               {.case_name = "pendulum",
                                .formulation = "ggl1",
                                .method = GetParam(),
                                .tolerance = {.rtol = 1e-5, .atol = 1e-5},
                                .until = 1.0},
                               {.observer = &reports});
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  const Statistics& all = result.statistics;
  EXPECT_EQ(reports.t, 1.0);
  EXPECT_EQ(reports.n, all.accepted);
  EXPECT_EQ(reports.sum.steps, all.steps);
  EXPECT_EQ(reports.sum.rejected, all.rejected);
  EXPECT_EQ(reports.sum.rhs, all.rhs);
  EXPECT_EQ(reports.sum.solves, all.solves);
  EXPECT_EQ(reports.sum.iterations, all.iterations);
  // A step takes at least one iteration, and an iteration at least one solve.
  EXPECT_GE(all.iterations, all.accepted);
  EXPECT_GE(all.solves, all.iterations);
  // that of the start counts there, too
  EXPECT_LE(reports.largest.position, result.residuals.position);
  EXPECT_LE(reports.largest.velocity, result.residuals.velocity);
  EXPECT_EQ(reports.last_error, -result.numerical_dissipation);
}

INSTANTIATE_TEST_SUITE_P(Methods, StepReports, ::testing::Values("radau5", "bdf"));

TEST(StepReports, OfAPlainDaeHaveNoEnergy) {
  struct Last : RunObserver {
    void step(const StepReport& report) override { energy = report.energy; }
    double energy = 0;
  } last;
  const RunResult result =
      run(standard_catalogue(), {.case_name = "robertson", .until = 1.0}, {.observer = &last});
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_TRUE(std::isnan(last.energy));
}

}  // namespace step_report_test
}  // namespace pleuel
