// Dependency sets, and all derived numbers inside Eigen's small matrices.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <vector>

#include "pleuel/autodiff/eigen_scalars.hpp"

namespace pleuel {
namespace dependency_scalar_test {

using Inputs = std::vector<int>;

TEST(DependencyScalar, RemembersExactlyTheInputsOfAFormula) {
  const DependencyScalar a(0.5, 4), b(0.25, 1), c(2.0, 7);
  EXPECT_EQ((a * b + 3.0).inputs, (Inputs{1, 4}));
  EXPECT_EQ((c - a / c).inputs, (Inputs{4, 7}));
  EXPECT_EQ(atan2(a, b).inputs, (Inputs{1, 4}));
  EXPECT_EQ(pow(c, a).inputs, (Inputs{4, 7}));
  EXPECT_EQ((2.0 / c).inputs, (Inputs{7}));
  EXPECT_TRUE(DependencyScalar(3.0).inputs.empty());
  DependencyScalar sum = a;
  sum += b;
  sum -= c;
  sum *= a;
  EXPECT_EQ(sum.inputs, (Inputs{1, 4, 7}));
  EXPECT_EQ(sum.x, (0.5 + 0.25 - 2.0) * 0.5);
}

TEST(DependencyScalar, PassesThroughEveryFunctionWithItsValue) {
  const DependencyScalar a(0.4, 2);
  const std::vector<std::pair<DependencyScalar, double>> all = {{sin(a), std::sin(0.4)},
                                                                {cos(a), std::cos(0.4)},
                                                                {tan(a), std::tan(0.4)},
                                                                {asin(a), std::asin(0.4)},
                                                                {acos(a), std::acos(0.4)},
                                                                {atan(a), std::atan(0.4)},
                                                                {sqrt(a), std::sqrt(0.4)},
                                                                {exp(a), std::exp(0.4)},
                                                                {log(a), std::log(0.4)},
                                                                {tanh(a), std::tanh(0.4)},
                                                                {sinh(a), std::sinh(0.4)},
                                                                {cosh(a), std::cosh(0.4)},
                                                                {abs(-a), 0.4},
                                                                {pow(a, 3.0), std::pow(0.4, 3.0)}};
  for (std::size_t k = 0; k < all.size(); ++k) {
    EXPECT_EQ(all[k].first.inputs, Inputs{2}) << "function " << k;
    EXPECT_DOUBLE_EQ(all[k].first.x, all[k].second) << "function " << k;
  }
}

TEST(DependencyScalar, KeepsAnInputWhoseCoefficientHappensToVanish) {
  // Patterns must hold at every point, so a zero factor at this one may not hide the dependence.
  const DependencyScalar a(0.5, 0), zero(0.0, 1);
  EXPECT_EQ((a * zero).inputs, (Inputs{0, 1}));
  EXPECT_EQ((0.0 * a).inputs, Inputs{0});
}

template <class S>
using Matrix3 = Eigen::Matrix<S, 3, 3>;
template <class S>
using Vector3 = Eigen::Matrix<S, 3, 1>;

/// |u × (A u)|², polynomial of degree four in u.
template <class S>
S spin_norm(const Matrix3<double>& A, const Vector3<S>& u) {
  const Vector3<S> moved = A * u;
  const Vector3<S> spin = u.cross(moved);
  return spin.squaredNorm();
}

Matrix3<double> sample_matrix() {
  Matrix3<double> A;
  A << 1.0, 0.5, -0.25, 0.0, 2.0, 0.75, -1.5, 0.25, 3.0;
  return A;
}

TEST(EigenScalars, LetSmallMatricesHoldDualNumbers) {
  const Matrix3<double> A = sample_matrix();
  const Vector3<double> u(0.5, -1.0, 2.0), d(0.3, 0.7, -0.2);
  Vector3<Dual<1>> dual_u;
  for (int i = 0; i < 3; ++i) {
    dual_u[i] = Dual<1>(u[i]);
    dual_u[i].d[0] = d[i];
  }
  // d|w|² = 2 w·(d × A u + u × A d) by hand.
  const Vector3<double> w = u.cross(A * u);
  const Vector3<double> change = d.cross(A * u) + u.cross(A * d);
  const Dual<1> found = spin_norm<Dual<1>>(A, dual_u);
  EXPECT_NEAR(found.x, w.squaredNorm(), 1e-14 * w.squaredNorm());
  EXPECT_NEAR(found.d[0], 2 * w.dot(change), 1e-13 * w.norm() * change.norm());
}

TEST(EigenScalars, LetSmallMatricesHoldTaylorNumbers) {
  const Matrix3<double> A = sample_matrix();
  const Vector3<double> u(0.5, -1.0, 2.0), d(0.3, 0.7, -0.2);
  Vector3<Taylor<double>> curve;
  for (int i = 0; i < 3; ++i) curve[i] = Taylor<double>(u[i], d[i], 0.0);
  const Vector3<double> w = u.cross(A * u), first = d.cross(A * u) + u.cross(A * d),
                        second = 2 * d.cross(A * d);
  const Taylor<double> found = spin_norm<Taylor<double>>(A, curve);
  EXPECT_NEAR(found.d, 2 * w.dot(first), 1e-13 * w.norm() * first.norm());
  EXPECT_NEAR(found.dd, 2 * first.squaredNorm() + 2 * w.dot(second),
              1e-13 * (first.squaredNorm() + w.norm() * second.norm()));
}

TEST(EigenScalars, LetSmallMatricesHoldTracesAndNestedNumbers) {
  Vector3<DependencyScalar> u;
  for (int i = 0; i < 3; ++i) u[i] = DependencyScalar(0.3 + i, i);
  EXPECT_EQ(spin_norm<DependencyScalar>(sample_matrix(), u).inputs, (Inputs{0, 1, 2}));
  EXPECT_EQ((2.0 * u)[1].inputs, Inputs{1});

  using Inner = Dual<3>;
  Vector3<Taylor<Inner>> nested;
  for (int i = 0; i < 3; ++i) {
    nested[i] = Taylor<Inner>(Inner(0.3 + i), Inner(1.0), Inner(0.0));
    nested[i].x.d[i] = 1.0;
  }
  // The second derivative of uᵀu along a straight curve is 2 u̇ᵀu̇, whatever u is.
  const Taylor<Inner> square = nested.dot(nested);
  EXPECT_NEAR(square.dd.x, 6.0, 1e-14);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(square.dd.d[i], 0.0);
    EXPECT_EQ(square.d.d[i], 2.0);
  }
}

}  // namespace dependency_scalar_test
}  // namespace pleuel
