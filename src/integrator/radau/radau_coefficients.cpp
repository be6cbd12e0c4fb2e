#include "pleuel/integrator/radau/radau_coefficients.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace pleuel {
namespace {

// Extended precision where the platform has it, so that what is stored is right to the last bit or two.
using Real = long double;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using RealMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

struct Polynomial {
  Real value;
  Real slope;
};

/// P_n(2x − 1) and its derivative with respect to x, by (k+1) P_{k+1} = (2k+1) z P_k − k P_{k−1}.
Polynomial legendre(int n, Real x) {
  const Real z = 2 * x - 1;
  Polynomial previous{0, 0};
  Polynomial p{1, 0};
  for (int k = 0; k < n; ++k) {
    const Polynomial next{((2 * k + 1) * z * p.value - k * previous.value) / (k + 1),
                          ((2 * k + 1) * (2 * p.value + z * p.slope) - k * previous.slope) / (k + 1)};
    previous = std::exchange(p, next);
  }
  return p;
}

/// Zeros of P_s − P_{s−1}, ascending. All are real and right of 0, so Newton's method from 0, with the zeros
/// found before divided out, rises monotonically to the next one.
RealVector radau_nodes(int s) {
  RealVector c(s);
  for (int k = 0; k < s; ++k) {
    Real x = 0;
    for (int iteration = 0; iteration < 100; ++iteration) {
      const Polynomial high = legendre(s, x);
      const Polynomial low = legendre(s - 1, x);
      const Real value = high.value - low.value;
      Real slope = high.slope - low.slope;
      for (int j = 0; j < k; ++j) slope -= value / (x - c[j]);
      const Real change = value / slope;
      x -= change;
      if (std::abs(change) < 4 * std::numeric_limits<Real>::epsilon()) break;
    }
    c[k] = x;
  }
  c[s - 1] = 1;
  return c;
}

/// b_i = c_i / (s P_{s−1}(2c_i − 1))²: the weights of Radau's right quadrature.
RealVector radau_weights(const RealVector& c) {
  const int s = static_cast<int>(c.size());
  RealVector b(s);
  for (int i = 0; i < s; ++i) {
    const Real p = s * legendre(s - 1, c[i]).value;
    b[i] = c[i] / (p * p);
  }
  return b;
}

Real lagrange_value(const RealVector& nodes, int j, Real x) {
  Real product = 1;
  for (int k = 0; k < nodes.size(); ++k) {
    if (k != j) product *= (x - nodes[k]) / (nodes[j] - nodes[k]);
  }
  return product;
}

/// ∫₀^{c_i} ℓ_j by Radau's own quadrature, which is exact for degree 2s − 2 ≥ s − 1.
RealMatrix collocation_matrix(const RealVector& c, const RealVector& b) {
  const Eigen::Index s = c.size();
  RealMatrix A = RealMatrix::Zero(s, s);
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < s; ++j) {
      for (int k = 0; k < s; ++k) A(i, j) += c[i] * b[k] * lagrange_value(c, j, c[i] * c[k]);
    }
  }
  return A;
}

/// D_ij = derivative at node i of the j-th Lagrange polynomial, by barycentric weights.
RealMatrix differentiation_matrix(const RealVector& nodes) {
  const Eigen::Index n = nodes.size();
  RealVector weight = RealVector::Ones(n);
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < n; ++k) {
      if (k != j) weight[j] /= nodes[j] - nodes[k];
    }
  }
  RealMatrix D = RealMatrix::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (j == i) continue;
      D(i, j) = weight[j] / weight[i] / (nodes[i] - nodes[j]);
      D(i, i) += 1 / (nodes[i] - nodes[j]);
    }
  }
  return D;
}

struct Spectrum {
  Real gamma = 0;
  std::vector<std::complex<Real>> pairs;
  RealMatrix T;
};

Spectrum spectrum(const RealMatrix& A_inverse) {
  const Eigen::Index s = A_inverse.rows();
  const Eigen::EigenSolver<RealMatrix> solver(A_inverse);
  std::vector<Eigen::Index> lower;  // eigenvalues α̂ − iβ̂
  Spectrum result;
  result.T.resize(s, s);
  for (Eigen::Index k = 0; k < s; ++k) {
    const std::complex<Real> value = solver.eigenvalues()[k];
    if (value.imag() < 0) lower.push_back(k);
    if (value.imag() != 0) continue;
    result.gamma = value.real();
    RealVector v = solver.eigenvectors().col(k).real();
    if (v[s - 1] < 0) v = -v;
    result.T.col(0) = v / v.norm();
  }
  std::sort(lower.begin(), lower.end(),
            [&](auto i, auto j) { return solver.eigenvalues()[i].imag() > solver.eigenvalues()[j].imag(); });
  for (std::size_t m = 0; m < lower.size(); ++m) {
    result.pairs.push_back(std::conj(solver.eigenvalues()[lower[m]]));
    const auto v = solver.eigenvectors().col(lower[m]).eval();
    const std::complex<Real> last = v[s - 1];
    for (Eigen::Index i = 0; i < s; ++i) {
      const std::complex<Real> entry = i == s - 1 ? std::complex<Real>(1) : v[i] / last;
      result.T(i, 1 + 2 * m) = entry.real();
      result.T(i, 2 + 2 * m) = entry.imag();
    }
  }
  return result;
}

}  // namespace

RadauCoefficients::RadauCoefficients(int stages) {
  assert(stages >= 1 && stages <= 7 && stages % 2 == 1);
  const RealVector nodes = radau_nodes(stages);
  const RealVector weights = radau_weights(nodes);
  RealVector with_start(stages + 1);
  with_start << 0, nodes;
  const RealMatrix D = differentiation_matrix(with_start);
  const RealMatrix inverse = D.bottomRightCorner(stages, stages);
  const Spectrum eigen = spectrum(inverse);

  c = nodes.cast<double>();
  b = weights.cast<double>();
  A = collocation_matrix(nodes, weights).cast<double>();
  A_inverse = inverse.cast<double>();
  gamma = static_cast<double>(eigen.gamma);
  for (const auto& pair : eigen.pairs) {
    pairs.emplace_back(static_cast<double>(pair.real()), static_cast<double>(pair.imag()));
  }
  T = eigen.T.cast<double>();
  T_inverse = eigen.T.inverse().eval().cast<double>();
  derivative_at_start = D.row(0).tail(stages).transpose().cast<double>();
}

void RadauCoefficients::lagrange(double x, double* values) const {
  const int s = stages();
  for (int j = 0; j < s; ++j) {
    double product = x / c[j];
    for (int k = 0; k < s; ++k) {
      if (k != j) product *= (x - c[k]) / (c[j] - c[k]);
    }
    values[j] = product;
  }
}

}  // namespace pleuel
