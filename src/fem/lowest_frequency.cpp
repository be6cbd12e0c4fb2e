#include "pleuel/fem/lowest_frequency.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/factor.hpp"

namespace pleuel::fem {

double lowest_frequency(const FixedMatrix& K, const FixedMatrix& M) {
  constexpr int n_iterations = 8;
  const int n = K.rows;
  Factor<double> lu(FactorPlan(K, SparseStructure::Block::whole));
  lu.set_zero();
  for (int j = 0; j < n; ++j)
    for (int k = K.start[j]; k < K.start[j + 1]; ++k) lu.re()[lu.place(K.row[k], j)] += K.value[k];
  if (lu.factor())
    throw InvalidInput("the stiffness matrix of an elastic body is singular; is a material's value missing?");
  // Irregular, so that it is not orthogonal to the mode by symmetry.
  Vector x(n), Mx(n);
  for (int i = 0; i < n; ++i) x[i] = 1 + std::sin(1.0 + 0.7 * i);
  double omega_squared = 0;
  for (int k = 0; k < n_iterations; ++k) {
    Mx.setZero();
    M.multiply_add(1, x.data(), Mx.data());
    Vec(lu.b_re(), n) = Mx;
    lu.solve();
    x = ConstVec(lu.x_re(), n);
    const double energy = x.dot(Mx);  // xᵀK x
    Mx.setZero();
    M.multiply_add(1, x.data(), Mx.data());
    omega_squared = energy / x.dot(Mx);
    x /= x.norm();
  }
  return std::sqrt(omega_squared);
}

}  // namespace pleuel::fem
