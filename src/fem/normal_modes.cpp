#include "pleuel/fem/normal_modes.hpp"

#include <Spectra/SymGEigsShiftSolver.h>

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/factor.hpp"

namespace pleuel::fem {
namespace {

/// y = (K − σM)⁻¹ x, in Spectra's interface.
class ShiftInverse {
 public:
  using Scalar = double;

  ShiftInverse(const FixedMatrix& K, const FixedMatrix& M)
      : K_(K), M_(M), lu_(FactorPlan(K, SparseStructure::Block::whole)) {}

  Eigen::Index rows() const { return K_.rows; }
  Eigen::Index cols() const { return K_.cols; }
  void set_shift(double sigma) {
    lu_.set_zero();
    for (int j = 0; j < K_.cols; ++j)
      for (int k = K_.start[j]; k < K_.start[j + 1]; ++k) lu_.re()[lu_.place(K_.row[k], j)] += K_.value[k];
    for (int j = 0; j < M_.cols; ++j)
      for (int k = M_.start[j]; k < M_.start[j + 1]; ++k)
        lu_.re()[lu_.place(M_.row[k], j)] -= sigma * M_.value[k];
    if (lu_.factor()) throw InvalidInput("normal modes: K − σM is singular; is a material's value missing?");
  }
  void perform_op(const double* x, double* y) const {
    std::copy(x, x + K_.rows, lu_.b_re());
    lu_.solve();
    std::copy(lu_.x_re(), lu_.x_re() + K_.rows, y);
  }

 private:
  const FixedMatrix& K_;
  const FixedMatrix& M_;
  mutable Factor<double> lu_;
};

class Product {
 public:
  using Scalar = double;

  explicit Product(const FixedMatrix& A) : A_(A) {}

  Eigen::Index rows() const { return A_.rows; }
  Eigen::Index cols() const { return A_.cols; }
  void perform_op(const double* x, double* y) const {
    std::fill(y, y + A_.rows, 0.0);
    A_.multiply_add(1, x, y);
  }

 private:
  const FixedMatrix& A_;
};

double trace(const FixedMatrix& A) {
  double sum = 0;
  for (int j = 0; j < A.cols; ++j) sum += A.value[A.slot(j, j)];
  return sum;
}

}  // namespace

NormalModes normal_modes(const FixedMatrix& K, const FixedMatrix& M, int n) {
  if (n < 1 || n >= K.rows)
    throw InvalidInput("normal modes: " + std::to_string(n) + " are asked for; a body of " +
                       std::to_string(K.rows) + " unknowns has 1 … " + std::to_string(K.rows - 1) +
                       " for this method");
  // Far below the lowest elastic eigenvalue of bodies with up to 1e5 unknowns, far above the
  // rounding of K.
  const double sigma = -1e-10 * trace(K) / trace(M);
  ShiftInverse inverse(K, M);
  Product mass(M);
  const int n_basis = std::min(K.rows, std::max(2 * n + 1, n + 20));
  Spectra::SymGEigsShiftSolver<ShiftInverse, Product, Spectra::GEigsMode::ShiftInvert> solver(
      inverse, mass, n, n_basis, sigma);
  solver.init();
  solver.compute(Spectra::SortRule::LargestMagn, 1000, 1e-13, Spectra::SortRule::SmallestAlge);
  if (solver.info() != Spectra::CompInfo::Successful)
    throw InvalidInput("normal modes: the iteration for " + std::to_string(n) + " modes of " +
                       std::to_string(K.rows) + " unknowns did not converge; ask for another number");
  NormalModes modes{solver.eigenvalues(), solver.eigenvectors()};
  modes.omega = modes.omega.cwiseMax(0.0).cwiseSqrt();
  for (int j = 0; j < n; ++j) {
    // Sign convention: the largest entry is positive.
    Eigen::Index largest = 0;
    modes.shapes.col(j).cwiseAbs().maxCoeff(&largest);
    if (modes.shapes(largest, j) < 0) modes.shapes.col(j) *= -1;
  }
  return modes;
}

}  // namespace pleuel::fem
