// Random mechanisms under every pair.
#include <gtest/gtest.h>

#include "random/study.hpp"

namespace pleuel::testing {
namespace {

constexpr int n_in_tests = 40;  // of the 200 of docs/random-mechanisms.md

void expect_agreeing_references(const MechanismStudy& s) {
  EXPECT_LT(s.reference_gap, reference_limit) << s.subject.file << ": two unlike pairs";
  EXPECT_LT(s.tree_gap, reference_limit) << s.subject.file << ": the recursive equations";
}

/// One test, so that the runs are done once.
TEST(RandomMechanisms, AreRightUnderEveryPairOrSayWhyNot) {
  Workshop workshop(::testing::TempDir() + "random-mechanisms");
  PassedOver passed_over;
  int n_bdf = 0, n_bdf_off = 0, n_below_index_3 = 0, n_plainly_right = 0;
  for (int k = 0; k < n_in_tests; ++k) {
    const MechanismStudy s = study(workshop, workshop.subject(k, passed_over));
    expect_agreeing_references(s);
    for (const PairOutcome& r : s.runs) {
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
  EXPECT_GE(n_plainly_right, 0.98 * n_below_index_3) << "failures and remarks must be rare";
  EXPECT_EQ(passed_over.failed, 0) << "a probe failed";
}

}  // namespace
}  // namespace pleuel::testing
