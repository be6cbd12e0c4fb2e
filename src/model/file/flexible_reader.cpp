#include "pleuel/model/file/flexible_reader.hpp"

#include <filesystem>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

using Kind = JsonValue::Kind;

constexpr double most_cells = 5e4;
constexpr std::size_t most_corners = 1000;
constexpr Dimension pressure = dimension::force / (dimension::length * dimension::length);
constexpr Dimension area = dimension::length * dimension::length;
constexpr Dimension frequency = Dimension{} / dimension::time;

bool is_given(const SourceLocation& place, const std::string& key) {
  return place.value().find(key) != nullptr;
}

bool is_of_beams(const MeshChoice& mesh) {
  if (const auto* read = std::get_if<fem::Mesh>(&mesh)) return read->elements[0].type == fem::CellType::beam;
  return std::holds_alternative<fem::BeamLineData>(mesh);
}

/// Of a body whose mesh has a fault.
bool seems_of_beams(const SourceLocation& body) {
  if (is_given(body, "mesh") && is_given(body.member("mesh"), "type")) {
    const auto mesh = body.member("mesh");
    const JsonValue type = mesh.member("type").value();
    if (type.kind == Kind::text && FlexibleReader::mesh_keys().contains(type.text))
      return type.text == "beam";
  }
  return is_given(body, "section");
}

}  // namespace

const std::vector<std::string>& FlexibleReader::keys() {
  static const std::vector<std::string> all = {"mesh",  "material", "thickness", "state",      "section",
                                               "frame", "damping",  "modes",     "elasticity", "tractions"};
  return all;
}

const std::map<std::string, std::vector<std::string>>& FlexibleReader::mesh_keys() {
  static const std::map<std::string, std::vector<std::string>> all = {
      {"box", {"length", "height", "cells", "element", "corner"}},
      {"beam", {"length", "elements"}},
      {"polygon", {"corners", "size", "element"}},
      {"dog-bone", {"length", "gauge_length", "gauge_width", "head_width", "radius", "cells"}}};
  return all;
}

const std::vector<std::string>& FlexibleReader::section_keys() {
  static const std::vector<std::string> all = {"area", "inertia", "axial", "rotary"};
  return all;
}

const std::vector<std::string>& FlexibleReader::marker_keys() {
  static const std::vector<std::string> all = {"set", "node", "angle"};
  return all;
}

template <class Work>
auto FlexibleReader::guarded(const SourceLocation& place, Work work) -> std::optional<decltype(work())> {
  try {
    return work();
  } catch (const InvalidInput& error) {
    for (const auto& fault : error.faults()) reader_.faults().add(place, fault);
    return std::nullopt;
  }
}

std::shared_ptr<const ElasticData> FlexibleReader::read(const SourceLocation& body) {
  std::optional<MeshChoice> mesh;
  if (reader_.has(body, "mesh", "its finite elements")) mesh = read_mesh(body.member("mesh"));
  std::optional<FrameChoice> frame;
  if (reader_.has(body, "frame", "what ties the body's frame to it"))
    frame = read_frame(body.member("frame"));
  auto dynamics = read_dynamics(body);
  auto section = read_section(body, mesh ? is_of_beams(*mesh) : seems_of_beams(body));
  if (!mesh) return nullptr;
  const auto place = [&](const char* key) {
    return is_given(body, key) ? body.member(key).text() : std::string();
  };
  const char* const last = is_given(body, "modes")        ? "modes"
                           : is_given(body, "elasticity") ? "elasticity"
                                                          : "mesh";
  return std::make_shared<ElasticData>(
      ElasticData{.mesh = std::move(*mesh),
                  .section = std::move(section),
                  .frame = std::move(frame),
                  .dynamics = std::move(dynamics),
                  .law = std::move(set_),
                  .places = {place("mesh"), place("material"), place("frame"), place(last)}});
}

std::filesystem::path FlexibleReader::beside_model(const std::string& name) const {
  return std::filesystem::path(reader_.file()).parent_path() / name;
}

