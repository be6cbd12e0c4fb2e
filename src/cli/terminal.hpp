// What a terminal can show and a file cannot.
#pragma once

#include <string>
#include <string_view>

namespace pleuel::cli {

/// Emphasis by escape sequences, or none.
class Style {
 public:
  static Style plain() { return Style(Kind::plain); }
  /// Colours if the descriptor is a terminal and NO_COLOR is unset or empty.
  static Style of_descriptor(int descriptor);
  static Style of_stdout();

  std::string strong(std::string_view text) const { return wrapped("\033[1m", text); }
  std::string faint(std::string_view text) const { return wrapped("\033[2m", text); }
  std::string good(std::string_view text) const { return wrapped("\033[32m", text); }
  std::string bad(std::string_view text) const { return wrapped("\033[31m", text); }

 private:
  enum class Kind { plain, coloured };
  explicit Style(Kind kind) : kind_(kind) {}
  std::string wrapped(const char* begin, std::string_view text) const;

  Kind kind_;
};

/// Descriptors 0, 1 and 2 that the caller closed are opened such that using them fails: a file
/// opened later would otherwise take their place and receive what is printed.
void occupy_standard_descriptors();

/// A duration to be read at a glance: "8 s", "4 min", "2 h 10 min".
std::string time_text(double seconds);

/// Writes all of it, as it is; false if that is not possible. Text that comes from files or from
/// the command line goes through `shown_on` first.
[[nodiscard]] bool print(int descriptor, std::string_view text);

/// The text without control characters (base/printable.hpp) but for the emphasis of Style, where
/// the descriptor is a terminal.
std::string shown_on(int descriptor, std::string_view text);

}  // namespace pleuel::cli
