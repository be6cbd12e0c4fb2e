// What the program gives to a user who did not err.
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "pleuel/io/page.hpp"

namespace pleuel::cli_test {
namespace run_test {

using Json = nlohmann::json;

int n_lines(const std::string& text) { return static_cast<int>(std::count(text.begin(), text.end(), '\n')); }

TEST(RunCommand, SaysWhatItChoseAndWhyAndWhatCameOut) {
  const Outcome outcome = pleuel({"run", "pendulum", "--until", "1"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  for (const char* part : {"formulation", "method", "chosen: ", "drift", "initial values moved",
                           "reached t = 1", "lambda", "constraints", "energy", "steps", "time"}) {
    EXPECT_TRUE(contains(outcome.out, part)) << part << "\n" << outcome.out;
  }
  EXPECT_FALSE(contains(outcome.out, "\033")) << "escape sequences in a file";
}

TEST(RunCommand, JsonIsOneObjectWithEveryPromisedKey) {
  const Outcome outcome = pleuel({"run", "pendulum", "--until", "1", "--json", "--formulation", "ggl1"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const Json json = Json::parse(outcome.out);
  for (const char* key : {"case", "formulation", "method", "rtol", "atol", "status", "message", "t", "names",
                          "y", "outputs", "stats", "cpu_seconds", "peak_memory", "reference", "residuals",
                          "reactions", "energy_drift", "energy_ratio", "numerical_dissipation"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["status"], "ok");
  EXPECT_EQ(json["formulation"], "ggl1");
  EXPECT_EQ(json["t"], 1.0);
  EXPECT_EQ(json["names"].size(), json["y"].size());
  EXPECT_GT(json["stats"]["accepted"], 0);
  EXPECT_GT(json["reference"]["mescd"], 3);
  EXPECT_LT(json["residuals"]["position"], 1e-4);
}

// A pendulum whose centre of mass starts at the height h of its pivot: E₀ = 9.81 J h/m, while it
// reaches some joules.
TEST(RunCommand, TheRatioOfEnergiesIsLeftOutWhereTheFirstIsRounding) {
  const Scratch scratch;
  const std::string model = (scratch / "m.json").string();
  std::ofstream(model) << R"({"pleuel": 2, "name": "m", "dimension": 2, "gravity": [0, "-9.81 m/s^2"],
    "parameters": {"h": "1e-16 m"},
    "bodies": [{"name": "rod", "mass": "1 kg", "inertia": "1 kg m^2", "com": ["1 m", "h"]}],
    "joints": [{"name": "pivot", "type": "revolute", "a": "ground.origin", "b": "rod.origin"}]})";
  const std::vector<std::string> line = {"run", model, "--until", "0.5"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), line.begin(), line.end());
    return pleuel(more).out;
  };
  EXPECT_TRUE(Json::parse(with({"--json"}))["energy_ratio"].is_null());
  EXPECT_FALSE(contains(with({}), ", ratio")) << with({});
  EXPECT_TRUE(contains(with({}), "no ratio: the energy at the start is")) << with({});
  EXPECT_NEAR(Json::parse(with({"--json", "--set", "h=0.1 m"}))["energy_ratio"], 1, 1e-3);
  EXPECT_TRUE(contains(with({"--set", "h=0.1 m"}), ", ratio"));
}

TEST(RunCommand, TheAbsoluteToleranceFollowsTheRelativeOneUnlessGiven) {
  EXPECT_EQ(
      Json::parse(pleuel({"run", "pendulum", "--until", "0.1", "--json", "--rtol", "1e-8"}).out)["atol"],
      1e-8);
  const Json json = Json::parse(pleuel({"run", "pendulum", "--until", "0.1", "--json", "--rtol", "1e-8",
                                        "--atol", "1e-7", "--atol", "v=1e-5", "--rtol", "lambda=1e-3"})
                                    .out);
  EXPECT_EQ(json["atol"], 1e-7);
  EXPECT_EQ(json["atol_of"]["v"], 1e-5);
  EXPECT_EQ(json["rtol_of"]["lambda"], 1e-3);
}

TEST(RunCommand, QuietSaysNothing) {
  const Outcome outcome = pleuel({"run", "pendulum", "--until", "0.1", "--quiet"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
}

TEST(RunCommand, OutWritesItsFilesAndNothingElse) {
  const Scratch scratch;
  const fs::path out = scratch / "deep/result";
  fs::create_directories(out);
  std::ofstream(out / "run.json") << "old";
  const Outcome outcome =
      pleuel({"run", "pendulum", "--until", "1", "--every", "0.25", "--out", out.string()});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(Json::parse(contents(out / "run.json"))["status"], "ok");
  const std::string csv = contents(out / "trajectory.csv");
  EXPECT_EQ(csv.rfind("t [s],x [m],y [m],", 0), 0u) << csv;
  EXPECT_EQ(n_lines(csv), 1 + 5);  // 0, 0.25, …, 1
  const std::ptrdiff_t n_pages = has_pages() ? 1 : 0;
  EXPECT_EQ(fs::exists(out / "run.html"), has_pages());
  EXPECT_EQ(std::distance(fs::directory_iterator(out), fs::directory_iterator()), 3 + n_pages);
}

TEST(RunCommand, CsvHoldsTheOutputsAndAllUnknownsOnRequest) {
  const Scratch scratch;
  const auto columns = [&](const std::string& model, std::vector<std::string> more) {
    const std::string out = (scratch / ("r" + std::to_string(more.size()) + model)).string();
    std::vector<std::string> line = {"run",     model,   "--until", "0.001", "--quiet",
                                     "--every", "0.001", "--out",   out,     "--no-page"};
    line.insert(line.end(), more.begin(), more.end());
    EXPECT_EQ(pleuel(line).code, 0) << model;
    std::string header = contents(fs::path(out) / "trajectory.csv");
    header.erase(header.find('\n'));
    return header;
  };
  // The same names as the outputs of run.json, in their order.
  EXPECT_EQ(columns("slider-crank", {}),
            "t [s],phi2 [rad],x3 [m],q1 [m],q2 [m],q3 [m],q4 [m],lambda1 [N],lambda2 [N],lambda3 [N m]");
  EXPECT_TRUE(contains(columns("slider-crank", {"--outputs", "energy"}), ",total_energy [J]"));
  const std::string all = columns("slider-crank", {"--all", "--formulation", "ggl1"});
  EXPECT_GT(std::count(all.begin(), all.end(), ','), 24) << all;
  const Outcome alone = pleuel({"run", "pendulum", "--all"});
  EXPECT_EQ(alone.code, 2);
  EXPECT_TRUE(contains(alone.err, "--all is for trajectory.csv in --out DIR")) << alone.err;
  EXPECT_EQ(pleuel({"run", "pendulum", "--all", "--format", "page", "--out", (scratch / "p").string()}).code,
            2);
}

TEST(RunCommand, AModelWithoutOutputsHasAllItsUnknownsInTheCsv) {
  const Scratch scratch;
  std::ofstream(scratch / "m.json") << R"({"pleuel": 1, "name": "free", "dimension": 2,
    "bodies": [{"name": "ball", "mass": 1, "inertia": 1}], "simulation": {"until": 1}})";
  ASSERT_EQ(pleuel({"run", (scratch / "m.json").string(), "--quiet", "--out", (scratch / "r").string()}).code,
            0);
  const std::string csv = contents(scratch / "r/trajectory.csv");
  EXPECT_EQ(csv.rfind("t [s],ball.x [m],ball.y [m],ball.phi [rad],ball.vx [m/s]", 0), 0u)
      << csv.substr(0, 200);
}

TEST(RunCommand, SaysWhyThereIsNoScdWhereAReferenceIsBelowAtol) {
  // At the end of a period all unknowns of the pendulum but x are zero.
  const std::string loose = pleuel({"run", "pendulum"}).out;
  EXPECT_FALSE(contains(loose, "scd -")) << loose;
  EXPECT_TRUE(contains(loose, "reference     mescd ")) << loose;
  EXPECT_TRUE(contains(loose, "scd is not defined: the reference of ")) << loose;
  EXPECT_TRUE(contains(loose, " is below atol, 1e-06")) << loose;
  EXPECT_TRUE(contains(pleuel({"run", "andrews"}).out, "reference     scd "));
}

TEST(RunCommand, AlignsTheValuesOfLongAndShortNames) {
  const Scratch scratch;
  std::ofstream(scratch / "m.json") << R"({"pleuel": 1, "name": "m", "dimension": 2,
    "bodies": [{"name": "a", "mass": 1, "inertia": 1},
               {"name": "the_second_body_of_a_long_name", "mass": 1, "inertia": 1}],
    "outputs": ["a.x", "the_second_body_of_a_long_name.phi"], "simulation": {"until": 1}})";
  const std::string out = pleuel({"run", (scratch / "m.json").string()}).out;
  const auto column = [&](const std::string& unit, const std::string& name) {
    const auto line = out.find("\n  " + name + " ");
    const auto end = out.find(unit + "\n", line);
    EXPECT_NE(line, std::string::npos) << out;
    return std::pair(out.find_first_not_of(' ', line + 3 + name.size()) - line, end - line);
  };
  EXPECT_EQ(column("m", "a.x"), column("rad", "the_second_body_of_a_long_name.phi")) << out;
}

TEST(RunCommand, NoPageLeavesThePageOut) {
  const Scratch scratch;
  const Outcome outcome =
      pleuel({"run", "pendulum", "--until", "1", "--no-page", "--out", (scratch / "r").string()});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(fs::exists(scratch / "r/run.json"));
  EXPECT_FALSE(fs::exists(scratch / "r/run.html"));
}

TEST(RunCommand, SamplesAtTheTimesOfACommaSeparatedList) {
  const Scratch scratch;
  ASSERT_EQ(pleuel({"run", "pendulum", "--until", "1", "--at", "0.5,0.1", "--at", "1", "--out",
                    (scratch / "r").string(), "--quiet"})
                .code,
            0);
  const std::string csv = contents(scratch / "r/trajectory.csv");
  EXPECT_EQ(n_lines(csv), 4);
  EXPECT_TRUE(contains(csv, "\n0.1,") && contains(csv, "\n0.5,") && contains(csv, "\n1,")) << csv;
}

TEST(RunCommand, AWrongRequestLeavesNoDirectoryBehind) {
  const Scratch scratch;
  EXPECT_EQ(pleuel({"run", "pendulum", "--until", "-1", "--out", (scratch / "r").string()}).code, 2);
  EXPECT_FALSE(fs::exists(scratch / "r"));
}

TEST(RunCommand, AnOutDirectoryThatCannotBeMadeIsAFaultOfTheLine) {
  const Scratch scratch;
  std::ofstream(scratch / "file") << "x";
  const Outcome outcome = pleuel({"run", "pendulum", "--until", "1", "--out", (scratch / "file").string()});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "file")) << outcome.err;
}

