#include "pleuel/integrator/radau/radau_coefficients.hpp"

#include <cassert>
#include <cmath>
#include <utility>

#include "pleuel/integrator/radau/extended.hpp"

namespace pleuel {
namespace {

using extended::kRealEpsilon;
using extended::Real;
using extended::RealMatrix;
using extended::RealVector;

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

/// Zeros of P_s − P_{s−1}, ascending. All are real and positive. Newton's method from 0, with known
/// zeros divided out, increases monotonically to the next one.
RealVector radau_nodes(int s) {
  RealVector c{};
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
      if (std::abs(change) < 4 * kRealEpsilon) break;
    }
    c[k] = x;
  }
  c[s - 1] = 1;
  return c;
}

/// b_i = c_i / (s P_{s−1}(2c_i − 1))²: the weights of Radau's right quadrature.
RealVector radau_weights(int s, const RealVector& c) {
  RealVector b{};
  for (int i = 0; i < s; ++i) {
    const Real p = s * legendre(s - 1, c[i]).value;
    b[i] = c[i] / (p * p);
  }
  return b;
}

Real lagrange_value(int n, const RealVector& nodes, int j, Real x) {
  Real product = 1;
  for (int k = 0; k < n; ++k) {
    if (k != j) product *= (x - nodes[k]) / (nodes[j] - nodes[k]);
  }
  return product;
}

/// ∫₀^{c_i} ℓ_j by Radau's own quadrature, which is exact for degree 2s − 2 ≥ s − 1.
RealMatrix collocation_matrix(int s, const RealVector& c, const RealVector& b) {
  RealMatrix A{};
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < s; ++j) {
      for (int k = 0; k < s; ++k) A[i][j] += c[i] * b[k] * lagrange_value(s, c, j, c[i] * c[k]);
    }
  }
  return A;
}

/// D_ij = derivative at node i of the j-th Lagrange polynomial, by barycentric weights.
RealMatrix differentiation_matrix(int n, const RealVector& nodes) {
  RealVector weight{};
  for (int j = 0; j < n; ++j) {
    weight[j] = 1;
    for (int k = 0; k < n; ++k) {
      if (k != j) weight[j] /= nodes[j] - nodes[k];
    }
  }
  RealMatrix D{};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (j == i) continue;
      D[i][j] = weight[j] / weight[i] / (nodes[i] - nodes[j]);
      D[i][i] += 1 / (nodes[i] - nodes[j]);
    }
  }
  return D;
}

/// Derivatives of the Lagrange polynomials on (0, c) at these points.
RealMatrix derivatives(int s, const RealVector& nodes) {
  RealVector with_start{};
  for (int i = 0; i < s; ++i) with_start[i + 1] = nodes[i];
  return differentiation_matrix(s + 1, with_start);
}

RealMatrix without_start(int s, const RealMatrix& D) {
  RealMatrix inverse{};
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < s; ++j) inverse[i][j] = D[i + 1][j + 1];
  }
  return inverse;
}

Vector rounded(int s, const RealVector& x) {
  Vector result(s);
  for (int i = 0; i < s; ++i) result[i] = static_cast<double>(x[i]);
  return result;
}

}  // namespace

extended::RealMatrix extended::radau_inverse(int s) {
  return without_start(s, derivatives(s, radau_nodes(s)));
}

RadauCoefficients::RadauCoefficients(int stages) {
  assert(stages >= 1 && stages < extended::kMost);
  const RealVector nodes = radau_nodes(stages);
  const RealVector weights = radau_weights(stages, nodes);
  const RealMatrix D = derivatives(stages, nodes);

  c = rounded(stages, nodes);
  b = rounded(stages, weights);
  A = extended::rounded(stages, collocation_matrix(stages, nodes, weights));
  A_inverse = extended::rounded(stages, without_start(stages, D));
  derivative_at_start.resize(stages);
  leading.resize(stages);
  next_to_leading.resize(stages);
  for (int j = 0; j < stages; ++j) {
    derivative_at_start[j] = static_cast<double>(D[0][j + 1]);
    Real product = nodes[j], others = 0;
    for (int k = 0; k < stages; ++k) {
      if (k == j) continue;
      product *= nodes[j] - nodes[k];
      others += nodes[k];
    }
    leading[j] = static_cast<double>(1 / product);
    next_to_leading[j] = static_cast<double>(-others / product);
  }
  constexpr int n_places = 1000;
  double largest = 0;
  for (int i = 1; i < n_places; ++i) {
    const double x = double(i) / n_places, size = std::abs(x * (x - c.array()).prod());
    if (size <= largest) continue;
    largest = size;
    farthest = x;
  }
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

const RadauCoefficients& radau_coefficients(int stages) {
  const auto computed_once = []<int s>() -> const RadauCoefficients& {
    static const RadauCoefficients coefficients(s);
    return coefficients;
  };
  switch (stages) {
    case 1:
      return computed_once.operator()<1>();
    case 2:
      return computed_once.operator()<2>();
    case 3:
      return computed_once.operator()<3>();
    case 4:
      return computed_once.operator()<4>();
    case 5:
      return computed_once.operator()<5>();
    case 6:
      return computed_once.operator()<6>();
    default:
      assert(stages == 7);
      return computed_once.operator()<7>();
  }
}

}  // namespace pleuel
