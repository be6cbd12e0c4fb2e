// LU factorisation of large sparse matrices with little fill, real or complex, by SuiteSparse's KLU
// [DN10].
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "pleuel/linalg/dense_lu.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// The same interface as DenseLu, for a fixed pattern. The fill-reducing order is computed once.
/// Pivots are reused between factorisations until their growth shows that they must be chosen
/// again.
///
/// A matrix may have a border: rows and columns that are eliminated after all others
/// (bordered_order). The remaining matrix B must be factorable with diagonal pivots, like M + w
/// D + w² K of elastic bodies. The border is arbitrary: full rows and columns are efficient there,
/// and its pivots are free. To prevent border rows as pivots in columns of B, they are scaled, by
/// powers of two, to 2⁻⁴⁰ of the smallest column of B when pivots are chosen.
template <class Scalar>
class SparseLu {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

 public:
  explicit SparseLu(const FixedMatrix& pattern);
  /// `last`: the border, ascending; empty or complete if there is none.
  SparseLu(const FixedMatrix& pattern, const std::vector<int>& last);
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
  /// Entries of L and U; 0 before the first factorisation.
  long n_factor_entries() const;
  /// Number of times pivots were chosen.
  long n_pivot_choices() const;
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
