// The command sweep: the same table whoever computes the runs, whenever, and whatever is killed.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <thread>

#include "cli/program.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/sweep/row_journal.hpp"
#include "pleuel/sweep/work_list.hpp"

namespace pleuel::cli_test {
namespace sweep_test {

using Json = nlohmann::json;
using namespace std::chrono_literals;

const fs::path root = PLEUEL_SOURCE_DIR;
const std::string forty = (root / "tests/sweep/studies/forty.json").string();
const std::string thousand = (root / "tests/sweep/studies/thousand.json").string();

std::vector<std::string> command(const std::string& study, const fs::path& out, int jobs) {
  return {"sweep", study, "--out", out.string(), "--jobs", std::to_string(jobs), "--quiet"};
}

std::string table(const fs::path& out) { return contents(out / "runs.csv"); }
std::string hdf5_bytes(const fs::path& out) { return contents(out / "runs.h5"); }

// Tasks in the journals, with repetitions.
std::multiset<long> rows_in(const fs::path& out) {
  std::multiset<long> tasks;
  for (const auto& path : sweep::journals_in(sweep::work_folder(out)))
    sweep::scan_journal(path, [&](long task, std::uint64_t) { tasks.insert(task); });
  return tasks;
}

void expect_each_once(const fs::path& out, long n_tasks) {
  const auto rows = rows_in(out);
  EXPECT_EQ(rows.size(), static_cast<std::size_t>(n_tasks));
  EXPECT_EQ(std::set<long>(rows.begin(), rows.end()).size(), static_cast<std::size_t>(n_tasks));
}

void wait_for_rows(const fs::path& out, std::size_t n) {
  for (int i = 0; i < 10'000 && rows_in(out).size() < n; ++i) std::this_thread::sleep_for(2ms);
  ASSERT_GE(rows_in(out).size(), n);
}

std::vector<pid_t> children_of(pid_t pid) {
  std::istringstream list(
      contents("/proc/" + std::to_string(pid) + "/task/" + std::to_string(pid) + "/children"));
  std::vector<pid_t> children;
  for (pid_t child = 0; list >> child;) children.push_back(child);
  return children;
}

TEST(Sweep, GivesTheSameTableForAnyNumberOfWorkersAndShares) {
  const Scratch scratch;
  ASSERT_EQ(pleuel(command(forty, scratch / "one", 1)).code, 0);
  ASSERT_EQ(pleuel(command(forty, scratch / "three", 3)).code, 0);
  EXPECT_EQ(table(scratch / "one"), table(scratch / "three"));
  EXPECT_TRUE(hdf5_bytes(scratch / "one") == hdf5_bytes(scratch / "three"));
  expect_each_once(scratch / "three", 44);
  // The same by shares, the last one first; before the last share collect says what is missing.
  const std::string shares = (scratch / "shares").string();
  ASSERT_EQ(pleuel({"sweep", "plan", forty, "--out", shares, "--quiet"}).code, 0);
  for (const char* const share : {"3/3", "1/3"})
    ASSERT_EQ(pleuel({"sweep", "work", shares, "--task", share, "--quiet"}).code, 0);
  const Outcome early = pleuel({"sweep", "collect", shares});
  EXPECT_EQ(early.code, 1);
  EXPECT_TRUE(contains(early.out, "15 of 44 tasks are missing: 1, 4, 7, 10")) << early.out;
  ASSERT_EQ(pleuel({"sweep", "work", shares, "--task", "2/3", "--quiet"}).code, 0);
  // A share that is done does nothing.
  ASSERT_EQ(pleuel({"sweep", "work", shares, "--task", "2/3", "--quiet"}).code, 0);
  ASSERT_EQ(pleuel({"sweep", "collect", shares, "--quiet"}).code, 0);
  EXPECT_EQ(table(scratch / "one"), table(shares));
  EXPECT_TRUE(hdf5_bytes(scratch / "one") == hdf5_bytes(shares));
  expect_each_once(shares, 44);
}

TEST(Sweep, ReportsFailedRunsWithTheirReasonAndIsNotStoppedByThem) {
  const Scratch scratch;
  const Outcome outcome = pleuel({"sweep", forty, "--out", (scratch / "result").string()});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.out, "40 of 40 runs, 2 failed; 38 ok")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "1 invalid_model, first run 39: ")) << outcome.out;
  const Json found = Json::parse(contents(scratch / "result/sweep.json"));
  EXPECT_EQ(found["failed_runs"].size(), 2u);
  EXPECT_EQ(found["failed_runs"][1]["kind"], "invalid_model");
  EXPECT_TRUE(fs::exists(scratch / "result/report.html"));
  const CsvTable rows("runs.csv", table(scratch / "result"));
  ASSERT_EQ(rows.size(), 40u);
  EXPECT_EQ(rows.text(38, "status"), "failed");
  EXPECT_EQ(rows.text(38, "y_end [m]"), "");
  EXPECT_EQ(rows.text(0, "status"), "ok");
}

