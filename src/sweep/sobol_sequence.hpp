// Points of low discrepancy.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace pleuel::sweep {

/// The Sobol sequence in base 2 with the primitive polynomials and initial direction numbers of
/// [JK08]. With direction numbers v₁, v₂, … of a coordinate, point i = Σ bₖ 2ᵏ⁻¹ has the coordinate
///
///     x = b₁ v₁ ⊕ b₂ v₂ ⊕ …
///
/// For a polynomial xˢ + a₁ xˢ⁻¹ + … + 1 and k > s, vₖ = a₁ vₖ₋₁ ⊕ … ⊕ vₖ₋ₛ ⊕ vₖ₋ₛ/2ˢ. The first
/// 2ᵐ points are a (t, m, n)-net with t = Σ (s − 1) over the n coordinates, the first of which has
/// t = 0.
class SobolSequence {
 public:
  static constexpr int most_dimensions = 21;
  static constexpr int n_bits = 32;

  /// Up to most_dimensions coordinates.
  explicit SobolSequence(int n_dimensions);

  /// Coordinate times 2³² of a point.
  std::uint32_t word(std::uint32_t point, int dimension) const;
  /// s of a coordinate; 1 for the first, which is the sequence of van der Corput.
  static int degree(int dimension);
  /// All coefficients of its polynomial as bits, the highest first.
  static std::uint32_t polynomial(int dimension);

 private:
  std::vector<std::array<std::uint32_t, n_bits>> directions_;
};

}  // namespace pleuel::sweep
