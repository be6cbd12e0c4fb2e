// Published data as compiled in, and tables filled with measurements.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/lab/peers.hpp"
#include "pleuel/lab/published_data.hpp"
#include "pleuel/lab/published_solvers.hpp"
#include "pleuel/lab/published_table.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace published_test {

TEST(PublishedData, Table5OfThePendulumHasItsMarksAndFootnotes) {
  const SuccessData data = success_data("pendulum-5");
  EXPECT_EQ(data.formulations,
            (std::vector<std::string>{"ori2", "rcd1", "rcd0", "psi1", "psi0", "ggl1", "ovd1", "ovd0"}));
  ASSERT_EQ(data.rows.size(), 8u);
  const SuccessRow& radau5 = data.rows.back();
  EXPECT_EQ(radau5.solver, "RADAU5");
  EXPECT_EQ(radau5.marks[0].mark, 'x');
  EXPECT_EQ(radau5.marks[0].footnote, 0);
  EXPECT_EQ(radau5.marks[3].mark, '-');
  EXPECT_EQ(radau5.marks[3].footnote, 6);
  for (const SuccessRow& row : data.rows)
    for (const SuccessMark& mark : row.marks)
      EXPECT_EQ(success_footnote(mark.footnote).empty(), mark.footnote == 0) << mark.footnote;
}

TEST(PublishedData, Tables6And9HaveTheirDigitsAndTheirGaps) {
  const auto rows = efficiency_data("pendulum-6");
  EXPECT_EQ(rows.size(), 264u);
  const auto find = [](const auto& all, const char* solver, const char* formulation, double tolerance) {
    return *std::ranges::find_if(all, [&](const EfficiencyRow& row) {
      return row.solver == solver && row.formulation == formulation && row.tolerance == tolerance;
    });
  };
  EXPECT_EQ(find(rows, "RADAU5", "rcd0", 1e-5).error, 2.0e-3);
  EXPECT_EQ(find(rows, "RADAU5", "ggl1", 1e-12).seconds, 7.6e-2);
  EXPECT_FALSE(find(rows, "RADAU5", "ori2", 1e-12).error);
  EXPECT_EQ(find(efficiency_data("pendulum-9"), "QUALIDAES", "ggl1", 1e-11).error, 1.7e-5);
}

TEST(PublishedData, TheTestSetsTablesHaveTheirDigits) {
  const auto crank = characteristics_data("crank-19.3");
  ASSERT_EQ(crank.size(), 15u);
  EXPECT_EQ(crank.back().solver, "RADAU");
  EXPECT_EQ(crank.back().scd, 4.65);
  EXPECT_EQ(crank.back().lu, 414);
  EXPECT_EQ(crank.back().h0, 1e-10);
  EXPECT_EQ(characteristics_data("andrews-13.3").front().f, 1034);
  const auto failed = failed_data("andrews-failed");
  EXPECT_EQ(failed[0].m, (std::vector<int>{3, 4, 6}));
  EXPECT_EQ(failed[1].reason, "stepsize too small");
  EXPECT_EQ(failed_data("crank-failed")[0].m, (std::vector<int>{19, 20, 21, 22, 23, 24}));
}

TEST(PublishedData, RangesOfNumbersReadBack) {
  for (const char* text : {"3,4,6", "19-24", "24", "1-3,7,9-12"})
    EXPECT_EQ(ranges_text(numbers_from_ranges(text)), text);
  EXPECT_EQ(ranges_text({}), "none");
}

TEST(PeerRuns, HoldTheMeasuredTimesUnderOurNames) {
  const auto runs = peer_runs();
  EXPECT_EQ(runs.size(), 1174u);
  const auto run = *std::ranges::find_if(runs, [](const PeerRun& r) {
    return r.solver == "radau5_m1" && r.case_name == "slider-crank" && r.formulation == "rcd1" &&
           r.tolerance == 1e-8;
  });
  EXPECT_EQ(run.seconds, 0.0134964);
  EXPECT_EQ(run.scd, 3.355);
  EXPECT_TRUE(run.is_ok);
  EXPECT_TRUE(std::ranges::any_of(runs, [](const PeerRun& r) { return r.solver == "dop853p"; }));
  EXPECT_EQ(std::ranges::count_if(runs, [](const PeerRun& r) { return !r.is_ok; }), 40);
}

TEST(Counterparts, AppearWithTheirMethodAndNotBefore) {
  Catalogue catalogue = standard_catalogue();
  EXPECT_EQ(matching_method("RADAU5", catalogue)->text(), "radau5");
  EXPECT_EQ(matching_method("QUALIDAES", catalogue)->text(), "radau5 error=strict");
  EXPECT_EQ(matching_method("GAMD", catalogue)->text(), "gam");
  EXPECT_EQ(matching_method("BIMD", catalogue)->text(), "bim");
  std::erase_if(catalogue.methods, [](const Method& method) { return method.name == "gam"; });
  EXPECT_FALSE(matching_method("GAMD", catalogue));
  EXPECT_FALSE(matching_method("UNHEARD-OF", catalogue));
}

