#include "pleuel/base/printable.hpp"

#include <algorithm>
#include <cstdio>

namespace pleuel {
namespace {

struct Letter {
  unsigned code = 0;
  std::size_t size = 0;  ///< in bytes; 0: not UTF-8
};

// The first character of a non-empty text [RFC 3629].
Letter first_letter(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(text[i])); };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t size = first >= 0xF0 && first < 0xF5   ? 4
                           : first >= 0xE0 && first < 0xF0 ? 3
                           : first >= 0xC2 && first < 0xE0 ? 2
                                                           : 0;
  if (size == 0 || text.size() < size) return {};
  unsigned code = first & (0xFFu >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3F);
  }
  const unsigned least = size == 2 ? 0x80 : size == 3 ? 0x800 : 0x10000;
  const bool is_half = code >= 0xD800 && code < 0xE000;
  return code < least || code > 0x10FFFF || is_half ? Letter{} : Letter{code, size};
}

bool is_shown(unsigned code) {
  if (code == '\n' || code == '\t') return true;
  const bool is_control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool revolutions = code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
                           (code >= 0x2066 && code <= 0x2069);
  return !is_control && !revolutions;
}

}  // namespace

std::string printable(std::string_view text, std::span<const std::string_view> allowed) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    std::size_t n = 0;
    const Letter letter = first_letter(text);
    if (letter.size > 0 && is_shown(letter.code)) {
      n = letter.size;
    } else if (const auto it = std::ranges::find_if(allowed, [&](auto s) { return text.starts_with(s); });
               it != allowed.end()) {
      n = it->size();
    }
    if (n > 0) {
      result += text.substr(0, n);
    } else if (letter.size == 0) {
      result += "\xEF\xBF\xBD";
      n = 1;
    } else {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", letter.code & 0xFFFFu);
      result += escape;
      n = letter.size;
    }
    text.remove_prefix(n);
  }
  return result;
}

}  // namespace pleuel
