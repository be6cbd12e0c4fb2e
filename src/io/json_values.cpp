#include "pleuel/io/json_values.hpp"

#include <cmath>

namespace pleuel {

using Json = nlohmann::ordered_json;

std::string json_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json moved_json(const std::optional<MovedValue>& moved) {
  if (!moved) return nullptr;
  return {{"name", moved->name}, {"unit", moved->unit}, {"given", moved->given}, {"start", moved->start}};
}

}  // namespace pleuel
