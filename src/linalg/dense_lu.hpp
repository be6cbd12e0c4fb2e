// LU factorisation of small dense matrices, real or complex, without allocation.
#pragma once

#include <optional>
#include <vector>

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// A pivot that is zero or not finite, and its column.
struct ZeroPivot {
  int column = 0;
  double magnitude = 0;
};

/// P A = L U with partial pivoting. The caller writes A to re() (and im()) at place(i, j), then
/// factors in place.
///
/// Designed for the few dozen rows of a mechanism, where regular loops matter more than the number
/// of operations. Complex entries are stored as two real arrays, and columns are padded to whole
/// vector registers. Rows are never exchanged: their pivot order is stored, and rows that an
/// operation must not change are multiplied by zero. Each loop therefore runs over whole registers
/// and never reads a register that was just partly written. Loops are compiled for each padded size
/// up to `largest_compiled`.
template <class Scalar>
class DenseLu {
 public:
  static constexpr int largest_compiled = 40;

  explicit DenseLu(int n);

  int size() const { return n_; }
  int place(int i, int j) const { return i + j * stride_; }
  int n_places() const { return static_cast<int>(re_.size()); }
  double* re() { return re_.data(); }
  double* im() { return im_.data(); }
  void set_zero();

  [[nodiscard]] std::optional<ZeroPivot> factor();
  /// Solves A x = b for the b in b_re() (and b_im()), which is overwritten. These arrays extend to
  /// the end of the last register; entries beyond size() are ignored but must be finite.
  void solve() { solve_kernel_(*this); }
  double* b_re() { return b_re_.data(); }
  double* b_im() { return b_im_.data(); }
  const double* x_re() const { return x_re_.data(); }
  const double* x_im() const { return x_im_.data(); }

 private:
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;
  template <int compiled_stride>
  struct Kernel;
  using FactorKernel = std::optional<ZeroPivot> (*)(DenseLu&);
  using SolveKernel = void (*)(DenseLu&);

  int n_;
  int stride_;
  std::vector<double> re_, im_;                  // A, then U over its pivots, zero in later rows
  std::vector<double> l_re_, l_im_;              // L: zero in rows that were pivots earlier
  std::vector<double> inverse_re_, inverse_im_;  // reciprocals of the pivots
  std::vector<double> b_re_, b_im_, x_re_, x_im_;
  std::vector<double> is_open_;  // 1 for rows that are not yet pivots, 0 for others
  std::vector<int> pivot_;       // row of the k-th pivot
  FactorKernel factor_kernel_;
  SolveKernel solve_kernel_;
};

extern template class DenseLu<double>;
extern template class DenseLu<Complex>;

}  // namespace pleuel
