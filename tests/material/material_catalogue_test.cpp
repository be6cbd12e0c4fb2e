// What a user may get wrong about a material, and what is said of it.
#include <gtest/gtest.h>

#include "material/samples.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/model/material_set.hpp"

namespace pleuel::testing {
namespace material_catalogue_test {

using material::StressState;

template <class Work>
std::string refusal(Work work) {
  try {
    work();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was refused";
  return "";
}

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

std::string refused_316(const mat::Parameters& changed, StressState state = StressState::plane_stress,
                        const Settings& options = {}) {
  mat::Parameters parameters = steel_316();
  for (const auto& [name, value] : changed) parameters[name] = value;
  return refusal([&] {
    (void)mat::make_material(
        {.law = "chan-bodner-lindholm", .parameters = parameters, .state = state, .options = options});
  });
}

TEST(MakeMaterial, NamesParametersOutsideTheirMeaningAllAtOnce) {
  const std::string said = refused_316({{"D0", -1e4}, {"n", 0}, {"nu", 0.5}});
  EXPECT_SAYS(said, "D0, limiting strain rate, is -10000 1/s; it must be positive");
  EXPECT_SAYS(said, "n, rate sensitivity, is 0; it must be positive");
  EXPECT_SAYS(said, "nu, Poisson's ratio, is 0.5; it must be between -1 and 0.5, both excluded");
}

TEST(MakeMaterial, NamesParametersThatContradictEachOther) {
  EXPECT_SAYS(refused_316({{"Z1", 200 * MPa}}), "Z1 = 200 MPa lies below Z0 = 280 MPa");
  EXPECT_SAYS(refused_316({{"Z2", 600 * MPa}}), "lies above Z1");
  EXPECT_SAYS(refused_316({{"Z3", 280 * MPa}}), "give a smaller Z3");
}

TEST(MakeMaterial, NamesMissingAndUnknownParameters) {
  const std::string said = refusal([] {
    (void)mat::make_material({.law = "norton",
                              .parameters = {{"E", 1e11}, {"nu", 0.3}, {"n", 5}, {"sigma_0", 1e8}},
                              .state = StressState::uniaxial});
  });
  EXPECT_SAYS(said, "rate, creep rate at sigma0 in 1/s, is missing; it must be positive");
  EXPECT_SAYS(said, "unknown parameter of the law 'norton', 'sigma_0'; did you mean 'sigma0'");
}

TEST(MakeMaterial, NamesALayoutThatAStressStateDoesNotHave) {
  EXPECT_SAYS(refused_316({}, StressState::solid, {{"states", "10"}}),
              "states=10 is a layout for plane stress");
  EXPECT_SAYS(refused_316({}, StressState::plane_stress, {{"states", "9"}}), "states");
}

TEST(MakeMaterial, RefusesLawsAndStressStatesItDoesNotKnow) {
  EXPECT_SAYS(refusal([] { (void)mat::law("nortn"); }), "did you mean 'norton'");
  EXPECT_SAYS(refusal([] { (void)mat::stress_state("plane"); }), "plane-stress");
}

TEST(MakeMaterial, TakesDefaultsForWhatMayBeLeftOut) {
  mat::Parameters parameters = steel_316();
  for (const char* name : {"Z2", "r1", "r2"}) parameters.erase(name);
  const auto given = make_316(StressState::uniaxial);
  const auto taken = mat::make_material(
      {.law = "chan-bodner-lindholm", .parameters = parameters, .state = StressState::uniaxial});
  std::mt19937 random(4);
  const PointState at = random_point({"", given, 170 * MPa}, random);
  EXPECT_EQ(rates(*given, at.strain, at.x), rates(*taken, at.strain, at.x));
}

TEST(MaterialSet, OfEachShippedNameGivesAMaterialInEveryStressStateAndSaysWhereItComesFrom) {
  ASSERT_EQ(material_sets().size(), 7u);
  for (const MaterialSet& set : material_sets()) {
    EXPECT_FALSE(set.provenance.empty()) << set.name;
    EXPECT_FALSE(set.caution.empty()) << set.name << ": none of them may be used unseen";
    for (const StressState state : mat::stress_states()) EXPECT_NE(make_material(set, state), nullptr);
  }
}

TEST(MaterialSet, IsReadWithItsUnits) {
  // Megapascals become pascals up to rounding.
  const auto expect_near = [](const mat::Parameters& read, const mat::Parameters& expected) {
    ASSERT_EQ(read.size(), expected.size());
    for (const auto& [name, value] : expected) EXPECT_DOUBLE_EQ(read.at(name), value) << name;
  };
  expect_near(material_set("SS316-S-600C").parameters, steel_316());
  expect_near(material_set("B1900+Hf-871C").parameters, nickel_alloy());
  EXPECT_DOUBLE_EQ(material_set("Norton-example").parameters.at("rate"), 1e-6 / 3600);
}

TEST(MaterialSet, TakesSettingsWithUnitsAndOptionsOfItsLaw) {
  const MaterialSet set = with_settings(material_set("SS316-S-600C"),
                                        {{"Z0", "0.3GPa"}, {"n", "1.5"}, {"E", "2e11"}, {"states", "10"}});
  EXPECT_DOUBLE_EQ(set.parameters.at("Z0"), 300e6);
  EXPECT_EQ(set.parameters.at("n"), 1.5);
  EXPECT_EQ(set.parameters.at("E"), 2e11);
  EXPECT_EQ(make_material(set, StressState::plane_stress)->n_states(), 10 + 1);  // and p
}

TEST(MaterialSet, RefusesWrongUnitsNumbersAndNames) {
  const auto refused = [](const Settings& settings) {
    return refusal([&] { (void)with_settings(material_set("SS316-S-600C"), settings); });
  };
  EXPECT_SAYS(refused({{"Z0", "280 s"}}), "which is in s, but must be in Pa");
  EXPECT_SAYS(refused({{"Z0", "hard"}}), "Z0");
  EXPECT_SAYS(refused({{"Z9", "1"}}), "unknown parameter or option");
  EXPECT_SAYS(refusal([] { (void)material_set("SS316"); }), "SS316-S-600C");
  EXPECT_SAYS(refusal([] { (void)material_set("no-such-file.json"); }), "cannot be opened");
}

TEST(MaterialSet, OfAFileNamesThePlaceOfEachFault) {
  const std::string said = refusal([] {
    (void)read_material_set("own.json",
                            "{ \"law\": \"norton\",\n  \"colour\": \"red\",\n"
                            "  \"parameters\": { \"E\": \"150 kg\", \"nu\": \"a\" } }");
  });
  EXPECT_SAYS(said, "own.json:2:3: unknown key 'colour'");
  EXPECT_SAYS(said, "own.json:3:24: E: is '150 kg'");
  EXPECT_SAYS(said, "own.json:3:40: nu");
  EXPECT_SAYS(refusal([] { (void)read_material_set("own.json", "[1]"); }),
              "own.json: a parameter set is an object");
  EXPECT_SAYS(refusal([] { (void)read_material_set("own.json", "{}"); }), "\"law\" is missing");
  EXPECT_SAYS(refusal([] { (void)read_material_set("own.json", "{\"law\": \"nortn\"}"); }), "norton");
}

}  // namespace material_catalogue_test
}  // namespace pleuel::testing
