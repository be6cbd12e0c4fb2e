#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

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

}  // namespace pleuel
