#include "pleuel/dae/error_norm.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pleuel {
namespace error_norm_test {

const std::vector<Unknown> kUnknowns = {{.name = "q1", .unit = "m", .group = Group::q, .index = 1},
                                        {.name = "v1", .unit = "m/s", .group = Group::v, .index = 2},
                                        {.name = "l1", .unit = "N", .group = Group::lambda, .index = 3}};

Tolerances tolerances() { return {Vector{{0.5, 0.25, 0.125}}, Vector{{1, 0, 1}}}; }

TEST(ErrorNorm, ScaledWeightsCarryThePowersOfTheStepThatBelongToTheIndex) {
  ErrorNorm norm(kUnknowns, tolerances(), IndexScaling::scaled);
  const Vector y{{2, -4, 8}};
  norm.update(view(y), -0.5);
  EXPECT_EQ(norm.weights()[0], 1 / (1 + 0.5 * 2));
  EXPECT_EQ(norm.weights()[1], 0.5 / (0.25 * 4));
  EXPECT_EQ(norm.weights()[2], 0.25 / (1 + 0.125 * 8));
}

TEST(ErrorNorm, StrictWeightsDoNotDependOnTheStep) {
  ErrorNorm norm(kUnknowns, tolerances(), IndexScaling::strict);
  const Vector y{{2, -4, 8}};
  norm.update(view(y), 1e-3);
  EXPECT_EQ(norm.weights()[1], 1.0);
  EXPECT_EQ(norm.weights()[2], 0.5);
}

TEST(ErrorNorm, IsTheRootOfTheMeanSquare) {
  ErrorNorm norm(kUnknowns, tolerances(), IndexScaling::strict);
  const Vector y{{2, -4, 8}};
  const Vector e{{2, -2, 4}};  // weighted: 1, −2, 2
  norm.update(view(y), 1);
  EXPECT_DOUBLE_EQ(norm(view(e)), std::sqrt(9.0 / 3));
  EXPECT_EQ(norm.worst(view(e)), 1);
}

TEST(ErrorNorm, AZeroScaleGivesAFiniteWeightThatForbidsAnyError) {
  ErrorNorm norm(kUnknowns, tolerances(), IndexScaling::strict);
  const Vector y = Vector::Zero(3);
  Vector e{{0, 0, 0}};
  norm.update(view(y), 1);
  EXPECT_EQ(norm(view(std::as_const(e))), 0);
  e[1] = 1e-30;
  EXPECT_GT(norm(view(std::as_const(e))), 1e100);
}

TEST(ErrorNorm, AnEntryThatIsNotFiniteIsTheWorst) {
  ErrorNorm norm(kUnknowns, tolerances(), IndexScaling::strict);
  const Vector y{{2, -4, 8}};
  const Vector e{{1e30, 0, std::nan("")}};
  norm.update(view(y), 1);
  EXPECT_EQ(norm.worst(view(e)), 2);
  EXPECT_FALSE(std::isfinite(norm(view(e))));
}

}  // namespace error_norm_test
}  // namespace pleuel
