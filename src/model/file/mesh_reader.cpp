#include "pleuel/model/file/mesh_reader.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

constexpr double most_cells = 5e4;
constexpr int tetrahedra_in_prism = 3;
constexpr std::size_t most_corners = 1000;

}  // namespace

fem::CellType cell_type(const MeshChoice& mesh) {
  if (const auto* read = std::get_if<fem::Mesh>(&mesh)) return read->elements[0].type;
  if (const auto* box = std::get_if<fem::SolidBoxData>(&mesh)) return box->type;
  if (const auto* polygon = std::get_if<ExtrudedPolygon>(&mesh)) return polygon->along.type;
  const bool is_line =
      std::holds_alternative<fem::BeamLineData>(mesh) || std::holds_alternative<fem::BeamFrameData>(mesh);
  return is_line ? fem::CellType::beam : fem::CellType::t6;
}

const std::map<std::string, std::vector<std::string>>& MeshReader::keys(int dimension) {
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

std::optional<MeshChoice> MeshReader::read(const SourceLocation& place) {
  auto mesh = read_any(place);
  if (mesh && !belongs_here(*mesh, place)) mesh.reset();
  return mesh;
}

bool MeshReader::belongs_here(const MeshChoice& mesh, const SourceLocation& place) {
  const fem::CellType type = cell_type(mesh);
  const bool is_solid = fem::dimension_of(type) == 3;
  if (type == fem::CellType::beam || is_solid == (dimension_ == 3)) return true;
  reader_.faults().add(place, "has " + fem::name_of(type) +
                                  " elements, which belong to models with 'dimension' " +
                                  (is_solid ? "3; set it, or take a mesh of triangles or beams"
                                            : "2; set it, or take a mesh of tetrahedra or beams"));
  return false;
}

std::optional<MeshChoice> MeshReader::read_any(const SourceLocation& place) {
  if (place.value().kind != JsonValue::Kind::object) {
    reader_.object(place, {});
    return std::nullopt;
  }
  if (place.has("file")) {
    if (!reader_.object(place, {"file"})) return std::nullopt;
    const auto at = place.member("file");
    const auto name = reader_.text(at);
    if (!name) return std::nullopt;
    const std::string path = reader_.beside_model(*name).string();
    return reader_.guarded(at, [&]() -> MeshChoice {
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
  for (const auto& [type, keys] : keys(dimension_)) types.push_back(type);
  const auto type = reader_.choice(place.member("type"), types);
  if (!type) return std::nullopt;
  auto allowed = keys(dimension_).at(*type);
  allowed.emplace_back("type");
  if (!reader_.object(place, allowed)) return std::nullopt;
  const auto n_faults = reader_.faults().size();
  const auto choice = *type == "box"       ? dimension_ == 2 ? read_box(place) : read_solid_box(place)
                            : *type == "beam" ? read_beam(place)
                      : *type == "polygon" ? read_polygon(place)
                                           : read_dog_bone(place);
  return reader_.faults().size() > n_faults ? std::nullopt : choice;
}

std::optional<MeshChoice> MeshReader::read_box(const SourceLocation& place) {
  fem::BoxData box;
  const auto length = reader_.positive(place, "length", dimension::length, "along x");
  const auto height = reader_.positive(place, "height", dimension::length, "along y");
  if (!reader_.has(place, "cells", "how many along x and y, [nx, ny]")) return std::nullopt;
  const auto cells = read_cells(place.member("cells"), 2);
  if (!length || !height || !cells) return std::nullopt;
  box = {.length = *length,
         .height = *height,
         .nx = (*cells)[0],
         .ny = (*cells)[1],
         .type = read_element(place)};
  box.corner = {0, -*height / 2};
  if (place.has("corner"))
    if (const auto corner = point(place.member("corner"))) box.corner = corner->head<2>();
  return box;
}

std::optional<MeshChoice> MeshReader::read_solid_box(const SourceLocation& place) {
  const auto length = reader_.positive(place, "length", dimension::length, "along x");
  const auto height = reader_.positive(place, "height", dimension::length, "along y");
  const auto width = reader_.positive(place, "width", dimension::length, "along z");
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
  if (place.has("corner")) box.corner = point(place.member("corner")).value_or(box.corner);
  return box;
}

std::optional<std::vector<int>> MeshReader::read_cells(const SourceLocation& cells, std::size_t n) {
  if (cells.value().kind != JsonValue::Kind::list || cells.value().items.size() != n) {
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

std::optional<MeshChoice> MeshReader::read_dog_bone(const SourceLocation& place) {
  const auto length = [&](const char* key, const char* meaning) {
    return reader_.positive(place, key, dimension::length, meaning).value_or(0);
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
  if (cells.value().kind != JsonValue::Kind::list || cells.value().items.size() != 4) {
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

std::optional<MeshChoice> MeshReader::read_beam(const SourceLocation& place) {
  if (place.has("length") && place.has("points")) {
    reader_.faults().add(place, "has both 'length' and 'points'; remove one of them");
    return std::nullopt;
  }
  const bool has_points = place.has("points");
  const auto length =
      has_points ? 0.0 : reader_.positive(place, "length", dimension::length, "along x; or give 'points'");
  if (!has_points && place.has("lines"))
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

fem::BeamFrameData MeshReader::read_spans(const SourceLocation& place) {
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
  if (!place.has("lines")) {
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

std::optional<MeshChoice> MeshReader::read_polygon(const SourceLocation& place) {
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
  polygon.size =
      reader_.positive(place, "size", dimension::length, "the longest edge of an element").value_or(0);
  polygon.type = read_element(place);
  if (dimension_ == 2)
    return has_few_triangles(place, polygon) ? std::optional<MeshChoice>(polygon) : std::nullopt;
  const double depth = reader_.positive(place, "depth", dimension::length, "along z").value_or(1);
  ExtrudedPolygon extruded{polygon, {.from = -depth / 2, .to = depth / 2, .layers = 1, .type = polygon.type}};
  extruded.section.type = fem::CellType::t3;
  if (place.has("layers"))
    extruded.along.layers = reader_.whole(place.member("layers"), {.minimum = 1}).value_or(1);
  if (extruded.along.layers > most_cells) {
    reader_.faults().add(place.member("layers"), "is " + std::to_string(extruded.along.layers) +
                                                     ", but at most 50000 are allowed; take fewer");
    return std::nullopt;
  }
  if (!has_few_triangles(place, polygon, tetrahedra_in_prism * extruded.along.layers)) return std::nullopt;
  return extruded;
}

/// The triangles of a polygon have at most the area of an equilateral one of its size.
bool MeshReader::has_few_triangles(const SourceLocation& place, const fem::PolygonData& polygon,
                                   int cells_of_each) {
  double twice_area = 0;
  const auto& x = polygon.corners;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const auto& next = x[(k + 1) % x.size()];
    twice_area += x[k][0] * next[1] - x[k][1] * next[0];
  }
  const double largest = std::sqrt(3.0) / 4 * polygon.size * polygon.size;
  const double least = std::ceil(0.5 * std::abs(twice_area) / largest) * cells_of_each;
  if (!(polygon.size > 0) || !(least > most_cells)) return true;
  reader_.faults().add(place.member("size"), "gives at least " + number_text(least, 3) +
                                                 " cells, but at most 50000 are allowed; take larger ones");
  return false;
}

fem::CellType MeshReader::read_element(const SourceLocation& place) {
  using enum fem::CellType;
  if (dimension_ == 3) {
    if (!place.has("element")) return tet10;
    return reader_.choice(place.member("element"), {"Tet10", "Tet4"}) == "Tet4" ? tet4 : tet10;
  }
  if (!place.has("element")) return t6;
  return reader_.choice(place.member("element"), {"T6", "T3"}) == "T3" ? t3 : t6;
}

}  // namespace pleuel
