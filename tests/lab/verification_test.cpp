#include "pleuel/lab/verification.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace verification_test {

TEST(Verification, EveryVariantWithReferenceDigitsIsRun) {
  std::set<std::string> variants;
  std::atomic<bool> stop = true;  // the list is wanted, not the runs
  int n_all = 0;
  VerificationWatch watch;
  watch.stop = &stop;
  watch.begin = [&](int, int all, const VerificationLine&) { n_all = all; };
  const Verification verification = verify(standard_catalogue(), {.cases = {"slider-crank"}}, watch);
  EXPECT_TRUE(verification.is_interrupted);
  // 16 variants with the published mass and one with the consistent one, each in two formulations.
  EXPECT_EQ(n_all, 2 * 17);
}

TEST(Verification, SmallProblemsMeetTheirDigits) {
  const Verification verification =
      verify(standard_catalogue(), {.cases = {"andrews", "spring-pendulum"}, .rtol = 1e-7});
  ASSERT_GE(verification.lines.size(), 4u);
  for (const VerificationLine& line : verification.lines) {
    EXPECT_TRUE(line.is_met) << line.case_name << ": " << line.message;
    EXPECT_GT(line.wanted, 3);
    EXPECT_LT(line.wanted, 7);
  }
  EXPECT_TRUE(verification.is_met());
}

TEST(Verification, AProblemIsRunUnderTheFormulationsItIsMadeFor) {
  // The bolt's digits are those of equilibria; as a motion it has none, and takes billions of
  // steps.
  const Verification bolt = verify(standard_catalogue(), {.cases = {"bolt"}, .rtol = 1e-6});
  ASSERT_EQ(bolt.lines.size(), 1u);
  EXPECT_EQ(bolt.lines.front().formulation, "qs");
  EXPECT_TRUE(bolt.lines.front().is_met) << bolt.lines.front().message;
}

TEST(Verification, AWrongReferenceFallsShort) {
  Catalogue catalogue = standard_catalogue();
  auto& problem =
      *std::ranges::find_if(catalogue.problems, [](const Problem& p) { return p.name == "andrews"; });
  problem.build = [build = problem.build](const OptionValues& options) {
    Case built = build(options);
    built.reference = [reference = built.reference](double t_end) {
      auto wrong = reference(t_end);
      wrong->y[0] += 1e-2;  // of 15.8: three digits
      return wrong;
    };
    return built;
  };
  const Verification verification = verify(catalogue, {.cases = {"andrews"}, .rtol = 1e-7});
  EXPECT_FALSE(verification.is_met());
  for (const VerificationLine& line : verification.lines) EXPECT_NE(line.message, "");
}

TEST(Verification, ACaseWithoutDigitsAndAnUnknownOneAreFaults) {
  EXPECT_THROW((void)verify(standard_catalogue(), {.cases = {"chain"}}), InvalidInput);
  EXPECT_THROW((void)verify(standard_catalogue(), {.cases = {"chian"}}), InvalidInput);
  EXPECT_THROW((void)verify(standard_catalogue(), {.cases = {"andrews"}, .methods = {"radua5"}}),
               InvalidInput);
}

}  // namespace verification_test
}  // namespace pleuel
