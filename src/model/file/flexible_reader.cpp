#include "pleuel/model/file/flexible_reader.hpp"

#include <filesystem>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/model/file/fibre_reader.hpp"
#include "pleuel/model/file/geometry_reader.hpp"
#include "pleuel/model/file/import_reader.hpp"
#include "pleuel/model/file/load_reader.hpp"
#include "pleuel/model/file/mesh_reader.hpp"
#include "pleuel/model/file/reduction_reader.hpp"
#include "pleuel/model/file/section_reader.hpp"

namespace pleuel {
namespace {

using Kind = JsonValue::Kind;

constexpr Dimension pressure = dimension::force / (dimension::length * dimension::length);
constexpr Dimension frequency = Dimension{} / dimension::time;

/// Of a section that is given by its areas: whether it bends and shears alike in all directions.
bool is_isotropic(const SectionShape& s) { return s.is_by_areas && s.Iy == s.Iz && s.shear_y == s.shear_z; }

bool is_of_beams(const MeshChoice& mesh) { return cell_type(mesh) == fem::CellType::beam; }

/// Of a body whose mesh has a fault.
bool seems_of_beams(const SourceLocation& body, int dimension) {
  if (body.has("mesh") && body.member("mesh").has("type")) {
    const auto mesh = body.member("mesh");
    const JsonValue type = mesh.member("type").value();
    if (type.kind == Kind::text && MeshReader::keys(dimension).contains(type.text))
      return type.text == "beam";
  }
  return body.has("section");
}

/// The key where faults of the dynamics are reported.
const char* key_of_dynamics(const SourceLocation& body, const char* otherwise) {
  const bool has_ratios =
      body.has("damping") && (body.member("damping").has("ratio") || body.member("damping").has("table"));
  return body.has("reduction")    ? "reduction"
         : body.has("modes")      ? "modes"
         : body.has("elasticity") ? "elasticity"
         : has_ratios             ? "damping"
                                  : otherwise;
}

}  // namespace

const std::vector<std::string>& FlexibleReader::keys() {
  static const std::vector<std::string> all = {
      "mesh",  "material",  "thickness",  "state",     "section",     "frame",         "damping",
      "modes", "reduction", "elasticity", "tractions", "body_forces", "displacements", "import"};
  return all;
}
const std::vector<std::string>& FlexibleReader::marker_keys(int dimension) {
  static const std::vector<std::string> planar = {"set", "node", "nodes", "attach", "angle"},
                                        spatial = {"set", "node", "nodes", "attach", "z", "x", "orientation"};
  return dimension == 2 ? planar : spatial;
}

std::shared_ptr<const ElasticData> FlexibleReader::read(const SourceLocation& body) {
  if (body.has("import")) return read_imported(body);
  std::optional<MeshChoice> mesh;
  if (reader_.has(body, "mesh", "its finite elements"))
    mesh = MeshReader(reader_, dimension_).read(body.member("mesh"));
  const bool is_beam = mesh ? is_of_beams(*mesh) : seems_of_beams(body, dimension_);
  std::optional<FrameChoice> frame;
  if (reader_.has(body, "frame", "what ties the body's frame to it"))
    frame = read_frame(body.member("frame"), is_beam);
  auto dynamics = read_dynamics(body, is_beam);
  auto section = read_section(body, is_beam);
  if (!mesh) return nullptr;
  const auto place = [&](const char* key) { return body.has(key) ? body.member(key).text() : std::string(); };
  return std::make_shared<ElasticData>(
      ElasticData{.mesh = std::move(*mesh),
                  .section = std::move(section),
                  .frame = std::move(frame),
                  .dynamics = std::move(dynamics),
                  .law = std::move(set_),
                  .places = {place("mesh"), place(is_beam ? "section" : "material"), place("frame"),
                             place(key_of_dynamics(body, "mesh"))}});
}

std::shared_ptr<const ElasticData> FlexibleReader::read_imported(const SourceLocation& body) {
  for (const char* key : {"mesh", "material", "thickness", "state", "section"})
    if (body.has(key))
      reader_.faults().add(body.member(key),
                           "belongs to a body of finite elements, but this one has 'import', whose matrices "
                           "contain it; remove one of them");
  const auto at = body.member("import");
  auto import = ImportReader(reader_, dimension_).read(at);
  const bool is_sid = ImportReader::is_sid(at);
  std::optional<FrameChoice> frame;
  if (is_sid && body.has("frame"))
    reader_.faults().add(body.member("frame"),
                         "is given, but the shapes of a SID file define the frame; remove it");
  else if (!is_sid && reader_.has(body, "frame", "what ties the body's frame to it"))
    frame = read_frame(body.member("frame"), true);
  auto dynamics = read_dynamics(body, false);
  if (!import) return nullptr;
  return std::make_shared<ElasticData>(
      ElasticData{.mesh = {},
                  .section = {},
                  .frame = std::move(frame),
                  .dynamics = std::move(dynamics),
                  .places = {at.text(), at.text(), body.has("frame") ? body.member("frame").text() : "",
                             body.member(key_of_dynamics(body, "import")).text()},
                  .import = std::move(import)});
}

std::optional<fem::ElasticMaterial> FlexibleReader::read_material(const SourceLocation& body,
                                                                  bool needs_poisson) {
  if (!reader_.has(body, "material", "an object with 'young', 'poisson' and 'density'")) return std::nullopt;
  const auto place = body.member("material");
  if (place.has("law")) return read_law(place);
  if (!reader_.object(place, {"young", "poisson", "density"})) return std::nullopt;
  const auto young = reader_.positive(place, "young", pressure, "Young's modulus");
  const auto density = reader_.positive(place, "density", dimension::density, "mass per volume");
  std::optional<double> poisson = 0;
  if (place.has("poisson"))
    poisson = reader_.number(place.member("poisson"));
  else if (needs_poisson && !reader_.has(place, "poisson", "Poisson's ratio"))
    return std::nullopt;
  if (!young || !density || !poisson) return std::nullopt;
  return fem::ElasticMaterial{*young, *poisson, *density};
}

std::optional<fem::ElasticMaterial> FlexibleReader::read_law(const SourceLocation& place) {
  if (!reader_.object(place, {"law", "parameters", "options", "density"})) return std::nullopt;
  const auto n_faults = reader_.faults().size();
  const auto density = reader_.positive(place, "density", dimension::density, "mass per volume");
  const auto at = place.member("law");
  const auto name = reader_.text(at);
  auto set = name ? reader_.guarded(at,
                                    [&] {
                                      if (!name->ends_with(".json")) return material_set(*name);
                                      const std::string path = reader_.beside_model(*name).string();
                                      return read_material_set(path, reader_.file_text(path, material_file));
                                    })
                  : std::nullopt;
  if (!set) return std::nullopt;
  if (place.has("parameters")) {
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
  if (place.has("options")) {
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
  if (dimension_ == 3) {
    for (const char* key : {"thickness", "state"})
      if (body.has(key))
        reader_.faults().add(body.member(key),
                             "belongs to planar bodies, but the model is spatial; remove it");
    if (is_beam) return read_beam_section(body);
    if (body.has("section"))
      reader_.faults().add(body.member("section"),
                           "belongs to beams, but the mesh is of tetrahedra; remove it");
    const auto material = read_material(body, true);
    if (!material || reader_.faults().size() > n_faults) return std::nullopt;
    return fem::SolidSection{*material};
  }
  for (const char* key : {"thickness", "state", "section"})
    if (body.has(key) && is_beam != (std::string(key) == "section"))
      reader_.faults().add(body.member(key),
                           is_beam ? "belongs to triangles, but the mesh is of beams; give 'section' with "
                                     "'area' and 'inertia' instead"
                                   : "belongs to beams, but the mesh is of triangles; give 'thickness' "
                                     "instead");
  if (is_beam) return read_beam_section(body);
  const auto material = read_material(body, true);
  fem::PlaneSection section;
  section.thickness =
      reader_.positive(body, "thickness", dimension::length, "the extent along z").value_or(0);
  if (body.has("state")) {
    const auto state = reader_.choice(body.member("state"), {"plane-stress", "plane-strain"});
    section.state = state == "plane-strain" ? fem::PlaneState::strain : fem::PlaneState::stress;
  }
  if (!material || reader_.faults().size() > n_faults) return std::nullopt;
  section.material = *material;
  return section;
}

std::optional<SectionChoice> FlexibleReader::read_beam_section(const SourceLocation& body) {
  const auto n_faults = reader_.faults().size();
  const bool is_spatial = dimension_ == 3;
  const bool has_section =
      reader_.has(body, "section",
                  is_spatial ? "an object with 'height' and 'width', 'radius', or 'area', 'Iy', 'Iz' and 'J'"
                             : "an object with 'area' and 'inertia', 'height' and 'width', or 'radius'");
  if (!has_section) {
    (void)read_material(body, false);
    return std::nullopt;
  }
  const auto place = body.member("section");
  const auto is_on = [&](const char* key, bool otherwise) {
    return place.has(key) ? reader_.boolean(place.member(key)).value_or(otherwise) : otherwise;
  };
  const bool is_shearing = is_on("shear", false);
  const auto material = read_material(body, is_spatial || is_shearing);
  if (material && !set_ && (is_spatial || is_shearing) &&
      !(material->poisson > -1 && material->poisson < 0.5))
    reader_.faults().add(body.member("material").member("poisson"),
                         "is " + shortest_text(material->poisson) + ", but must be above -1 and below 0.5");
  const auto shape = read_section_shape(
      place,
      {.dimension = dimension_,
       .poisson = material ? material->poisson : 0,
       .about_z = is_spatial ? "Iz" : "inertia",
       .others = is_spatial ? std::vector<std::string>{"axial", "shear", "y", "fibres"}
                            : std::vector<std::string>{"axial", "shear", "rotary", "fibres"}},
      reader_);
  for (const char* key : {"shear_y", "shear_z"})
    if (place.has(key) && !is_shearing)
      reader_.faults().add(place.member(key),
                           "is a shear factor, but the beam is rigid in shear; add '\"shear\": true'");
  const auto axial = is_on("axial", true) ? fem::AxialPart::included : fem::AxialPart::neglected;
  const auto rotary = is_on("rotary", true) ? fem::RotaryInertia::included : fem::RotaryInertia::neglected;
  std::optional<Eigen::Vector3d> y;
  if (is_spatial && place.has("y"))
    y = read_direction(place.member("y"), reader_);
  else if (is_spatial && shape && !shape->is_round && !is_isotropic(*shape))
    reader_.has(place, "y",
                "the direction of the section's y axis in the body's frame; only a round section has none");
  std::vector<fem::Fibre> fibres;
  if (set_ && shape)
    fibres = read_fibres(place, *shape, dimension_, reader_).value_or(fibres);
  else if (!set_ && place.has("fibres") && material)
    reader_.faults().add(
        place.member("fibres"),
        "belongs to materials with a 'law', but this one is elastic; remove it, or give one");
  if (!material || !shape || reader_.faults().size() > n_faults) return std::nullopt;
  const double GA = is_shearing ? material->modulus / (2 * (1 + material->poisson)) * shape->area : 0;
  if (!is_spatial)
    return fem::BeamSection{.material = *material,
                            .area = shape->area,
                            .inertia = shape->Iz,
                            .axial = axial,
                            .rotary = rotary,
                            .shear = GA * shape->shear_y,
                            .fibres = std::move(fibres)};
  return fem::SpatialBeamSection{.material = *material,
                                 .area = shape->area,
                                 .inertia_y = shape->Iy,
                                 .inertia_z = shape->Iz,
                                 .torsion = shape->J,
                                 .shear_y = GA * shape->shear_y,
                                 .shear_z = GA * shape->shear_z,
                                 .y = y,
                                 .axial = axial,
                                 .height = shape->height,
                                 .width = shape->width,
                                 .is_round = shape->is_round,
                                 .fibres = std::move(fibres)};
}

std::optional<FrameChoice> FlexibleReader::read_frame(const SourceLocation& place, bool is_beam) {
  if (place.value().kind != Kind::object) {
    reader_.object(place, {});
    return std::nullopt;
  }
  if (!reader_.has(place, "type", "chord, tangent, mean or supports")) return std::nullopt;
  const auto type = reader_.choice(place.member("type"), {"chord", "tangent", "mean", "supports"});
  if (!type) return std::nullopt;
  if (*type == "supports") return read_supports(place);
  if (*type == "mean") {
    if (!reader_.object(place, {"type"})) return std::nullopt;
    return MeanFrame{};
  }
  if (*type == "tangent") {
    if (!reader_.object(place, {"type", "set", "nodes"})) return std::nullopt;
    if (place.has("nodes") && !place.has("set")) {
      const auto numbers = read_numbers(place.member("nodes"));
      return numbers ? std::optional<FrameChoice>(TangentFrame{*numbers}) : std::nullopt;
    }
    if (!reader_.has(place, "set", "the node set that the frame is welded to")) return std::nullopt;
    if (place.has("nodes"))
      reader_.faults().add(place.member("nodes"), "is given beside 'set'; remove one of them");
    const auto set = reader_.text(place.member("set"));
    if (!set) return std::nullopt;
    return TangentFrame{*set};
  }
  std::vector<std::string> keys = {"type", "a", "b"};
  if (dimension_ == 3) keys.emplace_back("c");
  if (!reader_.object(place, keys)) return std::nullopt;
  const bool has_a = reader_.has(place, "a", "the node at the frame's x axis that stays in place");
  const bool has_b = reader_.has(place, "b", "the node that stays on the frame's x axis");
  const bool has_c =
      dimension_ == 2 || is_beam ||
      reader_.has(place, "c", "a node beside the x axis, with another y, that keeps its z in the frame");
  if (!has_a || !has_b || !has_c) return std::nullopt;
  const auto a = read_nodes(place.member("a")), b = read_nodes(place.member("b"));
  std::optional<NodeChoice> c;
  if (place.has("c")) c = read_nodes(place.member("c"));
  if (!a || !b || (place.has("c") && !c)) return std::nullopt;
  return ChordFrame{*a, *b, c};
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
    const auto directions = reader_.choice(
        list.member(k), dimension_ == 2 ? std::vector<std::string>{"x", "y", "xy"}
                                        : std::vector<std::string>{"x", "y", "z", "xy", "xz", "yz", "xyz"});
    if (!directions) continue;
    fem::Support support{list.value().keys[k].text, {}};
    for (const char c : *directions) support.nodal_dofs.push_back(static_cast<fem::NodalDof>(c - 'x'));
    frame.supports.push_back(std::move(support));
  }
  if (frame.supports.size() < list.value().keys.size()) return std::nullopt;
  return frame;
}

std::optional<NodeChoice> FlexibleReader::read_nodes(const SourceLocation& place) {
  if (place.value().kind == Kind::text) return place.value().text;
  if (place.value().kind == Kind::number) return read_numbers(place);
  if (const auto x = read_point(place, dimension_, dimension::length, reader_)) return *x;
  return std::nullopt;
}

std::optional<NodeChoice> FlexibleReader::read_numbers(const SourceLocation& place) {
  NodeNumbers nodes;
  const auto add = [&](const SourceLocation& at) {
    if (const auto number = reader_.whole(at, {.minimum = 0})) nodes.numbers.push_back(*number);
  };
  if (place.value().kind == Kind::list)
    for (std::size_t k = 0; k < place.value().items.size(); ++k) add(place.item(k));
  else
    add(place);
  if (nodes.numbers.empty()) {
    if (place.value().kind == Kind::list && place.value().items.empty())
      reader_.faults().add(place, "is empty, but must hold numbers of nodes, [17, 18]");
    return std::nullopt;
  }
  return nodes;
}

void FlexibleReader::read_marker(const SourceLocation& place, MarkerDescription& marker) {
  if (place.value().kind != Kind::object) {
    reader_.faults().add(place, "is " + place.value().shown() +
                                    ", but a marker of an elastic body must be an object, {\"set\": "
                                    "\"right\"} or {\"node\": " +
                                    (dimension_ == 2 ? "[0.3, 0]}" : "[0.3, 0, 0]}"));
    return;
  }
  if (!reader_.object(place, marker_keys(dimension_))) return;
  if (place.has("attach"))
    marker.is_rigid_set = reader_.choice(place.member("attach"), {"mean", "rigid"}) == "rigid";
  const int n_keys = place.has("set") + place.has("node") + place.has("nodes");
  if (n_keys != 1) {
    reader_.faults().add(place,
                         n_keys == 0 ? "needs 'set', the name of a node set, 'node', the place or the number "
                                       "of a node, or 'nodes', a list of numbers"
                         : !place.has("nodes") ? "has both 'set' and 'node'; remove one of them"
                                               : "has 'nodes' beside 'set' or 'node'; remove one of them");
    return;
  }
  if (place.has("node")) {
    const auto at = place.member("node");
    if (at.value().kind == Kind::number)
      marker.nodes = read_numbers(at);
    else if (const auto x = read_point(at, dimension_, dimension::length, reader_))
      marker.nodes = *x;
  } else if (place.has("nodes")) {
    marker.nodes = read_numbers(place.member("nodes"));
  } else if (const auto set = reader_.text(place.member("set"))) {
    marker.nodes = *set;
  }
}

ElasticDynamics FlexibleReader::read_dynamics(const SourceLocation& body, bool is_beam) {
  ElasticDynamics dynamics;
  ReductionReader reduction(reader_, dimension_);
  if (body.has("damping")) {
    const auto place = body.member("damping");
    const std::vector<std::string> keys = {"alpha", "beta", "ratio", "table"};
    if (reader_.object(place, keys)) {
      if (place.has("alpha"))
        dynamics.damping.alpha = reader_.number(place.member("alpha"), {frequency, 0}).value_or(0);
      if (place.has("beta"))
        dynamics.damping.beta = reader_.number(place.member("beta"), {dimension::time, 0}).value_or(0);
      dynamics.modal_damping = reduction.read_damping(place);
    }
  }
  dynamics.reduction = reduction.read(body);
  if (body.has("elasticity")) {
    const auto law = reader_.choice(body.member("elasticity"), {"linear", "geometric", "green"});
    if (law == "geometric") dynamics.elasticity = Elasticity::geometric;
    if (law == "green") dynamics.elasticity = Elasticity::green;
  }
  LoadReader loads(reader_, dimension_);
  dynamics.loads = loads.read(body, is_beam);
  dynamics.displacements = loads.read_displacements(body);
  return dynamics;
}

}  // namespace pleuel
