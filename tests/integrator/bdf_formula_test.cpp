#include "pleuel/integrator/bdf/bdf_formula.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "pleuel/integrator/bdf/bdf_history.hpp"

namespace pleuel {
namespace bdf_formula_test {

constexpr double kH0 = 0.11;

/// A history of one unknown whose last points are those of f at the times given, made by steps of
/// rising order whose e is exact.
struct Past {
  BdfHistory history;
  std::vector<double> t;

  /// f at 0, at sizes[0], at sizes[0] + sizes[1] …; the last step has the given order.
  Past(const std::function<double(double)>& f, double slope, const std::vector<double>& sizes, int order) {
    const Vector y{{f(0)}}, ydot{{slope}};
    history.start(y, ydot, kH0);
    t = {-kH0, 0};
    for (std::size_t i = 0; i < sizes.size(); ++i)
      step(f, sizes[i], std::min<int>(static_cast<int>(i) + 1, order));
  }

  BdfFormula formula(int order, double h) const { return BdfFormula(order, h, history.spacing()); }

  double step(const std::function<double(double)>& f, double h, int order) {
    const BdfFormula next = formula(order, h);
    Vector y(1), ydot(1);
    history.predict(next, y, ydot);
    const Vector e{{f(t.back() + h) - y[0]}};
    history.accept(next, e);
    t.push_back(t.back() + h);
    return e[0];
  }
};

const std::vector<double> kUneven = {0.11, 0.07, 0.13, 0.1, 0.17, 0.09, 0.12};

/// ẏ of the formula of order k at the end of an uneven step, less the derivative, for f and its
/// derivative.
double defect(int k, const std::function<double(double)>& f, const std::function<double(double)>& derivative,
              double h, double* e = nullptr) {
  const Past past(f, (f(0) - f(-kH0)) / kH0, kUneven, k);
  const BdfFormula formula = past.formula(k, h);
  Vector y(1), ydot(1);
  past.history.predict(formula, y, ydot);
  const double t = past.t.back() + h;
  if (e != nullptr) *e = f(t) - y[0];
  return derivative(t) - (ydot[0] + formula.alpha * (f(t) - y[0]));
}

TEST(BdfFormula, IsExactForPolynomialsUpToItsOrderOnUnevenSteps) {
  for (int k = 1; k <= kLargestBdfOrder; ++k)
    for (int degree = 0; degree <= k; ++degree) {
      const auto f = [&](double t) { return std::pow(1 + t, degree); };
      const auto slope = [&](double t) { return degree * std::pow(1 + t, degree - 1); };
      // Rounding of values up to 2^5, differenced five times and divided by h.
      EXPECT_NEAR(defect(k, f, slope, 0.08), 0, 1e-11) << "order " << k << ", degree " << degree;
    }
}

TEST(BdfFormula, KnowsItsErrorOneDegreeHigherOnUnevenSteps) {
  for (int k = 1; k <= kLargestBdfOrder; ++k)
    for (const double h : {0.05, 0.1, 0.2}) {
      const auto f = [&](double t) { return std::pow(1 + t, k + 1); };
      const auto slope = [&](double t) { return (k + 1) * std::pow(1 + t, k); };
      double e = 0;
      const double found = std::abs(h * defect(k, f, slope, h, &e));
      const Past past(f, (f(0) - f(-kH0)) / kH0, kUneven, k);
      const BdfFormula formula = past.formula(k, h);
      const double interpolation = std::abs(h / formula.psi[k] * e);
      EXPECT_NEAR(formula.error_constant * std::abs(e), std::max(found, interpolation), 1e-11)
          << "order " << k << ", h " << h;
    }
}

TEST(BdfFormula, OnEqualStepsIsTheClassicalOne) {
  const double h = 0.1;
  for (int k = 1; k <= kLargestBdfOrder; ++k) {
    const Past past([](double t) { return std::exp(t); }, 1, std::vector<double>(10, h), k);
    const BdfFormula formula = past.formula(k, h);
    EXPECT_NEAR(formula.error_constant, 1.0 / (k + 1), 1e-14);
    EXPECT_NEAR(formula.equal_step_constant(k), 1.0 / (k + 1), 1e-14);
    // h ẏ = Σ ∇^i y / i, by its differences from values.
    Vector y(1), ydot(1);
    past.history.predict(formula, y, ydot);
    const double t = past.t.back() + h;
    std::vector<double> value;
    for (int j = 0; j <= k; ++j) value.push_back(std::exp(t - j * h));
    double expected = 0;
    for (int i = 1; i <= k; ++i) {
      for (int j = 0; j <= k - i; ++j) value[j] -= value[j + 1];
      expected += value[0] / i;
    }
    EXPECT_NEAR(h * (ydot[0] + formula.alpha * (std::exp(t) - y[0])), expected, 1e-13) << "order " << k;
  }
}

/// ψ_1 … ψ_{i−1} [y_n, …, y_{n−i+1}] from the values themselves.
double modified_difference(const std::function<double(double)>& f, const std::vector<double>& t, int i) {
  std::vector<double> points(t.rbegin(), t.rbegin() + i), value;
  for (double x : points) value.push_back(f(x));
  for (int level = 1; level < i; ++level)
    for (int j = 0; j < i - level; ++j)
      value[j] = (value[j] - value[j + 1]) / (points[j] - points[j + level]);
  double result = value[0];
  for (int j = 1; j < i; ++j) result *= points[0] - points[j];
  return result;
}

TEST(BdfHistory, HoldsTheModifiedDividedDifferencesOfItsPoints) {
  const auto f = [](double t) { return std::sin(3 * t); };
  for (int k = 1; k <= kLargestBdfOrder; ++k) {
    const Past past(f, 3, kUneven, k);
    ASSERT_EQ(past.history.n_differences(), k + 2);
    for (int i = 1; i <= k + 2; ++i)
      EXPECT_NEAR(past.history.difference(i)[0], modified_difference(f, past.t, i), 1e-12) << k << ", " << i;
  }
}

TEST(BdfHistory, IsTheSameFromEquallySpacedValuesAtOnce) {
  const auto f = [](double t) { return std::sin(3 * t); };
  const double h = 0.1;
  const int k = 4;
  const Past past(f, 3, std::vector<double>(8, h), k);
  Matrix values(1, k + 1);
  for (int j = 0; j <= k; ++j) values(0, j) = f(past.t.back() - (k - j) * h);
  BdfHistory at_once;
  at_once.start(values, h);
  for (int i = 1; i <= k + 1; ++i)
    EXPECT_NEAR(at_once.difference(i)[0], past.history.difference(i)[0], 1e-14) << i;
}

TEST(BdfHistory, InterpolatesItsPoints) {
  const auto f = [](double t) { return std::sin(3 * t); };
  for (int k = 1; k <= kLargestBdfOrder; ++k) {
    const Past past(f, 3, kUneven, k);
    Vector y(1);
    for (int j = 0; j <= k; ++j) {
      const double t = past.t[past.t.size() - 1 - j];
      past.history.interpolate(t - past.t.back(), k + 1, y);
      EXPECT_NEAR(y[0], f(t), 1e-12) << "order " << k << ", point " << j;
    }
  }
}

TEST(BdfHistory, MovesOnlyItsLastPointWhenThatIsShifted) {
  const auto f = [](double t) { return std::sin(3 * t); };
  Past past(f, 3, kUneven, 3);
  past.history.shift(Vector{{0.5}});
  Vector y(1);
  for (int j = 0; j <= 3; ++j) {
    const double t = past.t[past.t.size() - 1 - j];
    past.history.interpolate(t - past.t.back(), 4, y);
    EXPECT_NEAR(y[0], f(t) + (j == 0 ? 0.5 : 0), 1e-12) << j;
  }
}

}  // namespace bdf_formula_test
}  // namespace pleuel
