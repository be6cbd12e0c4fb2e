// Parses the text of a formula into operations.
#pragma once

#include <string>
#include <vector>

#include "pleuel/base/error.hpp"
#include "pleuel/model/expression/formula_scope.hpp"
#include "pleuel/model/expression/tape.hpp"

namespace pleuel {

/// Thrown if the units of a formula are incompatible.
class DimensionFault : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// The operations of a formula, the dimension of its value, and remarks.
struct RecordedFormula {
  std::vector<TapeNode> tape;
  NodeDimension dimension = {};
  bool has_units = false;    ///< a number in it has a unit
  std::string degrees = {};  ///< an argument of sin, cos or tan that seems to be in degrees
};

/// Throws InvalidInput: "place: sentence with text and column", or DimensionFault.
RecordedFormula record_formula(const std::string& place, const std::string& text, const FormulaScope& scope);

}  // namespace pleuel
