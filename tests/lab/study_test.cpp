#include "pleuel/lab/study.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pleuel/base/error.hpp"
#include "pleuel/lab/study_files.hpp"
#include "pleuel/lab/study_summary.hpp"
#include "pleuel/lab/work_precision_svg.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace study_test {

StudyRequest small_request() {
  return {.cases = {"pendulum"},
          .formulations = {"rcd0", "ggl1"},
          .methods = {"radau5"},
          .tolerances = {1e-4, 1e-6},
          .until = 1.3,
          .repeats = 2};
}

// A row as text without its times.
std::string untimed(StudyRow row) {
  row.cpu_seconds = row.cpu_spread = 0;
  return study_csv({.environment = {}, .core = {}, .rows = {row}, .refused = {}});
}

TEST(Study, TheSameStudyTwiceGivesTheSameBitsInAllButTheTimes) {
  const Catalogue catalogue = standard_catalogue();
  const Study first = run_study(catalogue, small_request()), second = run_study(catalogue, small_request());
  ASSERT_EQ(first.rows.size(), 4u);
  ASSERT_EQ(second.rows.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(untimed(first.rows[i]), untimed(second.rows[i]));
}

TEST(Study, ARowHoldsCountsTimesErrorsByGroupAndDrift) {
  const Study study = run_study(standard_catalogue(), small_request());
  for (const StudyRow& row : study.rows) {
    EXPECT_TRUE(row.is_ok());
    EXPECT_GT(row.statistics.accepted, 0);
    EXPECT_GT(row.cpu_seconds, 0);
    EXPECT_GE(row.cpu_spread, 0);
    EXPECT_EQ(row.repeats, 2);
    // error is over q, v and λ here, so the groups' errors are its legs.
    const Comparison& c = row.comparison;
    EXPECT_NEAR(std::hypot(c.error_q, c.error_v, c.error_lambda), c.error, 1e-12 * c.error);
    EXPECT_GT(row.residuals.acceleration, 0);
    EXPECT_FALSE(std::isnan(row.energy_drift));
  }
}

TEST(Study, AFailureIsARowWithItsKindAndMessage) {
  StudyRequest request = small_request();
  request.settings = {{"max_steps", "3"}};
  const Study study = run_study(standard_catalogue(), request);
  ASSERT_EQ(study.rows.size(), 4u);
  for (const StudyRow& row : study.rows) {
    EXPECT_EQ(row.status, "failed");
    EXPECT_EQ(row.failure_kind, "step_limit");
    EXPECT_NE(row.message, "");
    EXPECT_TRUE(std::isnan(row.comparison.scd));
  }
}

TEST(Study, ARowHoldsTheRemarksOfItsRun) {
  StudyRequest request = small_request();
  request.cases = {"parallelogram"};
  request.formulations = {"ggl1"};
  request.tolerances = {1e-5};
  request.until = 2;
  const Study renewed = run_study(standard_catalogue(), request);
  ASSERT_EQ(renewed.rows.size(), 1u);
  EXPECT_NE(renewed.rows[0].remarks.find("another choice of independent ones"), std::string::npos);
  EXPECT_EQ(run_study(standard_catalogue(), small_request()).rows[0].remarks, "");
}

TEST(Study, AnExceptionOfOneRunIsARowAndTheOthersRun) {
  Catalogue catalogue = standard_catalogue();
  Method broken = catalogue.method("radau5");
  broken.name = "broken";
  broken.make = [](Dae&, const StepSettings&, const OptionValues&) -> std::unique_ptr<Integrator> {
    throw std::length_error("no such length");
  };
  catalogue.methods = {broken, catalogue.method("radau5")};
  const std::string twice = std::string(PLEUEL_SOURCE_DIR) + "/tests/models/files/pin-given-twice.json";
  StudyRequest request = small_request();
  request.cases = {twice, "pendulum"};
  request.formulations = {"psi1", "ggl1"};
  request.methods = {"broken", "radau5"};
  request.settings = {{"redundant", "refuse"}};
  request.until = 0.1;
  const Study study = run_study(catalogue, request);
  ASSERT_EQ(study.rows.size(), 16u);
  for (const StudyRow& row : study.rows) {
    if (row.key.case_name == twice) {
      EXPECT_EQ(row.failure_kind, "redundant_constraints");
      EXPECT_NE(row.message.find("pin2"), std::string::npos) << row.message;
    } else if (row.key.method == "broken") {
      EXPECT_EQ(row.status, "failed");
      EXPECT_NE(row.message.find("no such length"), std::string::npos) << row.message;
    } else {
      EXPECT_TRUE(row.is_ok()) << row.message;
    }
  }
}

TEST(Study, APairThatCannotBePlannedIsRefusedWithItsReasonAndTheOthersRun) {
  Catalogue catalogue = standard_catalogue();
  Formulation broken = catalogue.formulation("ggl1");
  broken.name = "broken";
  broken.rows = [](const OptionValues&) -> FormulationRows { throw std::length_error("no such length"); };
  catalogue.formulations.push_back(broken);
  StudyRequest request = small_request();
  request.formulations = {"broken", "ggl1"};
  const Study study = run_study(catalogue, request);
  EXPECT_EQ(study.rows.size(), 2u);
  ASSERT_EQ(study.refused.size(), 1u);
  EXPECT_EQ(study.refused[0].formulation, "broken");
  EXPECT_NE(study.refused[0].reason.find("no such length"), std::string::npos);
}

TEST(Study, ARefusedPairIsListedWithItsReasonAndTheOthersRun) {
  Catalogue catalogue = standard_catalogue();
  Method picky = catalogue.method("radau5");
  picky.name = "picky";
  picky.refusal = [](const DaeInfo& info) -> std::optional<std::string> {
    return info.constraint_level > 0 ? std::optional<std::string>("it takes level 0 only") : std::nullopt;
  };
  catalogue.methods = {picky};
  StudyRequest request = small_request();
  request.methods.clear();
  const Study study = run_study(catalogue, request);
  EXPECT_EQ(study.rows.size(), 2u);
  ASSERT_EQ(study.refused.size(), 1u);
  EXPECT_EQ(study.refused[0].formulation, "ggl1");
  EXPECT_NE(study.refused[0].reason.find("level 0 only"), std::string::npos);
}

TEST(Study, AWrongRequestStatesAllThatIsWrongBeforeAnyRun) {
  StudyRequest request = small_request();
  request.cases.push_back("pendulun");
  request.methods = {"radua5"};
  request.timeout = -1;
  try {
    (void)run_study(standard_catalogue(), request);
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.faults().size(), 3u) << error.what();
  }
  request = small_request();
  request.settings = {{"no_such_option", "1"}, {"max_steps", "x"}};
  try {
    (void)run_study(standard_catalogue(), request);
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.faults().size(), 2u) << error.what();
  }
  request = small_request();
  request.until = -1;
  EXPECT_THROW((void)run_study(standard_catalogue(), request), InvalidInput);
}

