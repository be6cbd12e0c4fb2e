// Random mechanisms under every pair.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "random/study.hpp"

namespace pleuel::testing {
namespace random_mechanisms_test {

/// How many references differ by more than they should.
int n_apart(const MechanismStudy& s) {
  // A tenth of the tolerance: beyond, errors could no longer be told.
  constexpr double most = 10 * reference_limit;
  EXPECT_LT(s.reference_gap, most) << s.subject.file << ": two unlike pairs";
  EXPECT_LT(s.tree_gap, most) << s.subject.file << ": the recursive equations";
  return std::max(s.reference_gap, s.tree_gap) >= reference_limit;
}

/// How often the estimates of reactions contain their errors, and how much larger they are.
class ReactionRecord {
 public:
  void add(const PairOutcome& r) {
    constexpr double floor = 1e-9;  // of the largest reaction: what the reference itself may be off
    if (r.reaction_error < 0) return;
    ++n_;
    contained_ += r.reaction_error <= r.reaction_estimate + floor;
    if (r.reaction_error > floor) excess_.push_back(r.reaction_estimate / r.reaction_error);
  }
  double share() const { return static_cast<double>(contained_) / n_; }
  double median_excess() {
    const auto middle = excess_.begin() + static_cast<std::ptrdiff_t>(excess_.size() / 2);
    std::nth_element(excess_.begin(), middle, excess_.end());
    return *middle;
  }

 private:
  int n_ = 0, contained_ = 0;
  std::vector<double> excess_;
};

/// The first `count` mechanisms of docs/random-mechanisms.md, in one test, so that the runs are
/// done once.
ReactionRecord expect_right_or_a_reason(int count) {
  ReactionRecord reactions;
  Workshop workshop(::testing::TempDir() + "random-mechanisms-" + std::to_string(count));
  PassedOver passed_over;
  int n_bdf = 0, n_bdf_off = 0, n_below_index_3 = 0, n_plainly_right = 0, apart = 0;
  for (int k = 0; k < count; ++k) {
    const MechanismStudy s = study(workshop, workshop.subject(k, passed_over));
    apart += n_apart(s);
    for (const PairOutcome& r : s.runs) {
      reactions.add(r);
      const bool is_bdf = r.method == "bdf";
      n_bdf += is_bdf;
      if (r.formulation != "ori2") {  // whose runs are all remarked
        ++n_below_index_3;
        n_plainly_right += r.is_right() && r.remarks.empty();
      }
      if (!r.is_silently_wrong()) continue;
      n_bdf_off += is_bdf;
      EXPECT_TRUE(is_bdf && r.error() <= allowed_error_bdf)
          << s.subject.file << ", " << r.formulation << " with " << r.method << ": q " << r.q << ", v " << r.v
          << " times tolerance and growth";
    }
  }
  EXPECT_LE(n_bdf_off, n_bdf / 100);
  EXPECT_LE(apart, count / 50) << "references must agree";
  EXPECT_GE(n_plainly_right, 0.98 * n_below_index_3) << "failures and remarks must be rare";
  EXPECT_EQ(passed_over.failed, 0) << "a probe failed";
  return reactions;
}

TEST(RandomMechanisms, AreRightUnderEveryPairOrSayWhyNot) { (void)expect_right_or_a_reason(40); }

TEST(RandomMechanismsLong, AreRightUnderEveryPairOrSayWhyNotAndEstimateTheirReactions) {
  ReactionRecord reactions = expect_right_or_a_reason(200);
  EXPECT_GE(reactions.share(), 0.95);
  EXPECT_LE(reactions.median_excess(), 30);
}

}  // namespace random_mechanisms_test
}  // namespace pleuel::testing