TEST(RunCommand, AFailedRunExitsWithFiveAndReportsItInJsonAndInFiles) {
  const Scratch scratch;
  const Outcome outcome =
      pleuel({"run", "pendulum", "--set", "max_steps=5", "--json", "--out", (scratch / "r").string()});
  EXPECT_EQ(outcome.code, 5) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["status"], "failed");
  EXPECT_EQ(json["failure"]["kind"], "step_limit");
  EXPECT_EQ(json["failure"]["method"], "radau5");
  EXPECT_LT(json["t"], 20);
  EXPECT_GT(n_lines(contents(scratch / "r/trajectory.csv")), 2);
  EXPECT_EQ(Json::parse(contents(scratch / "r/run.json"))["status"], "failed");
}

void expect_partial_trajectory_after(int signal) {
  const Scratch scratch;
  const fs::path out = scratch / "r";
  Program program({"run", "pendulum", "--until", "1e7", "--every", "1", "--rtol", "1e-10", "--json", "--out",
                   out.string()});
  // Its temporary folder shows that the run has begun.
  const fs::path temporary = out / (".pleuel-" + std::to_string(program.pid()) + ".tmp");
  for (int i = 0; i < 1000 && !fs::exists(temporary); ++i) usleep(10'000);
  usleep(100'000);
  kill(program.pid(), signal);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 128 + signal);
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["status"], "interrupted");
  EXPECT_GT(json["t"], 0);
  EXPECT_GT(n_lines(contents(out / "trajectory.csv")), 1);
  EXPECT_EQ(Json::parse(contents(out / "run.json"))["status"], "interrupted");
  EXPECT_FALSE(fs::exists(temporary));
}

