// Accelerations and Lagrange multipliers at a given position and velocity.
#pragma once

#include "pleuel/mechanics/saddle_matrix.hpp"

namespace pleuel {

/// Solves
///
///     [M Gᵀ; G 0] (a, λ) = (f, −γ)      at (t, q, v, s).
class AccelerationSaddle {
 public:
  /// The system must outlive this object.
  explicit AccelerationSaddle(const MechanicalSystem& system);

  /// a and λ of `at` are not read. Returns false if the matrix is singular or a value is not
  /// finite. No allocation.
  [[nodiscard]] bool solve(const Motion& at, Vec a, Vec lambda);

  /// The next solution is that of a new object.
  void forget() { saddle_.forget(); }

 private:
  std::unique_ptr<SystemEvaluator> evaluator_;
  MotionMatrices m_;
  SaddleMatrix saddle_;
  Vector no_a_, no_lambda_;
};

}  // namespace pleuel
