// Parts of sparse matrices.
#include "pleuel/linalg/matrix_selection.hpp"

#include <gtest/gtest.h>

#include "pleuel/linalg/entries.hpp"

namespace pleuel {
namespace matrix_selection_test {

/// Three rows, four columns, (i, j) = 10 i + j where i + j is even.
FixedMatrix chequered() {
  Entries entries;
  for (int i = 0; i < 3; ++i)
    for (int j = i % 2; j < 4; j += 2) entries.emplace_back(i, j);
  FixedMatrix m(3, 4, entries);
  for_each_entry(m, [&](int i, int j, int k) { m.value[k] = 10 * i + j; });
  return m;
}

TEST(MatrixSelection, HoldsTheRowsAndColumnsInTheOrderGiven) {
  const FixedMatrix m = chequered();
  const std::vector<int> rows = {2, 0}, columns = {3, 0, 2};
  const MatrixSelection selection(m, rows, columns);
  FixedMatrix part = selection.pattern;
  selection.take(m, part);
  EXPECT_EQ(part.dense(), Matrix(m.dense()(rows, columns)));
  EXPECT_EQ(part.n_entries(), 4);
}

TEST(MatrixSelection, HoldsAllColumnsWhereNoneAreNamed) {
  const FixedMatrix m = chequered();
  const MatrixSelection selection(m, {1});
  FixedMatrix part = selection.pattern;
  selection.take(m, part);
  EXPECT_EQ(part.dense(), Matrix(m.dense().row(1)));
}

TEST(Entries, OfBlocksMakeUpTheMatrix) {
  const FixedMatrix m = chequered();
  Entries entries;
  append_block(m, entries, 1, 2);
  append_transposed_block(m, entries, 4, 0);
  append_full_block(6, 2, entries);
  FixedMatrix whole(8, 8, entries);
  const auto copy = [&](auto place) {
    const std::vector<int> at = places_of(m, place);
    for (std::size_t k = 0; k < at.size(); ++k) whole.value[at[k]] = m.value[k];
  };
  copy([&](int i, int j) { return whole.slot(1 + i, 2 + j); });
  copy([&](int i, int j) { return whole.slot(4 + j, i); });
  Matrix expected = Matrix::Zero(8, 8);
  expected.block(1, 2, 3, 4) = m.dense();
  expected.block(4, 0, 4, 3) = m.dense().transpose();
  EXPECT_EQ(whole.dense(), expected);
  EXPECT_EQ(whole.n_entries(), 2 * m.n_entries() + 4);
}

}  // namespace matrix_selection_test
}  // namespace pleuel
