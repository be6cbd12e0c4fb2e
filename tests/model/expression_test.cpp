#include "pleuel/model/expression/expression.hpp"

#include <gtest/gtest.h>

#include <array>
#include <clocale>
#include <cmath>
#include <functional>
#include <locale>
#include <thread>

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace expression_test {

double number(const std::string& text) { return Expression("here", text, {}, {}).value({}); }

std::string fault_of(const std::string& text, const std::vector<std::string>& inputs = {}) {
  try {
    Expression("here", text, inputs, {{"length", 2.0}});
  } catch (const InvalidInput& fault) {
    return fault.what();
  }
  return "accepted";
}

// f by its definition in C++, at points inside its domain.
struct Case {
  const char* text;
  std::function<double(double, double)> f;
  double x, y;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"x + y", [](double x, double y) { return x + y; }, 0.3, 0.7},
      {"x - y - 1", [](double x, double y) { return x - y - 1; }, 0.3, 0.7},
      {"x*y", [](double x, double y) { return x * y; }, 0.3, -0.7},
      {"x/y/2", [](double x, double y) { return x / y / 2; }, 0.3, 0.7},
      {"x^y", [](double x, double y) { return std::pow(x, y); }, 1.3, 0.7},
      {"x^3", [](double x, double) { return x * x * x; }, -1.3, 0},
      {"-x^2", [](double x, double) { return -x * x; }, -1.3, 0},
      {"2^x^y", [](double x, double y) { return std::pow(2, std::pow(x, y)); }, 1.3, 0.7},
      {"2^-x", [](double x, double) { return std::pow(2, -x); }, 1.3, 0},
      {"+x - -y", [](double x, double y) { return x + y; }, 1.3, 2},
      {"sin(x)", [](double x, double) { return std::sin(x); }, 0.8, 0},
      {"cos(x)", [](double x, double) { return std::cos(x); }, 0.8, 0},
      {"tan(x)", [](double x, double) { return std::tan(x); }, 0.8, 0},
      {"asin(x)", [](double x, double) { return std::asin(x); }, 0.4, 0},
      {"acos(x)", [](double x, double) { return std::acos(x); }, 0.4, 0},
      {"atan(x)", [](double x, double) { return std::atan(x); }, 0.8, 0},
      {"atan2(x, y)", [](double x, double y) { return std::atan2(x, y); }, 0.8, -0.6},
      {"sinh(x)", [](double x, double) { return std::sinh(x); }, 0.8, 0},
      {"cosh(x)", [](double x, double) { return std::cosh(x); }, 0.8, 0},
      {"tanh(x)", [](double x, double) { return std::tanh(x); }, 0.8, 0},
      {"exp(x*y)", [](double x, double y) { return std::exp(x * y); }, 0.8, 0.3},
      {"log(x)", [](double x, double) { return std::log(x); }, 0.8, 0},
      {"log10(x)", [](double x, double) { return std::log10(x); }, 0.8, 0},
      {"sqrt(x)", [](double x, double) { return std::sqrt(x); }, 0.8, 0},
      {"abs(x)", [](double x, double) { return std::abs(x); }, -0.8, 0},
      {"sign(x)*y", [](double, double y) { return -y; }, -0.8, 2},
      {"floor(x)*y", [](double, double y) { return 2 * y; }, 2.8, 2},
      {"step(x)*y", [](double, double y) { return y; }, 0.0, 2},
      {"step(x)*y", [](double, double) { return 0.0; }, -0.1, 2},
      {"hypot(x, y)", [](double x, double y) { return std::hypot(x, y); }, 0.8, -0.6},
      {"pow(x, y)", [](double x, double y) { return std::pow(x, y); }, 0.8, -0.6},
      {"min(x, y, 3)", [](double x, double) { return x; }, 0.8, 0.9},
      {"max(x, y, -3)", [](double, double y) { return y; }, 0.8, 0.9},
      {"if(x < y, x*x, y)", [](double x, double) { return x * x; }, 0.8, 0.9},
      {"if(x > y, x*x, y^2)", [](double, double y) { return y * y; }, 0.8, 0.9},
      {"smoothstep(x, 1, 3)",
       [](double x, double) {
         const double u = (x - 1) / 2;
         return u * u * u * (10 - 15 * u + 6 * u * u);
       },
       1.7, 0},
      {"smoothstep(x, 1, y)", [](double, double) { return 1.0; }, 4.0, 3},
      {"smoothstep(x, 1, 3) + y", [](double, double y) { return y; }, 0.5, 3},
      {"(x <= y) + 2*(x >= y) + 4*(x == y) + 8*(x != y)", [](double, double) { return 9.0; }, 1, 2},
      {"(x < y && y > 0) + 2*(x > y || y == 0)", [](double, double) { return 1.0; }, 1, 2},
      {"sin(x*y + 1)^2/(1 + exp(-x))*cos(y)",
       [](double x, double y) { return std::pow(std::sin(x * y + 1), 2) / (1 + std::exp(-x)) * std::cos(y); },
       0.4, 1.1},
  };
  return all;
}