// The command of a point gives the value of the point.
TEST(Sweep, TheCommandOfARunRepeatsIt) {
  const Scratch scratch;
  const std::string study = (scratch / "s.json").string();
  std::ofstream(study)
      << R"({"pleuel_study": 1, "case": ")" << (root / "models/quarter-car.json").string()
      << R"(", "vary": {"plan": "random", "runs": 3, "seed": 2, "parameters": {"k": {"uniform":
    ["17 kN/m", "19 kN/m"]}}, "settings": {"method": ["dop853", "radau5"]}},
    "outputs": {"y_end": {"end": "body.y"}},
    "objective": {"minimize": "y_end"}, "solver_error": {"runs": 0}})";
  ASSERT_EQ(pleuel(command(study, scratch / "result", 2)).code, 0);
  const Json found = Json::parse(contents(scratch / "result/sweep.json"));
  for (const Json& run : found["objective"]["best"]) {
    const std::string line = run["command"].get<std::string>().substr(7);
    const fs::path out = scratch / "out";
    ASSERT_EQ(std::system((std::string(PLEUEL_PROGRAM) + " " + line + " --json > " + out.string()).c_str()),
              0);
    const Json single = Json::parse(contents(out));
    EXPECT_EQ(single["outputs"]["body.y"].get<double>(), run["value"].get<double>());
  }
}

TEST(Sweep, ContinuesAKilledStudyAndRepeatsNothing) {
  const Scratch scratch;
  ASSERT_EQ(pleuel(command(forty, scratch / "whole", 2)).code, 0);
  const fs::path out = scratch / "killed";
  for (const bool is_worker : {false, true}) {
    Program program(command(forty, out, 2));
    const std::size_t n_wanted = std::min<std::size_t>(rows_in(out).size() + 4, 44);
    wait_for_rows(out, n_wanted);
    const auto workers = children_of(program.pid());
    kill(is_worker && !workers.empty() ? workers[0] : program.pid(), SIGKILL);
    const int code = program.wait().code;
    EXPECT_TRUE(code == 128 + SIGKILL || code == 0) << code;
  }
  ASSERT_EQ(pleuel(command(forty, out, 2)).code, 0);
  EXPECT_EQ(table(scratch / "whole"), table(out));
  expect_each_once(out, 44);
}

TEST(Sweep, ASignalEndsItCleanlyAndKeepsTheTableSoFar) {
  const Scratch scratch;
  const fs::path out = scratch / "result";
  Program program(command(thousand, out, 2));
  wait_for_rows(out, 5);
  kill(program.pid(), SIGTERM);
  EXPECT_EQ(program.wait().code, 143);
  const CsvTable rows("runs.csv", table(out));
  EXPECT_GE(rows.size(), 5u);
  EXPECT_LT(rows.size(), 1000u);
}

