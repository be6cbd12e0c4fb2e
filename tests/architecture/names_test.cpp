// Code asks formulations and methods for traits; it does not compare their names.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "pleuel/run/standard_catalogue.hpp"
#include "support/contents.hpp"

namespace pleuel {
namespace names_test {

TEST(Names, OfFormulationsAndMethodsAreComparedNowhere) {
  std::string names;
  const Catalogue all = standard_catalogue();
  for (const Formulation& formulation : all.formulations) names += "|" + formulation.name;
  for (const Method& method : all.methods) names += "|" + method.name;
  const std::string quoted = "\"(" + names.substr(1) + ")\"";
  const std::regex comparison("[!=]= *(std::string\\()?" + quoted + "|" + quoted + "\\)? *[!=]=");
  ASSERT_TRUE(std::regex_search(std::string("if (method == \"radau5\") {"), comparison));
  int n_files = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(PLEUEL_SOURCE_DIR) / "src")) {
    const auto extension = entry.path().extension();
    if (extension != ".cpp" && extension != ".hpp") continue;
    ++n_files;
    std::smatch match;
    const std::string text = contents(entry.path());
    EXPECT_FALSE(std::regex_search(text, match, comparison)) << entry.path() << ": " << match.str();
  }
  EXPECT_GT(n_files, 100);
}

}  // namespace names_test
}  // namespace pleuel
