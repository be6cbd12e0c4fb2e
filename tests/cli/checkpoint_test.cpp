// A killed run loses nothing: it continues from its last checkpoint, and its files are those of an
// uninterrupted run.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>

#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace checkpoint_test {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

std::string source(const std::string& path) { return std::string(PLEUEL_SOURCE_DIR) + "/" + path; }

Words with(Words words, const Words& further) {
  words.insert(words.end(), further.begin(), further.end());
  return words;
}

/// A text without times and the memory that the process took.
std::string timeless(const std::string& text) {
  static const std::regex measured("\"(cpu_seconds|peak_memory)\" ?: ?[^,}\n]*");
  return std::regex_replace(text, measured, "");
}

/// All files of a result, by name.
std::map<std::string, std::string> files_of(const fs::path& result) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(result))
    if (entry.is_regular_file()) files[entry.path().filename()] = timeless(contents(entry.path()));
  return files;
}

void expect_equal_results(const fs::path& a, const fs::path& b) {
  const auto first = files_of(a), second = files_of(b);
  ASSERT_FALSE(first.empty());
  ASSERT_TRUE(first.contains("run.json"));
  for (const auto& [name, text] : first) {
    ASSERT_TRUE(second.contains(name)) << name;
    EXPECT_TRUE(second.at(name) == text) << name << " differs";
  }
  EXPECT_EQ(first.size(), second.size());
  EXPECT_FALSE(fs::exists(a / "checkpoint"));
  EXPECT_FALSE(fs::exists(b / "checkpoint"));
}

struct KilledRun {
  std::string name;
  Words words;
};

/// Short forms of the runs of docs/checkpoints.md: each takes some tenths of a second.
std::vector<KilledRun> killed_runs(bool is_long) {
  const std::string pendulum_end = is_long ? "2000" : "200";
  const Words pendulum = {"run",           "pendulum", "--until", pendulum_end,
                          "--formulation", "ggl1",     "--every", "0.1"};
  return {
      {"pendulum-radau", with(pendulum, {"--method", "radau"})},
      {"pendulum-bdf", with(pendulum, {"--method", "bdf"})},
      {"pendulum-mebdf", with(pendulum, {"--method", "mebdf"})},
      {"pendulum-dop853",
       {"run", "pendulum", "--until", pendulum_end, "--method", "dop853", "--rtol", "1e-9", "--every",
        "0.1"}},
      {"fe-slider-crank",
       {"run", "fe-slider-crank", "--formulation", "ggl1", "--method", "radau5", "--vtk", "--every", "0.01"}},
      {"bolt", {"run", "bolt", "--method", "bdf"}},
      {"bouncing-ball", {"run", "bouncing-ball", "--method", "radau", "--rtol", "1e-9", "--h0", "1e-3"}},
      {"n-four-bar",
       {"run", source("models/n-four-bar.json"), "--formulation", "ggl1", "--method", "radau5"}},
      {"spatial-stop",
       {"run", source("tests/revolutions/models/spatial-stop.json"), "--method", "radau", "--rtol", "1e-8"}},
      {"alpha", {"run", "slider-crank", "--method", "alpha", "--step", "1e-5"}},
      {"redundant",
       {"run", source("tests/models/files/slider-in-two-guides.json"), "--set", "redundant=minimum-norm"}},
  };
}

/// Kills a run at random moments until `most_kills` or its end, continues it, and compares.
int kill_and_compare(const KilledRun& of, std::mt19937& random, int most_kills) {
  const Scratch scratch;
  const fs::path whole = scratch / (of.name + "-whole"), killed = scratch / (of.name + "-killed");
  const auto begin = std::chrono::steady_clock::now();
  const Outcome reference =
      pleuel(with(of.words, {"--quiet", "--checkpoint", "1h", "--out", whole.string()}));
  EXPECT_EQ(reference.code, 0) << of.name << ": " << reference.err;
  if (reference.code != 0) return 0;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::uniform_real_distribution<double> moment(0.1 * seconds, seconds);
  int n_kills = 0;
  for (;;) {
    const bool goes_on =
        !fs::exists(killed / "checkpoint")
            ? false
            : std::ranges::any_of(fs::directory_iterator(killed / "checkpoint"),
                                  [](const auto& x) { return x.path().extension() == ".state"; });
    const Words words = goes_on
                            ? Words{"run", "--resume", killed.string(), "--quiet"}
                            : with(of.words, {"--quiet", "--checkpoint", "1e-3s", "--out", killed.string()});
    Program program(words);
    const bool is_killed = n_kills < most_kills;
    if (is_killed) {
      usleep(static_cast<useconds_t>(1e6 * moment(random)));
      kill(program.pid(), SIGKILL);
    }
    const Outcome outcome = program.wait();
    if (outcome.code == 0) break;
    if (outcome.code != 128 + SIGKILL) {
      ADD_FAILURE() << of.name << " ended with " << outcome.code << ": " << outcome.err;
      return n_kills;
    }
    ++n_kills;
  }
  expect_equal_results(whole, killed);
  return n_kills;
}

