#include "pleuel/integrator/pside/pside_coefficients.hpp"

#include <cmath>

#include "pleuel/integrator/radau/extended.hpp"
#include "pleuel/integrator/radau/radau_transformation.hpp"

namespace pleuel {
namespace {

constexpr double kFirstFactor = 7.0 / 8;   // d₁/r
constexpr double kSecondFactor = 8.0 / 7;  // d₂/r
constexpr double kShear = 113.0 / 15;      // σ

// The free numbers T₁₂, T₂₂ and T₁₄, T₂₄ of the published program [SLV98].
constexpr double kFreeNumbers[2][2] = {{0.3159396765265443, -0.8755771208721692},
                                       {0.02760017730709198, -0.3112776804456244}};

using RowMajor = RadauCoefficients::RowMajor;

RowMajor product(const RowMajor& X, const RowMajor& Y) {
  RowMajor result = RowMajor::Zero(X.rows(), Y.cols());
  for (Eigen::Index i = 0; i < X.rows(); ++i)
    for (Eigen::Index k = 0; k < X.cols(); ++k) result.row(i) += X(i, k) * Y.row(k);
  return result;
}

RowMajor inverse(const RowMajor& X) {
  const int s = static_cast<int>(X.rows());
  extended::RealMatrix M{};
  for (int i = 0; i < s; ++i)
    for (int j = 0; j < s; ++j) M[i][j] = X(i, j);
  return extended::rounded(s, extended::inverse_of(s, M));
}

/// The vector of the plane spanned by real and imaginary part of v with these first two entries.
Vector in_plane(const std::vector<Complex>& v, const double (&first_two)[2]) {
  const double det = v[0].real() * v[1].imag() - v[1].real() * v[0].imag();
  const double a = (first_two[0] * v[1].imag() - first_two[1] * v[0].imag()) / det;
  const double b = (first_two[1] * v[0].real() - first_two[0] * v[1].real()) / det;
  Vector t(static_cast<Eigen::Index>(v.size()));
  for (std::size_t i = 0; i < v.size(); ++i)
    t[static_cast<Eigen::Index>(i)] = a * v[i].real() + b * v[i].imag();
  return t;
}

}  // namespace

PsideCoefficients::PsideCoefficients()
    : Q(RowMajor::Zero(stages, stages)), B(RowMajor::Zero(stages, stages)) {
  const RowMajor& A = radau_coefficients(stages).A;
  // Those of A are the reciprocals of those of A⁻¹; the pair with the larger η comes first in both.
  const std::vector<RadauEigenpair> pairs = radau_eigenpairs(stages);
  for (int block = 0; block < 2; ++block) {
    const RadauEigenpair& pair = pairs[1 - block];
    const double xi = (1.0 / pair.value).real(), r = 1 / std::abs(pair.value);
    const double d1 = kFirstFactor * r, d2 = kSecondFactor * r, rest = 2 * xi - d1;
    const double gamma = kShear * (d1 - d2), beta = (d1 * rest - r * r) / gamma;
    const int k = 2 * block;
    d[k] = d1;
    d[k + 1] = d2;
    // A t₂ = β t₁ + (2ξ − d₁) t₂.
    const Vector t2 = in_plane(pair.vector, kFreeNumbers[block]);
    for (int i = 0; i < stages; ++i) {
      double image = 0;
      for (int j = 0; j < stages; ++j) image += A(i, j) * t2[j];
      Q(i, k) = (image - rest * t2[i]) / beta + kShear * t2[i];
      Q(i, k + 1) = t2[i];
    }
    // S⁻¹ Λ S = [d₁ + βσ, β; γ − σd₁ + σ(2ξ − d₁) − βσ², 2ξ − d₁ − βσ].
    B(k, k) = 1 - (d1 + beta * kShear) / d1;
    B(k, k + 1) = -beta / d1;
    B(k + 1, k) = -(gamma + kShear * (rest - d1) - beta * kShear * kShear) / d2;
    B(k + 1, k + 1) = 1 - (rest - beta * kShear) / d2;
  }
  Q_inverse = inverse(Q);
  AQ = product(A, Q);
}

const PsideCoefficients& pside_coefficients() {
  static const PsideCoefficients coefficients;
  return coefficients;
}

}  // namespace pleuel
