#include "pleuel/integrator/radau/radau_transformation.hpp"

#include <algorithm>
#include <cassert>

#include "pleuel/integrator/radau/extended.hpp"

namespace pleuel {
namespace {

using extended::ComplexReal;
using extended::kMost;
using extended::kRealEpsilon;
using extended::Real;
using extended::RealMatrix;
using extended::RealVector;
using extended::Square;

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
  std::array<ComplexReal, kMost> v = extended::solve(s - 1, M, rhs);
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

}  // namespace

std::vector<RadauEigenpair> radau_eigenpairs(int stages) {
  const RealMatrix inverse = extended::radau_inverse(stages);
  std::vector<RadauEigenpair> pairs;
  for (const ComplexReal value : eigenvalues_of_inverse(stages)) {
    RadauEigenpair& pair = pairs.emplace_back(RadauEigenpair{Complex(value), {}});
    const auto v = eigenvector(stages, inverse, value);
    for (int i = 0; i < stages; ++i) pair.vector.emplace_back(v[i]);
  }
  return pairs;
}

RadauTransformation::RadauTransformation(int stages) {
  assert(stages >= 1 && stages < kMost && stages % 2 == 1);
  const std::vector<ComplexReal> eigenvalues = eigenvalues_of_inverse(stages);
  const RealMatrix real_T = transformation(stages, extended::radau_inverse(stages), eigenvalues);
  gamma = static_cast<double>(eigenvalues.front().real());
  for (std::size_t k = 1; k < eigenvalues.size(); ++k) pairs.emplace_back(Complex(eigenvalues[k]));
  T = extended::rounded(stages, real_T);
  T_inverse = extended::rounded(stages, extended::inverse_of(stages, real_T));
}

const RadauTransformation& radau_transformation(int stages) {
  const auto computed_once = []<int s>() -> const RadauTransformation& {
    static const RadauTransformation transformation(s);
    return transformation;
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
