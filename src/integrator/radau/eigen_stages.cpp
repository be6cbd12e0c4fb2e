#include "pleuel/integrator/radau/eigen_stages.hpp"

#include <string>

#include "pleuel/base/error.hpp"
#include "pleuel/base/thread_pool.hpp"

namespace pleuel {

EigenStages::EigenStages(const std::vector<int>& stages)
    : most_stages_(stages.back()), singular_((stages.back() + 1) / 2) {
  for (const int s : stages) {
    if (s % 2 == 0)
      throw InvalidInput("Radau IIA with " + std::to_string(s) +
                         " stages has no real eigenvalue; take 1, 3, 5 or 7 stages");
  }
}

void EigenStages::begin(Eigen::Index n, Eigen::Index rows) {
  W_.setZero(n, most_stages_);
  increments_.setZero(n, most_stages_);
  transformed_.setZero(rows, most_stages_);
}

void EigenStages::take(int stages) {
  transformation_ = &radau_transformation(stages);
  kernels_ = stage_kernels(stages);
}

std::optional<SingularMatrix> EigenStages::factor(NewtonMatrix& matrix, double h, Statistics& statistics) {
  // Complex shifts take longer and begin first.
  const int n_pairs = transformation_->n_pairs();
  for_each_part(1 + n_pairs, shared_operations(matrix, factor_operations), [&](int k) {
    singular_[k] = k == n_pairs ? matrix.factor_real(0, transformation_->gamma / h, 1.0)
                                : matrix.factor_complex(k, transformation_->pairs[k] / h, 1.0);
  });
  ++statistics.factorizations;
  if (singular_[n_pairs]) return singular_[n_pairs];
  for (int k = 0; k < n_pairs; ++k) {
    ++statistics.factorizations;
    ++statistics.complex_factorizations;
    if (singular_[k]) return singular_[k];
  }
  return {};
}

void EigenStages::start(const Matrix& Z) {
  kernels_.combine(Z.rows(), 1.0, transformation_->T_inverse.data(), Z.data(), W_.data());
}

double EigenStages::add_increment(NewtonMatrix& matrix, double /*h*/, const Matrix& R, ConstVec weights,
                                  Matrix& Z, Statistics& statistics) {
  const Eigen::Index n = Z.rows(), rows = R.rows();
  kernels_.combine(rows, 1.0, transformation_->T_inverse.data(), R.data(), transformed_.data());
  const auto rhs = [&](int k) { return ConstVec(transformed_.data() + k * rows, rows); };
  const auto x = [&](int k) { return Vec(increments_.data() + k * n, n); };
  const int n_pairs = transformation_->n_pairs();
  for_each_part(1 + n_pairs, shared_operations(matrix, solve_operations), [&](int k) {
    if (k == n_pairs)
      matrix.solve_real(0, rhs(0), x(0));
    else
      matrix.solve_complex(k, rhs(2 * k + 1), rhs(2 * k + 2), x(2 * k + 1), x(2 * k + 2));
  });
  statistics.solves += 1 + n_pairs;
  return kernels_.update(n, transformation_->T.data(), weights.data(), increments_.data(), W_.data(),
                         Z.data());
}

}  // namespace pleuel
