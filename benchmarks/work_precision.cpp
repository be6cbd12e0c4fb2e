#include "work_precision.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {

std::optional<double> time_to_scd(const std::vector<WorkPoint>& runs, double scd) {
  std::optional<double> best;
  const auto offer = [&](double seconds) { best = std::min(best.value_or(seconds), seconds); };
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].scd >= scd) offer(runs[i].seconds);
    if (i == 0 || !(runs[i - 1].scd < scd && scd <= runs[i].scd)) continue;
    const double part = (scd - runs[i - 1].scd) / (runs[i].scd - runs[i - 1].scd);
    offer(runs[i - 1].seconds * std::pow(runs[i].seconds / runs[i - 1].seconds, part));
  }
  return best;
}

}  // namespace pleuel
