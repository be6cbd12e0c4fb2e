// Nodes that move as one rigid body.
#pragma once

#include <string>
#include <vector>

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/linear_conditions.hpp"
#include "pleuel/fem/nodal_body.hpp"

namespace pleuel::fem {

/// The displacements of the nodes of a set are those of a rigid motion, u_i = t + θ × (x_i − x̄),
/// and rotations of beam nodes are θ. With the rigid motions R of the set's unknowns that the frame
/// leaves free, ρ independent rows p are chosen, and every other row j gives a condition
///
///     0 = u_j − R_j R_p⁻¹ u_p
///
/// with at most seven entries. A set of n nodes of tetrahedra has 3n − 6 conditions. Names of the
/// conditions begin with `name`.
LinearConditions rigid_set(const NodalBody& body, const DofSelection& frame, const std::vector<int>& nodes,
                           const std::string& name);

}  // namespace pleuel::fem
