// The dimension of a part of a formula.
#pragma once

#include <string>

#include "pleuel/model/dimension.hpp"

namespace pleuel {

/// The dimension of a node of a formula, if it is known.
struct NodeDimension {
  enum class Kind {
    bare,   ///< only numbers without a unit: pure, or in SI if it is the whole value
    known,  ///< has `dimension`
    open,   ///< not checked
  };
  Kind kind = Kind::bare;
  Dimension dimension = {};
  bool is_of_pi = false;    ///< bare, with the factor pi: may be an angle
  bool is_derived = false;  ///< computed: its radians may come from a product

  static constexpr NodeDimension known(const Dimension& d, bool is_derived = false) {
    return {.kind = Kind::known, .dimension = d, .is_derived = is_derived};
  }
  static constexpr NodeDimension open() { return {.kind = Kind::open}; }

  bool is_bare() const { return kind == Kind::bare; }
  bool is_known() const { return kind == Kind::known; }
  bool is_open() const { return kind == Kind::open; }
};

/// True if a value of this kind is allowed where `expected` is required. Numbers without a unit are
/// then in SI. Radians count as 1: an angular velocity times a length is a velocity. A single
/// quantity in radians where no angle is expected is a fault, and so is an angle instead of a pure
/// number.
bool fits(const NodeDimension& given, const Dimension& expected);

/// "in kg*m/s^2", "a number without a unit", "a pure number".
std::string dimension_text(const NodeDimension& dimension);

}  // namespace pleuel
