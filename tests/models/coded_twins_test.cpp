// Model files against the same mechanisms written as equations.
#include <numbers>

#include "models/model_runs.hpp"

namespace pleuel::testing {
namespace coded_twins_test {

constexpr double tolerance = 1e-12;
constexpr double agreement = 1e-10;

TEST(CodedTwin, OfTheAndrewsModelHasTheSameAngles) {
  const RunResult coded = run_built_in({.name = "andrews", .tolerance = tolerance, .formulation = "ggl1"});
  const RunResult model = run_model({.name = "andrews", .tolerance = tolerance, .formulation = "ggl1"});
  const auto q = [&](int i) { return unknown(coded, "q" + std::to_string(i)); };
  const double angles[] = {q(1), q(1) + q(2), q(3), q(4) + q(5), q(5), q(6) + q(7), q(7)};
  for (int i = 0; i < 7; ++i)
    EXPECT_NEAR(unknown(model, "K" + std::to_string(i + 1) + ".phi"), angles[i], agreement) << "K" << i + 1;
}

TEST(CodedTwin, OfThePendulumModelHasTheSamePlaceAndVelocity) {
  const RunResult coded =
      run_built_in({.name = "pendulum", .tolerance = tolerance, .until = 2.3, .formulation = "ggl1"});
  const RunResult model = run_model({.name = "pendulum",
                                     .tolerance = tolerance,
                                     .until = 2.3,
                                     .settings = {{"g", "13.7503716373294544"}, {"start", "0"}},
                                     .formulation = "ggl1"});
  const std::pair<const char*, const char*> pairs[] = {
      {"x", "bob.x"}, {"y", "bob.y"}, {"v", "bob.vx"}, {"w", "bob.vy"}};
  for (const auto& [ours, theirs] : pairs)
    EXPECT_NEAR(unknown(model, theirs), unknown(coded, ours), agreement) << ours;
}

TEST(CodedTwin, OfTheTopModelHasTheSamePlaceOrientationAndVelocity) {
  const RunResult coded =
      run_built_in({.name = "top", .tolerance = tolerance, .until = 0.2, .formulation = "ggl1"});
  const RunResult model =
      run_model({.name = "top", .tolerance = tolerance, .until = 0.2, .formulation = "ggl1"});
  const std::pair<const char*, const char*> pairs[] = {
      {"x", "top.x"},        {"y", "top.y"},       {"z", "top.z"},   {"p0", "top.p0"},
      {"p1", "top.p1"},      {"p2", "top.p2"},     {"p3", "top.p3"}, {"omega_x", "top.wx"},
      {"omega_y", "top.wy"}, {"omega_z", "top.wz"}};
  for (const auto& [ours, theirs] : pairs)
    EXPECT_NEAR(unknown(model, theirs), unknown(coded, ours), agreement) << ours;
}

TEST(CodedTwin, OfTheChainModelHasTheSameLastLink) {
  const RunResult coded =
      run_built_in({.name = "chain", .tolerance = tolerance, .until = 0.3, .formulation = "ggl1"});
  // Angles are counted from the x axis here, from the downward vertical there.
  const RunResult model = run_model({.name = "chain",
                                     .tolerance = tolerance,
                                     .until = 0.3,
                                     .settings = {{"start", "0.5 - pi/2"}},
                                     .formulation = "ggl1"});
  EXPECT_NEAR(unknown(model, "link10.x"), unknown(coded, "x10"), agreement);
  EXPECT_NEAR(unknown(model, "link10.y"), unknown(coded, "y10"), agreement);
  EXPECT_NEAR(unknown(model, "link10.phi"), unknown(coded, "phi10") - std::numbers::pi / 2, agreement);
}

}  // namespace coded_twins_test
}  // namespace pleuel::testing
