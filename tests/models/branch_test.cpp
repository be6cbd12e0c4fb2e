// Singular positions and constraints that repeat each other.
#include <cmath>

#include "models/model_runs.hpp"
#include "pleuel/driver/analysis.hpp"

namespace pleuel::testing {
namespace {

/// Watches how far a mechanism of parallelograms is from folding.
class FoldWatch final : public RunObserver {
 public:
  explicit FoldWatch(std::string angle) : angle_(std::move(angle)) {}
  void begin(const RunHeader& header) override {
    for (std::size_t i = 0; i < header.unknowns.size(); ++i) {
      const std::string& name = header.unknowns[i].name;
      if (name.starts_with("bar") && name.ends_with(".phi")) bars_.push_back(static_cast<Eigen::Index>(i));
      if (name == angle_) post_ = static_cast<Eigen::Index>(i);
    }
  }
  using RunObserver::sample;
  void sample(double /*t*/, ConstVec y) override {
    for (const Eigen::Index i : bars_) largest_turn = std::max(largest_turn, std::abs(y[i]));
    last_angle = y[post_];
  }

  double largest_turn = 0;  ///< of a bar out of the horizontal
  double last_angle = 0;    ///< of the first post

 private:
  std::string angle_;
  std::vector<Eigen::Index> bars_;
  Eigen::Index post_ = 0;
};

/// Nothing but what the file says: the bars stay horizontal through all nineteen passages of the line in 10 s, and the post turns on.
TEST(NFourBar, StaysOnItsBranchWithTheSettingsOfItsFile) {
  RunRequest request;
  request.case_name = model_path("n-four-bar");
  request.is_tolerance_open = true;
  FoldWatch watch("post0.phi");
  const RunResult end = run(all(), request, {.observer = &watch});
  ASSERT_EQ(end.status, RunStatus::ok) << end.message;
  EXPECT_LT(watch.largest_turn, 1e-6);
  EXPECT_NEAR(watch.last_angle - 2 * std::atan(1.0), -30.179800860183718, 1e-4);
  EXPECT_LT(std::abs(end.energy_drift), 1e-5);
}

TEST(Bricard, KeepsItsEnergyForTenSeconds) {
  const RunResult end = run_model({.name = "bricard", .tolerance = 1e-8});
  EXPECT_EQ(end.t, 10);
  EXPECT_LT(std::abs(end.energy_drift), 1e-6);
}

TEST(Bricard, HasOneFreedomAndOneConstraintTooMany) {
  const CheckResult check = check_case(all(), {.case_name = model_path("bricard")});
  ASSERT_TRUE(check.mobility);
  EXPECT_EQ(check.mobility->freedoms_by_count(), 0);
  EXPECT_EQ(check.mobility->freedoms(), 1);
  ASSERT_FALSE(check.mobility->redundant.empty());
  for (const RedundantConstraint& r : check.mobility->redundant) {
    EXPECT_EQ(r.kind, Redundancy::always);
    EXPECT_NE(check.header.system->info().constraints[r.row].find("hinge"), std::string::npos);
  }
  EXPECT_EQ(check.verdict, StartVerdict::ok);
}

}  // namespace
}  // namespace pleuel::testing
