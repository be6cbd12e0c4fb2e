// Software of others that the build looks for, or that pages are made with, stands in
// THIRD_PARTY.md.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace third_party_test {

std::string contents(const std::string& path) {
  std::ifstream file(std::string(PLEUEL_SOURCE_DIR) + "/" + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::set<std::string> found_by(const std::string& pattern, const std::string& text) {
  const std::regex regex(pattern);
  std::set<std::string> names;
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it) names.insert((*it)[1]);
  return names;
}

TEST(ThirdParty, EveryPackageThatTheBuildLooksForIsListed) {
  const std::string list = contents("THIRD_PARTY.md");
  std::set<std::string> names;
  for (const char* file : {"CMakeLists.txt", "tests/CMakeLists.txt", "benchmarks/CMakeLists.txt"})
    names.merge(found_by(R"(find_package\((\w+))", contents(file)));
  ASSERT_TRUE(names.contains("Eigen3"));
  names.insert("Spectra");  // found by find_path
  for (const auto& name : names) EXPECT_NE(list.find(name), list.npos) << name;
}

TEST(ThirdParty, EveryPackageOfThePagesIsListed) {
  const std::string list = contents("THIRD_PARTY.md");
  const auto names = found_by("\"(@?[a-z/-]+)\": \"[0-9]+\\.[0-9]", contents("viewer/package.json"));
  ASSERT_TRUE(names.contains("three"));
  for (const auto& name : names) EXPECT_NE(list.find("[" + name + "]"), list.npos) << name;
}

}  // namespace third_party_test
