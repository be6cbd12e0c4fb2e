// Accelerations and Lagrange multipliers at a given position and velocity.
#pragma once

#include <optional>

#include "pleuel/mechanics/saddle_matrix.hpp"

namespace pleuel {

/// Solves
///
///     [M Gᵀ; G 0] (a, λ) = (f, −γ)      at (t, q, v, s).
///
/// Rigid bodies are left to SystemEvaluator::accelerations, which knows their structure. Systems
/// with deformations keep a factorisation and refine its solutions.
class AccelerationSaddle {
 public:
  /// The system must outlive this object.
  explicit AccelerationSaddle(const MechanicalSystem& system);

  /// a and λ of `at` are not read. Returns false if the matrix is singular or a value is not
  /// finite. No allocation after the first call.
  [[nodiscard]] bool solve(const Motion& at, Vec a, Vec lambda);

  /// The next solution is that of a new object.
  void forget() {
    if (kept_) kept_->saddle.forget();
  }

 private:
  struct Kept {
    Kept(const MechanicalSystem& system, SystemEvaluator& evaluator);

    MotionMatrices m;
    SaddleMatrix saddle;
    Vector no_a, no_lambda;
  };
  bool solve_kept(const Motion& at, Vec a, Vec lambda);

  std::unique_ptr<SystemEvaluator> evaluator_;
  std::optional<Kept> kept_;  // of a system with deformations
};

}  // namespace pleuel
