#include "pleuel/run/support_matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace support_matrix_test {

Method square_only() {
  Method method;
  method.name = "square";
  method.refusal = [](const DaeInfo& dae) -> std::optional<std::string> {
    if (dae.is_overdetermined()) return dae.name + " has too many rows";
    return {};
  };
  return method;
}

TEST(Compatibility, NamesTheFormulationsThatAMethodRefusesWithItsReasons) {
  const Compatibility compatibility(standard_catalogue());
  const auto refused = compatibility.refused_by(square_only());
  std::vector<std::string> names;
  for (const RefusedFormulation& one : refused) names.push_back(one.formulation);
  EXPECT_EQ(names, (std::vector<std::string>{"psi1", "psi0", "ovd1", "ovd0"}));
  ASSERT_FALSE(refused.empty());
  EXPECT_EQ(refused[0].reason, "psi1 has too many rows");
}

TEST(Compatibility, RadauAndBdfTakeAllFormulations) {
  const Catalogue catalogue = standard_catalogue();
  const Compatibility compatibility(catalogue);
  for (const char* name : {"radau5", "bdf", "bdf2"})
    EXPECT_TRUE(compatibility.refused_by(catalogue.method(name)).empty()) << name;
}

std::string refusal_of(const Catalogue& catalogue, const RunRequest& request) {
  try {
    (void)plan(catalogue, request);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(Compatibility, WhatIsListedIsWhatIsRefusedForSystemsOfEverySize) {
  const Catalogue catalogue = standard_catalogue();
  const Compatibility compatibility(catalogue);
  for (const Method& method : catalogue.methods) {
    if (method.is_mechanical()) continue;
    std::vector<RefusedFormulation> listed = compatibility.refused_by(method);
    for (const Formulation& formulation : catalogue.formulations)
      for (const char* links : {"1", "2", "30"}) {
        const std::string said = refusal_of(catalogue, {.case_name = "chain",
                                                        .formulation = formulation.name,
                                                        .method = method.name,
                                                        .settings = {{"links", links}}});
        std::string expected;
        for (const RefusedFormulation& one : listed)
          if (one.formulation == formulation.name)
            expected = "method '" + method.name + "' cannot take formulation '" + formulation.name +
                       "': " + one.reason;
        EXPECT_EQ(said, expected) << links << " links";
      }
  }
}

TEST(IgnoredSettings, AreRefusedWithTheReasonUnlessTheyAskForWhatIsDoneAnyway) {
  const Catalogue catalogue = standard_catalogue();
  const auto ida = std::find_if(catalogue.methods.begin(), catalogue.methods.end(),
                                [](const Method& method) { return method.name == "ida"; });
  if (ida == catalogue.methods.end()) GTEST_SKIP() << "built without SUNDIALS";
  const auto said = [&](const Settings& settings) {
    return refusal_of(catalogue,
                      {.case_name = "andrews", .formulation = "ggl1", .method = "ida", .settings = settings});
  };
  EXPECT_NE(said({{"error", "strict"}}).find("'error' has no effect with method 'ida'"), std::string::npos);
  EXPECT_NE(said({{"max_retries", "3"}}).find("'max_retries' has no effect"), std::string::npos);
  EXPECT_NE(said({{"jacobian", "mass-frozen"}}).find("linear=saddle"), std::string::npos);
  EXPECT_EQ(said({{"jacobian", "mass-frozen"}, {"linear", "saddle"}}), "");
  EXPECT_EQ(said({{"error", "scaled"}, {"max_retries", "100"}, {"jacobian", "exact"}}), "");
}

TEST(Catalogue, TellsHowToGetAMethodThatItWasBuiltWithout) {
  Catalogue catalogue;
  catalogue.absent_methods = {{"ida", "install the library"}};
  try {
    (void)catalogue.method("ida");
    FAIL() << "nothing thrown";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.faults(), std::vector<std::string>{"install the library"});
  }
}

}  // namespace support_matrix_test
}  // namespace pleuel
