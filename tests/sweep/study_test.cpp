// Studies: their runs, outputs and statistics.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "pleuel/run/standard_catalogue.hpp"
#include "pleuel/sweep/row_journal.hpp"
#include "pleuel/sweep/statistics.hpp"
#include "pleuel/sweep/study_reader.hpp"
#include "pleuel/sweep/task.hpp"

namespace pleuel::sweep {
namespace study_test {

namespace fs = std::filesystem;

const std::string models = std::string(PLEUEL_SOURCE_DIR) + "/models/";

Study study_of(const std::string& text) { return read_study("study.json", text, standard_catalogue()); }

// A mass on a spring, x = A sin(ω t) with A = v₀/ω: its extremes and crossings are known.
const char* const oscillator = R"({"pleuel": 2, "name": "oscillator", "dimension": 2,
  "parameters": {"k": "4 N/m", "v0": "3 m/s"},
  "bodies": [{"name": "b", "mass": "1 kg", "inertia": "1 kg*m^2", "velocity": ["v0", 0]}],
  "measures": [{"name": "x", "type": "coordinate", "marker": "b.origin", "axis": "x"}],
  "joints": [{"name": "guide", "type": "prismatic", "a": "ground.origin", "b": "b.origin"}],
  "forces": [{"name": "spring", "type": "force", "marker": "b.origin", "x": "-k*x"}],
  "outputs": ["x", "b.vx", "b.ax"], "simulation": {"until": "5 s", "rtol": 1e-10, "atol": 1e-10}})";

class Oscillator : public testing::Test {
 protected:
  Oscillator()
      : path_(fs::temp_directory_path() / ("pleuel_oscillator_" + std::to_string(getpid()) + ".json")) {
    std::ofstream(path_) << oscillator;
  }
  ~Oscillator() override { fs::remove(path_); }

  Study study(const std::string& vary, const std::string& outputs) const {
    return study_of(R"({"pleuel_study": 1, "case": ")" + path_.string() + R"(", "vary": )" + vary +
                    R"(, "outputs": {)" + outputs + R"(}, "solver_error": {"runs": 1}})");
  }

 private:
  fs::path path_;
};

// What a reader would take for a result is said: repeated runs, values that no run has, differences
// that are rounding errors.
TEST_F(Oscillator, DoubtfulValuesAreRemarkedOn) {
  const Study s = study(R"({"parameters": {"k": ["4 N/m", "9 N/m", "0.004 N/mm"]}})",
                        R"("never": {"crossing": "x", "level": "1 km"}, "late": {"verdict": "never < 1 s"},
                           "x": {"end": "x"}, "mass": {"formula": "1 kg + 1e-17 kg/m*x"})");
  const fs::path result = fs::temp_directory_path() / ("pleuel_doubtful_" + std::to_string(getpid()));
fs::create_directories(work_folder(result));
const Catalogue catalogue = standard_catalogue();
{
  RowJournal journal(work_folder(result));
  for (long task = 0; task < s.n_tasks(); ++task) journal.append(compute_task(catalogue, s, task));
}
const SweepStatistics found = statistics(s, collect(s, RowIndex(result, s.n_tasks())));
fs::remove_all(result);
ASSERT_EQ(found.remarks.size(), 3u);
EXPECT_EQ(found.remarks[0], "'k' has the value '0.004 N/mm' twice: its runs are made twice");
EXPECT_EQ(found.remarks[1], "'never' has a value in none of the 3 runs that are ok");
EXPECT_EQ(found.remarks[2], "'late' has a value in none of the 3 runs that are ok");
ASSERT_EQ(found.effects.size(), 4u);
EXPECT_GT(found.effects[2].correlation, -1.1);  // a number
EXPECT_TRUE(std::isnan(found.effects[3].share));
EXPECT_TRUE(std::isnan(found.effects[3].correlation));
}

