// Reads the elastic bodies of a model file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/model/description.hpp"
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
  /// Its nodes, absent with a fault, and how it is attached to them.
  void read_marker(const SourceLocation& place, MarkerDescription& marker);

  /// Keys of an elastic body in addition to those of every body.
  static const std::vector<std::string>& keys();
  static const std::vector<std::string>& marker_keys(int dimension);

 private:
  std::optional<fem::ElasticMaterial> read_material(const SourceLocation& body, bool needs_poisson);
  std::optional<fem::ElasticMaterial> read_law(const SourceLocation& place);
  std::optional<SectionChoice> read_section(const SourceLocation& body, bool is_beam);
  std::optional<SectionChoice> read_beam_section(const SourceLocation& body);
  std::optional<FrameChoice> read_frame(const SourceLocation& place, bool is_beam);
  std::optional<FrameChoice> read_supports(const SourceLocation& place);
  std::optional<NodeChoice> read_nodes(const SourceLocation& place);
  /// A number of a node, or a list of them.
  std::optional<NodeChoice> read_numbers(const SourceLocation& place);
  std::shared_ptr<const ElasticData> read_imported(const SourceLocation& body);
  ElasticDynamics read_dynamics(const SourceLocation& body, bool is_beam);
  ValueReader& reader_;
  int dimension_;
  std::optional<MaterialSet> set_;  // of the law, where the material has one
};

}  // namespace pleuel
