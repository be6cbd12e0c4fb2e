#include "pleuel/driver/choice.hpp"

#include <gtest/gtest.h>

namespace pleuel {
namespace {

Catalogue catalogue() {
  Catalogue result;
  for (const char* name : {"ori2", "rcd1", "rcd0", "ggl1"}) {
    result.formulations.emplace_back();
    result.formulations.back().name = name;
  }
  for (const char* name : {"radau5", "other"}) {
    result.methods.emplace_back();
    result.methods.back().name = name;
  }
  return result;
}

SystemInfo system(int n_constraints) {
  SystemInfo info;
  info.add_coordinate("x", "m");
  for (int i = 0; i < n_constraints; ++i) info.add_constraint("a joint", "N");
  return info;
}

std::optional<std::string> takes_all(const Formulation&, const Method&) { return std::nullopt; }

TEST(Choice, AnUnconstrainedSystemGetsTheOde) {
  const ChosenPair pair = choose(catalogue(), {}, system(0), takes_all);
  EXPECT_EQ(pair.formulation.name, "rcd0");
  EXPECT_EQ(pair.method.name, "radau5");
}

TEST(Choice, AConstrainedSystemGetsTheFormulationThatDoesNotDriftAndBothReasonsAreSaid) {
  const ChosenPair pair = choose(catalogue(), {}, system(1), takes_all);
  EXPECT_EQ(pair.formulation.name, "ggl1");
  EXPECT_TRUE(pair.formulation.is_automatic());
  EXPECT_TRUE(pair.method.is_automatic());
}

TEST(Choice, WhatTheUserNamesIsTakenWithoutAReason) {
  const ChosenPair pair =
      choose(catalogue(), {.formulation = "ori2", .method = "other"}, system(1), takes_all);
  EXPECT_EQ(pair.formulation.name, "ori2");
  EXPECT_EQ(pair.method.name, "other");
  EXPECT_FALSE(pair.formulation.is_automatic());
  EXPECT_FALSE(pair.method.is_automatic());
}

TEST(Choice, AFormulationThatTheGivenMethodRefusesIsNotChosen) {
  const auto no_ggl1 = [](const Formulation& formulation,
                          const Method& method) -> std::optional<std::string> {
    if (method.name == "other" && formulation.name == "ggl1") return "no";
    return std::nullopt;
  };
  const ChosenPair pair = choose(catalogue(), {.formulation = {}, .method = "other"}, system(1), no_ggl1);
  EXPECT_EQ(pair.formulation.name, "rcd1");
  EXPECT_NE(pair.formulation.reason.find("other"), std::string::npos);
}

}  // namespace
}  // namespace pleuel
