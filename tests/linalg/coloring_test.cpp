// Columns of one colour share no row.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "pleuel/linalg/coloring.hpp"

namespace pleuel {
namespace coloring_test {

TEST(Coloring, NeverGivesOneColourToColumnsThatShareARow) {
  std::mt19937 random(5);
  for (int n : {1, 4, 30}) {
    std::uniform_int_distribution<int> index(0, n - 1);
    std::vector<std::pair<int, int>> entries;
    for (int k = 0; k < 3 * n; ++k) entries.emplace_back(index(random), index(random));
    const Coloring c = color_columns(FixedMatrix(n, n, entries));
    std::set<std::pair<int, int>> seen;  // (row, colour)
    for (int j = 0; j < n; ++j) {
      EXPECT_GE(c.color[j], 0);
      EXPECT_LT(c.color[j], c.n_colors);
      for (int k = c.pattern.start[j]; k < c.pattern.start[j + 1]; ++k)
        EXPECT_TRUE(seen.emplace(c.pattern.row[k], c.color[j]).second) << "row " << c.pattern.row[k];
    }
  }
}

TEST(Coloring, NeedsThreeColoursForAChainOfAnyLength) {
  for (int n : {10, 1000}) {
    std::vector<std::pair<int, int>> entries;
    for (int j = 0; j < n; ++j)
      for (int i = std::max(j - 1, 0); i <= std::min(j + 1, n - 1); ++i) entries.emplace_back(i, j);
    EXPECT_EQ(color_columns(FixedMatrix(n, n, entries)).n_colors, 3) << n;
  }
}

}  // namespace coloring_test
}  // namespace pleuel
