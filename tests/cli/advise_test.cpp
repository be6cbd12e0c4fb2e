// advise as a user runs it.
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace advise_test {

using Json = nlohmann::json;

const std::vector<std::string> small = {"advise",    "pendulum",   "--until",        "1",
                                        "--methods", "radau5,bdf", "--formulations", "ggl1,rcd0"};

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(AdviseCommand, RecommendsALineThatRunsAndWritesItsFiles) {
  const Scratch scratch;
  const fs::path out = scratch / "deep/advice";
  const Outcome outcome = pleuel(with(small, {"--out", out.string()}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  for (const char* part :
       {"Recommended", "agree to q", "because", "residuals", "energy", "Those that reach the accuracy"})
    EXPECT_TRUE(contains(outcome.out, part)) << part << "\n" << outcome.out;
  const Json json = Json::parse(contents(out / "advice.json"));
  EXPECT_TRUE(contains(contents(out / "advice.csv"), "relative_lambda"));
  std::istringstream line(json["recommendation"]["command"].get<std::string>());
  std::vector<std::string> words;
  for (std::string word; line >> word;) words.push_back(word);
  ASSERT_EQ(words.front(), "pleuel");
  words.erase(words.begin());
  EXPECT_EQ(pleuel(words).code, 0);
}

TEST(AdviseCommand, JsonIsOneObjectAndQuietSaysNothing) {
  const Outcome json = pleuel(with(small, {"--json", "--digits", "3"}));
  ASSERT_EQ(json.code, 0) << json.err;
  EXPECT_EQ(Json::parse(json.out)["status"], "recommended");
  EXPECT_DOUBLE_EQ(Json::parse(json.out)["accuracy"], 1e-3);
  const Outcome quiet = pleuel(with(small, {"--quiet"}));
  EXPECT_EQ(quiet.code, 0);
  EXPECT_EQ(quiet.out + quiet.err, "");
}

TEST(AdviseCommand, ExitCodesTellWhatIsMissing) {
  const Outcome none = pleuel(with(small, {"--accuracy", "1e-15"}));
  EXPECT_EQ(none.code, 5);
  EXPECT_TRUE(contains(none.err, "no reference")) << none.err;
  const Outcome failed = pleuel({"advise", "pendulum", "--set", "max_steps=3", "--json"});
  EXPECT_EQ(failed.code, 5);
  EXPECT_EQ(Json::parse(failed.out)["status"], "all failed");
  const Outcome short_of =
      pleuel({"advise", "pendulum", "--until", "1", "--methods", "bdf2", "--accuracy", "1e-9", "--of", "q"});
  EXPECT_EQ(short_of.code, 6);
  EXPECT_TRUE(contains(short_of.err, "no combination reaches the accuracy")) << short_of.err;
}

TEST(AdviseCommand, FaultsOfTheLineAreExit2WithTheirRemedy) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> lines = {
      {{"advise"}, "CASE"},
      {{"advise", "pendulun"}, "did you mean 'pendulum'"},
      {{"advise", "pendulum", "--accuracy", "x"}, "--accuracy is 'x'"},
      {{"advise", "pendulum", "--accuracy", "2"}, "between 0 and 1"},
      {{"advise", "pendulum", "--accuracy", "1e-3", "--digits", "3"}, "give one of the two"},
      {{"advise", "pendulum", "--of", "lamda"}, "did you mean 'lambda'"},
      {{"advise", "pendulum", "--budget", "0"}, "budget"},
      {{"advise", "pendulum", "--methods", "radua5"}, "did you mean 'radau5'"},
      {{"advise", "pendulum", "--set", "eror=strict"}, "did you mean 'error'"}};
  for (const auto& [words, hint] : lines) {
    const Outcome outcome = pleuel(words);
    EXPECT_EQ(outcome.code, 2) << words.back();
    EXPECT_TRUE(contains(outcome.err, hint)) << outcome.err;
  }
}

TEST(AdviseCommand, AnInvalidModelIsExit3) {
  const Scratch scratch;
  std::ofstream(scratch / "bad.json") << "{\"pleuel\": 1}";
  EXPECT_EQ(pleuel({"advise", (scratch / "bad.json").string()}).code, 3);
}

TEST(AdviseCommand, CtrlCEndsItWith130) {
  Program program({"advise", "pendulum", "--until", "2000", "--quiet"});
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  kill(program.pid(), SIGINT);
  EXPECT_EQ(program.wait().code, 130);
}

}  // namespace advise_test
}  // namespace pleuel::cli_test
