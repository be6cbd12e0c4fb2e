// Files that use what Pleuel ships: the examples of docs/model-file.md, models/, and the schema.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "pleuel/model/built_description.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/model_reader.hpp"
#include "pleuel/model/file/schema.hpp"
#include "support/contents.hpp"

namespace pleuel {
namespace model_file_page_test {

namespace fs = std::filesystem;

TEST(ModelFilePage, EveryExampleIsAModel) {
  const auto page = contents(fs::path(PLEUEL_SOURCE_DIR) / "docs/model-file.md");
  const std::string fence = "```json\n";
  int n_examples = 0;
  for (auto begin = page.find(fence); begin != std::string::npos; begin = page.find(fence, begin + 1)) {
    const auto end = page.find("```", begin + fence.size());
    const auto text = page.substr(begin + fence.size(), end - begin - fence.size());
    EXPECT_NO_THROW(build_bodies(read_model("example", text, standard_model_catalogue()))) << text;
    ++n_examples;
  }
  EXPECT_GE(n_examples, 2);
}

TEST(StandardCatalogue, ReadsAFileOfItsKinds) {
  const auto path = fs::path(PLEUEL_SOURCE_DIR) / "tests/model/good/standard.json";
  const auto model = read_model_file(path, standard_model_catalogue());
  const auto& rubber = model.forces[3];
  EXPECT_EQ(rubber.matrix("stiffness").rows(), 3);
  EXPECT_EQ(rubber.matrix("stiffness")(0, 0), 2000);
  EXPECT_TRUE(rubber.matrix("damping").isZero());
  EXPECT_EQ(rubber.matrix("damping").rows(), 3);
}

TEST(StandardCatalogue, ReadsEveryModelThatShips) {
  for (const auto& entry : fs::directory_iterator(fs::path(PLEUEL_SOURCE_DIR) / "models")) {
    if (entry.path().extension() != ".json" || entry.path().filename() == "schema.json") continue;
    EXPECT_NO_THROW(build_bodies(read_model_file(entry.path(), standard_model_catalogue()))) << entry.path();
  }
}

TEST(ModelSchemaFile, IsWhatTheCataloguesSay) {
  EXPECT_EQ(contents(fs::path(PLEUEL_SOURCE_DIR) / "models/schema.json"),
            model_schema(standard_model_catalogue()))
      << "write it anew: pleuel list schema > models/schema.json";
}

}  // namespace model_file_page_test
}  // namespace pleuel
