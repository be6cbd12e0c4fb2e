#include "pleuel/mechanics/advised_system.hpp"

#include <algorithm>

#include "pleuel/base/number_text.hpp"
#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {

const AdvisedSystem* advised(const MechanicalSystem& system) {
  return dynamic_cast<const AdvisedSystem*>(&system.core());
}

void refuse_wrong_solution(const MechanicalSystem& system, double t, ConstVec q) {
  const AdvisedSystem* const advice = advised(system);
  if (advice == nullptr) return;
  if (const std::string why = advice->about_wrong_solution(q); !why.empty())
    throw NoConsistentState(
        "the joints of system '" + system.info().name + "' close at t = " + number_text(t) +
        " in another position than the one meant: " + why +
        "; start nearer to it: correct the orientation of a body or the axes of a marker");
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
