// What is sampled between the steps of a run is as right as the steps.
#include <cmath>

#include "models/model_runs.hpp"

namespace pleuel::testing {
namespace sampled_output_test {

/// The slider of the slider crank, whose crank is driven with constant speed: x = l₁ cos φ + √(l₂²
/// − l₁² sin² φ).
double slider_at(double t) {
  const double l1 = 0.15, l2 = 0.30, phi = 150 * t, y = l1 * std::sin(phi);
  return l1 * std::cos(phi) + std::sqrt(l2 * l2 - y * y);
}

class SliderObserver final : public RunObserver {
 public:
  void begin(const RunHeader& header) override {
    while (header.unknowns[std::size_t(number_)].name != "slider.x") ++number_;
  }
  void sample(double t, ConstVec y) override {
    error = std::max(error, std::abs(y[number_] - slider_at(t)));
    ++n_samples;
  }
  double error = 0;
  int n_samples = 0;

 private:
  Eigen::Index number_ = 0;
};

void expect_samples_within(double limit, const ModelRun& wanted) {
  SliderObserver observer;
  RunRequest request = request_of(model_path("slider-crank"), wanted);
  request.every = 0.0007;  // no part of a turn
  const RunResult result = run(all(), request, {.observer = &observer});
  EXPECT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_EQ(observer.n_samples, 143);
  EXPECT_LT(observer.error, limit) << wanted.formulation << " " << wanted.method;
}

TEST(SampledOutput, HoldsTheToleranceWhereConstraintsAloneDetermineTheMotion) {
  constexpr double tolerance = 1e-7;
  for (const char* formulation : {"ggl1", "rcd0", "psi1", "psi0", "ovd1", "ovd0", "qs"})
    for (const char* method : {"radau5", "radau", "bdf"})
      expect_samples_within(
          100 * tolerance,
          {.name = {}, .tolerance = tolerance, .formulation = formulation, .method = method});
}

TEST(SampledOutput, OfTheAlphaMethodDoesSoToo) {
  for (const double tolerance : {1e-3, 1e-5, 1e-7})
    expect_samples_within(100 * tolerance, {.name = {}, .tolerance = tolerance, .method = "alpha"});
}

}  // namespace sampled_output_test
}  // namespace pleuel::testing
