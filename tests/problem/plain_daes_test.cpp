// The digits of the plain DAEs, computed by a method that shares nothing with those of the package.
#include <gtest/gtest.h>

#include "pleuel/problem/robertson.hpp"
#include "pleuel/problem/robertson_equations.hpp"
#include "pleuel/problem/van_der_pol.hpp"
#include "pleuel/problem/van_der_pol_equations.hpp"
#include "problem/stiff_extrapolation.hpp"

namespace pleuel {
namespace plain_daes_test {

Vector published(const Problem& problem) {
  const Case built = problem.build(OptionValues(problem.options, {}));
  return built.reference(built.t_end)->y;
}

// Errors of 1e-11 a step, of which the stiff parts forget all but the phase. The digits do not
// belong to the start (2, −0.66) that is in use as well: that one ends at 1.70616743754.
TEST(VanDerPol, ExtrapolationInExtendedPrecisionGivesThePublishedDigits) {
  pleuel::testing::StiffExtrapolation<VanDerPolEquations, 2> extrapolation({}, 1e-11L, {1, 1});
  const auto y = extrapolation.integrate({2, 0}, 2, 1e-7L);
  const Vector digits = published(van_der_pol_problem());
  for (int i = 0; i < 2; ++i)
    EXPECT_NEAR(static_cast<double>(y[i]), digits[i], 1e-11 * std::abs(digits[i])) << extrapolation.n_steps;
}

// Errors of 1e-10 a step, and contraction towards the slow solution.
TEST(Robertson, ExtrapolationInExtendedPrecisionGivesThePublishedDigits) {
  pleuel::testing::StiffExtrapolation<RobertsonEquations, 3> extrapolation({}, 1e-10L,
                                                                           {1e-9L, 1e-14L, 1e-3L});
  const auto y = extrapolation.integrate({1, 0, 0}, 1e11L, 1e-6L);
  const Vector digits = published(robertson_problem());
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(static_cast<double>(y[i]), digits[i], 1e-9 * std::abs(digits[i])) << extrapolation.n_steps;
}

}  // namespace plain_daes_test
}  // namespace pleuel
