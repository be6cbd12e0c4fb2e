// The explicit methods as integrators: orders, constraints, every kind of system, stiffness.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/integrator/explicit/explicit_runge_kutta.hpp"
#include "pleuel/integrator/explicit/stiffness_watch.hpp"
#include "pleuel/problem/pendulum_equations.hpp"
#include "pleuel/problem/pendulum_solution.hpp"
#include "pleuel/problem/top_equations.hpp"
#include "support/allocation_count.hpp"
#include "support/run_system.hpp"

namespace pleuel {
namespace explicit_test {

using pleuel::testing::Kind;
using testing::all_kinds;

struct Member {
  const char* name;
  const ExplicitTableau& tableau;
};
std::vector<Member> members() {
  return {{"mdop5", dormand_prince_5()}, {"hem5", half_explicit_5()}, {"dop853", dormand_prince_8()}};
}

/// Started at the consistent state of `k`.
struct ExplicitRun {
  InitialState start;
  StepLoop loop;
  std::shared_ptr<const MechanicalSystem> system;

  ExplicitRun(const Member& m, const Kind& k, const StepSettings& settings, double t_end,
              const ExplicitOptions& options = {})
      : start(consistent_initial_state(*k.system, 0, k.q, k.v, k.s)),
        loop(std::make_unique<ExplicitRungeKutta>(m.name, m.tableau, k.system, settings, options), settings),
        system(k.system) {
    Vector y(start.q.size() + 2 * start.v.size() + start.lambda.size() + start.s.size());
    y << start.q, start.v, start.a, start.lambda, start.s;
    loop.start(0, y, Vector(Vector::Zero(y.size())), t_end);
  }
  bool finish(double t_end) {
    while (loop.t() != t_end)
      if (const StepOutcome outcome = loop.step(t_end); !outcome.is_ok()) {
        ADD_FAILURE() << describe(*outcome.failure);
        return false;
      }
    return true;
  }
  Vector q() const { return loop.y().head(start.q.size()); }
  Vector v() const { return loop.y().segment(start.q.size(), start.v.size()); }
};

StepSettings fixed(double h) { return {.tolerance = {.rtol = 1e-9, .atol = 1e-9}, .fixed_step = h}; }
StepSettings controlled(double tol) { return {.tolerance = {.rtol = tol, .atol = tol}}; }

Kind pendulum() {
  constexpr double g = 13.7503716373294544;
  Kind k;
  k.name = "pendulum";
  k.system = make_system(PendulumEquations{.g = g});
  k.q = Vector{{1.0, 0.0}};
  k.v = Vector::Zero(2);
  k.period = 1.3;
  return k;
}

Kind top() {
  Kind k;
  k.name = "top";
  k.system = make_system(TopEquations{});
  k.q = Vector{{0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0}};
  k.v = Vector{{0.0, 0.0, 4.6, 4.6, 20.0, 0.0}};
  k.period = 0.5;
  return k;
}

/// log2 of the quotient of errors with steps h and h/2, for q and v.
std::pair<double, double> orders(const Member& m, const Kind& k, int n) {
  ExplicitRun exact({"dop853", dormand_prince_8()}, k, controlled(1e-13), k.period);
  EXPECT_TRUE(exact.finish(k.period));
  double q[2], v[2];
  for (const int i : {0, 1}) {
    ExplicitRun run(m, k, fixed(k.period / (n << i)), k.period);
    EXPECT_TRUE(run.finish(k.period));
    q[i] = (run.q() - exact.q()).norm();
    v[i] = (run.v() - exact.v()).norm();
  }
  return {std::log2(q[0] / q[1]), std::log2(v[0] / v[1])};
}

// Between these step sizes the errors lie between 1e-4 and 1e-12, where the order shows to a few
// tenths.
TEST(ExplicitRungeKutta, HasItsOrderInPositionsAndVelocitiesOnThePendulum) {
  for (const Member& m : members()) {
    const auto [q, v] = orders(m, pendulum(), m.tableau.order == 8 ? 26 : 52);
    EXPECT_GE(q, m.tableau.order - 0.3) << m.name;
    EXPECT_GE(v, m.tableau.order - 0.3) << m.name;
  }
}

TEST(ExplicitRungeKutta, HasItsOrderWithQuaternions) {
  for (const Member& m : members()) {
    const auto [q, v] = orders(m, top(), m.tableau.order == 8 ? 30 : 80);
    EXPECT_GE(q, m.tableau.order - 0.5) << m.name;
    EXPECT_GE(v, m.tableau.order - 0.5) << m.name;
  }
}

TEST(ExplicitRungeKutta, DenseOutputHasItsOrderInPositionsAndVelocities) {
  const Kind k = pendulum();
  const PendulumSolution solution(13.7503716373294544);
  for (const Member& m : members()) {
    double error[2];
    for (const int i : {0, 1}) {
      const double h = k.period / ((m.tableau.order == 8 ? 10 : 26) << i);
      ExplicitRun run(m, k, fixed(h), k.period);
      Vector y(7);
      double largest = 0;
      while (run.loop.t() != k.period) {
        ASSERT_TRUE(run.loop.step(k.period).is_ok());
        for (const double theta : {0.2, 0.5, 0.7}) {
          const double t = run.loop.t() - (1 - theta) * h;
          run.loop.dense_output().evaluate(t, y);
          const auto s = solution.at(t);
          const double e[] = {y[0] - static_cast<double>(s.x), y[1] - static_cast<double>(s.y),
                              y[2] - static_cast<double>(s.v), y[3] - static_cast<double>(s.w)};
          for (const double x : e) largest = std::max(largest, std::abs(x));
          // a and λ follow from the saddle at the interpolated q and v: G a + γ = 0 to rounding.
          EXPECT_NEAR(y[0] * y[4] + y[1] * y[5] + y[2] * y[2] + y[3] * y[3], 0, 1e-12);
        }
      }
      error[i] = largest;
    }
    EXPECT_GE(std::log2(error[0] / error[1]), m.tableau.dense_order - 0.2) << m.name;
  }
}

/// The largest violations of g and G v + g_t after any step.
std::pair<double, double> violations(ExplicitRun& run, const Kind& k) {
  const auto evaluator = k.system->make_evaluator();
  Vector g(run.start.lambda.size()), rate(g.size());
  std::pair<double, double> worst{0, 0};
  while (run.loop.t() != k.period) {
    if (!run.loop.step(k.period).is_ok()) {
      ADD_FAILURE() << k.name;
      break;
    }
    const Vector q = run.q(), v = run.v();
    evaluator->rows({.t = run.loop.t(), .q = q, .v = v}, {.position = g, .velocity = rate});
    worst.first = std::max(worst.first, g.cwiseAbs().maxCoeff());
    worst.second = std::max(worst.second, rate.cwiseAbs().maxCoeff());
  }
  return worst;
}

// q and v of these systems are at most of size 10, so rounding is about 1e-14 per row.
TEST(ExplicitRungeKutta, ConstraintsHoldToRoundingAfterEachStep) {
  for (const Kind& k : all_kinds()) {
    if (k.system->info().n_lambda() == 0) continue;
    for (const Member& m : members())
      for (const double tol : {1e-3, 1e-7}) {
        ExplicitRun run(m, k, controlled(tol), k.period);
        const auto [g, rate] = violations(run, k);
        EXPECT_LE(g, 2e-13) << k.name << ' ' << m.name;
        EXPECT_LE(rate, 2e-12) << k.name << ' ' << m.name;
      }
  }
}

// Errors of explicit methods over one period are at most some hundred tolerances.
TEST(ExplicitRungeKutta, FollowsEveryKindOfSystemUnderErrorControl) {
  for (const Kind& k : all_kinds()) {
    pleuel::testing::SystemRun exact(k, "rcd0", 1e-10, k.period);
    ASSERT_TRUE(exact.finish());
    const Motion end = exact.end();
    for (const Member& m : members()) {
      ExplicitRun run(m, k, controlled(1e-7), k.period);
      ASSERT_TRUE(run.finish(k.period)) << k.name;
      EXPECT_LE((run.q() - end.q).cwiseAbs().maxCoeff(), 2e-5) << k.name << ' ' << m.name;
      EXPECT_LE((run.v() - end.v).cwiseAbs().maxCoeff(), 2e-4) << k.name << ' ' << m.name;
      EXPECT_LE((run.loop.y().tail(end.s.size()) - end.s).norm(), 1e-5) << k.name << ' ' << m.name;
    }
  }
}

#if PLEUEL_COUNTS_ALLOCATIONS
TEST(ExplicitRungeKutta, AllocatesNothingAfterTheFirstStep) {
  for (const char* name : {"given pendulum", "ball joint", "Maxwell pendulum", "chain of 3", "chain of 12"})
    for (const Member& m : members()) {
      const Kind k = testing::kind(name);
      ExplicitRun run(m, k, controlled(1e-5), k.period);
      bool is_ok = run.loop.step(k.period).is_ok();
      const long before = testing::allocation_count();
      for (int i = 0; i < 20 && is_ok && run.loop.t() < k.period; ++i)
        is_ok = run.loop.step(k.period).is_ok();
      EXPECT_EQ(testing::allocation_count() - before, 0) << name << ' ' << m.name;
      EXPECT_TRUE(is_ok) << name;
    }
}
#endif

/// Two masses: a slow one, and a fast one on a stiff spring whose motion is at rest.
struct StiffOscillator {
  double frequency = 2000;
  SystemInfo info() const {
    SystemInfo info;
    info.name = "stiff oscillator";
    info.add_coordinate("u", "m");
    info.add_coordinate("w", "m");
    return info;
  }
  void mass(const auto&, auto&& M) const {
    M.add(0, 0, 1.0);
    M.add(1, 1, 1.0);
  }
  void force(const auto& x, const auto&, auto&& f) const {
    f[0] = -x.q[0];
    f[1] = frequency * frequency * (0.1 * x.q[0] - x.q[1]);
  }
};

Kind stiff_oscillator() {
  Kind k;
  k.name = "stiff oscillator";
  k.system = make_system(StiffOscillator{});
  k.q = Vector{{1.0, 0.1}};
  k.v = Vector::Zero(2);
  k.period = 2;
  return k;
}

TEST(ExplicitRungeKutta, SaysOnceThatStabilityLimitsTheStepWithTheFrequency) {
  for (const Member& m : members()) {
    const Kind k = stiff_oscillator();
    ExplicitRun run(m, k, controlled(1e-4), k.period);
    ASSERT_TRUE(run.finish(k.period));
    const auto remarks = run.loop.remarks();
    ASSERT_EQ(remarks.size(), 1u) << m.name << ' ' << run.loop.statistics().accepted;
    EXPECT_NE(remarks[0].find("stability, not accuracy"), std::string::npos) << remarks[0];
    const auto place = remarks[0].find("frequency ");
    ASSERT_NE(place, std::string::npos);
    const double frequency = std::stod(remarks[0].substr(place + 10));
    EXPECT_GE(frequency, 0.6 * 2000) << remarks[0];
    EXPECT_LE(frequency, 1.1 * 2000) << remarks[0];
  }
}

TEST(ExplicitRungeKutta, EndsARunThatStabilityMakesTooLong) {
  const Kind k = stiff_oscillator();
  ExplicitRun run(members()[0], k, controlled(1e-4), k.period, {.most_stiff_steps = 500});
  std::optional<Failure> failure;
  while (!failure && run.loop.t() != k.period) failure = run.loop.step(k.period).failure;
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::step_limit);
  EXPECT_NE(failure->what.find("explicit methods do not work any longer"), std::string::npos);
  EXPECT_NE(failure->what.find("rad/s allows stable steps of"), std::string::npos) << failure->what;
  EXPECT_NE(failure->remedy.find("radau"), std::string::npos);
}

// The lossy chain of 12 has elastic joints, whose 56 rad/s limit the steps at loose tolerances.
TEST(ExplicitRungeKutta, IsSilentAboutStabilityWhereAccuracyLimitsTheStep) {
  for (const Kind& k : all_kinds()) {
    if (k.name == "lossy chain of 12") continue;
    for (const Member& m : members())
      for (const double tol : {1e-3, 1e-6}) {
        ExplicitRun run(m, k, controlled(tol), 4 * k.period);
        ASSERT_TRUE(run.finish(4 * k.period));
        EXPECT_TRUE(run.loop.remarks().empty()) << k.name << ' ' << m.name << ' ' << run.loop.remarks()[0];
      }
  }
}

}  // namespace explicit_test
}  // namespace pleuel