// Runs with a page, by their files.
std::set<long> pages_in(const fs::path& out) {
  std::set<long> runs;
  if (!fs::exists(out / "pages")) return runs;
  for (const auto& entry : fs::directory_iterator(out / "pages"))
    runs.insert(std::stol(entry.path().stem().string().substr(4)));
  return runs;
}

// Pages change no row: those of all runs are written when the runs are made, those of chosen ones
// afterwards. A run of an invalid model has none.
TEST(Sweep, WritesPagesOfChosenRunsAndOfAll) {
  if (!has_pages()) GTEST_SKIP() << page_remedy();
  const Scratch scratch;
  const fs::path some = scratch / "some", all = scratch / "all";
  ASSERT_EQ(pleuel(command(forty, some, 2)).code, 0);
  EXPECT_TRUE(pages_in(some).empty());
  const std::string before = table(some);
  const Outcome chosen =
      pleuel({"sweep", "collect", some.string(), "--pages", "extremes,failed", "--pages", "3,5-6"});
  EXPECT_EQ(chosen.code, 0) << chosen.err;
  EXPECT_TRUE(contains(chosen.out, "none of runs that did not begin: 39")) << chosen.out;
  const Json found = Json::parse(contents(some / "sweep.json"));
  std::set<long> expected = {3, 5, 6};
  for (const Json& out : found["outputs"])
    if (!out["is_verdict"]) expected.insert({out["run_of_min"], out["run_of_max"]});
  for (const Json& failed : found["failed_runs"])
    if (failed["kind"] != "invalid_model") expected.insert(failed["run"].get<long>());
  EXPECT_EQ(pages_in(some), expected);
  EXPECT_EQ(found["pages"], Json(expected));
  EXPECT_TRUE(found["conflicts"].empty());
  EXPECT_EQ(table(some), before);
  // What is there is not made again.
  const auto n_rows = rows_in(some).size();
  ASSERT_EQ(pleuel({"sweep", "collect", some.string(), "--pages", "3", "--quiet"}).code, 0);
  EXPECT_EQ(rows_in(some).size(), n_rows);

  auto with_all = command(forty, all, 2);
  with_all.insert(with_all.end(), {"--pages", "all"});
  ASSERT_EQ(pleuel(with_all).code, 0);
  EXPECT_EQ(pages_in(all).size(), 39u);
  EXPECT_EQ(table(all), before);
  expect_each_once(all, 44);
  EXPECT_TRUE(contains(contents(all / "pages/run-7.html"), "Run 7: ")) << "its title has its values";
}

TEST(Sweep, RefusesPagesThatCannotBe) {
  const Scratch scratch;
  const std::string out = (scratch / "out").string();
  const auto answer = [&](const std::string& pages) {
    return pleuel({"sweep", thousand, "--out", out, "--pages", pages});
  };
  for (const auto& [pages, text] :
       std::vector<std::pair<std::string, std::string>>{{"1000", "the study has the runs 0 to 999"},
                                                        {"bets", "did you mean 'best'"},
                                                        {"9-3", "exchange them"},
                                                        {"0-999,5", "asks for 1001 pages"}}) {
    const Outcome outcome = answer(pages);
    EXPECT_EQ(outcome.code, 2) << pages;
    EXPECT_TRUE(contains(outcome.err, text)) << outcome.err;
  }
  EXPECT_FALSE(fs::exists(out));
  EXPECT_TRUE(contains(pleuel({"sweep", "work", "x", "--task", "1/2", "--pages", "best"}).err,
                       "give it to 'collect'"));
}

