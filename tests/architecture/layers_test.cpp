// The folder tree is the architecture: no file includes against the direction of the layers.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace layers_test {

namespace fs = std::filesystem;
using Layers = std::set<std::string>;

// What each layer may include, besides itself. A longer path wins over its layer.
const std::map<std::string, Layers>& allowed_includes() {
  static const Layers computing = {"base", "autodiff", "linalg", "dae", "mechanics"};
  static const Layers numerics = {"base",  "autodiff", "linalg",   "dae",     "mechanics",
                                  "model", "fem",      "material", "problem", "integrator"};
  static const auto with = [](Layers layers, const Layers& more) {
    layers.insert(more.begin(), more.end());
    return layers;
  };
  static const std::map<std::string, Layers> allowed = {
      {"base", {}},
      {"autodiff", {}},
      {"linalg", {"base"}},
      {"dae", {"base", "autodiff", "linalg"}},  // autodiff: a DAE written as a template
      {"mechanics", {"base", "autodiff", "linalg", "dae"}},
      {"integrator", {"base", "linalg", "dae"}},
      {"integrator/alpha", {"base", "linalg", "dae", "mechanics"}},
      {"integrator/explicit", {"base", "linalg", "dae", "mechanics"}},
      {"integrator/explicit", {"base", "linalg", "dae", "mechanics"}},
      {"integrator/guarded", {"base", "linalg", "dae", "mechanics"}},
      {"material", computing},
      {"fem", with(computing, {"material"})},
      {"model", with(computing, {"material", "fem"})},
      {"problem", with(computing, {"material", "fem", "model"})},
      {"run", with(computing, {"problem", "integrator"})},  // no models, no deformable bodies
      {"run/simulation", with(computing, {"problem", "integrator", "model"})},  // the library call
      {"io", with(numerics, {"run"})},  // writes what run returns
      {"lab", with(numerics, {"run", "io"})},
      {"sweep", with(numerics, {"run", "io", "lab"})},
      {"view", {"base"}},  // serves files, whatever they hold
      {"cli", with(numerics, {"run", "io", "lab", "sweep", "view"})},
  };
  return allowed;
}

// "integrator/radau/x.hpp" -> "integrator"; a file in no layer has an empty one.
std::string layer_of(const std::string& path) {
  return path.substr(0, std::min(path.find('/'), path.size()));
}

const Layers& allowed_for(const std::string& path) {
  const auto& allowed = allowed_includes();
  const auto first = path.find('/');
  const auto second = path.find('/', first + 1);
  const auto folder = allowed.find(path.substr(0, second));
  return folder != allowed.end() ? folder->second : allowed.at(layer_of(path));
}

// One sentence for each include in `text`, the file src/`path`, that goes the wrong way.
std::vector<std::string> wrong_includes(const std::string& path, const std::string& text) {
  static const std::regex include(R"re(^\s*#\s*include\s*(["<])([^">]+)[">])re");
  static const std::string root = "pleuel/";
  std::vector<std::string> wrong;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (!std::regex_search(line, found, include)) continue;
    const std::string included = found[2];
    if (included.rfind(root, 0) != 0) {
      if (found[1] == "<") continue;  // of the system
      wrong.push_back(path + " includes \"" + included + "\", which does not begin with pleuel/");
      continue;
    }
    const auto layer = layer_of(included.substr(root.size()));
    if (layer != layer_of(path) && !allowed_for(path).contains(layer)) {
      wrong.push_back(path + " may not include " + included);
    }
  }
  return wrong;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<fs::path> sources() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(PLEUEL_SOURCE_DIR) / "src")) {
    const auto extension = entry.path().extension();
    if (entry.is_regular_file() && (extension == ".hpp" || extension == ".cpp"))
      found.push_back(entry.path());
  }
  return found;
}

TEST(Layers, NoSourceFileIncludesAgainstTheDirectionOfTheLayers) {
  ASSERT_FALSE(sources().empty());
  for (const auto& source : sources()) {
    const auto path = fs::relative(source, fs::path(PLEUEL_SOURCE_DIR) / "src").generic_string();
    ASSERT_TRUE(allowed_includes().contains(layer_of(path))) << path << " stands in no known layer";
    for (const auto& sentence : wrong_includes(path, contents(source))) ADD_FAILURE() << sentence;
  }
}

TEST(Layers, TheScannerSeesAnIntegratorThatIncludesMechanics) {
  const std::string text = "#include \"pleuel/dae/dae.hpp\"\n#include \"pleuel/mechanics/at.hpp\"\n";
  EXPECT_EQ(wrong_includes("integrator/radau/radau.cpp", text),
            std::vector<std::string>{"integrator/radau/radau.cpp may not include pleuel/mechanics/at.hpp"});
  EXPECT_TRUE(wrong_includes("integrator/alpha/alpha.cpp", text).empty());
}

TEST(Layers, TheScannerSeesMechanicsThatIncludesAnIntegratorAndALibraryThatIncludesTheProgram) {
  EXPECT_EQ(wrong_includes("mechanics/motion_monitor.cpp", "#include \"pleuel/integrator/integrator.hpp\"\n")
                .size(),
            1u);
  EXPECT_EQ(wrong_includes("run/run.cpp", "#include \"pleuel/cli/summary.hpp\"\n").size(), 1u);
  EXPECT_EQ(wrong_includes("run/run.cpp", "#include \"pleuel/lab/study.hpp\"\n").size(), 1u);
}

TEST(Layers, TheScannerSeesAnIncludeThatBypassesTheRoot) {
  EXPECT_EQ(wrong_includes("dae/dae.cpp", "#include \"../mechanics/at.hpp\"\n").size(), 1u);
}

TEST(Layers, TheScannerSeesIncludesInAngleBracketsAndWithSpaces) {
  EXPECT_EQ(wrong_includes("dae/dae.cpp", "#include <pleuel/mechanics/configuration.hpp>\n").size(), 1u);
  EXPECT_EQ(wrong_includes("dae/dae.cpp", "  # include  \"pleuel/mechanics/at.hpp\"\n").size(), 1u);
  EXPECT_TRUE(
      wrong_includes("dae/dae.cpp", "#include <pleuel/linalg/types.hpp>\n#include <vector>\n").empty());
}

TEST(Layers, NoTwoLayersMayIncludeEachOther) {
  for (const auto& [path, layers] : allowed_includes()) {
    for (const auto& layer : layers) {
      EXPECT_FALSE(allowed_includes().at(layer).contains(layer_of(path))) << path << " and " << layer;
    }
  }
}

}  // namespace layers_test
