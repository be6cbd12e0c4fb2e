// From the points of quadrature to the nodes.
#pragma once

#include "pleuel/fem/mesh.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel::fem {

/// Values at the points of quadrature, a column each, point after point as in the elements,
/// continued linearly to the nodes and averaged there with the areas of elements as weights. T3 has
/// one point, T6 three.
Matrix nodal_values(const Mesh& mesh, const Matrix& at_points);

}  // namespace pleuel::fem
