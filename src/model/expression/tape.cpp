#include "pleuel/model/expression/tape.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pleuel {
namespace {

// u³(10 − 15u + 6u²) on [0, 1]
LocalDerivatives smooth_unit(double u) {
  if (u <= 0) return {};
  if (u >= 1) return {.f = 1};
  const double w = 1 - u;
  return {.f = u * u * u * (10 + u * (6 * u - 15)), .a = 30 * u * u * w * w, .aa = 60 * u * w * (1 - 2 * u)};
}

LocalDerivatives power(double a, double p, bool is_p_constant) {
  LocalDerivatives d{.f = std::pow(a, p)};
  // Test for zero factors first: 0 · x⁻¹ at x = 0 is not the derivative of a polynomial.
  if (p != 0) d.a = p * std::pow(a, p - 1);
  if (p != 0 && p != 1) d.aa = p * (p - 1) * std::pow(a, p - 2);
  if (is_p_constant) return d;
  const double log_a = std::log(a);
  d.b = d.f * log_a;
  d.bb = d.b * log_a;
  d.ab = std::pow(a, p - 1) * (1 + p * log_a);
  return d;
}

LocalDerivatives atan2_derivatives(double y, double x) {
  const double r2 = x * x + y * y;
  const double fy = x / r2, fx = -y / r2;
  return {.f = std::atan2(y, x),
          .a = fy,
          .b = fx,
          .aa = 2 * fy * fx,
          .ab = (y * y - x * x) / (r2 * r2),
          .bb = -2 * fy * fx};
}

LocalDerivatives hypot_derivatives(double a, double b) {
  const double r = std::hypot(a, b);
  const double ca = a / r, cb = b / r;
  return {.f = r, .a = ca, .b = cb, .aa = cb * cb / r, .ab = -ca * cb / r, .bb = ca * ca / r};
}

}  // namespace

int n_arguments(Operation op) {
  if (op <= Operation::input) return 0;
  if (op < Operation::add) return 1;
  return op < Operation::select ? 2 : 3;
}

double value_of(Operation op, double a, double b) {
  switch (op) {
    case Operation::negate:
      return -a;
    case Operation::sin:
      return std::sin(a);
    case Operation::cos:
      return std::cos(a);
    case Operation::tan:
      return std::tan(a);
    case Operation::asin:
      return std::asin(a);
    case Operation::acos:
      return std::acos(a);
    case Operation::atan:
      return std::atan(a);
    case Operation::sinh:
      return std::sinh(a);
    case Operation::cosh:
      return std::cosh(a);
    case Operation::tanh:
      return std::tanh(a);
    case Operation::exp:
      return std::exp(a);
    case Operation::log:
      return std::log(a);
    case Operation::log10:
      return std::log10(a);
    case Operation::sqrt:
      return std::sqrt(a);
    case Operation::abs:
      return std::abs(a);
    case Operation::sign:
      return (a > 0) - (a < 0);
    case Operation::floor:
      return std::floor(a);
    case Operation::step:
      return a < 0 ? 0 : 1;
    case Operation::smooth:
      return smooth_unit(a).f;
    case Operation::add:
      return a + b;
    case Operation::subtract:
      return a - b;
    case Operation::multiply:
      return a * b;
    case Operation::divide:
      return a / b;
    case Operation::power:
      return std::pow(a, b);
    case Operation::atan2:
      return std::atan2(a, b);
    case Operation::hypot:
      return std::hypot(a, b);
    case Operation::min:
      return b < a ? b : a;
    case Operation::max:
      return a < b ? b : a;
    case Operation::less:
      return a < b;
    case Operation::less_equal:
      return a <= b;
    case Operation::greater:
      return a > b;
    case Operation::greater_equal:
      return a >= b;
    case Operation::equal:
      return a == b;
    case Operation::not_equal:
      return a != b;
    case Operation::both:
      return a != 0 && b != 0;
    case Operation::either:
      return a != 0 || b != 0;
    case Operation::constant:
    case Operation::input:
    case Operation::select:
      break;
  }
  return 0;
}

