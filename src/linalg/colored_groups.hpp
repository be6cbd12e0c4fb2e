// Groups of sums that run on several threads in a fixed order.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "pleuel/base/thread_pool.hpp"

namespace pleuel {

/// Groups 0 … n − 1, like finite elements, each of which adds to some places of an array. Chunks of
/// consecutive groups are coloured: those of one colour share no place and are treated at the same
/// time. Colours follow one another, so sums do not depend on the number of threads. A single chunk
/// is treated in its natural order.
class ColoredGroups {
 public:
  ColoredGroups() = default;
  /// Group g touches places[start[g]] … places[start[g + 1] − 1], each in 0 … n_places − 1.
  ColoredGroups(std::span<const int> start, std::span<const int> places, int n_places);

  /// Calls work(g) for each group; `operations` is an estimate for one of them.
  template <class Work>
  void for_each(double operations, Work&& work) const {
    const auto treat = [&](int chunk) {
      for (int g = chunk * groups_per_chunk; g < std::min((chunk + 1) * groups_per_chunk, n_groups_); ++g)
        work(g);
    };
    for (std::size_t c = 0; c + 1 < color_start_.size(); ++c) {
      const int* const chunks = chunks_.data() + color_start_[c];
      for_each_range(color_start_[c + 1] - color_start_[c], groups_per_chunk * operations,
                     [&](int first, int end) {
                       for (int k = first; k < end; ++k) treat(chunks[k]);
                     });
    }
    for (int k = color_start_.empty() ? 0 : color_start_.back(); k < static_cast<int>(chunks_.size()); ++k)
      treat(chunks_[k]);
  }

 private:
  static constexpr int groups_per_chunk = 16;  // the order of sums depends on it

  int n_groups_ = 0;
  std::vector<int> chunks_;       // numbers of chunks, by colour
  std::vector<int> color_start_;  // in chunks_; those after the last colour are treated one by one
};

}  // namespace pleuel
