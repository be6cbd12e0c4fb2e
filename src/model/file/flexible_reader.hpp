// Elastic bodies of a model file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/model/file/value_reader.hpp"
#include "pleuel/model/flexible/elastic_builder.hpp"
#include "pleuel/model/material_set.hpp"

namespace pleuel {

/// Reads what makes a body elastic: mesh, material, section, frame, damping, and its markers.
/// Building is that of elastic_builder.hpp, whose faults get the place of the key they belong to.
class FlexibleReader {
 public:
  explicit FlexibleReader(ValueReader& reader, const Eigen::Vector2d& gravity)
      : reader_(reader), gravity_(gravity) {}

  /// A marker by its place among the keys of "markers".
  struct Marker {
    std::size_t key = 0;
    FlexibleMarker marker;
  };
  struct Result {
    std::shared_ptr<const FlexibleDescription> description;
    std::vector<Marker> markers;
    std::string remark;  ///< what normal modes lose; may be empty
  };
  /// Nothing, with faults, if it cannot be built. Once for each body.
  std::optional<Result> read(const SourceLocation& body);

  /// Keys of an elastic body beside those of every body.
  static const std::vector<std::string>& keys();
  /// Keys of a mesh by its type, beside "type".
  static const std::map<std::string, std::vector<std::string>>& mesh_keys();
  static const std::vector<std::string>& section_keys();
  static const std::vector<std::string>& marker_keys();

 private:
  /// The path of a file whose name begins at the directory of the model file.
  std::filesystem::path beside_model(const std::string& name) const;
  std::optional<fem::Mesh> read_mesh(const SourceLocation& place);
  std::optional<MeshChoice> read_box(const SourceLocation& place);
  std::optional<MeshChoice> read_beam(const SourceLocation& place);
  std::optional<MeshChoice> read_polygon(const SourceLocation& place);
  std::optional<MeshChoice> read_dog_bone(const SourceLocation& place);
  fem::CellType read_element(const SourceLocation& place);
  std::optional<fem::ElasticMaterial> read_material(const SourceLocation& body, bool is_beam);
  std::optional<fem::ElasticMaterial> read_law(const SourceLocation& place, bool is_beam);
  std::optional<SectionChoice> read_section(const SourceLocation& body, bool is_beam);
  std::optional<SectionChoice> read_beam_section(const SourceLocation& body,
                                                 const fem::ElasticMaterial& material);
  std::optional<FrameChoice> read_frame(const SourceLocation& place);
  std::optional<FrameChoice> read_supports(const SourceLocation& place);
  std::vector<TractionChoice> read_tractions(const SourceLocation& place);
  std::optional<NodeChoice> read_nodes(const SourceLocation& place);
  std::optional<NodeChoice> read_marker(const SourceLocation& place);
  std::optional<ElasticDynamics> read_dynamics(const SourceLocation& body);
  std::optional<double> positive(const SourceLocation& place, const char* key, const Dimension& dimension,
                                 const char* meaning);
  std::optional<bool> boolean(const SourceLocation& place);
  std::optional<Eigen::Vector2d> point(const SourceLocation& place);

  /// What `work` returns; what it refuses becomes faults at the place.
  template <class Work>
  auto guarded(const SourceLocation& place, Work work) -> std::optional<decltype(work())>;

  ValueReader& reader_;
  Eigen::Vector2d gravity_;
  std::optional<MaterialSet> set_;  // of the law, where the material has one
};

}  // namespace pleuel
