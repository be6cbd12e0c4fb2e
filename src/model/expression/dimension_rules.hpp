// Dimensions of sums, products and functions.
#pragma once

#include <optional>

#include "pleuel/model/expression/node_dimension.hpp"
#include "pleuel/model/expression/tape.hpp"

namespace pleuel {

/// An argument of an operation.
struct Operand {
  NodeDimension dimension;
  std::optional<double> constant = {};  ///< its value, if it is constant

  bool is_zero() const { return constant == 0.0; }
};

/// How strictly numbers without a unit are treated.
enum class UnitRule {
  strict,   ///< in a sum with a quantity they need its unit; in a product they are pure numbers
  lenient,  ///< in a sum they are in SI; in a product only small integers are pure, others are open
};

/// The dimension of op(a, b, c); empty if its arguments are incompatible:
///
///     a + b, a − b, min, max, hypot, atan2, comparisons, branches of if: equal dimensions;
///         0 is compatible with all
///     sin, exp, log, floor and similar: a pure number or an angle
///     a^b: b is a pure number, and constant if a has a dimension
///
/// Radians count as 1. The result of an open argument is open.
std::optional<NodeDimension> dimension_of(Operation op, const Operand& a, const Operand& b, const Operand& c,
                                          UnitRule rule);

/// The common dimension of two arguments of a sum or comparison; empty if there is none.
std::optional<NodeDimension> common_dimension(const Operand& a, const Operand& b, UnitRule rule);

}  // namespace pleuel