LocalDerivatives derivatives_of(Operation op, double a, double b, bool is_b_constant) {
  const double f = value_of(op, a, b);
  switch (op) {
    case Operation::negate:
      return {.f = f, .a = -1};
    case Operation::sin:
      return {.f = f, .a = std::cos(a), .aa = -f};
    case Operation::cos:
      return {.f = f, .a = -std::sin(a), .aa = -f};
    case Operation::tan:
      return {.f = f, .a = 1 + f * f, .aa = 2 * f * (1 + f * f)};
    case Operation::asin: {
      const double w = 1 - a * a, d = 1 / std::sqrt(w);
      return {.f = f, .a = d, .aa = a * d / w};
    }
    case Operation::acos: {
      const double w = 1 - a * a, d = -1 / std::sqrt(w);
      return {.f = f, .a = d, .aa = a * d / w};
    }
    case Operation::atan: {
      const double d = 1 / (1 + a * a);
      return {.f = f, .a = d, .aa = -2 * a * d * d};
    }
    case Operation::sinh:
      return {.f = f, .a = std::cosh(a), .aa = f};
    case Operation::cosh:
      return {.f = f, .a = std::sinh(a), .aa = f};
    case Operation::tanh:
      return {.f = f, .a = 1 - f * f, .aa = -2 * f * (1 - f * f)};
    case Operation::exp:
      return {.f = f, .a = f, .aa = f};
    case Operation::log:
      return {.f = f, .a = 1 / a, .aa = -1 / (a * a)};
    case Operation::log10: {
      const double d = 1 / (a * std::log(10.0));
      return {.f = f, .a = d, .aa = -d / a};
    }
    case Operation::sqrt:
      return {.f = f, .a = 0.5 / f, .aa = -0.25 / (f * a)};
    case Operation::abs:
      return {.f = f, .a = a < 0 ? -1.0 : 1.0};
    case Operation::smooth:
      return smooth_unit(a);
    case Operation::add:
      return {.f = f, .a = 1, .b = 1};
    case Operation::subtract:
      return {.f = f, .a = 1, .b = -1};
    case Operation::multiply:
      return {.f = f, .a = b, .b = a, .ab = 1};
    case Operation::divide: {
      const double r = 1 / b;
      return {.f = f, .a = r, .b = -f * r, .ab = -r * r, .bb = 2 * f * r * r};
    }
    case Operation::power:
      return power(a, b, is_b_constant);
    case Operation::atan2:
      return atan2_derivatives(a, b);
    case Operation::hypot:
      return hypot_derivatives(a, b);
    case Operation::min:
      return b < a ? LocalDerivatives{.f = f, .b = 1} : LocalDerivatives{.f = f, .a = 1};
    case Operation::max:
      return a < b ? LocalDerivatives{.f = f, .b = 1} : LocalDerivatives{.f = f, .a = 1};
    default:
      return {.f = f};  // constant between jumps
  }
}

bool is_tie(Operation op, double a, double b) {
  switch (op) {
    case Operation::min:
    case Operation::max:
    case Operation::less:
    case Operation::less_equal:
    case Operation::greater:
    case Operation::greater_equal:
      return a == b;
    case Operation::abs:
    case Operation::sign:
    case Operation::step:
      return a == 0;
    case Operation::floor:
      return a == std::floor(a);
    case Operation::atan2:
      return a == 0 && b < 0;
    default:
      return false;
  }
}

LocalDerivatives derivatives_beside(Operation op, double a, double b, int side) {
  const bool is_above = side > 0;
  switch (op) {
    case Operation::min:
      return is_above ? LocalDerivatives{.f = b, .b = 1} : LocalDerivatives{.f = a, .a = 1};
    case Operation::max:
      return is_above ? LocalDerivatives{.f = a, .a = 1} : LocalDerivatives{.f = b, .b = 1};
    case Operation::less:
    case Operation::less_equal:
      return {.f = is_above ? 0.0 : 1.0};
    case Operation::greater:
    case Operation::greater_equal:
    case Operation::step:
      return {.f = is_above ? 1.0 : 0.0};
    case Operation::abs:
      return {.f = 0, .a = is_above ? 1.0 : -1.0};
    case Operation::sign:
      return {.f = is_above ? 1.0 : -1.0};
    case Operation::floor:
      return {.f = is_above ? a : a - 1};
    case Operation::atan2:
      return derivatives_of(op, std::copysign(0.0, side), b, false);
    default:
      return derivatives_of(op, a, b, false);
  }
}

int TapeRecorder::push(const TapeNode& node) {
  nodes_.push_back(node);
  return size() - 1;
}

int TapeRecorder::constant(double value) { return push({.op = Operation::constant, .value = value}); }

int TapeRecorder::input(int number) { return push({.op = Operation::input, .a = number}); }

int TapeRecorder::apply(Operation op, int a, int b, int c) {
  const int n = n_arguments(op);
  if (op == Operation::select) {
    if (is_constant(a)) return nodes_[a].value != 0 ? b : c;
  } else if (is_constant(a) && (n < 2 || is_constant(b))) {
    return constant(value_of(op, nodes_[a].value, nodes_[b].value));
  }
  return push({.op = op, .a = a, .b = n > 1 ? b : a, .c = n > 2 ? c : a});
}

std::vector<TapeNode> TapeRecorder::needed_for(int result) const {
  std::vector<char> is_needed(result + 1, 0);
  is_needed[result] = 1;
  for (int i = result; i >= 0; --i) {
    const auto& node = nodes_[i];
    if (is_needed[i] && n_arguments(node.op) > 0)
      is_needed[node.a] = is_needed[node.b] = is_needed[node.c] = 1;
  }
  std::vector<int> place(result + 1, 0);
  std::vector<TapeNode> tape;
  for (int i = 0; i <= result; ++i) {
    if (!is_needed[i]) continue;
    place[i] = static_cast<int>(tape.size());
    TapeNode node = nodes_[i];
    if (n_arguments(node.op) > 0) {
      node.a = place[node.a];
      node.b = place[node.b];
      node.c = place[node.c];
    }
    tape.push_back(node);
  }
  return tape;
}

}  // namespace pleuel
