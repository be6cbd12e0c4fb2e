// Every explicit method of every kind of system gives the same motion as Radau IIA.
#include <gtest/gtest.h>

#include "pleuel/integrator/explicit/explicit_method.hpp"
#include "support/run_system.hpp"

namespace pleuel::testing {
namespace explicit_conformance {

constexpr double tolerance = 1e-8;
// Steps that stability limits, from which on a kind counts as stiff.
constexpr long most_steps = 100'000;

double largest(const Vector& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

/// Runs the method to the end; a failure is empty or says why.
struct ExplicitRun {
  ExplicitRun(const Method& method, const Kind& k) {
    SystemRun begin(k, "rcd0", tolerance, k.period);
    integrator = method.make_mechanical(
        k.system, {.tolerance = {.rtol = tolerance, .atol = tolerance}, .max_steps = most_steps},
        OptionValues(method.options, {}));
    dae = std::move(begin.dae);
    const InitialState& s = begin.start;
    const Vector y = dae->assemble(s.q, s.v, s.a, s.lambda, s.s), rates = dae->derivative(0, y);
    integrator->start(0, y, rates, k.period);
    while (integrator->t() != k.period) {
      StepOutcome outcome = integrator->step(k.period);
      if (outcome.is_ok()) continue;
      failure = std::move(outcome.failure);
      return;
    }
  }
  Motion end() const { return dae->motion(integrator->t(), integrator->y()); }

  std::unique_ptr<MechanicalDae> dae;
  std::unique_ptr<Integrator> integrator;
  std::optional<Failure> failure;
};

void expect_same_motion(const Kind& k) {
  SystemRun reference(k, "rcd0", 1e-3 * tolerance, k.period);
  ASSERT_TRUE(reference.finish()) << k.name;
  const Motion expected = reference.end();
  for (const Method& method : {dop853_method(), mdop5_method(), hem5_method()}) {
    const ExplicitRun run(method, k);
    if (run.failure) {
      // Stiff kinds end with the frequency, the stable step and a remedy.
      EXPECT_NE(run.failure->what.find("stiff"), std::string::npos)
          << k.name << ", " << method.name << ": " << describe(*run.failure);
      EXPECT_NE(run.failure->what.find("rad/s"), std::string::npos);
      EXPECT_FALSE(run.failure->remedy.empty());
      continue;
    }
    const Motion end = run.end();
    const auto close = [&](const ConstVec& x, const ConstVec& y, const char* what) {
      EXPECT_LE(largest(x - y), 100 * tolerance * (1 + largest(y)))
          << k.name << ", " << method.name << ", " << what;
    };
    close(end.q, expected.q, "q");
    close(end.v, expected.v, "v");
    close(end.s, expected.s, "s");
    // λ is a function of q and v; stiff forces amplify their errors.
    EXPECT_LE(largest(end.lambda - expected.lambda), 1e4 * tolerance * (1 + largest(expected.lambda)))
        << k.name << ", " << method.name;
  }
}

struct ExplicitMotion : ::testing::TestWithParam<int> {};

TEST_P(ExplicitMotion, IsThatOfRadauOrTheMethodSaysWhyNot) { expect_same_motion(all_kinds()[GetParam()]); }

INSTANTIATE_TEST_SUITE_P(Kinds, ExplicitMotion, ::testing::Range(0, n_kinds), [](const auto& suite) {
  std::string name = all_kinds()[suite.param].name;
  for (char& c : name)
    if (c == ' ') c = '_';
  return name;
});

TEST(ExplicitMotion, OfAChainWithFortyLinksEliminatedAlongItsTree) { expect_same_motion(chain(40, 0.1)); }

}  // namespace explicit_conformance
}  // namespace pleuel::testing
