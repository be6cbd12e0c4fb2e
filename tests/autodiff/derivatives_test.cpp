// Dual and Taylor numbers against derivatives written down by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "pleuel/autodiff/dual.hpp"
#include "pleuel/autodiff/taylor.hpp"

namespace pleuel {
namespace derivatives_test {

/// f and its first three derivatives at one point.
struct Jet {
  double f, f1, f2, f3;
};

/// visit(name, function in any scalar, x, jet) for every elementary function.
template <class Visit>
void for_each_function(Visit visit) {
  const double x = 0.37, s = std::sin(x), c = std::cos(x), sh = std::sinh(x), ch = std::cosh(x);
  const double e = std::exp(x), w = 1 - x * x, u = 1 + x * x, t = std::tan(x), t1 = 1 + t * t;
  const double th = std::tanh(x), th1 = 1 - th * th, root = std::sqrt(x), p = 2.7;
  visit(
      "sin", [](auto a) { return sin(a); }, x, Jet{s, c, -s, -c});
  visit(
      "cos", [](auto a) { return cos(a); }, x, Jet{c, -s, -c, s});
  visit(
      "tan", [](auto a) { return tan(a); }, x, Jet{t, t1, 2 * t * t1, 2 * t1 * t1 + 4 * t * t * t1});
  visit(
      "asin", [](auto a) { return asin(a); }, x,
      Jet{std::asin(x), 1 / std::sqrt(w), x / std::pow(w, 1.5), (1 + 2 * x * x) / std::pow(w, 2.5)});
  visit(
      "acos", [](auto a) { return acos(a); }, x,
      Jet{std::acos(x), -1 / std::sqrt(w), -x / std::pow(w, 1.5), -(1 + 2 * x * x) / std::pow(w, 2.5)});
  visit(
      "atan", [](auto a) { return atan(a); }, x,
      Jet{std::atan(x), 1 / u, -2 * x / (u * u), (6 * x * x - 2) / (u * u * u)});
  visit(
      "sqrt", [](auto a) { return sqrt(a); }, x,
      Jet{root, 0.5 / root, -0.25 / (x * root), 0.375 / (x * x * root)});
  visit(
      "exp", [](auto a) { return exp(a); }, x, Jet{e, e, e, e});
  visit(
      "log", [](auto a) { return log(a); }, x, Jet{std::log(x), 1 / x, -1 / (x * x), 2 / (x * x * x)});
  visit(
      "sinh", [](auto a) { return sinh(a); }, x, Jet{sh, ch, sh, ch});
  visit(
      "cosh", [](auto a) { return cosh(a); }, x, Jet{ch, sh, ch, sh});
  visit(
      "tanh", [](auto a) { return tanh(a); }, x,
      Jet{th, th1, -2 * th * th1, -2 * th1 * th1 + 4 * th * th * th1});
  const double q = std::pow(x, p);
  const Jet power{q, p * q / x, p * (p - 1) * q / (x * x), p * (p - 1) * (p - 2) * q / (x * x * x)};
  visit(
      "pow by a number", [p](auto a) { return pow(a, p); }, x, power);
  visit(
      "pow by a constant of the same type", [p](auto a) { return pow(a, decltype(a)(p)); }, x, power);
  visit(
      "a number to a power", [](auto a) { return pow(decltype(a)(2.0), a); }, x,
      Jet{std::exp2(x), std::exp2(x) * M_LN2, std::exp2(x) * M_LN2 * M_LN2,
          std::exp2(x) * std::pow(M_LN2, 3)});
  visit(
      "abs on the left", [](auto a) { return abs(a); }, -x, Jet{x, -1, 0, 0});
  visit(
      "abs on the right", [](auto a) { return abs(a); }, x, Jet{x, 1, 0, 0});
  visit(
      "reciprocal", [](auto a) { return 3.0 / a; }, x,
      Jet{3 / x, -3 / (x * x), 6 / (x * x * x), -18 / (x * x * x * x)});
  visit(
      "quotient", [](auto a) { return (a * a + 1.0) / a; }, x,
      Jet{x + 1 / x, 1 - 1 / (x * x), 2 / (x * x * x), -6 / (x * x * x * x)});
  visit(
      "polynomial", [](auto a) { return 2.0 * a * a * a - a * 4.0 - (1.0 - a) + a / 2.0 - 3.0; }, x,
      Jet{2 * x * x * x - 2.5 * x - 4, 6 * x * x - 2.5, 12 * x, 12});
  visit(
      "atan2", [](auto a) { return atan2(a, 1.0 - a * 0.0); }, x,
      Jet{std::atan(x), 1 / u, -2 * x / (u * u), (6 * x * x - 2) / (u * u * u)});
}

/// A handful of roundings in each of a handful of operations.
double rounding(double size) { return 64 * std::numeric_limits<double>::epsilon() * (1 + std::abs(size)); }

TEST(Dual, HasTheDerivativeOfEveryFunctionInEveryDirection) {
  for_each_function([](const std::string& name, auto function, double x, const Jet& j) {
    Dual<3> a(x);
    a.d[0] = 1.7;
    a.d[2] = -0.4;
    const Dual<3> y = function(a);
    EXPECT_NEAR(y.x, j.f, rounding(j.f)) << name;
    EXPECT_NEAR(y.d[0], 1.7 * j.f1, rounding(1.7 * j.f1)) << name;
    EXPECT_EQ(y.d[1], 0) << name;
    EXPECT_NEAR(y.d[2], -0.4 * j.f1, rounding(0.4 * j.f1)) << name;
  });
}

TEST(Dual, OfDualsHasTheSecondDerivativeOfEveryFunction) {
  for_each_function([](const std::string& name, auto function, double x, const Jet& j) {
    using Inner = Dual<1>;
    Inner inner(x);
    inner.d[0] = 1;
    Dual<1, Inner> a(inner);
    a.d[0] = Inner(1.0);
    const auto y = function(a);
    EXPECT_NEAR(y.x.d[0], j.f1, rounding(j.f1)) << name;
    EXPECT_NEAR(y.d[0].x, j.f1, rounding(j.f1)) << name;
    EXPECT_NEAR(y.d[0].d[0], j.f2, rounding(j.f2)) << name;
  });
}

TEST(Taylor, HasBothDerivativesOfEveryFunctionAlongACurve) {
  for_each_function([](const std::string& name, auto function, double x, const Jet& j) {
    const double d = 1.3, dd = -0.6;
    const Taylor<double> y = function(Taylor<double>(x, d, dd));
    EXPECT_NEAR(y.x, j.f, rounding(j.f)) << name;
    EXPECT_NEAR(y.d, j.f1 * d, rounding(j.f1 * d)) << name;
    const double size = std::abs(j.f1 * dd) + std::abs(j.f2 * d * d);
    EXPECT_NEAR(y.dd, j.f1 * dd + j.f2 * d * d, rounding(size)) << name;
  });
}

TEST(Taylor, OfDualsHasTheGradientOfTheSecondDerivative) {
  for_each_function([](const std::string& name, auto function, double x, const Jet& j) {
    using Inner = Dual<2>;  // by x and by ẋ
    Inner value(x), first(1.3), second(-0.6);
    value.d[0] = 1;
    first.d[1] = 1;
    const auto y = function(Taylor<Inner>(value, first, second));
    EXPECT_NEAR(y.d.d[0], j.f2 * 1.3, rounding(j.f2 * 1.3)) << name;
    EXPECT_NEAR(y.d.d[1], j.f1, rounding(j.f1)) << name;
    const double by_x = j.f2 * -0.6 + j.f3 * 1.3 * 1.3;
    EXPECT_NEAR(y.dd.d[0], by_x, 4 * rounding(std::abs(j.f2) + std::abs(j.f3 * 1.7))) << name;
    EXPECT_NEAR(y.dd.d[1], 2 * j.f2 * 1.3, rounding(2 * j.f2 * 1.3)) << name;
  });
}

TEST(Taylor, FollowsTheAngleOfAPointThroughAllQuadrants) {
  // (cos φ, sin φ)·r with φ(τ) = φ₀ + ω τ + ½ α τ² and r growing: the angle does not feel r.
  const double w = 1.1, alpha = -0.7;
  for (double angle : {0.3, 1.9, -2.8, -0.4}) {
    const Taylor<double> phi(angle, w, alpha), r(2.0, 0.5, 0.3);
    const Taylor<double> found = atan2(r * sin(phi), r * cos(phi));
    EXPECT_NEAR(found.x, angle, rounding(angle));
    EXPECT_NEAR(found.d, w, rounding(w));
    EXPECT_NEAR(found.dd, alpha, rounding(4));
    Dual<1> x(r.x * std::cos(angle)), y(r.x * std::sin(angle));
    x.d[0] = -y.x;
    y.d[0] = x.x;
    EXPECT_NEAR(atan2(y, x).d[0], 1.0, rounding(1)) << angle;
  }
}

TEST(Taylor, HasTheDerivativesOfAPowerWhoseExponentMoves) {
  // d/dτ (1 + τ)^τ at τ = 0.5, with L = log(1 + τ) and r = τ/(1 + τ): ẏ = y (L + r).
  const double tau = 0.5, y = std::pow(1.5, 0.5), rate = std::log(1.5) + tau / 1.5;
  const double rate_rate = 1 / 1.5 + 1 / (1.5 * 1.5);
  const Taylor<double> found = pow(Taylor<double>(1.5, 1, 0), Taylor<double>(tau, 1, 0));
  EXPECT_NEAR(found.x, y, rounding(y));
  EXPECT_NEAR(found.d, y * rate, rounding(y));
  EXPECT_NEAR(found.dd, y * (rate * rate + rate_rate), rounding(4));
}

TEST(DualAndTaylor, CompareByValueAlone) {
  Dual<1> a(1.0), b(1.0);
  a.d[0] = 5;
  EXPECT_TRUE(a <= b && a >= b && !(a < b) && !(a > b) && a < 2.0 && a > 0.5);
  const Taylor<double> c(1.0, 5, 6), d(1.0);
  EXPECT_TRUE(c <= d && c >= d && !(c < d) && !(c > d) && c < 2.0 && c > 0.5);
}

TEST(DualAndTaylor, SurviveBeingTheirOwnOperand) {
  Dual<1> a(3.0);
  a.d[0] = 1;
  a *= a;
  EXPECT_EQ(a.x, 9);
  EXPECT_EQ(a.d[0], 6);
  Taylor<double> b(3.0, 1, 0);
  b *= b;
  EXPECT_EQ(b.x, 9);
  EXPECT_EQ(b.d, 6);
  EXPECT_EQ(b.dd, 2);
}

}  // namespace derivatives_test
}  // namespace pleuel
