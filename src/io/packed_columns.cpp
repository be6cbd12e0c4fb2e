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

/// Bits from the lowest of each byte on.
class BitWriter {
 public:
  explicit BitWriter(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}
  void put(std::uint32_t value, unsigned n_bits) {
    buffer_ |= static_cast<std::uint64_t>(value) << n_;
    for (n_ += n_bits; n_ >= 8; n_ -= 8, buffer_ >>= 8) bytes_.push_back(static_cast<std::uint8_t>(buffer_));
  }
  void finish() {
    if (n_ > 0) put(0, 8 - n_);
  }

 private:
  std::vector<std::uint8_t>& bytes_;
  std::uint64_t buffer_ = 0;
  unsigned n_ = 0;
};

/// The differences of orders 0 to 3 of a code and those before it.
class Differences {
 public:
  const std::array<std::int32_t, n_orders>& next(std::int32_t code) {
    for (std::int32_t& last : last_) {
      const std::int32_t difference = code - last;
      last = code;
      code = difference;
      now_[static_cast<std::size_t>(&last - last_.data()) + 1] = difference;
    }
    now_[0] = last_[0];
    return now_;
  }

 private:
  std::array<std::int32_t, n_orders - 1> last_{};
  std::array<std::int32_t, n_orders> now_{};
};

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

void put_block(std::span<const std::int32_t> codes, Differences& before, BitWriter& out) {
  std::array<std::array<std::uint32_t, block_size>, n_orders> left;
  std::array<std::uint64_t, n_orders> sums{};
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto& differences = before.next(codes[i]);
    for (unsigned order = 0; order < n_orders; ++order)
      sums[order] += left[order][i] = without_sign(differences[order]);
  }
  const auto best = std::min_element(sums.begin(), sums.end()) - sums.begin();
  unsigned length = 0;
  while ((static_cast<std::uint64_t>(codes.size()) << (length + 1)) < sums[best]) ++length;
  out.put(static_cast<std::uint32_t>(best), order_bits);
  out.put(length, length_bits);
  for (std::size_t i = 0; i < codes.size(); ++i) put_rice(left[best][i], length, out);
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
  codes_.resize(column.size());
  for (std::size_t i = 0; i < column.size(); ++i)
    codes_[i] =
        std::isfinite(column[i]) ? static_cast<std::int32_t>(std::nearbyint(column[i] * scale) - first) : 0;
  put(static_cast<std::int16_t>(grid.exponent));
  put(grid.base);
  const std::size_t at = bytes_.size();
  put(std::uint32_t{0});
  BitWriter out(bytes_);
  Differences before;
  for (std::size_t i = 0; i < codes_.size(); i += block_size)
    put_block(std::span(codes_).subspan(i, std::min(block_size, codes_.size() - i)), before, out);
  out.finish();
  const auto n_bytes = static_cast<std::uint32_t>(bytes_.size() - at - sizeof(std::uint32_t));
  std::memcpy(bytes_.data() + at, &n_bytes, sizeof n_bytes);
}

}  // namespace pleuel
