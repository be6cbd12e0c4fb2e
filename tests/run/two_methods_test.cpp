// Runs that change between an explicit and an implicit method, and steps of pilots that are kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace two_methods_test {

/// v̇ = −c(t)(v − ω cos ωt) − ω² sin ωt has the solution x = sin ωt for every c. Here c rises to a
/// million around t = 3 s: an explicit method would need 1e5 steps there.
struct DampedForAWhile {
  static constexpr double largest = 1e6, omega = 20;
  SystemInfo info() const {
    SystemInfo info;
    info.name = "damped for a while";
    info.add_coordinate("x", "m");
    return info;
  }
  void mass(const auto&, auto&& M) const { M.add(0, 0, 1.0); }
  void force(const auto& x, const auto& v, auto&& f) const {
    using std::cos;
    using std::exp;
    using std::sin;
    const auto distance = (x.t - 3.0) / 0.4;
    f[0] = -(1.0 + largest * exp(-distance * distance)) * (v[0] - omega * cos(omega * x.t)) -
           omega * omega * sin(omega * x.t);
  }
};

Catalogue catalogue_with_damping() {
  Catalogue all = standard_catalogue();
  Problem problem;
  problem.name = "damped-for-a-while";
  problem.title = "Damped for a while";
  problem.build = [](const OptionValues&) {
    Case c;
    c.name = "damped-for-a-while";
    c.system = make_system(DampedForAWhile());
    c.q0 = Vector{{0.0}};
    c.v0 = Vector{{DampedForAWhile::omega}};
    c.t_end = 12;
    return c;
  };
  all.put(std::move(problem));
  return all;
}

RunRequest request_for(const std::string& name, double tolerance) {
  RunRequest request;
  request.case_name = name;
  request.tolerance = {.rtol = tolerance, .atol = tolerance};
  return request;
}

/// dop853 with radau for stiff parts, whatever the pilots say.
RunPlan changing_plan(const Catalogue& all, double tolerance) {
  RunRequest request = request_for("damped-for-a-while", tolerance);
  request.method = "radau";
  const auto stiff = std::make_shared<const RunPlan>(plan(all, request));
  request.method = "dop853";
  RunPlan made = plan(all, request);
  made.stiff = stiff;
  return made;
}

std::string model(const std::string& name) {
  return std::string(PLEUEL_SOURCE_DIR) + "/models/" + name + ".json";
}

TEST(TwoMethods, TheImplicitOneTakesOverWhereTheMotionIsStiffAndHandsBack) {
  const Catalogue all = catalogue_with_damping();
  const RunResult result = run(changing_plan(all, 1e-7));
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_EQ(result.header.method.name, "dop853");
  ASSERT_GE(result.method_changes.size(), 2u);
  EXPECT_EQ(result.method_changes.front().method, "radau");
  // Back to the explicit one. Whether it stays is decided by the work of its trial steps, which is
  // close to that of radau here.
  EXPECT_EQ(result.method_changes[1].method, "dop853");
  // c exceeds 1e4 between 2.1 s and 3.9 s.
  EXPECT_GT(result.method_changes.front().t, 1);
  EXPECT_LT(result.method_changes.front().t, 3);
  EXPECT_GT(result.method_changes[1].t, 3);
  EXPECT_LT(result.statistics.steps, 10000);
  const double angle = 12 * DampedForAWhile::omega;
  EXPECT_NEAR(result.y[0], std::sin(angle), 1e-5);
  EXPECT_NEAR(result.y[1], DampedForAWhile::omega * std::cos(angle), 1e-4);
}

TEST(TwoMethods, EqualRunsChangeAtEqualTimes) {
  const Catalogue all = catalogue_with_damping();
  const RunPlan made = changing_plan(all, 1e-6);
  const RunResult first = run(made), second = run(made);
  ASSERT_EQ(first.method_changes.size(), second.method_changes.size());
  for (std::size_t i = 0; i < first.method_changes.size(); ++i)
    EXPECT_EQ(first.method_changes[i].t, second.method_changes[i].t);
  EXPECT_TRUE(first.y == second.y);
}

