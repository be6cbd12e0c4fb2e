// JSON values shared by runs, checks and studies.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "pleuel/mechanics/start_report.hpp"

namespace pleuel {

/// JSON on one line; invalid UTF-8 is replaced.
std::string json_line(const nlohmann::ordered_json& json);

/// null if the value is not finite.
nlohmann::ordered_json number_or_null(double value);

/// A moved initial value; null if nothing moved.
nlohmann::ordered_json moved_json(const std::optional<MovedValue>& moved);

}  // namespace pleuel
