#include "pleuel/dae/failure.hpp"

#include <gtest/gtest.h>

#include "pleuel/dae/unknown.hpp"

namespace pleuel {
namespace failure_test {

TEST(Failure, DescriptionHoldsEveryField) {
  const Failure failure{.kind = FailureKind::newton_divergence,
                        .what = "it does not converge",
                        .method = "radau5",
                        .formulation = "ggl1",
                        .t = 0.25,
                        .h = 1e-9,
                        .order = 5,
                        .inequality = "theta = 1.5 >= 0.99",
                        .worst = "lambda3",
                        .recent_steps = {0.125, 0.0625},
                        .causes = {"a singular position"},
                        .remedy = "look at the crank"};
  const std::string text = describe(failure);
  for (const char* part :
       {"newton divergence", "it does not converge", "radau5", "ggl1", "0.25", "1e-09", "order 5",
        "theta = 1.5 >= 0.99", "lambda3", "0.125 0.0625", "a singular position", "look at the crank"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " is missing in\n" << text;
  }
}

TEST(Group, NamesAreThoseOfTheCommandLine) {
  EXPECT_STREQ(name_of(Group::lambda), "lambda");
  EXPECT_STREQ(name_of(Group::eta), "eta");
  EXPECT_STREQ(name_of(Group::y), "y");
}

}  // namespace failure_test
}  // namespace pleuel