TEST(Study, ASettingGoesOnlyToTheRunsThatKnowIt) {
  StudyRequest request = small_request();
  request.formulations = {"rcd0", "baumgarte"};
  request.tolerances = {1e-4};
  request.settings = {{"b", "5"}};
  const Study study = run_study(standard_catalogue(), request);
  ASSERT_EQ(study.rows.size(), 2u);
  EXPECT_EQ(study.rows[0].key.settings, "");
  EXPECT_EQ(study.rows[1].key.settings, "b=5");
}

TEST(Study, WhatIsKnownIsTakenOverAndWhatABudgetLeavesOutIsCounted) {
  const Catalogue catalogue = standard_catalogue();
  const Study whole = run_study(catalogue, small_request());
  std::vector<StudyRow> known = {whole.rows[1]};
  known[0].cpu_seconds = 12345;  // shows that it was not measured again
  StudyRequest request = small_request();
  request.budget = 1e-9;
  const Study cut = run_study(catalogue, request, {}, known);
  EXPECT_EQ(cut.end, StudyEnd::out_of_budget);
  EXPECT_EQ(cut.rows.size() + static_cast<std::size_t>(cut.n_not_run), 4u);
  const Study resumed = run_study(catalogue, small_request(), {}, known);
  ASSERT_EQ(resumed.rows.size(), 4u);
  EXPECT_EQ(std::ranges::count_if(resumed.rows, [](const StudyRow& row) { return row.cpu_seconds == 12345; }),
            1);
}

