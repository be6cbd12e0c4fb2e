// Extrapolates values from quadrature points to nodes.
#pragma once

#include "pleuel/fem/mesh.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel::fem {

/// The values at quadrature points, one column per point in the order of the elements, are
/// extrapolated linearly to the nodes and averaged there with the element areas or volumes as
/// weights. Linear elements have one point, T6 has three, Tet10 four.
Matrix nodal_values(const Mesh& mesh, const Matrix& at_points);

}  // namespace pleuel::fem
