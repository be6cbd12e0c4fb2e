// Force laws: the force as a function of the scalar along which it acts.
#pragma once

#include <array>
#include <vector>

#include "pleuel/base/error.hpp"
#include "pleuel/model/expression/function.hpp"

namespace pleuel {

inline constexpr int most_measures = 8;  ///< per function

/// The point of evaluation: the scalar and its rate, an internal state, and values and rates of
/// measures.
struct LawPoint {
  double t = 0;
  double value = 0;
  double rate = 0;
  double state = 0;
  std::array<double, 2 * most_measures> measured = {};
};

/// A function value at a LawPoint with its derivatives.
struct LawResult {
  double value = 0;
  double by_value = 0;
  double by_rate = 0;
  double by_state = 0;
  std::array<double, 2 * most_measures> by_measured = {};
};

/// A user-defined function at a point; its variables are (scalar, rate) or none.
class LawFunction {
 public:
  LawFunction() = default;
  explicit LawFunction(Function f) : f_(std::move(f)) {
    if (f_.measures.size() > most_measures)
      throw InvalidInput("a function reads " + std::to_string(f_.measures.size()) +
                         " measures, but at most " + std::to_string(most_measures) + " are allowed");
    corners_ = f_.expression.corners_by_inputs_after(0);
  }

  const std::vector<int>& measures() const { return f_.measures; }

  /// Scalars that cross zero where the function has a corner or a jump by its variables. For those
  /// by time see SwitchingTimes.
  int n_corners() const { return static_cast<int>(corners_.size()); }
  void corners(const LawPoint& at, double* out) const {
    std::array<double, size> inputs, rates;
    f_.expression.corners({inputs.data(), gather(at, inputs, rates)}, corners_, out);
  }

  double value(const LawPoint& at) const {
    std::array<double, size> inputs, rates;
    const std::size_t n = gather(at, inputs, rates);
    return f_.expression.value({inputs.data(), n}, {rates.data(), n});
  }
  LawResult derivatives(const LawPoint& at) const {
    std::array<double, size> inputs, rates, d = {};
    const std::size_t n = gather(at, inputs, rates), m = 2 * f_.measures.size();
    LawResult r;
    r.value = f_.expression.gradient({inputs.data(), n}, {rates.data(), n}, {d.data(), n});
    for (std::size_t k = 0; k < m; ++k) r.by_measured[k] = d[1 + k];
    if (n > 1 + m) r.by_value = d[1 + m];
    if (n > 2 + m) r.by_rate = d[2 + m];
    return r;
  }

 private:
  static constexpr std::size_t size = 1 + 2 * most_measures + 2;
  /// The inputs and their rates; rates of rates are unknown and count as zero.
  std::size_t gather(const LawPoint& at, std::array<double, size>& inputs,
                     std::array<double, size>& rates) const {
    const std::size_t n = static_cast<std::size_t>(f_.expression.n_inputs()), m = 2 * f_.measures.size();
    rates.fill(0);
    inputs[0] = at.t;
    rates[0] = 1;
    for (std::size_t k = 0; k < m; ++k) inputs[1 + k] = at.measured[k];
    for (std::size_t k = 0; k < m; k += 2) rates[1 + k] = at.measured[k + 1];
    if (n > 1 + m) {
      inputs[1 + m] = at.value;
      rates[1 + m] = at.rate;
    }
    if (n > 2 + m) inputs[2 + m] = at.rate;
    return n;
  }

  Function f_;
  std::vector<int> corners_;  // operations of the expression
};

/// Common parts of force laws. A law gives the force F that resists an increase of the scalar: its
/// virtual work is −F δm. Of its power −F ṁ, one part is stored (potential), one is dissipated, and
/// the rest is supplied by the law.
struct LawDefaults {
  static const std::vector<int>& measures() {
    static const std::vector<int> none;
    return none;
  }
  static double potential(double /*value*/) { return 0; }
  static double dissipated(const LawPoint&) { return 0; }
  static double supplied(const LawPoint&) { return 0; }
  /// Number of scalars that cross zero where the force has a corner or a jump.
  static int n_corners() { return 0; }
  static void corners(const LawPoint&, double* /*out*/) {}
  static constexpr bool has_state = false;
  static constexpr bool reads_value = true;  ///< false: the law uses only the rate of the scalar
  static LawResult state_rate(const LawPoint&) { return {}; }
};

/// The force without its derivatives, which laws with formulas find in less time (`force_value`).
template <class Law>
double force_of(const Law& law, const LawPoint& at) {
  if constexpr (requires { law.force_value(at); })
    return law.force_value(at);
  else
    return law.force(at).value;
}
/// The same of the rate of the state (`state_rate_value`).
template <class Law>
double state_rate_of(const Law& law, const LawPoint& at) {
  if constexpr (requires { law.state_rate_value(at); })
    return law.state_rate_value(at);
  else
    return law.state_rate(at).value;
}

}  // namespace pleuel
