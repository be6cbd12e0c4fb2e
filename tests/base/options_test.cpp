#include "pleuel/base/options.hpp"

#include <gtest/gtest.h>

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace options_test {

OptionSpecs specs() {
  return {{.name = "damping", .default_value = "0.5", .help = "damping ratio", .minimum = 0, .maximum = 1},
          {.name = "pi", .default_value = "published", .help = "which pi", .choices = {"published", "exact"}},
          {.name = "order",
           .default_value = "auto",
           .help = "order of the method",
           .choices = {"auto"},
           .number_allowed = true,
           .minimum = 1,
           .maximum = 13}};
}

std::vector<std::string> faults_of(const Settings& settings) {
  try {
    OptionValues values(specs(), settings);
  } catch (const InvalidInput& error) {
    return error.faults();
  }
  return {};
}

TEST(OptionValues, HoldsDefaultsWhereNothingIsSet) {
  const OptionValues values(specs(), {});
  EXPECT_EQ(values.number("damping"), 0.5);
  EXPECT_TRUE(values.is("pi", "published"));
  EXPECT_TRUE(values.is("order", "auto"));
}

TEST(OptionValues, TakesItsOwnSettingsAndLeavesOthersAlone) {
  const OptionValues values(specs(), {{"damping", "0.25"}, {"order", "5"}, {"foreign", "x"}});
  EXPECT_EQ(values.number("damping"), 0.25);
  EXPECT_EQ(values.number("order"), 5);
}

TEST(OptionValues, StatesEveryFaultWithTheValueAndWhatIsAllowed) {
  const auto faults = faults_of({{"damping", "2"}, {"pi", "exakt"}, {"order", "nan"}});
  ASSERT_EQ(faults.size(), 3u);
  EXPECT_EQ(faults[0], "option 'damping' is '2', but must be a number from 0 to 1");
  EXPECT_EQ(faults[1], "option 'pi' is 'exakt', but must be one of published, exact; did you mean 'exact'?");
  EXPECT_EQ(faults[2], "option 'order' is 'nan', but must be one of auto, or a number from 1 to 13");
}

TEST(OptionValues, AcceptsTheBoundsThemselvesAndRefusesWhatLiesBeyond) {
  EXPECT_TRUE(faults_of({{"damping", "0"}}).empty());
  EXPECT_TRUE(faults_of({{"damping", "1"}}).empty());
  EXPECT_FALSE(faults_of({{"damping", "1.0000001"}}).empty());
  EXPECT_FALSE(faults_of({{"damping", "-0.0000001"}}).empty());
}

TEST(OptionValues, RefusesAFractionWhereAWholeNumberIsWanted) {
  const OptionSpecs whole = {{.name = "n", .default_value = "1", .help = "", .minimum = 1, .is_whole = true}};
  EXPECT_EQ(OptionValues(whole, {{"n", "1e3"}}).number("n"), 1000);
  try {
    OptionValues(whole, {{"n", "5.9"}});
    FAIL() << "took 5.9 for a whole number";
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(), "option 'n' is '5.9', but must be a whole number not below 1");
  }
}

TEST(OptionValues, CallsAnotherSpellingOfTheDefaultUnchanged) {
  EXPECT_FALSE(OptionValues(specs(), {{"damping", "0.50"}}).is_changed("damping"));
  EXPECT_TRUE(OptionValues(specs(), {{"damping", "0.51"}}).is_changed("damping"));
  EXPECT_TRUE(OptionValues(specs(), {{"pi", "exact"}}).is_changed("pi"));
  EXPECT_TRUE(OptionValues(specs(), {{"order", "3"}}).is_changed("order"));
}

TEST(UnknownSettings, NamesEachSettingNobodyDeclaresAndItsNearestName) {
  const auto faults = unknown_settings({{"dampin", "1"}, {"pi", "exact"}, {"zzz", "1"}}, {specs(), specs()});
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_EQ(faults[0], "unknown setting 'dampin'; did you mean 'damping'? (damping, pi, order)");
  EXPECT_EQ(faults[1], "unknown setting 'zzz' (damping, pi, order)");
}

TEST(ParseNumber, TakesTheWholeTextOrNothing) {
  EXPECT_EQ(parse_number("x", "1e-3"), 1e-3);
  EXPECT_EQ(parse_number("x", "-2.5"), -2.5);
  EXPECT_EQ(parse_number("x", "+4"), 4);
  for (const char* wrong : {"", "+", "+-1", "1,5", "1 ", " 1", "1e", "0x10", "inf", "nan", "1e999", "one"}) {
    EXPECT_THROW((void)parse_number("x", wrong), InvalidInput) << "'" << wrong << "'";
  }
}

TEST(ParseNumber, NamesThePlaceAndTheText) {
  try {
    (void)parse_number("--until", "soon");
    FAIL() << "accepted a word as a number";
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(), "--until is 'soon', but must be a finite number such as 0.5 or 1e-6");
  }
}

}  // namespace options_test
}  // namespace pleuel
