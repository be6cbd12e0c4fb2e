// Stresses from displacements.
#pragma once

#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// (σ11, σ22, σ12) per node, one column each. Stresses are evaluated at the points of highest
/// accuracy (the centre of T3, three interior points of T6), extrapolated linearly to the nodes of
/// the element, and averaged over the elements at a node with their areas as weights. Inside the
/// body the order is 1 for T3 and 2 for T6; at the boundary it is lower for T3. Only for triangles.
Matrix nodal_stress(const ElasticBody& body, const Vector& q);

/// σ_v² = ½ ((σ11−σ22)² + (σ22−σ33)² + (σ33−σ11)²) + 3 σ12², with σ33 = 0 in plane stress and
/// ν (σ11 + σ22) in plane strain; one value per column.
Vector von_mises(const Matrix& stress, const PlaneSection& section);

/// N = EA u_t' and M = EI w'' of a beam at each node, averaged over its elements: one column (N, M)
/// per node.
Matrix nodal_section_forces(const ElasticBody& body, const Vector& q);

}  // namespace pleuel::fem