// Extremes between the steps are found on dense output. Its error, and that of the run, is some
// tolerances.
TEST_F(Oscillator, ExtremesCrossingsAndCurvesAreThoseOfTheSolution) {
  const Study s =
      study(R"({"parameters": {"k": ["4 N/m", "9 N/m"]}, "settings": {"method": ["dop853", "radau5"]}})",
            R"("high": {"max": "x"}, "low": {"min": "x"}, "force": {"peak": "b.ax"},
                           "t_high": {"time_of_max": "x"},
                           "t_zero": {"crossing": "x", "level": "0 m", "direction": "down"},
                           "t_half": {"crossing": "x", "level": "0.5 m"}, "end": {"end": "x"},
                           "x": {"curve": "x", "every": "0.25 s"}, "twice": {"formula": "2*high"},
                           "good": {"verdict": "twice < 2.5 m && k > 1 N/m"})");
  ASSERT_EQ(s.n_runs(), 4);
  ASSERT_EQ(s.n_tasks(), 5);
  const Catalogue catalogue = standard_catalogue();
  for (long run = 0; run < 4; ++run) {
    const Row row = compute_task(catalogue, s, run);
    ASSERT_TRUE(row.is_ok) << row.message;
    EXPECT_EQ(row.method, run % 2 == 0 ? "dop853" : "radau5");
    const double omega = run < 2 ? 2 : 3, a = 3 / omega, tolerance = 1e-7;
    EXPECT_NEAR(row.values[0], a, tolerance);
    EXPECT_NEAR(row.values[1], -a, tolerance);
    EXPECT_NEAR(row.values[2], 3 * omega, 10 * tolerance);
    // The place of an extreme is as exact as the square root of its value.
    const double first = M_PI / 2 / omega, period = 2 * M_PI / omega;
    const double off = std::remainder(row.values[3] - first, period);
    EXPECT_NEAR(off, 0, 1e-3);
    EXPECT_NEAR(row.values[4], M_PI / omega, tolerance);
    EXPECT_NEAR(row.values[5], std::asin(0.5 / a) / omega, tolerance);
    EXPECT_NEAR(row.values[6], a * std::sin(5 * omega), tolerance);
    EXPECT_NEAR(row.values[7], 2 * row.values[0], 1e-15);
    EXPECT_EQ(row.values[8], run < 2 ? 0 : 1);
    ASSERT_EQ(row.curves[0].size(), 21u);
    for (int i = 0; i <= 20; ++i) EXPECT_NEAR(row.curves[0][i], a * std::sin(0.25 * omega * i), tolerance);
  }
  // The twin is a run at a hundredth of the tolerance.
  EXPECT_NEAR(s.request(4).tolerance.rtol, 1e-12, 1e-25);
  EXPECT_TRUE(compute_task(catalogue, s, 4).is_ok);
}

TEST_F(Oscillator, AVerdictOnAValueThatDoesNotExistIsNone) {
  const Study s = study(R"({"parameters": {"k": ["4 N/m"]}})",
                        R"("t_far": {"crossing": "x", "level": "50 m"}, "good": {"verdict": "t_far > 1 s"})");
  const Row row = compute_task(standard_catalogue(), s, 0);
  ASSERT_TRUE(row.is_ok) << row.message;
  EXPECT_TRUE(std::isnan(row.values[0]));
  EXPECT_TRUE(std::isnan(row.values[1]));
}

