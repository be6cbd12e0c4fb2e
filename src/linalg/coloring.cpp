#include "pleuel/linalg/coloring.hpp"

#include <algorithm>

namespace pleuel {

Coloring color_columns(FixedMatrix pattern) {
  Coloring result;
  result.color.assign(pattern.cols, 0);
  const FixedMatrix by_row = pattern.transposed();
  std::vector<int> taken_by;  // colour -> last column that found it in use
  for (int j = 0; j < pattern.cols; ++j) {
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      const int i = pattern.row[k];
      for (int l = by_row.start[i]; l < by_row.start[i + 1]; ++l)
        if (by_row.row[l] < j) taken_by[result.color[by_row.row[l]]] = j;
    }
    const auto free = std::find_if(taken_by.begin(), taken_by.end(), [&](int column) { return column != j; });
    result.color[j] = static_cast<int>(free - taken_by.begin());
    if (free == taken_by.end()) taken_by.push_back(-1);
  }
  result.n_colors = static_cast<int>(taken_by.size());
  result.pattern = std::move(pattern);
  return result;
}

}  // namespace pleuel