std::optional<MeshChoice> FlexibleReader::read_mesh(const SourceLocation& place) {
  if (place.value().kind != Kind::object) {
    reader_.object(place, {});
    return std::nullopt;
  }
  if (is_given(place, "file")) {
    if (!reader_.object(place, {"file"})) return std::nullopt;
    const auto at = place.member("file");
    const auto name = reader_.text(at);
    if (!name) return std::nullopt;
    const std::string path = beside_model(*name).string();
    return guarded(at, [&]() -> MeshChoice {
      if (auto mesh = reader_.file_mesh(path)) return std::move(*mesh);
      throw InvalidInput("the mesh file '" + path +
                         "' does not exist; its name begins at the directory of the model file, correct it");
    });
  }
  if (!reader_.has(place, "type", "box, beam, polygon or dog-bone, or 'file' with a mesh of Gmsh"))
    return std::nullopt;
  std::vector<std::string> types;
  for (const auto& [type, keys] : mesh_keys()) types.push_back(type);
  const auto type = reader_.choice(place.member("type"), types);
  if (!type) return std::nullopt;
  auto allowed = mesh_keys().at(*type);
  allowed.emplace_back("type");
  if (!reader_.object(place, allowed)) return std::nullopt;
  const auto n_faults = reader_.faults().size();
  const auto choice = *type == "box"       ? read_box(place)
                      : *type == "beam"    ? read_beam(place)
                      : *type == "polygon" ? read_polygon(place)
                                           : read_dog_bone(place);
  return reader_.faults().size() > n_faults ? std::nullopt : choice;
}

std::optional<MeshChoice> FlexibleReader::read_box(const SourceLocation& place) {
  fem::BoxData box;
  const auto length = positive(place, "length", dimension::length, "along x");
  const auto height = positive(place, "height", dimension::length, "along y");
  if (!reader_.has(place, "cells", "how many along x and y, [nx, ny]")) return std::nullopt;
  const auto cells = place.member("cells");
  if (cells.value().kind != Kind::list || cells.value().items.size() != 2) {
    reader_.faults().add(cells, "is " + cells.value().shown() + ", but must be two whole numbers, [nx, ny]");
    return std::nullopt;
  }
  const auto nx = reader_.whole(cells.item(0), {.minimum = 1});
  const auto ny = reader_.whole(cells.item(1), {.minimum = 1});
  if (!length || !height || !nx || !ny) return std::nullopt;
  if (static_cast<double>(*nx) * *ny > most_cells) {
    reader_.faults().add(cells, "gives " + shortest_text(static_cast<double>(*nx) * *ny) +
                                    " cells, but at most 50000 are allowed; take fewer");
    return std::nullopt;
  }
  box = {.length = *length, .height = *height, .nx = *nx, .ny = *ny, .type = read_element(place)};
  box.corner = {0, -*height / 2};
  if (is_given(place, "corner")) box.corner = point(place.member("corner")).value_or(box.corner);
  return box;
}

std::optional<MeshChoice> FlexibleReader::read_dog_bone(const SourceLocation& place) {
  const auto length = [&](const char* key, const char* meaning) {
    return positive(place, key, dimension::length, meaning).value_or(0);
  };
  fem::DogBoneData bone;
  bone.length = length("length", "of half the bar, along x");
  bone.gauge_length = length("gauge_length", "where the fillet begins, along x");
  bone.gauge_width = length("gauge_width", "half of it, along y");
  bone.head_width = length("head_width", "half of it, along y");
  bone.fillet_radius = length("radius", "of the fillet");
  if (!reader_.has(place, "cells", "how many along gauge, fillet, head and across, [ng, nf, nh, ny]"))
    return std::nullopt;
  const auto cells = place.member("cells");
  int* const counts[] = {&bone.gauge_cells, &bone.fillet_cells, &bone.head_cells, &bone.rows};
  if (cells.value().kind != Kind::list || cells.value().items.size() != 4) {
    reader_.faults().add(cells, "is " + cells.value().shown() +
                                    ", but must be four whole numbers, [gauge, fillet, head, across]");
    return std::nullopt;
  }
  for (std::size_t k = 0; k < 4; ++k) *counts[k] = reader_.whole(cells.item(k), {.minimum = 1}).value_or(1);
  const double n = (0.0 + bone.gauge_cells + bone.fillet_cells + bone.head_cells) * bone.rows;
  if (n > most_cells) {
    reader_.faults().add(cells,
                         "gives " + shortest_text(n) + " cells, but at most 50000 are allowed; take fewer");
    return std::nullopt;
  }
  return bone;
}

std::optional<MeshChoice> FlexibleReader::read_beam(const SourceLocation& place) {
  const auto length = positive(place, "length", dimension::length, "along x");
  if (!reader_.has(place, "elements", "how many")) return std::nullopt;
  const auto at = place.member("elements");
  const auto n = reader_.whole(at, {.minimum = 1});
  if (!length || !n) return std::nullopt;
  if (*n > most_cells) {
    reader_.faults().add(at, "is " + std::to_string(*n) + ", but at most 50000 are allowed; take fewer");
    return std::nullopt;
  }
  return fem::BeamLineData{.length = *length, .elements = *n};
}

