// Reads geometrically exact beams.
#pragma once

#include "pleuel/model/description.hpp"
#include "pleuel/model/file/list_items.hpp"
#include "pleuel/model/file/model_names.hpp"
#include "pleuel/model/file/value_reader.hpp"

namespace pleuel {

/// Reads "beams": each becomes a row of bodies and of forces between them (BeamDescription).
class BeamReader {
 public:
  BeamReader(ValueReader& reader, ModelDescription& model, ModelNames& names)
      : reader_(reader), model_(model), names_(names), dimension_(model.dimension) {}

  /// Adds the nodes to the bodies and markers.
  void read(const SourceLocation& place);
  /// Adds the elements to the forces, which are read by now.
  void add_forces(const ElementType* type);

  /// The keys of a beam.
  static std::vector<std::string> keys(int dimension);

 private:
  void read_beam(const SourceLocation& place);
  /// Nodes of the line; empty with a fault.
  std::vector<Eigen::Vector3d> read_nodes(const SourceLocation& place, int n);
  std::vector<Eigen::Vector3d> read_arc(const SourceLocation& place, const Eigen::Vector3d& from, int n);
  BeamLine read_line(const SourceLocation& place, std::vector<Eigen::Vector3d> nodes,
                     const std::optional<BeamSection>& section);

  std::optional<BeamSection> read_section(const SourceLocation& beam);
  std::optional<BeamSection> read_stiffnesses(const SourceLocation& place);
  struct Material {
    BeamMaterial moduli;
    double poisson = 0;
  };
  std::optional<Material> read_material(const SourceLocation& beam);

  /// Keys of the section that exist in this dimension only.
  std::vector<std::string> in_dimension(std::vector<std::string> plane,
                                        const std::vector<std::string>& space) const;

  ValueReader& reader_;
  ModelDescription& model_;
  ModelNames& names_;
  int dimension_;
};

}  // namespace pleuel
