// The equations of Robertson's reaction.
#pragma once

#include "pleuel/dae/dae.hpp"

namespace pleuel {

/// An autocatalytic reaction of three substances: A → B slowly, B + B → C + B very fast,
/// B + C → A + C fast [HW96, IV (1.4); MM08]. The conservation of mass replaces the third rate,
/// which gives a DAE of index 1:
///
///     ẏ₁ = −k₁ y₁ + k₃ y₂ y₃             k₁ = 0.04, k₂ = 3e7, k₃ = 1e4
///     ẏ₂ = k₁ y₁ − k₃ y₂ y₃ − k₂ y₂²
///      0 = y₁ + y₂ + y₃ − 1
struct RobertsonEquations {
  double k1 = 0.04, k2 = 3e7, k3 = 1e4;

  DaeInfo info() const {
    DaeInfo info;
    info.name = "robertson";
    info.unknowns = {{.name = "A", .unit = ""},
                     {.name = "B", .unit = ""},
                     {.name = "C", .unit = "", .is_differential = false}};
    info.rows = {"rate of A", "rate of B", "conservation of mass"};
    return info;
  }

  void residual(const auto& x, auto* rows) const {
    const auto slow = k1 * x.y[0];
    const auto fast = k3 * x.y[1] * x.y[2];
    rows[0] = -slow + fast - x.ydot[0];
    rows[1] = slow - fast - k2 * x.y[1] * x.y[1] - x.ydot[1];
    rows[2] = x.y[0] + x.y[1] + x.y[2] - 1.0;
  }
};

}  // namespace pleuel
