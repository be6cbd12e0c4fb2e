// Consistent initial values of a DAE that is not a mechanism.
#pragma once

#include <string>

#include "pleuel/dae/dae.hpp"

namespace pleuel {

/// Consistent y and ẏ, or the reason why none were found.
struct ConsistentStart {
  Vector y;
  Vector ydot;
  double moved = 0;   ///< Euclidean distance of y from the given value
  std::string fault;  ///< empty: values were found
};

/// For a square DAE of index 1 in which row i belongs to unknown i.
///
/// Differential unknowns keep their values. The algebraic unknowns solve 0 = c(t,y) by Newton's
/// method. Then ẏ solves
///
///     E ẏ = r(t,y),     c_t + c_y ẏ = 0,
///
/// c_t + c_y ẏ is a difference quotient along (1, ẏ), so derivatives of algebraic unknowns have
/// only half the digits. Methods use them only as a first guess. Both systems are solved with E − δ
/// J, where δ is a tiny part of `span`: on algebraic rows only J remains, on differential rows E
/// dominates. For other singular E see singular_start.hpp.
ConsistentStart consistent_start(Dae& dae, double t, ConstVec y0, double span);

}  // namespace pleuel
