// Checkpoints on a disk that fails: the process dies at any of the calls that change their files,
// or the disk is full there.
#include "cli/checkpoint_runs.hpp"

namespace pleuel::cli_test {
namespace faulty_disk_test {

/// Sets a variable of the environment for programs that start during its life.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

/// Runs the program; its calls `first` to `first + n - 1` that change files of checkpoints fail
/// (support/faulty_disk.cpp).
Outcome faulty(const Words& words, const char* fault, int first, int n = 1) {
  const Variable library("LD_PRELOAD", PLEUEL_FAULTY_DISK), kind("PLEUEL_FAULT", fault),
      at("PLEUEL_FAULT_AT", std::to_string(first)), calls("PLEUEL_FAULT_CALLS", std::to_string(n));
  return pleuel(words);
}

const Words short_run = {"run",           "pendulum", "--until",  "1000",  "--every", "1",
                         "--formulation", "ggl1",     "--method", "radau", "--quiet"};

Words started(const fs::path& out) {
  return with(short_run, {"--checkpoint", "1e-4s", "--out", out.string()});
}

Words continued(const fs::path& out) { return {"run", "--resume", out.string(), "--quiet"}; }

/// The result of the run without interruptions.
fs::path whole_run(const FastScratch& scratch) {
  const fs::path whole = scratch / "whole";
  EXPECT_EQ(pleuel(with(short_run, {"--checkpoint", "1h", "--out", whole.string()})).code, 0);
  return whole;
}

/// The run dies at calls `first`, `first + every`, … of those that change files of checkpoints, and
/// again while it continues.
void expect_equal_after_deaths(int first, int every) {
  const FastScratch scratch;
  const fs::path whole = whole_run(scratch);
  int n_continued = 0;
  for (int at = first;; at += every) {
    SCOPED_TRACE("dies at call " + std::to_string(at));
    const fs::path out = scratch / ("r" + std::to_string(at));
    const Outcome outcome = faulty(started(out), "kill", at);
    if (outcome.code == 0) break;
    ASSERT_EQ(outcome.code, 128 + SIGKILL) << outcome.err;
    if (has_checkpoint(out)) {
      ++n_continued;
      const Outcome second = faulty(continued(out), "kill", 1 + at % 8);
      ASSERT_TRUE(second.code == 128 + SIGKILL || second.code == 0) << second.err;
    }
    // A death after the last file of the result leaves a part of the checkpoints.
    if (has_checkpoint(out)) {
      ASSERT_EQ(pleuel(continued(out)).code, 0);
    } else if (!fs::exists(out / "run.json")) {
      ASSERT_EQ(pleuel(started(out)).code, 0);
    }
    fs::remove_all(out / "checkpoint");
    expect_equal_results(whole, out);
  }
  EXPECT_GE(n_continued, 3);
}

TEST(FaultyDisk, ARunThatDiesWhileItSavesContinuesToTheSameFiles) { expect_equal_after_deaths(2, 5); }

TEST(FaultyDiskLong, ARunThatDiesAtAnyCallOnItsCheckpointsContinuesToTheSameFiles) {
  expect_equal_after_deaths(1, 1);
}

TEST(FaultyDisk, AFullDiskNeitherEndsTheRunNorHarmsTheOlderCheckpoint) {
  const FastScratch scratch;
  const fs::path whole = whole_run(scratch);
  for (const int n : {2, 1000})
    for (int at = 1; at <= 12; at += n == 2 ? 2 : 5) {
      SCOPED_TRACE(std::to_string(n) + " calls fail from call " + std::to_string(at) + " on");
      const fs::path out = scratch / ("r" + std::to_string(at));
      fs::remove_all(out);
      const Outcome outcome = faulty(started(out), "full", at, n);
      ASSERT_EQ(outcome.code, 0) << outcome.err;
      EXPECT_TRUE(n == 2 || contains(outcome.err, "No space left on device")) << outcome.err;
      expect_equal_results(whole, out);
    }
}

TEST(FaultyDisk, AfterAFullDiskTheRunContinuesFromACheckpointThatFitsItsJournal) {
  const FastScratch scratch;
  const fs::path whole = whole_run(scratch);
  int n_continued = 0;
  for (int at = 4; at <= 14; at += 2) {
    SCOPED_TRACE("full at call " + std::to_string(at));
    const fs::path out = scratch / ("r" + std::to_string(at));
    // Two calls fail; some calls later the process dies.
    {
      const Variable death("PLEUEL_FAULT_DEATH", std::to_string(at + 6));
      (void)faulty(started(out), "full", at, 2);
    }
    if (!has_checkpoint(out)) continue;
    ++n_continued;
    const Outcome outcome = pleuel(continued(out));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    expect_equal_results(whole, out);
  }
  EXPECT_GE(n_continued, 3);
}

}  // namespace faulty_disk_test
}  // namespace pleuel::cli_test
