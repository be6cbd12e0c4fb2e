// A formula as a sequence of operations.
#pragma once

#include <optional>
#include <vector>

namespace pleuel {

enum class Operation : unsigned char {
  constant,
  input,
  // with one argument
  negate,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  log10,
  sqrt,
  abs,
  sign,
  floor,
  step,
  smooth,
  // with two arguments
  add,
  subtract,
  multiply,
  divide,
  power,
  atan2,
  hypot,
  min,
  max,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  both,
  either,
  // with three arguments
  select,
};

/// One operation; its arguments are the results of earlier ones, by index.
struct TapeNode {
  Operation op = Operation::constant;
  int a = 0, b = 0, c = 0;  ///< input: a is its index
  double value = 0;         ///< of a constant
};

inline constexpr int most_tape_nodes = 1000;  ///< limit for evaluation on the stack

int n_arguments(Operation op);

/// f(a, b) with its first and second derivatives; those by b are zero for operations with one
/// argument.
struct LocalDerivatives {
  double f = 0, a = 0, b = 0, aa = 0, ab = 0, bb = 0;
};

double value_of(Operation op, double a, double b);
/// `is_b_constant`: the exponent of a power is constant, so that a negative base has derivatives.
LocalDerivatives derivatives_of(Operation op, double a, double b, bool is_b_constant);

/// True if the pieces of an operation meet at (a, b): a = b for min, max and comparisons, a = 0 for
/// abs, sign and step, an integer for floor, the branch cut of atan2. Comparisons for equality have
/// no sides.
bool is_tie(Operation op, double a, double b);
/// Like derivatives_of at a tie, on one side: a − b, or a, is above (side > 0) or below the tie.
LocalDerivatives derivatives_beside(Operation op, double a, double b, int side);

/// Records operations; operations on constants are evaluated immediately.
class TapeRecorder {
 public:
  int constant(double value);
  int input(int number);
  int apply(Operation op, int a, int b = 0, int c = 0);

  int size() const { return static_cast<int>(nodes_.size()); }
  /// The value of a constant node.
  std::optional<double> constant_value(int node) const {
    return is_constant(node) ? std::optional(nodes_[node].value) : std::nullopt;
  }
  /// The operations that `result` needs, with itself last.
  std::vector<TapeNode> needed_for(int result) const;

 private:
  bool is_constant(int node) const { return nodes_[node].op == Operation::constant; }
  int push(const TapeNode& node);

  std::vector<TapeNode> nodes_;
};

}  // namespace pleuel
