#include "pleuel/cli/progress_bar.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "pleuel/base/number_text.hpp"
#include "pleuel/cli/terminal.hpp"

namespace pleuel::cli {
namespace {

constexpr auto patience = std::chrono::milliseconds(300);
constexpr auto interval = std::chrono::milliseconds(100);
constexpr int bar_width = 30;  // characters of the bar

}  // namespace

ProgressBar::ProgressBar() : is_terminal_(isatty(STDERR_FILENO) == 1) {}

void ProgressBar::begin(const RunHeader&) {
  begin_ = Clock::now();
  next_ = begin_ + patience;
}

void ProgressBar::progress(double fraction, double t) {
  if (!is_terminal_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + interval;
  const int filled = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * bar_width);
  std::string line = "\r[" + std::string(filled, '=') + std::string(bar_width - filled, ' ') + "]";
  const std::string numbers = formatted(" %3.0f %%  t = ", std::trunc(100 * fraction)) + number_text(t);
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const std::string left =
      fraction > 0 ? "  " + time_text(elapsed / fraction * (1 - fraction)) + " left" : "";
  is_drawn_ = print(STDERR_FILENO, line + numbers + left + "\033[K");
}

void ProgressBar::end(const RunResult&) { wipe(); }

void ProgressBar::wipe() {
  if (is_drawn_ && print(STDERR_FILENO, "\r\033[K")) is_drawn_ = false;
}

}  // namespace pleuel::cli