TEST(Study, RunsAreTheProductOfTheBlocksAndNumbersKeepTheirUnit) {
  const Study s = study_of(R"({"pleuel_study": 1, "case": ")" + models + R"(quarter-car.json",
    "parameters": {"bump": "40 mm"}, "settings": {"rtol": 1e-8},
    "vary": [{"settings": {"method": ["dop853", "auto"]}},
             {"parameters": {"k": {"from": "10 kN/m", "to": "40 kN/m", "count": 3, "spacing": "logarithmic"},
                             "c": ["1 kN*s/m", "900 N*s/m"]}}],
    "outputs": {"y_end": {"end": "body.y"}}})");
  ASSERT_EQ(s.n_runs(), 12);
  EXPECT_EQ(s.level(0, 1).text, "10 kN/m");
  EXPECT_EQ(s.level(2, 1).text, "20 kN/m");
  EXPECT_EQ(s.level(11, 1).text, "40 kN/m");
  EXPECT_DOUBLE_EQ(s.level(1, 2).number, 0.9);  // in the unit of the first value
  const RunRequest request = s.request(3);
  EXPECT_EQ(request.method, "dop853");
  EXPECT_EQ(request.settings.at("k"), "20 kN/m");
  EXPECT_EQ(request.settings.at("c"), "900 N*s/m");
  EXPECT_EQ(request.settings.at("bump"), "40 mm");
  EXPECT_EQ(s.command(3),
            "pleuel run " + models +
                "quarter-car.json --method dop853 --rtol 1e-08 --atol 1e-08 --set 'bump=40 mm' --set "
                "'c=900 N*s/m' --set 'k=20 kN/m'");
}

TEST(Task, EveryEndIsARowWithItsReason) {
  const Study s = study_of(R"({"pleuel_study": 1, "case": ")" + models + R"(quarter-car.json",
    "vary": {"plan": "list", "parameters": {"c": ["1 kN*s/m", "-1 kN*s/m", "1 kN*s/m"],
             "tyre_c": ["150 N*s/m", "150 N*s/m", "-40 kN*s/m"]}},
    "outputs": {"y_end": {"end": "body.y"}}, "solver_error": {"runs": 0}})");
  const Catalogue catalogue = standard_catalogue();
  EXPECT_TRUE(compute_task(catalogue, s, 0).is_ok);
  const Row refused = compute_task(catalogue, s, 1), failed = compute_task(catalogue, s, 2);
  EXPECT_FALSE(refused.is_ok);
  EXPECT_EQ(refused.kind, "invalid_model");
  EXPECT_NE(refused.message.find("must not be below 0"), std::string::npos) << refused.message;
  EXPECT_FALSE(failed.is_ok);
  EXPECT_NE(failed.message.find("however small the step"), std::string::npos) << failed.message;
  EXPECT_TRUE(std::isnan(failed.values.at(0)));
  EXPECT_TRUE(is_same_result(failed, compute_task(catalogue, s, 2)));
  EXPECT_FALSE(is_same_result(failed, refused));
}

TEST(Task, TheTimeLimitEndsARunAndTheReasonDoesNotDependOnTheClock) {
  const Study s =
      study_of(R"({"pleuel_study": 1, "case": "andrews", "settings": {"rtol": 1e-12, "until": 100},
    "vary": {"settings": {"method": ["radau5"]}}, "time_limit": "50 ms",
    "outputs": {"x": {"end": "q1"}}, "solver_error": {"runs": 0}})");
  const Row row = compute_task(standard_catalogue(), s, 0);
  EXPECT_FALSE(row.is_ok);
  EXPECT_EQ(row.kind, "time_limit");
  EXPECT_EQ(row.message, "the time limit of 0.05 s was reached");
}

