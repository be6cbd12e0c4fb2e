// Records what the observers of a run were given, and gives it to others again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/state_stream.hpp"
#include "pleuel/base/word_hash.hpp"
#include "pleuel/io/whole_file.hpp"
#include "pleuel/run/plan.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// An observer between a run and its writers. It writes to a file what they receive: samples,
/// reports of steps, and the values of dense output and of outputs that they ask for. After an
/// interruption, new writers receive the same again. They cannot tell it from the run itself, so
/// their files are the same, and no format knows of checkpoints.
///
/// Records are lists of 64-bit words: kind, number of words, content. The first one has the number
/// of the run.
///
/// While the disk is full, records are kept in memory, up to 64 MB; then the journal ends, and
/// `sync` says why. Neither is a failure of the run.
class RunJournal final : public RunObserver {
 public:
  /// A length of the journal in words and the hash of these words.
  struct Extent {
    std::uint64_t words = 0, hash = 0;
  };

  /// Starts a new journal. `plan` and `to` must outlive this object. Throws FileError.
  RunJournal(const std::filesystem::path& path, std::uint64_t run, const RunPlan& plan, RunObserver& to);
  /// Continues the journal of a run: it is cut back to `extent`, and `begin` gives its content to
  /// `to`. Throws CheckpointError if it is shorter, or has other content.
  RunJournal(const std::filesystem::path& path, std::uint64_t run, const Extent& extent, const RunPlan& plan,
             RunObserver& to);
  ~RunJournal() override;
  /// Throws CheckpointError unless the file begins with the journal of this run.
  static void check(const std::filesystem::path& path, std::uint64_t run, const Extent& extent);

  void begin(const RunHeader& header) override;
  void sample(const Sample& at) override;
  void step(const StepReport& report) override;
  void progress(double fraction, double t) override { to_.progress(fraction, t); }
  void end(const RunResult& result) override { to_.end(result); }

  /// Records events beyond those recorded before.
  void note(const std::vector<RunEvent>& events);
  /// The events that were recorded.
  const std::vector<RunEvent>& events() const { return events_; }
  /// The journal so far.
  Extent extent();
  /// Writes everything to disk. Throws FileError.
  void sync();

  /// Not for others: its parts write and read records.
  class Reader;
  enum class Kind : std::uint64_t { run = 1, sample, step, dense, outputs, motion, fault, event };
  /// Appends a record with the content of `record()`.
  void put(Kind kind);
  StateWriter& record() { return record_; }

 private:
  class RecordedRow;
  class RecordedDense;
  static WordHash hash_of(const std::filesystem::path& path, std::uint64_t run, const Extent& extent);
  void flush();
  void keep_or_end(const FileError& error);
  void hash_new();
  void replay();

  std::filesystem::path path_;
  const RunPlan& plan_;
  RunObserver& to_;
  int descriptor_ = -1;
  std::vector<std::uint64_t> buffer_;
  std::size_t n_hashed_ = 0;     // words of the buffer
  std::size_t next_flush_;       // words in the buffer
  std::uint64_t n_on_disk_ = 0;  // words before those in the buffer
  std::uint64_t n_words_ = 0;
  std::optional<std::string> end_;  // why the journal has ended
  WordHash hash_;
  StateWriter record_;
  std::vector<RunEvent> events_;
  bool is_continued_ = false;
};

}  // namespace pleuel
