// Reads the loads and prescribed displacements of an elastic body.
#pragma once

#include <optional>
#include <vector>

#include "pleuel/model/file/value_reader.hpp"
#include "pleuel/model/flexible/load_data.hpp"

namespace pleuel {

/// 'tractions', 'body_forces' and 'displacements'.
class LoadReader {
 public:
  /// `dimension` of the model.
  LoadReader(ValueReader& reader, int dimension) : reader_(reader), dimension_(dimension) {}

  /// Tractions and body forces; `is_beam`: tractions are forces per length.
  std::vector<LoadChoice> read(const SourceLocation& body, bool is_beam);
  std::vector<DisplacementChoice> read_displacements(const SourceLocation& body);

 private:
  std::optional<LoadChoice> read_traction(const SourceLocation& place, bool is_beam);
  std::optional<LoadChoice> read_body_force(const SourceLocation& place);
  std::optional<DisplacementChoice> read_displacement(const SourceLocation& place);
  /// Its components, empty with a fault.
  std::vector<Expression> read_components(const SourceLocation& list, const Dimension& dimension,
                                          const char* unit);
  LoadAxes read_axes(const SourceLocation& place, const std::vector<std::string>& choices);
  /// x, y (and z).
  std::vector<FunctionVariable> coordinates() const;

  ValueReader& reader_;
  int dimension_;
};

}  // namespace pleuel