TEST(RunCommand, AnInterruptKeepsThePartialTrajectory) { expect_partial_trajectory_after(SIGINT); }

TEST(RunCommand, ATerminationKeepsThePartialTrajectory) { expect_partial_trajectory_after(SIGTERM); }

TEST(RunCommand, TheWallTimeLimitKeepsThePartialTrajectoryAndExitsWithFive) {
  const Scratch scratch;
  const fs::path out = scratch / "r";
  const Outcome outcome = pleuel({"run", "pendulum", "--until", "1e7", "--every", "1", "--timeout", "0.3",
                                  "--json", "--out", out.string()});
  EXPECT_EQ(outcome.code, 5) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["status"], "failed");
  EXPECT_EQ(json["failure"]["kind"], "time_limit");
  EXPECT_GT(json["t"], 0);
  EXPECT_GT(n_lines(contents(out / "trajectory.csv")), 1);
}

TEST(RunCommand, AFullDiskStopsTheRunKeepsTheRowsThatFoundRoomAndStillReports) {
  const Scratch scratch;
  // Blocks of 512 or 1024 bytes, as the shell has it: run.json fits, a trajectory of each step does
  // not.
  const std::string command = "ulimit -f 64; exec " + std::string(PLEUEL_PROGRAM) +
                              " run pendulum --until 1e7 --json --out " + (scratch / "r").string() + " >" +
                              (scratch / "out").string() + " 2>" + (scratch / "err").string();
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  const Json json = Json::parse(contents(scratch / "out"));
  EXPECT_EQ(json["status"], "interrupted");
  EXPECT_TRUE(contains(contents(scratch / "err"), "trajectory.csv")) << contents(scratch / "err");
  EXPECT_EQ(Json::parse(contents(scratch / "r/run.json"))["status"], "interrupted");
  const std::string csv = contents(scratch / "r/trajectory.csv");
  EXPECT_GT(n_lines(csv), 10);
  EXPECT_EQ(csv.back(), '\n');
}

