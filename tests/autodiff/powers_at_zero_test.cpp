// Powers where a coordinate passes through zero.
#include <gtest/gtest.h>

#include "pleuel/autodiff/dual.hpp"
#include "pleuel/autodiff/taylor.hpp"

namespace pleuel {
namespace powers_at_zero_test {

TEST(Powers, HaveAllDerivativesAtZeroThatTheProductHas) {
  // An author writes pow(x, 2) for x·x; a level of a constraint and its gradient then need three
  // derivatives.
  for (int p : {1, 2, 3}) {
    using Inner = Dual<1>;
    Inner value(0.0);
    value.d[0] = 1;
    const Taylor<Inner> x(value, Inner(1.3), Inner(-0.6));
    Taylor<Inner> product = x;
    for (int k = 1; k < p; ++k) product *= x;
    const Taylor<Inner> power = pow(x, p);
    EXPECT_EQ(power.d.x, product.d.x) << p;
    EXPECT_EQ(power.d.d[0], product.d.d[0]) << p;
    EXPECT_EQ(power.dd.x, product.dd.x) << p;
    EXPECT_EQ(power.dd.d[0], product.dd.d[0]) << p;
  }
}

}  // namespace powers_at_zero_test
}  // namespace pleuel
