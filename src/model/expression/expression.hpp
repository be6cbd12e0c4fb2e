// A formula with exact derivatives.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pleuel/autodiff/taylor.hpp"
#include "pleuel/model/expression/tape.hpp"

namespace pleuel {

/// A formula of named inputs, stored as a list of operations. muParser parses it with operators and
/// functions that record instead of computing, so the grammar is muParser's and the derivatives are
/// exact. Evaluation allocates nothing and needs no lock.
///
/// Operators by increasing precedence: || && < <= > >= == != + - * / unary + - ^
/// (right-associative: 2^3^2 = 2^9, −x^2 = −(x^2)). Functions: sin cos tan asin acos atan atan2(y,
/// x) sinh cosh tanh exp log log10 sqrt abs sign floor hypot(a, b) pow(a, b) min(a, …) max(a, …),
/// and
///   if(c, a, b)              a where c ≠ 0, else b
///   step(x)                  0 where x < 0, else 1
///   smoothstep(x, x0, x1)    0 up to x0, 1 from x1 on, u³(10 − 15u + 6u²) between, where
///                            u = (x − x0)/(x1 − x0): twice differentiable
/// Constants: pi, e. A number may be followed by a unit, "360 deg/s*t". Units are checked if a
/// FormulaScope defines the dimensions of the names (record_formula).
class Expression {
 public:
  Expression() = default;  ///< zero, without inputs
  /// Dimensions of the names are not checked. Throws InvalidInput with place, text and column.
  Expression(const std::string& place, const std::string& text, const std::vector<std::string>& inputs,
             const std::vector<std::pair<std::string, double>>& constants);
  /// Operations recorded from a formula with `n_inputs` inputs.
  Expression(std::vector<TapeNode> tape, int n_inputs) : tape_(std::move(tape)), n_inputs_(n_inputs) {}
  static Expression constant(double value, int n_inputs);

  int n_inputs() const { return n_inputs_; }
  bool uses(int input) const;
  bool is_constant() const { return tape_.size() == 1 && tape_.front().op == Operation::constant; }

  double value(std::span<const double> inputs) const;
  /// The value and its derivatives by all inputs.
  double gradient(std::span<const double> inputs, std::span<double> derivatives) const;

  /// Value, first and second derivative along a curve, all on the side into which the curve goes.
  ///
  /// Where pieces meet (min(t, 1) at t = 1, `t <= 1`, step, abs, floor, …), the first and, if these
  /// are equal, the second derivatives of the arguments along the curve select the next piece. If
  /// these are equal too, and for == and !=, the value at the point is kept. The same holds for a
  /// formula that is not finite on the next side, such as if(t > 0, sin(t)/t, 1).
  Taylor<double> along(std::span<const Taylor<double>> inputs) const;

  /// value() and gradient(), with ties resolved to the side into which the inputs move at these
  /// rates.
  double value(std::span<const double> inputs, std::span<const double> rates) const;
  double gradient(std::span<const double> inputs, std::span<const double> rates,
                  std::span<double> derivatives) const;

  /// Operations with corners or jumps that depend on inputs after this one: min, max, abs, sign,
  /// step, floor, atan2 and order comparisons.
  std::vector<int> corners_by_inputs_after(int input) const;
  /// The scalars of these operations that cross zero at their corners: a − b, a, sin πa for floor,
  /// and √(a² + b²) + b − a for the branch cut of atan2(a, b). It is continuous around the origin,
  /// so it also crosses zero elsewhere: at b = 0, a > 0.
  void corners(std::span<const double> inputs, const std::vector<int>& operations, double* out) const;

  Expression times(double factor) const;
  /// A formula of the first input only: the others have these values.
  Expression of_first(std::span<const double> others) const;

  /// Its operations; the last one is the value.
  std::span<const TapeNode> tape() const { return tape_; }

 private:
  double value_beside_tie(std::span<const double> inputs, std::span<const double> rates) const;
  void sides_of_ties(std::span<const double> inputs, std::span<const double> rates, signed char* sides) const;

  std::vector<TapeNode> tape_ = {TapeNode{}};
  int n_inputs_ = 0;
};

/// True if the name is reserved: a function, pi or e.
bool is_reserved_in_expressions(const std::string& name);

}  // namespace pleuel
