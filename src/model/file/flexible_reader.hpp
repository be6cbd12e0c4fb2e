// Reads the elastic bodies of a model file.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/model/file/value_reader.hpp"
#include "pleuel/model/flexible/elastic_data.hpp"

namespace pleuel {

/// Reads the elastic properties of a body: mesh, material, section, frame, damping, and its
/// markers. It builds nothing; build_bodies() does.
class FlexibleReader {
 public:
  /// `dimension` of the model.
  FlexibleReader(ValueReader& reader, int dimension) : reader_(reader), dimension_(dimension) {}

  /// Null, with all faults of the body, if the mesh cannot be read. Call it once per body.
  std::shared_ptr<const ElasticData> read(const SourceLocation& body);
  std::optional<NodeChoice> read_marker(const SourceLocation& place);

  /// Keys of an elastic body in addition to those of every body.
  static const std::vector<std::string>& keys();
  /// Keys of a mesh by its type, in addition to "type".
  static const std::map<std::string, std::vector<std::string>>& mesh_keys(int dimension);
  static const std::vector<std::string>& marker_keys(int dimension);

 private:
  /// The path of a file, relative to the directory of the model file.
  std::filesystem::path beside_model(const std::string& name) const;
  std::optional<MeshChoice> read_mesh(const SourceLocation& place);
  std::optional<MeshChoice> read_box(const SourceLocation& place);
  std::optional<MeshChoice> read_solid_box(const SourceLocation& place);
  std::optional<MeshChoice> read_beam(const SourceLocation& place);
  /// Points and lines of beams.
  fem::BeamFrameData read_spans(const SourceLocation& place);
  std::optional<MeshChoice> read_polygon(const SourceLocation& place);
  std::optional<MeshChoice> read_dog_bone(const SourceLocation& place);
  fem::CellType read_element(const SourceLocation& place);
  /// One number of cells along each axis; the place must have 'cells'.
  std::optional<std::vector<int>> read_cells(const SourceLocation& cells, std::size_t n);
  /// Whether elements of the mesh exist in models of this dimension; a fault if not.
  bool belongs_here(const MeshChoice& mesh, const SourceLocation& place);
  std::optional<fem::ElasticMaterial> read_material(const SourceLocation& body, bool needs_poisson);
  std::optional<fem::ElasticMaterial> read_law(const SourceLocation& place);
  std::optional<SectionChoice> read_section(const SourceLocation& body, bool is_beam);
  std::optional<SectionChoice> read_beam_section(const SourceLocation& body);
  std::optional<FrameChoice> read_frame(const SourceLocation& place, bool is_beam);
  std::optional<FrameChoice> read_supports(const SourceLocation& place);
  std::vector<TractionChoice> read_tractions(const SourceLocation& place);
  std::optional<NodeChoice> read_nodes(const SourceLocation& place);
  ElasticDynamics read_dynamics(const SourceLocation& body);
  std::optional<double> positive(const SourceLocation& place, const char* key, const Dimension& dimension,
                                 const char* meaning);
  std::optional<bool> boolean(const SourceLocation& place);
  std::optional<Eigen::Vector3d> point(const SourceLocation& place);

  /// Returns the result of `work`; its InvalidInput becomes faults at the location.
  template <class Work>
  auto guarded(const SourceLocation& place, Work work) -> std::optional<decltype(work())>;

  ValueReader& reader_;
  int dimension_;
  std::optional<MaterialSet> set_;  // of the law, where the material has one
};

}  // namespace pleuel
