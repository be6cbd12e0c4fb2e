// What the page of a bench is given: groups, traces, published values.
#include "pleuel/lab/bench_page.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "pleuel/base/error.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/lab/published_table.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace bench_page_test {

using Json = nlohmann::json;

const Catalogue& catalogue() {
  static const Catalogue all = standard_catalogue();
  return all;
}

StudyRequest small_request() {
  StudyRequest request;
  request.cases = {"pendulum"};
  request.formulations = {"rcd0", "ggl1"};
  request.methods = {"radau5"};
  request.tolerances = {1e-5, 1e-6};
  request.until = 20;
  request.repeats = 1;
  return request;
}

Json page_json(const StudyRequest& request, const Study& study) {
  return Json::parse(bench_page_json(catalogue(), request, study, summarize(catalogue(), study.rows)));
}

TEST(BenchPage, EveryRunHasItsGroupAndItsTrace) {
  const StudyRequest request = small_request();
  const Study study = run_study(catalogue(), request);
  const Json json = page_json(request, study);
  ASSERT_EQ(json["groups"].size(), 1u);
  EXPECT_EQ(json["groups"][0]["case"], "pendulum");
  EXPECT_EQ(json["groups"][0]["summary"], 0);
  ASSERT_EQ(json["rows"].size(), 4u);
  ASSERT_EQ(json["traces"].size(), 4u);
  for (const Json& trace : json["traces"]) {
    const StudyRow& row = study.rows[trace["row"].get<std::size_t>()];
    EXPECT_GT(trace["t"].size(), 50u);
    EXPECT_EQ(trace["t"].back(), 20.0);
    // The largest of the trace is that of the run, up to the three digits that are kept.
    const auto numbers = trace["position"].get<std::vector<double>>();
    EXPECT_NEAR(*std::ranges::max_element(numbers) / row.residuals.position, 1, 5e-3);
  }
}

TEST(BenchPage, CasesWithUnlikeSettingsOrEndTimesAreApartAndSettingsOfPairsStayWithThem) {
  StudyRequest request = small_request();
  request.settings = {{"error", "strict"}};
  Study study = run_study(catalogue(), request);
  request.until = 1;
  const Study other = run_study(catalogue(), request);
  study.rows.insert(study.rows.end(), other.rows.begin(), other.rows.end());
  const Json json = page_json(request, study);
  ASSERT_EQ(json["groups"].size(), 2u);
  EXPECT_EQ(json["groups"][1]["t_end"], 1.0);
  EXPECT_EQ(json["rows"][0]["settings"], "error=strict");
  EXPECT_EQ(json["rows"].back()["group"], 1);
  EXPECT_EQ(json["traces"].size(), 4u);  // rows that were taken over have none
}

TEST(BenchPage, PublishedValuesStandBesideTheRowsOfTheirCounterparts) {
  const StudyRequest request = small_request();
  const Study study = run_study(catalogue(), request);
  const auto table = published_beside(catalogue(), "pendulum", 20, study.rows);
  ASSERT_TRUE(table.has_value());
  EXPECT_EQ(table->name, "pendulum-6");
  const auto row =
      std::ranges::find_if(table->rows, [](const TableRow& r) { return r.label == "RADAU5(rcd0) ERR"; });
  ASSERT_NE(row, table->rows.end());
  const auto ours = std::ranges::find_if(
      study.rows, [](const StudyRow& r) { return r.key.formulation == "rcd0" && r.key.rtol == 1e-5; });
  EXPECT_EQ(row->cells[0].published_value, 2.0e-3);
  EXPECT_EQ(row->cells[0].measured_value, ours->comparison.error_table);
  EXPECT_EQ(row->cells[2].measured, "?");  // 1e-7 was not run
  // No row stands for GAMD.
  for (const TableRow& r : table->rows) EXPECT_NE(r.label.rfind("GAMD", 0), 0u);
  EXPECT_FALSE(published_beside(catalogue(), "pendulum", 19, study.rows).has_value());
  EXPECT_FALSE(published_beside(catalogue(), "pendulum", 20, {}).has_value());
  EXPECT_FALSE(published_beside(catalogue(), "chain", 20, study.rows).has_value());
  EXPECT_EQ(success_table_name("pendulum", 20), "pendulum-5");
  EXPECT_EQ(success_table_name("pendulum", 2000), "pendulum-8");
  EXPECT_EQ(success_table_name("andrews", 20), "");
}

TEST(BenchPage, IsOneFileWithItsData) {
  if (!has_pages()) GTEST_SKIP() << page_remedy();
  const StudyRequest request = small_request();
  const Study study = run_study(catalogue(), request);
  const auto path = std::filesystem::path(::testing::TempDir()) / "pleuel_bench_page.html";
  write_bench_page(path, catalogue(), request, study, summarize(catalogue(), study.rows));
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  for (const char* part : {"id=\"study\"", "id=\"extras\"", "</html>"})
    EXPECT_NE(text.str().find(part), std::string::npos) << part;
}

TEST(DriftRecorder, KeepsTheLargestValueOfEachHundredthAndTheLastTime) {
  DriftRecorder recorder;
  RunHeader header;
  header.t_begin = 2;
  header.t_end = 4;
  recorder.begin(header);
  struct NoPiece : DenseOutput {
    double begin() const override { return 0; }
    double end() const override { return 1; }
    void evaluate(double, Vec) const override {}
    int order() const override { return 1; }
  } piece;
  OutputRow no_outputs({}, {});
  const auto step = [&](double t, double position, double energy) {
    recorder.step({.t = t,
                   .since = {},
                   .residuals = {position, 2 * position, 0},
                   .energy_error = energy,
                   .dense = piece,
                   .outputs = no_outputs});
  };
  step(2.005, 1e-9, 1e-3);
  step(2.01, 3e-9, -5e-3);
  step(2.019, 2e-9, 0);
  step(2.03, 1e-12, 1e-6);
  step(4, 7e-8, 0);
  const DriftTrace trace = recorder.take({});
  EXPECT_EQ(trace.t, (std::vector<double>{2.019, 2.03, 4}));
  EXPECT_EQ(trace.position, (std::vector<double>{3e-9, 1e-12, 7e-8}));
  EXPECT_EQ(trace.velocity, (std::vector<double>{6e-9, 2e-12, 1.4e-7}));
  EXPECT_EQ(trace.energy, (std::vector<double>{5e-3, 1e-6, 0}));
}

}  // namespace bench_page_test
}  // namespace pleuel
