#include "pleuel/integrator/failure_report.hpp"

#include <gtest/gtest.h>

namespace pleuel {
namespace failure_report_test {

TEST(FailureReport, EveryKindHasACauseAndARemedyThatNamesOnlyWhatThereIs) {
  for (const FailureKind kind :
       {FailureKind::newton_divergence, FailureKind::step_collapse, FailureKind::singular_matrix,
        FailureKind::not_finite, FailureKind::user_exception, FailureKind::step_limit,
        FailureKind::time_limit}) {
    const Failure failure = failure_of(kind, {});
    EXPECT_FALSE(failure.causes.empty()) << name_of(kind);
    EXPECT_NE(failure.remedy, "") << name_of(kind);
    for (const char* absent : {"pleuel check", "higher order"}) {
      EXPECT_EQ(failure.remedy.find(absent), std::string::npos) << failure.remedy;
    }
  }
}

TEST(FailureReport, TheRemedyForALimitNamesTheWordThatRaisesIt) {
  EXPECT_NE(failure_of(FailureKind::step_limit, {}).remedy.find("--set max_steps="), std::string::npos);
  EXPECT_NE(failure_of(FailureKind::time_limit, {}).remedy.find("--timeout"), std::string::npos);
}

}  // namespace failure_report_test
}  // namespace pleuel
