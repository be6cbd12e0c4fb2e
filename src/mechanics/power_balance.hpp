// The rates of work of applied loads, of drivers and of heat.
#pragma once

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// The right side of the energy balance of a motion,
///
///     dE/dt = P_supplied − P_dissipated,   P_supplied = P_loads + λᵀ g_t.
///
/// The constraint force −Gᵀλ does the work −λᵀ G v = λᵀ g_t, because G v + g_t = 0: only
/// constraints that depend on time, the drivers, do work. The balance holds where E does not depend
/// on time explicitly. Use one instance per thread. No allocation after the constructor.
class PowerBalance {
 public:
  explicit PowerBalance(const SystemInfo& info)
      : g_t_(info.n_lambda()), no_velocity_(Vector::Zero(info.n_v())) {}

  /// `evaluator` belongs to the system of the constructor's argument. `at` needs t, q, v, λ and s.
  Power at(SystemEvaluator& evaluator, const Motion& at);

 private:
  Vector g_t_, no_velocity_;
};

}  // namespace pleuel
