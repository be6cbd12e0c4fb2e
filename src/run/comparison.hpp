// Compares a run with reference digits.
#pragma once

#include <limits>
#include <string>

#include "pleuel/dae/tolerances.hpp"
#include "pleuel/linalg/types.hpp"
#include "pleuel/problem/problem.hpp"
#include "pleuel/run/time_grid.hpp"

namespace pleuel {

/// r is the reference and y the end of the run. Components with unknown reference (NaN) are
/// omitted; results without components are NaN.
struct Comparison {
  /// −log10 max |yᵢ − rᵢ|/|rᵢ| over the components that the source names
  double scd = std::numeric_limits<double>::quiet_NaN();
  /// −log10 max |yᵢ − rᵢ|/(atolᵢ/rtolᵢ + |rᵢ|) over all components
  double mescd = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::quiet_NaN();        ///< Euclidean, main unknowns
  double error_table = std::numeric_limits<double>::quiet_NaN();  ///< see TableNorm
  /// Euclidean, only of this group
  double error_q = std::numeric_limits<double>::quiet_NaN();
  double error_v = std::numeric_limits<double>::quiet_NaN();
  double error_lambda = std::numeric_limits<double>::quiet_NaN();
  std::string source;
  /// Why scd is not defined for this run; empty if it is (see undefined_scd).
  std::string scd_undefined = {};
};

/// Computes scd, mescd and error. y may be longer than the reference, which ends with λ. If rᵢ = 0,
/// scd uses the absolute error.
Comparison compare(ConstVec y, const Reference& reference, const Tolerances& tolerances);

/// Computes error_q, error_v and error_lambda; `unknowns` belong to y.
void compare_groups(ConstVec y, const Reference& reference, const std::vector<Unknown>& unknowns,
                    Comparison& comparison);

/// A relative error means nothing for a component that the run need not resolve: scd is not defined
/// if |rᵢ| < atolᵢ for one of its components. The sentence names the smallest of them; it is empty
/// if there is none.
std::string undefined_scd(const Reference& reference, const std::vector<Unknown>& unknowns,
                          const Tolerances& tolerances);

/// Accumulates sqrt(Δt Σᵢ ‖e(tᵢ)‖₂²), tᵢ = t_begin + i Δt, i ≥ 1, during a run.
class TableError {
 public:
  /// `n_reference` is the number of entries of (q, v, a, λ).
  TableError(TableNorm norm, double t_begin, double t_end, int n_reference);

  /// The next grid time not beyond t, at which `add` needs the solution.
  std::optional<double> next_up_to(double t) { return grid_.next_up_to(t); }
  void add(double t, ConstVec y);
  double value() const;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.grid_, self.sum_of_squares_);
  }

 private:
  TableNorm norm_;
  TimeGrid grid_;
  Vector reference_;
  double sum_of_squares_ = 0;
};

}  // namespace pleuel
