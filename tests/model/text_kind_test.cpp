// A file that is no JSON is told what it is, not where a comma may be missing.
#include <gtest/gtest.h>

#include "pleuel/base/error.hpp"
#include "pleuel/model/file/json_text.hpp"

namespace pleuel {
namespace text_kind_test {

using namespace std::string_literals;

std::string fault_of(const std::string& text) {
  try {
    (void)parse_json("m.json", text);
  } catch (const InvalidInput& fault) {
    return fault.what();
  }
  return "";
}

/// ASCII in UTF-16 or UTF-32, the low byte first or last.
std::string widened(const std::string& text, std::size_t width, bool is_low_first) {
  std::string wide;
  for (const char c : text) {
    std::string letter(width, '\0');
    letter[is_low_first ? 0 : width - 1] = c;
    wide += letter;
  }
  return wide;
}

TEST(TextKind, EachIsAnsweredWithWhatItIs) {
  const struct {
    std::string text, part;
  } cases[] = {{"", "this file is empty"},
               {" \n// a comment\n/* and\nanother */ ", "nothing but spaces and comments"},
               {"\xFF\xFE" + widened("{}", 2, true), "UTF-16"},
               {"\xFE\xFF" + widened("{}", 2, false), "UTF-16"},
               {widened("{\"a\": 1}", 2, true), "UTF-16LE"},
               {widened("{\"a\": 1}", 2, false), "UTF-16BE"},
               {"\xFF\xFE\0\0"s + widened("{}", 4, true), "UTF-32"},
               {"\x7F"s + "ELF\2\1\1\0\0\0\0\0"s, "binary"},
               {"$MeshFormat\n2.2 0 8\n", "mesh of Gmsh"},
               {"<model><body/></model>", "does not begin with '{'"},
               {"t,x\n0,1\n", "does not begin with '{'"}};
  for (const auto& c : cases) {
    const std::string fault = fault_of(c.text);
    EXPECT_TRUE(fault.starts_with("m.json: ")) << fault;
    EXPECT_NE(fault.find(c.part), std::string::npos) << c.part << "\n" << fault;
    EXPECT_EQ(fault.find("comma"), std::string::npos) << fault;
  }
}

TEST(TextKind, NothingOfAFileThatIsNoJsonIsQuoted) {
  for (const char* secret : {"root:x:0:0:", "secret = 42", "<secret/>"}) {
    const std::string fault = fault_of(secret);
    EXPECT_FALSE(fault.empty());
    EXPECT_EQ(fault.find(secret), std::string::npos) << fault;
    EXPECT_EQ(fault.find("secret"), std::string::npos) << fault;
  }
}

TEST(TextKind, AMarkOfUtf8AndCommentsBeforeTheObjectAreTaken) {
  EXPECT_EQ(fault_of("\xEF\xBB\xBF{\"a\": 1}"), "");
  EXPECT_EQ(fault_of("\xEF\xBB\xBF // first\n /* second */ {\"a\": 1}"), "");
  EXPECT_EQ(fault_of("[1, 2]"), "");
}

TEST(TextKind, AFileThatIsCutOffAndALetterOfAnotherEncodingAreToldAsSuch) {
  EXPECT_NE(fault_of("{\"a\": [1, 2").find("the file ends here"), std::string::npos);
  const std::string latin = fault_of("{\"name\": \"M\xFCller\"}");
  EXPECT_NE(latin.find("m.json:1:"), std::string::npos) << latin;
  EXPECT_NE(latin.find("not in UTF-8"), std::string::npos) << latin;
}

}  // namespace text_kind_test
}  // namespace pleuel
