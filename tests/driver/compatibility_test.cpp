#include "pleuel/driver/compatibility.hpp"

#include <gtest/gtest.h>

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace {

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

}  // namespace
}  // namespace pleuel