TEST(Expression, EveryOperatorAndFunctionHasItsValue) {
  for (const auto& c : cases()) {
    const Expression f("here", c.text, {"x", "y"}, {});
    const double at[] = {c.x, c.y};
    EXPECT_NEAR(f.value(at), c.f(c.x, c.y), 1e-14 * (1 + std::abs(c.f(c.x, c.y)))) << c.text;
  }
}

// Central differences with h = 1e-4 err by h² f'''/6 ~ 1e-8 and by rounding 1e-16/h = 1e-12; second
// ones by 1e-16/h² = 1e-8.
TEST(Expression, EveryGradientAgreesWithDifferencesOfTheDefinition) {
  const double h = 1e-4;
  for (const auto& c : cases()) {
    if (std::string(c.text).starts_with("step") && c.x == 0) continue;  // jumps there
    const Expression f("here", c.text, {"x", "y"}, {});
    const double at[] = {c.x, c.y};
    double gradient[2];
    EXPECT_EQ(f.gradient(at, gradient), f.value(at)) << c.text;
    const double by_x = (c.f(c.x + h, c.y) - c.f(c.x - h, c.y)) / (2 * h);
    const double by_y = (c.f(c.x, c.y + h) - c.f(c.x, c.y - h)) / (2 * h);
    EXPECT_NEAR(gradient[0], by_x, 1e-6 * (1 + std::abs(by_x))) << c.text;
    EXPECT_NEAR(gradient[1], by_y, 1e-6 * (1 + std::abs(by_y))) << c.text;
  }
}

TEST(Expression, EveryCurveHasTheDerivativesOfItsDifferences) {
  const double h = 1e-4;
  for (const auto& c : cases()) {
    if (std::string(c.text).starts_with("step") && c.x == 0) continue;
    const Expression f("here", c.text, {"x", "y"}, {});
    // x(τ) = x + 0.3τ + 0.4τ²/2, y(τ) = y − 0.2τ + 0.5τ²/2
    const Taylor<double> curve[] = {{c.x, 0.3, 0.4}, {c.y, -0.2, 0.5}};
    const auto on_curve = [&](double s) {
      return c.f(c.x + 0.3 * s + 0.2 * s * s, c.y - 0.2 * s + 0.25 * s * s);
    };
    const auto result = f.along(curve);
    const double first = (on_curve(h) - on_curve(-h)) / (2 * h);
    const double second = (on_curve(h) - 2 * on_curve(0) + on_curve(-h)) / (h * h);
    EXPECT_NEAR(result.x, on_curve(0), 1e-14 * (1 + std::abs(on_curve(0)))) << c.text;
    EXPECT_NEAR(result.d, first, 1e-6 * (1 + std::abs(first))) << c.text;
    EXPECT_NEAR(result.dd, second, 1e-5 * (1 + std::abs(second))) << c.text;
  }
}

TEST(Expression, PolynomialsHaveDerivativesAtZeroAndBelow) {
  const Expression f("here", "x^2 + 3*x^1 + x^0 + x^3", {"x"}, {});
  const Taylor<double> at[] = {{0.0, 1.0, 0.0}};
  const auto result = f.along(at);
  EXPECT_EQ(result.x, 1);
  EXPECT_EQ(result.d, 3);
  EXPECT_EQ(result.dd, 2);
}

TEST(Expression, ABranchNotTakenDoesNotSpoilTheDerivative) {
  const Expression f("here", "if(x > 0, sqrt(x), 0) + if(x > 0, 1/x, x)", {"x"}, {});
  const double at[] = {0.0};
  double gradient[1];
  EXPECT_EQ(f.gradient(at, gradient), 0);
  EXPECT_EQ(gradient[0], 1);
  const Taylor<double> curve[] = {{0.0, 2.0, 0.0}};
  EXPECT_EQ(f.along(curve).d, 2);
}

TEST(Expression, ConstantPartsAreFoldedAndUnusedInputsKnown) {
  const Expression folded("here", "2*pi*length + 0*3", {"x"}, {{"length", 0.5}});
  EXPECT_TRUE(folded.is_constant());
  EXPECT_DOUBLE_EQ(folded.value(std::array{7.0}), std::acos(-1.0));
  const Expression f("here", "3*y", {"x", "y"}, {});
  EXPECT_FALSE(f.uses(0));
  EXPECT_TRUE(f.uses(1));
  EXPECT_FALSE(f.is_constant());
  EXPECT_FALSE(Expression("here", "if(1, y, x)", {"x", "y"}, {}).uses(0));
}

TEST(Expression, ConstantAndTimesAndTheDefaultAreWhatTheySay) {
  EXPECT_EQ(Expression().value({}), 0);
  EXPECT_TRUE(Expression().is_constant());
  EXPECT_EQ(Expression::constant(4, 1).value(std::array{1.0}), 4);
  EXPECT_EQ(Expression::constant(4, 1).times(2).value(std::array{1.0}), 8);
  EXPECT_EQ(Expression("here", "x + 1", {"x"}, {}).times(3).value(std::array{1.0}), 6);
}

