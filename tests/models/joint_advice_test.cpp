// Advice against constraints that repeat each other: joints are named, and who follows it has a
// mechanism with the same freedoms and no repetition.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "models/model_runs.hpp"
#include "pleuel/mechanics/analysis/degrees_of_freedom.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/model_reader.hpp"
#include "pleuel/model/model.hpp"

namespace pleuel::testing {
namespace joint_advice_test {

ModelDescription described(const std::string& path) {
  ModelDescription description = read_model_file(path, standard_model_catalogue());
  description.simulation.is_redundant = false;
  description.forces.clear();
  return description;
}

std::vector<std::string> refusal_of(const Model& model) {
  try {
    refuse_dependent_constraints(*model.system, 0, model.q0, model.v0, model.s0);
  } catch (const RedundantConstraints& refusal) {
    return refusal.faults();
  }
  return {};
}

DegreesOfFreedom degrees_of_freedom_of(const Model& model) {
  return degrees_of_freedom_at(model.system, 0, model.q0, 1e-3);
}

/// Does to the joints what the text says; returns how many changes it names.
int follow(const std::string& text, ModelDescription& description) {
  static const std::regex change("(make|remove) the (?:([a-z-]+) joint|driver) '([^']+)'(?: ([a-z-]+))?");
  const auto& types = standard_model_catalogue().joints;
  int n = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), change); it != std::sregex_iterator(); ++it, ++n) {
    const auto has_name = [&](const Element& e) { return e.name == (*it)[3].str(); };
    if ((*it)[1] == "remove") {
      std::erase_if(description.joints, has_name);
      std::erase_if(description.drivers, has_name);
      continue;
    }
    const auto joint = std::find_if(description.joints.begin(), description.joints.end(), has_name);
    const auto type = std::find_if(types.begin(), types.end(),
                                   [&](const ElementType& t) { return t.name == (*it)[4].str(); });
    EXPECT_NE(joint, description.joints.end()) << text;
    EXPECT_NE(type, types.end()) << text;
    if (joint == description.joints.end() || type == types.end()) return 0;
    EXPECT_EQ(joint->type->name, (*it)[2].str()) << text;
    joint->type = &*type;
  }
  return n;
}

TEST(JointAdvice, FollowedItLeavesTheFreedomsAndNoRepetition) {
  const std::string files = std::string(PLEUEL_SOURCE_DIR) + "/tests/models/files/";
  for (const std::string& path : {model_path("bricard"), files + "pin-given-twice.json",
                                  files + "slider-in-two-guides.json", files + "spatial-four-bar.json"}) {
    ModelDescription description = described(path);
    const Model before = build_model(description);
    const auto refusal = refusal_of(before);
    ASSERT_FALSE(refusal.empty()) << path;
    std::string text;
    for (const auto& fault : refusal) text += fault + "\n";
    ASSERT_GT(follow(text, description), 0) << text;
    const Model after = build_model(description);
    EXPECT_TRUE(refusal_of(after).empty()) << text;
    EXPECT_EQ(degrees_of_freedom_of(after).near_here(), degrees_of_freedom_of(before).near_here()) << text;
  }
}

TEST(JointAdvice, BricardsSixHingesAreNamedOnceEachAndOneOfThemIsToBeChanged) {
  const auto refusal = refusal_of(build_model(described(model_path("bricard"))));
  ASSERT_EQ(refusal.size(), 1u);
  for (int i = 1; i <= 6; ++i) {
    const std::string hinge = "'hinge" + std::to_string(i) + "'";
    EXPECT_NE(refusal[0].find(hinge), std::string::npos) << refusal[0];
  }
  EXPECT_LT(std::count(refusal[0].begin(), refusal[0].end(), '\''), 2 * 12) << refusal[0];
  EXPECT_NE(refusal[0].find("cylindrical"), std::string::npos) << refusal[0];
  EXPECT_NE(refusal[0].find("redundant=minimum-norm"), std::string::npos) << refusal[0];
}

}  // namespace joint_advice_test
}  // namespace pleuel::testing
