// Whole turns of angles: counted along a run in space, as the file says in the plane.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "pleuel/mechanics/counted_system.hpp"
#include "pleuel/mechanics/revolution_counter.hpp"
#include "pleuel/problem/model_problem.hpp"
#include "pleuel/run/analysis.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"
#include "support/allocation_count.hpp"

namespace pleuel {
namespace revolutions_test {

constexpr double turn = 2 * std::numbers::pi;

std::string path(const std::string& name) {
  return std::string(PLEUEL_SOURCE_DIR) + "/tests/revolutions/models/" + name + ".json";
}

const Catalogue& catalogue() {
  static const Catalogue all = standard_catalogue();
  return all;
}

/// The outputs of all samples.
class Trajectory : public RunObserver {
 public:
  void sample(const pleuel::Sample& at) override {
    t.push_back(at.t());
    outputs.emplace_back(at.outputs());
  }
  void step(const StepReport&) override { ++n_steps; }
  std::vector<double> t;
  std::vector<Vector> outputs;
  long n_steps = 0;
};

struct Wanted {
  std::string formulation = {}, method = {};
  double tolerance = 1e-8;
  double until = 0;
  Settings settings = {};
};

RunRequest request(const std::string& case_name, const Wanted& wanted) {
  RunRequest r{.case_name = case_name};
  if (!wanted.formulation.empty()) r.formulation = wanted.formulation;
  if (!wanted.method.empty()) r.method = wanted.method;
  r.tolerance = {.rtol = wanted.tolerance, .atol = wanted.tolerance};
  if (wanted.until > 0) r.until = wanted.until;
  r.settings = wanted.settings;
  return r;
}

RunResult run_file(const std::string& name, const Wanted& wanted, RunObserver* observer = nullptr,
                   double every = 0.01) {
  RunRequest r = request(path(name), wanted);
  r.every = every;
  RunResult result = run(catalogue(), r, {.observer = observer});
  EXPECT_EQ(result.status, RunStatus::ok)
      << name << ", " << wanted.formulation << ", " << wanted.method << ": " << result.message;
  return result;
}

double output(const RunResult& result, const std::string& name) {
  for (const Output& o : result.outputs)
    if (o.name == name) return o.value;
  ADD_FAILURE() << "no output '" << name << "'";
  return 0;
}

bool has_remark(const RunResult& result, const std::string& part) {
  for (const std::string& remark : all_remarks(result))
    if (remark.find(part) != std::string::npos) return true;
  return false;
}

/// A catalogue with the file as the problem "changed", whose case is changed.
Catalogue changed(const std::string& name, const std::function<void(Case&)>& change) {
  Catalogue result = catalogue();
  Problem problem = model_problem(path(name));
  problem.name = "changed";
  problem.build = [build = problem.build, change](const OptionValues& options) {
    Case c = build(options);
    change(c);
    return c;
  };
  result.problems.push_back(problem);
  return result;
}

// θ̈ = −θ from θ = 0, θ̇ = 10. Global errors are some ten times the tolerance times the amplitude.
void expect_windup(const Trajectory& run, double error, const std::string& who) {
  ASSERT_GT(run.t.size(), 500u) << who;
  double worst = 0;
  for (std::size_t i = 0; i < run.t.size(); ++i) {
    worst = std::max(worst, std::abs(run.outputs[i][0] - 10 * std::sin(run.t[i])));
    worst = std::max(worst, std::abs(run.outputs[i][1] - 10 * std::cos(run.t[i])));
  }
  EXPECT_LT(worst, error) << who;
}

TEST(TurnsInSpace, ASpringWindsUpAsTheExactSolutionSaysUnderEveryFormulation) {
  for (const char* formulation :
       {"ori2", "rcd1", "rcd0", "baumgarte", "ggl1", "psi1", "psi0", "ovd1", "ovd0"}) {
    Trajectory trajectory;
    run_file("spatial-windup", {.formulation = formulation, .method = "radau5"}, &trajectory);
    expect_windup(trajectory, 1e-5, formulation);
  }
}

TEST(TurnsInSpace, ASpringWindsUpAsTheExactSolutionSaysWithEveryMethod) {
  for (const Method& method : catalogue().methods) {
    if (method.name == "bdf2") continue;  // fixed steps of order 2: below
    Wanted wanted{.method = method.name, .tolerance = 1e-6};
    if (!method.is_mechanical()) wanted.formulation = "ggl1";
    Trajectory trajectory;
    run_file("spatial-windup", wanted, &trajectory);
    expect_windup(trajectory, method.is_mechanical() || method.name == "ida" ? 2e-2 : 2e-3, method.name);
  }
}

TEST(TurnsInSpace, RepeatedConstraintsChangeNothingInTheCount) {
  Trajectory trajectory;
  run_file("spatial-windup",
           {.formulation = "ggl1", .method = "radau5", .settings = {{"redundant", "minimum-norm"}}},
           &trajectory);
  expect_windup(trajectory, 1e-5, "minimum-norm");
}

TEST(TurnsInSpace, ControlsAndFormulasOfMeasuresReadTheCountedAngle) {
  for (const char* name : {"spatial-control", "spatial-formula"}) {
    Trajectory trajectory;
    run_file(name, {}, &trajectory);
    expect_windup(trajectory, 1e-5, name);
  }
}

TEST(TurnsInSpace, EnergyIsKeptOverManyTurns) {
  const RunResult result = run_file("spatial-windup", {});
  EXPECT_NEAR(output(result, "energy.total"), 50, 1e-5);
  EXPECT_LT(std::abs(result.energy_drift), 1e-6);
}

// Stops at ±5 rad with ω = √(k/J) = 100 rad/s: each contact lasts π/100 s and turns the rate round.
TEST(TurnsInSpace, StopsBeyondHalfATurnActAtTheirLimits) {
  Trajectory trajectory;
  const RunResult result = run_file("spatial-stop", {}, &trajectory);
  const double contact = std::numbers::pi / 100, second = 0.5 + contact + 1;
  EXPECT_NEAR(output(result, "th"), -5 + 10 * (2 - second - contact), 1e-4);
  EXPECT_NEAR(output(result, "w.wz"), 10, 1e-4);
  double largest = 0;
  for (const Vector& values : trajectory.outputs) largest = std::max(largest, std::abs(values[0]));
  EXPECT_NEAR(largest, 5.1, 0.01);  // 10/100 rad deep
}

// θ = 1/2 − cos(t)/2 + 10 sin(t).
TEST(TurnsInSpace, BdfWindsASpringWithAFreeAngleUp) {
  const RunResult result = run_file("spatial-windup-bdf", {.method = "bdf", .tolerance = 1e-7});
  EXPECT_NEAR(output(result, "rod.wz"), 0.5 * std::sin(1.0) + 10 * std::cos(1.0), 1e-4);
}

// At 1e-2 a method turns several radians in one step. The exact rate at t = 1 is 300 cos 1.
TEST(TurnsInSpace, AFastWheelKeepsItsTurnsWithLargeSteps) {
  const Catalogue fast = changed("spatial-windup", [](Case& c) { c.v0[5] = 300; });
  for (const char* method : {"radau5", "radau", "bdf"})
    for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
      RunRequest r =
          request("changed", {.formulation = "ggl1", .method = method, .tolerance = tolerance, .until = 1});
      const RunResult result = run(fast, r);
      ASSERT_EQ(result.status, RunStatus::ok) << method << ": " << result.message;
      // A turn lost changes the spring's torque, and with it the rate, by 2π from then on.
      EXPECT_NEAR(output(result, "th.rate"), 300 * std::cos(1.0), 3) << method << " at " << tolerance;
      EXPECT_NEAR(output(result, "th"), 300 * std::sin(1.0), 3) << method << " at " << tolerance;
    }
}

TEST(TurnsInSpace, AMeasuredAngleIsContinuousInDenseOutput) {
  Trajectory trajectory;
  run_file("spatial-windup", {.tolerance = 1e-3}, &trajectory, 1e-3);
  for (std::size_t i = 1; i < trajectory.t.size(); ++i)
    ASSERT_LT(std::abs(trajectory.outputs[i][0] - trajectory.outputs[i - 1][0]), 0.02) << trajectory.t[i];
}

// 97 θ₁ + 13 θ₂ = 0, and both wheels swing: θ₁ = A sin(Ω t), A = 3/Ω, Ω² = k/(J₁ + (97/13)² J₂).
TEST(TurnsInSpace, GearsKeepTheirTeethOverManyTurnsAtLooseTolerances) {
  for (const double tolerance : {1e-2, 1e-4, 1e-7}) {
    Trajectory trajectory;
    run_file("spatial-gear", {.formulation = "ggl1", .method = "radau5", .tolerance = tolerance},
             &trajectory);
    double largest = 0;
    for (const Vector& th : trajectory.outputs) {
      largest = std::max(largest, std::abs(th[1]));
      // Dense output is off by some ten times the tolerance; a tooth would be 2π.
      ASSERT_NEAR(97 * th[0] + 13 * th[1], 0, 0.2 + 1e4 * tolerance) << tolerance;
    }
    EXPECT_GT(largest, 3 * turn);
    if (tolerance > 1e-6) continue;
    const double ratio = 97.0 / 13, omega = std::sqrt(0.5 / (0.5 + ratio * ratio * 0.01));
    EXPECT_NEAR(trajectory.outputs.back()[0], 3 / omega * std::sin(6 * omega), 1e-4);
    EXPECT_NEAR(trajectory.outputs.back()[1], -ratio * 3 / omega * std::sin(6 * omega), 1e-3);
  }
}

// z̈ = −g m/(m + J (2π/p)²).
TEST(TurnsInSpace, ScrewsAdvanceByTheirPitchOverManyTurns) {
  const double per_metre = turn / 0.01, a = -9.81 / (1 + 1e-5 * per_metre * per_metre);
  for (const double tolerance : {1e-3, 1e-6}) {
    Trajectory trajectory;
    run_file("spatial-screw", {.formulation = "ggl1", .method = "radau5", .tolerance = tolerance},
             &trajectory);
    // Half a turn would be a slip of the thread.
    for (const Vector& at : trajectory.outputs)
      ASSERT_NEAR(at[0], per_metre * at[1], 0.05 + per_metre * tolerance) << tolerance;
    EXPECT_NEAR(trajectory.outputs.back()[1], 0.5 * a, 10 * tolerance);
    EXPECT_LT(trajectory.outputs.back()[0], -10 * turn);
  }
}

TEST(TurnsInSpace, AMeasureFollowsTheDriverOfItsMarkersAlsoFromTheOtherSide) {
  Trajectory trajectory;
  run_file("spatial-driver", {.formulation = "ggl1", .method = "radau5"}, &trajectory);
  for (std::size_t i = 0; i < trajectory.t.size(); ++i) {
    ASSERT_NEAR(trajectory.outputs[i][0], 7 + 20 * trajectory.t[i], 1e-7);
    ASSERT_NEAR(trajectory.outputs[i][1], -7 - 20 * trajectory.t[i], 1e-7);
  }
}

/// The output th of the case as a function of motions.
std::function<double(const Motion&)> angle_of(const Case& c) { return c.motion_outputs.front().value; }

TEST(TurnsInSpace, EventsOnACountedAngleAreFoundAndLandedOn) {
  for (const char* method : {"radau5", "bdf"}) {
    const Catalogue noted = changed("spatial-windup", [](Case& c) {
      c.motion_events.push_back({.name = "eight",
                                 .value = [th = angle_of(c)](const Motion& at) { return th(at) - 8; },
                                 .effect = EventEffect::stop});
    });
    const RunResult result = run(noted, request("changed", {.formulation = "ggl1", .method = method}));
    ASSERT_EQ(result.status, RunStatus::ok) << result.message;
    ASSERT_EQ(result.ended_by, "eight") << method;
    EXPECT_NEAR(result.t, std::asin(0.8), 1e-6) << method;
    EXPECT_NEAR(output(result, "th"), 8, 1e-6) << method;
  }
}

TEST(TurnsInSpace, AJumpKeepsTheTurns) {
  // The rate is turned round at θ = 8, where it is 6: θ = 10 sin(2 t₁ − t) from then on.
  const Catalogue bounced = changed("spatial-windup", [](Case& c) {
    c.motion_events.push_back({.name = "wall",
                               .value = [th = angle_of(c)](const Motion& at) { return th(at) - 8; },
                               .crossing = Crossing::rising,
                               .effect = EventEffect::jump,
                               .jump = [](double, JumpedState& state) { state.v = -state.v; }});
  });
  Trajectory trajectory;
  RunRequest r = request("changed", {.formulation = "ggl1", .method = "radau5", .until = 3});
  r.every = 0.01;
  const RunResult result = run(bounced, r, {.observer = &trajectory});
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  const double t1 = std::asin(0.8);
  ASSERT_EQ(result.events.size(), 1u);
  EXPECT_NEAR(output(result, "th"), 10 * std::sin(2 * t1 - 3), 1e-4);
  for (std::size_t i = 0; i < trajectory.t.size(); ++i) {
    const double t = trajectory.t[i];
    ASSERT_NEAR(trajectory.outputs[i][0], 10 * std::sin(std::min(t, 2 * t1 - t)), 1e-4) << t;
  }
}

TEST(TurnsInSpace, ARestartAtABreakpointKeepsTheTurns) {
  const Catalogue broken = changed("spatial-windup", [](Case& c) { c.breakpoints = {1.0, 1.2, 4.5}; });
  for (const char* method : {"radau5", "bdf", "alpha"}) {
    Wanted wanted{.method = method};
    if (method != std::string("alpha")) wanted.formulation = "ggl1";
    Trajectory trajectory;
    RunRequest r = request("changed", wanted);
    r.every = 0.01;
    const RunResult result = run(broken, r, {.observer = &trajectory});
    ASSERT_EQ(result.status, RunStatus::ok) << result.message;
    expect_windup(trajectory, method == std::string("alpha") ? 2e-2 : 1e-4, method);
  }
}

TEST(TurnsInSpace, TheSamePlanRunsTwiceWithTheSameResult) {
  const RunPlan planned = plan(catalogue(), request(path("spatial-windup"), {}));
  const RunResult first = run(planned), second = run(planned);
  EXPECT_EQ(first.y, second.y);
  EXPECT_EQ(output(first, "th"), output(second, "th"));
}

// k θ = 10 t: 20 rad at the end.
TEST(TurnsInSpace, QuasiStaticRunsWindUp) {
  Trajectory trajectory;
  run_file("spatial-torque", {.formulation = "qs", .method = "radau5"}, &trajectory, 0.1);
  for (std::size_t i = 0; i < trajectory.t.size(); ++i)
    ASSERT_NEAR(trajectory.outputs[i][0], 10 * trajectory.t[i], 1e-6);
}

/// Knows a motion of the wheel, θ = 10 t², and takes steps of 1 s along it.
class SpinUp final : public Integrator, private DenseOutput {
 public:
  static double angle(double t) { return 10 * t * t; }
  void start(double t, ConstVec y, ConstVec, double) override {
    begin_ = end_ = t;
    y_ = y;
  }
  StepOutcome step(double t_stop) override {
    begin_ = std::exchange(end_, std::min(end_ + 1, t_stop));
    evaluate(end_, view(y_));
    ++statistics_.steps;
    ++statistics_.accepted;
    return {.failure = std::nullopt, .t = end_, .h = end_ - begin_, .order = 100};
  }
  double t() const override { return end_; }
  ConstVec y() const override { return view(y_); }
  const DenseOutput& dense_output() const override { return *this; }
  const Statistics& statistics() const override { return statistics_; }

