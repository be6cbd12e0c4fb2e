// Runs independent jobs in processes of their own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pleuel/base/state_stream.hpp"

namespace pleuel {

/// What a job left.
struct JobReport {
  std::vector<std::uint64_t> words;  ///< what it wrote
  std::string death = {};            ///< why it died; empty if it ended well
};

/// Executes jobs in forked processes, at most `n_jobs` at once. Each process is pinned to a core of
/// its own, so that times are those of a run alone on a core. A job that dies (a signal, out of
/// memory) ends only itself. Results do not depend on the number of jobs.
class JobPool {
 public:
  /// Writes the result of job i; called in another process. Exceptions are a death of the job.
  using Work = std::function<void(int i, StateWriter& out)>;
  /// Called in this process in ascending order of i. Returns false to stop: the jobs that run are
  /// ended.
  using Done = std::function<bool(int i, JobReport report)>;

  /// `stop` may be null; when it is set, the jobs receive SIGTERM and are waited for.
  JobPool(int n_jobs, const std::atomic<bool>* stop) : n_jobs_(n_jobs), stop_(stop) {}

  void run(int n, const Work& work, const Done& done) const;

  /// The cores that this process may use.
  static int n_cores();

 private:
  int n_jobs_;
  const std::atomic<bool>* stop_;
};

}  // namespace pleuel
