// Terminal output.
#pragma once

#include <string>
#include <string_view>

namespace pleuel::cli {

/// Emphasis by escape sequences, or none.
class Style {
 public:
  static Style plain() { return Style(Kind::plain); }
  /// Uses colours if the descriptor is a terminal and NO_COLOR is unset or empty.
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

/// Opens descriptors 0, 1 and 2 that the caller closed, such that using them fails. Otherwise a
/// file opened later could take their place and receive printed text.
void occupy_standard_descriptors();

/// A duration as short text: "8 s", "4 min", "2 h 10 min".
std::string time_text(double seconds);

/// Writes the text unchanged; returns false if that fails. Text from files or the command line must
/// first pass through `shown_on`.
[[nodiscard]] bool print(int descriptor, std::string_view text);

/// The text without control characters (base/printable.hpp), except for the emphasis of Style if
/// the descriptor is a terminal.
std::string shown_on(int descriptor, std::string_view text);

}  // namespace pleuel::cli
