// Counts the turns of angles from step to step.
#pragma once

#include <optional>
#include <string>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// An angle whose turns a step leaves in doubt: how far it is from where its rates lead it.
struct DoubtfulTurn {
  std::string angle;
  double gap = 0;  ///< rad
};

/// Keeps the TurnState of a system up to date; does nothing where the system has none. The
/// trapezoidal rule tells whether the turns within a step are certain: it is doubtful unless
///
///     |θ₁ − θ₀ − h (ω₀ + ω₁)/2| < π/2,
///
/// a quarter of what a missed turn would bring. Equilibria have no rates: there ω₁ = (θ₁ − θ₀)/h
/// leads into the next step, and |θ₁ − θ₀ − h ω₀| < π/2 is asked for.
class TurnCounter {
 public:
  /// Whether motions have velocities: those of equilibria have none.
  enum class Rates { given, none };
  static constexpr double largest_gap = 1.5707963267948966;  // π/2

  /// The system must outlive this; nullptr: a DAE that is no mechanism.
  explicit TurnCounter(const MechanicalSystem* system, Rates rates = Rates::given);

  bool is_empty() const { return state_ == nullptr; }

  /// After a step that ends in `at`. Of a doubtful step nothing is taken. No allocation.
  [[nodiscard]] std::optional<DoubtfulTurn> accept(const Motion& at);
  /// Goes on from `at`, a state made again at the end of the last step.
  void renew(const Motion& at);

  /// Keeps the present state, to go back to it when the step that follows is done again.
  void keep();
  void go_back();

 private:
  void evaluate(const Motion& at);

  const SystemInfo* info_ = nullptr;
  TurnState* state_ = nullptr;
  Rates rates_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  TurnState kept_;
  Vector theta_, omega_;
};

}  // namespace pleuel
