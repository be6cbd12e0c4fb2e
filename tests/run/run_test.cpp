#include "pleuel/run/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <stdexcept>

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/run/standard_catalogue.hpp"
#include "run/scripted.hpp"

namespace pleuel {
namespace run_test {

class Recorder : public RunObserver {
 public:
  void begin(const RunHeader&) override { ++begins; }
  void sample(double t, ConstVec y) override {
    EXPECT_NEAR(y[0], std::cos(t), 1e-15);
    if (t > full_after) throw std::runtime_error("no room");
    times.push_back(t);
  }
  void progress(double fraction, double) override {
    EXPECT_GT(fraction, last_fraction);
    last_fraction = fraction;
    if (stop != nullptr && fraction > 0.4) *stop = true;
  }
  void end(const RunResult& result) override {
    ++ends;
    if (ends_badly) throw std::runtime_error("no room for the last row");
    last_status = result.status;
  }

  int begins = 0, ends = 0;
  double last_fraction = 0;
  double full_after = 1e300;
  bool ends_badly = false;
  RunStatus last_status = RunStatus::ok;
  std::vector<double> times;
  std::atomic<bool>* stop = nullptr;
};

RunRequest request() { return {.case_name = "oscillator", .formulation = "rcd0", .method = "exact"}; }

std::string faults_of(const RunRequest& wrong) {
  try {
    (void)run(scripted::catalogue(), wrong);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

int n_lines(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
}

TEST(Run, ReachesTheEndExactlyAndReportsTheOutputsThere) {
  Recorder recorder;
  const RunResult result = run(scripted::catalogue(), request(), {.observer = &recorder});
  EXPECT_EQ(result.status, RunStatus::ok);
  EXPECT_EQ(result.t, 2.0);
  ASSERT_EQ(result.outputs.size(), 1u);
  EXPECT_EQ(result.outputs[0].name, "x");
  EXPECT_EQ(result.outputs[0].unit, "m");
  EXPECT_DOUBLE_EQ(result.outputs[0].value, std::cos(2.0));
  EXPECT_EQ(result.statistics.accepted, 7);  // 6 steps of 0.3 and the rest
  EXPECT_EQ(recorder.begins, 1);
  EXPECT_EQ(recorder.ends, 1);
  EXPECT_DOUBLE_EQ(recorder.last_fraction, 1);
}

TEST(Run, SamplesTheStartAndEachAcceptedStepUnlessToldOtherwise) {
  Recorder recorder;
  (void)run(scripted::catalogue(), request(), {.observer = &recorder});
  ASSERT_EQ(recorder.times.size(), 8u);
  EXPECT_EQ(recorder.times.front(), 0.0);
  EXPECT_EQ(recorder.times.back(), 2.0);
}

TEST(Run, SamplesAtEqualIntervalsIndependentlyOfTheSteps) {
  Recorder recorder;
  RunRequest wanted = request();
  wanted.every = 0.1;
  (void)run(scripted::catalogue(), wanted, {.observer = &recorder});
  ASSERT_EQ(recorder.times.size(), 21u);
  EXPECT_EQ(recorder.times.back(), 2.0);
}

TEST(Run, SamplesAtGivenTimesIncludingBothEnds) {
  Recorder recorder;
  RunRequest wanted = request();
  wanted.at = {2, 0, 0.123};
  (void)run(scripted::catalogue(), wanted, {.observer = &recorder});
  EXPECT_EQ(recorder.times, (std::vector<double>{0, 0.123, 2}));
}

TEST(Run, AFailedRunIsAResultThatKeepsWhatWasComputed) {
  Recorder recorder;
  RunRequest wanted = request();
  wanted.settings["breaks_at"] = "1";
  const RunResult result = run(scripted::catalogue(), wanted, {.observer = &recorder});
  EXPECT_EQ(result.status, RunStatus::failed);
  ASSERT_TRUE(result.failure.has_value());
  EXPECT_EQ(result.failure->method, "exact");
  EXPECT_EQ(result.failure->formulation, "rcd0");
  EXPECT_EQ(result.message, "told to break");
  EXPECT_NEAR(result.t, 0.9, 1e-15);
  EXPECT_EQ(recorder.times.size(), 4u);
  EXPECT_EQ(recorder.ends, 1);
  EXPECT_FALSE(result.comparison.has_value());
}

TEST(Run, AStopRequestEndsTheRunAfterTheStepAndKeepsWhatWasComputed) {
  std::atomic<bool> stop = false;
  Recorder recorder;
  recorder.stop = &stop;
  const RunResult result = run(scripted::catalogue(), request(), {.observer = &recorder, .stop = &stop});
  EXPECT_EQ(result.status, RunStatus::interrupted);
  EXPECT_NEAR(result.t, 0.9, 1e-15);  // the first step past 0.4 · 2
  EXPECT_EQ(recorder.times.size(), 4u);
}

TEST(Run, AnExceptionOfTheModelInTheAuditIsAFailureThatKeepsWhatWasComputed) {
  Catalogue catalogue = scripted::catalogue();
  catalogue.problems = {scripted::oscillator_problem({.throws_after = 0.5})};
  Recorder recorder;
  const RunResult result = run(catalogue, request(), {.observer = &recorder});
  EXPECT_EQ(result.status, RunStatus::failed);
  ASSERT_TRUE(result.failure.has_value());
  EXPECT_EQ(result.failure->kind, FailureKind::user_exception);
  EXPECT_EQ(result.failure->method, "exact");
  EXPECT_EQ(result.message, "the model threw: no energy here");
  EXPECT_EQ(recorder.times.size(), 3u);  // 0, 0.3, and 0.6, whose monitor threw
  EXPECT_EQ(recorder.ends, 1);
  EXPECT_EQ(recorder.last_status, RunStatus::failed);
}

TEST(Run, AnExceptionOfTheModelAtTheStartMeansThatThereIsNone) {
  Catalogue catalogue = scripted::catalogue();
  catalogue.problems = {scripted::oscillator_problem({.throws_after = -1})};
  Recorder recorder;
  try {
    (void)run(catalogue, request(), {.observer = &recorder});
    FAIL() << "ran without an energy at the start";
  } catch (const NoConsistentState& error) {
    EXPECT_NE(std::string(error.what()).find("t = 0: no energy here"), std::string::npos) << error.what();
  }
  EXPECT_EQ(recorder.begins, 0);
}

TEST(Run, AnExceptionOfTheReferenceKeepsTheTrajectory) {
  Catalogue catalogue = scripted::catalogue();
  const auto build = catalogue.problems[0].build;
  catalogue.problems[0].build = [build](const OptionValues& options) {
    Case result = build(options);
    result.reference = [](double) -> std::optional<Reference> { throw std::runtime_error("no digits"); };
    return result;
  };
  Recorder recorder;
  const RunResult result = run(catalogue, request(), {.observer = &recorder});
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_EQ(recorder.times.size(), 8u);
  EXPECT_EQ(recorder.ends, 1);
}

TEST(Run, AMethodThatStandsStillEndsTheRun) {
  RunRequest wanted = request();
  wanted.settings["sticks_at"] = "0.9";
  const RunResult result = run(scripted::catalogue(), wanted);
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_EQ(result.failure->kind, FailureKind::step_collapse);
  EXPECT_EQ(result.t, 0.9);
}

TEST(Run, AnObserverThatTakesNoMoreStopsTheRunAndIsStillTold) {
  Recorder recorder;
  recorder.full_after = 0.5;
  const RunResult result = run(scripted::catalogue(), request(), {.observer = &recorder});
  EXPECT_EQ(result.status, RunStatus::interrupted);
  EXPECT_EQ(result.lost_output, "no room");
  EXPECT_NEAR(result.t, 0.6, 1e-15);
  EXPECT_EQ(recorder.ends, 1);
}

TEST(Run, AnObserverThatCannotEndDoesNotLoseTheResult) {
  Recorder recorder;
  recorder.ends_badly = true;
  const RunResult result = run(scripted::catalogue(), request(), {.observer = &recorder});
  EXPECT_EQ(result.status, RunStatus::ok);
  EXPECT_EQ(result.lost_output, "no room for the last row");
}

TEST(Run, TheWallTimeLimitEndsTheRunAsFailedAndKeepsWhatWasComputed) {
  Recorder recorder;
  RunRequest wanted = request();
  wanted.timeout = 1e-12;  // past before the first step
  const RunResult result = run(scripted::catalogue(), wanted, {.observer = &recorder});
  EXPECT_EQ(result.status, RunStatus::failed);
  ASSERT_TRUE(result.failure.has_value());
  EXPECT_EQ(result.failure->kind, FailureKind::time_limit);
  EXPECT_NE(result.failure->inequality.find("> timeout = 1e-12 s"), std::string::npos)
      << result.failure->inequality;
  EXPECT_EQ(recorder.times, std::vector<double>{0});
  EXPECT_EQ(recorder.ends, 1);
  wanted.timeout = 1e9;
  EXPECT_EQ(run(scripted::catalogue(), wanted).status, RunStatus::ok);
}

// Asks for a stop as soon as the observed run has reached its end.
class StopAtEnd : public RunObserver {
 public:
  void progress(double fraction, double) override {
    if (fraction == 1) stop = true;
  }
  std::atomic<bool> stop = false;
};

TEST(Run, AStopDuringTheRepetitionsIsAnInterruptWithTheWholeTrajectory) {
  StopAtEnd observer;
  RunRequest wanted = request();
  wanted.repeat = 1'000'000;
  const RunResult result =
      run(scripted::catalogue(), wanted, {.observer = &observer, .stop = &observer.stop});
  EXPECT_EQ(result.status, RunStatus::interrupted);
  EXPECT_EQ(result.t, 2.0);
}

TEST(Run, RepetitionsDoNotReachTheObserverOrTheCounts) {
  Recorder recorder;
  RunRequest wanted = request();
  wanted.repeat = 3;
  const RunResult result = run(scripted::catalogue(), wanted, {.observer = &recorder});
  EXPECT_EQ(recorder.times.size(), 8u);
  EXPECT_EQ(result.statistics.accepted, 7);
  EXPECT_GT(result.cpu_seconds, 0);
}

TEST(Run, StatesAllUnknownNamesTogether) {
  const std::string text =
      faults_of({.case_name = "oscilator", .formulation = "rdc0", .method = "exakt", .settings = {}});
  EXPECT_NE(text.find("did you mean 'oscillator'"), std::string::npos) << text;
  EXPECT_NE(text.find("did you mean 'rcd0'"), std::string::npos) << text;
  EXPECT_NE(text.find("did you mean 'exact'"), std::string::npos) << text;
}

TEST(Run, StatesAllFaultsOfSettingsTimesAndTolerancesTogether) {
  RunRequest wrong = request();
  wrong.settings = {{"colour", "blue"}, {"breaks_a", "1"}};
  wrong.until = -1;
  wrong.tolerance.rtol = 0;
  const std::string text = faults_of(wrong);
  EXPECT_NE(text.find("did you mean 'color'"), std::string::npos) << text;
  EXPECT_NE(text.find("did you mean 'breaks_at'"), std::string::npos) << text;
  EXPECT_NE(text.find("end time is -1"), std::string::npos) << text;
  EXPECT_NE(text.find("rtol"), std::string::npos) << text;
}

TEST(Run, AWrongValueOfTheProblemOrAnUnknownNameHidesNoOtherFault) {
  RunRequest wrong = request();
  wrong.settings = {{"color", "foo"}, {"breaks_a", "1"}};
  wrong.until = -1;
  wrong.tolerance.rtol = 0;
  for (const char* method : {"exact", "exakt"}) {
    wrong.method = method;
    const std::string text = faults_of(wrong);
    for (const char* part : {"'color' is 'foo'", "did you mean 'breaks_at'", "end time is -1", "rtol"}) {
      EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
    }
    EXPECT_EQ(n_lines(text), wrong.method == "exact" ? 4 : 5) << text;
  }
  wrong.case_name = "oscilator";
  EXPECT_NE(faults_of(wrong).find("did you mean 'breaks_at'"), std::string::npos);
}

TEST(Run, ACaseThatCannotBeBuiltHidesNoFaultOfTheRequest) {
  Catalogue catalogue = scripted::catalogue();
  catalogue.problems[0].build = [](const OptionValues&) -> Case { throw InvalidInput("joint B is loose"); };
  RunRequest wrong = request();
  wrong.until = -1;
  try {
    (void)run(catalogue, wrong);
    FAIL();
  } catch (const InvalidModel&) {
    FAIL() << "the request is wrong, too";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.faults().size(), 2u) << error.what();
  }
}

TEST(Run, ACaseWithoutASystemOrWithAStartOfTheWrongSizeIsAnInvalidModel) {
  const auto text_of = [](auto change) -> std::string {
    Catalogue catalogue = scripted::catalogue();
    const auto build = catalogue.problems[0].build;
    catalogue.problems[0].build = [=](const OptionValues& options) {
      Case result = build(options);
      change(result);
      return result;
    };
    try {
      (void)run(catalogue, request());
    } catch (const InvalidModel& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(text_of([](Case& c) { c.system = nullptr; }).find("no system"), std::string::npos);
  EXPECT_NE(text_of([](Case& c) { c.q0 = Vector::Zero(2); }).find("q0 has 2 values"), std::string::npos);
  EXPECT_NE(text_of([](Case& c) { c.v0 = Vector::Zero(0); }).find("v0 has 0 values"), std::string::npos);
  EXPECT_NE(text_of([](Case& c) { c.s0 = Vector::Zero(1); }).find("s0 has 1 values"), std::string::npos);
}

TEST(Run, AChoiceLooksAtEachFormulationAtMostOnce) {
  Catalogue catalogue = standard_catalogue();
  std::map<std::string, int> made;
  for (auto& formulation : catalogue.formulations) {
    formulation.rows = [&made, rows = formulation.rows, name = formulation.name](const OptionValues& values) {
      ++made[name];
      return rows(values);
    };
  }
  (void)checked_plan(catalogue, {.case_name = "pendulum"});
  EXPECT_EQ(made["ggl1"], 2) << "once for the choice, once to check the equations";
  EXPECT_EQ(made.size(), 1u);
}

TEST(Run, RefusesNumbersThatMakeNoSense) {
  const auto changed = [](auto change) {
    RunRequest wrong = request();
    change(wrong);
    return faults_of(wrong);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(changed([](auto& r) { r.h0 = -1; }), "");
  EXPECT_NE(changed([&](auto& r) { r.h0 = nan; }), "");
  EXPECT_NE(changed([](auto& r) { r.step = -1; }), "");
  EXPECT_NE(changed([](auto& r) { r.every = 0; }), "");
  EXPECT_NE(changed([&](auto& r) { r.every = nan; }), "");
  EXPECT_NE(changed([](auto& r) { r.every = 1e-300; }), "");
  EXPECT_NE(changed([](auto& r) { r.timeout = 0; }), "");
  EXPECT_NE(changed([&](auto& r) { r.timeout = nan; }), "");
  EXPECT_NE(changed([](auto& r) { r.settings["max_steps"] = "5.9"; }), "");
  EXPECT_NE(changed([](auto& r) { r.at = {3}; }), "");
  EXPECT_NE(changed([&](auto& r) { r.at = {nan}; }), "");
  EXPECT_NE(changed([&](auto& r) { r.until = nan; }), "");
  EXPECT_NE(changed([](auto& r) { r.until = 0; }), "");
  EXPECT_NE(changed([](auto& r) { r.repeat = 0; }), "");
  EXPECT_NE(changed([&](auto& r) { r.tolerance.rtol = nan; }), "");
  EXPECT_NE(changed([](auto& r) { r.tolerance.rtol_of["x"] = -1; }), "");
  EXPECT_NE(changed([](auto& r) { r.tolerance.atol_of["nobody"] = 1; }), "");
  EXPECT_EQ(changed([](auto& r) { r.tolerance.atol_of["x"] = 1; }), "");
}

TEST(Run, SaysWhyAMethodRefusesAFormulation) {
  RunRequest wrong = request();
  wrong.formulation = "rcd1";
  const std::string text = faults_of(wrong);
  EXPECT_NE(text.find("method 'exact' cannot take formulation 'rcd1': it knows rcd0 only"), std::string::npos)
      << text;
  EXPECT_EQ(n_lines(text), 1) << text;
}

TEST(Run, ASettingOfAnotherMethodThanTheChosenOneIsUnknown) {
  RunRequest wrong = request();
  wrong.settings["newton_iterations"] = "7";
  EXPECT_NE(faults_of(wrong).find("unknown setting 'newton_iterations'"), std::string::npos);
}

TEST(Run, ACaseThatCannotBeBuiltIsAnInvalidModelAndNotAnInvalidRequest) {
  Catalogue catalogue = scripted::catalogue();
  catalogue.problems[0].build = [](const OptionValues&) -> Case {
    throw InvalidInput("joint B is redundant");
  };
  EXPECT_THROW((void)run(catalogue, request()), InvalidModel);
}

}  // namespace run_test
}  // namespace pleuel
