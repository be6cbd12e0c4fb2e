// A run beside its reference digits.
#pragma once

#include <limits>
#include <string>

#include "pleuel/dae/tolerances.hpp"
#include "pleuel/linalg/types.hpp"
#include "pleuel/problem/problem.hpp"
#include "pleuel/run/time_grid.hpp"

namespace pleuel {

/// With r the reference and y the end of the run; components whose reference is unknown (NaN) are
/// left out, and what has no component left is NaN.
struct Comparison {
  /// −log10 max |yᵢ − rᵢ|/|rᵢ|, components the source names
  double scd = std::numeric_limits<double>::quiet_NaN();
  /// −log10 max |yᵢ − rᵢ|/(atolᵢ/rtolᵢ + |rᵢ|), all
  double mescd = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::quiet_NaN();        ///< Euclidean, main unknowns
  double error_table = std::numeric_limits<double>::quiet_NaN();  ///< see TableNorm
  /// Euclidean, of this group alone
  double error_q = std::numeric_limits<double>::quiet_NaN();
  double error_v = std::numeric_limits<double>::quiet_NaN();
  double error_lambda = std::numeric_limits<double>::quiet_NaN();
  std::string source;
};

/// scd, mescd and error; y may be longer than the reference, which ends with λ. Where rᵢ = 0 scd
/// takes the absolute error.
Comparison compare(ConstVec y, const Reference& reference, const Tolerances& tolerances);

/// error_q, error_v and error_lambda; `unknowns` are those of y.
void compare_groups(ConstVec y, const Reference& reference, const std::vector<Unknown>& unknowns,
                    Comparison& comparison);

/// Accumulates sqrt(Δt Σᵢ ‖e(tᵢ)‖₂²), tᵢ = t_begin + i Δt, i ≥ 1, while a run goes on.
class TableError {
 public:
  /// `n_reference` is the number of entries of (q, v, a, λ).
  TableError(TableNorm norm, double t_begin, double t_end, int n_reference);

  /// The next grid time not beyond t, at which `add` wants the solution.
  std::optional<double> next_up_to(double t) { return grid_.next_up_to(t); }
  void add(double t, ConstVec y);
  double value() const;

 private:
  TableNorm norm_;
  TimeGrid grid_;
  Vector reference_;
  double sum_of_squares_ = 0;
};

}  // namespace pleuel
