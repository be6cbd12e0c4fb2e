// Measures whether the deformation of an elastic body is within the validity of its equations.
#pragma once

#include <string>
#include <vector>

#include "pleuel/mechanics/validity_measure.hpp"
#include "pleuel/model/flexible/flexible_part.hpp"

namespace pleuel {

/// u is the displacement of a node in the body's frame, L the diagonal of the bounding box, ϑ the
/// rotation (θ of beams, the skew part of ∂u/∂x in the middle of a triangle or tetrahedron) and E
/// the Green strain there:
///
///     elasticity   measures           remark from   limit
///     linear       |u|/L, |ϑ|         0.1           1
///     geometric    |u|/L, |ϑ|         0.3           1
///     green        largest |E|        0.1           1/3
///
/// The neglected terms have the relative size ϑ/2 (linear) and ϑ²/2 (geometric); remarks start at 5
/// % for both. The 'green' law softens under compression to 1/√3, i.e. E = −1/3.
///
/// Bodies with inelastic strains have no limit on rotations: where plastic flow concentrates in
/// some elements, the law refuses strains that are too large and names the element. A body without
/// known finite elements has no measures.
template <int D>
std::vector<ValidityMeasure> deformation_measures(const FlexiblePart<D>& part, const std::string& body);

}  // namespace pleuel
