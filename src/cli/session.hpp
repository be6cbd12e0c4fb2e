// What all commands share: signals, output, complaints.
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

/// Set by the first Ctrl-C, SIGTERM or SIGHUP once listen_for_signals was called; a signal handler
/// can reach nothing but a global.
extern std::atomic<bool> stop_requested;

enum class Report { summary, json, quiet };

/// What a failure is reported about, and how.
struct Reporting {
  std::string case_name = {};
  Report report = Report::summary;
};

/// Does `work`. What it throws before its first run becomes an exit code, reported as `to` says. Up
/// to listen_for_signals, Ctrl-C, SIGTERM and SIGHUP end the program at once, with 128 + their
/// number as the exit code. The limit of wall time, if there is one, ends it with that of a failed
/// run. A model is read and a start computed in this time.
int guarded(const Reporting& to, const std::function<int()>& work, std::optional<double> seconds = {});

/// The work did not begin: writes the faults to standard error, or with --json an object to
/// standard output. Returns the code.
int decline(const Reporting& to, const std::exception& error, int code);

/// From here on the first Ctrl-C, SIGTERM or SIGHUP asks the command to stop, the second of the
/// same ends the program. A file that outgrows its limit is an error of the write, not a signal. A
/// hang-up that the caller ignores (nohup) stays ignored.
void listen_for_signals();

/// 128 + the signal that asked to stop; that of Ctrl-C if there was none.
int interrupt_code();

int exit_code_of(RunStatus status);

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