std::optional<MeshChoice> FlexibleReader::read_polygon(const SourceLocation& place) {
  fem::PolygonData polygon;
  if (!reader_.has(place, "corners", "a list of points")) return std::nullopt;
  const auto list = place.member("corners");
  if (!reader_.list(list)) return std::nullopt;
  if (list.value().items.size() > most_corners) {
    reader_.faults().add(list, "has " + std::to_string(list.value().items.size()) +
                                   " corners, but at most 1000 are allowed; read a mesh file");
    return std::nullopt;
  }
  for (std::size_t k = 0; k < list.value().items.size(); ++k)
    if (const auto x = point(list.item(k))) polygon.corners.push_back(*x);
  polygon.size = positive(place, "size", dimension::length, "the longest edge of an element").value_or(0);
  polygon.type = read_element(place);
  return polygon;
}

fem::CellType FlexibleReader::read_element(const SourceLocation& place) {
  if (!is_given(place, "element")) return fem::CellType::t6;
  const auto name = reader_.choice(place.member("element"), {"T6", "T3"});
  return name == "T3" ? fem::CellType::t3 : fem::CellType::t6;
}

std::optional<fem::ElasticMaterial> FlexibleReader::read_material(const SourceLocation& body, bool is_beam) {
  if (!reader_.has(body, "material", "an object with 'young', 'poisson' and 'density'")) return std::nullopt;
  const auto place = body.member("material");
  if (is_given(place, "law")) return read_law(place, is_beam);
  if (!reader_.object(place, {"young", "poisson", "density"})) return std::nullopt;
  const auto young = positive(place, "young", pressure, "Young's modulus");
  const auto density = positive(place, "density", dimension::density, "mass per volume");
  std::optional<double> poisson = 0;
  if (is_given(place, "poisson"))
    poisson = reader_.number(place.member("poisson"));
  else if (!is_beam && !reader_.has(place, "poisson", "Poisson's ratio"))
    return std::nullopt;
  if (!young || !density || !poisson) return std::nullopt;
  return fem::ElasticMaterial{*young, *poisson, *density};
}

std::optional<fem::ElasticMaterial> FlexibleReader::read_law(const SourceLocation& place, bool is_beam) {
  if (!reader_.object(place, {"law", "parameters", "options", "density"})) return std::nullopt;
  if (is_beam) {
    reader_.faults().add(place.member("law"),
                         "belongs to triangles, but the mesh is of beams; give 'young' instead, or a mesh of "
                         "triangles");
    return std::nullopt;
  }
  const auto n_faults = reader_.faults().size();
  const auto density = positive(place, "density", dimension::density, "mass per volume");
  const auto at = place.member("law");
  const auto name = reader_.text(at);
  auto set = name ? guarded(at,
                            [&] {
                              if (!name->ends_with(".json")) return material_set(*name);
                              const std::string path = beside_model(*name).string();
                              return read_material_set(path, reader_.file_text(path, material_file));
                            })
                  : std::nullopt;
  if (!set) return std::nullopt;
  if (is_given(place, "parameters")) {
    const auto list = place.member("parameters");
    std::vector<std::string> allowed;
    std::map<std::string, Dimension> dimensions;
    for (const auto& p : material::law(set->law).parameters) {
      allowed.push_back(p.name);
      dimensions[p.name] = p.unit == "1" ? Dimension{} : parse_unit(p.name, p.unit).dimension;
    }
    if (!reader_.object(list, allowed)) return std::nullopt;
    for (std::size_t k = 0; k < list.value().keys.size(); ++k) {
      const auto known = dimensions.find(list.value().keys[k].text);
      if (known == dimensions.end()) continue;  // a fault already
      if (const auto value = reader_.number(list.member(k), {.dimension = known->second}))
        set->parameters[known->first] = *value;
    }
  }
  if (is_given(place, "options")) {
    const auto list = place.member("options");
    std::vector<std::string> allowed;
    for (const auto& o : material::law(set->law).options) allowed.push_back(o.name);
    if (!reader_.object(list, allowed)) return std::nullopt;
    for (std::size_t k = 0; k < list.value().keys.size(); ++k)
      if (const auto value = reader_.text(list.member(k))) set->options[list.value().keys[k].text] = *value;
  }
  for (const char* needed : {"E", "nu"})
    if (!set->parameters.contains(needed))
      reader_.faults().add(
          at, std::string("'") + *name + "' has no value of '" + needed + "'; give it in 'parameters'");
  if (!density || reader_.faults().size() > n_faults) return std::nullopt;
  set_ = std::move(set);
  return fem::ElasticMaterial{set_->parameters.at("E"), set_->parameters.at("nu"), *density};
}

