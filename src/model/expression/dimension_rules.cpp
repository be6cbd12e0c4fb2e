#include "pleuel/model/expression/dimension_rules.hpp"

#include <cmath>

#include "pleuel/model/unit/unit.hpp"

namespace pleuel {
namespace {

using Found = std::optional<NodeDimension>;

bool is_number_or_angle(const NodeDimension& d) {
  return !d.is_known() || is_same_but_for_angle(d.dimension, dimension::none);
}

/// A pure number: without a unit if both factors are.
NodeDimension pure(const NodeDimension& a, const NodeDimension& b, UnitRule rule) {
  if (a.is_open() || b.is_open()) return NodeDimension::open();
  const bool is_bare = rule == UnitRule::strict ? a.is_bare() && b.is_bare() : a.is_bare() || b.is_bare();
  return is_bare ? NodeDimension{.is_of_pi = a.is_of_pi || b.is_of_pi}
                 : NodeDimension::known(dimension::none, true);
}

/// By the lenient rule: numbers without a unit that are certainly pure, i.e. small integers,
/// multiples of pi, variables of repeats. Others, such as 9.81 in "9.81*m", may be quantities in
/// SI.
bool is_coefficient(const Operand& number) {
  constexpr double largest = 12;  // moment of inertia, m l²/12
  if (!number.constant || number.dimension.is_of_pi) return true;
  return std::abs(*number.constant) <= largest && *number.constant == std::trunc(*number.constant);
}

NodeDimension product(const Operand& a, const Operand& b, double exponent_of_b, UnitRule rule) {
  const NodeDimension &x = a.dimension, &y = b.dimension;
  if (x.is_open() || y.is_open()) return NodeDimension::open();
  if (x.is_bare() && y.is_bare()) return pure(x, y, rule);
  const Dimension d = x.dimension * power(y.dimension, exponent_of_b);
  if (rule == UnitRule::lenient && (x.is_bare() || y.is_bare())) {
    if (!is_coefficient(x.is_bare() ? a : b)) return NodeDimension::open();
    if (d == dimension::none) return {};
  }
  return NodeDimension::known(d, true);
}

/// The argument of a function that requires a number; its value is a number.
Found of_number(const Operand& a, UnitRule rule) {
  if (!is_number_or_angle(a.dimension)) return std::nullopt;
  if (rule == UnitRule::lenient && !a.dimension.is_open()) return NodeDimension{};
  return pure(a.dimension, a.dimension, rule);
}

Found angle_of(const NodeDimension& argument) {
  return argument.is_open() ? NodeDimension::open() : NodeDimension::known(dimension::angle, true);
}

Found of_power(const Operand& a, const Operand& b, UnitRule rule) {
  const NodeDimension &base = a.dimension, &exponent = b.dimension;
  if (exponent.is_known() && exponent.dimension != dimension::none) return std::nullopt;
  if (base.is_open() || exponent.is_open()) return NodeDimension::open();
  if (is_number_or_angle(base) && base.dimension.angle == 0) return pure(base, exponent, rule);
  if (b.constant) return NodeDimension::known(power(base.dimension, *b.constant), true);
  return is_number_or_angle(base) ? Found(NodeDimension::known(dimension::none, true)) : std::nullopt;
}

}  // namespace

std::optional<NodeDimension> common_dimension(const Operand& a, const Operand& b, UnitRule rule) {
  const NodeDimension &x = a.dimension, &y = b.dimension;
  if (x.is_open() || y.is_open()) return NodeDimension::open();
  if (x.is_bare() && y.is_bare()) return NodeDimension{.is_of_pi = x.is_of_pi || y.is_of_pi};
  if (x.is_known() && y.is_known()) {
    if (!is_same_but_for_angle(x.dimension, y.dimension)) return std::nullopt;
    return NodeDimension::known(x.dimension.angle != 0 ? x.dimension : y.dimension,
                                x.is_derived || y.is_derived || x.dimension != y.dimension);
  }
  const bool is_x_bare = x.is_bare();
  const NodeDimension &quantity = is_x_bare ? y : x, &number = is_x_bare ? x : y;
  const bool is_zero = (is_x_bare ? a : b).is_zero();
  const bool is_pure = quantity.dimension == dimension::none;
  const bool is_angle = is_same_but_for_angle(quantity.dimension, dimension::none) && !is_pure;
  if (is_zero || is_pure || (is_angle && number.is_of_pi) || rule == UnitRule::lenient) return quantity;
  return std::nullopt;
}

std::optional<NodeDimension> dimension_of(Operation op, const Operand& a, const Operand& b, const Operand& c,
                                          UnitRule rule) {
  switch (op) {
    case Operation::constant:
    case Operation::input:
    case Operation::negate:
    case Operation::abs:
      return a.dimension;
    case Operation::sin:
    case Operation::cos:
    case Operation::tan:
    case Operation::sinh:
    case Operation::cosh:
    case Operation::tanh:
    case Operation::exp:
    case Operation::log:
    case Operation::log10:
    case Operation::floor:
    case Operation::smooth:
      return of_number(a, rule);
    case Operation::asin:
    case Operation::acos:
    case Operation::atan:
      return is_number_or_angle(a.dimension) ? angle_of(a.dimension) : std::nullopt;
    case Operation::sqrt:
      if (!a.dimension.is_known()) return a.dimension;
      return NodeDimension::known(power(a.dimension.dimension, 0.5), true);
    case Operation::sign:
    case Operation::step:
      return pure(a.dimension, a.dimension, rule);
    case Operation::add:
    case Operation::subtract:
    case Operation::hypot:
    case Operation::min:
    case Operation::max:
      return common_dimension(a, b, rule);
    case Operation::multiply:
      return product(a, b, 1, rule);
    case Operation::divide:
      return product(a, b, -1, rule);
    case Operation::power:
      return of_power(a, b, rule);
    case Operation::atan2: {
      const auto common = common_dimension(a, b, rule);
      return common ? angle_of(*common) : std::nullopt;
    }
    case Operation::less:
    case Operation::less_equal:
    case Operation::greater:
    case Operation::greater_equal:
    case Operation::equal:
    case Operation::not_equal:
      if (!common_dimension(a, b, rule)) return std::nullopt;
      return pure(a.dimension, b.dimension, rule);
    case Operation::both:
    case Operation::either:
      return pure(a.dimension, b.dimension, rule);
    case Operation::select:
      return common_dimension(b, c, rule);
  }
  return std::nullopt;
}

}  // namespace pleuel
