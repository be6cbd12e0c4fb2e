#include "pleuel/model/file/curve_reader.hpp"

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace {

using Kind = JsonValue::Kind;
constexpr std::size_t most_curve_points = 100'000;

}  // namespace

std::optional<Curve> CurveReader::read(const SourceLocation& place, const CurveRule& given) {
  CurveRule rule = given;
  std::optional<Curve> curve;
  std::optional<std::string> beyond;
  bool is_good = true;
  if (place.value().kind == Kind::object) {
    if (!reader_.object(place, {"units", "points", "beyond"})) return std::nullopt;
    if (place.value().find("units") != nullptr) is_good = read_units(place.member("units"), rule);
    if (place.value().find("beyond") != nullptr) {
      beyond = reader_.choice(place.member("beyond"), {"refuse", "hold", "continue"});
      is_good = is_good && beyond;
    }
    if (reader_.has(place, "points", "the list of pairs [x, y]"))
      curve = read_points(place.member("points"), rule);
  } else {
    curve = read_points(place, rule);
  }
  if (!curve || !is_good) return std::nullopt;
  curve->name = rule.name;
  curve->x_unit = unit_text(rule.x.dimension);
  const bool goes_on = beyond ? *beyond == "continue" : reader_.version() < 2;
  curve->beyond = goes_on            ? Curve::Beyond::go_on
                  : beyond == "hold" ? Curve::Beyond::hold
                                     : Curve::Beyond::refuse;
  if (goes_on && !beyond)
    reader_.remarks().add(place, "this table goes straight on beyond its ends, " +
                                     shortest_text(curve->x.front()) + " and " +
                                     shortest_text(curve->x.back()) + " " + curve->x_unit +
                                     ", as version 1 of the format has it; write {\"points\": [...], "
                                     "\"beyond\": \"continue\"} if this is meant. Version 2 refuses it");
  return curve;
}

bool CurveReader::read_units(const SourceLocation& place, CurveRule& rule) {
  if (place.value().kind != Kind::list || place.value().items.size() != 2) {
    reader_.faults().add(place, "is " + place.value().shown() +
                                    ", but must be a list of two units, of x and of y: [\"mm\", \"kN\"]");
    return false;
  }
  bool is_good = true;
  for (int k = 0; k < 2; ++k) {
    const auto at = place.item(k);
    NumberRule& wanted = k == 0 ? rule.x : rule.y;
    const auto text = reader_.text(at);
    if (!text) return false;
    try {
      const Unit unit = parse_unit(at.text(), *text);
      wanted.factor = unit.factor;
      if (fits(unit.dimension, wanted.dimension)) continue;
      reader_.faults().add(at, "is '" + shortened(*text) + "', which is in " + unit_text(unit.dimension) +
                                   ", but must be in " + unit_text(wanted.dimension) +
                                   " or a unit of the same kind");
    } catch (const InvalidInput& fault) {
      reader_.faults().add_text(at, fault.what());
    }
    is_good = false;
  }
  return is_good;
}

std::optional<Curve> CurveReader::read_points(const SourceLocation& place, const CurveRule& rule) {
  if (!reader_.list(place)) return std::nullopt;
  auto& faults = reader_.faults();
  const auto n_faults = faults.size();
  const auto& items = place.value().items;
  if (items.size() < 2 || items.size() > most_curve_points) {
    faults.add(place, "has " + std::to_string(items.size()) + " points, but must have from 2 to " +
                          std::to_string(most_curve_points) + " pairs [x, y]");
    return std::nullopt;
  }
  Curve curve;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto point = place.item(i);
    if (items[i].kind != Kind::list || items[i].items.size() != 2) {
      faults.add(point, "is " + items[i].shown() + ", but must be a pair [x, y]");
      continue;
    }
    const auto x = reader_.number(point.item(0), rule.x);
    const auto y = reader_.number(point.item(1), rule.y);
    if (!x || !y) continue;
    if (!curve.x.empty() && *x <= curve.x.back())
      faults.add(point, "has x = " + shortest_text(*x) + " after " + shortest_text(curve.x.back()) +
                            ", but x must ascend; sort the points");
    curve.x.push_back(*x);
    curve.y.push_back(*y);
  }
  return faults.size() > n_faults ? std::nullopt : std::optional(std::move(curve));
}

}  // namespace pleuel
