// bench, table and verify as a user runs them.
#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace lab_test {

using Json = nlohmann::json;

const std::vector<std::string> small_bench = {"bench",     "pendulum", "--formulations", "rcd0,ggl1",
                                              "--methods", "radau5",   "--rtol",         "1e-4:1e-6",
                                              "--until",   "1.3",      "--repeat",       "1"};

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(BenchCommand, WritesTableObjectAndPictureAndSaysHowLongTheDigitsTake) {
  const Scratch scratch;
  const fs::path out = scratch / "deep/result";
  const Outcome outcome = pleuel(with(small_bench, {"--out", out.string()}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "ms to an error of")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "6 runs, 6 ok")) << outcome.out;
  EXPECT_FALSE(contains(outcome.out, "\033"));
  const std::string csv = contents(out / "bench.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
  EXPECT_EQ(csv.rfind("case,settings,t_end,", 0), 0u);
  EXPECT_EQ(Json::parse(contents(out / "bench.json"))["rows"].size(), 6u);
  EXPECT_TRUE(contains(contents(out / "pendulum.svg"), "</svg>"));
  const bool has_page = fs::exists(out / "report.html");  // a build without node has none
  EXPECT_EQ(has_page, !contains(outcome.err, "no report.html"));
  EXPECT_EQ(has_page, contains(has_page ? contents(out / "report.html") : "", "error_lambda"));
  EXPECT_EQ(std::distance(fs::directory_iterator(out), fs::directory_iterator()), has_page ? 5 : 4);
}

TEST(BenchCommand, JsonIsOneObjectAndQuietSaysNothing) {
  const Outcome json = pleuel(with(small_bench, {"--json"}));
  ASSERT_EQ(json.code, 0) << json.err;
  const Json object = Json::parse(json.out);
  EXPECT_EQ(object["rows"].size(), 6u);
  EXPECT_EQ(object["rows"][0]["status"], "ok");
  const Outcome quiet = pleuel(with(small_bench, {"--quiet"}));
  EXPECT_EQ(quiet.code, 0);
  EXPECT_EQ(quiet.out + quiet.err, "");
}

TEST(BenchCommand, ResumeRunsOnlyWhatIsMissing) {
  const Scratch scratch;
  const std::string out = (scratch / "r").string();
  ASSERT_EQ(pleuel(with(small_bench, {"--out", out, "--quiet"})).code, 0);
  const Json before = Json::parse(contents(fs::path(out) / "bench.json"));
  const Outcome outcome = pleuel(with(small_bench, {"--rtol", "1e-7", "--out", out, "--resume", "--json"}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json after = Json::parse(outcome.out);
  EXPECT_EQ(after["rows"].size(), 8u);
  for (const Json& row : before["rows"])
    EXPECT_NE(std::find(after["rows"].begin(), after["rows"].end(), row), after["rows"].end()) << row;
}

TEST(BenchCommand, FaultsOfTheLineAreExit2WithTheirRemedy) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> lines = {
      {{"bench"}, "CASE"},
      {{"bench", "pendulun"}, "did you mean 'pendulum'"},
      {{"bench", "pendulum", "--methods", "radua5"}, "did you mean 'radau5'"},
      {{"bench", "pendulum", "--rtol", "1e-4:x"}, "--rtol is 'x'"},
      {{"bench", "pendulum", "--rtol", "0:1e-4"}, "between 0 and 1"},
      {{"bench", "pendulum", "--per-decade", "0"}, "--per-decade"},
      {{"bench", "pendulum", "--resume"}, "--out DIR"},
      {{"bench", "pendulum", "--set", "eror=strict"}, "did you mean 'error'"},
      {{"bench", "pendulum", "--budget", "-1"}, "budget"},
      {{"table", "pendulum-7"}, "did you mean 'pendulum-"},
      {{"table"}, "NAME"},
      {{"verify", "chain"}, "no reference digits"},
      {{"verify", "--methods", "radua5"}, "did you mean 'radau5'"}};
  for (const auto& [words, hint] : lines) {
    const Outcome outcome = pleuel(words);
    EXPECT_EQ(outcome.code, 2) << words.back();
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(contains(outcome.err, hint)) << outcome.err;
  }
  EXPECT_EQ(Json::parse(pleuel({"bench", "pendulun", "--json"}).out)["status"], "failed");
}

TEST(BenchCommand, InterruptedItKeepsTheRowsDoneSoFar) {
  const Scratch scratch;
  const fs::path out = scratch / "r";
  // The first case is done at once, the second takes far longer than this test waits.
  Program program({"bench", "spring-pendulum", "chain", "--set", "links=300", "--formulations", "rcd0",
                   "--methods", "radau5", "--rtol", "1e-10", "--repeat", "1", "--timeout", "600", "--out",
                   out.string()});
  for (int i = 0; i < 600 && !fs::exists(out / "bench.json"); ++i) usleep(50'000);
  kill(program.pid(), SIGINT);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 130) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "1 run, 1 ok, 1 not run (interrupted")) << outcome.out;
  EXPECT_TRUE(contains(contents(out / "bench.csv"), "\nspring-pendulum,"));
}

TEST(TableCommand, ShowsPublishedAndMeasuredAndWritesBothFiles) {
  const Scratch scratch;
  const Outcome outcome = pleuel({"table", "crank-19.3", "--quick", "--out", (scratch / "t").string()});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part : {"MEBDFI 1e-04", "1.49", "scd"}) EXPECT_TRUE(contains(outcome.out, part)) << part;
  EXPECT_FALSE(contains(outcome.out, "\033"));
  EXPECT_EQ(contents(scratch / "t/crank-19.3.txt"), outcome.out);
  EXPECT_EQ(Json::parse(contents(scratch / "t/crank-19.3.json"))["columns"][1], "scd");
}

TEST(VerifyCommand, GivesALineForEachRunAndExit0WhenAllHaveTheirDigits) {
  const Outcome outcome = pleuel({"verify", "spring-pendulum", "--rtol", "1e-7"});
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "ok"));
  EXPECT_TRUE(contains(outcome.out, "runs have the digits wanted"));
  const Json json = Json::parse(pleuel({"verify", "spring-pendulum", "--rtol", "1e-7", "--json"}).out);
  EXPECT_EQ(json["met"], true);
  EXPECT_GE(json["lines"].size(), 2u);
}

TEST(VerifyCommand, ARunThatDoesNotEndInTimeIsExit6) {
  const Outcome outcome = pleuel({"verify", "andrews", "--timeout", "1e-9"});
  EXPECT_EQ(outcome.code, 6) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "short"));
}

}  // namespace lab_test
}  // namespace pleuel::cli_test
