// Small matrices in extended precision, from which the coefficients of Radau IIA are computed.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <utility>

#include "pleuel/integrator/radau/radau_coefficients.hpp"

namespace pleuel::extended {

// Extended precision if the platform has it, so that the stored values are correct to one or two
// bits. Plain arrays, because Eigen's decompositions in another scalar type take a minute to
// compile.
using Real = long double;
using ComplexReal = std::complex<Real>;
inline constexpr int kMost = 8;  // nodes: 0 and seven stages
using RealVector = std::array<Real, kMost>;
template <class Scalar>
using Square = std::array<std::array<Scalar, kMost>, kMost>;
using RealMatrix = Square<Real>;
inline constexpr Real kRealEpsilon = std::numeric_limits<Real>::epsilon();

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

inline RealMatrix inverse_of(int s, const RealMatrix& M) {
  RealMatrix result{};
  for (int j = 0; j < s; ++j) {
    RealVector unit{};
    unit[j] = 1;
    const RealVector column = solve(s, M, unit);
    for (int i = 0; i < s; ++i) result[i][j] = column[i];
  }
  return result;
}

inline RadauCoefficients::RowMajor rounded(int s, const RealMatrix& M) {
  RadauCoefficients::RowMajor result(s, s);
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < s; ++j) result(i, j) = static_cast<double>(M[i][j]);
  }
  return result;
}

/// A⁻¹ of Radau IIA with s stages.
RealMatrix radau_inverse(int s);

}  // namespace pleuel::extended
