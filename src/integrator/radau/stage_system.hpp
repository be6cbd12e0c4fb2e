// The linear systems of a Newton iteration for all stages at once.
#pragma once

#include <memory>
#include <optional>

#include "pleuel/dae/newton_matrix.hpp"
#include "pleuel/dae/statistics.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Solves (1/h A⁻¹ ⊗ E − I ⊗ J) ΔZ = R, exactly or by a few inner iterations, with factors of
/// αE − J of the size of one stage. Stages are columns: Z and ΔZ have n rows, R has
/// DaeInfo::n_rows().
class StageSystem {
 public:
  virtual ~StageSystem() = default;

  virtual ShiftCounts shifts() const = 0;
  /// Allocates for n unknowns and `rows` equations.
  virtual void begin(Eigen::Index n, Eigen::Index rows) = 0;
  /// The number of stages from now on.
  virtual void take(int stages) = 0;

  /// Factors all shifts for the step size h. Returns the first singular one.
  [[nodiscard]] virtual std::optional<SingularMatrix> factor(NewtonMatrix& matrix, double h,
                                                             Statistics& statistics) = 0;
  /// Starts the iteration at Z, which later calls of add_increment change.
  virtual void start(const Matrix& Z) = 0;
  /// Z += ΔZ for the residuals R. Returns the sum of squares of the weighted increments.
  virtual double add_increment(NewtonMatrix& matrix, double h, const Matrix& R, ConstVec weights, Matrix& Z,
                               Statistics& statistics) = 0;
  /// The increments that were measured, one column per stage.
  virtual const Matrix& increments() const = 0;

  /// The error estimate is `weight` (αE − J)⁻¹ residual(t_n, y_n, u̇(t_n)) with this real shift.
  struct ErrorFilter {
    int shift = 0;
    double weight = 1;
  };
  virtual ErrorFilter error_filter() const { return {}; }
};

/// Estimates per row of the factored matrix, for the decision about threads.
inline constexpr double factor_operations = 400, solve_operations = 100;

/// Operations that threads may share: none if they would wait for each other.
inline double shared_operations(const NewtonMatrix& matrix, double per_row) {
  return matrix.is_reentrant() ? per_row * matrix.factored_size() : 0;
}

}  // namespace pleuel