TEST(KilledRun, ContinuesToTheSameFilesAfterTwentyKills) {
  std::mt19937 random(20);
  int n_kills = 0;
  for (int round = 0; n_kills < 20 && round < 4; ++round)
    for (const KilledRun& of : killed_runs(false)) n_kills += kill_and_compare(of, random, 2);
  EXPECT_GE(n_kills, 20);
}

TEST(KilledRunLong, ContinuesToTheSameFilesAfterAHundredKills) {
  std::mt19937 random(1000);
  int n_kills = 0;
  while (n_kills < 100 && !HasFailure())
    for (const KilledRun& of : killed_runs(true)) n_kills += kill_and_compare(of, random, 10);
  EXPECT_GE(n_kills, 100);
}

/// A run that was interrupted by a signal, with a checkpoint.
fs::path interrupted_run(const Scratch& scratch, const Words& further = {}) {
  const fs::path out = scratch / "r";
  Program program(with({"run", "pendulum", "--until", "1e6", "--every", "1", "--quiet", "--checkpoint", "1h",
                        "--out", out.string()},
                       further));
  for (int i = 0; i < 2000 && !fs::exists(out / "checkpoint" / "journal"); ++i) usleep(10'000);
  usleep(300'000);
  kill(program.pid(), SIGTERM);
  EXPECT_EQ(program.wait().code, 143);
  return out;
}

fs::path newest(const fs::path& out) {
  fs::path found;
  for (const auto& entry : fs::directory_iterator(out / "checkpoint"))
    if (entry.path().extension() == ".state" && entry.path() > found) found = entry.path();
  return found;
}

TEST(Checkpoint, ASignalWritesTheLastMarkAndKeepsTheTrajectory) {
  const Scratch scratch;
  const fs::path out = interrupted_run(scratch);
  ASSERT_FALSE(newest(out).empty());
  EXPECT_EQ(Json::parse(contents(out / "run.json"))["status"], "interrupted");
  // A new run does not replace it by accident.
  const Outcome again = pleuel({"run", "pendulum", "--quiet", "--out", out.string()});
  EXPECT_EQ(again.code, 2);
  EXPECT_TRUE(contains(again.err, "--resume")) << again.err;
  EXPECT_FALSE(newest(out).empty());
}

TEST(Checkpoint, IsRefusedForAMethodThatKeepsItsStateToItself) {
  const Scratch scratch;
  const Outcome outcome = pleuel({"run", "pendulum", "--method", "ida", "--formulation", "rcd0",
                                  "--checkpoint", "1s", "--out", (scratch / "r").string()});
  if (contains(outcome.err, "SUNDIALS")) GTEST_SKIP() << "built without SUNDIALS";
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "'ida' cannot be saved")) << outcome.err;
}

TEST(Checkpoint, NeedsAFolderAndATime) {
  EXPECT_TRUE(contains(pleuel({"run", "pendulum", "--checkpoint", "60s"}).err, "--out DIR"));
  EXPECT_TRUE(contains(pleuel({"run", "pendulum", "--checkpoint", "60", "--out", "r"}).err, "unit"));
  EXPECT_TRUE(contains(pleuel({"run", "pendulum", "--checkpoint", "-1s", "--out", "r"}).err, "positive"));
  EXPECT_TRUE(contains(pleuel({"run"}).err, "CASE is missing"));
  EXPECT_TRUE(contains(pleuel({"run", "--resume", "."}).err, "no checkpoint"));
  EXPECT_FALSE(fs::exists("r"));
}

