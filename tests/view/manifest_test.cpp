// Of a result with a manifest only its own files are shown.
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/view/result_folder.hpp"
#include "view/browser.hpp"

namespace pleuel::view_test {
namespace manifest_test {

int status_of(const ResultFolder& folder, const std::string& name) {
  const auto answer = folder.open({name});
  return std::holds_alternative<ServedFile>(answer) ? 200 : std::get<HttpRefusal>(answer).status;
}

TEST(ResultWithManifest, AnOlderPageBesideItIsNeitherListedNorServed) {
  const Folder folder;
  folder.write("result/run.html", "<p>this run</p>");
  folder.write("result/report.html", "<p>of an older bench</p>");
  folder.write("result/trajectory.csv", "t\n");
  EXPECT_EQ(ResultFolder(folder.result()).pages().size(), 2u)
      << "without a manifest all of the folder counts";
  folder.write("result/manifest.json", R"({"pleuel_result": 1, "command": "run", "files": ["run.html"]})");
  const ResultFolder result(folder.result());
  EXPECT_EQ(result.pages(), std::vector<std::string>{"run.html"});
  EXPECT_EQ(status_of(result, "run.html"), 200);
  EXPECT_EQ(status_of(result, "report.html"), 404);
  EXPECT_EQ(status_of(result, "trajectory.csv"), 404);
}

TEST(ResultWithManifest, AResultThatWasBeingReplacedIsRefused) {
  const Folder folder;
  folder.write("result/run.html", "<p>old or new</p>");
  folder.write("result/.pleuel-new/manifest.json",
               R"({"pleuel_result": 1, "command": "run", "files": ["run.html"]})");
  EXPECT_THROW(ResultFolder{folder.result()}, InvalidInput);
}

}  // namespace manifest_test
}  // namespace pleuel::view_test
