// The operations of a formula, one after the other.
#pragma once

#include <optional>
#include <vector>

namespace pleuel {

enum class Operation : unsigned char {
  constant,
  input,
  // of one argument
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
  // of two
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
  // of three
  select,
};

/// One operation; its arguments are the results of earlier ones, by number.
struct TapeNode {
  Operation op = Operation::constant;
  int a = 0, b = 0, c = 0;  ///< input: a is its number
  double value = 0;         ///< of a constant
};

inline constexpr int most_tape_nodes = 1000;  ///< what evaluation holds on the stack

int n_arguments(Operation op);

/// f(a, b) with its first and second derivatives; those by b are zero for operations of one
/// argument.
struct LocalDerivatives {
  double f = 0, a = 0, b = 0, aa = 0, ab = 0, bb = 0;
};

double value_of(Operation op, double a, double b);
/// `is_b_constant`: the exponent of a power does not vary, so that a negative base has derivatives.
LocalDerivatives derivatives_of(Operation op, double a, double b, bool is_b_constant);

/// Whether the pieces of an operation meet at (a, b): a = b for min, max and comparisons, a = 0 for
/// abs, sign and step, a whole number for floor, the cut of atan2. Comparisons for equality have no
/// sides.
bool is_tie(Operation op, double a, double b);
/// The same as derivatives_of, at a tie, on one of its sides: where a − b, or a, is above (side >
/// 0) or below what it ties with.
LocalDerivatives derivatives_beside(Operation op, double a, double b, int side);

/// Records operations, with those of constants done at once.
class TapeRecorder {
 public:
  int constant(double value);
  int input(int number);
  int apply(Operation op, int a, int b = 0, int c = 0);

  int size() const { return static_cast<int>(nodes_.size()); }
  /// The value of a node that does not vary.
  std::optional<double> constant_value(int node) const {
    return is_constant(node) ? std::optional(nodes_[node].value) : std::nullopt;
  }
  /// The operations that `result` needs, itself last.
  std::vector<TapeNode> needed_for(int result) const;

 private:
  bool is_constant(int node) const { return nodes_[node].op == Operation::constant; }
  int push(const TapeNode& node);

  std::vector<TapeNode> nodes_;
};

}  // namespace pleuel