/// Writes the changed bytes over the file.
template <class Change>
void change(const fs::path& path, Change by) {
  std::string bytes = contents(path);
  by(bytes);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

/// A change of the newest checkpoint or of the journal, and what the refusal must say.
struct Fault {
  std::string name;
  std::function<void(const fs::path& state, const fs::path& journal)> make;
  std::string wanted;
};

void set_word(std::string& bytes, std::size_t i, std::uint64_t word) {
  std::memcpy(&bytes.at(8 * i), &word, 8);
}

std::vector<Fault> faults() {
  const auto in_state = [](auto by) {
    return [by](const fs::path& state, const fs::path&) { change(state, by); };
  };
  const auto in_journal = [](auto by) {
    return [by](const fs::path&, const fs::path& journal) { change(journal, by); };
  };
  std::vector<Fault> list = {
      {"empty", in_state([](std::string& x) { x.clear(); }), "is empty"},
      {"one byte", in_state([](std::string& x) { x.resize(1); }), "not a checkpoint"},
      {"only its magic", in_state([](std::string& x) { x.resize(8); }), "truncated"},
      {"only its head", in_state([](std::string& x) { x.resize(24); }), "truncated"},
      {"half", in_state([](std::string& x) { x.resize(x.size() / 16 * 8); }), "truncated"},
      {"without the last byte", in_state([](std::string& x) { x.pop_back(); }), "truncated"},
      {"without its checksum", in_state([](std::string& x) { x.resize(x.size() - 8); }), "truncated"},
      {"longer", in_state([](std::string& x) { x += "12345678"; }), "damaged"},
      {"a text", in_state([](std::string& x) { x = "t,x,y\n0,1,0\n"; }), "not a checkpoint"},
      {"foreign magic", in_state([](std::string& x) { x[0] ^= 1; }), "not a checkpoint"},
      {"older format", in_state([](std::string& x) { set_word(x, 1, 0); }), "has format 0"},
      {"newer format", in_state([](std::string& x) { set_word(x, 1, 99); }), "has format 99"},
      {"absurd length", in_state([](std::string& x) { set_word(x, 2, ~0ull); }), "truncated"},
      {"a bit of the request", in_state([](std::string& x) { x.at(200) ^= 4; }), "checksum"},
      {"a bit of the state", in_state([](std::string& x) { x.at(x.size() - 100) ^= 1; }), "checksum"},
      {"its checksum", in_state([](std::string& x) { x.back() ^= 1; }), "checksum"},
      {"zeros", in_state([](std::string& x) { std::fill(x.begin() + 400, x.end(), '\0'); }), "checksum"},
      {"a shorter journal", in_journal([](std::string& x) { x.resize(64); }), "truncated"},
      {"a changed journal", in_journal([](std::string& x) { x.at(100) ^= 1; }), "checksum"},
      {"no journal", [](const fs::path&, const fs::path& journal) { fs::remove(journal); },
       "cannot be opened"},
  };
  return list;
}

TEST(Checkpoint, EachOfTwentyFaultsIsRefusedByNameAndNothingIsOverwritten) {
  const Scratch scratch;
  const fs::path out = interrupted_run(scratch);
  const fs::path good = scratch / "good";
  fs::copy(out, good, fs::copy_options::recursive);
  ASSERT_EQ(faults().size(), 20u);
  for (const Fault& fault : faults()) {
    fs::remove_all(out);
    fs::copy(good, out, fs::copy_options::recursive);
    const fs::path state = newest(out), journal = out / "checkpoint" / "journal";
    fault.make(state, journal);
    const auto before = files_of(out / "checkpoint");
    const auto results = files_of(out);
    const Outcome outcome = pleuel({"run", "--resume", out.string()});
    EXPECT_EQ(outcome.code, 2) << fault.name << ": " << outcome.err;
    EXPECT_TRUE(contains(outcome.err, fault.wanted)) << fault.name << ": " << outcome.err;
    EXPECT_TRUE(contains(outcome.err, contains(fault.name, "journal") ? "journal" : "checkpoint"))
        << fault.name << ": " << outcome.err;
    EXPECT_EQ(files_of(out / "checkpoint"), before) << fault.name;
    EXPECT_EQ(files_of(out), results) << fault.name;
  }
}

TEST(Checkpoint, OfAChangedModelIsRefusedUnlessForced) {
  const Scratch scratch;
  const fs::path model = scratch / "pendulum.json";
  fs::copy(source("models/pendulum.json"), model);
  const fs::path out = scratch / "r";
  Program program({"run", model.string(), "--until", "1e5", "--every", "1", "--quiet", "--checkpoint", "1h",
                   "--formulation", "ggl1", "--method", "radau5", "--out", out.string()});
  for (int i = 0; i < 2000 && !fs::exists(out / "checkpoint" / "journal"); ++i) usleep(10'000);
  usleep(300'000);
  kill(program.pid(), SIGTERM);
  ASSERT_EQ(program.wait().code, 143);
  std::ofstream(model, std::ios::app) << "\n";
  const Outcome refused = pleuel({"run", "--resume", out.string()});
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(contains(refused.err, "has changed since it was written")) << refused.err;
  EXPECT_TRUE(contains(refused.err, "--force")) << refused.err;
  const Outcome other = pleuel({"run", "--resume", out.string(), "--rtol", "1e-9"});
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(contains(other.err, "from the checkpoint")) << other.err;
  Program forced({"run", "--resume", out.string(), "--force", "--quiet"});
  usleep(300'000);
  kill(forced.pid(), SIGTERM);
  EXPECT_EQ(forced.wait().code, 143);
}

TEST(Checkpoint, WithoutRoomOnTheDiskTheOlderOneStaysGood) {
  const Scratch scratch;
  const fs::path out = interrupted_run(scratch);
  const auto before = contents(newest(out));
  // The journal may still grow by a little: then no file can be written.
  const auto room = fs::file_size(out / "checkpoint" / "journal") + (1 << 16);
  Program program({"run", "--resume", out.string(), "--checkpoint", "1e-3s"});
  rlimit limit{room, room};
  prlimit(program.pid(), RLIMIT_FSIZE, &limit, nullptr);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "File too large")) << outcome.err;
  Program again({"run", "--resume", out.string(), "--quiet"});
  usleep(300'000);
  kill(again.pid(), SIGTERM);
  EXPECT_EQ(again.wait().code, 143);
}

}  // namespace checkpoint_test
}  // namespace pleuel::cli_test
