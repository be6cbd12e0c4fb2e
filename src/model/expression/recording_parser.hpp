// From the text of a formula to its operations.
#pragma once

#include <string>
#include <vector>

#include "pleuel/base/error.hpp"
#include "pleuel/model/expression/formula_scope.hpp"
#include "pleuel/model/expression/tape.hpp"

namespace pleuel {

/// A formula whose parts do not go together by their units.
class DimensionFault : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// The operations of a formula, what its value measures, and what needs care.
struct RecordedFormula {
  std::vector<TapeNode> tape;
  NodeDimension dimension = {};
  bool has_units = false;    ///< a number in it has a unit
  std::string degrees = {};  ///< an argument of sin, cos or tan that looks like degrees
};

/// Throws InvalidInput: "place: sentence with text and column", or DimensionFault.
RecordedFormula record_formula(const std::string& place, const std::string& text, const FormulaScope& scope);

}  // namespace pleuel
