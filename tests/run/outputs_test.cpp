// Outputs beyond the unknowns: where they are shown, and when they are computed.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "pleuel/base/error.hpp"
#include "pleuel/run/run.hpp"
#include "run/scripted.hpp"

namespace pleuel {
namespace outputs_test {

/// Keeps t and the outputs of each sample.
class Reader : public RunObserver {
 public:
  void begin(const RunHeader& header) override { names = header.outputs; }
  void sample(const Sample& at) override {
    times.push_back(at.t());
    rows.emplace_back(at.outputs());
    EXPECT_EQ(rows.back(), Vector(at.outputs()));
  }
  std::vector<Quantity> names;
  std::vector<double> times;
  std::vector<Vector> rows;
};

/// Looks at the unknowns alone.
class Bystander : public RunObserver {
 public:
  void sample(double, ConstVec) override { ++samples; }
  int samples = 0;
};

/// The oscillator x = cos t with the output x²; `calls` counts its evaluations.
Catalogue with_square(int* calls) {
  Catalogue catalogue = scripted::catalogue();
  for (Problem& problem : catalogue.problems) {
    problem.build = [build = problem.build, calls](const OptionValues& options) {
      Case c = build(options);
      c.motion_outputs = {{"square", "m²", [calls](const Motion& at) {
                             ++*calls;
                             return at.q[0] * at.q[0];
                           }}};
      return c;
    };
  }
  return catalogue;
}

RunRequest request() {
  return {.case_name = "oscillator", .formulation = "rcd0", .method = "exact", .until = 2.0};
}

std::string faults_of(const Catalogue& catalogue, const RunRequest& wrong) {
  try {
    (void)run(catalogue, wrong);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(Outputs, AreFunctionsOfTheMotionAtEachSampleAndAtTheEnd) {
  int calls = 0;
  Reader reader;
  const RunResult result = run(with_square(&calls), request(), {.observer = &reader});
  ASSERT_EQ(reader.names.size(), 1u);
  EXPECT_EQ(reader.names[0].name, "square");
  EXPECT_EQ(reader.names[0].unit, "m²");
  ASSERT_GT(reader.rows.size(), 5u);
  for (std::size_t i = 0; i < reader.rows.size(); ++i)
    EXPECT_NEAR(reader.rows[i][0], std::pow(std::cos(reader.times[i]), 2), 1e-15);
  EXPECT_EQ(result.outputs.back().name, "square");
  EXPECT_NEAR(result.outputs.back().value, std::pow(std::cos(2.0), 2), 1e-15);
}

TEST(Outputs, AreComputedOnceASampleWhereSomebodyAsksAndElseOnlyAtTheEnd) {
  int calls = 0;
  Reader reader;
  (void)run(with_square(&calls), request(), {.observer = &reader});
  EXPECT_EQ(calls, static_cast<int>(reader.rows.size()) + 1);  // the reader asks twice a sample
  calls = 0;
  Bystander bystander;
  (void)run(with_square(&calls), request(), {.observer = &bystander});
  EXPECT_GT(bystander.samples, 5);
  EXPECT_EQ(calls, 1);
  calls = 0;
  (void)run(with_square(&calls), request());
  EXPECT_EQ(calls, 1);
}

TEST(Outputs, OfEnergyAndPowerCanBeAskedForOfEveryMechanism) {
  Reader reader;
  RunRequest wanted = request();
  wanted.outputs = {"energy", "power"};
  const RunResult result = run(scripted::catalogue(), wanted, {.observer = &reader});
  ASSERT_EQ(reader.names.size(), 5u);
  for (std::size_t i = 0; i < reader.rows.size(); ++i) {
    const double t = reader.times[i];
    EXPECT_NEAR(reader.rows[i][0], 0.5 * std::pow(std::sin(t), 2), 1e-15);
    EXPECT_NEAR(reader.rows[i][1], 0.5 * std::pow(std::cos(t), 2), 1e-15);
    EXPECT_NEAR(reader.rows[i][2], 0.5, 1e-15);
    EXPECT_EQ(reader.rows[i][3], 0.0);
    EXPECT_EQ(reader.rows[i][4], 0.0);
  }
  EXPECT_EQ(result.outputs.back().name, "dissipated_power");
}

TEST(Outputs, ThatAreUnknownRepeatedOrWithoutFunctionAreFaults) {
  RunRequest wrong = request();
  wrong.outputs = {"energi"};
  EXPECT_NE(faults_of(scripted::catalogue(), wrong).find("energy"), std::string::npos);
  Catalogue catalogue = scripted::catalogue();
  for (Problem& problem : catalogue.problems) {
    problem.build = [build = problem.build](const OptionValues& options) {
      Case c = build(options);
      c.motion_outputs = {{"x", "m", [](const Motion&) { return 0.0; }}, {"empty", "m", {}}};
      return c;
    };
  }
  const std::string faults = faults_of(catalogue, request());
  EXPECT_NE(faults.find("output 'x' has the name of an unknown"), std::string::npos) << faults;
  EXPECT_NE(faults.find("output 'empty' has no function"), std::string::npos) << faults;
}

TEST(Outputs, ThatThrowEndTheRunWithTheirNameAndKeepWhatWasComputed) {
  Catalogue catalogue = scripted::catalogue();
  for (Problem& problem : catalogue.problems) {
    problem.build = [build = problem.build](const OptionValues& options) {
      Case c = build(options);
      c.motion_outputs = {{"late", "1", [](const Motion& at) {
                             if (at.t > 1) throw std::runtime_error("out of its table");
                             return 1.0;
                           }}};
      return c;
    };
  }
  Reader reader;
  const RunResult result = run(catalogue, request(), {.observer = &reader});
  EXPECT_EQ(result.status, RunStatus::interrupted);
  ASSERT_TRUE(result.lost_output.has_value());
  EXPECT_NE(result.lost_output->find("output 'late'"), std::string::npos) << *result.lost_output;
  EXPECT_NE(result.lost_output->find("out of its table"), std::string::npos) << *result.lost_output;
  EXPECT_GT(reader.rows.size(), 3u);
}

TEST(Outputs, AMisspeltUnknownOfACaseIsRefusedWithTheNearestName) {
  Catalogue catalogue = scripted::catalogue();
  for (Problem& problem : catalogue.problems)
    problem.build = [build = problem.build](const OptionValues& options) {
      Case c = build(options);
      c.outputs = {"x", "vxx"};
      return c;
    };
  const std::string faults = faults_of(catalogue, request());
  EXPECT_NE(faults.find("'vxx'"), std::string::npos) << faults;
  EXPECT_NE(faults.find("did you mean 'vx'"), std::string::npos) << faults;
}

}  // namespace outputs_test
}  // namespace pleuel
