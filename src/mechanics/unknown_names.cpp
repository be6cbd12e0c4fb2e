#include "pleuel/mechanics/unknown_names.hpp"

#include "pleuel/base/names.hpp"

namespace pleuel {

std::optional<std::string> fault_of_unknown(const SystemInfo& system, const std::string& name) {
  std::vector<std::string> valid;
  for (const auto* part : {&system.q, &system.v, &system.a, &system.lambda, &system.s})
    for (const Quantity& x : *part) {
      if (x.name == name) return {};
      valid.push_back(x.name);
    }
  for (int i = 1; i <= system.n_lambda(); ++i)
    if (name == "eta" + std::to_string(i)) return {};
  return unknown_name("output", name, valid);
}

}  // namespace pleuel
