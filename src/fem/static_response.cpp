#include "pleuel/fem/static_response.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/decompositions.hpp"

namespace pleuel::fem {
namespace {

// a condition that depends on others up to rounding of the responses
constexpr double least_condition = 1e-10;

/// Aᵀ x.
Vector transposed_times(const FixedMatrix& A, const double* x) {
  Vector product = Vector::Zero(A.cols);
  A.multiply_transposed_add(1, x, product.data());
  return product;
}

}  // namespace

StaticResponse::StaticResponse(const FixedMatrix& K, const MeanAxes* mean)
    : mean_(mean),
      held_(K.rows, mean == nullptr ? std::vector<int>{} : mean->held),
      some_(held_.restrict(K)),
      lu_(std::make_shared<Factor<double>>(FactorPlan(some_, SparseStructure::Block::whole))) {
  lu_->set_zero();
  for (int j = 0; j < some_.cols; ++j)
    for (int k = some_.start[j]; k < some_.start[j + 1]; ++k)
      lu_->re()[lu_->place(some_.row[k], j)] += some_.value[k];
  if (const auto zero = lu_->factor())
    throw InvalidInput("static response: K is singular in column " + std::to_string(zero->column) +
                       "; the frame must hold all rigid motions");
}

void StaticResponse::respond(const double* b, double* q) const {
  const ConstVec all(b, size());
  Vec out(q, size());
  if (mean_ == nullptr) {
    std::copy(b, b + size(), lu_->b_re());
    lu_->solve();
    std::copy(lu_->x_re(), lu_->x_re() + size(), q);
  } else {
    const Vector balanced = all - mean_->W.transpose() * (mean_->R.transpose() * all);
    for (int k = 0; k < held_.n_kept(); ++k) lu_->b_re()[k] = balanced[held_.kept()[k]];
    lu_->solve();
    out.setZero();
    for (int k = 0; k < held_.n_kept(); ++k) out[held_.kept()[k]] = lu_->x_re()[k];
    out -= mean_->R * (mean_->W * out).eval();
  }
  for (const Group& group : groups_)
    out -= group.F * (group.inverse * transposed_times(group.C_transposed, q)).eval();
}

Matrix StaticResponse::to(const Matrix& loads) const {
  Matrix q(size(), loads.cols());
  for (Eigen::Index j = 0; j < loads.cols(); ++j) respond(loads.col(j).data(), q.col(j).data());
  return q;
}

Matrix StaticResponse::to(const FixedMatrix& loads) const {
  Matrix q(size(), loads.cols);
  Vector load(size());
  for (int j = 0; j < loads.cols; ++j) {
    load.setZero();
    for (int k = loads.start[j]; k < loads.start[j + 1]; ++k) load[loads.row[k]] = loads.value[k];
    respond(load.data(), q.col(j).data());
  }
  return q;
}

void StaticResponse::require(const FixedMatrix& C_transposed) {
  if (C_transposed.cols == 0) return;
  Group group{C_transposed, to(C_transposed), {}};
  Matrix CF(C_transposed.cols, C_transposed.cols);
  for (int j = 0; j < C_transposed.cols; ++j)
    CF.col(j) = transposed_times(C_transposed, group.F.col(j).data());
  // With unit diagonal, so that displacements and rotations are comparable.
  const Vector scale = CF.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const Matrix scaled = scale.asDiagonal() * (0.5 * (CF + CF.transpose())) * scale.asDiagonal();
  if (!(symmetric_eigenvalues(scaled)[0] > least_condition))
    throw InvalidInput("the " + std::to_string(C_transposed.cols) +
                       " motions that are to be held depend on each other, or the body cannot make them; "
                       "leave one of the markers out, or take node sets that do not share nodes");
  group.inverse = scale.asDiagonal() * inverse(scaled) * scale.asDiagonal();
  groups_.push_back(std::move(group));
}

std::vector<int> StaticResponse::independent(const FixedMatrix& P_transposed) const {
  StaticResponse unconditional = *this;
  unconditional.groups_.clear();
  const Matrix F = to(P_transposed), G = unconditional.to(P_transposed);
  const int n = P_transposed.cols;
  Matrix PF(n, n), PG(n, n);
  for (int j = 0; j < n; ++j) {
    PF.col(j) = transposed_times(P_transposed, F.col(j).data());
    PG.col(j) = transposed_times(P_transposed, G.col(j).data());
  }
  // Cholesky factorisation of PF with the diagonal of PG as scale: what remains of a motion after
  // the earlier ones, and of a motion that the conditions prevent.
  std::vector<int> kept;
  for (int j = 0; j < n; ++j) {
    if (!(PF(j, j) > least_condition * PG(j, j))) continue;
    kept.push_back(j);
    const Vector column = PF.col(j) / std::sqrt(PF(j, j));
    PF -= column * column.transpose();
  }
  return kept;
}

int StaticResponse::n_free() const {
  int n = size() - (mean_ != nullptr ? mean_->n_conditions() : 0);
  for (const Group& group : groups_) n -= group.C_transposed.cols;
  return n;
}

}  // namespace pleuel::fem
