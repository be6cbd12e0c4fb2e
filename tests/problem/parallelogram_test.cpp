// A platform on three cranks: one constraint too many, from the request to the result.
#include "pleuel/problem/parallelogram.hpp"

#include <cmath>

#include "literature/radau5_run.hpp"
#include "pleuel/integrator/guarded/redundant_constraints.hpp"
#include "pleuel/integrator/radau/radau_iia.hpp"
#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/run/standard_catalogue.hpp"
#include "support/looped.hpp"

namespace pleuel {
namespace parallelogram_test {

constexpr double tolerance = 1e-8;

RunRequest request_for(const std::string& formulation, Settings settings = {}) {
  RunRequest request = radau5_request("parallelogram", formulation, tolerance);
  request.settings = std::move(settings);
  request.settings.emplace("redundant", "minimum-norm");
  return request;
}

class ParallelogramIn : public ::testing::TestWithParam<const char*> {};

// It starts and turns back in flat positions, where two cranks alone would be singular; the
// reference is exact.
TEST_P(ParallelogramIn, IsThePendulumOfTheTheoryThroughItsFlatPositions) {
  const RunResult result = complete_run(request_for(GetParam()));
  ASSERT_TRUE(result.comparison);
  EXPECT_LE(result.comparison->error, 300 * tolerance);
  // All twelve constraints are audited, the dropped one too.
  const bool drifts = std::string(GetParam()).starts_with("rcd");
  EXPECT_LE(result.residuals.position, (drifts ? 100 : 1) * tolerance);
}

INSTANTIATE_TEST_SUITE_P(Formulations, ParallelogramIn,
                         ::testing::Values("rcd1", "rcd0", "ggl1", "psi1", "psi0", "ovd1", "ovd0"));

TEST(Parallelogram, ShowsTheLeastReactionsUnderTheNamesOfAllConstraints) {
  RunRequest request = request_for("ggl1");
  request.until = 0.4;
  const RunResult result = complete_run(request);
  ASSERT_EQ(result.header.unknowns.size(), 60u);
  EXPECT_EQ(result.header.unknowns[36].name, "lambda1");
  EXPECT_EQ(result.header.unknowns[47].name, "lambda12");
  const Case c = parallelogram_problem().build(OptionValues(parallelogram_problem().options, {}));
  const auto evaluator = c.system->make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  const Vector q = result.y.head(12), lambda = result.y.segment(36, 12);
  evaluator->configuration_matrices(0, q, m);
  const Matrix Gt = m.G.dense().transpose();
  const Vector least = least_squares(Gt, Vector(Gt * lambda), 1e-9);
  EXPECT_LE((least - lambda).norm(), 1e-6 * lambda.norm());
  Vector dynamics(12);
  const Vector v = result.y.segment(12, 12), a = result.y.segment(24, 12), s;
  evaluator->rows({.t = 0, .q = q, .v = v, .a = a, .lambda = lambda, .s = s}, {.dynamics = dynamics});
  EXPECT_LE(dynamics.cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Parallelogram, IsRefusedOrContradictoryBeforeTheRun) {
  RunRequest refused = request_for("ggl1");
  refused.settings["redundant"] = "refuse";
  EXPECT_THROW((void)run(standard_catalogue(), refused), RedundantConstraints);
  EXPECT_THROW((void)run(standard_catalogue(), request_for("ggl1", {{"shift", "0.01"}})),
               ContradictoryConstraints);
}

/// The integrator itself, for what a result does not show.
struct Swing {
  Case problem;
  std::unique_ptr<MechanicalDae> whole;
  std::unique_ptr<MinimumNormIntegrator> integrator;

  Swing(const std::string& formulation, const Settings& settings) {
    const Problem p = parallelogram_problem();
    problem = p.build(OptionValues(p.options, settings));
    const auto formulate = [formulation](std::shared_ptr<const MechanicalSystem> system) {
      for (const Formulation& f : formulation_catalogue())
        if (f.name == formulation) return f.make(std::move(system), OptionValues(f.options, {}));
      throw std::logic_error("no formulation " + formulation);
    };
    const auto integrate = [](Dae& dae, const StepSettings& step) -> std::unique_ptr<Integrator> {
      return std::make_unique<Looped<RadauIIA>>(dae, step);
    };
    whole = formulate(problem.system);
    integrator = std::make_unique<MinimumNormIntegrator>(
        *whole,
        MinimumNormParts{
            problem.system, formulate, integrate, {.tolerance = {.rtol = tolerance, .atol = tolerance}}});
    ConstraintChoice choice(problem.system);
    const InitialState x = minimum_norm_initial_state(choice, 0, problem.q0, problem.v0, problem.s0);
    const Vector y = whole->assemble(x.q, x.v, x.a, x.lambda, x.s);
    integrator->start(0, y, whole->derivative(0, y), 10);
  }
};

TEST(MinimumNormIntegrator, RenewsTheChoiceOnTheWayAndAddsUpItsCounts) {
  Swing swing("ggl1", {});
  while (swing.integrator->t() < 2) ASSERT_TRUE(swing.integrator->step(2).is_ok());
  EXPECT_GE(swing.integrator->renewals(), 1);
  const std::vector<std::string> remarks = swing.integrator->remarks();
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].find("another choice of independent ones was taken"), std::string::npos) << remarks[0];
  EXPECT_GT(swing.integrator->statistics().accepted, 20);
  EXPECT_GE(swing.integrator->statistics().steps, swing.integrator->statistics().accepted);
}

// With all pivots on one line G has rank 10 in the flat position and 11 elsewhere; the platform
// swings through it at full speed.
TEST(MinimumNormIntegrator, PassesASingularPositionOnTheBranchItCameFrom) {
  Swing swing("ggl1", {{"depth", "0"}, {"angle", "2.5"}});
  double energy = 0;
  while (swing.integrator->t() < 2) {
    const StepOutcome outcome = swing.integrator->step(2);
    ASSERT_TRUE(outcome.is_ok()) << describe(*outcome.failure);
    const Motion at = swing.whole->motion(outcome.t, swing.integrator->y());
    // On the other branch the platform turns.
    EXPECT_NEAR(at.q[11], 0, 1e-5) << outcome.t;
    EXPECT_NEAR(at.q[2], at.q[5], 1e-5) << outcome.t;
    energy = 0.5 * at.v[2] * at.v[2] - 9.81 * 2.75 / 2.5 * std::cos(at.q[2]);
  }
  EXPECT_NEAR(energy, -9.81 * 2.75 / 2.5 * std::cos(2.5), 1e-4);
}

}  // namespace parallelogram_test
}  // namespace pleuel
