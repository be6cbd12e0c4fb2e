#include "pleuel/integrator/alpha/annihilator.hpp"

#include <limits>

namespace pleuel {

Annihilator::Annihilator(Kind kind, int n_constraints, int n_columns)
    : kind_(kind),
      n_constraints_(n_constraints),
      n_columns_(n_columns),
      splitting_(n_constraints, n_columns),
      dependent_(n_constraints),
      qr_(n_columns, n_constraints),
      gradients_(Matrix::Zero(n_columns, n_constraints)),
      Q_(Matrix::Identity(n_columns, n_columns)),
      product_(Vector::Zero(n_columns)) {}

void Annihilator::factor(const FixedMatrix& G) {
  gradients_.setZero();
  for (int j = 0; j < G.cols; ++j)
    for (int k = G.start[j]; k < G.start[j + 1]; ++k) gradients_(j, G.row[k]) = G.value[k];
  qr_.factor(gradients_);
}

void Annihilator::choose(const FixedMatrix& G) {
  if (kind_ == Kind::lu) {
    splitting_.renew(G);
    return;
  }
  factor(G);
  qr_.put_Q(Q_);
}

void Annihilator::balance(const FixedMatrix& G, ConstVec r, Vec s) {
  if (kind_ == Kind::lu) {
    const std::vector<int>& Y = splitting_.dependent();
    dependent_.set_zero();
    double* const entries = dependent_.re();
    for (int j = 0; j < n_constraints_; ++j) {
      for (int k = G.start[Y[j]]; k < G.start[Y[j] + 1]; ++k)
        entries[dependent_.place(j, G.row[k])] = G.value[k];
      dependent_.b_re()[j] = -r[Y[j]];
    }
    if (dependent_.factor()) {
      s.setConstant(std::numeric_limits<double>::quiet_NaN());  // Newton's method reports it
      return;
    }
    dependent_.solve();
    s = ConstVec(dependent_.x_re(), n_constraints_);
    return;
  }
  factor(G);
  product_ = -r;
  qr_.multiply_by_Q_transposed(product_);
  for (int k = n_constraints_ - 1; k >= 0; --k) {
    double sum = product_[k];
    for (int j = k + 1; j < n_constraints_; ++j) sum -= qr_.R(k, j) * s[j];
    s[k] = sum / qr_.R(k, k);
  }
}

void Annihilator::project(const double* x, double* px) const {
  if (kind_ == Kind::lu) {
    splitting_.project(x, px);
    return;
  }
  Vec(px, rows()).noalias() = Q_.rightCols(rows()).transpose() * ConstVec(x, n_columns_);
}

}  // namespace pleuel
