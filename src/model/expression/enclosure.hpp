// Bounds of a function of time and of its rate over an interval.
#pragma once

#include "pleuel/model/expression/interval.hpp"
#include "pleuel/model/expression/tape.hpp"

namespace pleuel {

/// Contains f(t) and f'(t) for all t of an interval. At corners of f, `rate` contains the slopes of
/// both sides; where f may jump, it is the whole line.
struct Enclosure {
  Interval value, rate;

  bool is_constant() const { return value.is_point() && rate.is_zero(); }
};

/// Whether an operation has pieces, and whether it jumps between them or is continuous.
enum class Pieces { none, joined, jumping };
Pieces pieces_of(Operation op);

/// The argument that selects the piece: a − b for min, max and comparisons, otherwise a.
Enclosure deciding(Operation op, const Enclosure& a, const Enclosure& b);
double deciding(Operation op, double a, double b);

/// The nearest value of the deciding argument above, or below, x at which a piece ends; infinite if
/// there is none. Zero for most operations; 0 and 1 for smooth, the integers for floor.
double level_above(Operation op, double x);
double level_below(Operation op, double x);

/// The enclosure of an operation, for all pieces. Not for select.
Enclosure enclose(Operation op, const Enclosure& a, const Enclosure& b);
/// The same if all values belong to the piece of (x, y).
Enclosure enclose_in_piece(Operation op, const Enclosure& a, const Enclosure& b, double x, double y);
/// if(c, a, b)
Enclosure enclose_select(const Enclosure& c, const Enclosure& a, const Enclosure& b);

}  // namespace pleuel
