// Columns of numbers in few bytes, for pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pleuel {

/// Each column is rounded to whole multiples of a power of two, of which the range of the column
/// has at most 2^bits. These integers are predicted by a polynomial of
/// degree −1 to 2 through the ones before, and what is left is stored in a Rice code, as lossless
/// coders of sound do [Rob94]. Smooth curves take one byte a number or less, noise three.
///
/// A column is: the exponent of the step (int16), the multiple that is 1 (double), the number of
/// bytes that follow (uint32), and these (viewer/src/common/packed.ts reads them). There, 0 is NaN.
/// Blocks of 128 integers begin with the degree + 1 (2 bits) and the length of the remainders
/// (5 bits). Zero stays zero, and what is not finite becomes NaN.
class PackedColumns {
 public:
  static constexpr int most_bits = 24;  ///< as single precision has

  void add(std::span<const float> column, int bits = most_bits);
  /// The columns of a table that is stored row by row.
  void add_rows(std::span<const float> values, std::size_t n_rows);
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(bytes_)); }

 private:
  template <class Number>
  void put(Number number);

  std::vector<std::uint8_t> bytes_;
  std::vector<std::int32_t> codes_;  // of the last column
};

}  // namespace pleuel
