#include "pleuel/fem/reduction.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/decompositions.hpp"

namespace pleuel::fem {
namespace {

// smallest independent part of a shape, squared; rounding leaves 1e-15
constexpr double least_rest = 1e-12;
constexpr double no_response = 1e-10;  // of a load: what is left of it in mean axes is rounding

FixedMatrix mass_of(const ShapeIntegrals<2>& s) { return s.M; }
FixedMatrix mass_of(const ShapeIntegrals<3>& s) { return s.mass.matrix(); }

}  // namespace

template <int D>
ReducedBody<D>::ReducedBody(const ShapeIntegrals<D>& full, const FixedMatrix& K, Matrix shapes)
    : V(std::move(shapes)), integrals(full.reduced(V)) {
  const Matrix product = projected(K, V);
  stiffness = 0.5 * (product + product.transpose());
  // Cholesky factorisation of VᵀMV: the remainder of a column after the previous ones. M is used
  // instead of K, because it loses no digits.
  Matrix L = mass_of(integrals).dense();
  for (Eigen::Index j = 0; j < L.cols(); ++j) {
    const double rest = L(j, j) - L.row(j).head(j).squaredNorm();
    if (!(rest > least_rest * L(j, j)))
      throw InvalidInput("reduction: shape " + std::to_string(j) +
                         (L(j, j) > 0 ? " depends on those before it" : " is zero") + "; leave it out");
    L(j, j) = std::sqrt(rest);
    for (Eigen::Index i = j + 1; i < L.rows(); ++i)
      L(i, j) = (L(i, j) - L.row(i).head(j).dot(L.row(j).head(j))) / L(j, j);
  }
}

template struct ReducedBody<2>;
template struct ReducedBody<3>;

Vector truncation_error(const FixedMatrix& K, const StaticResponse& response, const Matrix& V,
                        const Matrix& loads) {
  const MeanAxes* const mean = response.mean();
  const Matrix q = response.to(loads);
  const Matrix p = solved_symmetric(projected(K, V), Matrix(V.transpose() * loads));
  Vector error(loads.cols());
  for (Eigen::Index j = 0; j < loads.cols(); ++j) {
    // From the error itself: the difference of energies would lose digits for small errors.
    const Vector e = q.col(j) - V * p.col(j);
    Vector Ke = Vector::Zero(K.rows);
    K.multiply_add(1, e.data(), Ke.data());
    // Accelerations of mean axes have no response.
    if (mean != nullptr && mean->balanced(loads.col(j)).norm() < no_response * loads.col(j).norm()) {
      error[j] = 0;
      continue;
    }
    const double whole = q.col(j).dot(loads.col(j));
    error[j] = whole > 0 ? std::sqrt(std::max(e.dot(Ke), 0.0) / whole) : 0;
  }
  return error;
}

}  // namespace pleuel::fem
