#include "pleuel/model/file/model_names.hpp"

#include <algorithm>

namespace pleuel {

bool ModelNames::take(const SourceLocation& place, const std::string& name, ValueReader& reader) {
  auto& faults = reader.faults();
  if (!is_element_name(name)) {
    faults.add(place, "the name '" + shortened(name) +
                          "' must begin with a letter and hold letters, digits, '_' and '-' only; change it");
    return false;
  }
  if (name == "ground" || name == "energy" || name == "t") {
    faults.add(place, "the name '" + name + "' has a meaning already; choose another");
    return false;
  }
  const auto [first, is_new] = taken.emplace(name, place.text());
  if (!is_new) faults.add(place, "the name '" + name + "' is taken by " + first->second + "; choose another");
  return is_new;
}

std::vector<std::string> names_of(const NameIndex& index) {
  std::vector<std::string> names;
  for (const auto& [name, number] : index) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace pleuel
