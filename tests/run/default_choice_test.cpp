#include "pleuel/run/default_choice.hpp"

#include <gtest/gtest.h>

namespace pleuel {
namespace default_choice_test {

/// Ranks as in the catalogue of the program; "newcomer" states none.
Catalogue catalogue() {
  const auto formulation = [](const char* name, const FormulationTraits& traits) {
    Formulation f;
    f.name = name;
    f.traits = traits;
    f.rows = [](const OptionValues&) { return FormulationRows{}; };
    return f;
  };
  Catalogue result;
  result.formulations = {formulation("ori2", {.rank = 9}), formulation("newcomer", {}),
                         formulation("rcd1", {.rank = 7}),
                         formulation("rcd0", {.rank = 8, .is_for_free_motion = true}),
                         formulation("ggl1", {.rank = 1, .merit = "does not drift"})};
  for (const char* name : {"other", "radau5"}) {
    result.methods.emplace_back();
    result.methods.back().name = name;
  }
  result.methods.back().traits = {.rank = 1, .merit = "L-stable"};
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

TEST(Choice, AFormulationThatStatesNoRankIsChosenWhereNothingElseIsTaken) {
  const auto only_newcomer = [](const Formulation& formulation, const Method&) -> std::optional<std::string> {
    if (formulation.name == "newcomer") return std::nullopt;
    return "no";
  };
  const ChosenPair pair = choose(catalogue(), {}, system(1), only_newcomer);
  EXPECT_EQ(pair.formulation.name, "newcomer");
}

}  // namespace default_choice_test
}  // namespace pleuel
