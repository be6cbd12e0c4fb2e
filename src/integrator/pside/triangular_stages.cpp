#include "pleuel/integrator/pside/triangular_stages.hpp"

#include <cassert>

#include "pleuel/base/thread_pool.hpp"

namespace pleuel {

void TriangularStages::begin(Eigen::Index n, Eigen::Index rows) {
  for (Matrix* stages : {&U_, &BU_, &x_, &increments_}) stages->setZero(n, n_stages);
  for (Matrix* stages : {&transformed_, &rhs_}) stages->setZero(rows, n_stages);
  product_.setZero(rows);
}

void TriangularStages::take([[maybe_unused]] int stages) { assert(stages == n_stages); }

StageSystem::ErrorFilter TriangularStages::error_filter() const {
  return {.shift = n_stages - 1, .weight = PsideCoefficients::start_weight / coefficients_.d.back()};
}

std::optional<SingularMatrix> TriangularStages::factor(NewtonMatrix& matrix, double h,
                                                       Statistics& statistics) {
  for_each_part(n_stages, shared_operations(matrix, factor_operations),
                [&](int k) { singular_[k] = matrix.factor_real(k, 1 / (h * coefficients_.d[k]), 1.0); });
  for (const auto& singular : singular_) {
    ++statistics.factorizations;
    if (singular) return singular;
  }
  return {};
}

double TriangularStages::add_increment(NewtonMatrix& matrix, double h, const Matrix& R, ConstVec weights,
                                       Matrix& Z, Statistics& statistics) {
  const Eigen::Index n = Z.rows();
  kernels_.combine(R.rows(), 1.0, coefficients_.Q_inverse.data(), R.data(), transformed_.data());
  rhs_ = transformed_;
  solve(matrix, statistics);
  for (int i = 0; i < n_stages; ++i) U_.col(i) = x_.col(i) / coefficients_.d[i];
  for (int inner = 1; inner < n_inner_; ++inner) {
    kernels_.combine(n, 1.0, coefficients_.B.data(), U_.data(), BU_.data());
    subtract_E(matrix, h);
    solve(matrix, statistics);
    for (int i = 0; i < n_stages; ++i) U_.col(i) = BU_.col(i) + x_.col(i) / coefficients_.d[i];
  }
  kernels_.combine(n, 1.0, coefficients_.AQ.data(), U_.data(), increments_.data());
  double sum = 0;
  for (int i = 0; i < n_stages; ++i) {
    Z.col(i) += increments_.col(i);
    sum += (weights.array() * increments_.col(i).array()).square().sum();
  }
  return sum;
}

/// rhs_ = Q⁻¹R − (1/h) E B U.
void TriangularStages::subtract_E(NewtonMatrix& matrix, double h) {
  const Eigen::Index n = BU_.rows();
  for (int i = 0; i < n_stages; ++i) {
    matrix.multiply_E(ConstVec(BU_.data() + i * n, n), view(product_));
    rhs_.col(i) = transformed_.col(i) - product_ / h;
  }
}

void TriangularStages::solve(NewtonMatrix& matrix, Statistics& statistics) {
  const Eigen::Index n = x_.rows(), rows = rhs_.rows();
  for_each_part(n_stages, shared_operations(matrix, solve_operations), [&](int k) {
    matrix.solve_real(k, ConstVec(rhs_.data() + k * rows, rows), Vec(x_.data() + k * n, n));
  });
  statistics.solves += n_stages;
}

}  // namespace pleuel
