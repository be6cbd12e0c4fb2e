#include "pleuel/linalg/decompositions.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

namespace pleuel {

Svd thin_svd(const Matrix& A) {
  const Eigen::BDCSVD<Matrix> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

Svd right_svd(const Matrix& A) {
  const Eigen::JacobiSVD<Matrix> svd(A, Eigen::ComputeFullV);
  return {{}, svd.singularValues(), svd.matrixV()};
}

Vector singular_values(const Matrix& A) { return Eigen::JacobiSVD<Matrix>(A).singularValues(); }

Vector symmetric_eigenvalues(const Matrix& A) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

Vector symmetric_eigenvalues(const Matrix& K, const Matrix& M) {
  return Eigen::GeneralizedSelfAdjointEigenSolver<Matrix>(K, M, Eigen::EigenvaluesOnly).eigenvalues();
}

SymmetricEigenSystem symmetric_eigen_system(const Matrix& K, const Matrix& M) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(K, M);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

std::optional<EigenSystem> eigen_system(const Matrix& A) {
  const Eigen::EigenSolver<Matrix> solver(A);
  if (solver.info() != Eigen::Success) return std::nullopt;
  return EigenSystem{solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXcd eigenvalues(const Matrix& A) { return A.eigenvalues(); }

Matrix orthonormalized(const Matrix& A) {
  return Eigen::HouseholderQR<Matrix>(A).householderQ() * Matrix::Identity(A.rows(), A.cols());
}

struct PivotedQr::Factors {
  Eigen::ColPivHouseholderQR<Matrix> qr;
};

PivotedQr::PivotedQr(const Matrix& A, double threshold) {
  auto factors = std::make_unique<Factors>();
  factors->qr.setThreshold(threshold);
  factors->qr.compute(A);
  factors_ = std::move(factors);
}
PivotedQr::PivotedQr(PivotedQr&&) noexcept = default;
PivotedQr& PivotedQr::operator=(PivotedQr&&) noexcept = default;
PivotedQr::~PivotedQr() = default;

Eigen::Index PivotedQr::rank() const { return factors_->qr.rank(); }

std::vector<int> PivotedQr::order() const {
  const auto& indices = factors_->qr.colsPermutation().indices();
  return {indices.data(), indices.data() + indices.size()};
}

const Matrix& PivotedQr::R() const { return factors_->qr.matrixR(); }

Matrix PivotedQr::Q() const { return factors_->qr.householderQ(); }

Matrix PivotedQr::turned(const Matrix& B) const { return factors_->qr.householderQ().adjoint() * B; }

void PivotedQr::solve_upper(Matrix& B) const {
  R().topLeftCorner(rank(), rank()).triangularView<Eigen::Upper>().solveInPlace(B);
}

struct RowPivotedLu::Factors {
  Eigen::PartialPivLU<Matrix> lu;
};

RowPivotedLu::RowPivotedLu(const Matrix& A) : factors_(new Factors{Eigen::PartialPivLU<Matrix>(A)}) {}
RowPivotedLu::RowPivotedLu(RowPivotedLu&&) noexcept = default;
RowPivotedLu& RowPivotedLu::operator=(RowPivotedLu&&) noexcept = default;
RowPivotedLu::~RowPivotedLu() = default;

double RowPivotedLu::reciprocal_condition() const { return factors_->lu.rcond(); }

Vector RowPivotedLu::solve(const Vector& b) const { return factors_->lu.solve(b); }

struct FullyPivotedLu::Factors {
  Eigen::FullPivLU<Matrix> lu;
};

FullyPivotedLu::FullyPivotedLu(const Matrix& A) : factors_(new Factors{Eigen::FullPivLU<Matrix>(A)}) {}
FullyPivotedLu::FullyPivotedLu(FullyPivotedLu&&) noexcept = default;
FullyPivotedLu& FullyPivotedLu::operator=(FullyPivotedLu&&) noexcept = default;
FullyPivotedLu::~FullyPivotedLu() = default;

double FullyPivotedLu::reciprocal_condition() const { return factors_->lu.rcond(); }

int FullyPivotedLu::last_column() const {
  return factors_->lu.permutationQ().indices()[factors_->lu.cols() - 1];
}

Matrix FullyPivotedLu::solve(const Matrix& B) const { return factors_->lu.solve(B); }

int rank_of(const Matrix& A) { return static_cast<int>(Eigen::FullPivLU<Matrix>(A).rank()); }

Matrix inverse(const Matrix& A) { return A.inverse(); }

Vector solved(const Matrix& A, const Vector& b) { return A.partialPivLu().solve(b); }

Vector solved_with_full_pivoting(const Matrix& A, const Vector& b) { return A.fullPivLu().solve(b); }

Vector solved_symmetric(const Matrix& A, const Vector& b) { return A.ldlt().solve(b); }

Matrix solved_symmetric(const Matrix& A, const Matrix& B) { return A.ldlt().solve(B); }

Matrix solved_by_root(const Matrix& A, const Matrix& B) { return A.llt().matrixL().solve(B); }

Vector least_squares(const Matrix& A, const Vector& b, std::optional<double> threshold) {
  Eigen::CompleteOrthogonalDecomposition<Matrix> decomposition;
  if (threshold) decomposition.setThreshold(*threshold);
  decomposition.compute(A);
  return decomposition.solve(b);
}

Matrix least_squares(const Matrix& A, const Matrix& B) {
  return A.completeOrthogonalDecomposition().solve(B);
}

}  // namespace pleuel
