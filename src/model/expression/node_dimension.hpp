// What a part of a formula measures.
#pragma once

#include <string>

#include "pleuel/model/dimension.hpp"

namespace pleuel {

/// The dimension of a node of a formula, as far as it is known.
struct NodeDimension {
  enum class Kind {
    bare,   ///< made of numbers without a unit only: pure, or in SI where it is a whole value
    known,  ///< measures `dimension`
    open,   ///< not checked
  };
  Kind kind = Kind::bare;
  Dimension dimension = {};
  bool is_of_pi = false;    ///< bare, with the factor pi: may be an angle
  bool is_derived = false;  ///< computed: radians in it may have come from a product

  static constexpr NodeDimension known(const Dimension& d, bool is_derived = false) {
    return {.kind = Kind::known, .dimension = d, .is_derived = is_derived};
  }
  static constexpr NodeDimension open() { return {.kind = Kind::open}; }

  bool is_bare() const { return kind == Kind::bare; }
  bool is_known() const { return kind == Kind::known; }
  bool is_open() const { return kind == Kind::open; }
};

/// Whether a value of this kind may stand where `expected` is wanted. Numbers without a unit are
/// then in SI. Radians count as 1: an angular velocity times a length is a velocity. A single
/// quantity in radians where no angle is meant is a mistake, and so is an angle in place of a pure
/// number.
bool fits(const NodeDimension& given, const Dimension& expected);

/// "in kg*m/s^2", "a number without a unit", "a pure number".
std::string dimension_text(const NodeDimension& dimension);

}  // namespace pleuel
