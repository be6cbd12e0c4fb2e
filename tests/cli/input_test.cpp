// Files, words and sizes that nobody means: how they are refused.
#include <sys/resource.h>
#include <sys/stat.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace input_test {

using Json = nlohmann::json;

const std::string pendulum_head =
    R"({"pleuel": 2, "name": "p", "dimension": 2, "bodies": [{"name": "rod", "shape": {"type": "rod", "to": [1, 0], "mass": 2}}],
        "joints": [{"name": "pivot", "type": "revolute", "a": "ground.origin", "b": "rod.origin"}], )";

TEST(InputFiles, APathThatCannotBeOpenedOrIsNoFileIsExit3WithItsName) {
  const Scratch scratch;
  const std::string pipe = (scratch / "pipe.json").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  fs::create_directories(scratch / "folder.json");
  std::ofstream(scratch / "m.json")
      << pendulum_head.substr(0, pendulum_head.find("\"bodies\""))
      << R"("bodies": [{"name": "b", "type": "flexible", "mesh": {"file": "pipe.json"}, "thickness": 1,
                                          "material": {"young": 1, "poisson": 0.3, "density": 1}, "frame": {"type": "tangent", "set": "x"}}]})";
  const std::vector<std::vector<std::string>> lines = {
      {"run", (scratch / "none.json").string()},
      {"run", (scratch / "folder.json").string()},
      {"check", pipe},
      {"bench", pipe},
      {"run", "/dev/zero"},
      {"check", (scratch / "m.json").string()},
      {"material", (scratch / "none.json").string()},
      {"material", pipe},
      {"material", "elastic-steel", "--test", "path", "--path", "/dev/zero"},
      {"material", "elastic-steel", "--test", "path", "--path", (scratch / "none.csv").string()}};
  for (const auto& line : lines) {
    const Outcome outcome = pleuel(line);
    EXPECT_EQ(outcome.code, 3) << line.back() << outcome.err;
    const std::string name = line.back() == (scratch / "m.json").string() ? pipe : line.back();
    EXPECT_TRUE(contains(outcome.err, name)) << outcome.err;
  }
}

TEST(InputFiles, NothingIsToldOfFilesOfOtherKinds) {
  const Scratch scratch;
  const std::string secret = "root:secret:0\nuser,secret,1\n";
  for (const char* name : {"s.json", "s.csv", "s.msh"}) std::ofstream(scratch / name) << secret;
  std::ofstream(scratch / "other.json") << R"({"secret": "secret"})";
  std::ofstream(scratch / "m.json")
      << R"({"pleuel": 2, "name": "m", "dimension": 2, "bodies": [{"name": "b", "type": "flexible",
      "mesh": {"file": "s.msh"}, "thickness": 1, "material": {"young": 1, "poisson": 0.3, "density": 1}, "frame": {"type": "tangent", "set": "x"}}]})";
  const auto path = [&](const char* name) { return (scratch / name).string(); };
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"run", path("s.json")},
        {"run", path("other.json")},
        {"check", path("m.json")},
        {"material", path("s.json")},
        {"material", path("other.json")},
        {"material", "elastic-steel", "--test", "path", "--path", path("s.csv")}}) {
    const Outcome outcome = pleuel(line);
    EXPECT_EQ(outcome.code, 3) << outcome.err;
    EXPECT_FALSE(contains(outcome.err, "secret")) << outcome.err;
  }
}

TEST(InputFiles, ControlCharactersOfAModelAreEscapedAndTheJsonKeepsThem) {
  const std::string model = std::string(PLEUEL_SOURCE_DIR) + "/tests/cli/models/escape-title.json";
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"run", model}, {"check", model}, {"run", model, "--json"}}) {
    const Outcome outcome = pleuel(line);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    for (const char* sign : {"\033", "\007", "\xC2\x9B"})
      EXPECT_FALSE(contains(outcome.out, sign)) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "\\u001b[31mred")) << outcome.out;
  }
  EXPECT_EQ(Json::parse(pleuel({"run", model, "--json"}).out)["title"],
            "\033[31mred\033[0m\033]0;owned\007\xC2\x9B"
            "2J");
}

