// A moved initial value in the JSON of a run or a check.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "pleuel/mechanics/start_report.hpp"

namespace pleuel {

/// null where nothing moved.
inline nlohmann::ordered_json moved_json(const std::optional<MovedValue>& moved) {
  if (!moved) return nullptr;
  return {{"name", moved->name}, {"unit", moved->unit}, {"given", moved->given}, {"start", moved->start}};
}

}  // namespace pleuel
