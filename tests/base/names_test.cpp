#include "pleuel/base/names.hpp"

#include <gtest/gtest.h>

namespace pleuel {
namespace names_test {

const std::vector<std::string> methods = {"radau5", "radau9", "dassl", "mdop5"};

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwapsAsOneEach) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("radau5", "radau5"), 0);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("radu5", "radau5"), 1);
  EXPECT_EQ(edit_distance("raadau5", "radau5"), 1);
  EXPECT_EQ(edit_distance("radau6", "radau5"), 1);
  EXPECT_EQ(edit_distance("radua5", "radau5"), 1);
}

TEST(EditDistance, IsSymmetricAndNeedsTwoEditsForSeparatedErrors) {
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("sitting", "kitten"), 3);
  EXPECT_EQ(edit_distance("abcd", "badc"), 2);
}

TEST(NearestNames, PutsTheFewestEditsFirst) {
  const auto near = nearest_names("radua5", methods);
  ASSERT_GE(near.size(), 2u);
  EXPECT_EQ(near[0], "radau5");
  EXPECT_EQ(near[1], "radau9");
}

TEST(NearestNames, OffersNamesThatBeginAsTypedHoweverLongTheyAre) {
  EXPECT_EQ(nearest_names("slid", {"pendulum", "slider-crank"}), std::vector<std::string>{"slider-crank"});
}

TEST(NearestNames, OffersNothingForAWordThatResemblesNoName) {
  EXPECT_TRUE(nearest_names("zzz", methods).empty());
}

TEST(NearestNames, OffersNoMoreThanThree) {
  EXPECT_EQ(nearest_names("ab", {"ab1", "ab2", "ab3", "ab4"}).size(), 3u);
}

TEST(UnknownName, SaysTheKindTheWordTheGuessAndWhatIsValid) {
  EXPECT_EQ(unknown_name("method", "radua5", {"radau5", "dassl"}),
            "unknown method 'radua5'; did you mean 'radau5'? (radau5, dassl)");
  EXPECT_EQ(unknown_name("method", "zzz", {"radau5", "dassl"}), "unknown method 'zzz' (radau5, dassl)");
}

}  // namespace names_test
}  // namespace pleuel
