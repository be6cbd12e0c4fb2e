#include "pleuel/cli/status_line.hpp"

#include <unistd.h>

#include "pleuel/base/printable.hpp"
#include "pleuel/cli/terminal.hpp"

namespace pleuel::cli {

StatusLine::StatusLine(Report report) : is_shown_(report != Report::quiet && isatty(STDERR_FILENO) == 1) {}

void StatusLine::draw(int done, int all, const std::string& next) {
  const double elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();
  const std::string left = done > 0 ? time_text(elapsed / done * (all - done)) + " left  " : "";
  draw("[" + std::to_string(done) + "/" + std::to_string(all) + "] " + left + next);
}

void StatusLine::draw(int done, double seconds_left, const std::string& next) {
  draw("[" + std::to_string(done) + "] at most " + time_text(seconds_left) + " left  " + next);
}

void StatusLine::draw(const std::string& next) {
  if (is_shown_) is_drawn_ = print(STDERR_FILENO, "\r" + printable(next) + "\033[K");
}

void StatusLine::wipe() {
  if (is_drawn_ && print(STDERR_FILENO, "\r\033[K")) is_drawn_ = false;
}

}  // namespace pleuel::cli
