#include "pleuel/mechanics/coordinate_splitting.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {

CoordinateSplitting::CoordinateSplitting(int n_constraints, int n_columns)
    : n_constraints_(n_constraints),
      n_columns_(n_columns),
      place_(n_columns, 0),
      last_place_(n_columns, 0),
      A_X_(n_constraints, n_columns - n_constraints),
      A_Y_(n_constraints, n_constraints),
      work_(n_constraints, n_columns) {
  X_.reserve(n_columns);
  Y_.reserve(n_constraints);
}

bool CoordinateSplitting::renew(const FixedMatrix& A) {
  const bool had_choice = !Y_.empty();
  if (had_choice) {
    update(A);
    if (A_X_.size() == 0 || A_X_.cwiseAbs().maxCoeff<Eigen::PropagateNaN>() <= largest_entry) return false;
  }
  last_place_ = place_;
  choose(A);
  update(A);
  return !had_choice || last_place_ != place_;
}

/// Gaussian elimination with full pivoting: the columns of the first n_λ pivots are dependent.
void CoordinateSplitting::choose(const FixedMatrix& A) {
  work_.setZero();
  for (int j = 0; j < A.cols; ++j)
    for (int k = A.start[j]; k < A.start[j + 1]; ++k) work_(A.row[k], j) = A.value[k];
  std::fill(place_.begin(), place_.end(), 0);
  for (int k = 0; k < n_constraints_; ++k) {
    Eigen::Index row = 0, col = 0;
    work_.bottomRows(n_constraints_ - k).cwiseAbs().maxCoeff(&row, &col);
    row += k;
    if (row != k) work_.row(k).swap(work_.row(row));
    place_[col] = -1;
    for (int i = k + 1; i < n_constraints_; ++i) work_.row(i) -= work_(i, col) / work_(k, col) * work_.row(k);
    work_.col(col).tail(n_constraints_ - k - 1).setZero();
  }
  X_.clear();
  Y_.clear();
  for (int j = 0; j < n_columns_; ++j) {
    std::vector<int>& part = place_[j] < 0 ? Y_ : X_;
    place_[j] = place_[j] < 0 ? -1 - static_cast<int>(part.size()) : static_cast<int>(part.size());
    part.push_back(j);
  }
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
  // (A_Y)⁻¹ A_X by Gauss–Jordan elimination with row exchanges; the matrices are small.
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
