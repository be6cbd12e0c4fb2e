// Executes the shares of a work list by the scheduler of a cluster.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace pleuel::sweep {

/// What both engines need.
struct ShareRequest {
  std::filesystem::path result;  ///< absolute; on a file system that all nodes see
  std::string program;           ///< absolute path of pleuel
  std::vector<long> shares;      ///< those with missing tasks
  long n_shares = 1;
  const std::atomic<bool>* stop = nullptr;
  /// Called about once a second.
  std::function<void()> watch = {};

  bool is_stopped() const { return stop != nullptr && *stop; }
};

/// Shares k of N that have missing tasks.
std::vector<long> shares_with(const std::vector<long>& missing, long n_shares);

/// Slurm: writes work/sweep.sbatch with one array task per share, submits it by sbatch, and waits
/// until squeue does not know it any more. A stop request cancels the job. Throws InvalidInput with
/// what Slurm said.
void run_on_slurm(const ShareRequest& request, const std::vector<std::string>& options);

/// The text of the script.
std::string slurm_script(const ShareRequest& request);

/// Dask: writes work/sweep_dask.py and runs it by `python`; it submits one function per share to
/// the scheduler at an address and waits for all. Throws InvalidInput with what it said.
void run_on_dask(const ShareRequest& request, const std::string& scheduler, const std::string& python);

}  // namespace pleuel::sweep
