#include "pleuel/mechanics/coordinate_splitting.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {

CoordinateSplitting::CoordinateSplitting(int n_constraints, int n_columns)
    : n_constraints_(n_constraints),
      n_columns_(n_columns),
      place_(n_columns, 0),
      A_X_(n_constraints, n_columns - n_constraints),
      A_Y_(n_constraints, n_constraints) {}

bool CoordinateSplitting::renew(const FixedMatrix& A) {
  if (has_choice_) {
    update(A);
    if (A_X_.size() == 0 || A_X_.cwiseAbs().maxCoeff() <= largest_entry) return false;  // false for NaN too
  }
  const Eigen::FullPivLU<Matrix> lu(A.dense());
  std::vector<int> dependent(n_constraints_);
  for (int k = 0; k < n_constraints_; ++k) dependent[k] = lu.permutationQ().indices()[k];
  std::sort(dependent.begin(), dependent.end());
  const bool is_new = !has_choice_ || dependent != Y_;
  Y_ = std::move(dependent);
  X_.clear();
  for (int j = 0; j < n_columns_; ++j)
    if (!std::binary_search(Y_.begin(), Y_.end(), j)) X_.push_back(j);
  for (std::size_t k = 0; k < X_.size(); ++k) place_[X_[k]] = static_cast<int>(k);
  for (std::size_t k = 0; k < Y_.size(); ++k) place_[Y_[k]] = -1 - static_cast<int>(k);
  has_choice_ = true;
  update(A);
  return is_new;
}

void CoordinateSplitting::update(const FixedMatrix& A) {
  A_X_.setZero();
  A_Y_.setZero();
  for (int j = 0; j < A.cols; ++j)
    for (int k = A.start[j]; k < A.start[j + 1]; ++k) {
      if (place_[j] >= 0)
        A_X_(A.row[k], place_[j]) = A.value[k];
      else
        A_Y_(A.row[k], -1 - place_[j]) = A.value[k];
    }
  // (A_Y)⁻¹ A_X by Gauss–Jordan elimination with row exchanges; the sizes are those of a mechanism's loops.
  for (int k = 0; k < n_constraints_; ++k) {
    int p = k;
    for (int i = k + 1; i < n_constraints_; ++i)
      if (std::abs(A_Y_(i, k)) > std::abs(A_Y_(p, k))) p = i;
    if (p != k) {
      A_Y_.row(k).swap(A_Y_.row(p));
      A_X_.row(k).swap(A_X_.row(p));
    }
    const double inverse = 1.0 / A_Y_(k, k);
    A_Y_.row(k) *= inverse;
    A_X_.row(k) *= inverse;
    for (int i = 0; i < n_constraints_; ++i) {
      const double factor = A_Y_(i, k);
      if (i == k || factor == 0) continue;
      A_Y_.row(i) -= factor * A_Y_.row(k);
      A_X_.row(i) -= factor * A_X_.row(k);
    }
  }
}

void CoordinateSplitting::project(const double* x, double* px) const {
  for (std::size_t i = 0; i < X_.size(); ++i) {
    double sum = x[X_[i]];
    for (std::size_t k = 0; k < Y_.size(); ++k) sum -= A_X_(k, i) * x[Y_[k]];
    px[i] = sum;
  }
}

void CoordinateSplitting::lift(const double* px, double* x) const {
  for (std::size_t i = 0; i < X_.size(); ++i) x[X_[i]] = px[i];
  for (const int j : Y_) x[j] = 0;
}

}  // namespace pleuel
