// What every method of the catalogue must do, whatever its family: a method that is added to the
// catalogue is tested here without a line more.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/integrator/loop/step_loop.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/run/standard_catalogue.hpp"
#include "support/allocation_count.hpp"
#include "support/sdirk2.hpp"
#include "support/systems.hpp"

namespace pleuel {

/// As a test's parameter is shown.
void PrintTo(const Method& method, std::ostream* out);
void PrintTo(const Method& method, std::ostream* out) { *out << method.name; }

namespace method_suite_test {

using pleuel::testing::BarePendulum;

/// A pendulum that does something wrong after `t_fault`.
struct FaultyPendulum : BarePendulum {
  enum class Fault { none, nan, exception, left_domain, massless };
  static constexpr bool evaluates_in_lanes = false;  // x.t is compared
  Fault fault = Fault::none;
  double t_fault = 0.3;

  SystemInfo info() const {
    SystemInfo info = BarePendulum::info();
    info.add_coordinate("z", "m");  // free, and without mass where that is the fault
    return info;
  }
  void mass(const auto&, auto&& M) const {
    M.add(0, 0, m);
    M.add(1, 1, m);
    M.add(2, 2, fault == Fault::massless ? 0.0 : m);
  }
  void force(const auto& x, const auto&, auto&& f) const {
    f[1] = -m * gravity;
    if (!(x.t > t_fault)) return;
    if (fault == Fault::exception) throw std::runtime_error("the table is empty");
    if (fault == Fault::left_domain) throw LeftDomain("the table ends", "force of the pendulum");
    if (fault == Fault::nan) f[1] = f[1] * std::nan("");
  }
};

/// A method on the pendulum, started; error control at 1e-6 unless the settings say otherwise.
struct MethodRun {
  std::unique_ptr<MechanicalDae> dae;
  std::unique_ptr<Integrator> integrator;
  Vector y0, ydot0;

  MethodRun(const Method& method, const StepSettings& settings, double t_end = 1,
            FaultyPendulum::Fault fault = FaultyPendulum::Fault::none) {
    FaultyPendulum pendulum;
    pendulum.fault = fault;
    const auto system = make_system(pendulum);
    const Vector q{{0.8 * std::sin(1.0), -0.8 * std::cos(1.0), 0.0}}, v = Vector::Zero(3);
    for (const Formulation& f : formulation_catalogue())
      if (f.name == "ggl1") dae = f.make(system, OptionValues(f.options, {}));
    FaultyPendulum sound;
    const InitialState x = consistent_initial_state(*make_system(sound), 0, q, v, Vector());
    const OptionValues options(method.options, {});
    if (method.is_mechanical()) {
      integrator = method.make_mechanical(system, settings, options);
      y0.resize(x.q.size() + 2 * x.v.size() + x.lambda.size());
      y0 << x.q, x.v, x.a, x.lambda;
      ydot0 = Vector::Zero(y0.size());
    } else {
      integrator = method.make(*dae, settings, options);
      y0 = dae->assemble(x.q, x.v, x.a, x.lambda, x.s);
      ydot0 = dae->derivative(0, y0);
    }
    integrator->start(0, y0, ydot0, t_end);
  }

