// Where the rows and unknowns of a mechanical formulation stand.
#pragma once

#include <vector>

#include "pleuel/mechanics/formulation/formulation_rows.hpp"

namespace pleuel {

/// Unknowns: q, v, a, λ, s, and η if it is one. Rows in the same order: q̇, v̇, dynamics, the first
/// block of constraints, ṡ, then the further blocks, the last first.
struct RowLayout {
  RowLayout(const SystemInfo& info, const FormulationRows& rows);

  int n_q, n_v, n_g, n_s;
  int q, v, a, lambda, s, eta;  ///< first of each part, of the unknowns and of the rows alike
  int n_unknowns, n_rows;
  std::vector<int> constraint;  ///< first row of each constraint block
};

}  // namespace pleuel
