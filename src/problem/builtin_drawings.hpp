// Drawings of built-in problems, whose bodies have no shapes.
#pragma once

#include <memory>

#include "pleuel/mechanics/drawing.hpp"

namespace pleuel {

/// A bob at (q₀, q₁) on a rod or a spring of length about 1 from the origin.
std::shared_ptr<const Drawing> pendulum_drawing(DrawnLine::Kind kind = DrawnLine::Kind::rod);

/// Crank, elastic rod and block of [MM08, II.19]; q = (φ1, φ2, x3, q1, q2, q3, q4).
std::shared_ptr<const Drawing> slider_crank_drawing(double l1, double l2);

/// The seven bodies of [MM08, II.13] as bars, and the spring.
std::shared_ptr<const Drawing> andrews_drawing();

/// Rods of length l; q = (x, y, φ) of each, φ = 0 points down. Null for chains that are too long to
/// draw.
std::shared_ptr<const Drawing> chain_drawing(int n, double l);

/// The axis of the top from the origin to its centre of mass, and a disc there; q = (r, p).
std::shared_ptr<const Drawing> top_drawing(double l);

}  // namespace pleuel
