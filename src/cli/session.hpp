// What all commands share: signals, output, complaints.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pleuel/cli/exit_code.hpp"
#include "pleuel/cli/lab_command.hpp"
#include "pleuel/io/output_folder.hpp"

namespace pleuel::cli {

/// Set by the first Ctrl-C, SIGTERM or SIGHUP once listen_for_signals was called; a signal handler
/// can reach nothing but a global.
extern std::atomic<bool> stop_requested;

/// What is said where a command is ended while nothing is to be kept.
struct LastWords {
  std::string interrupted = {};  ///< goes to standard output
  std::string out_of_time = {};  ///< likewise, or to standard error
  /// both are objects, and out_of_time goes to standard output too
  bool is_json = false;
  std::optional<double> seconds = {};  ///< of wall time
};

/// Up to listen_for_signals: Ctrl-C, SIGTERM and SIGHUP end the program at once, with 128 + their
/// number as the exit code, and the wall-time limit does with that of a failed run. A model is read
/// and a start computed in this time.
void prepare(LastWords words);

/// From here on the first Ctrl-C, SIGTERM or SIGHUP asks the command to stop, the second of the
/// same ends the program. A file that outgrows its limit is an error of the write, not a signal. A
/// hang-up that the caller ignores (nohup) stays ignored.
void listen_for_signals();

/// 128 + the signal that asked to stop; that of Ctrl-C if there was none.
int interrupt_code();

int exit_code_of(RunStatus status);

/// What --force says.
inline OutputFolder::Foreign foreign(bool force) {
  return force ? OutputFolder::Foreign::leave : OutputFolder::Foreign::refuse;
}

/// Writes to standard output, without control characters; the exit code, or output_lost if that was
/// not possible.
int show(std::string_view text, int code);

/// Writes to standard error likewise.
void tell(std::string_view text);

/// A remark on standard error where rounding errors spoil a tolerance; `run` has it in its summary.
void remark_on_tolerance(double rtol, Report report);

/// Writes each fault to standard error; the exit code.
int complain(const std::vector<std::string>& faults, int code);

}  // namespace pleuel::cli
