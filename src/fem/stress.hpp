// Stresses from displacements.
#pragma once

#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// (σ11, σ22, σ12) at each node, a column each: taken at the points where an element's stress is
/// most accurate (the centre of T3, three interior points of T6), continued linearly to the
/// element's nodes, and averaged over the elements at a node with their areas as weights. Order 1
/// for T3, 2 for T6 inside; lower at the boundary for T3. Triangles alone.
Matrix nodal_stress(const ElasticBody& body, const Vector& q);

/// σ_v² = ½ ((σ11−σ22)² + (σ22−σ33)² + (σ33−σ11)²) + 3 σ12², σ33 = 0 in plane stress and ν (σ11 +
/// σ22) in plane strain; one value a column.
Vector von_mises(const Matrix& stress, const PlaneSection& section);

/// N = EA u_t' and M = EI w'' of a beam at each node, mean of the elements there: a column (N, M)
/// each.
Matrix nodal_section_forces(const ElasticBody& body, const Vector& q);

}  // namespace pleuel::fem
