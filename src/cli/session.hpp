// Common parts of all commands: signals, output, error messages.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pleuel/cli/exit_code.hpp"

namespace pleuel::cli {

/// Set by the first Ctrl-C, SIGTERM or SIGHUP after listen_for_signals. A signal handler can only
/// reach a global variable.
extern std::atomic<bool> stop_requested;

enum class Report { summary, json, quiet };

/// The subject and format of an error report.
struct Reporting {
  std::string case_name = {};
  Report report = Report::summary;
};

/// Calls `work`. Exceptions before its first run become an exit code and are reported according to
/// `to`. Before listen_for_signals, Ctrl-C, SIGTERM and SIGHUP end the program at once with exit
/// code 128 + signal number. The optional wall-time limit ends it with the exit code of a failed
/// run. In this phase a model is read and a start is computed.
int guarded(const Reporting& to, const std::function<int()>& work, std::optional<double> seconds = {});

/// Reports that the work did not start: faults to standard error, or with --json an object to
/// standard output. Returns the code.
int decline(const Reporting& to, const std::exception& error, int code);

/// From here on the first Ctrl-C, SIGTERM or SIGHUP requests a stop, the second one ends the
/// program. Exceeding a file size limit is a write error instead of a signal. An ignored hang-up
/// (nohup) stays ignored.
void listen_for_signals();

/// 128 + the signal that requested the stop; that of Ctrl-C if there was none.
int interrupt_code();

int exit_code_of(RunStatus status);

/// Writes to standard output without control characters; returns the exit code, or output_lost if
/// that failed.
int show(std::string_view text, int code);

/// Writes to standard error in the same way.
void tell(std::string_view text);

/// Writes a remark to standard error if rounding errors dominate a tolerance; `run` has it in its
/// summary.
void remark_on_tolerance(double rtol, Report report);

/// Writes each fault to standard error; returns the exit code.
int complain(const std::vector<std::string>& faults, int code);

}  // namespace pleuel::cli
