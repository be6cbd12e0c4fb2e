// Formulas of time that switch: no switch is stepped over, no side is taken for the other, no
// driver jumps.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/model_runs.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/run/analysis.hpp"
#include "pleuel/run/breakpoint.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel::testing {
namespace switches_test {

/// A rod that a driver turns.
std::string driven(const std::string& value, const std::string& simulation) {
  return R"({"pleuel": 1, "name": "driven", "dimension": 2, "parameters": {"T": "1 s", "w": "2 rad/s"},
    "bodies": [{"name": "rod", "shape": {"type": "rod", "to": ["1 m", 0], "mass": "1 kg"}}],
    "joints": [{"name": "p", "type": "revolute", "a": "ground.origin", "b": "rod.origin"}],
    "drivers": [{"name": "m", "type": "angle", "a": "ground.origin", "b": "rod.origin", "value": ")" +
         value + R"("}], "outputs": ["rod.phi", "rod.vphi"], "simulation": {)" + simulation + "}}";
}

/// A mass of 1 kg that slides at `speed` under a force.
std::string pushed(const std::string& force, const std::string& speed, const std::string& until) {
  return R"({"pleuel": 1, "name": "pushed", "dimension": 2,
    "bodies": [{"name": "b", "mass": 1, "inertia": 1, "velocity": [)" +
         speed + R"(, 0]}],
    "joints": [{"name": "g", "type": "prismatic", "a": "ground.origin", "b": "b.origin"}],
    "forces": [{"name": "push", "type": "force", "marker": "b.com", "x": ")" +
         force + R"("}],
    "outputs": ["b.x", "b.vx"], "simulation": {"until": )" +
         until + "}}";
}

std::vector<std::string> formulations() {
  std::vector<std::string> names;
  for (const Formulation& f : all().formulations)
    if (f.name != "qs") names.push_back(f.name);
  return names;
}

/// Whether a remark of the run, or one known before, has this text in it.
bool has_remark(const RunResult& result, const std::string& text) {
  const auto remarks = all_remarks(result);
  return std::any_of(remarks.begin(), remarks.end(),
                     [&](const std::string& r) { return r.find(text) != std::string::npos; });
}

std::vector<std::string> refusal_of(const std::string& path, double until = 0) {
  try {
    (void)run(all(), request_of(path, {.name = {}, .until = until}));
  } catch (const InvalidModel& error) {
    return error.faults();
  }
  return {};
}

// A ramp of the speed up to w within T: φ(3 s) = wT/2 + w·2 s = 5, φ̇ = 2.
TEST(TimeSwitches, ARampEndsAtItsExactAngleUnderEveryFormulation) {
  const std::string value = "w/T*min(t,T)^2/2 + w*max(t-T,0)";
  for (const char* simulation : {R"("until": "3 s", "breakpoints": ["T"])", R"("until": "3 s")"}) {
    const std::string path = file_of(driven(value, simulation));
    for (const std::string& formulation : formulations())
      for (const char* method : {"radau5", "bdf"}) {
        const RunResult result = run_file(path, formulation, method);
        const std::string label = formulation + " " + method + " " + simulation;
        ASSERT_EQ(result.status, RunStatus::ok) << label << ": " << result.message;
        EXPECT_NEAR(unknown(result, "rod.phi"), 5, 1e-6) << label;
        // Those that hold g and G v + g_t to rounding have nothing to move; others drift up to
        // there.
        const bool drifts =
            formulation == "ori2" || formulation.starts_with("rcd") || formulation == "baumgarte";
        EXPECT_TRUE(drifts || !has_remark(result, "restart")) << label;
        if (formulation == "ori2") continue;  // controls v only as h times its error
        EXPECT_NEAR(unknown(result, "rod.vphi"), 2, 1e-6) << label;
        EXPECT_LT(result.residuals.velocity, 1e-6) << label;
      }
  }
}

// φ = speed T/2 + speed (t − T) after the turning up; the deformation of the bodies does not enter
// it.
TEST(TimeSwitches, SpinUpsGoOnPastTheirBreakpointUnderEveryFormulation) {
  const double expected = 0.1 * 0.2 / 2 + 0.1 * 0.1;
  for (const std::string& formulation : formulations())
    for (const char* name : {"spin-up", "spin-up-beam"}) {
      // Their accelerations are rounded to more than the tolerance
      // (tests/models/conformance_test.cpp).
      const bool is_fine = name == std::string("spin-up");
      if (is_fine && (formulation == "psi0" || formulation == "ovd0")) continue;
      Settings settings = {{"T", "0.2"}, {"speed", "0.1"}};
      if (is_fine) settings["cells"] = "4";
      const RunResult result = run_model({.name = name,
                                          .tolerance = 1e-5,
                                          .until = 0.3,
                                          .settings = settings,
                                          .formulation = formulation,
                                          .method = "radau5"});
      EXPECT_NEAR(unknown(result, "beam.phi"), expected, 1e-4) << name << " " << formulation;
      EXPECT_NEAR(unknown(result, "beam.vphi"), 0.1, 1e-3) << name << " " << formulation;
    }
}

TEST(TimeSwitches, TheSpinUpOfTheShippedBeamEndsAt75Rad) {
  const RunResult result = run_model({.name = "spin-up-beam", .formulation = "rcd0", .method = "radau5"});
  EXPECT_NEAR(unknown(result, "beam.phi"), 6 * 15 / 2 + 6 * 5, 1e-4);
}

TEST(TimeSwitches, APulseOfAMillisecondIsNotSteppedOver) {
  const std::string path = file_of(pushed("if(abs(t-0.5)<0.0005, -20000, 0)", "10", "1"));
  for (const std::string& formulation : formulations())
    for (const char* method : {"radau5", "radau", "bdf"}) {
      const RunResult result = run_file(path, formulation, method);
      ASSERT_EQ(result.status, RunStatus::ok) << formulation << " " << method << ": " << result.message;
      const double allowed =
          formulation == "ori2" ? 1e-3 : 1e-5;  // ori2 controls v only as h times its error
      EXPECT_NEAR(unknown(result, "b.vx"), -10, allowed) << formulation << " " << method;
      EXPECT_NEAR(unknown(result, "b.x"), 0, allowed) << formulation << " " << method;
    }
}

// More switches than are looked for before the run: 1200 pulses of half a period of sin, 2/(f π) N
// s each.
TEST(TimeSwitches, ManyPulsesAreFoundAsTheRunGoesOn) {
  const std::string path = file_of(pushed("100*max(sin(2*pi*600*t), 0)", "0", "2"));
  const RunResult result = run_file(path);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  // A missed pulse is 0.05 m/s; errors of 1e-8 (1 + 64) in each of 2400 restarts add up to 1.6e-3
  // at most.
  EXPECT_NEAR(unknown(result, "b.vx"), 2 * 100 / std::numbers::pi, 1.6e-3);
  EXPECT_FALSE(has_remark(result, "may switch"));
}

TEST(TimeSwitches, RarePulsesOfAPeriodicFunctionAreFound) {
  // sin > 1 − δ over a part 2 arccos(1 − δ)/(2π) of each of the 700 periods: 3 µs each.
  const double delta = 1e-5, part = std::acos(1 - delta) / std::numbers::pi;
  const std::string path = file_of(pushed("if(sin(2*pi*700*t) > 1 - 1e-5, 1000, 0)", "0", "1"));
  const RunResult result = run_file(path);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_NEAR(unknown(result, "b.vx"), 1000 * part, 1e-6 * 1000 * part);
}

TEST(TimeSwitches, WhatBeginsAtTheEndOfARunDoesNotCount) {
  for (const char* method : {"radau5", "bdf"}) {
    const RunResult result = run_file(file_of(pushed("1e6*step(t - 1)", "1", "1")), "ggl1", method);
    ASSERT_EQ(result.status, RunStatus::ok) << result.message;
    EXPECT_EQ(result.t, 1);
    EXPECT_NEAR(unknown(result, "b.vx"), 1, 1e-9) << method;
  }
}

TEST(TimeSwitches, ConditionsThatMeetWithinRoundingHaveNoGapAndNoOverlap) {
  // 0.1 + 0.2 is the double after 0.3: at 0.3 both conditions hold.
  const RunResult result =
      run_file(file_of(pushed("if(t < 0.1 + 0.2, 1, 0) + if(t >= 0.3, 1, 0)", "0", "1")), "ggl1", "radau5");
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_NEAR(unknown(result, "b.vx"), 1, 1e-12);
  const auto list = breakpoints_in({0.1 + 0.2, 0.7, 0.3}, 0, 1);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].first, 0.3);
  EXPECT_EQ(list[0].last, 0.1 + 0.2);
  EXPECT_LT(list[0].before(), 0.3);
}

