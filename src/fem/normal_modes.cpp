#include "pleuel/fem/normal_modes.hpp"

#include <Spectra/SymGEigsShiftSolver.h>

#include <cmath>
#include <stdexcept>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/factor.hpp"

namespace pleuel::fem {
namespace {

/// y = S x (StaticResponse) in Spectra's interface. What the conditions hold belongs to the value
/// 0, so that no shift is needed and no digits are lost to it.
class HeldInverse {
 public:
  using Scalar = double;

  explicit HeldInverse(const StaticResponse& response) : response_(response) {}

  Eigen::Index rows() const { return response_.size(); }
  Eigen::Index cols() const { return response_.size(); }
  void set_shift(double) {}
  void perform_op(const double* x, double* y) const { response_.respond(x, y); }

 private:
  const StaticResponse& response_;
};

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

/// The n modes nearest to σ, of at most `most`.
template <class Inverse>
NormalModes modes_near(double sigma, Inverse& inverse, const FixedMatrix& M, int n, int most) {
  Product mass(M);
  const int n_basis = std::min(most + 1, std::max(2 * n + 1, n + 20));
  Spectra::SymGEigsShiftSolver<Inverse, Product, Spectra::GEigsMode::ShiftInvert> solver(inverse, mass, n,
                                                                                         n_basis, sigma);
  try {
    solver.init();
    solver.compute(Spectra::SortRule::LargestMagn, 1000, 1e-13, Spectra::SortRule::SmallestAlge);
  } catch (const std::runtime_error&) {
    // Spectra's own, of a small matrix with values that are not finite.
    throw InvalidInput(
        "normal modes: values of K and M, or their quotients, exceed the range of numbers; correct the "
        "section, "
        "the material or their units");
  }
  if (solver.info() != Spectra::CompInfo::Successful)
    throw InvalidInput("normal modes: the iteration for " + std::to_string(n) + " modes of " +
                       std::to_string(M.rows) + " unknowns did not converge; ask for another number");
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

void require_number(int n, int n_unknowns, int most) {
  if (n < 1 || n > most)
    throw InvalidInput("normal modes: " + std::to_string(n) + " are asked for; a body of " +
                       std::to_string(n_unknowns) + " unknowns has 1 … " + std::to_string(most) +
                       " for this method");
}

}  // namespace

NormalModes normal_modes(const FixedMatrix& K, const FixedMatrix& M, int n) {
  require_number(n, K.rows, K.rows - 1);
  // Far below the lowest elastic eigenvalue of bodies with up to 1e5 unknowns, far above the
  // rounding of K.
  ShiftInverse inverse(K, M);
  return modes_near(-1e-10 * trace(K) / trace(M), inverse, M, n, K.rows - 1);
}

NormalModes normal_modes(const StaticResponse& response, const FixedMatrix& M, int n) {
  require_number(n, M.rows, response.n_free() - 1);
  HeldInverse inverse(response);
  return modes_near(0, inverse, M, n, response.n_free() - 1);
}

}  // namespace pleuel::fem
