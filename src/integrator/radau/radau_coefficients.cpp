#include "pleuel/integrator/radau/radau_coefficients.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace pleuel {
namespace {

// Extended precision if the platform has it, so that the stored values are correct to one or two
// bits. Plain arrays, because Eigen's decompositions in another scalar type take a minute to
// compile.
using Real = long double;
using ComplexReal = std::complex<Real>;
constexpr int kMost = 8;  // nodes: 0 and seven stages
using RealVector = std::array<Real, kMost>;
template <class Scalar>
using Square = std::array<std::array<Scalar, kMost>, kMost>;
using RealMatrix = Square<Real>;
constexpr Real kRealEpsilon = std::numeric_limits<Real>::epsilon();

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

/// x of M x = b, n unknowns, by elimination with row pivoting.
template <class Scalar>
std::array<Scalar, kMost> solve(int n, Square<Scalar> M, std::array<Scalar, kMost> b) {
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::abs(M[i][k]) > std::abs(M[pivot][k])) pivot = i;
    }
    std::swap(M[k], M[pivot]);
    std::swap(b[k], b[pivot]);
    for (int i = k + 1; i < n; ++i) {
      const Scalar factor = M[i][k] / M[k][k];
      for (int j = k; j < n; ++j) M[i][j] -= factor * M[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    for (int j = k + 1; j < n; ++j) b[k] -= M[k][j] * b[j];
    b[k] /= M[k][k];
  }
  return b;
}

/// Eigenvalues of A⁻¹ with imaginary part ≥ 0, ascending in it: zeros of det(I − zA), which is the
/// denominator
///     Q(z) = Σ_j s!/(j!(s − j)!) · (2s − 1 − j)!/(2s − 1)! · (−z)^j
/// of the Padé approximation that is Radau IIA's stability function [HW96, IV.3 and IV.5]. Newton's
/// method from a point above the real axis with known zeros and their conjugates divided out, then
/// refined without deflation.
std::vector<ComplexReal> eigenvalues_of_inverse(int s) {
  RealVector coefficient{};
  coefficient[0] = 1;
  for (int j = 1; j <= s; ++j) {
    coefficient[j] = -coefficient[j - 1] * static_cast<Real>(s - j + 1) / static_cast<Real>(j * (2 * s - j));
  }
  std::vector<ComplexReal> all, upper;
  const auto newton = [&](ComplexReal z, std::size_t n_divided) {
    for (int iteration = 0; iteration < 200; ++iteration) {
      ComplexReal value = 0, slope = 0;
      for (int j = s; j >= 0; --j) {
        slope = slope * z + value;
        value = value * z + coefficient[j];
      }
      for (std::size_t k = 0; k < n_divided; ++k) slope -= value / (z - all[k]);
      const ComplexReal change = value / slope;
      z -= change;
      if (std::abs(change) < 4 * kRealEpsilon * std::abs(z)) break;
    }
    return z;
  };
  while (static_cast<int>(all.size()) < s) {
    const bool is_last = static_cast<int>(all.size()) == s - 1;
    ComplexReal z = newton(ComplexReal(static_cast<Real>(s), is_last ? 0 : static_cast<Real>(s)), all.size());
    z = newton(z, 0);
    constexpr Real real_part_of = 1e-6L;
    if (std::abs(z.imag()) < real_part_of * std::abs(z)) z = z.real();
    if (z.imag() < 0) z = std::conj(z);
    upper.push_back(z);
    all.push_back(z);
    if (z.imag() != 0) all.push_back(std::conj(z));
  }
  std::sort(upper.begin(), upper.end(), [](auto x, auto y) { return x.imag() < y.imag(); });
  return upper;
}

/// The eigenvector for a simple eigenvalue, with last entry 1.
std::array<ComplexReal, kMost> eigenvector(int s, const RealMatrix& inverse, ComplexReal eigenvalue) {
  Square<ComplexReal> M{};
  std::array<ComplexReal, kMost> rhs{};
  for (int i = 0; i < s - 1; ++i) {
    for (int j = 0; j < s - 1; ++j) M[i][j] = inverse[i][j];
    M[i][i] -= eigenvalue;
    rhs[i] = -inverse[i][s - 1];
  }
  std::array<ComplexReal, kMost> v = solve(s - 1, M, rhs);
  v[s - 1] = 1;
  return v;
}

RealMatrix transformation(int s, const RealMatrix& inverse, const std::vector<ComplexReal>& eigenvalues) {
  RealMatrix T{};
  const auto real = eigenvector(s, inverse, eigenvalues.front());
  Real length = 0;
  for (int i = 0; i < s; ++i) length += real[i].real() * real[i].real();
  for (int i = 0; i < s; ++i) T[i][0] = real[i].real() / std::sqrt(length);
  for (std::size_t m = 1; m < eigenvalues.size(); ++m) {
    const auto v = eigenvector(s, inverse, std::conj(eigenvalues[m]));
    for (int i = 0; i < s; ++i) {
      T[i][2 * m - 1] = v[i].real();
      T[i][2 * m] = v[i].imag();
    }
  }
  return T;
}

RealMatrix inverse_of(int s, const RealMatrix& M) {
  RealMatrix result{};
  for (int j = 0; j < s; ++j) {
    RealVector unit{};
    unit[j] = 1;
    const RealVector column = solve(s, M, unit);
    for (int i = 0; i < s; ++i) result[i][j] = column[i];
  }
  return result;
}

Vector rounded(int s, const RealVector& x) {
  Vector result(s);
  for (int i = 0; i < s; ++i) result[i] = static_cast<double>(x[i]);
  return result;
}

RadauCoefficients::RowMajor rounded(int s, const RealMatrix& M) {
  RadauCoefficients::RowMajor result(s, s);
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < s; ++j) result(i, j) = static_cast<double>(M[i][j]);
  }
  return result;
}

}  // namespace

RadauCoefficients::RadauCoefficients(int stages) {
  assert(stages >= 1 && stages < kMost && stages % 2 == 1);
  const RealVector nodes = radau_nodes(stages);
  const RealVector weights = radau_weights(stages, nodes);
  RealVector with_start{};
  for (int i = 0; i < stages; ++i) with_start[i + 1] = nodes[i];
  const RealMatrix D = differentiation_matrix(stages + 1, with_start);
  RealMatrix inverse{};
  for (int i = 0; i < stages; ++i) {
    for (int j = 0; j < stages; ++j) inverse[i][j] = D[i + 1][j + 1];
  }
  const std::vector<ComplexReal> eigenvalues = eigenvalues_of_inverse(stages);
  const RealMatrix real_T = transformation(stages, inverse, eigenvalues);

  c = rounded(stages, nodes);
  b = rounded(stages, weights);
  A = rounded(stages, collocation_matrix(stages, nodes, weights));
  A_inverse = rounded(stages, inverse);
  gamma = static_cast<double>(eigenvalues.front().real());
  for (std::size_t k = 1; k < eigenvalues.size(); ++k) {
    pairs.emplace_back(static_cast<double>(eigenvalues[k].real()),
                       static_cast<double>(eigenvalues[k].imag()));
  }
  T = rounded(stages, real_T);
  T_inverse = rounded(stages, inverse_of(stages, real_T));
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
    case 3:
      return computed_once.operator()<3>();
    case 5:
      return computed_once.operator()<5>();
    default:
      assert(stages == 7);
      return computed_once.operator()<7>();
  }
}

}  // namespace pleuel
