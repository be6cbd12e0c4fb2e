#include "pleuel/sweep/variation.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/number_text.hpp"
#include "pleuel/sweep/normal_distribution.hpp"

namespace pleuel::sweep {

bool Variation::is_number() const {
  return is_continuous() ||
         std::ranges::none_of(levels, [](const Level& level) { return std::isnan(level.number); });
}

std::size_t Variation::index_at(double u) const {
  return std::min(static_cast<std::size_t>(u * static_cast<double>(levels.size())), levels.size() - 1);
}

Level Variation::at(double u) const {
  switch (kind) {
    case Kind::levels:
      return levels[index_at(u)];
    case Kind::uniform:
      return number_level(std::clamp(low + u * (high - low), low, high), unit);
    case Kind::logarithmic:
      return number_level(std::clamp(low * std::pow(high / low, u), low, high), unit);
    case Kind::normal:
      break;
  }
  const double a = normal_probability((low - mean) / deviation);
  const double b = normal_probability((high - mean) / deviation);
  return number_level(std::clamp(mean + deviation * normal_quantile(a + u * (b - a)), low, high), unit);
}

Level number_level(double number, const std::string& unit) {
  return {shortest_text(number) + (unit.empty() ? "" : " " + unit), number};
}

}  // namespace pleuel::sweep
