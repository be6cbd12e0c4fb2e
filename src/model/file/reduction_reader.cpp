#include "pleuel/model/file/reduction_reader.hpp"

#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

constexpr double critical = 1;  // the ratio from which a mode no longer oscillates

}  // namespace

std::optional<ReductionChoice> ReductionReader::read(const SourceLocation& body) {
  if (body.has("modes") && body.has("reduction")) {
    reader_.faults().add(body.member("modes"),
                         "is given beside 'reduction', which contains it; remove one of them");
    return std::nullopt;
  }
  if (body.has("modes"))
    return ReductionChoice{.modes = reader_.whole(body.member("modes"), {.minimum = 1}).value_or(1)};
  if (!body.has("reduction")) return std::nullopt;
  const auto n_faults = reader_.faults().size();
  const ReductionChoice choice = read_reduction(body.member("reduction"));
  // With a fault any reduction serves to check the rest of the body.
  return reader_.faults().size() > n_faults ? ReductionChoice{.modes = 1} : choice;
}

ReductionChoice ReductionReader::read_reduction(const SourceLocation& place) {
  ReductionChoice choice;
  if (!reader_.object(place, {"type", "modes", "interfaces", "attachments", "shapes", "inertia"}) ||
      !reader_.has(place, "type", "normal or craig-bampton"))
    return choice;
  const auto type = reader_.choice(place.member("type"), {"normal", "craig-bampton"});
  if (!type) return choice;
  choice.is_craig_bampton = type == "craig-bampton";
  if (place.has("modes")) choice.modes = reader_.whole(place.member("modes"), {.minimum = 0}).value_or(0);
  if (choice.is_craig_bampton) {
    if (reader_.has(place, "interfaces", "the markers whose motions are kept exactly, a list of names"))
      choice.interfaces = read_markers(place.member("interfaces"));
    if (place.has("attachments"))
      reader_.faults().add(place.member("attachments"),
                           "belongs to 'normal'; markers of a Craig–Bampton reduction are 'interfaces'");
  } else {
    if (place.has("attachments")) choice.attachments = read_markers(place.member("attachments"));
    if (place.has("interfaces"))
      reader_.faults().add(place.member("interfaces"),
                           "belongs to 'craig-bampton'; with normal modes give 'attachments'");
  }
  if (place.has("inertia"))
    choice.has_inertia_shapes = reader_.boolean(place.member("inertia")).value_or(false);
  if (place.has("shapes")) choice.shapes = read_shapes(place.member("shapes"));
  bool is_empty = !choice.has_inertia_shapes;
  for (const char* key : {"modes", "interfaces", "attachments", "shapes"}) is_empty &= !place.has(key);
  if (is_empty) reader_.faults().add(place, "keeps no shape; give 'modes', 'attachments' or 'shapes'");
  return choice;
}

std::vector<MarkerName> ReductionReader::read_markers(const SourceLocation& list) {
  std::vector<MarkerName> names;
  if (!reader_.list(list)) return names;
  for (std::size_t k = 0; k < list.value().items.size(); ++k) {
    const auto place = list.item(k);
    const auto name = reader_.text(place);
    if (!name) continue;
    for (const MarkerName& other : names)
      if (other.name == *name)
        reader_.faults().add(place, "names the marker '" + *name + "' again; remove one of them");
    names.push_back({*name, place.text()});
  }
  if (list.value().items.empty())
    reader_.faults().add(list, "is empty, but must name at least one marker of the body");
  return names;
}

std::vector<ShapeFormulas> ReductionReader::read_shapes(const SourceLocation& list) {
  std::vector<ShapeFormulas> shapes;
  if (!reader_.list(list)) return shapes;
  const auto n = static_cast<std::size_t>(dimension_);
  std::vector<FunctionVariable> coordinates;
  for (const char* name : {"x", "y", "z"})
    if (coordinates.size() < n) coordinates.emplace_back(name, dimension::length);
  for (std::size_t k = 0; k < list.value().items.size(); ++k) {
    const auto place = list.item(k);
    if (place.value().kind != JsonValue::Kind::list || place.value().items.size() != n) {
      reader_.faults().add(place, "is " + place.value().shown() + ", but must be a displacement, " +
                                      (n == 2 ? "two formulas of x and y, [\"0 m\", \"sin(pi*x/l) m\"]"
                                              : "three formulas of x, y and z"));
      continue;
    }
    ShapeFormulas shape{.u = {}, .place = place.text()};
    for (std::size_t c = 0; c < n; ++c)
      if (const auto u = reader_.function(place.item(c), dimension::length, coordinates, {}))
        shape.u.push_back(u->expression);
    if (shape.u.size() == n) shapes.push_back(std::move(shape));
  }
  return shapes;
}

ModalDamping ReductionReader::read_damping(const SourceLocation& place) {
  ModalDamping damping;
  if (place.has("ratio") && place.has("table"))
    reader_.faults().add(place.member("table"), "is given beside 'ratio'; remove one of them");
  const auto read_ratio = [&](const SourceLocation& at) {
    const double ratio = reader_.number(at, {.minimum = 0}).value_or(0);
    if (ratio >= critical)
      reader_.faults().add(at, "is a damping ratio of " + shortest_text(ratio) +
                                   ", but must be below 1; 0.02 is two percent of critical damping");
    return ratio;
  };
  if (place.has("ratio")) {
    const auto at = place.member("ratio");
    if (at.value().kind == JsonValue::Kind::list)
      for (std::size_t k = 0; k < at.value().items.size(); ++k)
        damping.ratios.push_back(read_ratio(at.item(k)));
    else
      damping.ratios.push_back(read_ratio(at));
    if (damping.ratios.empty()) reader_.faults().add(at, "is empty, but must hold a damping ratio");
  } else if (place.has("table")) {
    damping.table = read_table(place.member("table"));
    for (const auto& [omega, ratio] : damping.table)
      if (!(ratio >= 0 && ratio < critical))
        reader_.faults().add(place.member("table"), "has the damping ratio " + shortest_text(ratio) +
                                                        ", but ratios must be at least 0 and below 1");
  }
  return damping;
}

std::vector<std::pair<double, double>> ReductionReader::read_table(const SourceLocation& list) {
  std::vector<std::pair<double, double>> table;
  const auto is_pair = [](const JsonValue& value) {
    return value.kind == JsonValue::Kind::list && value.items.size() == 2;
  };
  if (!reader_.list(list)) return table;
  for (std::size_t k = 0; k < list.value().items.size(); ++k) {
    const auto row = list.item(k);
    if (!is_pair(row.value())) {
      reader_.faults().add(row, "is " + row.value().shown() +
                                    ", but must be a frequency and a damping ratio, [\"100 rev/s\", 0.02]");
      continue;
    }
    const auto omega = reader_.number(row.item(0), {.dimension = dimension::rate, .minimum = 0});
    const auto ratio = reader_.number(row.item(1));
    if (!omega || !ratio) continue;
    if (!table.empty() && *omega <= table.back().first)
      reader_.faults().add(row, "is not above the frequency before it; sort the table");
    table.emplace_back(*omega, *ratio);
  }
  if (list.value().items.empty())
    reader_.faults().add(list, "is empty, but must have rows of a frequency and a damping ratio");
  return table;
}

}  // namespace pleuel
