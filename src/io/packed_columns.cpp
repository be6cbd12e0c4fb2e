#include "pleuel/io/packed_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace pleuel {
namespace {

constexpr std::size_t block_size = 128;
constexpr unsigned n_orders = 4, order_bits = 2, length_bits = 5;
// A quotient as long as this is followed by the whole number in `whole_bits` instead: third
// differences of 24 bits and a sign have 28.
constexpr unsigned longest_quotient = 20, whole_bits = 30;

/// Bits from the lowest of each byte on, four bytes at a time.
class BitWriter {
 public:
  explicit BitWriter(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}
  /// At most 31 bits.
  void put(std::uint32_t value, unsigned n_bits) {
    buffer_ |= static_cast<std::uint64_t>(value) << n_;
    n_ += n_bits;
    if (n_ >= 32) write(4);
  }
  void finish() { write((n_ + 7) / 8); }

 private:
  void write(unsigned n_bytes) {
    const auto whole = static_cast<std::uint32_t>(buffer_);
    const auto* const first = reinterpret_cast<const std::uint8_t*>(&whole);
    bytes_.insert(bytes_.end(), first, first + n_bytes);
    buffer_ >>= 8 * n_bytes;
    n_ -= std::min(n_, 8 * n_bytes);
  }

  std::vector<std::uint8_t>& bytes_;
  std::uint64_t buffer_ = 0;
  unsigned n_ = 0;
};

constexpr std::size_t n_before = n_orders - 1;  // codes that predict the next

/// 0, −1, 1, −2, 2, … as 0, 1, 2, 3, 4, …
std::uint32_t without_sign(std::int32_t x) {
  return static_cast<std::uint32_t>(x) << 1 ^ static_cast<std::uint32_t>(x >> 31);
}

void put_rice(std::uint32_t value, unsigned length, BitWriter& out) {
  const std::uint32_t quotient = value >> length;
  if (quotient >= longest_quotient) {
    out.put((1u << longest_quotient) - 1, longest_quotient);
    out.put(value, whole_bits);
    return;
  }
  out.put((1u << quotient) - 1, quotient + 1);
  out.put(value & ((1u << length) - 1), length);
}

/// `codes` begins with the n_before codes before the block.
void put_block(std::span<const std::int32_t> codes, BitWriter& out) {
  const std::size_t n = codes.size() - n_before;
  std::array<std::array<std::uint32_t, block_size>, n_orders> left;
  std::array<std::uint64_t, n_orders> sums{};
  for (std::size_t i = 0; i < n; ++i) {
    const std::int32_t d = codes[i], c = codes[i + 1], b = codes[i + 2], a = codes[i + 3];
    left[0][i] = without_sign(a);
    left[1][i] = without_sign(a - b);
    left[2][i] = without_sign(a - 2 * b + c);
    left[3][i] = without_sign(a - 3 * (b - c) - d);
  }
  for (unsigned order = 0; order < n_orders; ++order)
    for (std::size_t i = 0; i < n; ++i) sums[order] += left[order][i];
  const auto best = std::min_element(sums.begin(), sums.end()) - sums.begin();
  unsigned length = 0;
  while ((static_cast<std::uint64_t>(n) << (length + 1)) < sums[best]) ++length;
  out.put(static_cast<std::uint32_t>(best), order_bits);
  out.put(length, length_bits);
  for (std::size_t i = 0; i < n; ++i) put_rice(left[best][i], length, out);
}

struct Grid {
  int exponent = 0;
  double base = 0;  // the multiple of 2^exponent whose code is 1
};

Grid grid_of(std::span<const float> column, int bits) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const double x : column)
    if (std::isfinite(x)) {
      low = std::min(low, x);
      high = std::max(high, x);
    }
  Grid grid;
  if (!(low <= high)) return grid;
  // The range, or of a constant the number itself, is below 2^exponent after this.
  std::frexp(high > low ? high - low : low, &grid.exponent);
  grid.exponent -= high > low ? bits : PackedColumns::most_bits;
  grid.base = std::nearbyint(std::ldexp(low, -grid.exponent));
  return grid;
}

}  // namespace

template <class Number>
void PackedColumns::put(Number number) {
  const std::size_t at = bytes_.size();
  bytes_.resize(at + sizeof number);
  std::memcpy(bytes_.data() + at, &number, sizeof number);
}

void PackedColumns::add(std::span<const float> column, int bits) {
  const Grid grid = grid_of(column, bits);
  const double scale = std::ldexp(1.0, -grid.exponent), first = grid.base - 1;
  codes_.assign(n_before + column.size(), 0);
  for (std::size_t i = 0; i < column.size(); ++i)
    if (std::isfinite(column[i]))
      codes_[n_before + i] = static_cast<std::int32_t>(std::nearbyint(column[i] * scale) - first);
  put(static_cast<std::int16_t>(grid.exponent));
  put(grid.base);
  const std::size_t at = bytes_.size();
  put(std::uint32_t{0});
  BitWriter out(bytes_);
  for (std::size_t i = 0; i < column.size(); i += block_size)
    put_block(std::span(codes_).subspan(i, n_before + std::min(block_size, column.size() - i)), out);
  out.finish();
  const auto n_bytes = static_cast<std::uint32_t>(bytes_.size() - at - sizeof(std::uint32_t));
  std::memcpy(bytes_.data() + at, &n_bytes, sizeof n_bytes);
}

void PackedColumns::add_rows(std::span<const float> values, std::size_t n_rows) {
  const std::size_t n_columns = n_rows > 0 ? values.size() / n_rows : 0;
  std::vector<float> column(n_rows);
  for (std::size_t k = 0; k < n_columns; ++k) {
    for (std::size_t i = 0; i < n_rows; ++i) column[i] = values[i * n_columns + k];
    add(column);
  }
}

}  // namespace pleuel