TEST(InputFiles, ControlCharactersOfTheLineAreEscapedInComplaints) {
  const Outcome outcome = pleuel({"run", "\033[2Jx"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_FALSE(contains(outcome.err, "\033")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "\\u001b[2Jx")) << outcome.err;
}

TEST(InputFiles, AModelThatCannotBeEvaluatedAtItsStartIsExit4AndAnglesBeyondAllTurnsAreWritten) {
  const Scratch scratch;
  const std::string model = (scratch / "m.json").string();
  // The x axis of w is turned onto the z axis of the ground, about which the angle is measured.
  std::ofstream(model)
      << R"({"pleuel": 2, "name": "m", "dimension": 3, "bodies": [{"name": "w", "mass": 1, "inertia": "1 kg*m^2",
             "orientation": {"axis": [-1, 0, 1], "angle": "180 deg"}}],
             "joints": [{"name": "j", "type": "revolute", "a": "ground.origin", "b": "w.origin"}],
             "measures": [{"name": "th", "type": "angle", "a": "ground.origin", "b": "w.origin"}], "outputs": ["th"]})";
  for (const char* command : {"check", "run"}) {
    const Outcome outcome = pleuel({command, model});
    EXPECT_EQ(outcome.code, 4) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "angle about the z axis")) << outcome.err;
  }
  std::ofstream(model) << R"({"pleuel": 2, "name": "m", "dimension": 2,
             "bodies": [{"name": "w", "mass": 1, "inertia": 1, "angle": 1e308}]})";
  EXPECT_TRUE(contains(pleuel({"check", model}).out, "1.5915494309189535e+307 revolutions"));
}

