// What the JSON of runs, checks and studies shares.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "pleuel/mechanics/start_report.hpp"

namespace pleuel {

/// On one line; bytes that are not UTF-8 are replaced.
std::string json_line(const nlohmann::ordered_json& json);

/// null where it is not finite.
nlohmann::ordered_json number_or_null(double value);

/// A moved initial value; null where nothing moved.
nlohmann::ordered_json moved_json(const std::optional<MovedValue>& moved);

}  // namespace pleuel