std::optional<SectionChoice> FlexibleReader::read_section(const SourceLocation& body, bool is_beam) {
  const auto n_faults = reader_.faults().size();
  for (const char* key : {"thickness", "state", "section"})
    if (is_given(body, key) && is_beam != (std::string(key) == "section"))
      reader_.faults().add(body.member(key),
                           is_beam ? "belongs to triangles, but the mesh is of beams; give 'section' with "
                                     "'area' and 'inertia' instead"
                                   : "belongs to beams, but the mesh is of triangles; give 'thickness' "
                                     "instead");
  const auto material = read_material(body, is_beam);
  if (is_beam) {
    if (!material) return std::nullopt;
    return read_beam_section(body, *material);
  }
  fem::PlaneSection section;
  section.thickness = positive(body, "thickness", dimension::length, "the extent along z").value_or(0);
  if (is_given(body, "state")) {
    const auto state = reader_.choice(body.member("state"), {"plane-stress", "plane-strain"});
    section.state = state == "plane-strain" ? fem::PlaneState::strain : fem::PlaneState::stress;
  }
  if (!material || reader_.faults().size() > n_faults) return std::nullopt;
  section.material = *material;
  return section;
}

std::optional<SectionChoice> FlexibleReader::read_beam_section(const SourceLocation& body,
                                                               const fem::ElasticMaterial& material) {
  if (!reader_.has(body, "section", "an object with 'area' and 'inertia'")) return std::nullopt;
  const auto place = body.member("section");
  if (!reader_.object(place, section_keys())) return std::nullopt;
  const auto n_faults = reader_.faults().size();
  fem::BeamSection section{.material = material};
  section.area = positive(place, "area", area, "of the section").value_or(0);
  section.inertia = positive(place, "inertia", area * area, "second moment of area").value_or(0);
  if (is_given(place, "axial") && !boolean(place.member("axial")).value_or(true))
    section.axial = fem::AxialPart::neglected;
  if (is_given(place, "rotary") && !boolean(place.member("rotary")).value_or(true))
    section.rotary = fem::RotaryInertia::neglected;
  if (reader_.faults().size() > n_faults) return std::nullopt;
  return section;
}

std::optional<FrameChoice> FlexibleReader::read_frame(const SourceLocation& place) {
  if (place.value().kind != Kind::object) {
    reader_.object(place, {});
    return std::nullopt;
  }
  if (!reader_.has(place, "type", "chord, tangent or supports")) return std::nullopt;
  const auto type = reader_.choice(place.member("type"), {"chord", "tangent", "supports"});
  if (!type) return std::nullopt;
  if (*type == "supports") return read_supports(place);
  if (*type == "tangent") {
    if (!reader_.object(place, {"type", "set"}) ||
        !reader_.has(place, "set", "the node set that the frame is welded to"))
      return std::nullopt;
    const auto set = reader_.text(place.member("set"));
    if (!set) return std::nullopt;
    return TangentFrame{*set};
  }
  if (!reader_.object(place, {"type", "a", "b"})) return std::nullopt;
  const bool has_a = reader_.has(place, "a", "the node at the frame's x axis that stays in place");
  const bool has_b = reader_.has(place, "b", "the node that stays on the frame's x axis");
  if (!has_a || !has_b) return std::nullopt;
  const auto a = read_nodes(place.member("a")), b = read_nodes(place.member("b"));
  if (!a || !b) return std::nullopt;
  return ChordFrame{*a, *b};
}

std::optional<FrameChoice> FlexibleReader::read_supports(const SourceLocation& place) {
  if (!reader_.object(place, {"type", "fix"}) ||
      !reader_.has(place, "fix", "the node sets that are held, {\"left\": \"x\"}"))
    return std::nullopt;
  const auto list = place.member("fix");
  if (list.value().kind != Kind::object) {
    reader_.faults().add(list, "is " + list.value().shown() +
                                   ", but must be an object of node sets and directions, {\"left\": \"x\", "
                                   "\"bottom\": \"y\"}");
    return std::nullopt;
  }
  SupportFrame frame;
  for (std::size_t k = 0; k < list.value().keys.size(); ++k) {
    const auto directions = reader_.choice(list.member(k), {"x", "y", "xy"});
    if (!directions) continue;
    fem::Support support{list.value().keys[k].text, {}};
    for (const char c : *directions)
      support.nodal_dofs.push_back(c == 'x' ? fem::NodalDof::x : fem::NodalDof::y);
    frame.supports.push_back(std::move(support));
  }
  if (frame.supports.size() < list.value().keys.size()) return std::nullopt;
  return frame;
}

