// Predicts the processor time of a run from counts of work and the sizes of its equations.
#pragma once

#include "pleuel/dae/statistics.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

/// Sizes that determine the cost of evaluations and of linear algebra.
struct EquationSizes {
  int n_v = 0;       ///< velocities; unknowns of a plain DAE
  int n_saddle = 0;  ///< rows of the matrix that is factored for a step
  int n_plain = 0;   ///< the same without unknowns η
  int n_s = 0;       ///< internal states
  long entries = 0;  ///< of all matrices of the linearised equations
  bool is_sparse = false;
  int n_y = 0;  ///< unknowns
};

/// Evaluations per 1/rate of an explicit method at its limit of stability: dop853 has 12 stages for
/// 6/rate.
inline constexpr double evaluations_per_rate = 2;

/// Of equations, and of their system if they belong to one. Creates an evaluator.
EquationSizes sizes_of(const DaeInfo& dae, const MechanicalSystem* system);
/// Of the equations of a plan.
EquationSizes sizes_of(const RunPlan& plan);

/// Seconds of the machine on which its constants were measured (docs/choice.md). The automatic
/// choice compares runs by these and never by the clock, so that equal requests give equal results.
///
/// The rows of the equations, their derivatives and the solves have a fixed price per entry E of
/// the linearised equations. A factorisation costs n³/3 multiplications of a dense matrix; a sparse
/// one has a fixed price per entry, because the fill of mechanisms is a multiple of E, times
/// (n/n₀)⁴ if unknowns η enlarge the n₀ rows of δa and δλ. Complex arithmetic takes twice as long
/// as real arithmetic. Most predictions are within a factor of two.
class WorkModel {
 public:
  explicit WorkModel(const EquationSizes& size) : size_(size) {}

  double residual() const;
  double jacobian() const;
  double factor() const;
  double factor_complex() const;
  double solve() const;
  double solve_complex() const;
  /// Rows, M, G, and a factorisation and solve of [M Gᵀ; G 0].
  double acceleration() const;

  /// Of a method that solves with the Newton matrix. The counts do not separate real and complex
  /// systems: each iteration and each error estimate solves one real system, all others are
  /// complex.
  double of_implicit(const Statistics& work) const;
  /// Of a method that evaluates accelerations.
  double of_explicit(const Statistics& work) const;

 private:
  double entries() const { return static_cast<double>(size_.entries); }
  double growth() const {
    return size_.n_plain > 0 ? static_cast<double>(size_.n_saddle) / size_.n_plain : 1;
  }

  EquationSizes size_;
};

}  // namespace pleuel
