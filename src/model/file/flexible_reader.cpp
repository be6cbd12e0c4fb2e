#include "pleuel/model/file/flexible_reader.hpp"

#include <filesystem>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/model/file/fibre_reader.hpp"
#include "pleuel/model/file/geometry_reader.hpp"
#include "pleuel/model/file/section_reader.hpp"

namespace pleuel {
namespace {

using Kind = JsonValue::Kind;

constexpr double most_cells = 5e4;
constexpr std::size_t most_corners = 1000;
constexpr Dimension pressure = dimension::force / (dimension::length * dimension::length);
constexpr Dimension frequency = Dimension{} / dimension::time;

bool is_given(const SourceLocation& place, const std::string& key) {
  return place.value().find(key) != nullptr;
}

fem::CellType cell_type(const MeshChoice& mesh) {
  if (const auto* read = std::get_if<fem::Mesh>(&mesh)) return read->elements[0].type;
  if (const auto* box = std::get_if<fem::SolidBoxData>(&mesh)) return box->type;
  if (const auto* polygon = std::get_if<ExtrudedPolygon>(&mesh)) return polygon->along.type;
  const bool is_line =
      std::holds_alternative<fem::BeamLineData>(mesh) || std::holds_alternative<fem::BeamFrameData>(mesh);
  return is_line ? fem::CellType::beam : fem::CellType::t6;
}

/// Of a section that is given by its areas: whether it bends and shears alike in all directions.
bool is_isotropic(const SectionShape& s) { return s.is_by_areas && s.Iy == s.Iz && s.shear_y == s.shear_z; }

bool is_of_beams(const MeshChoice& mesh) { return cell_type(mesh) == fem::CellType::beam; }

/// Of a body whose mesh has a fault.
bool seems_of_beams(const SourceLocation& body, int dimension) {
  if (is_given(body, "mesh") && is_given(body.member("mesh"), "type")) {
    const auto mesh = body.member("mesh");
    const JsonValue type = mesh.member("type").value();
    if (type.kind == Kind::text && FlexibleReader::mesh_keys(dimension).contains(type.text))
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

const std::map<std::string, std::vector<std::string>>& FlexibleReader::mesh_keys(int dimension) {
  static const std::map<std::string, std::vector<std::string>> spatial = {
      {"box", {"length", "height", "width", "cells", "element", "corner"}},
      {"beam", {"length", "points", "lines", "elements"}},
      {"polygon", {"corners", "size", "depth", "layers", "element"}}};
  if (dimension == 3) return spatial;
  static const std::map<std::string, std::vector<std::string>> all = {
      {"box", {"length", "height", "cells", "element", "corner"}},
      {"beam", {"length", "points", "lines", "elements"}},
      {"polygon", {"corners", "size", "element"}},
      {"dog-bone", {"length", "gauge_length", "gauge_width", "head_width", "radius", "cells"}}};
  return all;
}

const std::vector<std::string>& FlexibleReader::marker_keys(int dimension) {
  static const std::vector<std::string> planar = {"set", "node", "angle"},
                                        spatial = {"set", "node", "z", "x", "orientation"};
  return dimension == 2 ? planar : spatial;
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
  if (mesh && !belongs_here(*mesh, body.member("mesh"))) mesh.reset();
  const bool is_beam = mesh ? is_of_beams(*mesh) : seems_of_beams(body, dimension_);
  std::optional<FrameChoice> frame;
  if (reader_.has(body, "frame", "what ties the body's frame to it"))
    frame = read_frame(body.member("frame"), is_beam);
  auto dynamics = read_dynamics(body);
  auto section = read_section(body, is_beam);
  if (!mesh) return nullptr;
  const auto place = [&](const char* key) {
    return is_given(body, key) ? body.member(key).text() : std::string();
  };
  const char* const last = is_given(body, "modes")        ? "modes"
                           : is_given(body, "elasticity") ? "elasticity"
                                                          : "mesh";
  return std::make_shared<ElasticData>(ElasticData{
      .mesh = std::move(*mesh),
      .section = std::move(section),
      .frame = std::move(frame),
      .dynamics = std::move(dynamics),
      .law = std::move(set_),
      .places = {place("mesh"), place(is_beam ? "section" : "material"), place("frame"), place(last)}});
}

bool FlexibleReader::belongs_here(const MeshChoice& mesh, const SourceLocation& place) {
  const fem::CellType type = cell_type(mesh);
  const bool is_solid = fem::dimension_of(type) == 3;
  if (type == fem::CellType::beam || is_solid == (dimension_ == 3)) return true;
  reader_.faults().add(place, "has " + fem::name_of(type) +
                                  " elements, which belong to models with 'dimension' " +
                                  (is_solid ? "3; set it, or take a mesh of triangles or beams"
                                            : "2; set it, or take a mesh of tetrahedra or beams"));
  return false;
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
  if (!reader_.has(place, "type",
                   dimension_ == 2 ? "box, beam, polygon or dog-bone, or 'file' with a mesh of Gmsh"
                                   : "box, beam or polygon, or 'file' with a mesh of Gmsh"))
    return std::nullopt;
  std::vector<std::string> types;
  for (const auto& [type, keys] : mesh_keys(dimension_)) types.push_back(type);
  const auto type = reader_.choice(place.member("type"), types);
  if (!type) return std::nullopt;
  auto allowed = mesh_keys(dimension_).at(*type);
  allowed.emplace_back("type");
  if (!reader_.object(place, allowed)) return std::nullopt;
  const auto n_faults = reader_.faults().size();
  const auto choice = *type == "box"       ? dimension_ == 2 ? read_box(place) : read_solid_box(place)
                            : *type == "beam" ? read_beam(place)
                      : *type == "polygon" ? read_polygon(place)
                                           : read_dog_bone(place);
  return reader_.faults().size() > n_faults ? std::nullopt : choice;
}

std::optional<MeshChoice> FlexibleReader::read_box(const SourceLocation& place) {
  fem::BoxData box;
  const auto length = positive(place, "length", dimension::length, "along x");
  const auto height = positive(place, "height", dimension::length, "along y");
  if (!reader_.has(place, "cells", "how many along x and y, [nx, ny]")) return std::nullopt;
  const auto cells = read_cells(place.member("cells"), 2);
  if (!length || !height || !cells) return std::nullopt;
  box = {.length = *length,
         .height = *height,
         .nx = (*cells)[0],
         .ny = (*cells)[1],
         .type = read_element(place)};
  box.corner = {0, -*height / 2};
  if (is_given(place, "corner"))
    if (const auto corner = point(place.member("corner"))) box.corner = corner->head<2>();
  return box;
}

std::optional<MeshChoice> FlexibleReader::read_solid_box(const SourceLocation& place) {
  const auto length = positive(place, "length", dimension::length, "along x");
  const auto height = positive(place, "height", dimension::length, "along y");
  const auto width = positive(place, "width", dimension::length, "along z");
  if (!reader_.has(place, "cells", "how many along x, y and z, [nx, ny, nz]")) return std::nullopt;
  const auto cells = read_cells(place.member("cells"), 3);
  if (!length || !height || !width || !cells) return std::nullopt;
  fem::SolidBoxData box{.length = *length,
                        .height = *height,
                        .width = *width,
                        .nx = (*cells)[0],
                        .ny = (*cells)[1],
                        .nz = (*cells)[2],
                        .type = read_element(place),
                        .corner = {0, -*height / 2, -*width / 2}};
  if (is_given(place, "corner")) box.corner = point(place.member("corner")).value_or(box.corner);
  return box;
}

std::optional<std::vector<int>> FlexibleReader::read_cells(const SourceLocation& cells, std::size_t n) {
  if (cells.value().kind != Kind::list || cells.value().items.size() != n) {
    reader_.faults().add(cells, "is " + cells.value().shown() +
                                    (n == 2 ? ", but must be two whole numbers, [nx, ny]"
                                            : ", but must be three whole numbers, [nx, ny, nz]"));
    return std::nullopt;
  }
  std::vector<int> counts;
  double product = 1;
  for (std::size_t k = 0; k < n; ++k)
    if (const auto count = reader_.whole(cells.item(k), {.minimum = 1})) {
      counts.push_back(*count);
      product *= *count;
    }
  if (counts.size() < n) return std::nullopt;
  if (product > most_cells) {
    reader_.faults().add(
        cells, "gives " + shortest_text(product) + " cells, but at most 50000 are allowed; take fewer");
    return std::nullopt;
  }
  return counts;
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
  if (is_given(place, "length") && is_given(place, "points")) {
    reader_.faults().add(place, "has both 'length' and 'points'; remove one of them");
    return std::nullopt;
  }
  const bool has_points = is_given(place, "points");
  const auto length =
      has_points ? 0.0 : positive(place, "length", dimension::length, "along x; or give 'points'");
  if (!has_points && is_given(place, "lines"))
    reader_.faults().add(place.member("lines"), "joins 'points', which are not given; add them");
  if (!reader_.has(place, "elements", has_points ? "how many in each span between two points" : "how many"))
    return std::nullopt;
  const auto at = place.member("elements");
  const auto n = reader_.whole(at, {.minimum = 1});
  fem::BeamFrameData frame;
  if (has_points) frame = read_spans(place);
  if (!length || !n) return std::nullopt;
  double n_spans = 0;
  for (const auto& line : frame.lines) n_spans += static_cast<double>(line.size()) - 1;
  const double n_all = *n * (has_points ? n_spans : 1);
  if (n_all > most_cells) {
    reader_.faults().add(
        at, "gives " + shortest_text(n_all) + " elements, but at most 50000 are allowed; take fewer");
    return std::nullopt;
  }
  if (!has_points) return fem::BeamLineData{.length = *length, .elements = *n};
  frame.elements = *n;
  return frame;
}

fem::BeamFrameData FlexibleReader::read_spans(const SourceLocation& place) {
  fem::BeamFrameData frame;
  const auto points = place.member("points");
  if (!reader_.list(points)) return frame;
  const std::size_t n_points = points.value().items.size();
  if (n_points < 2 || n_points > most_corners) {
    reader_.faults().add(points, "has " + std::to_string(n_points) +
                                     " points, but a beam has from 2 to 1000; read a mesh file for more");
    return frame;
  }
  for (std::size_t k = 0; k < n_points; ++k)
    frame.points.push_back(point(points.item(k)).value_or(Eigen::Vector3d::Zero()));
  if (!is_given(place, "lines")) {
    frame.lines.emplace_back();
    for (std::size_t k = 0; k < n_points; ++k) frame.lines[0].push_back(static_cast<int>(k));
    return frame;
  }
  const auto lines = place.member("lines");
  if (!reader_.list(lines)) return frame;
  for (std::size_t l = 0; l < lines.value().items.size(); ++l) {
    if (!reader_.list(lines.item(l))) continue;
    frame.lines.emplace_back();
    for (std::size_t k = 0; k < lines.item(l).value().items.size(); ++k)
      frame.lines.back().push_back(reader_.whole(lines.item(l).item(k), {.minimum = 0}).value_or(0));
  }
  return frame;
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
    if (const auto x = reader_.vector(list.item(k), 2, {.dimension = dimension::length}))
      polygon.corners.emplace_back(*x);
  polygon.size = positive(place, "size", dimension::length, "the longest edge of an element").value_or(0);
  polygon.type = read_element(place);
  if (dimension_ == 2) return polygon;
  const double depth = positive(place, "depth", dimension::length, "along z").value_or(1);
  ExtrudedPolygon extruded{polygon, {.from = -depth / 2, .to = depth / 2, .layers = 1, .type = polygon.type}};
  extruded.section.type = fem::CellType::t3;
  if (is_given(place, "layers"))
    extruded.along.layers = reader_.whole(place.member("layers"), {.minimum = 1}).value_or(1);
  if (extruded.along.layers > most_cells) {
    reader_.faults().add(place.member("layers"), "is " + std::to_string(extruded.along.layers) +
                                                     ", but at most 50000 are allowed; take fewer");
    return std::nullopt;
  }
  return extruded;
}

fem::CellType FlexibleReader::read_element(const SourceLocation& place) {
  using enum fem::CellType;
  if (dimension_ == 3) {
    if (!is_given(place, "element")) return tet10;
    return reader_.choice(place.member("element"), {"Tet10", "Tet4"}) == "Tet4" ? tet4 : tet10;
  }
  if (!is_given(place, "element")) return t6;
  return reader_.choice(place.member("element"), {"T6", "T3"}) == "T3" ? t3 : t6;
}

std::optional<fem::ElasticMaterial> FlexibleReader::read_material(const SourceLocation& body,
                                                                  bool needs_poisson) {
  if (!reader_.has(body, "material", "an object with 'young', 'poisson' and 'density'")) return std::nullopt;
  const auto place = body.member("material");
  if (is_given(place, "law")) return read_law(place);
  if (!reader_.object(place, {"young", "poisson", "density"})) return std::nullopt;
  const auto young = positive(place, "young", pressure, "Young's modulus");
  const auto density = positive(place, "density", dimension::density, "mass per volume");
  std::optional<double> poisson = 0;
  if (is_given(place, "poisson"))
    poisson = reader_.number(place.member("poisson"));
  else if (needs_poisson && !reader_.has(place, "poisson", "Poisson's ratio"))
    return std::nullopt;
  if (!young || !density || !poisson) return std::nullopt;
  return fem::ElasticMaterial{*young, *poisson, *density};
}

std::optional<fem::ElasticMaterial> FlexibleReader::read_law(const SourceLocation& place) {
  if (!reader_.object(place, {"law", "parameters", "options", "density"})) return std::nullopt;
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
  if (dimension_ == 3) {
    for (const char* key : {"thickness", "state"})
      if (is_given(body, key))
        reader_.faults().add(body.member(key),
                             "belongs to planar bodies, but the model is spatial; remove it");
    if (is_beam) return read_beam_section(body);
    if (is_given(body, "section"))
      reader_.faults().add(body.member("section"),
                           "belongs to beams, but the mesh is of tetrahedra; remove it");
    const auto material = read_material(body, true);
    if (!material || reader_.faults().size() > n_faults) return std::nullopt;
    return fem::SolidSection{*material};
  }
  for (const char* key : {"thickness", "state", "section"})
    if (is_given(body, key) && is_beam != (std::string(key) == "section"))
      reader_.faults().add(body.member(key),
                           is_beam ? "belongs to triangles, but the mesh is of beams; give 'section' with "
                                     "'area' and 'inertia' instead"
                                   : "belongs to beams, but the mesh is of triangles; give 'thickness' "
                                     "instead");
  if (is_beam) return read_beam_section(body);
  const auto material = read_material(body, true);
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
    return is_given(place, key) ? boolean(place.member(key)).value_or(otherwise) : otherwise;
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
    if (is_given(place, key) && !is_shearing)
      reader_.faults().add(place.member(key),
                           "is a shear factor, but the beam is rigid in shear; add '\"shear\": true'");
  const auto axial = is_on("axial", true) ? fem::AxialPart::included : fem::AxialPart::neglected;
  const auto rotary = is_on("rotary", true) ? fem::RotaryInertia::included : fem::RotaryInertia::neglected;
  std::optional<Eigen::Vector3d> y;
  if (is_spatial && is_given(place, "y"))
    y = read_direction(place.member("y"), reader_);
  else if (is_spatial && shape && !shape->is_round && !is_isotropic(*shape))
    reader_.has(place, "y",
                "the direction of the section's y axis in the body's frame; only a round section has none");
  std::vector<fem::Fibre> fibres;
  if (set_ && shape)
    fibres = read_fibres(place, *shape, dimension_, reader_).value_or(fibres);
  else if (is_given(place, "fibres") && material)
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
    if (!reader_.object(place, {"type", "set"}) ||
        !reader_.has(place, "set", "the node set that the frame is welded to"))
      return std::nullopt;
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
  if (is_given(place, "c")) c = read_nodes(place.member("c"));
  if (!a || !b || (is_given(place, "c") && !c)) return std::nullopt;
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

std::vector<TractionChoice> FlexibleReader::read_tractions(const SourceLocation& list) {
  std::vector<TractionChoice> tractions;
  if (!reader_.list(list)) return tractions;
  for (std::size_t k = 0; k < list.value().items.size(); ++k) {
    const auto place = list.item(k);
    if (!reader_.object(place, {"set", "value"}) ||
        !reader_.has(place, "set", "a node set of the boundary") ||
        !reader_.has(place, "value",
                     dimension_ == 2 ? "force per area along x and y of the body's frame, [px, py]"
                                     : "force per area along the axes of the body's frame, [px, py, pz]"))
      continue;
    const auto set = reader_.text(place.member("set"));
    const auto value = place.member("value");
    const auto n = static_cast<std::size_t>(dimension_);
    if (value.value().kind != Kind::list || value.value().items.size() != n) {
      reader_.faults().add(value, "is " + value.value().shown() +
                                      (n == 2 ? ", but must be two formulas of t, [px, py], in N/m^2"
                                              : ", but must be three formulas of t, [px, py, pz], in N/m^2"));
      continue;
    }
    TractionChoice traction{set.value_or(""), {}, place.text()};
    for (std::size_t axis = 0; axis < n; ++axis)
      if (const auto phi = reader_.function(value.item(axis), pressure, {}, {}))
        traction.value.push_back(phi->expression);
    if (set && traction.value.size() == n) tractions.push_back(std::move(traction));
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
                                    "\"right\"} or {\"node\": " +
                                    (dimension_ == 2 ? "[0.3, 0]}" : "[0.3, 0, 0]}"));
    return std::nullopt;
  }
  if (!reader_.object(place, marker_keys(dimension_))) return std::nullopt;
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

std::optional<Eigen::Vector3d> FlexibleReader::point(const SourceLocation& place) {
  const auto x = reader_.vector(place, dimension_, {.dimension = dimension::length});
  if (!x) return std::nullopt;
  Eigen::Vector3d all = Eigen::Vector3d::Zero();
  all.head(dimension_) = *x;
  return all;
}

}  // namespace pleuel
