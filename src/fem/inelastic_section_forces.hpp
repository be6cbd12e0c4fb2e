// Section forces of beams with inelastic strains.
#pragma once

#include "pleuel/fem/inelastic_points.hpp"
#include "pleuel/fem/stress.hpp"

namespace pleuel::fem {

/// SectionForces::at_points with the stresses E (ε − w) at the fibres. `q` has all unknowns of the
/// body, x the internal variables of all points.
///
/// The parts ∫E w, −∫E y w and ∫E z w of N, M_z and M_y are known at the two Gauss points of each
/// element. The mean of the former is subtracted from N, and the lines through the latter from the
/// moments; their slopes belong to the shear forces. So section forces of loads at nodes remain
/// exact, as they are without inelastic strains.
Matrix inelastic_section_forces(const ElasticBody& body, const InelasticPoints& points, const Vector& q,
                                const Vector& x);

}  // namespace pleuel::fem
