// Power of applied loads, drivers and dissipation.
#pragma once

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// The right-hand side of the energy balance,
///
///     dE/dt = P_supplied − P_dissipated,   P_supplied = P_loads + λᵀ g_t.
///
/// The constraint force −Gᵀλ does the work −λᵀ G v = λᵀ g_t, because G v + g_t = 0. Only
/// constraints that depend on time (drivers) do work. The balance holds if E does not depend
/// explicitly on time. Use one instance per thread. No allocation after construction.
class PowerBalance {
 public:
  explicit PowerBalance(const SystemInfo& info)
      : g_t_(info.n_lambda()), no_velocity_(Vector::Zero(info.n_v())) {}

  /// `evaluator` belongs to the system given to the constructor. `at` needs t, q, v, λ and s.
  Power at(SystemEvaluator& evaluator, const Motion& at);

 private:
  Vector g_t_, no_velocity_;
};

}  // namespace pleuel
