// A formula as a user writes it, with exact derivatives.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pleuel/autodiff/taylor.hpp"

namespace pleuel {

/// A formula over named inputs, kept as a list of operations. Parsed by muParser, whose operators and functions are replaced by ones
/// that record instead of computing; so its grammar is muParser's and its derivatives are exact. Evaluation allocates nothing and
/// needs no lock.
class Expression {
 public:
  Expression() = default;  ///< zero, without inputs
  /// Throws InvalidInput with place, text and column.
  Expression(const std::string& place, const std::string& text, const std::vector<std::string>& inputs,
             const std::vector<std::pair<std::string, double>>& constants);
  static Expression constant(double value, int n_inputs);

  int n_inputs() const;
  bool uses(int input) const;
  bool is_constant() const;

  double value(std::span<const double> inputs) const;
  /// The value, and its derivatives by all inputs.
  double gradient(std::span<const double> inputs, std::span<double> derivatives) const;
  /// Along a curve: value, first and second derivative.
  Taylor<double> along(std::span<const Taylor<double>> inputs) const;
};

}  // namespace pleuel