TEST(Expression, NamesMayHoldADot) {
  const Expression f("here", "k*(spring.rate + .5)", {"spring", "spring.rate"}, {{"k", 2.0}});
  EXPECT_EQ(f.value(std::array{1.0, 3.0}), 7);
}

class CommaPunct : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(Expression, NoLocaleChangesWhatANumberIs) {
  const std::string c_before = std::setlocale(LC_ALL, nullptr);
  const auto before = std::locale::global(std::locale(std::locale::classic(), new CommaPunct));
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // where it is installed
  EXPECT_EQ(number("1.5e3 + 0.25"), 1500.25);
  EXPECT_EQ(number("min(1, 5)"), 1);
  EXPECT_NE(fault_of("1,5").find("decimals have a point"), std::string::npos);
  std::locale::global(before);
  std::setlocale(LC_ALL, c_before.c_str());
}

TEST(Expression, NestingIsLimitedByTheLengthAlone) {
  const int depth = 1900;
  EXPECT_EQ(number(std::string(depth, '(') + "1" + std::string(depth, ')')), 1);
  std::string nested = "x";
  for (int i = 0; i < 600; ++i) nested = "sin(" + nested + ")";
  const Expression f("here", nested, {"x"}, {});
  double expected = 0.5;
  for (int i = 0; i < 600; ++i) expected = std::sin(expected);
  EXPECT_EQ(f.value(std::array{0.5}), expected);
}

TEST(Expression, TooLongFormulasAreRefusedWithTheLimit) {
  std::string sum = "x";
  for (int i = 0; i < 999; ++i) sum += "+x";
  EXPECT_NE(fault_of(sum, {"x"}).find("may have 998"), std::string::npos) << fault_of(sum, {"x"});
  EXPECT_NE(fault_of(std::string(5000, '1')).find("may have 4000"), std::string::npos);
}

TEST(Expression, FaultsNameTheColumnAndTheRemedy) {
  const std::vector<std::pair<std::string, std::string>> faults = {
      {"", "is empty"},
      {"2 +", "column 4: the formula ends too early"},
      {"2*lenght", "column 3: unknown name 'lenght'; did you mean 'length'?"},
      {"sin", "column 1: the function 'sin' needs its arguments in parentheses"},
      {"sin 1", "needs its arguments in parentheses"},
      {"1 ? 2 : 3", "column 3: there is no 'c ? a : b' here; write if(c, a, b)"},
      {"length = 3", "column 8: '=' assigns nothing here; compare with =="},
      {"2 length", "column 3: an operator is missing here"},
      {"(1 + 2", "a closing parenthesis is missing"},
      {"1 + 2)", "column 6: this parenthesis is not expected"},
      {"1,5", "holds 2 values; one is wanted, and decimals have a point"},
      {"(1,5)", "a comma separates arguments"},
      {"atan2(1)", "too few arguments for 'atan2'"},
      {"sin(1, 2)", "too many arguments for 'sin'"},
      {"1 + \"a\"", "column 5: '\"' has no meaning"},
      {"5 % 2", "column 3: there is no '%'"},
      {"2·3", "column 2: letters beyond ASCII"},
      {"1e999", "column 1: this number is too large"},
      {"1/0", "not finite"},
      {"sqrt(-1)", "not finite"},
      {"* 2", "column 1: this sign is not expected here"},
  };
  for (const auto& [text, expected] : faults) {
    const auto sentence = fault_of(text);
    EXPECT_NE(sentence.find(expected), std::string::npos) << text << ": " << sentence;
    EXPECT_TRUE(sentence.starts_with("here: ")) << sentence;
  }
}

TEST(Expression, AFaultLeavesTheNextFormulaUntouched) {
  EXPECT_NE(fault_of("1 + (2"), "accepted");
  EXPECT_EQ(number("1 + 2"), 3);
}

TEST(Expression, ThreadsParseAndEvaluateSideBySide) {
  const Expression shared("here", "x^2", {"x"}, {});
  std::vector<std::thread> threads;
  std::array<double, 4> sums{};
  for (int k = 0; k < 4; ++k) {
    threads.emplace_back([&, k] {
      for (int i = 0; i < 200; ++i) {
        const Expression own("here", "x + " + std::to_string(i), {"x"}, {});
        sums[k] += own.value(std::array{1.0 * k}) + shared.value(std::array{1.0 * i});
      }
    });
  }
  for (auto& thread : threads) thread.join();
  double sum = 0;
  for (int i = 0; i < 200; ++i) sum += i + 1.0 * i * i;
  for (int k = 0; k < 4; ++k) EXPECT_EQ(sums[k], sum + 200.0 * k);
}

}  // namespace expression_test
}  // namespace pleuel
