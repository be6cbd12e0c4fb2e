// The names that a formula may use, and their dimensions.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pleuel/model/expression/dimension_rules.hpp"

namespace pleuel {

struct FormulaScope {
  struct Input {
    std::string name;
    NodeDimension dimension = NodeDimension::open();
  };
  struct Constant {
    std::string name;
    double value = 0;
    NodeDimension dimension = {};
  };
  std::vector<Input> inputs;
  std::vector<Constant> constants;
  UnitRule rule = UnitRule::strict;
  /// Further names that the formula does not use; a unit with such a name is ambiguous.
  std::function<bool(std::string_view)> is_other_name = {};

  bool has(std::string_view name) const {
    if (is_other_name && is_other_name(name)) return true;
    for (const auto& input : inputs)
      if (input.name == name) return true;
    for (const auto& constant : constants)
      if (constant.name == name) return true;
    return false;
  }
};

}  // namespace pleuel
