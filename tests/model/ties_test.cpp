// Where pieces of a formula meet, it has the values and derivatives of the side into which it goes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "pleuel/model/expression/expression.hpp"
#include "pleuel/model/force/force_law.hpp"

namespace pleuel {
namespace ties_test {

Taylor<double> forward(const std::string& text, double t) {
  const Taylor<double> time(t, 1, 0);
  return Expression("here", text, {"t"}, {}).along({&time, 1});
}

struct Tie {
  const char* text;
  double t;
  double x, d, dd;  // of the side after t, from the definition
};

TEST(Ties, DerivativesOfFunctionsOfTimeAreThoseOfTheSideAfter) {
  const Tie ties[] = {
      {"min(t, 1)", 1, 1, 0, 0},
      {"min(1, t)", 1, 1, 0, 0},
      {"max(t - 1, 0)", 1, 0, 1, 0},
      {"max(0, t - 1)", 1, 0, 1, 0},
      {"min(1 - t, 0)", 1, 0, -1, 0},
      {"abs(1 - t)", 1, 0, 1, 0},
      {"abs(t - 1)", 1, 0, 1, 0},
      {"abs((t - 1)^2)", 1, 0, 0, 2},
      {"max((t - 1)^2, 0)", 1, 0, 0, 2},  // equal in first derivatives, told by the second
      {"min((t - 1)^2, 0*t)", 1, 0, 0, 0},
      {"max(-(t - 1)^2, 0)", 1, 0, 0, 0},
      {"min(t, 1)^2/2 + max(t - 1, 0)", 1, 0.5, 1, 0},
      {"max(max(t - 1, 0), 0)", 1, 0, 1, 0},  // one tie inside another
      {"if(t < 1, t^2, 2*t - 1)", 1, 1, 2, 0},
      {"if(t <= 1, t^2, 2*t - 1)", 1, 1, 2, 0},
      {"if(t > 1, 2*t - 1, t^2)", 1, 1, 2, 0},
      {"if(1 >= t, t^2, 2*t - 1)", 1, 1, 2, 0},
      {"step(t - 1)*t", 1, 1, 1, 0},
      {"step(1 - t)*t", 1, 0, 0, 0},
      {"sign(t - 1)*t", 1, 1, 1, 0},
      {"sign(1 - t)*t", 1, -1, -1, 0},
      {"t - floor(t)", 1, 0, 1, 0},
      {"floor(2 - t)", 1, 0, 0, 0},
      {"atan2(-(t - 1), -1)", 1, -std::numbers::pi, 1, 0},
      {"if(t > 0 && t <= 1, 5, 7)", 1, 7, 0, 0},
  };
  for (const auto& [text, t, x, d, dd] : ties) {
    const auto result = forward(text, t);
    EXPECT_DOUBLE_EQ(result.x, x) << text;
    EXPECT_DOUBLE_EQ(result.d, d) << text;
    EXPECT_DOUBLE_EQ(result.dd, dd) << text;
  }
}

TEST(Ties, TheSideBeforeIsWhatTheLastDoubleBeforeSees) {
  const double before = std::nextafter(1.0, 0.0);
  EXPECT_EQ(forward("min(t, 1)", before).d, 1);
  EXPECT_EQ(forward("if(t <= 1, 5, 7)", before).x, 5);
}

TEST(Ties, AFormulaThatIsNotFiniteOnTheSideToComeKeepsItsValueAtThePoint) {
  EXPECT_EQ(forward("if(t > 0, sin(t)/t, 1)", 0).x, 1);
  EXPECT_EQ(forward("if(t > 0, exp(-1/t), 0)", 0).d, 0);
  EXPECT_EQ(forward("if(t != 0, sin(t)/t, 1)", 0).x, 1);
}

TEST(Ties, ALawOfMeasuresTakesTheSideOfTheirRates) {
  // Inputs: t, a measure and its rate, the scalar and its rate.
  const auto law = [](const char* text) {
    return LawFunction({Expression("here", text, {"t", "m", "m.rate", "x", "x.rate"}, {}), {0}});
  };
  LawPoint at{.t = 1, .value = 2, .rate = -3};
  at.measured[0] = 2;
  at.measured[1] = 4;  // m goes up, x goes down, and they meet at 2
  EXPECT_EQ(law("max(m, x)").derivatives(at).by_measured[0], 1);
  EXPECT_EQ(law("max(x, m)").derivatives(at).by_value, 0);
  EXPECT_EQ(law("min(m, x)").derivatives(at).by_value, 1);
  EXPECT_EQ(law("abs(x - 2)").derivatives(at).by_value, -1);
  EXPECT_EQ(law("if(x >= 2, 10, 20)").value(at), 20);
  EXPECT_EQ(law("if(x >= 2, 10, 20)").derivatives(at).value, 20);
  EXPECT_EQ(law("if(t <= 1, 10, 20)").value(at), 20);
  at.measured[1] = -4;
  EXPECT_EQ(law("max(m, x)").derivatives(at).by_value, 1) << "both go down, m faster";
}

TEST(Ties, ValuesWithoutRatesAreThoseAtThePoint) {
  const Expression f("here", "if(i <= 3, 5, 7) + min(i, 3)", {"i"}, {});
  const double at[] = {3.0};
  EXPECT_EQ(f.value(at), 8);
}

}  // namespace ties_test
}  // namespace pleuel
