// LU factorisation of large sparse matrices with little fill, real or complex, by SuiteSparse's KLU [DN10].
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "pleuel/linalg/dense_lu.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// The same interface as DenseLu, for a fixed pattern. The fill-reducing order is found once; pivots are kept from one
/// factorisation to the next while they serve, and chosen anew when the reciprocal pivot growth says that they do not. Pivots off
/// the diagonal that fill the factors are replaced by smaller ones on it, if the growth allows.
template <class Scalar>
class SparseLu {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

 public:
  explicit SparseLu(const FixedMatrix& pattern);
  ~SparseLu();
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu&&) noexcept;

  int size() const;
  int place(int i, int j) const;
  int n_places() const;
  double* re();
  double* im();
  void set_zero();

  [[nodiscard]] std::optional<ZeroPivot> factor();
  /// Of L and U together; 0 before the first factorisation.
  long n_factor_entries() const;
  void solve();
  double* b_re();
  double* b_im();
  const double* x_re() const;
  const double* x_im() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

extern template class SparseLu<double>;
extern template class SparseLu<Complex>;

}  // namespace pleuel
