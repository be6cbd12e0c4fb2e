// Runs with every solver of sparse linear systems.
#include <gtest/gtest.h>

#include <cmath>

#include "models/model_runs.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/linalg/sparse_solver.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel::testing {
namespace solver_runs_test {

RunResult run_with(const std::string& solver, ModelRun wanted) {
  wanted.settings["solver"] = solver;
  return run(all(), request_of(wanted.name, wanted));
}

/// Compares the unknowns at the end, each group in units of its largest one; η is zero but for
/// rounding.
double difference(const RunResult& a, const RunResult& b) {
  std::map<Group, double> size, largest;
  for (std::size_t i = 0; i < a.header.unknowns.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const Group group = a.header.unknowns[i].group;
    if (group == Group::eta) continue;
    size[group] = std::max(size[group], std::abs(a.y[k]));
    largest[group] = std::max(largest[group], std::abs(a.y[k] - b.y[k]));
  }
  double worst = 0;
  for (const auto& [group, value] : largest)
    if (size[group] > 0) worst = std::max(worst, value / size[group]);
  return worst;
}

// ldl refines to 1e-6 of each Newton correction; the others are exact to rounding, which the
// stiffness of the rod amplifies in accelerations.
void expect_equal_runs(const ModelRun& wanted, double tolerance) {
  const RunResult by_klu = run_with("klu", wanted);
  ASSERT_EQ(by_klu.status, RunStatus::ok) << by_klu.message;
  ASSERT_TRUE(by_klu.solver.has_value());
  EXPECT_EQ(by_klu.solver->name, "klu");
  for (const SparseSolver& solver : sparse_solvers()) {
    if (!solver.is_built() || solver.traits.needs_definite || solver.traits.is_iterative) continue;
    const RunResult other = run_with(solver.name, wanted);
    ASSERT_EQ(other.status, RunStatus::ok) << solver.name << ": " << other.message;
    EXPECT_EQ(other.solver->name, solver.name);
    EXPECT_GT(other.solver->counts.entries, 0) << solver.name;
    // A step that is rejected by a hair may be accepted with other rounding. From then on the sizes
    // of the steps differ at random, so that the numbers of n steps scatter by about √n.
    const auto n = static_cast<double>(by_klu.statistics.steps);
    EXPECT_NEAR(other.statistics.steps, n, 1 + std::sqrt(n)) << solver.name;
    EXPECT_LE(difference(by_klu, other), tolerance) << solver.name;
  }
}

TEST(SolverRuns, OfTheElasticCrankTakeTheSameStepsWithEverySolver) {
  for (const char* formulation : {"rcd1", "ggl1", "psi1", "ovd1"})
    expect_equal_runs({.name = model_path("fe-slider-crank"),
                       .until = 2e-4,
                       .formulation = formulation,
                       .method = "radau5"},
                      1e-6);
}

TEST(SolverRuns, OfTheBoltTakeTheSameStepsWithEverySolver) { expect_equal_runs({.name = "bolt"}, 1e-6); }

/// The largest difference of coordinates and velocities at the end, in units of their tolerance.
/// Velocities of index 2 (ori2) are tested with a factor h only, and are left out.
double difference_in_tolerances(const RunResult& a, const RunResult& reference) {
  double worst = 0;
  for (std::size_t i = 0; i < a.header.unknowns.size(); ++i) {
    const Unknown& unknown = a.header.unknowns[i];
    if (unknown.group != Group::q && (unknown.group != Group::v || unknown.index > 1)) continue;
    const auto k = static_cast<Eigen::Index>(i);
    const double unit = a.header.tolerance.atol + a.header.tolerance.rtol * std::abs(reference.y[k]);
    worst = std::max(worst, std::abs(a.y[k] - reference.y[k]) / unit);
  }
  return worst;
}

/// A run with gmres is as accurate as one with a direct solver, but for a tolerance. Inexact
/// increments may cost some more steps.
void expect_iterative_run(const ModelRun& wanted, const RunResult& reference) {
  SCOPED_TRACE(wanted.formulation + " " + wanted.method);
  const RunResult direct = run_with("auto", wanted), iterative = run_with("gmres", wanted);
  ASSERT_EQ(direct.status, RunStatus::ok) << direct.message;
  ASSERT_EQ(iterative.status, RunStatus::ok) << iterative.message;
  ASSERT_TRUE(iterative.solver.has_value());
  EXPECT_EQ(iterative.solver->name, "gmres");
  EXPECT_GT(iterative.statistics.krylov_iterations, 0);
  EXPECT_EQ(iterative.statistics.krylov_iterations, iterative.solver->krylov.iterations);
  EXPECT_EQ(iterative.solver->krylov.failures, 0);
  EXPECT_EQ(direct.statistics.krylov_iterations, 0);
  EXPECT_LE(iterative.statistics.steps, 2 + 1.3 * direct.statistics.steps);
  EXPECT_LE(difference_in_tolerances(iterative, reference),
            1 + 2 * difference_in_tolerances(direct, reference));
}

/// With a direct solver, at a thousandth of the tolerance.
RunResult reference_of(ModelRun wanted) {
  wanted.tolerance = 1e-9;
  return run_with("auto", wanted);
}

TEST(IterativeSolver, ServesEveryFormulation) {
  const RunResult reference = reference_of(
      {.name = model_path("fe-slider-crank"), .until = 1e-5, .formulation = "ggl1", .method = "radau5"});
  for (const Formulation& formulation : standard_catalogue().formulations) {
    if (formulation.name == "qs") continue;  // the crank is not quasi-static; see the bolt
    expect_iterative_run({.name = model_path("fe-slider-crank"),
                          .until = 1e-5,
                          .formulation = formulation.name,
                          .method = "radau5"},
                         reference);
  }
}

TEST(IterativeSolver, ServesEveryImplicitMethod) {
  const RunResult reference = reference_of(
      {.name = model_path("fe-slider-crank"), .until = 2e-5, .formulation = "ggl1", .method = "radau5"});
  for (const Method& method : standard_catalogue().methods)
    if (method.traits.kind == MethodTraits::Kind::stiff && method.traits.can_be_saved)
      expect_iterative_run({.name = model_path("fe-slider-crank"),
                            .until = 2e-5,
                            .formulation = method.make ? "ggl1" : "",
                            .method = method.name},
                           reference);
}

TEST(IterativeSolver, ServesQuasiStaticRuns) {
  expect_iterative_run({.name = "bolt"}, reference_of({.name = "bolt"}));
}

// A stiff square that hangs on one node: GMRES ends at 6e-10, 60 times the tolerance of a start.
TEST(IterativeSolver, ThatDoesNotFindTheStartIsNamed) {
  const std::string path = file_of(R"({"pleuel": 2, "name": "square", "dimension": 2, "gravity": [0, -9.81],
    "bodies": [{"name": "square", "type": "flexible",
      "mesh": {"type": "box", "length": 0.1, "height": 0.1, "cells": [60, 60], "element": "T6"},
      "material": {"young": 2e9, "poisson": 0.3, "density": 1200}, "thickness": 0.01,
      "state": "plane-stress", "frame": {"type": "chord", "a": "left_middle", "b": "right_middle"},
      "markers": {"pin": {"set": "left_middle"}}}],
    "joints": [{"name": "pin", "type": "revolute", "a": "ground.origin", "b": "square.pin"}],
    "simulation": {"until": 1e-5}})");
  try {
    (void)run_with("gmres", {.name = path, .formulation = "ggl1", .method = "radau5"});
    FAIL() << "the run starts";
  } catch (const NoConsistentState& fault) {
    EXPECT_NE(std::string(fault.what()).find("GMRES does not find the initial accelerations"),
              std::string::npos)
        << fault.what();
    EXPECT_NE(std::string(fault.what()).find("solver=auto"), std::string::npos);
  }
}

TEST(SolverRuns, OfRigidMechanismsTakeKluForLdlAndSayWhy) {
  const RunResult result = run_with("ldl", {.name = model_path("chain"), .until = 0.01});
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  if (!result.solver) GTEST_SKIP() << "its matrices are dense";
  EXPECT_EQ(result.solver->name, "klu");
  EXPECT_NE(result.solver->reason.find("elastic bodies"), std::string::npos);
}

TEST(SolverRuns, AreRefusedForUnknownSolversAndPlainEquations) {
  EXPECT_THROW((void)run_with("no-such-solver", {.name = "pendulum"}), InvalidInput);
  EXPECT_THROW((void)run_with("ldl", {.name = "van-der-pol"}), InvalidInput);
}

}  // namespace solver_runs_test
}  // namespace pleuel::testing
