#include "pleuel/cli/session.hpp"

#include <unistd.h>

#include <csignal>

#include "pleuel/cli/terminal.hpp"

namespace pleuel::cli {

std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "else a signal handler may not write it");

void listen_for_signals() {
  struct sigaction action = {};
  action.sa_handler = [](int) { stop_requested = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGXFSZ, SIG_IGN);
}

int show(std::string_view text, int code) {
  if (print(STDOUT_FILENO, text)) return code;
  (void)print(STDERR_FILENO, "pleuel: cannot write to standard output\n");
  return code == done ? output_lost : code;
}

int complain(const std::vector<std::string>& faults, int code) {
  for (const auto& fault : faults) (void)print(STDERR_FILENO, "pleuel: " + fault + "\n");
  if (code == usage)
    (void)print(STDERR_FILENO, "See: pleuel --help, and with a command: pleuel run --help\n");
  return code;
}

}  // namespace pleuel::cli
