// Bounds of formulas over intervals, and the times at which formulas switch.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "pleuel/model/expression/enclosure.hpp"
#include "pleuel/model/expression/switching_times.hpp"

namespace pleuel {
namespace switching_test {

constexpr double pi = std::numbers::pi;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

Expression formula(const std::string& text) { return Expression("here", text, {"t"}, {}); }

std::vector<double> switches_of(const std::string& text, double begin, double end) {
  SwitchingTimes times;
  times.add("f", formula(text));
  std::vector<double> list;
  for (double t = begin; t < end && list.size() < 10000;) {
    const SwitchSearch found = times.next(t, end, end - begin);
    EXPECT_TRUE(found.is_bounded) << text << " at " << t;
    EXPECT_GT(found.t, t) << text;
    if (!(found.t > t)) break;
    t = found.t;
    if (found.is_switch) list.push_back(t);
  }
  return list;
}

void expect_switches(const std::string& text, double begin, double end, const std::vector<double>& expected) {
  const auto found = switches_of(text, begin, end);
  ASSERT_EQ(found.size(), expected.size()) << text;
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 4 * epsilon * (std::abs(expected[i]) + end - begin)) << text;
}

TEST(Intervals, ContainTheValuesAndRatesOfEveryOperation) {
  const char* const formulas[] = {"t + 0.3",
                                  "t - 2*t*t",
                                  "t*(t - 1)",
                                  "1/(t + 3)",
                                  "t/(t^2 + 1)",
                                  "t^3",
                                  "t^2",
                                  "t^-2",
                                  "t^0.5",
                                  "(t + 3)^t",
                                  "2^t",
                                  "sin(3*t)",
                                  "cos(5*t)",
                                  "tan(t)",
                                  "asin(t/3)",
                                  "acos(t/3)",
                                  "atan(t)",
                                  "sinh(t)",
                                  "cosh(t)",
                                  "tanh(t)",
                                  "exp(-t*t)",
                                  "log(t + 3)",
                                  "log10(t + 3)",
                                  "sqrt(t + 3)",
                                  "abs(sin(2*t))",
                                  "min(t, t*t)",
                                  "max(t, 1 - t)",
                                  "hypot(t, 1)",
                                  "atan2(t, 2)",
                                  "atan2(t + 3, -t)",
                                  "smoothstep(t, -1, 1)",
                                  "-t^4 + t",
                                  "if(t < 0.5, t, 3 - t^2)",
                                  "floor(t)*t",
                                  "sign(t)*t^2",
                                  "step(t)*cos(t)"};
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-2.5, 2.5), log_width(-8, 0.5);
  for (const char* text : formulas) {
    const Expression f = formula(text);
    for (int trial = 0; trial < 200; ++trial) {
      const double a = place(random), b = a + std::pow(10, log_width(random));
      std::vector<Enclosure> e;
      for (const auto& [op, x, y, z, value] : f.tape()) {
        if (op == Operation::constant)
          e.push_back({Interval::point(value), {}});
        else if (op == Operation::input)
          e.push_back({{a, b}, Interval::point(1)});
        else
          e.push_back(op == Operation::select ? enclose_select(e[x], e[y], e[z]) : enclose(op, e[x], e[y]));
      }
      for (int k = 0; k <= 20; ++k) {
        const Taylor<double> at(k == 20 ? b : a + (b - a) * k / 20, 1, 0);
        const auto exact = f.along({&at, 1});
        if (!std::isfinite(exact.x)) continue;  // outside of the domain
        EXPECT_TRUE(e.back().value.contains(exact.x)) << text << " at " << at.x;
        // The derivative of the evaluation itself is rounded.
        const double slack = 1e-12 * (1 + std::abs(exact.d));
        if (std::isfinite(exact.d)) {
          EXPECT_GE(exact.d, e.back().rate.lo - slack) << text << " at " << at.x << " in " << a << ", " << b;
          EXPECT_LE(exact.d, e.back().rate.hi + slack) << text << " at " << at.x << " in " << a << ", " << b;
        }
      }
    }
  }
}

TEST(Switches, OfLinearArgumentsAreTheFirstDoublesOnTheOtherSide) {
  const auto found = switches_of("if(abs(t - 0.5) < 0.0005, -20000, 0)", 0, 1);
  ASSERT_EQ(found.size(), 3u);  // on, the corner of abs, off
  const auto is_on = [](double t) { return std::abs(t - 0.5) < 0.0005; };
  EXPECT_FALSE(is_on(std::nextafter(found[0], 0)));
  EXPECT_TRUE(is_on(std::nextafter(found[0], 1)));
  EXPECT_EQ(found[1], 0.5);
  EXPECT_TRUE(is_on(std::nextafter(found[2], 0)));
  EXPECT_FALSE(is_on(std::nextafter(found[2], 1)));
}

