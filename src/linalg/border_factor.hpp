// LU factors of a Schur complement.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "pleuel/linalg/sparse_factor.hpp"

namespace pleuel {

/// A matrix of rows and columns of different units: both are scaled by powers of two before pivots
/// are chosen. Dense up to 80 rows, otherwise sparse by klu.
template <class Scalar>
class BorderFactor {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

 public:
  explicit BorderFactor(const FixedMatrix& pattern);

  void set_zero();
  void add(int i, int j, Scalar value);
  [[nodiscard]] std::optional<ZeroPivot> factor();
  /// x = A⁻¹ x.
  void solve(Scalar* x);
  /// Drops the choice of pivots.
  void forget() {
    if (sparse_) sparse_->forget();
  }

 private:
  void scale();

  int n_;
  std::optional<DenseLu<Scalar>> dense_;  // one of these two
  std::unique_ptr<SparseFactor<Scalar>> sparse_;
  std::shared_ptr<const SparseStructure> structure_;
  std::vector<double> re_, im_;  // of the sparse matrix
  std::vector<double> row_scale_, column_scale_;
  std::vector<double> x_re_, x_im_;
};

extern template class BorderFactor<double>;
extern template class BorderFactor<Complex>;

}  // namespace pleuel
