// A consistent start of a DAE that is not a mechanism.
#pragma once

#include <string>

#include "pleuel/dae/dae.hpp"

namespace pleuel {

/// y and ẏ at a start, or why there are none.
struct ConsistentStart {
  Vector y;
  Vector ydot;
  double moved = 0;   ///< Euclidean distance of y from the one given
  std::string fault;  ///< empty: found
};

/// For a square DAE of index 1 whose row i belongs to unknown i.
///
/// Differential unknowns keep their values; the algebraic ones solve 0 = c(t,y) by Newton's method.
/// Then ẏ solves
///
///     E ẏ = r(t,y),     c_t + c_y ẏ = 0,
///
/// c_t + c_y ẏ as a difference quotient along (1, ẏ), which limits the derivatives of algebraic
/// unknowns to half the digits; methods use them for a first guess only. Both systems are solved
/// with E − δ J, δ a tiny part of `span`: on algebraic rows only J is left, on differential ones E
/// decides. Where E is singular otherwise than the unknowns say, see singular_start.hpp.
ConsistentStart consistent_start(Dae& dae, double t, ConstVec y0, double span);

}  // namespace pleuel