std::vector<TractionChoice> FlexibleReader::read_tractions(const SourceLocation& list) {
  std::vector<TractionChoice> tractions;
  if (!reader_.list(list)) return tractions;
  for (std::size_t k = 0; k < list.value().items.size(); ++k) {
    const auto place = list.item(k);
    if (!reader_.object(place, {"set", "value"}) ||
        !reader_.has(place, "set", "a node set of the boundary") ||
        !reader_.has(place, "value", "force per area along x and y of the body's frame, [px, py]"))
      continue;
    const auto set = reader_.text(place.member("set"));
    const auto value = place.member("value");
    if (value.value().kind != Kind::list || value.value().items.size() != 2) {
      reader_.faults().add(
          value, "is " + value.value().shown() + ", but must be two formulas of t, [px, py], in N/m^2");
      continue;
    }
    const auto x = reader_.function(value.item(0), pressure, {}, {});
    const auto y = reader_.function(value.item(1), pressure, {}, {});
    if (set && x && y) tractions.push_back({*set, x->expression, y->expression, place.text()});
  }
  return tractions;
}

std::optional<NodeChoice> FlexibleReader::read_nodes(const SourceLocation& place) {
  if (place.value().kind == Kind::text) return place.value().text;
  if (const auto x = point(place)) return *x;
  return std::nullopt;
}

std::optional<NodeChoice> FlexibleReader::read_marker(const SourceLocation& place) {
  if (place.value().kind != Kind::object) {
    reader_.faults().add(place, "is " + place.value().shown() +
                                    ", but a marker of an elastic body must be an object, {\"set\": "
                                    "\"right\"} or {\"node\": [0.3, 0]}");
    return std::nullopt;
  }
  if (!reader_.object(place, marker_keys())) return std::nullopt;
  if (is_given(place, "set") == is_given(place, "node")) {
    reader_.faults().add(place, is_given(place, "set")
                                    ? "has both 'set' and 'node'; remove one of them"
                                    : "needs 'set', the name of a node set, or 'node', the place of a node");
    return std::nullopt;
  }
  if (is_given(place, "node")) {
    const auto x = point(place.member("node"));
    return x ? std::optional<NodeChoice>(*x) : std::nullopt;
  }
  const auto set = reader_.text(place.member("set"));
  return set ? std::optional<NodeChoice>(*set) : std::nullopt;
}

ElasticDynamics FlexibleReader::read_dynamics(const SourceLocation& body) {
  ElasticDynamics dynamics;
  if (is_given(body, "damping") && reader_.object(body.member("damping"), {"alpha", "beta"})) {
    const auto place = body.member("damping");
    if (is_given(place, "alpha"))
      dynamics.damping.alpha = reader_.number(place.member("alpha"), {frequency, 0}).value_or(0);
    if (is_given(place, "beta"))
      dynamics.damping.beta = reader_.number(place.member("beta"), {dimension::time, 0}).value_or(0);
  }
  if (is_given(body, "modes"))
    dynamics.modes = reader_.whole(body.member("modes"), {.minimum = 1}).value_or(0);
  if (is_given(body, "elasticity")) {
    const auto law = reader_.choice(body.member("elasticity"), {"linear", "geometric", "green"});
    if (law == "geometric") dynamics.elasticity = Elasticity::geometric;
    if (law == "green") dynamics.elasticity = Elasticity::green;
  }
  if (is_given(body, "tractions")) dynamics.tractions = read_tractions(body.member("tractions"));
  return dynamics;
}

std::optional<double> FlexibleReader::positive(const SourceLocation& place, const char* key,
                                               const Dimension& dimension, const char* meaning) {
  if (!reader_.has(place, key, meaning)) return std::nullopt;
  return reader_.number(place.member(key), {.dimension = dimension, .minimum = 0, .is_above_minimum = true});
}

std::optional<bool> FlexibleReader::boolean(const SourceLocation& place) {
  if (place.value().kind == Kind::boolean) return place.value().is_true;
  reader_.faults().add(place, "is " + place.value().shown() + ", but must be true or false");
  return std::nullopt;
}

std::optional<Eigen::Vector2d> FlexibleReader::point(const SourceLocation& place) {
  const auto x = reader_.vector(place, 2, {.dimension = dimension::length});
  if (!x) return std::nullopt;
  return Eigen::Vector2d(*x);
}

}  // namespace pleuel
