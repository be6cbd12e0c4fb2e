// Pages hold what they were given, and nothing in the data can end its element.
#include "pleuel/io/page.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

#include "pleuel/base/error.hpp"
#include "pleuel/io/page_templates.hpp"

namespace pleuel {
namespace page_test {

namespace fs = std::filesystem;

class Pages : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_pages()) GTEST_SKIP() << page_remedy();
    path_ = fs::path(::testing::TempDir()) / ::testing::UnitTest::GetInstance()->current_test_info()->name();
    path_ += ".html";
  }
  std::string text() const {
    std::ifstream file(path_, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  /// What stands in the element with this id.
  std::string element(const std::string& id) const {
    const std::string page = text(), head = " id=\"" + id + "\">";
    const auto begin = page.find(head) + head.size();
    return page.substr(begin, page.find("</script>", begin) - begin);
  }
  fs::path path_;
};

std::string decoded(const std::string& base64) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int n_bits = 0;
  for (const char c : base64) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<unsigned>(alphabet.find(c));
    n_bits += 6;
    if (n_bits < 8) continue;
    n_bits -= 8;
    bytes += static_cast<char>(bits >> n_bits & 255u);
  }
  return bytes;
}

TEST_F(Pages, NumbersReadBackBitByBit) {
  for (const std::size_t n : {0u, 1u, 2u, 3u, 20000u}) {
    std::vector<float> numbers(n);
    for (std::size_t i = 0; i < n; ++i) numbers[i] = 1.0f / static_cast<float>(i + 1) - 0.3f;
    Page page(path_, "run");
    page.add_numbers<float>("numbers", numbers);
    page.commit();
    const std::string bytes = decoded(element("numbers"));
    ASSERT_EQ(bytes.size(), n * sizeof(float));
    if (n > 0) {
      EXPECT_EQ(std::memcmp(bytes.data(), numbers.data(), bytes.size()), 0);
    }
  }
}

TEST_F(Pages, JsonCannotEndItsElement) {
  Page page(path_, "run");
  page.add_json("header", R"({"title": "</script><script>alert(1)</script><!--"})");
  page.commit();
  EXPECT_EQ(element("header"), R"({"title": "\u003c/script>\u003cscript>alert(1)\u003c/script>\u003c!--"})");
}

TEST_F(Pages, TheTemplateStaysWholeAroundTheData) {
  Page page(path_, "run");
  page.commit();
  std::string expected(page_template("run"));
  const std::string line = "<!-- data -->\n";
  expected.erase(expected.find(line), line.size());
  EXPECT_EQ(text(), expected);
}

TEST_F(Pages, NoFileAppearsWithoutCommit) {
  fs::remove(path_);
  { Page page(path_, "run"); }
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(Pages, APolicyForbidsEveryRequest) {
  const std::string_view page = page_template("run");
  EXPECT_NE(page.find("default-src 'none'"), page.npos);
  EXPECT_EQ(page.find("unsafe"), page.npos);
}

TEST_F(Pages, TheNoticesOfThePackagesInsideAPageStandInIt) {
  // Each package's own copyright line, and the condition under which a copy may be passed on.
  const std::string_view page = page_template("run");
  for (const char* part : {"three.js authors", "Leon Sorokin",
                           "The above copyright notice and this permission notice shall be included"})
    EXPECT_NE(page.find(part), page.npos) << part;
  // In a comment of the head, which ends before the page begins.
  EXPECT_LT(page.find("Leon Sorokin"), page.find("</head>"));
}

TEST(PageTemplates, AnUnknownPageIsRefusedWithARemedy) {
  const auto path = fs::path(::testing::TempDir()) / "unknown.html";
  try {
    Page page(path, "no such page");
    FAIL() << "it must be refused";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("PLEUEL_VIEWER"), std::string::npos);
  }
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace page_test
}  // namespace pleuel
