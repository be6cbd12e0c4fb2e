#include "pleuel/mechanics/advised_system.hpp"

#include <algorithm>

namespace pleuel {

const AdvisedSystem* advised(const MechanicalSystem& system) {
  return dynamic_cast<const AdvisedSystem*>(&system.core());
}

std::vector<std::string> owners_of(const SystemInfo& info, const std::vector<int>& rows) {
  std::vector<std::string> owners;
  for (const int row : rows) {
    const std::string& name = info.constraints[row];
    const std::string owner = name.substr(0, name.rfind(", "));
    if (std::find(owners.begin(), owners.end(), owner) == owners.end()) owners.push_back(owner);
  }
  return owners;
}

std::string quoted_list(const std::vector<std::string>& names) {
  constexpr std::size_t most = 8;
  const std::size_t n = names.size(), shown = n > most ? most - 1 : n;
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == n ? " and " : ", ";
    text += "'" + names[i] + "'";
  }
  return shown < n ? text + " and " + std::to_string(n - shown) + " more" : text;
}

}  // namespace pleuel
