#include "pleuel/mechanics/author_check.hpp"

#include <algorithm>

namespace pleuel {
namespace {

/// The input of the first comparison with a different outcome, or −1.
int differing_input(const BranchLog& a, const BranchLog& b) {
  for (std::size_t i = 0; i < std::min(a.comparisons.size(), b.comparisons.size()); ++i)
    if (a.comparisons[i].outcome != b.comparisons[i].outcome) return a.comparisons[i].input;
  return -1;
}

}  // namespace

void put_trial_point(const std::vector<GuardedScalars*>& parts, double middle, double spread, double phase,
                     BranchLog* log) {
  int input = 0;
  for (GuardedScalars* part : parts)
    for (int i = 0; i < part->size(); ++i, ++input)
      (*part)[i] =
          DependencyScalar(middle + spread * std::sin(1 + 2.4 * input + phase * (input + 1)), input, log);
}

std::string branch_fault(const SystemInfo& info, const std::vector<BranchLog>& logs) {
  for (std::size_t k = 1; k < logs.size(); ++k)
    if (const int input = differing_input(logs[0], logs[k]); input >= 0 && input < info.n_q())
      return "constraint compares a number that depends on '" + info.q[input].name +
             "' and takes different branches at different positions, but must be one formula, because its "
             "derivatives come from evaluating it; write it without a branch (min and max are branches "
             "too), or give constraint_jacobian, constraint_rate and constraint_curvature";
  return "";
}

}  // namespace pleuel
