#include "pleuel/model/expression/expression.hpp"

#include <algorithm>
#include <cassert>

#include "pleuel/model/expression/recording_parser.hpp"

namespace pleuel {

Expression::Expression(const std::string& place, const std::string& text,
                       const std::vector<std::string>& inputs,
                       const std::vector<std::pair<std::string, double>>& constants)
    : tape_(record_expression(place, text, inputs, constants)), n_inputs_(static_cast<int>(inputs.size())) {}

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

double Expression::value(std::span<const double> inputs) const {
  assert(static_cast<int>(inputs.size()) == n_inputs_);
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
        x[i] = value_of(node.op, x[node.a], x[node.b]);
    }
  }
  return x[n - 1];
}

double Expression::gradient(std::span<const double> inputs, std::span<double> derivatives) const {
  assert(static_cast<int>(inputs.size()) == n_inputs_ && derivatives.size() == inputs.size());
  double x[most_tape_nodes], by_a[most_tape_nodes], by_b[most_tape_nodes], adjoint[most_tape_nodes];
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
        const auto d = derivatives_of(node.op, x[node.a], x[node.b], tape_[node.b].op == Operation::constant);
        x[i] = d.f;
        by_a[i] = d.a;
        by_b[i] = d.b;
      }
    }
  }
  std::fill(derivatives.begin(), derivatives.end(), 0.0);
  adjoint[n - 1] = 1;
  for (int i = n - 1; i >= 0; --i) {
    // A branch that was not taken may be infinite: what does not count is not multiplied.
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

Taylor<double> Expression::along(std::span<const Taylor<double>> inputs) const {
  assert(static_cast<int>(inputs.size()) == n_inputs_);
  double x[most_tape_nodes], dx[most_tape_nodes], ddx[most_tape_nodes];
  const int n = static_cast<int>(tape_.size());
  for (int i = 0; i < n; ++i) {
    const auto& node = tape_[i];
    dx[i] = ddx[i] = 0;
    switch (node.op) {
      case Operation::constant:
        x[i] = node.value;
        break;
      case Operation::input:
        x[i] = inputs[node.a].x;
        dx[i] = inputs[node.a].d;
        ddx[i] = inputs[node.a].dd;
        break;
      case Operation::select: {
        const int from = x[node.a] != 0 ? node.b : node.c;
        x[i] = x[from];
        dx[i] = dx[from];
        ddx[i] = ddx[from];
        break;
      }
      default: {
        const int a = node.a, b = node.b;
        const auto d = derivatives_of(node.op, x[a], x[b], tape_[b].op == Operation::constant);
        x[i] = d.f;
        // An argument at rest adds nothing, even where a derivative is infinite.
        if (dx[a] != 0 || ddx[a] != 0) {
          dx[i] += d.a * dx[a];
          ddx[i] += d.a * ddx[a] + (dx[a] == 0 ? 0 : d.aa * dx[a] * dx[a]);
        }
        if (n_arguments(node.op) == 2 && (dx[b] != 0 || ddx[b] != 0)) {
          dx[i] += d.b * dx[b];
          ddx[i] += d.b * ddx[b] +
                    (dx[b] == 0 ? 0 : d.bb * dx[b] * dx[b] + 2 * (dx[a] == 0 ? 0 : d.ab * dx[a] * dx[b]));
        }
      }
    }
  }
  return {x[n - 1], dx[n - 1], ddx[n - 1]};
}

Expression Expression::times(double factor) const {
  if (is_constant()) return constant(factor * tape_.front().value, n_inputs_);
  Expression product = *this;
  const int last = static_cast<int>(tape_.size()) - 1;
  product.tape_.push_back({.op = Operation::constant, .value = factor});
  product.tape_.push_back({.op = Operation::multiply, .a = last, .b = last + 1, .c = last});
  return product;
}

}  // namespace pleuel
