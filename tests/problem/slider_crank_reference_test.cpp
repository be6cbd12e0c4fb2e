#include "pleuel/problem/slider_crank_reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "pleuel/problem/slider_crank.hpp"
#include "problem/extrapolation.hpp"

namespace pleuel {
namespace slider_crank_reference_test {

using namespace pleuel::testing;
using Parameters = SliderCrankParameters;
using System = Plain<SliderCrankEquations>;

Parameters parameters_of(const SliderCrankVariant& variant) {
  return {.beam = variant.beam,
          .damping = variant.damping,
          .mass = variant.mass,
          .pi = variant.pi == PiDigits::exact ? std::numbers::pi : 3.1415927};
}

std::vector<SliderCrankVariant> all_variants() {
  std::vector<SliderCrankVariant> variants;
  for (const auto beam : {Parameters::Beam::linear, Parameters::Beam::nonlinear}) {
    for (const auto damping : {Parameters::Damping::off, Parameters::Damping::on}) {
      for (const auto start : {SliderCrankStart::smooth, SliderCrankStart::rigid}) {
        for (const auto pi : {PiDigits::published, PiDigits::exact})
          variants.push_back({beam, damping, start, pi});
      }
    }
  }
  return variants;
}

Case case_with(const Settings& settings) {
  const Problem problem = slider_crank_problem();
  return problem.build(OptionValues(problem.options, settings));
}

Vector integrate(const SliderCrankVariant& variant, int n_steps) {
  const Parameters parameters = parameters_of(variant);
  const auto start = slider_crank_initial_values(parameters, variant.start);
  return integrate_index_1(System{SliderCrankEquations(parameters)}, start.q, start.v, 0.1, n_steps);
}

TEST(SliderCrankReference, SatisfiesTheIndexOneEquationsInEveryVariant) {
  for (const auto& variant : all_variants()) {
    const auto values = slider_crank_end_values(variant);
    ASSERT_TRUE(values);
    const Vector y = Eigen::Map<const Vector>(values->data(), 24);
    const Vector q = y.head(7), v = y.segment(7, 7);
    const System system{SliderCrankEquations(parameters_of(variant))};
    EXPECT_LE(system.constraint(0.1, q).cwiseAbs().maxCoeff(), 1e-15);
    EXPECT_LE(system.rate(0.1, q, v).cwiseAbs().maxCoeff(), 1e-13);
    const Vector found = system.accelerations_and_multipliers(0.1, q, v);
    // K_Δ q of 1e9 N/m times 1e-21 m, and forces of 100 N rounded, on 0.1 kg: 1e-11
    for (int i = 0; i < 10; ++i) EXPECT_NEAR(found[i], y[14 + i], 1e-9 + 1e-12 * std::abs(y[14 + i])) << i;
  }
}

TEST(SliderCrankReference, IsReachedByExtrapolationInEveryVariant) {
  for (const auto& variant : all_variants()) {
    const auto values = *slider_crank_end_values(variant);
    const Vector end = integrate(variant, 3000);
    for (int i = 0; i < 7; ++i) EXPECT_NEAR(end[i] / values[i], 1, 1e-8) << i;
    for (int i = 7; i < 14; ++i) EXPECT_NEAR(end[i], values[i], 1e-7) << i;
  }
}

// [MM08, Table II.19.2], q1 … q4: the digits decide between π and the 3.1415927 of the source's
// program.
TEST(SliderCrankReference, PublishedDigitsBelongToSevenDigitsOfPi) {
  const double published[] = {1.893192899613509e-4, 2.375751249879174e-5, -5.323896770569702e-6,
                              -8.363313279112129e-6};
  const auto worst = [&](PiDigits pi) {
    const auto values = *slider_crank_end_values({.pi = pi});
    double error = 0;
    for (int i = 0; i < 4; ++i) error = std::max(error, std::abs(values[3 + i] / published[i] - 1));
    return -std::log10(error);
  };
  EXPECT_GT(worst(PiDigits::published), 9.5);
  EXPECT_NEAR(worst(PiDigits::exact), 6.7, 0.05);
}

TEST(SliderCrankCase, HasReferencesForThePublishedNumbersOnly) {
  EXPECT_TRUE(case_with({}).reference(0.1));
  EXPECT_FALSE(case_with({}).reference(0.05));
  for (const Settings& other : {Settings{{"omega", "100"}}, Settings{{"gravity", "9.81"}},
                                Settings{{"E", "1e11"}}, Settings{{"mass", "consistent"}},
                                Settings{{"mass", "consistent"}, {"pi", "exact"}, {"start", "rigid"}}}) {
    EXPECT_FALSE(case_with(other).reference(0.1));
  }
  EXPECT_TRUE(case_with({{"mass", "consistent"}, {"pi", "exact"}}).reference(0.1));
  const auto chosen =
      case_with({{"beam", "nonlinear"}, {"damping", "on"}, {"start", "rigid"}, {"pi", "exact"}});
  EXPECT_EQ(chosen.reference(0.1)->y[3], 0.0000984642579411372881);
  EXPECT_EQ(chosen.reference(0.1)->scd_components, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 21, 22, 23}));
}

TEST(SliderCrankCase, TellsWhatTheSettingsMean) {
  EXPECT_EQ(case_with({}).remarks.size(), 1u);
  EXPECT_EQ(case_with({{"omega", "100"}}).remarks.size(), 2u);
  EXPECT_EQ(case_with({{"omega", "100"}, {"start", "rigid"}}).remarks.size(), 1u);
}

// q1 decides: 2e-7 lie between the two values of π.
TEST(SliderCrankReference, ForConsistentMassBelongsToExactPi) {
  const SliderCrankVariant variant{.pi = PiDigits::exact, .mass = Parameters::Mass::consistent};
  EXPECT_FALSE(slider_crank_end_values({.mass = Parameters::Mass::consistent}));
  const auto values = *slider_crank_end_values(variant);
  const Vector end = integrate(variant, 10000);
  for (int i = 0; i < 7; ++i) EXPECT_NEAR(end[i] / values[i], 1, 1e-9) << i;
  for (int i = 7; i < 14; ++i) EXPECT_NEAR(end[i], values[i], 3e-9) << i;

  const System system{SliderCrankEquations(parameters_of(variant))};
  const Vector q = end.head(7), v = end.tail(7);
  const Vector lambda = system.accelerations_and_multipliers(0.1, q, v).tail(3);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(lambda[i] / values[21 + i], 1, 1e-8) << i;
}

}  // namespace slider_crank_reference_test
}  // namespace pleuel