TEST(Sweep, RefusesRowsOfAnotherStudyAndWorkOfAChangedModel) {
  const Scratch scratch;
  const std::string model = (scratch / "m.json").string(), study = (scratch / "s.json").string(),
                    out = (scratch / "out").string();
  fs::copy(root / "models/quarter-car.json", model);
  const auto write = [&](const char* value) {
    std::ofstream(study) << R"({"pleuel_study": 1, "case": "m.json", "vary": {"parameters": {"k": [")"
                         << value << R"("]}}, "outputs": {"y_end": {"end": "body.y"}}})";
  };
  write("18 kN/m");
  ASSERT_EQ(pleuel({"sweep", study, "--out", out, "--quiet"}).code, 0);
  write("19 kN/m");
  const Outcome other = pleuel({"sweep", study, "--out", out});
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(contains(other.err, "the study file is another one")) << other.err;
  EXPECT_EQ(pleuel({"sweep", study, "--out", out, "--force", "--quiet"}).code, 0);
  std::ofstream(model, std::ios::app) << "\n// changed\n";
  const Outcome changed = pleuel({"sweep", "work", out, "--task", "1/2"});
  EXPECT_EQ(changed.code, 2);
  EXPECT_TRUE(contains(changed.err, "has changed since")) << changed.err;
}

TEST(Sweep, WordsThatDoNotFitAreRefusedTogether) {
  const Outcome outcome = pleuel(
      {"sweep", "work", "somewhere", "--engine", "dask", "--tasks", "0", "--out", "x", "--slurm", "-p"});
  EXPECT_EQ(outcome.code, 2);
  for (const char* const text :
       {"--out belongs to a study", "--engine belongs to a whole study", "--tasks is '0'",
        "--scheduler ADDRESS", "--slurm is for", "--task K/N is missing"})
    EXPECT_TRUE(contains(outcome.err, text)) << text << "\n" << outcome.err;
  EXPECT_TRUE(contains(pleuel({"sweep", "nothing.json"}).err, "--out DIR is missing"));
  EXPECT_TRUE(contains(pleuel({"sweep", "collect", "."}).err, "has no work list"));
}

// 950 runs are good and 50 are reported; the table is that of one worker. Workers and masters are
// killed at 20 random moments: nothing is lost, nothing is repeated.
TEST(SweepLong, AThousandRunsSurviveTwentyKills) {
  const Scratch scratch;
  ASSERT_EQ(pleuel(command(thousand, scratch / "serial", 1)).code, 0);
  const Json found = Json::parse(contents(scratch / "serial/sweep.json"));
  EXPECT_EQ(found["ok"], 950);
  EXPECT_EQ(found["failed"], 50);
  std::mt19937 random(28);
  int n_kills = 0, n_masters = 0, n_workers = 0;
  for (int k = 0; n_kills < 20; ++k) {
    const fs::path out = scratch / ("killed" + std::to_string(k));
    bool is_done = false;
    while (!is_done && n_kills < 20) {
      Program program(command(thousand, out, 2));
      bool is_alive = true;
      while (is_alive && n_kills < 20) {
        std::this_thread::sleep_for(
            std::chrono::milliseconds(std::uniform_int_distribution(30, 400)(random)));
        is_alive = kill(program.pid(), 0) == 0 && waitpid(program.pid(), nullptr, WNOHANG) == 0;
        if (!is_alive) break;
        const auto workers = children_of(program.pid());
        const bool is_worker = std::bernoulli_distribution(0.5)(random) && !workers.empty();
        kill(is_worker ? workers[random() % workers.size()] : program.pid(), SIGKILL);
        ++n_kills;
        ++(is_worker ? n_workers : n_masters);
        if (is_worker) continue;
        waitpid(program.pid(), nullptr, 0);
        is_alive = false;
      }
      if (is_alive) {  // twenty kills were made
        EXPECT_EQ(program.wait().code, 0);
      }
      is_done = fs::exists(out / "runs.csv");
    }
    ASSERT_EQ(pleuel(command(thousand, out, 2)).code, 0);
    EXPECT_EQ(table(scratch / "serial"), table(out));
    EXPECT_TRUE(hdf5_bytes(scratch / "serial") == hdf5_bytes(out));
    expect_each_once(out, 1010);
  }
  std::cout << n_workers << " workers and " << n_masters << " masters were killed\n";
}

}  // namespace sweep_test
}  // namespace pleuel::cli_test