class Journals : public testing::Test {
 protected:
  Journals() : folder_(fs::temp_directory_path() / ("pleuel_journals_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~Journals() override { fs::remove_all(folder_); }
  fs::path folder_;
};

Row numbered(long task) {
  Row row;
  row.task = task;
  row.is_ok = true;
  row.message = std::string(static_cast<std::size_t>(task), 'x');
  row.values = {1.5 * static_cast<double>(task), std::nan("")};
  row.curves = {{1, 2, 3}, {}};
  row.remarks = {"a", "b"};
  return row;
}

// Cut at every byte: the complete rows before the cut are found, and nothing else.
TEST_F(Journals, ATornFileKeepsItsCompleteRows) {
  fs::path path;
  {
    RowJournal journal(folder_);
    for (long task = 0; task < 4; ++task) journal.append(numbered(task));
    path = journal.path();
  }
  std::vector<std::uint64_t> offsets;
  scan_journal(path, [&](long, std::uint64_t offset) { offsets.push_back(offset); });
  ASSERT_EQ(offsets.size(), 4u);
  for (long task = 0; task < 4; ++task)
    EXPECT_TRUE(is_same_result(read_row(path, offsets[task]), numbered(task)));
  EXPECT_EQ(last_task(path), 3);
  const auto size = fs::file_size(path);
  for (auto n = size; n-- > 0;) {
    fs::resize_file(path, n);
    std::size_t count = 0, expected = 0;
    scan_journal(path, [&](long task, std::uint64_t) { EXPECT_EQ(task, static_cast<long>(count++)); });
    for (std::size_t i = 0; i < 4; ++i) expected += (i + 1 < 4 ? offsets[i + 1] : size) <= n ? 1u : 0u;
    ASSERT_EQ(count, expected) << n;
  }
}

TEST_F(Journals, ADamagedRowIsNotTaken) {
  fs::path path;
  {
    RowJournal journal(folder_);
    journal.append(numbered(3));
    path = journal.path();
  }
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(60);
  file.put('\x55');
  file.close();
  EXPECT_FALSE(last_task(path));
}

// y = 3a + b with a and b on a full grid: shares of variance, effects and correlation are known.
TEST(SweepStatistics, OfALinearFunctionOnAGridAreThoseOfTheBook) {
  const Study s = study_of(R"({"pleuel_study": 1, "case": ")" + models + R"(quarter-car.json",
    "vary": {"parameters": {"k": {"from": 0, "to": 10, "count": 11},
                            "c": {"from": 0, "to": 10, "count": 11}}},
    "outputs": {"y_end": {"end": "body.y"}}, "objective": {"maximize": "y_end"},
    "solver_error": {"runs": 2}})");
  Collected all;
  all.states.assign(121, RunState::ok);
  all.values.resize(1);
  for (long run = 0; run < 121; ++run)
    all.values[0].push_back(3 * s.level(run, 0).number + s.level(run, 1).number);
  all.states[5] = RunState::failed;
  all.values[0][5] = std::nan("");
  all.twins = {{.run = 1, .values = {1}, .tight = {4}}, {.run = 2, .values = {2}, .tight = {-2}}};
  const SweepStatistics found = statistics(s, all);
  const OutputStatistics& out = found.outputs[0];
  EXPECT_EQ(out.n, 120);
  EXPECT_NEAR(out.mean, (121 * 20.0 - 5) / 120, 1e-12);
  EXPECT_EQ(out.min, 0);
  EXPECT_EQ(out.max, 40);
  EXPECT_EQ(found.best.front(), 120);
  EXPECT_EQ(found.worst.front(), 0);
  // Errors 3 and 4 of two twins: √((9 + 16)/2).
  EXPECT_NEAR(out.solver_error, std::sqrt(12.5), 1e-12);
  EXPECT_EQ(out.solver_error_worst, 4);
  EXPECT_NEAR(out.scatter * out.scatter + 12.5, out.deviation * out.deviation, 1e-9);
  ASSERT_EQ(found.remarks.size(), 1u);  // 3.5 of a deviation of 10
  // Without the missing run: means of the groups of k are 3k + 5, variances 9 : 1.
  EXPECT_NEAR(found.effects[0].share, 0.9, 0.01);
  EXPECT_NEAR(found.effects[1].share, 0.1, 0.02);
  EXPECT_NEAR(found.effects[0].correlation, 3 / std::sqrt(10), 0.005);
  EXPECT_NEAR(found.effects[0].range, 30, 0.6);
  EXPECT_EQ(found.effects[0].groups.size(), 11u);
}

}  // namespace study_test
}  // namespace pleuel::sweep
