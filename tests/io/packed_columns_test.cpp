// Packed columns read back as what they were, to the bits asked for.
#include "pleuel/io/packed_columns.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "pleuel/io/rounding_level.hpp"

namespace pleuel {
namespace packed_columns_test {

/// As docs and viewer/src/common/packed.ts have it.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {
    std::int16_t exponent = 0;
    std::memcpy(&exponent, bytes.data(), 2);
    std::memcpy(&base_, bytes.data() + 2, 8);
    step_ = std::ldexp(1.0, exponent);
  }
  std::vector<double> read(std::size_t n) {
    std::vector<double> values;
    long a = 0, b = 0, c = 0;
    unsigned order = 0, length = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (i % 128 == 0) {
        order = bits(2);
        length = bits(5);
      }
      const unsigned coded = rice(length);
      const long left = coded % 2 == 1 ? -static_cast<long>(coded / 2) - 1 : static_cast<long>(coded / 2);
      const long predicted[] = {0, a, 2 * a - b, 3 * (a - b) + c};
      const long code = left + predicted[order];
      c = b;
      b = a;
      a = code;
      values.push_back(code == 0 ? std::nan("") : (base_ + static_cast<double>(code - 1)) * step_);
    }
    return values;
  }

 private:
  unsigned bits(unsigned n) {
    unsigned value = 0;
    for (unsigned i = 0; i < n; ++i, ++at_)
      value |= (static_cast<unsigned>(bytes_[at_ / 8]) >> at_ % 8 & 1u) << i;
    return value;
  }
  unsigned rice(unsigned length) {
    unsigned quotient = 0;
    while (quotient < 20 && bits(1) == 1) ++quotient;
    return quotient == 20 ? bits(30) : (quotient << length) + bits(length);
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 14 * 8;
  double base_ = 0, step_ = 0;
};

void expect_back(const std::vector<float>& column, int n_bits) {
  PackedColumns packed;
  packed.add(column, n_bits);
  float low = HUGE_VALF, high = -HUGE_VALF;
  for (const float x : column)
    if (std::isfinite(x)) {
      low = std::min(low, x);
      high = std::max(high, x);
    }
  // The step is at most the range times 2^(1 − bits), so that rounding moves by half of it.
  const double bound = low < high ? std::ldexp(static_cast<double>(high) - low, -n_bits) : 0.0;
  const std::vector<double> read = Reader(packed.bytes()).read(column.size());
  for (std::size_t k = 0; k < column.size(); ++k) {
    if (!std::isfinite(column[k])) {
      EXPECT_TRUE(std::isnan(read[k]));
      continue;
    }
    EXPECT_LE(std::abs(read[k] - column[k]), bound) << k;
    if (column[k] == 0) {
      EXPECT_EQ(read[k], 0);
    }
  }
}

TEST(PackedColumns, ReadBackToTheBitsAskedFor) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> noise(-3e4f, 5e4f);
  for (const int n_bits : {16, 20, 24}) {
    std::vector<float> smooth, rough, far, gaps;
    for (int k = 0; k < 1000; ++k) {
      smooth.push_back(std::sin(0.01f * static_cast<float>(k)));
      rough.push_back(noise(random));
      far.push_back(1e9f + 64 * static_cast<float>(k % 7));
      gaps.push_back(k % 10 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(k % 3));
    }
    for (const auto& column : {smooth, rough, far, gaps}) expect_back(column, n_bits);
  }
}

TEST(PackedColumns, ConstantsAreExact) {
  for (const float x : {0.0f, -9.81f, 1e-30f, 3e38f}) expect_back(std::vector<float>(300, x), 16);
  expect_back(std::vector<float>(5, std::numeric_limits<float>::infinity()), 16);
  expect_back({}, 16);
}

TEST(PackedColumns, SmoothCurvesTakeLessThanAByteANumber) {
  std::vector<float> smooth;
  for (int k = 0; k < 10'000; ++k) smooth.push_back(std::sin(0.005f * static_cast<float>(k)));
  PackedColumns packed;
  packed.add(smooth, 20);
  EXPECT_LT(packed.bytes().size(), smooth.size());
}

TEST(RoundingLevel, IsThatOfTheLargestOfTheUnit) {
  std::vector<float> force{100, -200}, noise{1e-11f, -1e-9f}, length{1e-11f, 0};
  LargestOfUnits largest;
  largest.take("N", force);
  largest.take("N", noise);
  largest.take("m", length);
  largest.clear("N", noise);
  largest.clear("m", length);
  // 2⁻⁴⁰ · 200 is 1.8e-10.
  EXPECT_EQ(noise, (std::vector<float>{0, -1e-9f}));
  EXPECT_EQ(length, (std::vector<float>{1e-11f, 0}));
}

}  // namespace packed_columns_test
}  // namespace pleuel
