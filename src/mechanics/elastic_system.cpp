#include "pleuel/mechanics/elastic_system.hpp"

#include <algorithm>

namespace pleuel {

std::vector<DeformationRange> deformations_of(const MechanicalSystem& system) {
  const auto* elastic = dynamic_cast<const ElasticSystem*>(&system.core());
  return elastic != nullptr ? elastic->deformations() : std::vector<DeformationRange>();
}

std::vector<int> border_of(const MechanicalSystem& system, int n) {
  const std::vector<DeformationRange> deformations = deformations_of(system);
  std::vector<int> border;
  int next = 0;
  for (const DeformationRange& range : deformations) {
    for (; next < range.first; ++next) border.push_back(next);
    next = range.first + range.size;
  }
  if (deformations.empty()) return border;
  for (; next < n; ++next) border.push_back(next);
  const std::vector<int> more = dynamic_cast<const ElasticSystem&>(system.core()).border_deformations();
  const auto middle = static_cast<std::ptrdiff_t>(border.size());
  border.insert(border.end(), more.begin(), more.end());
  std::inplace_merge(border.begin(), border.begin() + middle, border.end());
  return border;
}

}  // namespace pleuel
