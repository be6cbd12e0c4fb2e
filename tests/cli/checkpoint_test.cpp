// A killed run loses nothing: it continues from its last checkpoint, and its files are those of an
// uninterrupted run.
#include <sys/resource.h>

#include <chrono>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>

#include "cli/checkpoint_runs.hpp"

namespace pleuel::cli_test {
namespace checkpoint_test {

using Json = nlohmann::json;

struct KilledRun {
  std::string name;
  Words words;
};

/// The runs of docs/checkpoints.md; the short ones take some tenths of a second.
std::vector<KilledRun> killed_runs(bool is_long) {
  const std::string pendulum_end = is_long ? "2000" : "200";
  const Words pendulum = {"run",           "pendulum", "--until", pendulum_end,
                          "--formulation", "ggl1",     "--every", "0.1"};
  const Words files = PLEUEL_HAS_HDF5 ? Words{"--format", "csv,hdf5"} : Words{};
  const Words pictures = with(files, {"--vtk"});
  return {
      {"pendulum-radau", with(pendulum, {"--method", "radau"})},
      {"pendulum-bdf", with(pendulum, with(files, {"--method", "bdf"}))},
      {"pendulum-mebdf", with(pendulum, {"--method", "mebdf"})},
      {"pendulum-dop853",
       {"run", "pendulum", "--until", pendulum_end, "--method", "dop853", "--rtol", "1e-9", "--every",
        "0.1"}},
      {"fe-slider-crank", with({"run", "fe-slider-crank", "--formulation", "ggl1", "--method", "radau5",
                                "--every", "0.001", "--until", is_long ? "0.02" : "0.005", "--threads", "2"},
                               pictures)},
      {"bolt", with({"run", "bolt", "--method", "bdf", "--set", "h_max=0.1", "--every", "5"}, pictures)},
      {"bouncing-ball",
       with({"run", "bouncing-ball", "--method", "radau", "--rtol", "1e-9", "--h0", "1e-3"}, files)},
      {"n-four-bar",
       {"run", source("models/n-four-bar.json"), "--formulation", "ggl1", "--method", "radau5"}},
      {"spatial-stop", with({"run", source("tests/revolutions/models/spatial-stop.json"), "--method", "radau",
                             "--rtol", "1e-8"},
                            files)},
      {"spatial-windup",
       {"run", source("tests/revolutions/models/spatial-windup.json"), "--method", "radau5"}},
      {"alpha", {"run", "slider-crank", "--method", "alpha", "--step", "1e-5"}},
      {"gam", {"run", "andrews", "--formulation", "ggl1", "--method", "gam", "--rtol", "1e-9"}},
      {"bim", {"run", "slider-crank", "--formulation", "ggl1", "--method", "bim"}},
      {"pside",
       {"run", "slider-crank", "--formulation", "ggl1", "--method", "pside", "--rtol", "1e-8", "--threads",
        "2"}},
      {"two-methods",
       with({"run", source("tests/cli/models/brake.json"), "--until", is_long ? "9" : "4"}, files)},
      {"redundant",
       {"run", source("tests/models/files/slider-in-two-guides.json"), "--set", "redundant=minimum-norm"}},
  };
}

/// Interrupts the program: by kill -9, or by a signal that it may answer, once or twice.
void interrupt(pid_t pid, std::mt19937& random) {
  constexpr int kinds[] = {SIGKILL, SIGKILL, SIGKILL, SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGINT};
  const auto kind = random() % std::size(kinds);
  kill(pid, kinds[kind]);
  if (kind + 1 < std::size(kinds)) return;
  usleep(random() % 20'000);
  kill(pid, SIGTERM);
}

struct Interruptions {
  int all = 0;
  int later = 0;  ///< of a run that had been continued

  Interruptions& operator+=(const Interruptions& other) {
    all += other.all;
    later += other.later;
    return *this;
  }
};

/// Interrupts a run at random moments until `most` or its end, continues it, and compares.
Interruptions interrupt_and_compare(const KilledRun& of, std::mt19937& random, int most) {
  const FastScratch scratch;
  const fs::path whole = scratch / (of.name + "-whole"), killed = scratch / (of.name + "-killed");
  const auto begin = std::chrono::steady_clock::now();
  const Outcome reference =
      pleuel(with(of.words, {"--quiet", "--checkpoint", "1h", "--out", whole.string()}));
  EXPECT_EQ(reference.code, 0) << of.name << ": " << reference.err;
  Interruptions count;
  if (reference.code != 0) return count;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::uniform_real_distribution<double> moment(0, seconds);
  for (;;) {
    const bool is_continued = has_checkpoint(killed);
    Program program(is_continued
                        ? Words{"run", "--resume", killed.string(), "--quiet"}
                        : with(of.words, {"--quiet", "--checkpoint", "1e-4s", "--out", killed.string()}));
    if (count.all < most) {
      usleep(static_cast<useconds_t>(1e6 * moment(random)));
      interrupt(program.pid(), random);
    }
    const Outcome outcome = program.wait();
    if (outcome.code == 0) break;
    constexpr int expected[] = {128 + SIGKILL, 128 + SIGTERM, 128 + SIGINT, 128 + SIGHUP};
    if (std::ranges::find(expected, outcome.code) == std::end(expected)) {
      ADD_FAILURE() << of.name << " ended with " << outcome.code << ": " << outcome.err;
      return count;
    }
    ++count.all;
    if (is_continued) ++count.later;
  }
  expect_equal_results(whole, killed);
  return count;
}

/// Interrupts all runs, `most` times each, until there are `wanted` interruptions.
std::map<std::string, Interruptions> interrupt_all(const std::vector<KilledRun>& runs, int most, int wanted,
                                                   unsigned seed) {
  std::mt19937 random(seed);
  std::map<std::string, Interruptions> by_name;
  for (Interruptions all; all.all < wanted && !testing::Test::HasFailure();)
    for (const KilledRun& of : runs) {
      SCOPED_TRACE(of.name);
      const Interruptions now = interrupt_and_compare(of, random, most);
      by_name[of.name] += now;
      all += now;
    }
  return by_name;
}

TEST(KilledRun, ContinuesToTheSameFilesAfterTwentyKills) { interrupt_all(killed_runs(false), 2, 20, 20); }

/// PLEUEL_KILLS is the number of interruptions, PLEUEL_SEED chooses the moments
/// (scripts/kill-study).
TEST(KilledRunLong, ContinuesToTheSameFilesAfterAHundredKills) {
  const char* const wanted = std::getenv("PLEUEL_KILLS");
  const char* const seed = std::getenv("PLEUEL_SEED");
  const auto counts = interrupt_all(killed_runs(true), 10, wanted != nullptr ? std::atoi(wanted) : 100,
                                    seed != nullptr ? static_cast<unsigned>(std::atoi(seed)) : 1000);
  Interruptions all;
  for (const auto& [name, count] : counts) {
    std::printf("%-16s %4d interruptions, %4d of a continued run\n", name.c_str(), count.all, count.later);
    all += count;
  }
  std::printf("%-16s %4d interruptions, %4d of a continued run\n", "all", all.all, all.later);
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

/// Continues the run and interrupts it a second time.
void start_and_interrupt_again(const fs::path& out) {
  Program program({"run", "--resume", out.string(), "--quiet"});
  usleep(500'000);
  kill(program.pid(), SIGTERM);
  EXPECT_EQ(program.wait().code, 143);
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

/// Starts a run, interrupts it as soon as it has begun, and expects that it can be continued.
void start_and_interrupt(const Words& words, const fs::path& out) {
  Program program(with(words, {"--quiet", "--checkpoint", "1h", "--out", out.string()}));
  for (int i = 0; i < 2000 && !fs::exists(out / "checkpoint" / "journal"); ++i) usleep(10'000);
  usleep(300'000);
  kill(program.pid(), SIGTERM);
  ASSERT_EQ(program.wait().code, 143);
  ASSERT_TRUE(has_checkpoint(out));
}

TEST(Checkpoint, OfAChangedModelIsRefusedUnlessForced) {
  const Scratch scratch;
  const fs::path model = scratch / "pendulum.json";
  fs::copy(source("models/pendulum.json"), model);
  const fs::path out = scratch / "r";
  start_and_interrupt({"run", model.string(), "--until", "1e5", "--every", "1", "--formulation", "ggl1",
                       "--method", "radau5"},
                      out);
  std::ofstream(model, std::ios::app) << "\n";
  const auto before = files_of(out / "checkpoint");
  const Outcome refused = pleuel({"run", "--resume", out.string()});
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(contains(refused.err, "has changed since it was written")) << refused.err;
  EXPECT_TRUE(contains(refused.err, "--force")) << refused.err;
  const Outcome other = pleuel({"run", "--resume", out.string(), "--rtol", "1e-9"});
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(contains(other.err, "from the checkpoint")) << other.err;
  EXPECT_EQ(files_of(out / "checkpoint"), before);
  Program forced({"run", "--resume", out.string(), "--force", "--quiet"});
  usleep(300'000);
  kill(forced.pid(), SIGTERM);
  EXPECT_EQ(forced.wait().code, 143);
}

TEST(Checkpoint, OfAChangedMeshIsRefused) {
  const Scratch scratch;
  for (const char* const name : {"flexible-four-bar.json", "rocker.msh"})
    fs::copy(source("models") + "/" + name, scratch / name);
  const fs::path out = scratch / "r";
  start_and_interrupt({"run", (scratch / "flexible-four-bar.json").string(), "--until", "1e4", "--every", "1",
                       "--formulation", "ggl1", "--method", "radau5"},
                      out);
  std::ofstream(scratch / "rocker.msh", std::ios::app) << "\n";
  const Outcome refused = pleuel({"run", "--resume", out.string()});
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(contains(refused.err, "a mesh or another file of the case has changed")) << refused.err;
}

TEST(Checkpoint, OfAnotherBuildIsRefused) {
  const Scratch scratch;
  const fs::path out = interrupted_run(scratch), other = scratch / "pleuel";
  fs::copy(PLEUEL_PROGRAM, other);
  std::ofstream(other, std::ios::app) << "x";  // a loader ignores it
  const Outcome refused = Program({"run", "--resume", out.string()}, "", other.c_str()).wait();
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(contains(refused.err, "another build")) << refused.err;
  EXPECT_TRUE(contains(refused.err, "--force")) << refused.err;
}

TEST(Checkpoint, IfTheNewestDoesNotFitItsJournalAnOlderOneIsTaken) {
  const Scratch scratch;
  const fs::path out = interrupted_run(scratch);
  const fs::path first = newest(out), journal = out / "checkpoint" / "journal";
  const std::string kept = contents(journal);
  start_and_interrupt_again(out);
  ASSERT_NE(newest(out), first);
  // The journal ends where it ended at the older checkpoint.
  std::ofstream(journal, std::ios::binary | std::ios::trunc) << kept;
  Program program({"run", "--resume", out.string()});
  usleep(300'000);
  kill(program.pid(), SIGTERM);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 143) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "an older one is taken")) << outcome.err;
}

TEST(Checkpoint, SaysWhyThereIsNone) {
  const Scratch scratch;
  const fs::path out = scratch / "r";
  EXPECT_TRUE(contains(pleuel({"run", "--resume", out.string()}).err, "does not exist"));
  ASSERT_EQ(pleuel({"run", "pendulum", "--quiet", "--checkpoint", "1s", "--out", out.string()}).code, 0);
  EXPECT_TRUE(contains(pleuel({"run", "--resume", out.string()}).err, "has ended"));
  fs::create_directory(out / "checkpoint");
  EXPECT_TRUE(contains(pleuel({"run", "--resume", out.string()}).err, "before the first one was written"));
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
  usleep(1'000'000);
  kill(program.pid(), SIGTERM);
  const Outcome outcome = program.wait();
  // Its other files may be too large as well.
  EXPECT_TRUE(outcome.code == 143 || outcome.code == 1) << outcome.code;
  EXPECT_TRUE(contains(outcome.err, "File too large")) << outcome.err;
  Program again({"run", "--resume", out.string(), "--quiet"});
  usleep(300'000);
  kill(again.pid(), SIGTERM);
  EXPECT_EQ(again.wait().code, 143);
}

}  // namespace checkpoint_test
}  // namespace pleuel::cli_test