TEST(TimeSwitches, ASwitchThatNoBoundTellsIsRemarked) {
  const RunResult result = run_file(file_of(pushed("step(sin(t)^2 + cos(t)^2 - 1 + 1e-15)", "0", "2")));
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_TRUE(has_remark(result, "force 'push', x may switch"));
}

TEST(TimeSwitches, AJumpByAMeasureIsRemarked) {
  const RunResult result = run_file(file_of(R"json({"pleuel": 1, "name": "wall", "dimension": 2,
    "bodies": [{"name": "b", "mass": 1, "inertia": 1, "velocity": [1, 0]}],
    "measures": [{"name": "x", "type": "position", "a": "ground.origin", "b": "b.com"}],
    "forces": [{"name": "push", "type": "force", "marker": "b.com", "x": "if(x > 0.5, -1, 0)"}],
    "outputs": ["b.x"], "simulation": {"until": 1}})json"));
  EXPECT_TRUE(has_remark(result, "force 'push', x jumps where a measured quantity"));
}

TEST(DriverJumps, OfTheValueAreRefusedWithTimeAndSize) {
  const auto faults = refusal_of(file_of(driven("step(t-0.5)", R"("until": 1)")));
  ASSERT_EQ(faults.size(), 1u);
  for (const char* part : {"/drivers/0", "driver 'm'", "jumps by 1 rad", "t = 0.5 s", "smoothstep"})
    EXPECT_NE(faults[0].find(part), std::string::npos) << part << " in " << faults[0];
}

