#include "pleuel/sweep/quantity.hpp"

#include <charconv>
#include <cmath>

namespace pleuel::sweep {

std::optional<Quantity> quantity_in(const std::string& text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return std::nullopt;
  Quantity result;
  const char* const end = text.data() + text.size();
  const char* const first = text.data() + begin + (text[begin] == '+' ? 1 : 0);
  const auto [rest, error] = std::from_chars(first, end, result.number);
  if (error != std::errc() || !std::isfinite(result.number)) return std::nullopt;
  std::string unit(rest, end);
  unit.erase(0, unit.find_first_not_of(' '));
  while (!unit.empty() && unit.back() == ' ') unit.pop_back();
  if (unit.empty()) return result;
  try {
    result.si = parse_unit("", unit);
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
  result.unit = unit;
  return result;
}

std::optional<Quantity> read_quantity(ValueReader& reader, const SourceLocation& place) {
  const JsonValue& json = place.value();
  if (json.kind == JsonValue::Kind::number) return Quantity{.number = json.number};
  if (json.kind == JsonValue::Kind::text)
    if (auto found = quantity_in(json.text)) return found;
  reader.faults().add(place, "is " + json.shown() +
                                 ", but must be a number with or without a unit, such as 5 or \"16 kN/m\"");
  return std::nullopt;
}

Dimension dimension_of_unit(const std::string& unit) {
  if (unit.empty() || unit == "1") return dimension::none;
  try {
    return parse_unit("", unit).dimension;
  } catch (const InvalidInput&) {
    return dimension::any;
  }
}

}  // namespace pleuel::sweep
