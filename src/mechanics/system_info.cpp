#include "pleuel/mechanics/system_info.hpp"

#include <string_view>
#include <unordered_set>

#include "pleuel/base/error.hpp"

namespace pleuel {

int SystemInfo::coordinate_of(int i) const {
  int shift = 0;
  for (const KinematicBlock& block : kinematic_blocks) {
    if (i < block.first_v) break;
    if (i < block.first_v + block.n_v) return -1;
    shift += block.n_q - block.n_v;
  }
  return i + shift;
}

int SystemInfo::add_coordinate(const std::string& coordinate, const std::string& unit) {
  q.push_back({coordinate, unit});
  v.push_back({"v" + coordinate, unit + "/s"});
  a.push_back({"a" + coordinate, unit + "/s²"});
  return n_q() - 1;
}

int SystemInfo::add_constraint(const std::string& description, const std::string& multiplier_unit) {
  constraints.push_back(description);
  lambda.push_back({"lambda" + std::to_string(constraints.size()), multiplier_unit});
  return n_lambda() - 1;
}

int SystemInfo::add_state(const std::string& state, const std::string& unit) {
  state_blocks.push_back({n_s(), 1});
  s.push_back({state, unit});
  return n_s() - 1;
}

void check(const SystemInfo& info) {
  std::vector<std::string> faults;
  const std::string who = "system '" + info.name + "': ";
  const auto differ = [&](int a, int b, const std::string& what) {
    if (a != b)
      faults.push_back(who + what + ": " + std::to_string(a) + " and " + std::to_string(b) +
                       "; they must be equal");
  };
  if (info.v.empty()) faults.push_back(who + "it has no velocity; add a coordinate with add_coordinate()");
  if (info.has_identity_kinematics())
    differ(info.n_q(), info.n_v(), "coordinates and velocities differ in number where H = I");
  differ(info.n_v(), static_cast<int>(info.a.size()), "velocities and accelerations differ in number");
  differ(info.n_lambda(), static_cast<int>(info.constraints.size()),
         "multipliers and constraints differ in number");
  int states = 0;
  for (const auto& block : info.state_blocks) {
    if (block.first != states)
      faults.push_back(who + "internal state blocks must follow each other without gaps");
    if (block.n_passive < 0 || block.n_passive > block.size)
      faults.push_back(who + "the block of internal states from " + std::to_string(block.first) + " has " +
                       std::to_string(block.size) + " states, but " + std::to_string(block.n_passive) +
                       " passive ones");
    states += block.size;
  }
  differ(info.n_s(), states, "internal states, and states in blocks, differ in number");
  int next_q = 0, next_v = 0;
  for (const auto& block : info.kinematic_blocks) {
    if (block.first_q < next_q || block.first_v < next_v || block.n_q < 1 || block.n_v < 1 ||
        block.first_q + block.n_q > info.n_q() || block.first_v + block.n_v > info.n_v())
      faults.push_back(who + "the kinematic block of coordinates " + std::to_string(block.first_q) + " to " +
                       std::to_string(block.first_q + block.n_q - 1) + " and velocities " +
                       std::to_string(block.first_v) + " to " +
                       std::to_string(block.first_v + block.n_v - 1) + " does not lie inside the " +
                       std::to_string(info.n_q()) + " coordinates and " + std::to_string(info.n_v()) +
                       " velocities, after the block before it");
    next_q = block.first_q + block.n_q;
    next_v = block.first_v + block.n_v;
  }
  std::unordered_set<std::string_view> seen;
  seen.reserve(info.q.size() + info.v.size() + info.a.size() + info.lambda.size() + info.s.size());
  for (const auto* part : {&info.q, &info.v, &info.a, &info.lambda, &info.s})
    for (const auto& quantity : *part)
      if (!seen.insert(quantity.name).second)
        faults.push_back(who + "the name '" + quantity.name + "' is used twice; give each unknown its own");
  if (!faults.empty()) throw InvalidInput(faults);
}

}  // namespace pleuel
