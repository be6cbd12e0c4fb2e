#include "pleuel/io/run_saver.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "pleuel/base/word_hash.hpp"
#include "pleuel/io/whole_file.hpp"

namespace pleuel {
namespace {

namespace fs = std::filesystem;

// Without a journal a checkpoint is useless, so the checkpoints go first, the newest last.
void remove_checkpoints(const fs::path& folder) {
  std::error_code none;
  const auto all = checkpoints_in(folder);
  for (auto it = all.rbegin(); it != all.rend(); ++it) fs::remove(*it, none);
  fs::remove_all(folder, none);
}

constexpr const char* journal_name = "journal";
constexpr double largest_share_of_files = 0.01;  // of the run's time
constexpr std::size_t most_checkpoints = 2;

// Distinguishes runs: it enters no result.
std::uint64_t new_run_number() {
  std::timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  const std::uint64_t parts[] = {static_cast<std::uint64_t>(now.tv_sec),
                                 static_cast<std::uint64_t>(now.tv_nsec),
                                 static_cast<std::uint64_t>(getpid())};
  WordHash hash;
  hash.add(parts, std::size(parts));
  return hash.value();
}

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

}  // namespace

RunSaver::RunSaver(const fs::path& result, CheckpointInterval interval, RunIdentity identity,
                   std::vector<std::uint64_t> request, const RunPlan& plan, RunObserver& to)
    : folder_(result / checkpoint_folder), interval_(interval) {
  remove_checkpoints(folder_);
  make_directory(folder_);
  last_.identity = std::move(identity);
  last_.request = std::move(request);
  last_.run = new_run_number();
  journal_ = std::make_unique<RunJournal>(folder_ / journal_name, last_.run, plan, to);
  next_t_ = plan.problem_case.t_begin + interval_.simulated;
}

RunSaver::RunSaver(const fs::path& result, CheckpointInterval interval, Checkpoint from, const RunPlan& plan,
                   RunObserver& to)
    : folder_(result / checkpoint_folder), interval_(interval), last_(std::move(from)) {
  saved_.emplace(std::move(last_.state));
  last_.state.clear();
  journal_ =
      std::make_unique<RunJournal>(folder_ / journal_name, last_.run,
                                   RunJournal::Extent{last_.journal_words, last_.journal_hash}, plan, to);
  t_written_ = last_.t;
  next_t_ = last_.t + interval_.simulated;
}

bool RunSaver::is_due(double t) const {
  const double elapsed = seconds_since(last_write_);
  if (elapsed * largest_share_of_files < write_seconds_) return false;
  return interval_.simulated > 0 ? t >= next_t_ : elapsed >= interval_.seconds;
}

void RunSaver::mark(double t, StateWriter& state, const std::vector<RunEvent>& events) {
  journal_->note(events);
  const RunJournal::Extent extent = journal_->extent();
  std::swap(state_, state);
  last_.t = t;
  last_.journal_words = extent.words;
  last_.journal_hash = extent.hash;
  has_new_ = true;
  if (is_due(t)) write();
}

void RunSaver::write() {
  const auto begin = Clock::now();
  try {
    journal_->sync();
    const long number = last_.number + 1;
    Checkpoint file = last_;
    file.number = number;
    file.state = state_.words();
    write_checkpoint(folder_ / checkpoint_name(number), file);
    last_.number = number;
    const bool is_first = !t_written_;
    t_written_ = last_.t;
    has_new_ = false;
    fault_.reset();
    const auto all = checkpoints_in(folder_);
    std::error_code none;
    for (std::size_t i = most_checkpoints; i < all.size(); ++i) fs::remove(all[i], none);
    if (is_first && when_written) when_written(last_.t);
  } catch (const FileError& error) {
    fault_ = error.what();
  }
  last_write_ = Clock::now();
  write_seconds_ = std::chrono::duration<double>(last_write_ - begin).count();
  const double interval = interval_.simulated;
  if (interval > 0 && next_t_ <= last_.t)
    next_t_ += interval * (std::floor((last_.t - next_t_) / interval) + 1);
}

void RunSaver::end(const RunResult& result) {
  const bool can_continue = result.status == RunStatus::interrupted || result.lost_output ||
                            (result.failure && result.failure->kind == FailureKind::time_limit);
  if (can_continue && has_new_) write();
}

void RunSaver::remove() {
  remove_checkpoints(folder_);
  t_written_.reset();
}

namespace {

// Why there is no checkpoint, and what to do.
std::string missing_checkpoint(const fs::path& result) {
  std::error_code none;
  const std::string what = "the directory '" + result.string() + "' has no checkpoint: ";
  if (!fs::is_directory(result, none)) return what + "it does not exist";
  if (fs::exists(result / checkpoint_folder, none))
    return what + "its run was interrupted before the first one was written; start the run again";
  if (fs::exists(result / "run.json", none))
    return what + "the run in it has ended, or was made without --checkpoint";
  return what + "give the directory of a run with --checkpoint that was interrupted";
}

}  // namespace

FoundCheckpoint newest_checkpoint(const fs::path& result) {
  FoundCheckpoint found;
  for (const fs::path& path : checkpoints_in(result / checkpoint_folder)) {
    try {
      found.checkpoint = read_checkpoint(path);
      RunJournal::check(result / checkpoint_folder / journal_name, found.checkpoint.run,
                        {found.checkpoint.journal_words, found.checkpoint.journal_hash});
      return found;
    } catch (const CheckpointError& error) {
      found.refused.push_back(error.what());
    }
  }
  if (found.refused.empty()) throw CheckpointError(missing_checkpoint(result));
  throw CheckpointError(found.refused);
}

bool has_checkpoints(const fs::path& result) { return !checkpoints_in(result / checkpoint_folder).empty(); }

}  // namespace pleuel
