// A number with a unit, as a study writes it.
#pragma once

#include <optional>
#include <string>

#include "pleuel/model/file/value_reader.hpp"
#include "pleuel/model/unit/unit.hpp"

namespace pleuel::sweep {

/// "16 kN/m": a number and a unit behind it; values computed from it keep the unit.
struct Quantity {
  double number = 0;
  std::string unit = {};  ///< as written; empty: none
  Unit si = {};

  double in_si() const { return number * si.factor; }
};

/// Empty if the text is no number with a unit.
std::optional<Quantity> quantity_in(const std::string& text);

/// The quantity at a place; a fault otherwise.
std::optional<Quantity> read_quantity(ValueReader& reader, const SourceLocation& place);

/// The dimension in which a formula may use a value with this unit; `any` if it is not known.
Dimension dimension_of_unit(const std::string& unit);

}  // namespace pleuel::sweep