TEST(RunCommand, AStandardOutputThatTakesNothingIsReported) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no device that is always full";
  const Outcome outcome = Program({"run", "pendulum", "--until", "0.1", "--json"}, "/dev/full").wait();
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "standard output")) << outcome.err;
}

TEST(RunCommand, AClosedStandardOutputDoesNotEndUpInTheResultFiles) {
  const Scratch scratch;
  const std::string command = std::string(PLEUEL_PROGRAM) + " run pendulum --until 0.1 --out " +
                              (scratch / "r").string() + " >&- 2>" + (scratch / "err").string();
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_TRUE(contains(contents(scratch / "err"), "standard output"));
  EXPECT_EQ(contents(scratch / "r/trajectory.csv").rfind("t [s],", 0), 0u);
  EXPECT_TRUE(Json::accept(contents(scratch / "r/run.json")));
}

TEST(ListCommand, ShowsEveryCatalogueAndTheOptionsOfOneEntry) {
  EXPECT_TRUE(contains(pleuel({"list", "problems"}).out, "pendulum"));
  EXPECT_TRUE(contains(pleuel({"list", "formulations"}).out, "ggl1"));
  EXPECT_TRUE(contains(pleuel({"list", "methods"}).out, "radau5"));
  EXPECT_TRUE(contains(pleuel({"list", "methods"}).out, "takes all formulations"));
  const Outcome outcome = pleuel({"list", "problems", "pendulum"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.out, "error=scaled")) << outcome.out;
}

}  // namespace run_test
}  // namespace pleuel::cli_test