TEST(Study, AStopKeepsTheRowsDoneSoFar) {
  std::atomic<bool> stop = false;
  StudyWatch watch;
  watch.stop = &stop;
  watch.pair_done = [&](const Study&) { stop = true; };
  const Study study = run_study(standard_catalogue(), small_request(), watch);
  EXPECT_EQ(study.end, StudyEnd::interrupted);
  EXPECT_EQ(study.rows.size(), 2u);
  EXPECT_EQ(study.n_not_run, 2);
}

TEST(ToleranceRange, HasWholePowersAsTheirLiteralsAndBothEnds) {
  EXPECT_EQ(tolerance_range(1e-4, 1e-7, 1), (std::vector<double>{1e-4, 1e-5, 1e-6, 1e-7}));
  const auto quarters = tolerance_range(1e-4, 1e-6, 4);
  ASSERT_EQ(quarters.size(), 9u);
  EXPECT_EQ(quarters[4], 1e-5);
  EXPECT_DOUBLE_EQ(quarters[1], std::pow(10, -4.25));
  EXPECT_EQ(tolerance_range(1e-6, 1e-4, 1), (std::vector<double>{1e-6, 1e-5, 1e-4}));
  EXPECT_THROW((void)tolerance_range(0, 1e-4, 1), InvalidInput);
  EXPECT_THROW((void)tolerance_range(1e-3, 1e-4, 0), InvalidInput);
}

TEST(StudyFiles, TheCsvReadsBackAsTheSameRows) {
  const Study study = run_study(standard_catalogue(), small_request());
  const std::string text = study_csv(study);
  Study copy = study;
  copy.rows = rows_from_csv("bench.csv", text, study.environment);
  EXPECT_EQ(study_csv(copy), text);
}

TEST(StudyFiles, RowsOfAnotherBuildAreRefused) {
  const Study study = run_study(standard_catalogue(), small_request());
  Environment other = study.environment;
  other.flags = "-O0";
  try {
    (void)rows_from_csv("dir/bench.csv", study_csv(study), other);
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("dir/bench.csv"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("-O0"), std::string::npos);
  }
}

TEST(StudyFiles, TheJsonHasTheRowsTheSummariesAndTheMachine) {
  const Catalogue catalogue = standard_catalogue();
  const Study study = run_study(catalogue, small_request());
  const auto json = nlohmann::json::parse(study_json(study, summarize(catalogue, study.rows)));
  EXPECT_EQ(json["rows"].size(), 4u);
  EXPECT_EQ(json["end"], "complete");
  for (const char* key : {"version", "compiler", "flags", "cpu", "cores", "core"})
    EXPECT_TRUE(json["environment"].contains(key)) << key;
  EXPECT_NE(json["environment"]["version"], "");
  EXPECT_EQ(json["summaries"][0]["measure"], "error");
}

StudyRow row(const std::string& case_name, double t_end, double rtol, double seconds, double digits) {
  StudyRow result;
  result.key = {.case_name = case_name,
                .settings = "",
                .t_end = t_end,
                .formulation = "rcd1",
                .method = "radau5",
                .rtol = rtol,
                .atol = rtol};
  result.status = "ok";
  result.cpu_seconds = seconds;
  result.comparison.scd = digits;
  result.comparison.error = std::pow(10, -digits);
  return result;
}

