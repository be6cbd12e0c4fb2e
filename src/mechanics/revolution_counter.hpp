// Counts the revolutions of angles from step to step.
#pragma once

#include <optional>
#include <string>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// An angle whose revolutions are uncertain after a step, and its distance from the prediction.
struct DoubtfulRevolution {
  std::string angle;
  double gap = 0;  ///< rad
};

/// Updates the RevolutionState of a system; does nothing if the system has none. The trapezoidal
/// rule decides whether the count of a step is certain. It is doubtful unless
///
///     |θ₁ − θ₀ − h (ω₀ + ω₁)/2| < π/2,
///
/// a quarter of the error of a missed revolution. Equilibria have no rates: ω₁ = (θ₁ − θ₀)/h
/// predicts the next step, and the condition is |θ₁ − θ₀ − h ω₀| < π/2.
class RevolutionCounter {
 public:
  /// Whether motions have velocities; those of equilibria have none.
  enum class Rates { given, none };
  static constexpr double largest_gap = 1.5707963267948966;  // π/2

  /// The system must outlive this object; nullptr for a DAE that is not a mechanism.
  explicit RevolutionCounter(const MechanicalSystem* system, Rates rates = Rates::given);

  bool is_empty() const { return state_ == nullptr; }

  /// Call after a step that ends at `at`. A doubtful step changes nothing. No allocation.
  [[nodiscard]] std::optional<DoubtfulRevolution> accept(const Motion& at);
  /// Continues from `at`, a recomputed state at the end of the last step.
  void renew(const Motion& at);

  /// Saves the current state, to restore it if the next step is repeated.
  void keep();
  void go_back();

  /// The revolutions of the system; the kept ones are saved again before the next step.
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    if (self.state_ != nullptr) stream(*self.state_);
  }

 private:
  void evaluate(const Motion& at);

  const SystemInfo* info_ = nullptr;
  RevolutionState* state_ = nullptr;
  Rates rates_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  RevolutionState kept_;
  Vector theta_, omega_;
};

}  // namespace pleuel
