#include "pleuel/problem/problem_catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace pleuel {
namespace problem_catalogue_test {

TEST(ProblemCatalogue, HasUniqueNames) {
  std::set<std::string> names;
  for (const auto& problem : problem_catalogue()) names.insert(problem.name);
  EXPECT_EQ(names, (std::set<std::string>{"pendulum",
                                          "slider-crank",
                                          "andrews",
                                          "stiff-pendulum",
                                          "spring-pendulum",
                                          "bushing",
                                          "top",
                                          "massless-link",
                                          "maxwell-pendulum",
                                          "chain",
                                          "parallelogram",
                                          "impact-pendulum",
                                          "bouncing-ball",
                                          "kinked-load",
                                          "van-der-pol",
                                          "robertson",
                                          "flexible-slider-crank",
                                          "fe-slider-crank",
                                          "viscoplastic-slider-crank",
                                          "bolt"}));
  EXPECT_EQ(names.size(), problem_catalogue().size());
}

// Checked by laws of mechanics and by each other's formulations instead.
const std::set<std::string> without_digits = {"top",   "massless-link",   "maxwell-pendulum",
                                              "chain", "fe-slider-crank", "viscoplastic-slider-crank"};

// Both return how many values a reference has.
int expect_complete_mechanism(const Case& built) {
  const SystemInfo& info = built.system->info();
  EXPECT_EQ(info.name, built.name);
  EXPECT_EQ(built.q0.size(), info.n_q());
  EXPECT_EQ(built.v0.size(), info.n_v());
  EXPECT_EQ(built.s0.size(), info.n_s());
  return info.n_q() + 2 * info.n_v() + info.n_lambda();
}

int expect_complete_plain_case(const Case& built) {
  const auto dae = built.dae();
  EXPECT_EQ(built.system, nullptr);
  EXPECT_EQ(dae->info().name, built.name);
  EXPECT_EQ(built.y0.size(), dae->info().n_unknowns());
  return dae->info().n_unknowns();
}

std::vector<std::string> names_of_unknowns(const Case& built) {
  std::vector<std::string> names;
  if (built.is_plain()) {
    const auto dae = built.dae();
    for (const Unknown& unknown : dae->info().unknowns) names.push_back(unknown.name);
    return names;
  }
  const SystemInfo& info = built.system->info();
  for (const auto* group : {&info.q, &info.v, &info.a, &info.lambda, &info.s})
    for (const auto& quantity : *group) names.push_back(quantity.name);
  return names;
}

TEST(ProblemCatalogue, EveryDefaultCaseIsCompleteAndHasReferenceDigitsAtItsEndOrSaysItHasNone) {
  for (const auto& problem : problem_catalogue()) {
    const Case built = problem.build(OptionValues(problem.options, {}));
    EXPECT_EQ(built.name, problem.name);
    const int n_reference =
        built.is_plain() ? expect_complete_plain_case(built) : expect_complete_mechanism(built);
    const auto reference = built.reference(built.t_end);
    ASSERT_EQ(reference.has_value(), !without_digits.contains(problem.name)) << problem.name;
    if (!reference) continue;
    EXPECT_EQ(reference->y.size(), reference->is_quasi_static ? built.q0.size() : n_reference);
    for (const int i : reference->scd_components) EXPECT_TRUE(std::isfinite(reference->y[i]));
    for (const int i : reference->main_components) EXPECT_TRUE(std::isfinite(reference->y[i]));
  }
}

TEST(ProblemCatalogue, OutputsAreUnknownsOfTheSystem) {
  for (const auto& problem : problem_catalogue()) {
    const Case built = problem.build(OptionValues(problem.options, {}));
    std::set<std::string> names;
    for (const auto& name : names_of_unknowns(built)) EXPECT_TRUE(names.insert(name).second) << name;
    for (const auto& output : built.outputs) EXPECT_TRUE(names.contains(output)) << output;
  }
}

}  // namespace problem_catalogue_test
}  // namespace pleuel
