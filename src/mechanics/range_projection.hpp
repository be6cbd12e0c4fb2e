// Projects a vector orthogonally to the range of the constraint gradients.
#pragma once

#include <memory>
#include <optional>

#include "pleuel/linalg/dense_cholesky.hpp"
#include "pleuel/linalg/factor.hpp"
#include "pleuel/linalg/product.hpp"

namespace pleuel {

/// x := x − Aᵀη with A Aᵀ η = A x: the part of x orthogonal to the range of Aᵀ. It vanishes exactly
/// if P x = 0 for a P that annihilates Aᵀ. No P is needed, only a factorisation of A Aᵀ.
class RangeProjection {
 public:
  explicit RangeProjection(const FixedMatrix& A);

  /// Factors A Aᵀ for new values of A. If A is rank-deficient, projections are NaN.
  void update(const FixedMatrix& A);
  bool is_regular() const { return is_regular_; }
  void project(double* x);
  /// Drops the choice of pivots.
  void forget() {
    if (sparse_) sparse_->factor.forget();
  }
  /// η of the last projection.
  ConstVec coefficients() const { return {dense_ ? dense_->x() : sparse_->factor.x_re(), A_.rows}; }

 private:
  /// A Aᵀ and its factor.
  struct SparseProduct {
    explicit SparseProduct(const FixedMatrix& A, FixedMatrix pattern);
    bool update(const FixedMatrix& A);

    FixedMatrix At, product;
    std::vector<int> transposed_slot;  // positions of the entries of A in Aᵀ
    std::vector<int> place;            // positions of the entries of A Aᵀ in the factor
    ProductPlan A_At;
    Factor<double> factor;
  };

  FixedMatrix A_;
  std::optional<DenseCholesky> dense_;  // one of these
  std::unique_ptr<SparseProduct> sparse_;
  bool is_regular_ = false;
};

}  // namespace pleuel
