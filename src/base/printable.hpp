// Makes text from outside safe to print on a terminal.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pleuel {

/// Replaces control characters, except line feed and tab, by their JSON escape ("\u001b"), so that
/// JSON text keeps its meaning. Characters that change the writing direction are replaced as well.
/// Bytes that are not UTF-8 become U+FFFD. Sequences in `allowed` stay as they are.
std::string printable(std::string_view text, std::span<const std::string_view> allowed = {});

}  // namespace pleuel