TEST(Switches, OfEveryKindAreFound) {
  expect_switches("step(t - 0.25)", 0, 1, {0.25});
  expect_switches("min(t, 0.3) + max(t - 0.7, 0)", 0, 1, {0.3, 0.7});
  expect_switches("floor(4*t)", 0, 1, {0.25, 0.5, 0.75, 1});
  expect_switches("floor(1 - 4*t)", 0, 0.6, {0.25, 0.5});  // where it has reached the whole number
  expect_switches("sign(t^3 - 0.125)", 0, 1, {0.5});
  expect_switches("smoothstep(t, 0.2, 0.4)", 0, 1, {0.2, 0.4});
  expect_switches("if(t > 0.25 && t < 0.5, 1, 0)", 0, 1, {0.25, 0.5});
  expect_switches("atan2(sin(t), cos(t))", 0, 7, {pi});
  expect_switches("max(sin(2*pi*t), 0)", 0.1, 2.1, {0.5, 1, 1.5, 2});
  expect_switches("step(sin(50*t) - 0.5)", 0, 0.2,
                  {pi / 300, pi / 60, pi / 300 + pi / 25, pi / 60 + pi / 25});
  expect_switches("t^2 + sin(t)", 0, 1, {});
}

TEST(Switches, APulseOfAMicrosecondInADayIsFound) {
  expect_switches("step(t - 40000)*step(40000.000001 - t)", 0, 86400, {40000, 40000.000001});
  // Near the top of the sine its rounding, 1e-16, moves the ends by 1e-16/sqrt(2e-13) of 1000 s.
  const auto found = switches_of("if(sin(t/1000) > 1 - 1e-13, 1, 0)", 0, 3000);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0], 1000 * std::asin(1 - 1e-13), 1e-6);
  EXPECT_NEAR(found[1], 1000 * (pi - std::asin(1 - 1e-13)), 1e-6);
}

TEST(Switches, OfFunctionsThatTouchALevelAndOfTripleZerosAreTold) {
  // It touches: one breakpoint more does no harm.
  const auto touched = switches_of("max(1 + (t - 0.4)^2, 1)", 0, 1);
  ASSERT_LE(touched.size(), 1u);
  for (const double t : touched) EXPECT_NEAR(t, 0.4, std::sqrt(epsilon));
  const auto found = switches_of("step((t - 0.4)^3)", 0, 1);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0], 0.4, 1e-14);
}

TEST(Switches, InsideOtherSwitchesAreFound) {
  // The outer condition holds only where the inner one has switched.
  expect_switches("step(if(t < 0.3, -1, t - 0.6))", 0, 1, {0.3, 0.6});
  expect_switches("step(if(t < 0.3, -1, 1))", 0, 1, {0.3});
  expect_switches("if(floor(10*t) == 3, 1, 0)", 0.25, 0.45, {0.3, 0.4});
}

TEST(Switches, WithinRoundingAreOneAndKeepBothTimes) {
  SwitchingTimes times;
  times.add("f", formula("if(t < 0.1 + 0.2, 1, 0) + if(t >= 0.3, 1, 0)"));
  const SwitchSearch found = times.next(0, 1, 1);
  EXPECT_EQ(found.first, 0.3);
  EXPECT_EQ(found.t, 0.1 + 0.2);
  EXPECT_FALSE(times.next(found.t, 1, 1).is_switch);
}

TEST(Switches, ThatCannotBeBoundedAreSaidToBe) {
  SwitchingTimes times;
  times.add("force 'f', x", formula("step(sin(t)^2 + cos(t)^2 - 1 + 1e-15)"));  // rounding decides
  bool is_bounded = true;
  int n_searches = 0;
  for (double t = 0; t < 2; ++n_searches) {
    ASSERT_LT(n_searches, 3000);
    const SwitchSearch found = times.next(t, 2, 2);
    is_bounded &= found.is_bounded;
    EXPECT_TRUE(found.is_bounded || found.label == "force 'f', x");
    t = found.t;
  }
  EXPECT_FALSE(is_bounded);
}

TEST(Switches, OfMeasuresAreNoneOfTimeAndJumpsByThemAreRemarked) {
  SwitchingTimes times;
  times.add("force 'f', x", Expression("here", "max(x, 0)", {"t", "x", "x.rate"}, {}));
  EXPECT_TRUE(times.is_empty());
  EXPECT_TRUE(times.remarks().empty()) << "a corner is seen by the error test";
  times.add("force 'g', x", Expression("here", "if(x > t, 1, 0)*step(t - 1)", {"t", "x", "x.rate"}, {}));
  ASSERT_EQ(times.remarks().size(), 1u);
  EXPECT_NE(times.remarks()[0].find("force 'g', x"), std::string::npos);
  EXPECT_EQ(times.next(0, 2, 2).t, 1) << "the part of time alone is found";
}

}  // namespace switching_test
}  // namespace pleuel