TEST(DriverJumps, AreRemarkedByACheckToo) {
  const std::string path = file_of(driven("if(t < 0.5 s, 0 rad, 1 rad)", R"("until": "1 s")"));
  const CheckResult result = check_case(all(), {.case_name = path});
  bool is_said = false;
  for (const std::string& remark : result.header.remarks)
    is_said |= remark.find("a run is refused") != std::string::npos &&
               remark.find("jumps by 1 rad") != std::string::npos;
  EXPECT_TRUE(is_said);
}

TEST(DriverJumps, OfTheRateAreRefusedWithTimeAndSize) {
  const std::string path = file_of(driven("2*min(t, 0.5)", R"("until": 1)"));
  const auto faults = refusal_of(path);
  ASSERT_EQ(faults.size(), 1u);
  for (const char* part : {"rate of driver 'm'", "jumps by -2 rad/s", "t = 0.5 s"})
    EXPECT_NE(faults[0].find(part), std::string::npos) << part << " in " << faults[0];
  EXPECT_TRUE(refusal_of(path, 0.4).empty()) << "a run that ends before it has nothing to do with it";
  EXPECT_TRUE(refusal_of(path, 0.5).empty()) << "nor one that ends there";
}

TEST(DriverJumps, FoundDuringTheRunEndIt) {
  // 1200 switches come first: the jump is not found before the run.
  const RunResult result =
      run_file(file_of(driven("0*step(sin(2*pi*400*t)) + step(t - 1.75)", R"("until": 2)")));
  ASSERT_EQ(result.status, RunStatus::failed);
  EXPECT_EQ(result.failure->kind, FailureKind::inconsistent);
  EXPECT_NE(result.message.find("jumps by 1 rad at t = 1.75 s"), std::string::npos) << result.message;
  EXPECT_NEAR(result.t, 1.75, 1e-12);
}

TEST(DriverJumps, AJumpOfTheAccelerationIsNone) {
  const RunResult result = run_file(file_of(driven("max(t - 0.5, 0)^2", R"("until": 1)")), "rcd0");
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_NEAR(unknown(result, "rod.phi"), 0.25, 1e-7);
}

TEST(Restarts, ThatMoveTheStateBeyondTheToleranceAreRemarked) {
  // Under rcd0 a pendulum drifts off its pin; the restart at a breakpoint takes it back.
  const std::string path =
      file_of(R"({"pleuel": 1, "name": "pendulum", "dimension": 2, "gravity": [0, "-9.81 m/s^2"],
    "bodies": [{"name": "rod", "shape": {"type": "rod", "to": ["1 m", 0], "mass": "1 kg"}}],
    "joints": [{"name": "pin", "type": "revolute", "a": "ground.origin", "b": "rod.origin"}],
    "outputs": ["rod.x"], "simulation": {"until": 61, "breakpoints": [60]}})");
  const RunResult result = run_file(path, "rcd0", "radau5", 1e-4);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_TRUE(has_remark(result, "the restart at t = 60 s moved rod."));
  EXPECT_TRUE(has_remark(result, " rad, ")) << "the unit";
  EXPECT_FALSE(has_remark(run_file(path, "ggl1", "radau5", 1e-4), "restart"));
}

// tan(3t) > 50 from atan(50)/3 to the pole at π/6: 100 N for 6.67 ms. Across the pole tan falls
// from +∞ to −∞, though its derivative is positive everywhere.
TEST(Switches, APulseThatEndsAtAPoleOfTanIsNotSteppedOver) {
  const RunResult result =
      run_file(file_of(pushed("100*if(tan(3*t/(1 s)) > 50, 1 N, 0 N)", "0", "1")), "rcd0", "radau5");
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  const double duration = (std::numbers::pi / 2 - std::atan(50.0)) / 3;
  EXPECT_NEAR(result.outputs.back().value, 100 * duration, 1e-6);
}

}  // namespace switches_test
}  // namespace pleuel::testing
