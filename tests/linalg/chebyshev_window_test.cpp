#include "pleuel/linalg/chebyshev_window.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pleuel {
namespace chebyshev_window_test {

constexpr double length = 0.4;

Matrix sampled(const ChebyshevWindow& window, double (*f)(double)) {
  Matrix values(1, ChebyshevWindow::n_points);
  for (int j = 0; j < ChebyshevWindow::n_points; ++j) values(0, j) = f(window.point(j));
  return values;
}
double power(double t) { return std::pow(t, ChebyshevWindow::degree); }
double power_rate(double t) { return ChebyshevWindow::degree * std::pow(t, ChebyshevWindow::degree - 1); }

TEST(ChebyshevWindow, ReachesFromZeroToItsLength) {
  const ChebyshevWindow window(length);
  EXPECT_EQ(window.point(0), 0);
  EXPECT_DOUBLE_EQ(window.point(ChebyshevWindow::degree), length);
}

/// Rounding of values of size 1 is multiplied by N²/length in the derivative.
TEST(ChebyshevWindow, DifferentiatesAndIntegratesPolynomialsOfItsDegree) {
  const ChebyshevWindow window(1);
  const Matrix f = sampled(window, power), rate = sampled(window, power_rate);
  EXPECT_LT((window.derivative(f) - rate).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((window.integral(rate) - f).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(ChebyshevWindow, DifferentiatesTwiceAtItsBeginning) {
  const ChebyshevWindow window(length);
  const Matrix f = sampled(window, [](double t) { return std::exp(2 * t); });
  EXPECT_NEAR(window.derivative(f)(0, 0), 2, 1e-11);
  EXPECT_NEAR(window.derivative(window.derivative(f))(0, 0), 4, 1e-8);
}

TEST(ChebyshevWindow, TellsByItsTailWhatItResolves) {
  const auto tail = [](double l) {
    return ChebyshevWindow::tail(
        sampled(ChebyshevWindow(l), [](double t) { return 1 / (1 + t * t / 0.09); }));
  };
  EXPECT_LT(tail(0.2), 1e-10);
  EXPECT_GT(tail(2), 1e-3);
  EXPECT_EQ(ChebyshevWindow::tail(Matrix::Zero(2, ChebyshevWindow::n_points)), 0);
}

}  // namespace chebyshev_window_test
}  // namespace pleuel
