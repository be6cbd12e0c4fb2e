#include "pleuel/sweep/sobol_sequence.hpp"

#include <cassert>

namespace pleuel::sweep {
namespace {

// s, the inner coefficients a₁ … aₛ₋₁ as bits, and m₁ … mₛ, where vₖ = mₖ/2ᵏ.
struct Initial {
  int s;
  std::uint32_t a;
  std::array<std::uint32_t, 7> m;
};

// Coordinates 2 to 21 of [JK08, new-joe-kuo-6].
constexpr Initial initial[] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
};
static_assert(std::size(initial) + 1 == SobolSequence::most_dimensions);

std::array<std::uint32_t, SobolSequence::n_bits> direction_numbers(int dimension) {
  std::array<std::uint32_t, SobolSequence::n_bits> v = {};
  if (dimension == 0) {
    for (int k = 0; k < SobolSequence::n_bits; ++k) v[k] = 1u << (31 - k);
    return v;
  }
  const auto& [s, a, m] = initial[dimension - 1];
  for (int k = 0; k < SobolSequence::n_bits; ++k) {
    if (k < s) {
      v[k] = m[k] << (31 - k);
      continue;
    }
    v[k] = v[k - s] ^ (v[k - s] >> s);
    for (int j = 1; j < s; ++j)
      if ((a >> (s - 1 - j) & 1u) != 0) v[k] ^= v[k - j];
  }
  return v;
}

}  // namespace

SobolSequence::SobolSequence(int n_dimensions) {
  assert(n_dimensions <= most_dimensions);
  for (int d = 0; d < n_dimensions; ++d) directions_.push_back(direction_numbers(d));
}

std::uint32_t SobolSequence::word(std::uint32_t point, int dimension) const {
  std::uint32_t x = 0;
  for (int k = 0; point != 0; ++k, point >>= 1)
    if ((point & 1u) != 0) x ^= directions_[dimension][k];
  return x;
}

int SobolSequence::degree(int dimension) { return dimension == 0 ? 1 : initial[dimension - 1].s; }

std::uint32_t SobolSequence::polynomial(int dimension) {
  if (dimension == 0) return 0b11;
  const Initial& of = initial[dimension - 1];
  return 1u << of.s | of.a << 1 | 1u;
}

}  // namespace pleuel::sweep
