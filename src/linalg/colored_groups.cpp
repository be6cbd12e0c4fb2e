#include "pleuel/linalg/colored_groups.hpp"

#include <bit>
#include <cstdint>

namespace pleuel {

ColoredGroups::ColoredGroups(std::span<const int> start, std::span<const int> places, int n_places)
    : n_groups_(static_cast<int>(start.size()) - 1), color_start_(1, 0) {
  constexpr int most_colors = 64;  // bits of a mask
  const int n_chunks = (n_groups_ + groups_per_chunk - 1) / groups_per_chunk;
  std::vector<std::uint64_t> taken(n_places, 0);  // colours of the chunks that touch a place
  std::vector<int> color(n_chunks);
  int n_colors = 0;
  for (int chunk = 0; chunk < n_chunks; ++chunk) {
    const int first = start[chunk * groups_per_chunk];
    const int end = start[std::min((chunk + 1) * groups_per_chunk, n_groups_)];
    const std::span<const int> touched = places.subspan(first, end - first);
    std::uint64_t used = 0;
    for (const int place : touched) used |= taken[place];
    color[chunk] = std::countr_one(used);
    if (color[chunk] == most_colors) continue;
    for (const int place : touched) taken[place] |= std::uint64_t(1) << color[chunk];
    n_colors = std::max(n_colors, color[chunk] + 1);
  }
  const auto take = [&](int c) {
    for (int chunk = 0; chunk < n_chunks; ++chunk)
      if (color[chunk] == c) chunks_.push_back(chunk);
  };
  for (int c = 0; c < n_colors; ++c) {
    take(c);
    color_start_.push_back(static_cast<int>(chunks_.size()));
  }
  take(most_colors);
}

}  // namespace pleuel
