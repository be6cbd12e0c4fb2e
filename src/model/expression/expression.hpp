// A formula as a user writes it, with exact derivatives.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pleuel/autodiff/taylor.hpp"
#include "pleuel/model/expression/tape.hpp"

namespace pleuel {

/// A formula over named inputs, kept as a list of operations. Parsed by muParser, whose operators and functions are replaced by ones
/// that record instead of computing; so its grammar is muParser's and its derivatives are exact. Evaluation allocates nothing and
/// needs no lock.
///
/// Operators, loosest first: ||  &&  < <= > >= == !=  + -  * /  unary + -  ^ (from the right: 2^3^2 = 2^9, −x^2 = −(x^2)).
/// Functions: sin cos tan asin acos atan atan2(y, x) sinh cosh tanh exp log log10 sqrt abs sign floor hypot(a, b) pow(a, b)
/// min(a, …) max(a, …), and
///   if(c, a, b)              a where c ≠ 0, else b
///   step(x)                  0 where x < 0, else 1
///   smoothstep(x, x0, x1)    0 up to x0, 1 from x1 on, u³(10 − 15u + 6u²) between, u = (x − x0)/(x1 − x0): twice differentiable
/// Constants: pi, e.
class Expression {
 public:
  Expression() = default;  ///< zero, without inputs
  /// Throws InvalidInput with place, text and column.
  Expression(const std::string& place, const std::string& text, const std::vector<std::string>& inputs,
             const std::vector<std::pair<std::string, double>>& constants);
  static Expression constant(double value, int n_inputs);

  int n_inputs() const { return n_inputs_; }
  bool uses(int input) const;
  bool is_constant() const { return tape_.size() == 1 && tape_.front().op == Operation::constant; }

  double value(std::span<const double> inputs) const;
  /// The value, and its derivatives by all inputs.
  double gradient(std::span<const double> inputs, std::span<double> derivatives) const;
  /// Along a curve: value, first and second derivative.
  Taylor<double> along(std::span<const Taylor<double>> inputs) const;

  Expression times(double factor) const;

 private:
  std::vector<TapeNode> tape_ = {TapeNode{}};
  int n_inputs_ = 0;
};

/// Whether the language has this name already: a function, pi or e.
bool is_reserved_in_expressions(const std::string& name);

}  // namespace pleuel
