// Events, breakpoints and plain DAEs in whole runs, with the methods and problems that ship.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/dae/dae_from.hpp"
#include "pleuel/problem/impact_pendulum_solution.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"
#include "pleuel/run/zeno_watch.hpp"

namespace pleuel {
namespace events_test {

struct Sample {
  double t;
  Vector y;
};

class Trajectory : public RunObserver {
 public:
  void sample(double t, ConstVec y) override { samples.push_back({t, y}); }
  std::vector<Sample> samples;
};

const Catalogue& catalogue() {
  static const Catalogue all = standard_catalogue();
  return all;
}

RunRequest request(const std::string& problem, double tolerance = 1e-8) {
  return {.case_name = problem, .method = "radau5", .tolerance = {.rtol = tolerance, .atol = tolerance}};
}

/// The catalogue with one problem, whose case is changed.
Catalogue changed(const std::string& problem, const std::function<void(Case&)>& change) {
  Catalogue result = catalogue();
  const Problem original = catalogue().problem(problem);
  Problem& entry = *std::find_if(result.problems.begin(), result.problems.end(),
                                 [&](const Problem& p) { return p.name == problem; });
  entry.build = [original, change](const OptionValues& options) {
    Case built = original.build(options);
    change(built);
    return built;
  };
  return result;
}

void expect_complete(const RunResult& result, FailureKind kind) {
  EXPECT_EQ(result.status, RunStatus::failed);
  ASSERT_TRUE(result.failure.has_value());
  EXPECT_EQ(result.failure->kind, kind) << describe(*result.failure);
  EXPECT_EQ(result.failure->formulation, result.header.formulation.name);
  EXPECT_FALSE(result.failure->what.empty());
  EXPECT_FALSE(result.failure->method.empty());
  EXPECT_FALSE(result.failure->causes.empty());
  EXPECT_FALSE(result.failure->remedy.empty());
}

// Global errors are some ten times the tolerance, as for the pendulum without a wall.
TEST(Events, ImpactsOfThePendulumComeAtTheTimesOfTheEllipticIntegralsUnderEveryFormulation) {
  const ImpactPendulumSolution solution(9.81, 0.8, 1);
  for (const char* formulation : {"rcd1", "rcd0", "ggl1", "psi1", "ovd0"}) {
    RunRequest wanted = request("impact-pendulum", 1e-9);
    wanted.formulation = formulation;
    const RunResult result = run(catalogue(), wanted);
    ASSERT_EQ(result.status, RunStatus::ok) << result.message;
    ASSERT_EQ(result.events.size(), 5u) << formulation;
    for (int n = 1; n <= 5; ++n) {
      EXPECT_NEAR(result.events[n - 1].t, solution.impact(n), 1e-7) << formulation;
      EXPECT_EQ(result.events[n - 1].name, "wall");
    }
    EXPECT_LT(result.comparison->error, 1e-5) << formulation;
  }
}

TEST(Events, EachImpactTakesTheFactorESquaredFromTheEnergyAndTheAuditCountsItAsWork) {
  Trajectory trajectory;
  const RunResult result = run(catalogue(), request("impact-pendulum"), {.observer = &trajectory});
  const auto energy = [](const Vector& y) { return 0.5 * (y[2] * y[2] + y[3] * y[3]) + 9.81 * (y[1] + 1); };
  int n_jumps = 0;
  for (std::size_t i = 1; i < trajectory.samples.size(); ++i) {
    const Sample &before = trajectory.samples[i - 1], &after = trajectory.samples[i];
    if (before.t != after.t) continue;
    ++n_jumps;
    EXPECT_NEAR(energy(after.y) / energy(before.y), 0.64, 1e-8);
  }
  EXPECT_EQ(n_jumps, 5) << "the state before and after each jump is in the trajectory";
  EXPECT_LT(std::abs(result.energy_drift), 1e-7);
}

TEST(Events, AGridOfSamplesShowsBothSidesOfAJumpAndTheValuesOfTheMotionBetween) {
  Trajectory trajectory;
  RunRequest wanted = request("bouncing-ball");
  wanted.every = 0.25;
  (void)run(catalogue(), wanted, {.observer = &trajectory});
  EXPECT_EQ(trajectory.samples.size(), 13u + 2 * 6);
  const double first = std::sqrt(2 / 9.81);
  for (const Sample& s : trajectory.samples) {
    const double height = s.t < first ? 1 - 0.5 * 9.81 * s.t * s.t : s.y[0];
    EXPECT_NEAR(s.y[0], height, 1e-12) << s.t;
    EXPECT_GE(s.y[0], -1e-12);
  }
}

TEST(Events, ATerminalEventEndsTheRunWellAndIsNamed) {
  RunRequest wanted = request("impact-pendulum");
  wanted.settings["wall"] = "stop";
  const RunResult result = run(catalogue(), wanted);
  EXPECT_EQ(result.status, RunStatus::ok);
  EXPECT_EQ(result.ended_by, "wall");
  EXPECT_NE(result.message.find("by event 'wall'"), std::string::npos) << result.message;
  EXPECT_NEAR(result.t, ImpactPendulumSolution(9.81, 0.8, 1).impact(1), 1e-8);
  EXPECT_NEAR(result.y[0], 0, 1e-12);
  EXPECT_FALSE(result.comparison.has_value()) << "the digits belong to the end that was not reached";
}

TEST(Events, ARepeatedRunPassesThroughTheSameEvents) {
  RunRequest wanted = request("bouncing-ball");
  wanted.repeat = 3;
  const RunResult result = run(catalogue(), wanted);
  EXPECT_EQ(result.status, RunStatus::ok);
  EXPECT_EQ(result.events.size(), 6u);
  EXPECT_GT(result.cpu_seconds, 0);
}

TEST(Events, ConstantStepsMeetThemToo) {
  RunRequest wanted = request("bouncing-ball");
  wanted.step = 0.05;
  const RunResult result = run(catalogue(), wanted);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_LT(result.comparison->error, 1e-11);  // parabolas are exact for the method
}

TEST(Events, TouchingTheWallWithoutCrossingIsNoEvent) {
  const Catalogue lifted = changed("impact-pendulum", [](Case& c) {
    c.motion_events[0].value = [](const Motion& at) { return at.q[0] + 1.5; };
  });
  EXPECT_TRUE(run(lifted, request("impact-pendulum")).events.empty());
}

TEST(Zeno, ABallThatComesToRestFailsBeforeTheTimeOfAccumulationWithTheTrajectoryKept) {
  Trajectory trajectory;
  RunRequest wanted = request("bouncing-ball");
  wanted.until = 5;
  const RunResult result = run(catalogue(), wanted, {.observer = &trajectory});
  expect_complete(result, FailureKind::zeno_events);
  const double rest = std::sqrt(2 / 9.81) * 9;  // (1 + e)/(1 − e) = 9
  EXPECT_LT(result.t, rest);
  EXPECT_GT(result.t, rest - 1e-6);
  EXPECT_EQ(result.failure->t, result.t);
  EXPECT_EQ(result.failure->worst, "impact");
  EXPECT_NE(result.failure->inequality.find(" < "), std::string::npos) << result.failure->inequality;
  EXPECT_GT(trajectory.samples.size(), 2 * result.events.size());
}

TEST(Zeno, ABounceSmallerThanTheErrorOfTheMethodIsNoFallThroughTheFloor) {
  RunRequest wanted = request("bouncing-ball", 1e-6);
  wanted.method = "bdf2";
  wanted.until = 5;
  const RunResult result = run(catalogue(), wanted);
  expect_complete(result, FailureKind::zeno_events);
  EXPECT_NEAR(result.t, 4.0637, 0.02);  // where the impacts accumulate
  EXPECT_NEAR(result.y[0], 0, 1e-9);
}

TEST(Zeno, JumpsWithoutTimeGoingOnAreCounted) {
  ZenoWatch watch(0, 1);
  for (int i = 0; i <= ZenoWatch::most_at_once; ++i) EXPECT_FALSE(watch.add(0.5)) << i;
  const auto verdict = watch.add(0.5);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->inequality, "101 jumps without progress in time > 100");
}

TEST(Zeno, ShortIntervalsThatDoNotShrinkAreNoAccumulation) {
  ZenoWatch watch(0, 1);
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(watch.add(0.5 + 1e-9 * i));
}

TEST(DomainLeft, AnEventFunctionOutsideItsDomainEndsTheRunWithItsText) {
  const Catalogue narrow = changed("bouncing-ball", [](Case& c) {
    c.motion_events[0].value = [](const Motion& at) -> double {
      if (at.q[0] < 0.5) throw LeftDomain("the table of heights ends at 0.5 m", "x");
      return 1;
    };
  });
  Trajectory trajectory;
  const RunResult result = run(narrow, request("bouncing-ball"), {.observer = &trajectory});
  expect_complete(result, FailureKind::domain_left);
  EXPECT_NE(result.message.find("ends at 0.5 m"), std::string::npos) << result.message;
  EXPECT_EQ(result.failure->worst, "x");
  EXPECT_GE(result.y[0], 0.5);
  EXPECT_FALSE(trajectory.samples.empty());
}

TEST(Inconsistent, AJumpToAPlaceThatCannotBeAssembledIsAFailure) {
  const Catalogue torn = changed("impact-pendulum", [](Case& c) {
    c.motion_events[0].jump = [](double, JumpedState& state) { state.q.setConstant(std::nan("")); };
  });
  Trajectory trajectory;
  const RunResult result = run(torn, request("impact-pendulum"), {.observer = &trajectory});
  expect_complete(result, FailureKind::inconsistent);
  EXPECT_NEAR(result.failure->t, ImpactPendulumSolution(9.81, 0.8, 1).impact(1), 1e-7);
  EXPECT_GT(trajectory.samples.size(), 5u);
}

TEST(Breakpoints, StepsEndThereExactly) {
  Trajectory trajectory;
  (void)run(catalogue(), request("kinked-load", 1e-6), {.observer = &trajectory});
  for (const double corner : {0.5, 0.7, 1.9, 2.3}) {
    EXPECT_EQ(std::count_if(trajectory.samples.begin(), trajectory.samples.end(),
                            [&](const Sample& s) { return s.t == corner; }),
              2)
        << corner << ": before and after";
  }
}

TEST(Breakpoints, KeepTheOrderOfTheMethodAcrossCornersThatTakeItAwayWhenHidden) {
  const auto error = [](double step, const char* corners) {
    RunRequest wanted = request("kinked-load");
    wanted.step = step;  // no multiple of it is a corner
    wanted.settings["corners"] = corners;
    return run(catalogue(), wanted).comparison->error;
  };
  const double order = std::log2(error(0.03, "declared") / error(0.015, "declared"));
  EXPECT_NEAR(order, 5, 0.3);
  EXPECT_LT(error(0.03, "declared"), 1e-3);
  EXPECT_GT(error(0.015, "hidden"), 100 * error(0.015, "declared"));
}

TEST(Breakpoints, WithErrorControlCornersThatAreDeclaredCostFewerRejectionsAndGiveMoreDigits) {
  RunRequest wanted = request("kinked-load");
  const RunResult declared = run(catalogue(), wanted);
  wanted.settings["corners"] = "hidden";
  const RunResult hidden = run(catalogue(), wanted);
  EXPECT_LT(declared.statistics.rejected, hidden.statistics.rejected);
  EXPECT_LT(declared.comparison->error, 0.1 * hidden.comparison->error);
}

/// ẍ = 1 before t = 1, −1 from then on.
struct SwitchedEquations {
  DaeInfo info() const {
    DaeInfo info;
    info.name = "switched";
    info.unknowns = {{.name = "x", .unit = "m"}, {.name = "v", .unit = "m/s"}};
    info.rows = {"rate of x", "rate of v"};
    return info;
  }
  void residual(const auto& x, auto* rows) const {
    rows[0] = x.y[1] - x.ydot[0];
    rows[1] = (x.t < 1 ? 1.0 : -1.0) - x.ydot[1];
  }
};

TEST(Breakpoints, ALoadThatJumpsIsNeverSeenFromBothSidesInOneStep) {
  Problem switched;
  switched.name = "switched";
  switched.build = [](const OptionValues&) {
    Case c;
    c.name = "switched";
    c.dae = [] { return make_dae(SwitchedEquations{}); };
    c.y0 = Vector::Zero(2);
    c.t_end = 3;
    c.breakpoints = {1, 7};
    return c;
  };
  Catalogue with = catalogue();
  with.problems = {switched};
  RunRequest wanted = request("switched");
  wanted.step = 0.3;
  const RunResult result = run(with, wanted);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  // Two parabolas, exact for the method if each step sees one of them.
  EXPECT_NEAR(result.y[0], 0.5, 1e-13);
  EXPECT_NEAR(result.y[1], -1, 1e-13);
}

/// The switched load with the events given; x = ½ t² before t = 1.
Catalogue switched_with(std::vector<Event> events) {
  Problem switched;
  switched.name = "switched";
  switched.build = [events = std::move(events)](const OptionValues&) {
    Case c;
    c.name = "switched";
    c.dae = [] { return make_dae(SwitchedEquations{}); };
    c.y0 = Vector::Zero(2);
    c.t_end = 3;
    c.breakpoints = {1, std::nextafter(1.0, 2.0)};
    c.events = events;
    return c;
  };
  Catalogue with = catalogue();
  with.problems = {switched};
  return with;
}

TEST(Breakpoints, AJumpThatFallsOnOneDoesNotEndTheRun) {
  const auto to_zero = [](double, Vec y) { y[1] = 0; };
  const RunResult result = run(switched_with({{.name = "halt",
                                               .value = [](double t, ConstVec) { return t - 1; },
                                               .crossing = Crossing::rising,
                                               .effect = EventEffect::jump,
                                               .jump = to_zero}}),
                               request("switched"));
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_EQ(result.t, 3);
  // From (½, 0) at t = 1 on: x = ½ − ½ (t − 1)².
  EXPECT_NEAR(result.y[0], -1.5, 1e-12);
}

TEST(Events, ANoteThatComesWithAnEndNeitherDelaysItNorTakesItsName) {
  const auto at_half = [](double t, ConstVec) { return t - 0.5; };
  const RunResult result = run(
      switched_with(
          {{.name = "end", .value = at_half, .crossing = Crossing::rising, .effect = EventEffect::stop},
           {.name = "seen", .value = at_half, .crossing = Crossing::rising, .effect = EventEffect::note}}),
      request("switched"));
  EXPECT_EQ(result.ended_by, "end");
  EXPECT_NEAR(result.t, 0.5, 1e-14);
  EXPECT_NEAR(result.y[0], 0.125, 1e-13);
}

TEST(Events, AFunctionThatIsNotANumberIsAFailureThatNamesIt) {
  const RunResult result =
      run(switched_with({{.name = "root",
                          .value = [](double t, ConstVec) { return std::sqrt(0.5 - t) + 1; },
                          .crossing = Crossing::either,
                          .effect = EventEffect::stop}}),
          request("switched"));
  ASSERT_TRUE(result.failure.has_value());
  EXPECT_EQ(result.failure->kind, FailureKind::not_finite);
  EXPECT_EQ(result.failure->worst, "root");
}

TEST(PlainDae, ReachesThePublishedDigitsAndHasNeitherResidualsNorEnergy) {
  RunRequest wanted = request("van-der-pol", 1e-9);
  const RunResult result = run(catalogue(), wanted);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_EQ(result.header.formulation.name, "dae");
  EXPECT_GT(result.comparison->scd, 8);
  EXPECT_TRUE(std::isnan(result.residuals.position));
  EXPECT_TRUE(std::isnan(result.energy_drift));
  RunRequest reaction = request("robertson", 1e-9);
  // C is 1 − A − B: rounding leaves no smaller ones to Newton's method
  reaction.tolerance.atol = 1e-18;
  const RunResult end = run(catalogue(), reaction);
  ASSERT_EQ(end.status, RunStatus::ok) << end.message;
  EXPECT_GT(end.comparison->scd, 8.5);
}

TEST(PlainDae, AFormulationForItIsAnErrorWithTheReason) {
  RunRequest wanted = request("van-der-pol");
  wanted.formulation = "ggl1";
  try {
    (void)run(catalogue(), wanted);
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("only a mechanism has formulations"), std::string::npos)
        << error.what();
  }
}

