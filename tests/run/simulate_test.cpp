// The library call: systems, cases, models by file, text and calls.
#include "pleuel/run/simulation/simulate.hpp"

#include <gtest/gtest.h>

#include <dirent.h>
#include <unistd.h>
#include <cmath>
#include <fstream>

#include "pleuel/base/error.hpp"
#include "pleuel/model/builder/model_builder.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace simulate_test {

/// Keeps dense output at two points of each step.
class DenseCheck final : public RunObserver {
 public:
  void step(const StepReport& report) override {
    for (const double part : {0.31, 0.77}) {
      const double t = report.dense.begin() + part * (report.t - report.dense.begin());
      Vector y(n);
      report.dense.evaluate(t, y);
      times.push_back(t);
      values.push_back(y);
    }
  }
  void begin(const RunHeader& header) override { n = static_cast<Eigen::Index>(header.unknowns.size()); }
  Eigen::Index n = 0;
  std::vector<double> times;
  std::vector<Vector> values;
};

TEST(Simulate, HasTheDenseOutputOfEveryMethod) {
  const Catalogue catalogue = standard_catalogue();
  for (const Method& method : catalogue.methods) {
    SCOPED_TRACE(method.name);
    const bool is_explicit = method.is_mechanical();
    SimulationOptions options{.until = 1, .rtol = 1e-7, .method = method.name};
    if (!is_explicit) options.formulation = "rcd0";
    const Solution solution = simulate("pendulum", options);
    ASSERT_TRUE(solution.is_ok()) << solution.report.message;
    DenseCheck check;
    RunRequest request{.case_name = "pendulum",
                       .formulation = options.formulation,
                       .method = options.method,
                       .tolerance = {.rtol = 1e-7, .atol = 1e-7},
                       .until = 1};
    const RunResult result = run(catalogue, request, {.observer = &check});
    ASSERT_EQ(result.y, solution.report.y);
    for (std::size_t i = 0; i < check.times.size(); ++i) {
      const Vector y = solution.at(check.times[i]);
      // Rounding of values and interpolation; λ of the pendulum is below 100 N/m.
      // Inside steps of explicit methods, a and λ are functions of q and v, no polynomials: a tenth
      // of rtol.
      const double limit = method.traits.kind == MethodTraits::Kind::non_stiff ? 1e-8 : 1e-10;
      EXPECT_LT((y - check.values[i]).cwiseAbs().maxCoeff(), limit) << "t = " << check.times[i];
    }
  }
}

TEST(Simulate, TakesAModelByCallsAndChecksItLikeAFile) {
  const auto rod = [](const char* to) {
    return ModelValue::named({{"type", "rod"}, {"to", ModelValue::list({to, 0})}, {"mass", 1.5}});
  };
  ModelBuilder model("pendulum", 2);
  model.gravity({0, "-9.81 m/s^2"})
      .parameter("l", "1 m")
      .body("rod",
            {{"shape", rod("l")}, {"markers", ModelValue::named({{"end", ModelValue::list({"l", 0})}})}})
      .joint("pin", "revolute", "ground.origin", "rod.origin")
      .output("energy.total")
      .output(ModelValue::named({{"marker", "rod.end"}}));
  const Solution solution = simulate(model, {.until = 1, .rtol = 1e-8});
  ASSERT_TRUE(solution.is_ok()) << solution.report.message;
  const Vector energy = solution.of("energy.total");
  EXPECT_LT((energy.array() - energy[0]).abs().maxCoeff(), 1e-6 * 1.5 * 9.81);
  EXPECT_EQ(solution.outputs.cols(), static_cast<Eigen::Index>(solution.t.size()));
  model.body("other", {{"shape", rod("length")}, {"mas", 2}})
      .joint("knee", "hinge", "rod.end", "other.origin");
  try {
    (void)simulate(model, {.until = 1});
    FAIL() << "faults were not found";
  } catch (const InvalidInput& error) {
    const std::string all = error.what();
    EXPECT_NE(all.find("length"), std::string::npos) << all;
    EXPECT_NE(all.find("mas"), std::string::npos) << all;
    EXPECT_NE(all.find("hinge"), std::string::npos) << all;
  }
}

TEST(Simulate, HasEventsAndNamesWhatIsWrong) {
  const Solution solution = simulate("bouncing-ball", {.until = 1});
  ASSERT_FALSE(solution.report.events.empty());
  EXPECT_THROW((void)solution.at(99), InvalidInput);
  EXPECT_THROW((void)solution.of("nothing"), InvalidInput);
  EXPECT_THROW((void)simulate("pendulun", {}), InvalidInput);
  EXPECT_THROW((void)simulate_text("{", {}), InvalidInput);
}

long resident_pages() {
  std::ifstream file("/proc/self/statm");
  long all = 0, resident = 0;
  file >> all >> resident;
  return resident;
}
int open_descriptors() {
  int n = 0;
  DIR* const folder = opendir("/proc/self/fd");
  while (folder != nullptr && readdir(folder) != nullptr) ++n;
  if (folder != nullptr) closedir(folder);
  return n;
}

TEST(SimulateLong, TenThousandRunsKeepMemoryAndDescriptorsConstant) {
  const SimulationOptions options{.until = 0.05, .formulation = "ggl1", .method = "radau5"};
  for (int i = 0; i < 500; ++i) ASSERT_TRUE(simulate("pendulum", options).is_ok());
  const long pages = resident_pages();
  const int descriptors = open_descriptors();
  for (int i = 0; i < 9500; ++i) ASSERT_TRUE(simulate("pendulum", options).is_ok());
  EXPECT_EQ(open_descriptors(), descriptors);
  EXPECT_LT((resident_pages() - pages) * sysconf(_SC_PAGESIZE), 1 << 20);
}

}  // namespace simulate_test
}  // namespace pleuel
