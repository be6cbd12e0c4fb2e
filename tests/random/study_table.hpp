// The published table of the study.
#pragma once

#include <string>
#include <vector>

#include "random/study.hpp"

namespace pleuel::testing {

/// In Markdown: the mechanisms, what each pair did, and what failed or was remarked and why.
std::string study_table(const std::vector<MechanismStudy>& studies, const PassedOver& passed_over);

}  // namespace pleuel::testing