TEST(PlainDae, AlgebraicUnknownsOfTheStartAreMadeConsistent) {
  const Catalogue off = changed("robertson", [](Case& c) { c.y0[2] = 0.3; });
  RunRequest wanted = request("robertson");
  wanted.until = 1;
  Trajectory trajectory;
  const RunResult result = run(off, wanted, {.observer = &trajectory});
  EXPECT_NEAR(result.header.position_moved, 0.3, 1e-15);
  EXPECT_NEAR(trajectory.samples.front().y[2], 0, 1e-15);
}

TEST(PlainDae, HasEventsOfItsOwn) {
  const Catalogue watched = changed("van-der-pol", [](Case& c) {
    c.events = {{.name = "zero",
                 .value = [](double, ConstVec y) { return y[0]; },
                 .crossing = Crossing::either,
                 .effect = EventEffect::note},
                {.name = "back",
                 .value = [](double, ConstVec y) { return y[0] + 1.9; },
                 .crossing = Crossing::rising,
                 .effect = EventEffect::stop}};
  });
  const RunResult result = run(watched, request("van-der-pol"));
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_EQ(result.ended_by, "back");
  ASSERT_EQ(result.events.size(), 2u);
  EXPECT_EQ(result.events[0].name, "zero");
  // On the slow part dt = −(y − 1/y) dy; from 2 to 1 that takes 3/2 − ln 2, and ε^(2/3) more.
  EXPECT_NEAR(result.events[0].t, 1.5 - std::log(2.0), 1e-3);
  EXPECT_NEAR(result.y[0], -1.9, 1e-10);
}

TEST(PlainDae, WhatItsAuthorForgotIsStated) {
  const Catalogue wrong = changed("robertson", [](Case& c) {
    c.y0.resize(2);
    c.events = {{.name = "nothing", .value = nullptr}};
  });
  try {
    (void)run(wrong, request("robertson"));
    FAIL();
  } catch (const InvalidModel& error) {
    EXPECT_EQ(error.faults().size(), 2u) << error.what();
  }
}

}  // namespace events_test
}  // namespace pleuel