// Only radau5, so that the table stays small whatever else is registered.
Catalogue radau5_alone() {
  Catalogue catalogue = standard_catalogue();
  std::erase_if(catalogue.methods, [](const Method& method) { return method.name != "radau5"; });
  return catalogue;
}

const TableRow& row_of(const TableReport& report, const std::string& label) {
  return *std::ranges::find_if(report.rows, [&](const TableRow& row) { return row.label == label; });
}

TEST(PublishedTable, Radau5MeetsTheErrorsOfTable6WithinTheToleranceOfTheNorm) {
  const TableReport report = published_table(
      radau5_alone(), {.name = "pendulum-6", .extent = TableExtent::quick, .solvers = {"RADAU5", "MEBDF"}});
  EXPECT_EQ(report.columns, (std::vector<std::string>{"1e-05", "1e-08", "1e-11"}));
  EXPECT_EQ(report.end, StudyEnd::complete);
  const TableRow& errors = row_of(report, "RADAU5(rcd0) ERR");
  ASSERT_EQ(errors.cells.size(), 3u);
  EXPECT_EQ(errors.counterpart, "radau5");
  for (const TableCell& cell : errors.cells) {
    // One method, two codes: step control may differ, the size of the error not by more than a
    // factor of three.
    EXPECT_LT(cell.measured_value, 3 * cell.published_value);
    EXPECT_GT(cell.measured_value, cell.published_value / 30);
  }
  const TableRow& without = row_of(report, "MEBDF(rcd0) ERR");
  EXPECT_EQ(without.counterpart, "");
  EXPECT_NE(without.cells[0].published, "");
  EXPECT_EQ(without.cells[0].measured, "");
  EXPECT_EQ(without.cells[0].verdict, Verdict::none);
}

TEST(PublishedTable, AStructureThatThePublishedProgramRefusesIsNotComparable) {
  const TableReport report = published_table(
      radau5_alone(), {.name = "pendulum-5", .extent = TableExtent::quick, .solvers = {"RADAU5"}});
  const TableRow& row = row_of(report, "RADAU5");
  ASSERT_EQ(report.columns[4], "psi0");
  EXPECT_EQ(row.cells[4].published, "-6");
  EXPECT_EQ(row.cells[4].measured, "X");
  EXPECT_EQ(row.cells[4].verdict, Verdict::not_comparable);
  EXPECT_EQ(row.cells[2].verdict, Verdict::equal);
}

TEST(PublishedTable, WhatTheBudgetCutsIsNotRunAndNotJudged) {
  const TableReport report = published_table(radau5_alone(), {.name = "pendulum-6", .budget = 1e-9});
  EXPECT_EQ(report.end, StudyEnd::out_of_budget);
  for (const TableRow& row : report.rows)
    for (const TableCell& cell : row.cells) EXPECT_EQ(cell.verdict, Verdict::none);
}

TEST(PublishedTable, AnUnknownNameIsAnsweredWithTheNearest) {
  try {
    (void)published_table(radau5_alone(), {.name = "pendulum-7"});
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("pendulum-"), std::string::npos);
  }
}

// A run of several parts that is stopped at once has no cell but those of the publication.
TEST(PublishedTable, ThatMakesItsOwnRunsCanBeStopped) {
  const std::atomic<bool> stop = true;
  const TableReport report = published_table(standard_catalogue(), {.name = "flexcrank-2"}, {.stop = &stop});
  EXPECT_EQ(report.end, StudyEnd::interrupted);
  ASSERT_FALSE(report.rows.empty());
  for (const TableRow& row : report.rows)
    for (const TableCell& cell : row.cells) EXPECT_EQ(cell.measured, not_run_text);
}

TEST(PublishedTable, CountsFactorisationsAsThePublishedProgramsDo) {
  const TableReport report = published_table(
      standard_catalogue(), {.name = "crank-19.3", .extent = TableExtent::quick, .solvers = {"RADAU"}});
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(report.columns, name) - report.columns.begin());
  };
  ASSERT_FALSE(report.rows.empty());
  for (const TableRow& row : report.rows) {
    const std::string all = row.cells[column("real+complex")].measured;
    EXPECT_EQ(row.cells[column("LU")].measured, all.substr(0, all.find('+')));
    EXPECT_NE(all.substr(all.find('+')), "+0") << "RADAU factors complex matrices too";
  }
}

}  // namespace published_test
}  // namespace pleuel
