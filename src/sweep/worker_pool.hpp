// Worker processes of one machine.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <vector>

#include "pleuel/run/catalogue.hpp"
#include "pleuel/sweep/study.hpp"

namespace pleuel::sweep {

/// How far the tasks are.
struct PoolProgress {
  long n_done = 0, n_failed = 0, n_all = 0;
};

/// Computes tasks in forked processes. The model file has been read before, so no worker parses it.
/// Workers take the next task from a counter in shared memory and append rows to journals of their
/// own; this process only watches them, so its memory does not grow with the number of tasks.
/// A worker that is killed just as it takes a task leaves it undone: the caller looks at the
/// journals and calls again.
///
/// - A worker that is killed is replaced, and its task is repeated unless its row was written.
///   After `most_deaths` deaths in one task the task has failed.
/// - A worker that crashes (SIGSEGV, SIGABRT, …) leaves a failed row.
/// - A worker that exceeds the time limit by far, which a run checks itself, is ended: it hangs in
///   code that does not look at the clock.
/// - Workers end when this process dies.
class WorkerPool {
 public:
  static constexpr int most_deaths = 5;

  /// Called about ten times a second.
  using Watch = std::function<void(const PoolProgress&)>;

  /// `folder` receives the journals. `stop` may be null; when it is set, the workers are ended and
  /// their current tasks are not kept. If `pages` is not empty, it receives a page of each run.
  WorkerPool(int n_workers, std::filesystem::path folder, const std::atomic<bool>* stop,
             std::filesystem::path pages = {})
      : n_workers_(n_workers), folder_(std::move(folder)), stop_(stop), pages_(std::move(pages)) {}

  /// Throws FileError if a journal cannot be written.
  void run(const Catalogue& catalogue, const Study& study, const std::vector<long>& tasks,
           const Watch& watch) const;

 private:
  int n_workers_;
  std::filesystem::path folder_;
  const std::atomic<bool>* stop_;
  std::filesystem::path pages_;
};

}  // namespace pleuel::sweep
