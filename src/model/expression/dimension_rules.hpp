// Dimensions of sums, products and functions.
#pragma once

#include <optional>

#include "pleuel/model/expression/node_dimension.hpp"
#include "pleuel/model/expression/tape.hpp"

namespace pleuel {

/// An argument of an operation.
struct Operand {
  NodeDimension dimension;
  std::optional<double> constant = {};  ///< its value, if it does not vary

  bool is_zero() const { return constant == 0.0; }
};

/// How strictly numbers without a unit are taken.
enum class UnitRule {
  strict,   ///< in a sum with a quantity they need its unit; in a product they are pure numbers
  lenient,  ///< in a sum they are in SI; in a product all but small whole ones leave it open
};

/// The dimension of op(a, b, c); nothing where its arguments do not go together:
///
///     a + b, a − b, min, max, hypot, atan2, comparisons, branches of if: of one kind;
///         0 goes with all
///     sin, exp, log, floor and the like: a pure number or an angle
///     a^b: b a pure number, and constant if a has a dimension
///
/// Radians count as 1. What has an open argument is open.
std::optional<NodeDimension> dimension_of(Operation op, const Operand& a, const Operand& b, const Operand& c,
                                          UnitRule rule);

/// The common kind of two arguments of a sum or comparison; nothing where there is none.
std::optional<NodeDimension> common_dimension(const Operand& a, const Operand& b, UnitRule rule);

}  // namespace pleuel
