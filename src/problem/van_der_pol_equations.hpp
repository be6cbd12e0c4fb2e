// The equations of van der Pol's oscillator.
#pragma once

#include "pleuel/dae/dae.hpp"

namespace pleuel {

/// Van der Pol's oscillator in scaled time, with short jumps and slow parts of order 1 [HW96, IV.1;
/// MM08]:
///
///     ẏ₁ = y₂
///     ẏ₂ = ((1 − y₁²) y₂ − y₁)/ε
///
/// For small ε it is stiff: the eigenvalue −(y₁² − 1)/ε of the slow parts.
struct VanDerPolEquations {
  double epsilon = 1e-6;

  DaeInfo info() const {
    DaeInfo info;
    info.name = "van-der-pol";
    info.unknowns = {{.name = "y1", .unit = ""}, {.name = "y2", .unit = ""}};
    info.rows = {"rate of y1", "rate of y2"};
    return info;
  }

  void residual(const auto& x, auto* rows) const {
    rows[0] = x.y[1] - x.ydot[0];
    rows[1] = ((1.0 - x.y[0] * x.y[0]) * x.y[1] - x.y[0]) / epsilon - x.ydot[1];
  }
};

}  // namespace pleuel