/// A pendulum beside a mass on a stiff spring (2e5 rad/s), which is pushed by 1e-10 m at t = 1.
/// From then on its acceleration oscillates by 4 m/s², and its velocity by 2e-5 m/s only.
struct PushedLater {
  static constexpr double stiffness = 4e10, push = 1e-10;
  SystemInfo info() const {
    SystemInfo info;
    info.name = "pushed later";
    for (const char* name : {"x", "y", "z"}) info.add_coordinate(name, "m");
    info.add_constraint("length", "N/m");
    return info;
  }
  void mass(const auto&, auto&& M) const {
    for (int i = 0; i < 3; ++i) M.add(i, i, 1.0);
  }
  void force(const auto& x, const auto&, auto&& f) const {
    using std::tanh;
    f[1] = -9.81;
    f[2] = -stiffness * x.q[2] + 0.5 * stiffness * push * (1.0 + tanh((x.t - 1.0) * 1e6));
  }
  void constraint(const auto& x, auto&& g) const { g[0] = x.q[0] * x.q[0] + x.q[1] * x.q[1] - 1.0; }
};

// Index 1 would resolve each of 600 000 oscillations until t = 20.
TEST(TwoMethods, IndexTwoTakesOverWhereOscillationsOfAccelerationsDictateTheSteps) {
  Catalogue all = standard_catalogue();
  Problem problem;
  problem.name = problem.title = "pushed-later";
  problem.build = [](const OptionValues&) {
    Case c;
    c.name = "pushed-later";
    c.system = make_system(PushedLater());
    c.q0 = Vector{{1.0, 0.0, 0.0}};
    c.v0 = Vector::Zero(3);
    c.t_end = 20;
    c.breakpoints = {1 - 1e-5, 1 + 1e-5};
    return c;
  };
  all.put(std::move(problem));
  RunRequest request = request_for("pushed-later", 1e-4);
  request.method = "radau";
  request.formulation = "baumgarte";
  RunPlan made = plan(all, request);
  made.index_2 = &all.formulation("ggl1");
  const RunResult result = run(made);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  ASSERT_EQ(result.method_changes.size(), 1u);
  EXPECT_EQ(result.method_changes.front().formulation, "ggl1");
  EXPECT_GT(result.method_changes.front().t, 1);
  EXPECT_LT(result.method_changes.front().t, 1.1);
  EXPECT_LT(result.statistics.steps, 5000);
  request.formulation = "ggl1";
  request.tolerance = {.rtol = 1e-7, .atol = 1e-7};
  const RunResult reference = run(all, request);
  // The pendulum at t = 20: both within a hundred tolerances.
  EXPECT_LE((result.y.head(2) - reference.y.head(2)).norm(), 1e-2);
}

/// All samples of a run.
struct Samples : RunObserver {
  using RunObserver::sample;
  void sample(double t, ConstVec y) override {
    times.push_back(t);
    values.emplace_back(y);
  }
  std::vector<double> times;
  std::vector<Vector> values;
};

// The first run of a plan takes over the steps of the pilot; later runs compute them again.
TEST(KeptPilot, ARunWithKeptStepsEqualsOneWithout) {
  const Catalogue all = standard_catalogue();
  for (const std::string& name :
       {std::string("pendulum"), std::string("impact-pendulum"), std::string("kinked-load"), model("top"),
        model("flyball"), model("truck"), model("quarter-car")}) {
    RunRequest request = request_for(name, 1e-5);
    request.every = 1e-2;
    request.until = name == "impact-pendulum" || name == "kinked-load" ? std::nullopt : std::optional(0.5);
    request.outputs = {"energy"};
    const RunPlan made = plan(all, request);
    ASSERT_TRUE(made.pilot) << name << " " << made.names.formulation.name << " " << made.names.method.name;
    Samples first, second;
    const RunResult kept = run(made, {.observer = &first}), fresh = run(made, {.observer = &second});
    EXPECT_EQ(kept.header.method.reason, fresh.header.method.reason);
    EXPECT_TRUE(kept.y == fresh.y) << name;
    EXPECT_EQ(kept.statistics.steps, fresh.statistics.steps) << name;
    EXPECT_EQ(kept.statistics.rhs, fresh.statistics.rhs) << name;
    EXPECT_EQ(kept.energy_drift, fresh.energy_drift) << name;
    EXPECT_EQ(kept.residuals.acceleration, fresh.residuals.acceleration) << name;
    EXPECT_EQ(kept.events.size(), fresh.events.size()) << name;
    ASSERT_EQ(first.times.size(), second.times.size()) << name;
    for (std::size_t i = 0; i < first.times.size(); ++i) {
      EXPECT_EQ(first.times[i], second.times[i]);
      EXPECT_TRUE(first.values[i] == second.values[i]) << name << " at " << first.times[i];
    }
  }
}

}  // namespace two_methods_test
}  // namespace pleuel
