#include "pleuel/model/expression/expression.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "pleuel/model/expression/recording_parser.hpp"

namespace pleuel {
namespace {

int sign_of(double x) { return (x > 0) - (x < 0); }

bool has_corner(Operation op) {
  switch (op) {
    case Operation::abs:
    case Operation::sign:
    case Operation::floor:
    case Operation::step:
    case Operation::min:
    case Operation::max:
    case Operation::less:
    case Operation::less_equal:
    case Operation::greater:
    case Operation::greater_equal:
    case Operation::atan2:
      return true;
    default:
      return false;
  }
}

/// x[i] = the value of operation i.
void values_of(const std::vector<TapeNode>& tape, std::span<const double> inputs, double* x) {
  for (std::size_t i = 0; i < tape.size(); ++i) {
    const TapeNode& node = tape[i];
    switch (node.op) {
      case Operation::constant:
        x[i] = node.value;
        break;
      case Operation::input:
        x[i] = inputs[static_cast<std::size_t>(node.a)];
        break;
      case Operation::select:
        x[i] = x[x[node.a] != 0 ? node.b : node.c];
        break;
      default:
        x[i] = value_of(node.op, x[node.a], x[node.b]);
    }
  }
}

/// A formula along a curve: value and derivatives of each operation and, if its arguments tie, the
/// selected side.
struct Course {
  enum class Ties { forward, at_the_point };

  double x[most_tape_nodes], dx[most_tape_nodes], ddx[most_tape_nodes];
  signed char side[most_tape_nodes];
  bool has_sides = false;
  int n = 0;

  template <class Inputs>
  void follow(const std::vector<TapeNode>& tape, Ties ties, const Inputs& input);
  Taylor<double> result() const { return {x[n - 1], dx[n - 1], ddx[n - 1]}; }
  bool is_finite() const {
    return std::isfinite(x[n - 1]) && std::isfinite(dx[n - 1]) && std::isfinite(ddx[n - 1]);
  }

