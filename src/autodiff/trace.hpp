// Numbers that remember what they depend on.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>
#include <type_traits>
#include <vector>

namespace pleuel {

/// What comparisons of numbers that depend on inputs gave, in their order. A function whose
/// outcomes differ from point to point branches on its inputs.
struct BranchLog {
  struct Comparison {
    bool outcome;
    int input;  ///< one that the numbers compared depend on
  };
  std::vector<Comparison> comparisons;
};

/// A value with the sorted set of the inputs it was computed from. One evaluation of a function in these numbers gives the
/// pattern of its Jacobian, provided the function's branches do not depend on the inputs.
struct Trace {
  double x = 0;
  std::vector<int> inputs;
  BranchLog* log = nullptr;  ///< gets comparisons of this number and of all that is computed from it

  Trace() = default;
  template <class U>
  requires std::is_arithmetic_v<U> Trace(U value)
      : x(static_cast<double>(value)) {}  // NOLINT: constants mix with traces in formulas
  Trace(double value, int input, BranchLog* its_log = nullptr) : x(value), inputs{input}, log(its_log) {}

  Trace& join(double value, const Trace& b) {
    x = value;
    if (b.inputs.empty()) return *this;
    if (log == nullptr) log = b.log;
    std::vector<int> both;
    both.reserve(inputs.size() + b.inputs.size());
    std::set_union(inputs.begin(), inputs.end(), b.inputs.begin(), b.inputs.end(), std::back_inserter(both));
    inputs = std::move(both);
    return *this;
  }
  Trace with(double value) const {
    Trace r(*this);
    r.x = value;
    return r;
  }

  Trace& operator+=(const Trace& b) { return join(x + b.x, b); }
  Trace& operator-=(const Trace& b) { return join(x - b.x, b); }
  Trace& operator*=(const Trace& b) { return join(x * b.x, b); }
  Trace& operator/=(const Trace& b) { return join(x / b.x, b); }
  Trace operator-() const { return with(-x); }

  friend Trace operator+(Trace a, const Trace& b) { return a += b; }
  friend Trace operator-(Trace a, const Trace& b) { return a -= b; }
  friend Trace operator*(Trace a, const Trace& b) { return a *= b; }
  friend Trace operator/(Trace a, const Trace& b) { return a /= b; }
  friend bool operator<(const Trace& a, const Trace& b) { return noted(a, b, a.x < b.x); }
  friend bool operator>(const Trace& a, const Trace& b) { return noted(a, b, a.x > b.x); }
  friend bool operator<=(const Trace& a, const Trace& b) { return noted(a, b, a.x <= b.x); }
  friend bool operator>=(const Trace& a, const Trace& b) { return noted(a, b, a.x >= b.x); }

  friend Trace sin(const Trace& a) { return a.with(std::sin(a.x)); }
  friend Trace cos(const Trace& a) { return a.with(std::cos(a.x)); }
  friend Trace tan(const Trace& a) { return a.with(std::tan(a.x)); }
  friend Trace asin(const Trace& a) { return a.with(std::asin(a.x)); }
  friend Trace acos(const Trace& a) { return a.with(std::acos(a.x)); }
  friend Trace atan(const Trace& a) { return a.with(std::atan(a.x)); }
  friend Trace atan2(Trace b, const Trace& a) { return b.join(std::atan2(b.x, a.x), a); }
  friend Trace sqrt(const Trace& a) { return a.with(std::sqrt(a.x)); }
  friend Trace exp(const Trace& a) { return a.with(std::exp(a.x)); }
  friend Trace log(const Trace& a) { return a.with(std::log(a.x)); }
  friend Trace tanh(const Trace& a) { return a.with(std::tanh(a.x)); }
  friend Trace sinh(const Trace& a) { return a.with(std::sinh(a.x)); }
  friend Trace cosh(const Trace& a) { return a.with(std::cosh(a.x)); }
  friend Trace pow(Trace a, const Trace& p) { return a.join(std::pow(a.x, p.x), p); }
  friend Trace abs(const Trace& a) { return a.with(std::abs(a.x)); }

 private:
  /// Where a number is NaN, its comparisons say nothing of a branch.
  static bool noted(const Trace& a, const Trace& b, bool outcome) {
    const Trace& watched = a.log != nullptr ? a : b;
    if (watched.log != nullptr && !std::isnan(a.x) && !std::isnan(b.x))
      watched.log->comparisons.push_back({outcome, watched.inputs.front()});
    return outcome;
  }
};

}  // namespace pleuel
