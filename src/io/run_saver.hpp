// Writes checkpoints of a run into the folder of its result.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "pleuel/io/checkpoint_file.hpp"
#include "pleuel/io/run_journal.hpp"
#include "pleuel/run/run_checkpoints.hpp"

namespace pleuel {

/// When checkpoints are written: at the first mark after this wall time, or after this simulated
/// time. Exactly one of them is positive.
struct CheckpointInterval {
  double seconds = 0;
  double simulated = 0;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.seconds, self.simulated);
  }
};

/// Keeps the state at the last mark in memory, and writes it when the interval is over or the run
/// is interrupted.
///
///     DIR/checkpoint/mark-00000012.state   the last two checkpoints
///     DIR/checkpoint/journal               what the writers were given (RunJournal)
///
/// A checkpoint is written only if a hundred times its writing time has passed since the last one,
/// so that files cost at most one percent of the run. A checkpoint that cannot be written is no
/// failure of the run: the older one stays, and `fault` has the reason.
class RunSaver final : public RunCheckpoints {
 public:
  /// Starts the checkpoints of a new run in the folder of its result. `request` is opaque. The plan
  /// and the observer must outlive this object. Throws FileError.
  RunSaver(const std::filesystem::path& result, CheckpointInterval interval, RunIdentity identity,
           std::vector<std::uint64_t> request, const RunPlan& plan, RunObserver& to);
  /// Continues from a checkpoint. Throws CheckpointError or FileError.
  RunSaver(const std::filesystem::path& result, CheckpointInterval interval, Checkpoint from,
           const RunPlan& plan, RunObserver& to);

  /// The observer that the run must have.
  RunObserver& observer() { return *journal_; }

  const std::optional<StateReader>& saved() const override { return saved_; }
  std::vector<RunEvent> events() const override { return journal_->events(); }
  void mark(double t, StateWriter& state, const std::vector<RunEvent>& events) override;
  void end(const RunResult& result) override;

  /// Called after the first file has been written, with the time of its mark.
  std::function<void(double t)> when_written = {};
  /// Why the last checkpoint could not be written.
  const std::optional<std::string>& fault() const { return fault_; }
  /// Time of the newest checkpoint on disk.
  std::optional<double> written() const { return t_written_; }
  /// Removes all checkpoints: the run is complete.
  void remove();

 private:
  using Clock = std::chrono::steady_clock;
  bool is_due(double t) const;
  void write();

  std::filesystem::path folder_;
  CheckpointInterval interval_;
  Checkpoint last_;  // at the last mark, not yet on disk if has_new_
  bool has_new_ = false;
  StateWriter state_;  // memory of its state
  std::optional<StateReader> saved_;
  std::unique_ptr<RunJournal> journal_;
  Clock::time_point last_write_ = Clock::now();
  double write_seconds_ = 0;
  double next_t_ = 0;
  std::optional<double> t_written_;
  std::optional<std::string> fault_;
};

/// The checkpoints of a result, newest first: the first that can be read and whose journal is
/// there, and why newer ones cannot be used. Throws CheckpointError if there is none.
struct FoundCheckpoint {
  Checkpoint checkpoint;
  std::vector<std::string> refused;
};
FoundCheckpoint newest_checkpoint(const std::filesystem::path& result);
/// True if the folder has checkpoints of an unfinished run.
bool has_checkpoints(const std::filesystem::path& result);

}  // namespace pleuel
