#include "pleuel/cli/terminal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>

#include "pleuel/base/printable.hpp"

namespace pleuel::cli {

Style Style::of_descriptor(int descriptor) {
  const char* no_color = std::getenv("NO_COLOR");
  const bool is_forbidden = no_color != nullptr && *no_color != '\0';
  return Style(isatty(descriptor) == 1 && !is_forbidden ? Kind::coloured : Kind::plain);
}

Style Style::of_stdout() { return of_descriptor(STDOUT_FILENO); }

std::string Style::wrapped(const char* begin, std::string_view text) const {
  if (kind_ == Kind::plain) return printable(text);
  return begin + printable(text) + "\033[0m";
}

std::string shown_on(int descriptor, std::string_view text) {
  static constexpr std::array<std::string_view, 5> emphasis = {"\033[0m", "\033[1m", "\033[2m", "\033[31m",
                                                               "\033[32m"};
  return isatty(descriptor) == 1 ? printable(text, emphasis) : printable(text);
}

void occupy_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // The lowest free number is the closed descriptor.
    const int way = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", way) != descriptor) return;
  }
}

std::string time_text(double seconds) {
  constexpr double longest = 1e6 * 3600;  // s; longer durations need no exact digits
  if (!(seconds < longest)) return "more than 1000000 h";
  const long s = std::lround(std::max(0.0, seconds)), minutes = std::lround(seconds / 60);
  if (s < 100) return std::to_string(s) + " s";
  if (minutes < 100) return std::to_string(minutes) + " min";
  return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

bool print(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(descriptor, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace pleuel::cli