  /// Forward, unless the formula is not finite there.
  template <class Inputs>
  void follow_forward(const std::vector<TapeNode>& tape, const Inputs& input) {
    follow(tape, Ties::forward, input);
    if (has_sides && !is_finite()) follow(tape, Ties::at_the_point, input);
  }
};

template <class Inputs>
void Course::follow(const std::vector<TapeNode>& tape, Ties ties, const Inputs& input) {
  n = static_cast<int>(tape.size());
  has_sides = false;
  for (int i = 0; i < n; ++i) {
    const auto& node = tape[i];
    dx[i] = ddx[i] = 0;
    side[i] = 0;
    switch (node.op) {
      case Operation::constant:
        x[i] = node.value;
        break;
      case Operation::input: {
        const Taylor<double> at = input(node.a);
        x[i] = at.x;
        dx[i] = at.d;
        ddx[i] = at.dd;
        break;
      }
      case Operation::select: {
        const int from = x[node.a] != 0 ? node.b : node.c;
        x[i] = x[from];
        dx[i] = dx[from];
        ddx[i] = ddx[from];
        break;
      }
      default: {
        const int a = node.a, b = node.b;
        const bool has_two = n_arguments(node.op) == 2;
        if (ties == Ties::forward && is_tie(node.op, x[a], x[b])) {
          // The branch cut of atan2 is at a = 0, like the corner of abs.
          const bool is_difference = has_two && node.op != Operation::atan2;
          const int first = sign_of(dx[a] - (is_difference ? dx[b] : 0));
          const int second = sign_of(ddx[a] - (is_difference ? ddx[b] : 0));
          side[i] = static_cast<signed char>(first != 0 ? first : second);
        }
        has_sides |= side[i] != 0;
        const auto d = side[i] != 0 ? derivatives_beside(node.op, x[a], x[b], side[i])
                                    : derivatives_of(node.op, x[a], x[b], tape[b].op == Operation::constant);
        x[i] = d.f;
        // A constant argument contributes nothing, even if a derivative is infinite.
        if (dx[a] != 0 || ddx[a] != 0) {
          dx[i] += d.a * dx[a];
          ddx[i] += d.a * ddx[a] + (dx[a] == 0 ? 0 : d.aa * dx[a] * dx[a]);
        }
        if (has_two && (dx[b] != 0 || ddx[b] != 0)) {
          dx[i] += d.b * dx[b];
          ddx[i] += d.b * ddx[b] +
                    (dx[b] == 0 ? 0 : d.bb * dx[b] * dx[b] + 2 * (dx[a] == 0 ? 0 : d.ab * dx[a] * dx[b]));
        }
      }
    }
  }
}

}  // namespace

Expression::Expression(const std::string& place, const std::string& text,
                       const std::vector<std::string>& inputs,
                       const std::vector<std::pair<std::string, double>>& constants)
    : n_inputs_(static_cast<int>(inputs.size())) {
  FormulaScope scope;
  for (const auto& name : inputs) scope.inputs.push_back({name});
  for (const auto& [name, value] : constants) scope.constants.push_back({name, value});
  tape_ = record_formula(place, text, scope).tape;
}

Expression Expression::constant(double value, int n_inputs) {
  Expression expression;
  expression.tape_.front().value = value;
  expression.n_inputs_ = n_inputs;
  return expression;
}

bool Expression::uses(int input) const {
  return std::any_of(tape_.begin(), tape_.end(),
                     [&](const TapeNode& node) { return node.op == Operation::input && node.a == input; });
}

std::vector<int> Expression::corners_by_inputs_after(int input) const {
  std::vector<char> depends(tape_.size(), 0);
  std::vector<int> corners;
  for (std::size_t i = 0; i < tape_.size(); ++i) {
    const TapeNode& node = tape_[i];
    if (node.op == Operation::constant) continue;
    if (node.op == Operation::input) {
      depends[i] = node.a > input;
      continue;
    }
    const int n = node.op == Operation::select ? 3 : n_arguments(node.op);
    depends[i] = depends[node.a] || (n > 1 && depends[node.b]) || (n > 2 && depends[node.c]);
    if (depends[i] && has_corner(node.op)) corners.push_back(static_cast<int>(i));
  }
  return corners;
}

void Expression::corners(std::span<const double> inputs, const std::vector<int>& operations,
                         double* out) const {
  if (operations.empty()) return;
  double x[most_tape_nodes];
  values_of(tape_, inputs, x);
  for (const int i : operations) {
    const TapeNode& node = tape_[i];
    const double a = x[node.a], b = x[node.b];
    if (node.op == Operation::floor)
      *out++ = std::sin(std::numbers::pi * a);
    else if (node.op == Operation::atan2)
      *out++ = std::hypot(a, b) + b - a;
    else
      *out++ = n_arguments(node.op) == 2 ? a - b : a;
  }
}

double Expression::value(std::span<const double> inputs) const { return value(inputs, {}); }

double Expression::value(std::span<const double> inputs, std::span<const double> rates) const {
  assert(static_cast<int>(inputs.size()) == n_inputs_ && (rates.empty() || rates.size() == inputs.size()));
  double x[most_tape_nodes];
  const int n = static_cast<int>(tape_.size());
  for (int i = 0; i < n; ++i) {
    const auto& node = tape_[i];
    switch (node.op) {
      case Operation::constant:
        x[i] = node.value;
        break;
      case Operation::input:
        x[i] = inputs[node.a];
        break;
      case Operation::select:
        x[i] = x[node.a] != 0 ? x[node.b] : x[node.c];
        break;
      default:
        if (!rates.empty() && is_tie(node.op, x[node.a], x[node.b])) return value_beside_tie(inputs, rates);
        x[i] = value_of(node.op, x[node.a], x[node.b]);
    }
  }
  return x[n - 1];
}

double Expression::value_beside_tie(std::span<const double> inputs, std::span<const double> rates) const {
  Course course;
  course.follow_forward(tape_, [&](int i) { return Taylor<double>(inputs[i], rates[i], 0); });
  return course.result().x;
}

double Expression::gradient(std::span<const double> inputs, std::span<double> derivatives) const {
  return gradient(inputs, {}, derivatives);
}

double Expression::gradient(std::span<const double> inputs, std::span<const double> rates,
                            std::span<double> derivatives) const {
  assert(static_cast<int>(inputs.size()) == n_inputs_ && derivatives.size() == inputs.size() &&
         (rates.empty() || rates.size() == inputs.size()));
  double x[most_tape_nodes], by_a[most_tape_nodes], by_b[most_tape_nodes], adjoint[most_tape_nodes];
  signed char sides[most_tape_nodes];
  bool are_sides_known = false;
  const int n = static_cast<int>(tape_.size());
  for (int i = 0; i < n; ++i) {
    const auto& node = tape_[i];
    adjoint[i] = 0;
    switch (node.op) {
      case Operation::constant:
        x[i] = node.value;
        break;
      case Operation::input:
        x[i] = inputs[node.a];
        break;
      case Operation::select:
        x[i] = x[node.a] != 0 ? x[node.b] : x[node.c];
        break;
      default: {
        int side = 0;
        if (!rates.empty() && is_tie(node.op, x[node.a], x[node.b])) {
          if (!are_sides_known) sides_of_ties(inputs, rates, sides);
          are_sides_known = true;
          side = sides[i];
        }
        const auto d = side != 0 ? derivatives_beside(node.op, x[node.a], x[node.b], side)
                                 : derivatives_of(node.op, x[node.a], x[node.b],
                                                  tape_[node.b].op == Operation::constant);
        x[i] = d.f;
        by_a[i] = d.a;
        by_b[i] = d.b;
      }
    }
  }
  std::fill(derivatives.begin(), derivatives.end(), 0.0);
  adjoint[n - 1] = 1;
  for (int i = n - 1; i >= 0; --i) {
    // An inactive branch may be infinite: zero adjoints are not multiplied.
    if (adjoint[i] == 0) continue;
    const auto& node = tape_[i];
    switch (n_arguments(node.op)) {
      case 0:
        if (node.op == Operation::input) derivatives[node.a] += adjoint[i];
        break;
      case 3:
        adjoint[x[node.a] != 0 ? node.b : node.c] += adjoint[i];
        break;
      case 2:
        if (tape_[node.b].op != Operation::constant) adjoint[node.b] += adjoint[i] * by_b[i];
        [[fallthrough]];
      default:
        if (tape_[node.a].op != Operation::constant) adjoint[node.a] += adjoint[i] * by_a[i];
    }
  }
  return x[n - 1];
}

void Expression::sides_of_ties(std::span<const double> inputs, std::span<const double> rates,
                               signed char* sides) const {
  Course course;
  course.follow_forward(tape_, [&](int i) { return Taylor<double>(inputs[i], rates[i], 0); });
  std::copy(course.side, course.side + course.n, sides);
}

Taylor<double> Expression::along(std::span<const Taylor<double>> inputs) const {
  assert(static_cast<int>(inputs.size()) == n_inputs_);
  Course course;
  course.follow_forward(tape_, [&](int i) { return inputs[i]; });
  return course.result();
}

Expression Expression::times(double factor) const {
  if (is_constant()) return constant(factor * tape_.front().value, n_inputs_);
  Expression product = *this;
  const int last = static_cast<int>(tape_.size()) - 1;
  product.tape_.push_back({.op = Operation::constant, .value = factor});
  product.tape_.push_back({.op = Operation::multiply, .a = last, .b = last + 1, .c = last});
  return product;
}

Expression Expression::of_first(std::span<const double> others) const {
  std::vector<TapeNode> tape = tape_;
  for (TapeNode& node : tape)
    if (node.op == Operation::input && node.a > 0)
      node = {.op = Operation::constant, .value = others[static_cast<std::size_t>(node.a - 1)]};
  return {std::move(tape), 1};
}

}  // namespace pleuel
