#include "pleuel/mechanics/analysis/mode_directions.hpp"

#include <algorithm>
#include <string_view>

namespace pleuel {
namespace {

/// "chassis.z" -> "chassis z".
std::string with_space(std::string name) {
  if (const std::size_t dot = name.find('.'); dot != std::string::npos) name[dot] = ' ';
  return name;
}

/// Unit of a rate times a second.
std::string unit_of_rate(const std::string& unit) {
  constexpr std::string_view rate = "/s";
  return unit.ends_with(rate) ? unit.substr(0, unit.size() - rate.size()) : unit;
}

/// "chassis.wx" -> "chassis rotation x".
Quantity direction_of_rate(const Quantity& v) {
  const std::size_t dot = v.name.rfind('.'), first = dot == std::string::npos ? 0 : dot + 1;
  const std::string last = v.name.substr(first);
  const bool is_rotation = v.unit == "rad/s" && last.size() == 2 && last[0] == 'w';
  const std::string direction = is_rotation ? std::string("rotation ") + last[1] : last;
  return {with_space(v.name.substr(0, first) + direction), unit_of_rate(v.unit)};
}

}  // namespace

std::vector<Quantity> mode_directions(const SystemInfo& info) {
  std::vector<KinematicBlock> blocks = info.kinematic_blocks;
  std::sort(blocks.begin(), blocks.end(),
            [](const KinematicBlock& a, const KinematicBlock& b) { return a.first_v < b.first_v; });
  std::vector<Quantity> names;
  auto block = blocks.begin();
  for (int v = 0, q = 0; v < info.n_v();) {
    if (block != blocks.end() && v == block->first_v) {
      for (; v < block->first_v + block->n_v; ++v) names.push_back(direction_of_rate(info.v[v]));
      q = block->first_q + block->n_q;
      ++block;
      continue;
    }
    names.push_back({with_space(info.q[q].name), info.q[q].unit});
    ++v, ++q;
  }
  return names;
}

}  // namespace pleuel
