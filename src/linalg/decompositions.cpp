#include "pleuel/linalg/decompositions.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <complex>
#include <limits>

#include "pleuel/linalg/lapack.hpp"

namespace pleuel {

namespace {

using lapack::Integer;

Integer size(Eigen::Index n) { return static_cast<Integer>(n); }

/// Calls `routine(work, length)` twice: to query the length, then to compute.
template <class Routine>
void with_workspace(const Routine& routine) {
  double wanted = 0;
  routine(&wanted, -1);
  Vector work(static_cast<Eigen::Index>(wanted));
  routine(work.data(), size(work.size()));
}

const double no_number = std::numeric_limits<double>::quiet_NaN();

/// Marks a decomposition as invalid if it did not converge or if the input was not finite.
void spoil(Svd& svd) {
  svd.U.setConstant(no_number);
  svd.values.setConstant(no_number);
  svd.V.setConstant(no_number);
}

}  // namespace

Svd thin_svd(const Matrix& A) {
  Matrix copy = A;
  const Integer m = size(A.rows()), n = size(A.cols()), k = std::min(m, n);
  Svd svd{Matrix(m, k), Vector(k), {}};
  if (k == 0) return {Matrix(m, 0), Vector(0), Matrix(n, 0)};
  Matrix Vt(k, n);
  std::vector<Integer> indices(static_cast<std::size_t>(8 * k));
  Integer info = 0;
  with_workspace([&](double* work, Integer length) {
    lapack::dgesdd_("S", &m, &n, copy.data(), &m, svd.values.data(), svd.U.data(), &m, Vt.data(), &k, work,
                    &length, indices.data(), &info);
  });
  svd.V = Vt.transpose();
  if (info != 0) spoil(svd);
  return svd;
}

Svd right_svd(const Matrix& A) {
  Matrix copy = A;
  const Integer m = size(A.rows()), n = size(A.cols()), k = std::min(m, n);
  if (k == 0) return {{}, Vector(0), Matrix::Identity(n, n)};
  Svd svd{{}, Vector(k), {}};
  Matrix Vt(n, n);
  Integer info = 0;
  with_workspace([&](double* work, Integer length) {
    lapack::dgesvd_("N", "A", &m, &n, copy.data(), &m, svd.values.data(), nullptr, &m, Vt.data(), &n, work,
                    &length, &info);
  });
  svd.V = Vt.transpose();
  if (info != 0) spoil(svd);
  return svd;
}

Vector singular_values(const Matrix& A) { return right_svd(A).values; }

Vector symmetric_eigenvalues(const Matrix& A) {
  return symmetric_eigenvalues(A, Matrix::Identity(A.rows(), A.rows()));
}

Vector symmetric_eigenvalues(const Matrix& K, const Matrix& M) { return symmetric_eigen_system(K, M).values; }

SymmetricEigenSystem symmetric_eigen_system(const Matrix& K, const Matrix& M) {
  const Integer kind = 1, n = size(K.rows());
  SymmetricEigenSystem out{Vector(n), K};
  Matrix root = M;
  Integer info = 0;
  with_workspace([&](double* work, Integer length) {
    lapack::dsygv_(&kind, "V", "L", &n, out.vectors.data(), &n, root.data(), &n, out.values.data(), work,
                   &length, &info);
  });
  if (info != 0) out.values.setConstant(no_number);
  return out;
}

std::optional<EigenSystem> eigen_system(const Matrix& A) {
  Matrix copy = A, columns(A.rows(), A.rows());
  const Integer n = size(A.rows());
  Vector re(n), im(n);
  Integer info = 0;
  with_workspace([&](double* work, Integer length) {
    lapack::dgeev_("N", "V", &n, copy.data(), &n, re.data(), im.data(), nullptr, &n, columns.data(), &n, work,
                   &length, &info);
  });
  if (info != 0) return std::nullopt;
  EigenSystem out{Eigen::VectorXcd(n), Eigen::MatrixXcd(n, n)};
  const std::complex<double> i(0, 1);
  for (Integer k = 0; k < n; ++k) {
    out.values[k] = {re[k], im[k]};
    // Complex pairs are adjacent, positive imaginary part first: columns re and im.
    if (im[k] == 0)
      out.vectors.col(k) = columns.col(k).cast<std::complex<double>>();
    else if (im[k] > 0)
      out.vectors.col(k) = columns.col(k) + i * columns.col(k + 1);
    else
      out.vectors.col(k) = columns.col(k - 1) - i * columns.col(k);
  }
  return out;
}

std::vector<int> rows_of_large_volume(Matrix A) {
  std::vector<int> rows;
  while (static_cast<Eigen::Index>(rows.size()) < A.cols()) {
    Eigen::Index row = 0;
    A.rowwise().squaredNorm().maxCoeff(&row);
    rows.push_back(static_cast<int>(row));
    const Eigen::RowVectorXd direction = A.row(row).normalized();
    A -= (A * direction.transpose()).eval() * direction;
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

Matrix orthonormalized(const Matrix& A) {
  return Eigen::HouseholderQR<Matrix>(A).householderQ() * Matrix::Identity(A.rows(), A.cols());
}

struct HouseholderQr::Factors {
  Eigen::HouseholderQR<Matrix> qr;
  Eigen::RowVectorXd work;
};

HouseholderQr::HouseholderQr(Eigen::Index rows, Eigen::Index columns)
    : factors_(new Factors{Eigen::HouseholderQR<Matrix>(rows, columns), Eigen::RowVectorXd::Zero(rows)}) {}
HouseholderQr::~HouseholderQr() = default;

void HouseholderQr::factor(const Matrix& A) { factors_->qr.compute(A); }

double HouseholderQr::R(Eigen::Index i, Eigen::Index j) const { return factors_->qr.matrixQR()(i, j); }

void HouseholderQr::put_Q(Matrix& Q) { factors_->qr.householderQ().evalTo(Q, factors_->work); }

void HouseholderQr::multiply_by_Q_transposed(Vector& x) {
  const auto& qr = factors_->qr;
  const Eigen::Index n = qr.rows();
  for (Eigen::Index k = 0; k < qr.cols(); ++k)
    x.tail(n - k).applyHouseholderOnTheLeft(qr.matrixQR().col(k).tail(n - k - 1), qr.hCoeffs()[k],
                                            factors_->work.data());
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

Matrix PivotedQr::Q_transposed_times(const Matrix& B) const {
  return factors_->qr.householderQ().adjoint() * B;
}

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