 private:
  double begin() const override { return begin_; }
  double end() const override { return end_; }
  int order() const override { return 100; }
  void evaluate(double t, Vec y) const override {
    y.setZero();
    y[3] = std::cos(0.5 * angle(t));
    y[6] = std::sin(0.5 * angle(t));
    y[12] = 20 * t;
    y[18] = 20;
  }

  double begin_ = 0, end_ = 0;
  Vector y_;
  Statistics statistics_;
};

// In 1 s from rest the wheel turns by 10 rad, which its rate of 0 does not foretell.
TEST(TurnsInSpace, AStepThatLeavesATurnInDoubtIsDoneAgainHalfAsLong) {
  Catalogue known = changed("spatial-windup", [](Case& c) { c.v0.setZero(); });
  Method method;
  method.name = "known";
  method.make = [](Dae&, const StepSettings&, const OptionValues&) { return std::make_unique<SpinUp>(); };
  known.methods = {method};
  Trajectory trajectory;
  RunRequest r = request("changed", {.formulation = "rcd1", .method = "known", .until = 3});
  r.every = 0.01;
  const RunResult result = run(known, r, {.observer = &trajectory});
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_EQ(trajectory.n_steps, 6);
  EXPECT_EQ(result.statistics.accepted, 6 + 5);  // the last ends half a second after the one before
  ASSERT_EQ(trajectory.t.size(), 301u);
  for (std::size_t i = 0; i < trajectory.t.size(); ++i)
    ASSERT_NEAR(trajectory.outputs[i][0], SpinUp::angle(trajectory.t[i]), 1e-12) << trajectory.t[i];
}

TEST(TurnsInSpace, AnEquilibriumSeveralTurnsAwayIsFoundAndTheRunGoesOnFromIt) {
  const Wanted wanted{.formulation = "qs", .method = "radau5", .settings = {{"T0", "20 N*m"}}};
  const RunResult result = run_file("spatial-torque", wanted);
  EXPECT_NEAR(output(result, "th"), 40, 1e-6);
  const StaticsResult statics =
      statics_of(catalogue(), {.case_name = path("spatial-torque"), .settings = {{"T0", "20 N*m"}}});
  EXPECT_NEAR(statics.energy.potential, 0.5 * 20 * 20, 1e-6);
}

TEST(TurnsInSpace, AnAngleStatedInTheStartGivesItsTurns) {
  Trajectory trajectory;
  run_file("wound-spring", {}, &trajectory);
  for (std::size_t i = 0; i < trajectory.t.size(); ++i)
    ASSERT_NEAR(trajectory.outputs[i][0], 2 * turn * std::cos(trajectory.t[i]), 1e-5);
}

TEST(TurnsInSpace, AFreeAngleGivesTheTurnOfTheStartAndARemarkSaysSo) {
  const RunResult result = run_file("free-angle", {});
  EXPECT_NEAR(output(result, "th"), 200 * turn / 360, 1e-9);  // at rest
  EXPECT_TRUE(has_remark(result, "the revolution nearest to the free angle of 's'"));
}

TEST(TurnsInSpace, AStartHalfATurnAwayIsRemarked) {
  EXPECT_TRUE(has_remark(run_file("half-turn", {}), "rounding decides between"));
  EXPECT_FALSE(has_remark(run_file("spatial-windup", {}), "half a revolution"));
}

// The wheel tilts about y: at t = π/2 its x axis is parallel to z, and the angle about z has no
// value.
TEST(TurnsInSpace, AnAngleThatLosesItsMeaningEndsTheRunAndIsNamed) {
  const RunResult result = run(catalogue(), request(path("tilted-wheel"), {}));
  ASSERT_EQ(result.status, RunStatus::failed);
  EXPECT_NEAR(result.t, std::numbers::pi / 2, 1e-6);
  EXPECT_NE(result.failure->worst.find("measure 'th'"), std::string::npos) << describe(*result.failure);
}

TEST(RevolutionCounter, AStepThatMayHaveMissedATurnIsDoubtfulAndChangesNothing) {
  const Case c = checked_case(catalogue().problem(path("spatial-windup")), {});
  const auto system = counted(c.system, c.t_begin);
  RevolutionCounter counter(system.get());
  const auto at = [](double t, double theta, double omega) {
    Vector q = Vector::Zero(7), v = Vector::Zero(6);
    q[3] = std::cos(0.5 * theta);
    q[6] = std::sin(0.5 * theta);
    v[5] = omega;
    return std::tuple{t, q, v};
  };
  const auto accept = [&](const std::tuple<double, Vector, Vector>& x) {
    return counter.accept({.t = std::get<0>(x), .q = std::get<1>(x), .v = std::get<2>(x)});
  };
  EXPECT_FALSE(accept(at(0, 0, 10)));
  EXPECT_FALSE(accept(at(1, 10, 10)));
  EXPECT_NEAR(system->revolutions()->theta1[0], 10, 1e-12);
  const RevolutionState before = *system->revolutions();
  // Led to 20 by its rate, but the mean rate says 15: the nearest turn of 15 to 20 is 21.28.
  const auto doubt = accept(at(2, 15, 0));
  ASSERT_TRUE(doubt.has_value());
  EXPECT_NEAR(doubt->gap, turn, 1e-9);
  EXPECT_EQ(system->revolutions()->t1, before.t1);
  EXPECT_EQ(system->revolutions()->theta1, before.theta1);
}

TEST(RevolutionCounter, AllocatesNothingInAStep) {
  if (!PLEUEL_COUNTS_ALLOCATIONS) GTEST_SKIP();
  const Case c = checked_case(catalogue().problem(path("spatial-windup")), {});
  const auto system = counted(c.system, c.t_begin);
  RevolutionCounter counter(system.get());
  const long before = pleuel::testing::allocation_count();
  for (int i = 1; i < 10; ++i) {
    counter.keep();
    (void)counter.accept({.t = 1e-3 * i, .q = view(c.q0), .v = view(c.v0)});
    counter.renew({.t = 1e-3 * i, .q = view(c.q0), .v = view(c.v0)});
    counter.go_back();
  }
  EXPECT_EQ(pleuel::testing::allocation_count(), before);
}

TEST(RevolutionCounter, SystemsWithoutSuchAnglesHaveNoState) {
  const Case c = checked_case(catalogue().problem("pendulum"), {});
  const auto system = counted(c.system, c.t_begin);
  EXPECT_EQ(system->revolutions(), nullptr);
  EXPECT_TRUE(RevolutionCounter(system.get()).is_empty());
}

// Body at −200°, marker at 200° on it: the angle between the markers is 0, and the spring is free.
TEST(TurnsInThePlane, AMarkerBeyondHalfATurnKeepsItsAngle) {
  const RunResult result = run_file("marker-turn", {});
  EXPECT_NEAR(output(result, "rod.phi"), -200 * turn / 360, 1e-12);
  EXPECT_NEAR(output(result, "ang"), 0, 1e-12);
}

TEST(TurnsInThePlane, ADriverOfSuchAMarkerStartsWhereTheFileSays) {
  const RunResult result = run_file("marker-turn-driver", {});
  EXPECT_LT(result.header.position_moved, 1e-12);
  EXPECT_NEAR(output(result, "rod.phi"), 1 - 200 * turn / 360, 1e-7);
}

}  // namespace revolutions_test
}  // namespace pleuel
