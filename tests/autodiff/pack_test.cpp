// Four numbers at once.
#include "pleuel/autodiff/pack.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace pleuel {
namespace pack_test {

/// |x − exact| in units in the last place of `exact`.
double units(double x, long double exact) {
  const double size = std::abs(static_cast<double>(exact));
  return static_cast<double>(std::abs(x - exact)) / (std::nextafter(size, 2 * size + 1) - size);
}

TEST(Pack, SineAndCosineAreRightToThreeUnitsUpToTheLimitOfTheirReduction) {
  std::mt19937_64 random(1);
  double worst = 0;
  for (const double largest : {0.8, 10.0, 1000.0, 1.5e6}) {
    std::uniform_real_distribution<double> draw(-largest, largest);
    for (int i = 0; i < 20000; ++i) {
      const Pack x(draw(random), draw(random), draw(random), draw(random));
      const Pack s = sin(x), c = cos(x);
      for (int k = 0; k < Pack::size; ++k)
        worst = std::max({worst, units(s[k], std::sin(static_cast<long double>(x[k]))),
                          units(c[k], std::cos(static_cast<long double>(x[k])))});
    }
  }
  EXPECT_LT(worst, 3);
}

TEST(Pack, SineAndCosineOfWhatIsFarOrNotFiniteAreThoseOfTheLibrary) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Pack x(1e300, infinity, -2e6, 0.5);
  EXPECT_EQ(sin(x)[0], std::sin(1e300));
  EXPECT_TRUE(std::isnan(sin(x)[1]));
  EXPECT_EQ(cos(x)[2], std::cos(-2e6));
  EXPECT_EQ(cos(x)[3], std::cos(0.5));
}

TEST(Pack, EachNumberOfAFormulaIsThatOfTheFormulaInDouble) {
  const auto formula = [](const auto& x) {
    using std::atan2;
    using std::exp;
    using std::pow;
    using std::sqrt;
    return sqrt(1.0 + x * x) / (2.0 - x) - 3.0 * exp(-x) + pow(x, 3.0) + atan2(x, 1.0 + x);
  };
  const Pack x(0.1, 0.7, 1.3, 1.9), y = formula(x);
  for (int k = 0; k < Pack::size; ++k) {
    const double exact = formula(x[k]);
    // Products may be contracted in one and not in the other: a few roundings of terms up to 20.
    EXPECT_NEAR(y[k], exact, 100 * std::numeric_limits<double>::epsilon());
  }
}

}  // namespace pack_test
}  // namespace pleuel
