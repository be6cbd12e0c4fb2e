#include "pleuel/lab/time_to_digits.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {
namespace {

bool is_measured(const WorkPoint& run) { return !std::isnan(run.digits) && !std::isnan(run.seconds); }

}  // namespace

std::optional<double> time_to_digits(std::vector<WorkPoint> runs, double wanted) {
  std::stable_sort(runs.begin(), runs.end(),
                   [](const auto& a, const auto& b) { return a.tolerance > b.tolerance; });
  std::optional<double> best;
  const auto offer = [&](double seconds) { best = std::min(best.value_or(seconds), seconds); };
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!is_measured(runs[i])) continue;
    if (runs[i].digits >= wanted) offer(runs[i].seconds);
    if (i == 0 || !is_measured(runs[i - 1])) continue;
    const WorkPoint &a = runs[i - 1], &b = runs[i];
    if (!(a.digits < wanted && wanted <= b.digits) || std::isinf(b.digits)) continue;
    const double part = (wanted - a.digits) / (b.digits - a.digits);
    offer(a.seconds * std::pow(b.seconds / a.seconds, part));
  }
  return best;
}

}  // namespace pleuel
