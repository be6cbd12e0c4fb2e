// What all commands share: signals, output, complaints.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "pleuel/cli/exit_code.hpp"

namespace pleuel::cli {

/// Set by the first Ctrl-C or SIGTERM once listen_for_signals was called; a signal handler can reach nothing but a
/// global.
extern std::atomic<bool> stop_requested;

/// The first Ctrl-C or SIGTERM asks the command to stop, the second ends the program. A file that outgrows its limit is an
/// error of the write, not a signal.
void listen_for_signals();

/// Writes to standard output; the exit code, or output_lost if that was not possible.
int show(std::string_view text, int code);

/// Writes each fault to standard error; the exit code.
int complain(const std::vector<std::string>& faults, int code);

}  // namespace pleuel::cli