// The largest memory that a program took, in MB, while it answers the line.
long peak_of(const std::vector<std::string>& line, int code) {
  const pid_t child = fork();
  if (child == 0) {
    const Outcome outcome = pleuel(line);
    rusage usage = {};
    getrusage(RUSAGE_CHILDREN, &usage);
    _exit(outcome.code == code ? static_cast<int>(std::min(usage.ru_maxrss / 1024, 250L)) : 255);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

TEST(InputFiles, TenMegabytesOfModelTakeLessThanAHundredOfMemory) {
  const Scratch scratch;
  const std::string file = (scratch / "m.json").string();
  std::string points = "[-1, 0]";
  for (int i = 1; i < 99'999; ++i) points += ",[" + std::to_string(i) + ".5, 0.123456789]";
  std::string forces;
  for (int i = 0; i < 4; ++i)
    forces +=
        (i == 0 ? "" : ",") + std::string(R"({"name": "f)") + std::to_string(i) +
        R"(", "type": "spring-damper", "a": "ground.origin", "b": "rod.com", "free_length": 0, "spring_curve": {"points": [)" +
        points + "]}}";
  std::ofstream(file) << pendulum_head << "\"forces\": [" << forces << "]}";
  EXPECT_GT(fs::file_size(file), 9'000'000u);
  EXPECT_LT(peak_of({"check", file}, 0), 100);
  std::string zeros = "0";
  for (int i = 1; i < 5'000'000; ++i) zeros += ",0";
  std::ofstream(file) << pendulum_head << "\"simulation\": {\"breakpoints\": [" << zeros << "]}}";
  EXPECT_LT(peak_of({"check", file}, 3), 100);
}

TEST(InputFiles, AHundredThousandParametersTakeTimeInProportion) {
  const Scratch scratch;
  const std::string file = (scratch / "m.json").string();
  std::ofstream model(file);
  model << pendulum_head << "\"parameters\": {\"p\": 1";
  for (int i = 1; i < 100'000; ++i) model << ",\"p" << i << "\": " << i;
  model << "}, \"simulation\": {\"until\": 0.1}}";
  model.close();
  EXPECT_EQ(pleuel({"run", file, "--quiet", "--set", "p7=8"}).code, 0);
  EXPECT_EQ(pleuel({"check", file, "--quiet"}).code, 0);
}

TEST(EmptyWords, EveryOptionRefusesThem) {
  const std::vector<std::vector<std::string>> lines = {{"run", "pendulum", "--out", ""},
                                                       {"run", "pendulum", "--at", ""},
                                                       {"run", "pendulum", "--at", "1,,2"},
                                                       {"run", "pendulum", "--at", "1,"},
                                                       {"run", "pendulum", "--method", ""},
                                                       {"run", "pendulum", "--formulation="},
                                                       {"run", "pendulum", "--until", ""},
                                                       {"run", "pendulum", "--set", ""},
                                                       {"run", "pendulum", "--set", "error="},
                                                       {"run", "pendulum", "--outputs", ""},
                                                       {"run", "pendulum", "--rtol", ""},
                                                       {"run", "pendulum", "--timeout", ""},
                                                       {"bench", "pendulum", "--out", ""},
                                                       {"bench", "pendulum", "--methods", ""},
                                                       {"bench", "pendulum", "--rtol", ""},
                                                       {"table", "crank-19.3", "--out", ""},
                                                       {"verify", "--methods", ""},
                                                       {"advise", "pendulum", "--of", ""},
                                                       {"material", "elastic-steel", "--path", ""},
                                                       {"modes", "pendulum", "--until", ""},
                                                       {"view", "x", "--port", ""},
                                                       {"list", "methods", ""},
                                                       {"run", ""},
                                                       {"material", ""}};
  for (const auto& line : lines) {
    const Outcome outcome = pleuel(line);
    EXPECT_EQ(outcome.code, 2) << line[0] << " " << line.back();
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(contains(outcome.err, "empty") || contains(outcome.err, "''") ||
                contains(outcome.err, "needs a value"))
        << outcome.err;
  }
}

TEST(Tolerances, OneBelowTheRoundingErrorsIsRemarked) {
  const auto remarks = [](const std::vector<std::string>& more) {
    std::vector<std::string> line = {"run", "spring-pendulum", "--until", "0.01", "--json"};
    line.insert(line.end(), more.begin(), more.end());
    return Json::parse(pleuel(line).out).value("remarks", Json::array()).dump();
  };
  EXPECT_TRUE(contains(remarks({"--rtol", "5e-15"}), "rtol is 5e-15, below 1e-14"));
  EXPECT_TRUE(contains(remarks({"--rtol", "q=1e-15"}), "rtol of q is 1e-15"));
  EXPECT_FALSE(contains(remarks({"--rtol", "1e-14"}), "below"));
  EXPECT_TRUE(contains(pleuel({"bench", "pendulum", "--rtol", "1e-15", "--until", "1e-6", "--formulations",
                               "rcd0", "--methods", "radau5"})
                           .err,
                       "below 1e-14"));
}

TEST(Memory, WhereThereIsNoneTheMessageAndTheExitCodeAreTheSame) {
  const Scratch scratch;
  const std::string model = (scratch / "m.json").string();
  std::ofstream(model)
      << R"({"pleuel": 2, "name": "m", "dimension": 2, "bodies": [{"repeat": {"i": [1, 50000]}, "items":
      [{"name": "b{i}", "mass": 1, "inertia": 1}]}]})";
  for (const char* command : {"check", "run", "run --json"}) {
    const std::string line = "ulimit -v 120000; exec " + std::string(PLEUEL_PROGRAM) + " " + command + " " +
                             model + " >" + (scratch / "out").string() + " 2>" + (scratch / "err").string();
    const int status = std::system(line.c_str());
    ASSERT_TRUE(WIFEXITED(status)) << line;
    EXPECT_EQ(WEXITSTATUS(status), 71) << contents(scratch / "err");
    const std::string said = contents(scratch / "out") + contents(scratch / "err");
    EXPECT_TRUE(contains(said, "out of memory: the model")) << said;
    if (!contains(command, "json")) continue;
    EXPECT_EQ(Json::parse(contents(scratch / "out"))["status"], "failed");
  }
}

}  // namespace input_test
}  // namespace pleuel::cli_test