  /// Steps to t_end; the failure if there is one.
  std::optional<Failure> finish(double t_end) {
    while (integrator->t() != t_end) {
      StepOutcome outcome = integrator->step(t_end);
      if (!outcome.is_ok()) return std::move(outcome.failure);
    }
    return {};
  }
};

StepSettings tolerance(double tol) { return {.tolerance = {.rtol = tol, .atol = tol}}; }

/// Those of the catalogue, and one that only tests have.
std::vector<Method> methods() {
  std::vector<Method> all = standard_catalogue().methods;
  all.push_back(sdirk2_method());
  return all;
}

class EveryMethod : public ::testing::TestWithParam<Method> {
 protected:
  const Method& method() const { return GetParam(); }
  /// ida chooses its steps itself.
  bool takes_fixed_steps() const {
    try {
      MethodRun(method(), {.tolerance = {}, .fixed_step = 0.01});
      return true;
    } catch (const InvalidInput&) {
      return false;
    }
  }
  void expect_complete(const Failure& failure, FailureKind kind) const {
    EXPECT_EQ(failure.kind, kind) << describe(failure);
    EXPECT_EQ(failure.method, method().name);
    EXPECT_FALSE(failure.formulation.empty());
    EXPECT_FALSE(failure.what.empty());
    EXPECT_FALSE(failure.causes.empty());
    EXPECT_FALSE(failure.remedy.empty());
  }
};

/// The pendulum at t = 1 by the method itself at a tight tolerance.
Vector reference(const Method& method) {
  MethodRun run(method, tolerance(method.is_mechanical() ? 1e-8 : 1e-10));
  EXPECT_FALSE(run.finish(1));
  return run.integrator->y().head(2);
}

TEST_P(EveryMethod, LandsExactlyOnStopTimes) {
  MethodRun run(method(), tolerance(1e-5));
  for (const double t : {0.1, 0.1 + 1e-9, 1.0 / 3, 0.7, 1.0}) {
    ASSERT_FALSE(run.finish(t));
    EXPECT_EQ(run.integrator->t(), t);
    EXPECT_EQ(run.integrator->dense_output().end(), t);
  }
}

TEST_P(EveryMethod, AsksForNothingBeyondAStopTime) {
  MethodRun run(method(), tolerance(1e-6), 1, FaultyPendulum::Fault::exception);
  const auto failure = run.finish(0.2999);  // steps are some 0.01 s long
  EXPECT_FALSE(failure) << describe(*failure);
}

TEST_P(EveryMethod, GoesBackwardsToWhereItCameFrom) {
  MethodRun run(method(), tolerance(1e-7));
  ASSERT_FALSE(run.finish(0.5));
  const Vector y = run.integrator->y();
  const Vector ydot = method().is_mechanical() ? Vector::Zero(y.size()) : run.dae->derivative(0.5, y);
  run.integrator->start(0.5, y, ydot, 0.0);
  while (run.integrator->t() != 0.0) {
    const StepOutcome outcome = run.integrator->step(0.0);
    ASSERT_TRUE(outcome.is_ok()) << describe(*outcome.failure);
    EXPECT_LT(outcome.h, 0);
  }
  EXPECT_LE((run.integrator->y().head(2) - run.y0.head(2)).norm(), 1e-3);
}

TEST_P(EveryMethod, CountsWhatItDoes) {
  MethodRun run(method(), tolerance(1e-5));
  ASSERT_FALSE(run.finish(1));
  const Statistics& n = run.integrator->statistics();
  EXPECT_EQ(n.steps, n.accepted + n.rejected + n.newton_failures);
  EXPECT_GT(n.accepted, 3);
  EXPECT_GT(n.rhs, n.accepted);
}

TEST_P(EveryMethod, FollowsTheToleranceAndItsDenseOutputMeetsBothEnds) {
  const Vector expected = reference(method());
  MethodRun run(method(), tolerance(1e-5));
  Vector before = run.y0, at(run.y0.size());
  while (run.integrator->t() != 1.0) {
    ASSERT_TRUE(run.integrator->step(1.0).is_ok());
    const DenseOutput& piece = run.integrator->dense_output();
    EXPECT_GE(piece.order(), 1);
    piece.evaluate(piece.begin(), at);
    EXPECT_LE((at - before).head(2).norm(), 1e-12);
    piece.evaluate(piece.end(), at);
    EXPECT_LE((at - run.integrator->y()).norm(), 1e-12 * (1 + at.norm()));
    before = run.integrator->y();
  }
  EXPECT_LE((run.integrator->y().head(2) - expected).norm(), 2e-3);
}

TEST_P(EveryMethod, DenseOutputHasAtLeastItsStatedOrderInPositions) {
  if (!takes_fixed_steps()) GTEST_SKIP() << "ida chooses its steps itself";
  // Errors in the middle of steps of sizes h and h/2, at the same time, against a tight run.
  const auto error = [&](double h) {
    StepSettings settings = tolerance(1e-9);
    settings.fixed_step = h;
    MethodRun run(method(), settings);
    bool is_ok = true;
    while (is_ok && run.integrator->t() < 0.48) is_ok = run.integrator->step(1.0).is_ok();
    EXPECT_TRUE(is_ok);
    Vector y(run.y0.size());
    const DenseOutput& piece = run.integrator->dense_output();
    const double t = 0.5 * (piece.begin() + piece.end());
    piece.evaluate(t, y);
    MethodRun exact(standard_catalogue().method("radau5"), tolerance(1e-11));
    EXPECT_FALSE(exact.finish(t));
    return std::pair((y.head(2) - exact.integrator->y().head(2)).norm(), piece.order());
  };
  const auto [coarse, order] = error(0.02);
  const auto [fine, same] = error(0.01);
  EXPECT_EQ(order, same);
  // Half an order less than stated for errors that are not yet asymptotic; below 1e-9 it is what
  // Newton's method leaves.
  EXPECT_TRUE(fine < 1e-9 || std::log2(coarse / fine) >= order - 0.5) << coarse << ' ' << fine;
}

TEST_P(EveryMethod, RestartsAfterAnEventFromOtherValues) {
  MethodRun run(method(), tolerance(1e-6));
  ASSERT_FALSE(run.finish(0.4));
  const long before = run.integrator->statistics().accepted;
  run.integrator->start(0.4, run.y0, run.ydot0, 1.4);
  while (run.integrator->t() != 1.4) ASSERT_TRUE(run.integrator->step(1.4).is_ok());
  EXPECT_GT(run.integrator->statistics().accepted, before) << "statistics go on";
  EXPECT_LE((run.integrator->y().head(2) - reference(method())).norm(), 1e-3);
}

TEST_P(EveryMethod, TakesConstantStepsOfTheSizeGiven) {
  if (!takes_fixed_steps()) GTEST_SKIP() << "ida chooses its steps itself";
  StepSettings settings = tolerance(1e-8);
  settings.fixed_step = 0.01;
  MethodRun run(method(), settings);
  while (run.integrator->t() != 1.0) {
    const StepOutcome outcome = run.integrator->step(1.0);
    ASSERT_TRUE(outcome.is_ok()) << describe(*outcome.failure);
    EXPECT_NEAR(outcome.h, 0.01, 1e-12);
  }
  EXPECT_EQ(run.integrator->statistics().accepted, 100);
}

#if PLEUEL_COUNTS_ALLOCATIONS
TEST_P(EveryMethod, AllocatesNothingInsideAStep) {
  if (method().name == "ida") GTEST_SKIP() << "the library allocates by itself";
  MethodRun run(method(), tolerance(1e-6));
  ASSERT_TRUE(run.integrator->step(1).is_ok());
  const long before = testing::allocation_count();
  bool is_ok = true;
  while (is_ok && run.integrator->t() != 1) is_ok = run.integrator->step(1).is_ok();
  EXPECT_EQ(testing::allocation_count() - before, 0);
  EXPECT_TRUE(is_ok);
}
#endif

TEST_P(EveryMethod, NamesTheRowThatIsNotANumber) {
  MethodRun run(method(), tolerance(1e-6), 1, FaultyPendulum::Fault::nan);
  const auto failure = run.finish(1);
  ASSERT_TRUE(failure);
  expect_complete(*failure, FailureKind::not_finite);
  EXPECT_NE(failure->worst.find("balance of forces"), std::string::npos) << failure->worst;
  EXPECT_NEAR(run.integrator->t(), 0.3, 0.01);
}

TEST_P(EveryMethod, KeepsTheTextOfAnException) {
  MethodRun run(method(), tolerance(1e-6), 1, FaultyPendulum::Fault::exception);
  const auto failure = run.finish(1);
  ASSERT_TRUE(failure);
  expect_complete(*failure, FailureKind::user_exception);
  EXPECT_NE(failure->what.find("the table is empty"), std::string::npos);
  EXPECT_LE(run.integrator->t(), 0.3);
}

TEST_P(EveryMethod, StopsWhereTheModelLeavesItsDomain) {
  MethodRun run(method(), tolerance(1e-6), 1, FaultyPendulum::Fault::left_domain);
  const auto failure = run.finish(1);
  ASSERT_TRUE(failure);
  expect_complete(*failure, FailureKind::domain_left);
  EXPECT_EQ(failure->worst, "force of the pendulum");
  EXPECT_NEAR(run.integrator->t(), 0.3, 0.01);
}

TEST_P(EveryMethod, DoesNotBlameTheToleranceForASingularMatrix) {
  if (method().name == "ida") GTEST_SKIP() << "the library's own solver tells no pivot";
  MethodRun run(method(), tolerance(1e-13), 1, FaultyPendulum::Fault::massless);
  const auto failure = run.finish(1);
  ASSERT_TRUE(failure);
  expect_complete(*failure, FailureKind::singular_matrix);
  EXPECT_EQ(failure->causes.front().find("rtol"), std::string::npos) << failure->causes.front();
}

TEST_P(EveryMethod, SaysOfAConstantStepThatItIsOne) {
  if (!takes_fixed_steps()) GTEST_SKIP() << "ida chooses its steps itself";
  StepSettings settings = tolerance(1e-6);
  settings.fixed_step = 0.01;
  MethodRun run(method(), settings, 1, FaultyPendulum::Fault::nan);
  const auto failure = run.finish(1);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->what.find("however small"), std::string::npos) << failure->what;
}

TEST_P(EveryMethod, EndsAtTheLimitOfSteps) {
  StepSettings settings = tolerance(1e-6);
  settings.max_steps = 5;
  MethodRun run(method(), settings);
  const auto failure = run.finish(1);
  ASSERT_TRUE(failure);
  expect_complete(*failure, FailureKind::step_limit);
  EXPECT_LE(run.integrator->statistics().accepted, 5);
}

TEST_P(EveryMethod, EndsAtTheLimitOfRetries) {
  if (method().name == "ida") GTEST_SKIP() << "the library has a limit of its own";
  StepSettings settings = tolerance(1e-6);
  settings.max_retries = 0;
  MethodRun run(method(), settings, 1, FaultyPendulum::Fault::left_domain);
  const auto failure = run.finish(1);
  ASSERT_TRUE(failure);
  expect_complete(*failure, FailureKind::retry_limit);
  EXPECT_NE(failure->inequality.find("max_retries = 0"), std::string::npos) << failure->inequality;
}

TEST_P(EveryMethod, GoesOnWithEqualBitsWhenSavedAndLoaded) {
  MethodRun run(method(), tolerance(1e-6));
  auto* loop = dynamic_cast<StepLoop*>(run.integrator.get());
  if (loop == nullptr) GTEST_SKIP() << method().name << " keeps its state to itself";
  for (int i = 0; i < 12; ++i) ASSERT_TRUE(loop->step(1).is_ok());
  StateWriter out;
  loop->save(out);
  MethodRun fresh(method(), tolerance(1e-6));
  auto& other = dynamic_cast<StepLoop&>(*fresh.integrator);
  StateReader in(out.words());
  other.load(in);
  EXPECT_TRUE(in.is_at_end());
  EXPECT_EQ(other.t(), loop->t());
  Vector a(run.y0.size()), b(run.y0.size());
  while (loop->t() != 1.0) {
    ASSERT_TRUE(loop->step(1).is_ok());
    ASSERT_TRUE(other.step(1).is_ok());
    ASSERT_EQ(other.t(), loop->t());
    ASSERT_EQ(Vector(other.y()), Vector(loop->y()));
    const double middle = 0.5 * (loop->dense_output().begin() + loop->dense_output().end());
    loop->dense_output().evaluate(middle, a);
    other.dense_output().evaluate(middle, b);
    ASSERT_EQ(a, b);
  }
  EXPECT_EQ(other.statistics().rhs, loop->statistics().rhs);
  StateReader short_one({1, 2, 3});
  EXPECT_THROW(other.load(short_one), std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryMethod, ::testing::ValuesIn(methods()),
                         [](const auto& of) { return of.param.name; });

}  // namespace method_suite_test
}  // namespace pleuel
