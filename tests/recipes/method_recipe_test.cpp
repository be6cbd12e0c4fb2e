// "Add a method" of CONTRIBUTING.md: the one of tests/support, in a copy of the catalogue.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/lab/study.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"
#include "support/sdirk2.hpp"

namespace pleuel {
namespace method_recipe_test {

Catalogue catalogue(int rank = 100) {
  Catalogue all = standard_catalogue();
  all.methods.push_back(sdirk2_method());
  all.methods.back().traits.rank = rank;
  return all;
}

TEST(MethodRecipe, IsFoundByNameAndIsUnknownWithoutAnEntry) {
  EXPECT_EQ(catalogue().method("sdirk2").traits.order, 2);
  EXPECT_THROW((void)standard_catalogue().method("sdirk2"), InvalidInput);
}

TEST(MethodRecipe, IsChosenByItsRankWithItsMerit) {
  const RunResult result = run(catalogue(-1), {.case_name = "pendulum", .until = 0.1});
  EXPECT_EQ(result.header.method.name, "sdirk2");
  EXPECT_NE(result.header.method.reason.find("because tests ask for it"), std::string::npos)
      << result.header.method.reason;
}

TEST(MethodRecipe, HasItsOrderUnderEveryFormulationWithAsManyRowsAsUnknowns) {
  const Catalogue all = catalogue();
  const auto end = [&](const char* formulation, const char* method, double step) {
    RunRequest request = {
        .case_name = "pendulum", .formulation = formulation, .method = method, .until = 1.0};
    request.tolerance = {.rtol = 1e-10, .atol = 1e-10};
    request.step = step;
    const RunResult result = run(all, request);
    EXPECT_EQ(result.status, RunStatus::ok) << formulation << ": " << result.message;
    return Vector(result.y.head(4));
  };
  const Vector exact = end("ggl1", "radau", 0);
  for (const char* formulation : {"rcd1", "rcd0", "baumgarte", "ggl1"}) {
    const double coarse = (end(formulation, "sdirk2", 0.01) - exact).norm();
    const double fine = (end(formulation, "sdirk2", 0.005) - exact).norm();
    // The next term of the error shifts the order by some h.
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1) << formulation;
  }
}

TEST(MethodRecipe, IsMeasuredByAStudyWithoutMore) {
  StudyRequest request;
  request.cases = {"pendulum"};
  request.formulations = {"ggl1"};
  request.methods = {"sdirk2"};
  request.tolerances = {1e-3, 1e-5};
  request.until = 1.0;
  request.repeats = 1;
  const Study study = run_study(catalogue(), request);
  ASSERT_EQ(study.rows.size(), 2u);
  for (const StudyRow& row : study.rows) EXPECT_EQ(row.key.method, "sdirk2");
}

}  // namespace method_recipe_test
}  // namespace pleuel
