// Inverts the blocks of internal states in a shifted Jacobian.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/linalg/split.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// T = (α I − σ_s)⁻¹, block diagonal. Four blocks of equal size are inverted at once in SIMD lanes,
/// by Gauss–Jordan elimination in place with row exchanges.
///
/// Only the part of the active states s of a block is inverted: passive states p have empty columns
/// in σ_s, so that y = T x is y_s = T_s x_s, y_p = (x_p + σ_ps y_s)/α.
template <class Scalar>
class StateInverse {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

 public:
  explicit StateInverse(const std::vector<StateBlock>& blocks);

  /// The pattern of σ_s must be in the blocks. α = ∞ gives T = 0: the states are fixed. Returns the
  /// state without a pivot, or −1.
  [[nodiscard]] int invert(Scalar alpha, const FixedMatrix& sigma_s);
  bool is_zero() const { return is_zero_; }
  /// y = T x, without overlap.
  void apply(Split x, Split y) const;

  /// Real and imaginary part of T_s of a block, column by column.
  const double* re(int block) const { return re_.data() + place_[block]; }
  const double* im(int block) const { return im_.data() + place_[block]; }

 private:
  int invert_pack(int first, int n, Scalar alpha, const FixedMatrix& sigma_s);
  void apply_active(int block, Split x, Split y) const;
  void apply_passive(int block, Split x, Split y) const;

  std::vector<StateBlock> blocks_;
  std::vector<std::size_t> place_;  // of each block's first entry
  std::vector<int> packs_;          // first block of each pack, and the end
  std::vector<double> re_, im_;
  std::vector<std::size_t> passive_place_;  // of each block's first entry in passive_
  std::vector<double> passive_;             // σ_ps, row by row
  Scalar inverse_alpha_ = 0;
  int largest_ = 0;
  bool is_zero_ = false;
};

extern template class StateInverse<double>;
extern template class StateInverse<Complex>;

}  // namespace pleuel
