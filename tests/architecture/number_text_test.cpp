// Numbers become text by base/number_text.hpp only. std::to_string(1e-9) would be 0.000000, and
// streams choose their own digits.
#include <gtest/gtest.h>

#include "support/contents.hpp"

namespace number_text_test {

using pleuel::contents;

/// A function of libstdc++ for numbers that are not whole, by its name in a table of symbols: what
/// the compiler has called, whatever the source looks like. The name stands here in two parts, so
/// that it is not found as a text.
struct Formatter {
  std::string what, first, second;
  bool is_in(const std::string& binary) const { return binary.find(first + second) != std::string::npos; }
};
const Formatter to_string{"std::to_string", "__to_", "xstring"};
const Formatter stream{"an output stream", "_ZNSo9_M_", "insertIdE"};

#ifdef __GLIBCXX__

// The names are right: they are in the program of this test, which uses both.
TEST(Numbers, ThatAreFormattedInOtherWaysAreFound) {
  std::ostringstream text;
  text << 0.5;
  EXPECT_EQ(text.str() + std::to_string(0.5), "0.50.500000");
  const std::string own = contents("/proc/self/exe");
  EXPECT_TRUE(to_string.is_in(own));
  EXPECT_TRUE(stream.is_in(own));
}

TEST(Numbers, AreFormattedByBaseOnly) {
  for (const std::string path : {PLEUEL_CORE_LIBRARY, PLEUEL_LIBRARY, PLEUEL_LAB_LIBRARY}) {
    const std::string library = contents(path);
    ASSERT_GT(library.size(), 100'000u) << path;
    EXPECT_FALSE(to_string.is_in(library)) << path << ": use number_text, not " << to_string.what;
    // Pictures of the laboratory are streams of coordinates, see svg_canvas.hpp.
    if (path == PLEUEL_LAB_LIBRARY) continue;
    EXPECT_FALSE(stream.is_in(library)) << path << ": use number_text, not " << stream.what;
  }
}

#endif

}  // namespace number_text_test
