#include "pleuel/run/part_modes.hpp"

#include <gtest/gtest.h>

#include "pleuel/base/error.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace part_modes_test {

// [MM08, II.19.3]: the frequencies are printed without decimals.
TEST(PartModes, OfTheRodOfTheSliderCrankAreThePrintedOnes) {
  const PartModes rod = part_modes_of(standard_catalogue(), {"slider-crank"}, "rod");
  ASSERT_EQ(rod.omega.size(), 4);
  const double printed[] = {1277, 5107, 6841, 24613};
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(rod.omega[k], printed[k], 0.5) << k;
}

TEST(PartModes, NameTheElasticBodiesIfThePartIsNoneOfThem) {
  try {
    (void)part_modes_of(standard_catalogue(), {"slider-crank"}, "crank");
    FAIL();
  } catch (const InvalidInput& fault) {
    EXPECT_NE(std::string(fault.what()).find("rod"), std::string::npos) << fault.what();
  }
  EXPECT_THROW((void)part_modes_of(standard_catalogue(), {"pendulum"}, "rod"), InvalidInput);
}

}  // namespace part_modes_test
}  // namespace pleuel
