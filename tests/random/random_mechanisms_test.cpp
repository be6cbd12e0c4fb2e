// Random mechanisms under every pair: a run is right, or it fails or remarks with a reason.
#include <gtest/gtest.h>

#include "random/study.hpp"

namespace pleuel::testing {
namespace {

constexpr int n_in_tests = 40;  // of the 200 of the study

struct RandomMechanisms : ::testing::Test {
  static const std::vector<MechanismStudy>& studies() {
    static const std::vector<MechanismStudy> list = [] {
      Workshop workshop(::testing::TempDir() + "random-mechanisms");
      PassedOver passed_over;
      std::vector<MechanismStudy> made;
      for (int k = 0; k < n_in_tests; ++k) made.push_back(study(workshop, workshop.subject(k, passed_over)));
      return made;
    }();
    return list;
  }
};

TEST_F(RandomMechanisms, TwoUnlikePairsAndTheRecursiveEquationsAgreeOnTheReference) {
  for (const MechanismStudy& s : studies()) {
    EXPECT_LT(s.reference_gap, reference_limit) << s.subject.file;
    EXPECT_LT(s.tree_gap, reference_limit) << s.subject.file;
  }
}

TEST_F(RandomMechanisms, NoRunIsWrongWithoutAWord) {
  int n_bdf = 0, n_bdf_off = 0;
  for (const MechanismStudy& s : studies())
    for (const PairOutcome& r : s.runs) {
      const bool is_bdf = r.method == "bdf";
      n_bdf += is_bdf;
      if (!r.is_silently_wrong()) continue;
      n_bdf_off += is_bdf;
      EXPECT_TRUE(is_bdf && r.error() <= allowed_error_bdf)
          << s.subject.file << " " << r.formulation << " " << r.method << ": q " << r.q << ", v " << r.v
          << " times tolerance and growth";
    }
  EXPECT_LE(n_bdf_off, n_bdf / 100);
}

}  // namespace
}  // namespace pleuel::testing