TEST(StudySummary, StandsBesidePublicProgramsOfTheSameProblemAndEnd) {
  const auto summaries = summarize(standard_catalogue(), {row("slider-crank", 0.1, 1e-6, 0.001, 2),
                                                          row("slider-crank", 0.1, 1e-8, 0.1, 6)});
  ASSERT_EQ(summaries.size(), 1u);
  EXPECT_EQ(summaries[0].measure, Measure::scd);
  ASSERT_EQ(summaries[0].ours.size(), 1u);
  EXPECT_NEAR(summaries[0].ours[0].seconds[0].value(), std::pow(10, -2.5),
              1e-12);  // 3 digits: a quarter of the way
  EXPECT_FALSE(summaries[0].ours[0].seconds[2]);
  // The smallest time of all public programs to 3 digits cannot be above that of one of them
  // (RADAU5 with its option for second-order systems, between its runs at 1e-7 and 1e-8).
  ASSERT_NE(summaries[0].fastest_peer(0), nullptr);
  EXPECT_LE(summaries[0].fastest_peer(0)->seconds[0].value(), 0.0135);
  EXPECT_TRUE(summarize(standard_catalogue(), {row("slider-crank", 0.05, 1e-6, 0.001, 2)})[0].peers.empty());
}

TEST(StudySummary, ThePendulumIsJudgedByItsErrorAtTheEnd) {
  StudyRow pendulum = row("pendulum", 20, 1e-6, 0.001, 4);
  pendulum.comparison.scd = -16;
  const auto summaries = summarize(standard_catalogue(), {pendulum});
  EXPECT_EQ(summaries[0].measure, Measure::error);
  EXPECT_EQ(summaries[0].ours[0].seconds[0], 0.001);
  EXPECT_FALSE(summaries[0].peers.empty());
}

TEST(StudySummary, CountsMescdAndSaysWhyWhereScdIsDefinedForNoRun) {
  StudyRow loose = row("andrews", 0.03, 1e-4, 0.001, 1), tight = row("andrews", 0.03, 1e-6, 0.002, 3);
  loose.comparison.mescd = 4;
  tight.comparison.mescd = 6;
  loose.comparison.scd_undefined = "the reference of q1, 1e-5, is below atol, 1e-4";
  const auto some = summarize(standard_catalogue(), {loose, tight});
  EXPECT_EQ(some[0].measure, Measure::scd);
  EXPECT_EQ(some[0].remark, "scd is not defined at rtol 0.0001 and above: " + loose.comparison.scd_undefined);
  tight.comparison.scd_undefined = "the reference of q1, 1e-7, is below atol, 1e-6";
  const auto none = summarize(standard_catalogue(), {loose, tight});
  EXPECT_EQ(none[0].measure, Measure::mescd);
  EXPECT_EQ(none[0].remark,
            "digits are mescd, because scd is not defined: " + tight.comparison.scd_undefined);
  // 5 digits: half of the way
  EXPECT_EQ(none[0].ours[0].seconds[1].value(), 0.001 * std::sqrt(2.0));
}

TEST(WorkPrecisionSvg, ShowsAtMostTenPairsInColourAndTheRestInGrey) {
  CaseSummary summary{.case_name = "pendulum", .t_end = 20};
  for (int i = 0; i < 12; ++i) {
    WorkCurve curve{.formulation = "f" + std::to_string(i), .method = "m<&"};
    for (int k = 0; k < 4; ++k)
      curve.points.push_back({std::pow(10, -k), 1e-3 * (i + 1) * (k + 1), 2.0 * k + 0.1 * i});
    summary.ours.push_back(curve);
  }
  const std::string svg = work_precision_svg(summary);
  EXPECT_NE(svg.find("f9 m&lt;&amp;"), std::string::npos);
  EXPECT_EQ(svg.find("f10 "), std::string::npos);
  EXPECT_NE(svg.find("2 slower in grey"), std::string::npos);
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(WorkPrecisionSvg, AFailedRunLeavesAGapAndNoNumberOutOfRange) {
  CaseSummary summary{.case_name = "x", .t_end = 1};
  summary.ours = {{.formulation = "a", .method = "b"}};
  summary.ours[0].points = {{1e-3, 1e-3, 2}, {1e-4, 2e-3, std::nan("")}, {1e-5, 3e-3, HUGE_VAL}};
  const std::string svg = work_precision_svg(summary);
  EXPECT_NE(svg, "");
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  summary.ours[0].points.clear();
  EXPECT_EQ(work_precision_svg(summary), "");
}

}  // namespace study_test
}  // namespace pleuel
