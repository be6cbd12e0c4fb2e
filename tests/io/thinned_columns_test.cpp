// Thinned columns keep what the eye looks for: all samples of short runs, all extremes of long
// ones.
#include "pleuel/io/thinned_columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pleuel {
namespace thinned_columns_test {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

Vector row(double x, double y) { return Vector{{x, y}}; }

TEST(ThinnedColumns, FewSamplesAreKeptAsTheyAre) {
  ThinnedColumns columns(2, 100);
  for (int i = 0; i < 99; ++i) columns.add(0.1 * i, row(std::sin(i), -i));
  columns.finish();
  ASSERT_EQ(columns.times().size(), 99u);
  EXPECT_FALSE(columns.is_thinned());
  const auto values = columns.values();
  for (int i = 0; i < 99; ++i) {
    EXPECT_EQ(columns.times()[i], 0.1 * i);
    EXPECT_EQ(values[i], static_cast<float>(std::sin(i)));
    EXPECT_EQ(values[99 + i], static_cast<float>(-i));
  }
}

TEST(ThinnedColumns, AMillionSamplesFitAndNoPeakOfOneSampleIsLost) {
  constexpr int most = 1000, n = 1'000'000;
  ThinnedColumns columns(2, most);
  for (int i = 0; i < n; ++i) {
    const double peak = i == 123'456 ? 7 : i == 123'457 ? -5 : 0;
    columns.add(i, row(std::sin(1e-3 * i) + peak, i));
  }
  columns.finish();
  EXPECT_TRUE(columns.is_thinned());
  EXPECT_EQ(columns.n_samples(), n);
  EXPECT_LE(columns.times().size(), static_cast<std::size_t>(most));
  EXPECT_GE(columns.times().size(), static_cast<std::size_t>(most) / 2);
  const auto values = columns.values();
  const auto end = values.begin() + static_cast<std::ptrdiff_t>(columns.times().size());
  const auto high = std::max_element(values.begin(), end), low = std::min_element(values.begin(), end);
  EXPECT_FLOAT_EQ(*high, static_cast<float>(std::sin(123.456) + 7));
  EXPECT_FLOAT_EQ(*low, static_cast<float>(std::sin(123.457) - 5));
  EXPECT_LT(high, low);  // in the order of time
  // A column that rises keeps its order, from its first value to its last.
  EXPECT_TRUE(std::is_sorted(end, values.end()));
  EXPECT_EQ(*end, 0.0f);
  EXPECT_EQ(values.back(), static_cast<float>(n - 1));
}

TEST(ThinnedColumns, TimesDoNotDecreaseAndReachFromTheFirstSampleToTheLast) {
  ThinnedColumns columns(1, 16);
  for (int i = 0; i <= 1234; ++i) columns.add(i, Vector{{1.0 * i}});
  columns.finish();
  EXPECT_TRUE(std::is_sorted(columns.times().begin(), columns.times().end()));
  EXPECT_EQ(columns.times().front(), 0);
  EXPECT_EQ(columns.times().back(), 1234);
}

TEST(ThinnedColumns, NotANumberHidesNoValue) {
  ThinnedColumns columns(1, 4);
  for (int i = 0; i < 64; ++i) columns.add(i, Vector{{i == 37 ? 2.0 : none}});
  columns.finish();
  const auto values = columns.values();
  EXPECT_NE(std::find(values.begin(), values.end(), 2.0f), values.end());
}

}  // namespace thinned_columns_test
}  // namespace pleuel
