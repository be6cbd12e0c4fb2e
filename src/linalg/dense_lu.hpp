// LU factorisation of small dense matrices, real or complex, without allocation.
#pragma once

#include <optional>
#include <vector>

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// A pivot that is zero, or not a number: the column in which elimination stopped.
struct ZeroPivot {
  int column = 0;
  double magnitude = 0;
};

/// P A = L U with partial pivoting. The caller writes A into re() (and im()) at place(i, j), then factors in place.
///
/// Complex entries are kept as two real arrays: the inner loops are then plain real ones that the compiler vectorises.
/// Columns are padded to a multiple of four, so these loops have no remainders; the padding rows stay zero.
template <class Scalar>
class DenseLu {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

 public:
  explicit DenseLu(int n);

  int size() const { return n_; }
  int place(int i, int j) const { return i + j * stride_; }
  double* re() { return re_.data(); }
  double* im() { return im_.data(); }
  void set_zero();

  [[nodiscard]] std::optional<ZeroPivot> factor();
  /// x := A⁻¹ x; x_im is ignored when real.
  void solve(double* x_re, double* x_im) const;

 private:
  double magnitude(int place) const;
  void swap_rows(int i, int k);

  int n_;
  int stride_;
  std::vector<double> re_, im_;
  std::vector<int> pivot_;
  std::vector<double> inverse_re_, inverse_im_;  // reciprocals of U's diagonal
  std::vector<double> l_re_, l_im_;              // the column of L in work
};

extern template class DenseLu<double>;
extern template class DenseLu<Complex>;

}  // namespace pleuel
