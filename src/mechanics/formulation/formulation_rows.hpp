// The rows by which formulations differ.
#pragma once

#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// One block of n_λ constraint rows: position · g + velocity · (G v + g_t) + acceleration · (G a + γ) = 0.
struct ConstraintRows {
  double position = 0;
  double velocity = 0;
  double acceleration = 0;
};

/// A formulation of the equations of motion. All have the rows
///
///     q̇ = H v − g_qᵀ η,   v̇ = a,   0 = M a + Gᵀλ − f,   ṡ = σ
///
/// with η only where `has_eta`. The first block of `constraints` stands for λ, the second for η.
struct FormulationRows {
  std::string name = {};
  std::vector<ConstraintRows> constraints = {};
  bool has_eta = false;
  int constraint_level = 0;  ///< hidden levels left
  int index_v = 1;           ///< DAE index of v; q always has 1
  int index_a = 1;           ///< of a, λ and η

  Levels levels() const {
    Levels result;
    for (const ConstraintRows& c : constraints) {
      result.position |= c.position != 0;
      result.velocity |= c.velocity != 0;
      result.acceleration |= c.acceleration != 0;
    }
    return result;
  }
};

}  // namespace pleuel
