#include "pleuel/dae/tolerances.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace tolerances_test {

const std::vector<Unknown> kUnknowns = {{.name = "phi1", .unit = "rad", .group = Group::q},
                                        {.name = "omega1", .unit = "rad/s", .group = Group::v},
                                        {.name = "omega2", .unit = "rad/s", .group = Group::v}};

TEST(Tolerances, ANameWinsOverAGroupAndAGroupOverTheCommonValue) {
  const Tolerances t = resolve(
      {.rtol = 1e-3, .atol = 1e-4, .rtol_of = {{"v", 1e-5}, {"omega2", 1e-7}}, .atol_of = {{"v", 0.0}}},
      kUnknowns);
  EXPECT_EQ(t.rtol, (Vector{{1e-3, 1e-5, 1e-7}}));
  EXPECT_EQ(t.atol, (Vector{{1e-4, 0, 0}}));
}

TEST(Tolerances, AGroupWithoutUnknownsIsAllowed) {
  EXPECT_NO_THROW(resolve({.rtol_of = {{"eta", 1e-3}}}, kUnknowns));
}

TEST(Tolerances, OneOrMoreIsNoRelativeTolerance) {
  EXPECT_THROW(resolve({.rtol = 6}, kUnknowns), InvalidInput);
  EXPECT_NO_THROW(resolve({.rtol = 0.5, .rtol_of = {{"v", 10}}}, kUnknowns));
}

TEST(Tolerances, AllFaultsAreStatedAtOnce) {
  try {
    resolve({.rtol = 0, .atol = -1, .rtol_of = {{"omega3", 1e-3}}, .atol_of = {{"q", std::nan("")}}},
            kUnknowns);
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    ASSERT_EQ(error.faults().size(), 4u);
    EXPECT_NE(error.faults()[0].find("rtol is 0"), std::string::npos);
    EXPECT_NE(error.faults()[1].find("atol is -1"), std::string::npos);
    EXPECT_NE(error.faults()[2].find("omega3"), std::string::npos);
    EXPECT_NE(error.faults()[3].find("'q'"), std::string::npos);
  }
}

}  // namespace tolerances_test
}  // namespace pleuel
