// Elastic bodies outside the range of their equations: remarks, then domain_left.
#include <cmath>

#include "models/case_files.hpp"

namespace pleuel::testing {
namespace validity_test {

void expect_domain_left(const RunResult& result, const std::vector<std::string>& texts) {
  ASSERT_EQ(result.status, RunStatus::failed) << result.message;
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind, FailureKind::domain_left) << result.message;
  EXPECT_FALSE(result.failure->inequality.empty());
  for (const auto& text : texts) EXPECT_NE(result.message.find(text), std::string::npos) << result.message;
}

TEST(LinearElasticity, EndsWhereABeamIsDrivenBeyondItsLowestFrequency) {
  const RunResult result = run_case(case_path("overspeed-beam"));
  expect_domain_left(result, {"body 'b'", "geometric", "linear elasticity"});
  EXPECT_LT(result.t, 3);
  // m, of a beam of 1 m; 9354 m at the end otherwise
  EXPECT_LT(std::abs(output(result, "b.tip.uy")), 2);
  EXPECT_TRUE(has_remark(result.remarks, {"body 'b'", "doubtful"}));
}

TEST(LinearElasticity, EndsWhereAMomentWouldRollABeamUp) {
  expect_domain_left(run_case(case_path("end-moment")), {"body 'beam'", "rotation in rad"});
  // θ = M L/EI = 2π k.
  const RunResult small = run_case(case_path("end-moment"), 0, {{"k", "0.01"}});
  EXPECT_EQ(small.status, RunStatus::ok);
  EXPECT_TRUE(small.remarks.empty()) << small.remarks.front();
  const RunResult doubtful = run_case(case_path("end-moment"), 0, {{"k", "0.03"}});
  EXPECT_EQ(doubtful.status, RunStatus::ok);
  EXPECT_TRUE(has_remark(doubtful.remarks, {"body 'beam'", "rotation in rad", "0.1", "geometric"}));
}

TEST(LinearElasticity, EndsWhereARotatingBeamHasNoStiffnessLeft) {
  expect_domain_left(run_case(case_path("southwell-linear")), {"body 'beam'", "geometric"});
}

TEST(NonlinearBeam, OfTheSliderCrankIsSaidToBuckle) {
  RunRequest request{.case_name = "slider-crank"};
  request.settings = {{"beam", "nonlinear"}, {"omega", "200"}};
  request.tolerance = {.rtol = 1e-6, .atol = 1e-6};
  const RunResult result = run(all(), request);
  expect_domain_left(result, {"body 'rod'", "buckles"});
  EXPECT_LT(std::abs(output(result, "q1")), 1);  // m; 15 m and more before it failed otherwise
  request.settings = {{"beam", "nonlinear"}};
  const RunResult published = run(all(), request);
  EXPECT_EQ(published.status, RunStatus::ok);
  EXPECT_TRUE(published.remarks.empty()) << published.remarks.front();
}

}  // namespace validity_test
}  // namespace pleuel::testing
