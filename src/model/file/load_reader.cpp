#include "pleuel/model/file/load_reader.hpp"

namespace pleuel {
namespace {

constexpr Dimension per_area = dimension::force / (dimension::length * dimension::length);
constexpr Dimension per_length = dimension::force / dimension::length;
constexpr Dimension per_volume = per_area / dimension::length;

struct UnknownKey {
  const char* name;
  fem::NodalDof which;
};
constexpr UnknownKey planar_keys[] = {
    {"x", fem::NodalDof::x}, {"y", fem::NodalDof::y}, {"theta", fem::NodalDof::rotation_z}};
constexpr UnknownKey spatial_keys[] = {{"x", fem::NodalDof::x},
                                       {"y", fem::NodalDof::y},
                                       {"z", fem::NodalDof::z},
                                       {"thetax", fem::NodalDof::rotation_x},
                                       {"thetay", fem::NodalDof::rotation_y},
                                       {"thetaz", fem::NodalDof::rotation_z}};

}  // namespace

std::vector<FunctionVariable> LoadReader::coordinates() const {
  std::vector<FunctionVariable> list;
  for (const char* name : {"x", "y", "z"})
    if (static_cast<int>(list.size()) < dimension_) list.emplace_back(name, dimension::length);
  return list;
}

std::vector<Expression> LoadReader::read_components(const SourceLocation& list, const Dimension& dimension,
                                                    const char* unit) {
  const auto n = static_cast<std::size_t>(dimension_);
  if (list.value().kind != JsonValue::Kind::list || list.value().items.size() != n) {
    reader_.faults().add(list, "is " + list.value().shown() + ", but must be " +
                                   (n == 2 ? "two formulas of t, x and y, [px, py], in "
                                           : "three formulas of t, x, y and z, [px, py, pz], in ") +
                                   unit);
    return {};
  }
  std::vector<Expression> components;
  for (std::size_t axis = 0; axis < n; ++axis)
    if (const auto value = reader_.function(list.item(axis), dimension, coordinates(), {}))
      components.push_back(value->expression);
  return components.size() == n ? components : std::vector<Expression>{};
}

LoadAxes LoadReader::read_axes(const SourceLocation& place, const std::vector<std::string>& choices) {
  if (!place.has("axes")) return LoadAxes::body_axes;
  const auto axes = reader_.choice(place.member("axes"), choices);
  return axes == "ground"    ? LoadAxes::ground_axes
         : axes == "section" ? LoadAxes::section_axes
                             : LoadAxes::body_axes;
}

std::optional<LoadChoice> LoadReader::read_traction(const SourceLocation& place, bool is_beam) {
  if (!reader_.object(place, {"set", "value", "axes", "pressure"})) return std::nullopt;
  LoadChoice load{.place = place.text()};
  if (is_beam && place.has("pressure")) {
    reader_.faults().add(place.member("pressure"),
                         "belongs to sides of triangles and tetrahedra, but the mesh is of beams; give a "
                         "'value' per length with '\"axes\": \"section\"'");
    return std::nullopt;
  }
  if (!is_beam && !reader_.has(place, "set", "a node set of the boundary")) return std::nullopt;
  if (place.has("set")) {
    const auto set = reader_.text(place.member("set"));
    if (!set) return std::nullopt;
    load.set = *set;
  }
  if (place.has("pressure")) {
    for (const char* other : {"value", "axes"})
      if (place.has(other))
        reader_.faults().add(
            place.member(other),
            "is given beside 'pressure', which acts against the deformed side; remove one of "
            "them");
    load.axes = LoadAxes::side_normal;
    const auto p = reader_.function(place.member("pressure"), per_area, coordinates(), {});
    if (!p) return std::nullopt;
    load.value.push_back(p->expression);
    return load;
  }
  const char* const wanted =
      is_beam ? "force per length along the axes, a formula for each"
      : dimension_ == 2
          ? "force per area along x and y, [px, py]; or 'pressure', force per area against the "
            "deformed side"
          : "force per area along the axes, [px, py, pz]; or 'pressure', force per area against "
            "the deformed side";
  if (!reader_.has(place, "value", wanted)) return std::nullopt;
  load.axes = read_axes(place, is_beam ? std::vector<std::string>{"body", "ground", "section"}
                                       : std::vector<std::string>{"body", "ground"});
  load.value =
      read_components(place.member("value"), is_beam ? per_length : per_area, is_beam ? "N/m" : "N/m^2");
  return load.value.empty() ? std::nullopt : std::optional(std::move(load));
}

std::optional<LoadChoice> LoadReader::read_body_force(const SourceLocation& place) {
  if (!reader_.object(place, {"value", "axes"}) ||
      !reader_.has(place, "value", "force per volume along the axes, a formula for each"))
    return std::nullopt;
  LoadChoice load{.is_per_volume = true, .axes = read_axes(place, {"body", "ground"}), .place = place.text()};
  load.value = read_components(place.member("value"), per_volume, "N/m^3");
  return load.value.empty() ? std::nullopt : std::optional(std::move(load));
}

std::vector<LoadChoice> LoadReader::read(const SourceLocation& body, bool is_beam) {
  std::vector<LoadChoice> loads;
  for (const char* key : {"tractions", "body_forces"}) {
    if (!body.has(key)) continue;
    const auto list = body.member(key);
    if (!reader_.list(list)) continue;
    for (std::size_t k = 0; k < list.value().items.size(); ++k) {
      const auto item = list.item(k);
      if (auto load = std::string(key) == "tractions" ? read_traction(item, is_beam) : read_body_force(item))
        loads.push_back(std::move(*load));
    }
  }
  return loads;
}

std::vector<DisplacementChoice> LoadReader::read_displacements(const SourceLocation& body) {
  std::vector<DisplacementChoice> all;
  if (!body.has("displacements")) return all;
  const auto list = body.member("displacements");
  if (!reader_.list(list)) return all;
  for (std::size_t k = 0; k < list.value().items.size(); ++k)
    if (auto some = read_displacement(list.item(k))) all.push_back(std::move(*some));
  return all;
}

std::optional<DisplacementChoice> LoadReader::read_displacement(const SourceLocation& place) {
  std::vector<std::string> keys = {"set"};
  const auto known = dimension_ == 2 ? std::span<const UnknownKey>(planar_keys) : spatial_keys;
  for (const UnknownKey& key : known) keys.emplace_back(key.name);
  if (!reader_.object(place, keys) ||
      !reader_.has(place, "set", "the node set whose displacements are prescribed"))
    return std::nullopt;
  const auto set = reader_.text(place.member("set"));
  if (!set) return std::nullopt;
  DisplacementChoice choice{.set = *set, .place = place.text()};
  for (const UnknownKey& key : known) {
    if (!place.has(key.name)) continue;
    const auto at = place.member(key.name);
    const auto value = reader_.function(
        at, fem::is_rotation(key.which) ? dimension::angle : dimension::length, coordinates(), {});
    if (!value) return std::nullopt;
    choice.components.push_back({key.which, value->expression, at.text()});
  }
  if (place.value().keys.size() == 1) {
    reader_.faults().add(place, std::string("prescribes nothing; give ") +
                                    (dimension_ == 2 ? "'x' or 'y', of beams 'theta'"
                                                     : "'x', 'y' or 'z', of beams 'thetax', 'thetay' or "
                                                       "'thetaz'"));
    return std::nullopt;
  }
  return choice;
}

}  // namespace pleuel
