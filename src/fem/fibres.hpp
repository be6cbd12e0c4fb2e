// Fibres of the sections of beams.
#pragma once

#include <vector>

namespace pleuel::fem {

/// A part of a section: its place from the centroid along the section's axes, and its area.
struct Fibre {
  double y = 0, z = 0;  ///< m
  double area = 0;      ///< m²
};

/// Gauss points along height (y) and width (z). From two on the sums of 1, y² and z² are the
/// section's area and second moments to rounding. In the plane n_z is 1: all fibres of a height
/// have the same strain.
std::vector<Fibre> rectangle_fibres(double height, double width, int n_y, int n_z);

/// Rings of a circle or a tube, at the Gauss points of r², with fibres at equal angles. From three
/// angles on the sums of 1, y² and z² are those of the section to rounding.
std::vector<Fibre> ring_fibres(double radius, double inner_radius, int n_rings, int n_angles);
/// The same for bending in the x–y plane: the angles are those of half a ring, and each fibre
/// stands for both sides. From two angles on the sums of 1 and y² are those of the section to
/// rounding.
std::vector<Fibre> half_ring_fibres(double radius, double inner_radius, int n_rings, int n_angles);

}  // namespace pleuel::fem
