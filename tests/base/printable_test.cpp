#include "pleuel/base/printable.hpp"

#include <gtest/gtest.h>

#include <array>

namespace pleuel {
namespace printable_test {

TEST(Printable, ControlCharactersBecomeEscapesOfJson) {
  EXPECT_EQ(printable("\033[31mred\007\r\177"), "\\u001b[31mred\\u0007\\u000d\\u007f");
  EXPECT_EQ(printable("\xC2\x9B"
                      "2J"),
            "\\u009b2J");  // CSI in one character
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b"),
            "a\\u202eb");  // writes from right to left
}

TEST(Printable, LinesTabsAndLettersOfAllAlphabetsStay) {
  const std::string text = "λ ∂ 漢 🙂\tline\n";
  EXPECT_EQ(printable(text), text);
}

TEST(Printable, BytesThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(printable("\x9b"), "\xEF\xBF\xBD");
  // Too long for its code, and half a pair.
  EXPECT_EQ(printable("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(printable("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(printable("ab\xE2\x82"), "ab\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Printable, AllowedSequencesStay) {
  const std::array<std::string_view, 1> allowed = {"\033[1m"};
  EXPECT_EQ(printable("\033[1mx\033[2m", allowed), "\033[1mx\\u001b[2m");
}

}  // namespace printable_test
}  // namespace pleuel
