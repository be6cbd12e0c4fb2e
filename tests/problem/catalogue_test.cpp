#include "pleuel/problem/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace pleuel {
namespace {

TEST(ProblemCatalogue, HasUniqueNames) {
  std::set<std::string> names;
  for (const auto& problem : problem_catalogue()) names.insert(problem.name);
  EXPECT_EQ(names, (std::set<std::string>{"pendulum", "slider-crank", "andrews", "stiff-pendulum",
                                          "spring-pendulum", "bushing", "top", "massless-link",
                                          "maxwell-pendulum", "chain", "parallelogram"}));
  EXPECT_EQ(names.size(), problem_catalogue().size());
}

// Checked by laws of mechanics and by each other's formulations instead.
const std::set<std::string> without_digits = {"top", "massless-link", "maxwell-pendulum", "chain"};

TEST(ProblemCatalogue, EveryDefaultCaseIsCompleteAndHasReferenceDigitsAtItsEndOrSaysItHasNone) {
  for (const auto& problem : problem_catalogue()) {
    const Case built = problem.build(OptionValues(problem.options, {}));
    const SystemInfo& info = built.system->info();
    EXPECT_EQ(built.name, problem.name);
    EXPECT_EQ(info.name, problem.name);
    EXPECT_EQ(built.q0.size(), info.n_q());
    EXPECT_EQ(built.v0.size(), info.n_v());
    EXPECT_EQ(built.s0.size(), info.n_s());
    const auto reference = built.reference(built.t_end);
    ASSERT_EQ(reference.has_value(), !without_digits.contains(problem.name)) << problem.name;
    if (!reference) continue;
    EXPECT_EQ(reference->y.size(), info.n_q() + 2 * info.n_v() + info.n_lambda());
    for (const int i : reference->scd_components) EXPECT_TRUE(std::isfinite(reference->y[i]));
    for (const int i : reference->main_components) EXPECT_TRUE(std::isfinite(reference->y[i]));
  }
}

TEST(ProblemCatalogue, OutputsAreUnknownsOfTheSystem) {
  for (const auto& problem : problem_catalogue()) {
    const Case built = problem.build(OptionValues(problem.options, {}));
    const SystemInfo& info = built.system->info();
    std::set<std::string> names;
    for (const auto* group : {&info.q, &info.v, &info.a, &info.lambda, &info.s}) {
      for (const auto& quantity : *group) EXPECT_TRUE(names.insert(quantity.name).second) << quantity.name;
    }
    for (const auto& output : built.outputs) EXPECT_TRUE(names.contains(output)) << output;
  }
}

}  // namespace
}  // namespace pleuel
