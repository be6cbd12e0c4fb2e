// A folder of results as a user sees it: one result, whole, and never that of two runs.
#include <sys/mount.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/program.hpp"
#include "pleuel/io/page.hpp"

namespace pleuel::cli_test {
namespace result_folder_test {

using Json = nlohmann::json;
using Names = std::set<std::string>;

Names names_in(const fs::path& folder) {
  Names names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

std::vector<std::string> run_into(const fs::path& out, const std::vector<std::string>& more = {}) {
  std::vector<std::string> line = {"run", "pendulum", "--until", "0.5", "--quiet", "--out", out.string()};
  line.insert(line.end(), more.begin(), more.end());
  return line;
}

TEST(ResultFolderCommand, ANewRunLeavesNoPageAndNoTrajectoryOfAnOlderOne) {
  const Scratch scratch;
  const fs::path out = scratch / "r";
  ASSERT_EQ(pleuel(run_into(out)).code, 0);
  EXPECT_EQ(fs::exists(out / "run.html"), has_pages());
  ASSERT_EQ(pleuel(run_into(out, {"--no-page", "--at", "0.25"})).code, 0);
  EXPECT_EQ(names_in(out), (Names{"manifest.json", "run.json", "trajectory.csv"}));
#if PLEUEL_HAS_HDF5
  ASSERT_EQ(pleuel(run_into(out, {"--no-page", "--format", "hdf5"})).code, 0);
  EXPECT_EQ(names_in(out), (Names{"manifest.json", "run.json", "trajectory.h5"}));
#endif
  const Outcome view = pleuel({"view", out.string(), "--no-open"});
  EXPECT_EQ(view.code, 2) << "there is no page of this run";
}

TEST(ResultFolderCommand, EveryCommandRefusesFilesOfOthersAndResultsOfOtherCommands) {
  const Scratch scratch;
  const fs::path out = scratch / "r";
  fs::create_directories(out);
  std::ofstream(out / "notes.txt") << "mine";
  const std::vector<std::vector<std::string>> lines = {
      {"run", "pendulum", "--until", "0.1", "--quiet"},
      {"bench", "pendulum", "--formulations", "rcd0", "--methods", "radau5", "--rtol", "1e-4", "--until",
       "0.1", "--repeat", "1", "--quiet"},
      {"table", "crank-19.3", "--quick", "--quiet"},
      {"material", "elastic-steel", "--samples", "3", "--quiet"},
      {"advise", "spring-pendulum", "--until", "0.1", "--formulations", "rcd0", "--methods", "radau5",
       "--accuracy", "1e-2", "--quiet"}};
  std::string before = "";
  for (auto line : lines) {
    line.insert(line.end(), {"--out", out.string()});
    const Outcome refused = pleuel(line);
    EXPECT_EQ(refused.code, 2) << line.front();
    EXPECT_TRUE(contains(refused.err, before.empty() ? "'notes.txt'" : "'pleuel " + before)) << refused.err;
    line.push_back("--force");
    EXPECT_EQ(pleuel(line).code, 0) << line.front();
    EXPECT_EQ(contents(out / "notes.txt"), "mine");
    before = line.front();
    const Json manifest = Json::parse(contents(out / "manifest.json"));
    Names expected = {"notes.txt", "manifest.json"};
    for (const Json& name : manifest["files"]) expected.insert(name);
    EXPECT_EQ(names_in(out), expected) << "files of the command before are gone";
  }
}

TEST(ResultFolderCommand, ARunThatCannotBeginLeavesAnOlderResultAsItWas) {
  const Scratch scratch;
  const fs::path out = scratch / "r";
  ASSERT_EQ(pleuel(run_into(out)).code, 0);
  const Names before = names_in(out);
  const std::string json = contents(out / "run.json");
  EXPECT_EQ(pleuel({"run", "pendulum", "--until", "-1", "--out", out.string()}).code, 2);
  EXPECT_EQ(names_in(out), before);
  EXPECT_EQ(contents(out / "run.json"), json);
}

// run.json fits, a trajectory of each step does not: blocks of 512 or 1024 bytes, as the shell has
// it.
int run_on_a_small_disk(const fs::path& out, const fs::path& err) {
  const std::string command = "ulimit -f 64; exec " + std::string(PLEUEL_PROGRAM) +
                              " run pendulum --until 1e7 --quiet --out " + out.string() + " 2>" +
                              err.string();
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// The output of a line of the shell, and its exit code.
Outcome shell(const std::string& line) {
  FILE* const pipe = popen(line.c_str(), "r");
  Outcome outcome;
  if (pipe == nullptr) return outcome;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) outcome.out += static_cast<char>(c);
  const int status = pclose(pipe);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

TEST(ResultFolderCommand, StudiesAreShownWhereTheirFilesFindNoRoom) {
  const Scratch scratch;
  for (const char* line : {"material SS316-S-600C --samples 2000",
                           "bench pendulum --formulations ggl1 --methods radau5 --rtol 1e-3,1e-4 --repeat 1",
                           "advise pendulum --formulations ggl1 --methods radau5 --budget 2",
                           "table pendulum-5 --quick --budget 2 --solvers RADAU5"}) {
    const Outcome outcome = shell("ulimit -f 1; exec " + std::string(PLEUEL_PROGRAM) + " " + line +
                                  " --out '" + (scratch / "r").string() + "' --force 2> /dev/null");
    EXPECT_EQ(outcome.code, 1) << line;
    EXPECT_GT(outcome.out.size(), 300u) << line << "\n" << outcome.out;
  }
}

TEST(ResultFolderCommand, AFullDiskReplacesNoWholeFileByAPart) {
  const Scratch scratch;
  const fs::path out = scratch / "r";
  ASSERT_EQ(pleuel(run_into(out)).code, 0);
  const Names before = names_in(out);
  const std::string csv = contents(out / "trajectory.csv"), json = contents(out / "run.json");
  EXPECT_EQ(run_on_a_small_disk(out, scratch / "err"), 1);
  EXPECT_EQ(contents(out / "trajectory.csv"), csv);
  EXPECT_EQ(contents(out / "run.json"), json);
  Names after = names_in(out);
  EXPECT_EQ(after.erase("partial"), 1u);
  EXPECT_EQ(after, before);
  EXPECT_EQ(Json::parse(contents(out / "partial/run.json"))["status"], "interrupted");
  EXPECT_TRUE(contains(contents(scratch / "err"), "stays as it was")) << contents(scratch / "err");
  ASSERT_EQ(pleuel(run_into(out)).code, 0);
  EXPECT_EQ(names_in(out), before) << "what was left is gone with the next result";
}

TEST(ResultFolderCommand, TwoRunsAtATimeDoNotWriteIntoOneFolder) {
  const Scratch scratch;
  const fs::path out = scratch / "r";
  Program first({"run", "pendulum", "--until", "1e7", "--every", "1", "--quiet", "--out", out.string()});
  const fs::path staging = out / (".pleuel-" + std::to_string(first.pid()) + ".tmp");
  for (int i = 0; i < 1000 && !fs::exists(staging); ++i) usleep(10'000);
  const Outcome second = pleuel(run_into(out));
  EXPECT_EQ(second.code, 2);
  EXPECT_TRUE(contains(second.err, "another run is writing into")) << second.err;
  kill(first.pid(), SIGKILL);
  EXPECT_EQ(first.wait().code, 128 + SIGKILL);
  EXPECT_TRUE(fs::exists(staging));
  EXPECT_EQ(pleuel(run_into(out)).code, 0);
  EXPECT_FALSE(fs::exists(staging)) << "what a killed run left is removed by the next";
}

TEST(ResultFolderCommand, ResumedBenchesMeasureAgainWhatWasReadFromOtherContents) {
  const Scratch scratch;
  const std::string model = (scratch / "m.json").string(), out = (scratch / "b").string();
  const auto write = [&](const std::string& g, const std::string& mesh_end) {
    std::ofstream(scratch / "m.json")
        << R"({"pleuel": 2, "name": "m", "dimension": 2, "gravity": [0, ")" << g << R"( m/s^2"],
              "bodies": [{"name": "bar", "type": "flexible", "mesh": {"file": "bar.msh"}, "section": {"area": "1 mm^2", "inertia": "1 mm^4"},
                "material": {"young": "200 GPa", "density": "7800 kg/m^3"}, "modes": 1,
                "frame": {"type": "tangent", "set": "curve 1"}}],
              "joints": [{"name": "pin", "type": "revolute", "a": "ground.origin", "b": "bar.origin"}],
              "outputs": ["bar.phi"], "simulation": {"until": "10 ms"}})";
    std::ofstream(scratch / "bar.msh")
        << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0 0\n2 0.1 0 0\n3 " << mesh_end
        << " 0 0\n$EndNodes\n$Elements\n2\n1 1 1 1 1 2\n2 1 1 2 2 3\n$EndElements\n";
  };
  const std::vector<std::string> line = {"bench",  model,    "--formulations", "ggl1",     "--methods",
                                         "radau5", "--rtol", "1e-4,1e-5",      "--repeat", "1",
                                         "--out",  out,      "--resume",       "--json"};
  const auto contents_of = [](const Json& study) {
    Names all;
    for (const Json& row : study["rows"]) all.insert(row["content"].get<std::string>());
    return all;
  };
  write("9.81", "0.2");
  Outcome outcome = pleuel(line);
  ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  const Json first = Json::parse(outcome.out), again = Json::parse(pleuel(line).out);
  EXPECT_EQ(first["rows"], again["rows"]) << "nothing has changed: all rows are kept";
  write("1.62", "0.2");
  const Json moon = Json::parse(pleuel(line).out);
  EXPECT_EQ(moon["outdated"], 2);
  EXPECT_EQ(moon["rows"].size(), 2u);
  write("1.62", "0.3");
  const Json longer = Json::parse(pleuel(line).out);
  EXPECT_EQ(longer["outdated"], 2) << "a mesh counts too";
  const auto a = contents_of(first), b = contents_of(moon), c = contents_of(longer);
  EXPECT_EQ(a.size() + b.size() + c.size(), 3u);
  EXPECT_TRUE(a != b && b != c && a != c);
}

}  // namespace result_folder_test
}  // namespace pleuel::cli_test
