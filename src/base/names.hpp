// Suggests valid names for a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pleuel {

/// Number of insertions, deletions, replacements and swaps of adjacent letters that change a into
/// b.
int edit_distance(std::string_view a, std::string_view b);

/// Up to three names of `valid`, nearest first, that share a prefix with `typed` or differ by few
/// letters.
std::vector<std::string> nearest_names(std::string_view typed, const std::vector<std::string>& valid);

/// "unknown method 'radua5'; did you mean 'radau5'? (radau5, ...)": the sentence for a wrong name.
std::string unknown_name(std::string_view kind, std::string_view typed,
                         const std::vector<std::string>& valid);

}  // namespace pleuel
