// Digits of cases that have none of their own.
#include "pleuel/lab/reference_run.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/lab/study_summary.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace reference_run_test {

// The pendulum without its exact solution.
Catalogue without_digits() {
  Catalogue catalogue = standard_catalogue();
  Problem problem = catalogue.problem("pendulum");
  problem.build = [build = problem.build](const OptionValues& options) {
    Case built = build(options);
    built.reference = nullptr;
    return built;
  };
  catalogue.put(std::move(problem));
  return catalogue;
}

StudyRequest pendulum_request() {
  return {.cases = {"pendulum"},
          .formulations = {"rcd0", "ggl1"},
          .methods = {"radau5", "bdf"},
          .tolerances = {1e-4, 1e-6},
          .until = 1.3,
          .repeats = 1};
}

TEST(ReferenceRun, ErrorsAgainstAComputedReferenceAreThoseAgainstTheExactSolution) {
  const Study exact = run_study(standard_catalogue(), pendulum_request());
  const Study computed = run_study(without_digits(), pendulum_request());
  EXPECT_TRUE(exact.references.empty());
  ASSERT_EQ(computed.references.size(), 1u);
  EXPECT_TRUE(computed.references.front().is_found());
  EXPECT_LT(computed.references.front().difference, 1e-6);
  ASSERT_EQ(exact.rows.size(), computed.rows.size());
  for (std::size_t i = 0; i < exact.rows.size(); ++i) {
    const Comparison &a = exact.rows[i].comparison, &b = computed.rows[i].comparison;
    // The reference is off by no more than its two runs differ, relative to numbers of size 1 to 5.
    const double doubt = 10 * computed.references.front().difference;
    EXPECT_NEAR(a.error_q, b.error_q, doubt);
    EXPECT_NEAR(a.error_v, b.error_v, doubt);
    EXPECT_FALSE(std::isnan(b.scd));
    EXPECT_FALSE(std::isnan(b.error_lambda));
  }
}

TEST(ReferenceRun, AModelFileGetsTimesToDigitsAndItsEquilibriaStandApart) {
  StudyRequest request{.cases = {std::string(PLEUEL_SOURCE_DIR) + "/models/double-pendulum.json"},
                       .methods = {"radau5"},
                       .tolerances = {1e-5, 1e-8},
                       .until = 0.3,
                       .repeats = 1};
  const Catalogue catalogue = standard_catalogue();
  const Study study = run_study(catalogue, request);
  for (const StudyRow& row : study.rows) {
    EXPECT_TRUE(row.is_ok()) << row.message;
    EXPECT_NE(row.key.formulation, "qs");
    EXPECT_FALSE(std::isnan(row.comparison.scd)) << row.key.formulation;
  }
  ASSERT_EQ(study.apart.size(), 1u);
  EXPECT_EQ(study.apart.front().formulation, "qs");
  const auto summaries = summarize(catalogue, study.rows);
  ASSERT_EQ(summaries.size(), 1u);
  EXPECT_TRUE(summaries.front().ours.front().seconds.front().has_value());
}

TEST(ReferenceRun, EquilibriaHaveAReferenceOfTheirOwn) {
  StudyRequest request{.cases = {"chain"},
                       .formulations = {"qs"},
                       .methods = {"radau5", "bdf"},
                       .tolerances = {1e-6},
                       .repeats = 1};
  const Study study = run_study(standard_catalogue(), request);
  ASSERT_EQ(study.references.size(), 1u);
  EXPECT_TRUE(study.references.front().is_found()) << study.references.front().message;
  EXPECT_EQ(study.references.front().first.substr(0, 3), "qs ");
  for (const StudyRow& row : study.rows) EXPECT_FALSE(std::isnan(row.comparison.error_q));
}

TEST(ReferenceRun, DigitsBeyondTheDifferenceOfTheTwoRunsAreNotCounted) {
  const StudyReference reference{
      .case_name = "a", .first = "x", .second = "y", .difference = 1e-5, .lambda_difference = 1e-3};
  StudyRow row;
  row.key.case_name = "a";
  row.comparison.scd = row.comparison.mescd = 8;
  reference.limit(row);
  EXPECT_DOUBLE_EQ(row.comparison.scd, 5);
  EXPECT_DOUBLE_EQ(row.comparison.mescd, 3);
  row.comparison.scd = 2;
  row.comparison.mescd = std::nan("");
  reference.limit(row);
  EXPECT_EQ(row.comparison.scd, 2);
  EXPECT_TRUE(std::isnan(row.comparison.mescd));
  row.key.case_name = "b";
  row.comparison.scd = 8;
  reference.limit(row);
  EXPECT_EQ(row.comparison.scd, 8);
}

}  // namespace reference_run_test
}  // namespace pleuel
