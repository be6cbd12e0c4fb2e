// The outputs of power explain how the energy of a model changes, drivers included.
#include <algorithm>
#include <cmath>

#include "models/model_runs.hpp"
#include "pleuel/base/error.hpp"

namespace pleuel::testing {
namespace energy_balance_test {

/// E, P_supplied and P_dissipated of each sample.
class PowerReader : public RunObserver {
 public:
  void begin(const RunHeader& header) override {
    for (std::size_t i = 0; i < header.outputs.size(); ++i) {
      const std::string& name = header.outputs[i].name;
      const auto column = static_cast<Eigen::Index>(i);
      if (name == "total_energy") energy_column_ = column;
      if (name == "supplied_power") supplied_column_ = column;
      if (name == "dissipated_power") dissipated_column_ = column;
    }
  }
  void sample(const Sample& at) override {
    const Vector row = at.outputs();
    t.push_back(at.t());
    energy.push_back(row[energy_column_]);
    supplied.push_back(row[supplied_column_]);
    dissipated.push_back(row[dissipated_column_]);
  }
  std::vector<double> t, energy, supplied, dissipated;

 private:
  Eigen::Index energy_column_ = -1, supplied_column_ = -1, dissipated_column_ = -1;
};

struct Driven {
  std::string path;
  double until, every;
  Settings settings = {};
  std::string formulation = "ggl1";
  double from = 0;  ///< before it the model oscillates faster than it is sampled
};

PowerReader powers_of(const Driven& wanted) {
  RunRequest request;
  request.case_name = wanted.path;
  request.formulation = wanted.formulation;
  request.method = "radau5";
  request.until = wanted.until;
  request.every = wanted.every;
  request.tolerance = {.rtol = 1e-9, .atol = 1e-9};
  request.settings = wanted.settings;
  request.outputs = {"energy", "power"};
  PowerReader reader;
  const RunResult result = run(all(), request, {.observer = &reader});
  EXPECT_EQ(result.status, RunStatus::ok) << wanted.path << ": " << result.message;
  return reader;
}

/// Fourth-order differences (8 (E₁ − E₋₁) − (E₂ − E₋₂))/12h err by h⁴ E⁽⁵⁾/30, and by the error of
/// E over h. The steps below keep both under 1e-4 of the largest power.
void expect_balance(const Driven& wanted) {
  const PowerReader r = powers_of(wanted);
  ASSERT_GE(r.t.size(), 9u) << wanted.path;
  double largest = 0;
  for (std::size_t i = 0; i < r.t.size(); ++i)
    largest = std::max({largest, std::abs(r.supplied[i]), std::abs(r.dissipated[i])});
  ASSERT_GT(largest, 0) << wanted.path;
  for (std::size_t i = 2; i + 2 < r.t.size(); ++i) {
    const double h = r.t[i + 1] - r.t[i];
    const auto& E = r.energy;
    if (std::abs(r.t[i + 2] - r.t[i - 2] - 4 * h) > 1e-9 * h) continue;  // beside the end
    if (r.t[i] < wanted.from) continue;
    const double rate = (8 * (E[i + 1] - E[i - 1]) - (E[i + 2] - E[i - 2])) / (12 * h);
    EXPECT_NEAR(rate, r.supplied[i] - r.dissipated[i], 1e-4 * largest) << wanted.path << " at " << r.t[i];
  }
}

TEST(EnergyBalance, ThePowerOfDriversIsPartOfWhatIsSupplied) {
  const std::string robot = std::string(PLEUEL_SOURCE_DIR) + "/tests/models/files/robot.json";
  for (const char* formulation : {"ggl1", "rcd0"}) {
    const Driven wanted{.path = robot, .until = 2.5, .every = 0.01, .formulation = formulation};
    expect_balance(wanted);
    // The arm sinks from upright: its drivers brake it.
    const PowerReader r = powers_of(wanted);
    EXPECT_LT(*std::min_element(r.supplied.begin(), r.supplied.end()), -10) << formulation;
  }
}

TEST(EnergyBalance, HoldsInEveryShippedModelThatHasDrivers) {
  expect_balance({.path = model_path("slider-crank"), .until = 0.02, .every = 1e-4});
  expect_balance({.path = model_path("truck"), .until = 1.5, .every = 2e-3});
  expect_balance({.path = model_path("spin-up-beam"), .until = 0.4, .every = 2e-3});
  expect_balance({.path = model_path("truck-flexible"), .until = 0.5, .every = 2e-4, .from = 0.01});
  expect_balance({.path = model_path("fe-slider-crank"),
                  .until = 0.004,
                  .every = 2e-5,
                  .settings = {{"cells", "4"}, {"sweeps", "3"}}});
}

TEST(EnergyBalance, PowersAreRefusedWhereThereAreNoVelocities) {
  RunRequest request;
  request.case_name = model_path("bolt");
  request.outputs = {"power"};
  try {
    (void)run(all(), request);
    FAIL() << "accepted";
  } catch (const InvalidInput& fault) {
    EXPECT_NE(std::string(fault.what()).find("need velocities"), std::string::npos) << fault.what();
  }
}

/// The work of a force formula over the long steps of order 13.
TEST(EnergyBalance, OfAnOscillatorWithAForceFormulaHoldsToTheTolerance) {
  const RunResult result = run_file(file_of(R"({"pleuel": 2, "name": "oscillator", "dimension": 2,
    "bodies": [{"name": "b", "mass": 1, "inertia": 1, "position": [1, 0]}],
    "joints": [{"name": "j", "type": "prismatic", "a": "ground.origin", "b": "b.origin"}],
    "measures": [{"name": "x", "type": "position", "a": "ground.origin", "b": "b.origin"}],
    "forces": [{"name": "f", "type": "force", "marker": "b.origin", "x": "-(1 N/m)*x"}],
    "outputs": ["b.x"], "simulation": {"until": 50}})"),
                                    "rcd0", "radau", 1e-9);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_NEAR(output(result, "b.x"), std::cos(50.0), 1e-8);
  EXPECT_TRUE(result.remarks.empty()) << result.remarks.front();
  EXPECT_LT(std::abs(result.energy_drift), 1e-7);
}

}  // namespace energy_balance_test
}  // namespace pleuel::testing
