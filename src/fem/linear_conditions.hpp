// Linear conditions on the unknowns of an elastic body.
#pragma once

#include <string>
#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel::fem {

/// 0 = C q.
struct LinearConditions {
  FixedMatrix C_transposed;  ///< a condition per column
  struct Row {
    std::string name;
    bool is_rotation = false;  ///< its multiplier is a moment
  };
  std::vector<Row> rows;
  /// Unknowns without which K is regular; empty if it is so with all.
  std::vector<int> held = {};

  int size() const { return C_transposed.cols; }
  /// Both, with the unknowns that both hold.
  static LinearConditions joined(const LinearConditions& a, const LinearConditions& b);
};

}  // namespace pleuel::fem
