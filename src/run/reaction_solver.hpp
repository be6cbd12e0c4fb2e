// The accelerations and reactions of the saddle system, also where constraints repeat each other.
#pragma once

#include <memory>
#include <optional>

#include "pleuel/base/state_stream.hpp"
#include "pleuel/mechanics/acceleration_saddle.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/run/run_equations.hpp"

namespace pleuel {

/// (a, λ) at (t, q, v, s). Of constraints that repeat each other a choice is kept, and λ is that of
/// least norm, which does not depend on the choice.
class ReactionSolver {
 public:
  /// The equations must outlive this.
  explicit ReactionSolver(const RunEquations& of);

  /// False where the saddle system has no solution: beside a singular configuration, or where the
  /// model leaves its domain.
  [[nodiscard]] bool solve(const Motion& at, Vec a, Vec lambda);

  /// Discards matrices, then writes the choice of constraints.
  void save(StateWriter& out);
  void load(StateReader& in);

 private:
  bool solve_chosen(const Motion& at, Vec a, Vec lambda);
  bool renew_choice(const Motion& at);
  void restore(const ConstraintRank& rank);

  std::optional<ConstraintChoice> choice_;  // where constraints repeat each other
  std::unique_ptr<AccelerationSaddle> saddle_;
  Vector chosen_;
};

}  // namespace pleuel
