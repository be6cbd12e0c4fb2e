// Text from outside, as a terminal may show it.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pleuel {

/// The text without control characters: each but line feed and tab becomes "\u001b", the escape of
/// JSON, so that JSON keeps its meaning. So do signs that turn the direction of writing. Bytes that
/// are no UTF-8 become U+FFFD. Sequences in `allowed` stay as they are.
std::string printable(std::string_view text, std::span<const std::string_view> allowed = {});

}  // namespace pleuel
