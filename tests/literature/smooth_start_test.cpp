// The smooth start of the slider crank [MM08, II.19.2], computed.
#include "pleuel/mechanics/smooth_start.hpp"

#include <cmath>

#include "literature/radau5_run.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/problem/slider_crank.hpp"
#include "pleuel/run/run_observer.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace smooth_start_test {

SmoothStart slider_crank_start(const Settings& settings, int sweeps) {
  const Problem problem = slider_crank_problem();
  const Case c = problem.build(OptionValues(problem.options, settings));
  return smooth_start(
      *c.system,
      {.q = c.q0, .v = c.v0, .s = c.s0, .deformation = c.deformation, .sweeps = sweeps, .horizon = c.t_end});
}

/// Half a unit of the last of `digits` digits of x.
double rounding(double x, int digits) {
  return 0.51 * std::pow(10, std::floor(std::log10(std::abs(x))) + 1 - digits);
}

struct PublishedSweep {
  double q3, q4, v1;
  int digits_of_v1;
};

/// Digits from an independent program, whose window is another.
TEST(SmoothSliderCrank, HasTheKnownSweeps) {
  const PublishedSweep known[] = {{1.033398633e-5, 1.693279688e-5, 0.4448967305, 10},
                                  {1.028304754e-5, 1.687148184e-5, 0.469451629, 9},
                                  {1.027948886e-5, 1.686701052e-5, 0.471089767, 8}};
  const SmoothStart start = slider_crank_start({{"pi", "exact"}, {"start", "rigid"}}, 3);
  for (int k = 0; k < 3; ++k) {
    const SmoothSweep& sweep = start.sweeps[k];
    EXPECT_NEAR(sweep.q[2], known[k].q3, rounding(known[k].q3, 10)) << k;
    EXPECT_NEAR(sweep.q[3], known[k].q4, rounding(known[k].q4, 10)) << k;
    EXPECT_NEAR(sweep.v[0], known[k].v1, rounding(known[k].v1, known[k].digits_of_v1)) << k;
    EXPECT_NEAR(sweep.q[0], 0, 1e-12) << k;
  }
  EXPECT_NEAR(start.sweeps[0].v[1], 0.004634340943, rounding(0.004634340943, 10));
  EXPECT_NEAR(start.sweeps[1].v[1], 0.004630024478, rounding(0.004630024478, 10));
}

TEST(SmoothSliderCrank, IsAsPublishedTheFirstSweep) {
  const SmoothSweep sweep = slider_crank_start({{"start", "rigid"}}, 1).sweeps[0];
  const auto published = slider_crank_initial_values({}, SliderCrankStart::smooth);
  EXPECT_NEAR(sweep.q[2], published.q[5], rounding(published.q[5], 9));
  EXPECT_NEAR(sweep.q[3], published.q[6], rounding(published.q[6], 9));
  EXPECT_NEAR(sweep.v[0] / published.v[3], 1, 2e-6);
  EXPECT_NEAR(sweep.v[1] / published.v[4], 1, 2e-6);
}

TEST(SmoothSliderCrank, DoesNotDependOnTheDeformationItIsComputedFrom) {
  const SmoothStart rigid = slider_crank_start({{"start", "rigid"}}, 2);
  const SmoothStart smooth = slider_crank_start({{"start", "smooth"}}, 2);
  EXPECT_LT((rigid.q - smooth.q).norm(), 1e-12);
  EXPECT_LT((rigid.v - smooth.v).norm(), 1e-8);
}

/// q1 and q4 every 20 µs.
class Record : public RunObserver {
 public:
  using RunObserver::sample;
  void sample(double, ConstVec y) override {
    q1.push_back(y[3]);
    q4.push_back(y[6]);
  }
  std::vector<double> q1, q4;
};

Record record(const Settings& settings) {
  RunRequest request = radau5_request("slider-crank", "rcd0", 1e-10);
  request.settings = settings;
  request.until = 0.01;
  request.every = 2e-5;
  Record seen;
  const RunResult result = run(standard_catalogue(), request, {.observer = &seen});
  EXPECT_EQ(result.status, RunStatus::ok);
  return seen;
}

double rms(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum / static_cast<double>(a.size()));
}

/// The run from the third sweep stands for the motion without oscillations; it has 3e-7 of its own
/// in q1.
TEST(SmoothSliderCrank, OscillatesTheLessTheMoreSweepsItsStartHas) {
  const Record slow = record({{"sweeps", "3"}});
  const Record rigid = record({{"start", "rigid"}});
  const Record once = record({{"sweeps", "1"}}), twice = record({{"sweeps", "2"}});
  EXPECT_NEAR(rms(rigid.q1, slow.q1), 2.6e-4, 0.1e-4);
  EXPECT_NEAR(rms(once.q1, slow.q1), 1.45e-5, 0.05e-5);
  EXPECT_NEAR(rms(twice.q1, slow.q1), 1.1e-6, 0.3e-6);
  EXPECT_NEAR(rms(rigid.q4, slow.q4), 1.1e-5, 0.1e-5);
  EXPECT_NEAR(rms(once.q4, slow.q4), 5.0e-8, 0.6e-8);
  EXPECT_NEAR(rms(twice.q4, slow.q4), 3.6e-9, 1e-9);
}

TEST(SmoothStartOfARun, SaysWhatRemainsAndComparesWithNoReference) {
  RunRequest request = radau5_request("slider-crank", "rcd0", 1e-6);
  request.settings = {{"sweeps", "1"}};
  const RunResult result = complete_run(request);
  EXPECT_FALSE(result.comparison);
  ASSERT_FALSE(result.header.remarks.empty());
  EXPECT_NE(result.header.remarks.back().find("remains 0.039"), std::string::npos)
      << result.header.remarks.back();
}

TEST(SmoothStartOfARun, SparesARodUnderGravityItsOscillations) {
  RunRequest request = radau5_request("flexible-slider-crank", "rcd0", 1e-6);
  request.until = 0.02;
  const long given = complete_run(request).statistics.accepted;
  request.settings = {{"sweeps", "2"}};
  const RunResult smooth = complete_run(request);
  EXPECT_LT(100 * smooth.statistics.accepted, given);
  const std::string& remark = smooth.header.remarks.back();
  EXPECT_NE(remark.find("smooth start by 2 sweeps"), std::string::npos) << remark;
  EXPECT_EQ(remark.find("not fast"), std::string::npos) << remark;
}

TEST(SmoothStartOfARun, IsRefusedWithoutDeformations) {
  RunRequest request = radau5_request("pendulum", "ggl1", 1e-6);
  request.settings = {{"sweeps", "1"}};
  EXPECT_THROW((void)run(standard_catalogue(), request), InvalidInput);
}

}  // namespace smooth_start_test
}  // namespace pleuel
