#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "pleuel/io/run_json.hpp"
#include "pleuel/io/trajectory_csv.hpp"

namespace pleuel {
namespace results_test {

namespace fs = std::filesystem;

RunResult result() {
  RunResult result;
  result.header.case_name = "pair";
  result.header.unknowns = {{.name = "x", .unit = "m"}, {.name = "force, vertical", .unit = "N"}};
  result.y = Vector::Zero(2);
  result.y << 0.1, std::numeric_limits<double>::infinity();
  result.outputs = {{"x", "m", 0.1}};
  return result;
}

TEST(TrajectoryCsv, HasNamesWithUnitsAndNumbersThatReadBackExactly) {
  const fs::path path = fs::path(::testing::TempDir()) / "results_test_trajectory.csv";
  TrajectoryCsv csv(path);
  csv.begin(result().header);
  Vector y(2);
  y << 1.0 / 3.0, -1e-300;
  const std::vector<MotionOutput> none;
  OutputRow no_outputs(none, {});
  csv.sample(Sample(0.1, view(std::as_const(y)), no_outputs));
  EXPECT_FALSE(fs::exists(path));
  csv.end(result());

  std::ifstream file(path);
  std::string header, row;
  std::getline(file, header);
  std::getline(file, row);
  EXPECT_EQ(header, "t [s],x [m],\"force, vertical [N]\"");
  EXPECT_EQ(row, "0.1,0.3333333333333333,-1e-300");
  fs::remove(path);
}

TEST(TrajectoryCsv, HoldsOnlyTheNamedUnknownsInTheOrderOfTheirNames) {
  const fs::path path = fs::path(::testing::TempDir()) / "results_test_named.csv";
  const std::vector<MotionOutput> none;
  OutputRow no_outputs(none, {});
  Vector y(2);
  y << 1, 2;
  const auto written = [&](std::vector<std::string> names) {
    TrajectoryCsv csv(path, std::move(names));
    csv.begin(result().header);
    csv.sample(Sample(0.5, view(std::as_const(y)), no_outputs));
    csv.end(result());
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_EQ(written({"force, vertical", "no unknown", "x"}),
            "t [s],\"force, vertical [N]\",x [m]\n0.5,2,1\n");
  EXPECT_EQ(written({}), "t [s]\n0.5\n");
  fs::remove(path);
}

TEST(RunJson, HasEveryPromisedKeyAndNullForWhatIsNoNumber) {
  const auto json = nlohmann::json::parse(run_json(result()));
  for (const char* key : {"case",         "formulation",
                          "method",       "rtol",
                          "atol",         "status",
                          "message",      "t",
                          "names",        "y",
                          "outputs",      "stats",
                          "cpu_seconds",  "peak_memory",
                          "reference",    "residuals",
                          "reactions",    "energy_drift",
                          "energy_ratio", "numerical_dissipation"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  for (const char* key : {"steps", "accepted", "rejected", "newton_failures", "rhs", "jacobians",
                          "factorizations", "real_factorizations", "complex_factorizations", "solves"}) {
    EXPECT_TRUE(json["stats"].contains(key)) << key;
  }
  for (const char* key : {"position", "velocity", "acceleration"}) {
    EXPECT_TRUE(json["residuals"].contains(key)) << key;
  }
  EXPECT_EQ(json["y"][0], 0.1);
  EXPECT_TRUE(json["y"][1].is_null());
  EXPECT_TRUE(json["reference"].is_null());
  EXPECT_TRUE(json["energy_drift"].is_null());
  EXPECT_EQ(json["outputs"]["x"], 0.1);
}

TEST(RunJson, CarriesTheFailureReport) {
  RunResult failed = result();
  failed.status = RunStatus::failed;
  failed.failure.emplace();
  failed.failure->kind = FailureKind::newton_divergence;
  failed.failure->worst = "joint B";
  const auto json = nlohmann::json::parse(run_json(failed));
  EXPECT_EQ(json["status"], "failed");
  EXPECT_EQ(json["failure"]["kind"], "newton_divergence");
  EXPECT_EQ(json["failure"]["worst"], "joint B");
}

TEST(RunJson, SpellsTheKindOfAFailureAsTheEnumeratorIsSpelled) {
  RunResult failed = result();
  failed.failure.emplace();
  failed.failure->kind = FailureKind::time_limit;
  EXPECT_EQ(nlohmann::json::parse(run_json(failed))["failure"]["kind"], "time_limit");
}

TEST(RunJson, IsOneLineAndSurvivesBytesThatAreNoText) {
  RunResult strange = result();
  strange.header.case_name = "\xff\n";
  const std::string text = run_json(strange);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_TRUE(nlohmann::json::accept(text));
}

}  // namespace results_test
}  // namespace pleuel
