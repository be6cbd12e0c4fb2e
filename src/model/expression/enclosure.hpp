// Bounds of a function of time and of its rate over an interval.
#pragma once

#include "pleuel/model/expression/interval.hpp"
#include "pleuel/model/expression/tape.hpp"

namespace pleuel {

/// Contains f(t) and f'(t) for all t of an interval. Where f has corners, `rate` contains the
/// slopes of both sides; where it may jump, it is the whole line.
struct Enclosure {
  Interval value, rate;

  bool is_constant() const { return value.is_point() && rate.is_zero(); }
};

/// Where an operation has pieces: its level arguments, and whether it jumps from piece to piece or
/// has corners or less.
enum class Pieces { none, joined, jumping };
Pieces pieces_of(Operation op);

/// What the pieces of an operation are told by: a − b of min, max and comparisons, else a.
Enclosure deciding(Operation op, const Enclosure& a, const Enclosure& b);
double deciding(Operation op, double a, double b);

/// The nearest value of the deciding argument above x, or below it, at which a piece ends; infinite
/// if there is none. Zero for most; 0 and 1 for smooth, the whole numbers for floor.
double level_above(Operation op, double x);
double level_below(Operation op, double x);

/// An operation of enclosures, whatever their pieces. Not for select.
Enclosure enclose(Operation op, const Enclosure& a, const Enclosure& b);
/// The same, where it is known that all values belong to the piece of (x, y).
Enclosure enclose_in_piece(Operation op, const Enclosure& a, const Enclosure& b, double x, double y);
/// if(c, a, b)
Enclosure enclose_select(const Enclosure& c, const Enclosure& a, const Enclosure& b);

}  // namespace pleuel
