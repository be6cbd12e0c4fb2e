// LU factorisation of large sparse matrices with little fill, real or complex, by SuiteSparse's KLU
// [DN10].
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "pleuel/linalg/dense_lu.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// The same interface as DenseLu, for a fixed pattern. The fill-reducing order is found once;
/// pivots are kept from one factorisation to the next while they serve, and chosen anew when their
/// growth says that they do not.
///
/// A matrix may have a border: rows and columns, by their numbers, that are eliminated after all
/// others (bordered_order). The others, B, must be factorable among themselves, as M + w D + w² K
/// of elastic bodies is, whose pivots are all on the diagonal. The border may be of any kind: full
/// rows and columns do no harm there, and its pivots are free. That no column of B takes a row of
/// the border for its pivot is a matter of scale: when pivots are chosen, the border's rows are
/// scaled, by powers of two, to 2⁻⁴⁰ of the smallest column of B.
template <class Scalar>
class SparseLu {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

 public:
  explicit SparseLu(const FixedMatrix& pattern);
  /// `last`: the border, ascending; empty, or all, where there is none.
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
  /// Of L and U together; 0 before the first factorisation.
  long n_factor_entries() const;
  /// How often pivots were chosen.
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
