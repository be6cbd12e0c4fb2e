// Positions of the rows and unknowns of a mechanical formulation.
#pragma once

#include <vector>

#include "pleuel/mechanics/formulation/formulation_rows.hpp"

namespace pleuel {

/// Unknowns: q, v, a, λ, s, and η if present. Rows in the same order: q̇, v̇, dynamics, the first
/// constraint block, ṡ, then the further blocks in reverse order.
struct RowLayout {
  RowLayout(const SystemInfo& info, const FormulationRows& rows);

  int n_q, n_v, n_g, n_s;
  int q, v, a, lambda, s, eta;  ///< first index of each part, for unknowns and rows
  int n_unknowns, n_rows;
  std::vector<int> constraint;  ///< first row of each constraint block
};

}  // namespace pleuel
