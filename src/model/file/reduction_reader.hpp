// Reads which shapes of an elastic body are kept, and how they are damped.
#pragma once

#include <optional>
#include <vector>

#include "pleuel/model/file/value_reader.hpp"
#include "pleuel/model/flexible/reduction_choice.hpp"

namespace pleuel {

/// 'modes' or 'reduction' of an elastic body, and 'ratio' or 'table' of its 'damping'.
class ReductionReader {
 public:
  /// `dimension` of the model.
  ReductionReader(ValueReader& reader, int dimension) : reader_(reader), dimension_(dimension) {}

  /// Absent if the body keeps all unknowns.
  std::optional<ReductionChoice> read(const SourceLocation& body);
  ModalDamping read_damping(const SourceLocation& place);

 private:
  ReductionChoice read_reduction(const SourceLocation& place);
  std::vector<MarkerName> read_markers(const SourceLocation& list);
  std::vector<ShapeFormulas> read_shapes(const SourceLocation& list);
  std::vector<std::pair<double, double>> read_table(const SourceLocation& list);

  ValueReader& reader_;
  int dimension_;
};

}  // namespace pleuel
