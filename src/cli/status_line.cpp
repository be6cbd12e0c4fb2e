#include "pleuel/cli/status_line.hpp"

#include <unistd.h>

#include "pleuel/cli/terminal.hpp"

namespace pleuel::cli {

StatusLine::StatusLine(Report report) : is_shown_(report != Report::quiet && isatty(STDERR_FILENO) == 1) {}

void StatusLine::draw(int done, int all, const std::string& next) {
  if (!is_shown_) return;
  const std::string count = "[" + std::to_string(done) + "/" + std::to_string(all) + "] ";
  is_drawn_ = print(STDERR_FILENO, "\r" + count + next + "\033[K");
}

void StatusLine::wipe() {
  if (is_drawn_ && print(STDERR_FILENO, "\r\033[K")) is_drawn_ = false;
}

}  // namespace pleuel::cli
