// Numbers that record their dependencies.
#pragma once

#include <cmath>
#include <type_traits>
#include <vector>

namespace pleuel {

/// The outcomes of comparisons between numbers that depend on inputs, in order. A function whose
/// outcomes differ between points branches on its inputs.
struct BranchLog {
  struct Comparison {
    bool outcome;
    int input;  ///< one of the inputs on which the compared numbers depend
  };
  std::vector<Comparison> comparisons;
};

/// A value with the sorted set of inputs from which it was computed. One evaluation of a function
/// with these numbers gives the pattern of its Jacobian, if the function does not branch on its
/// inputs.
struct DependencyScalar {
  double x = 0;
  std::vector<int> inputs;
  /// receives the comparisons of this number and of all results computed from it
  BranchLog* log = nullptr;

  // Only calls are compiled into authors' files.
  DependencyScalar();
  DependencyScalar(const DependencyScalar&);
  DependencyScalar(DependencyScalar&&) noexcept;
  DependencyScalar& operator=(const DependencyScalar&);
  DependencyScalar& operator=(DependencyScalar&&) noexcept;
  ~DependencyScalar();
  template <class U>
  requires std::is_arithmetic_v<U> DependencyScalar(U value)  // NOLINT: constants mix with traces
      : x(static_cast<double>(value)) {}
  DependencyScalar(double value, int input, BranchLog* its_log = nullptr);

  /// Sets this to `value`, computed from this and b.
  DependencyScalar& join(double value, const DependencyScalar& b);
  DependencyScalar with(double value) const;

  DependencyScalar& operator+=(const DependencyScalar& b) { return join(x + b.x, b); }
  DependencyScalar& operator-=(const DependencyScalar& b) { return join(x - b.x, b); }
  DependencyScalar& operator*=(const DependencyScalar& b) { return join(x * b.x, b); }
  DependencyScalar& operator/=(const DependencyScalar& b) { return join(x / b.x, b); }
  DependencyScalar operator-() const { return with(-x); }

  friend DependencyScalar operator+(const DependencyScalar& a, const DependencyScalar& b);
  friend DependencyScalar operator-(const DependencyScalar& a, const DependencyScalar& b);
  friend DependencyScalar operator*(const DependencyScalar& a, const DependencyScalar& b);
  friend DependencyScalar operator/(const DependencyScalar& a, const DependencyScalar& b);
  friend bool operator<(const DependencyScalar& a, const DependencyScalar& b) {
    return noted(a, b, a.x < b.x);
  }
  friend bool operator>(const DependencyScalar& a, const DependencyScalar& b) {
    return noted(a, b, a.x > b.x);
  }
  friend bool operator<=(const DependencyScalar& a, const DependencyScalar& b) {
    return noted(a, b, a.x <= b.x);
  }
  friend bool operator>=(const DependencyScalar& a, const DependencyScalar& b) {
    return noted(a, b, a.x >= b.x);
  }

  friend DependencyScalar sin(const DependencyScalar& a) { return a.with(std::sin(a.x)); }
  friend DependencyScalar cos(const DependencyScalar& a) { return a.with(std::cos(a.x)); }
  friend DependencyScalar tan(const DependencyScalar& a) { return a.with(std::tan(a.x)); }
  friend DependencyScalar asin(const DependencyScalar& a) { return a.with(std::asin(a.x)); }
  friend DependencyScalar acos(const DependencyScalar& a) { return a.with(std::acos(a.x)); }
  friend DependencyScalar atan(const DependencyScalar& a) { return a.with(std::atan(a.x)); }
  friend DependencyScalar atan2(DependencyScalar b, const DependencyScalar& a) {
    return b.join(std::atan2(b.x, a.x), a);
  }
  friend DependencyScalar sqrt(const DependencyScalar& a) { return a.with(std::sqrt(a.x)); }
  friend DependencyScalar exp(const DependencyScalar& a) { return a.with(std::exp(a.x)); }
  friend DependencyScalar log(const DependencyScalar& a) { return a.with(std::log(a.x)); }
  friend DependencyScalar tanh(const DependencyScalar& a) { return a.with(std::tanh(a.x)); }
  friend DependencyScalar sinh(const DependencyScalar& a) { return a.with(std::sinh(a.x)); }
  friend DependencyScalar cosh(const DependencyScalar& a) { return a.with(std::cosh(a.x)); }
  friend DependencyScalar pow(DependencyScalar a, const DependencyScalar& p) {
    return a.join(std::pow(a.x, p.x), p);
  }
  friend DependencyScalar abs(const DependencyScalar& a) { return a.with(std::abs(a.x)); }

 private:
  /// Comparisons with NaN are not recorded as branches.
  static bool noted(const DependencyScalar& a, const DependencyScalar& b, bool outcome);
};

}  // namespace pleuel
