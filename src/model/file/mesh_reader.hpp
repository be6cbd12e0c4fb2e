// Reads the meshes of elastic bodies of a model file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/model/file/geometry_reader.hpp"
#include "pleuel/model/file/value_reader.hpp"
#include "pleuel/model/flexible/elastic_data.hpp"

namespace pleuel {

/// Of the elements of a mesh.
fem::CellType cell_type(const MeshChoice& mesh);

/// Reads where the finite elements of a body come from: a generator or a file of Gmsh. It makes no
/// mesh; build_bodies() does.
class MeshReader {
 public:
  /// `dimension` of the model.
  MeshReader(ValueReader& reader, int dimension) : reader_(reader), dimension_(dimension) {}

  /// Absent, with its faults, if it cannot be read or has elements that do not exist in models of
  /// this dimension.
  std::optional<MeshChoice> read(const SourceLocation& place);

  /// Keys of a mesh by its type, in addition to "type".
  static const std::map<std::string, std::vector<std::string>>& keys(int dimension);

 private:
  std::optional<MeshChoice> read_any(const SourceLocation& place);
  std::optional<MeshChoice> read_box(const SourceLocation& place);
  std::optional<MeshChoice> read_solid_box(const SourceLocation& place);
  std::optional<MeshChoice> read_beam(const SourceLocation& place);
  /// Points and lines of beams.
  fem::BeamFrameData read_spans(const SourceLocation& place);
  std::optional<MeshChoice> read_polygon(const SourceLocation& place);
  bool has_few_triangles(const SourceLocation& place, const fem::PolygonData& polygon, int cells_of_each = 1);
  std::optional<MeshChoice> read_dog_bone(const SourceLocation& place);
  fem::CellType read_element(const SourceLocation& place);
  /// One number of cells along each axis; the place must have 'cells'.
  std::optional<std::vector<int>> read_cells(const SourceLocation& cells, std::size_t n);
  bool belongs_here(const MeshChoice& mesh, const SourceLocation& place);
  std::optional<Eigen::Vector3d> point(const SourceLocation& place) {
    return read_point(place, dimension_, dimension::length, reader_);
  }

  ValueReader& reader_;
  int dimension_;
};

}  // namespace pleuel
