// How large the deformation of an elastic body is against what its equations allow.
#pragma once

#include <string>
#include <vector>

#include "pleuel/mechanics/validity_measure.hpp"
#include "pleuel/model/flexible/flexible_part.hpp"

namespace pleuel {

/// With u the displacement of a node in the body's frame, L the diagonal of the box around the
/// body, ϑ the rotation (θ of beams, the skew part of ∂u/∂x in the middle of a triangle) and E
/// Green's strain there:
///
///     elasticity   measures           remark from   limit
///     linear       |u|/L, |ϑ|         0.1           1
///     geometric    |u|/L, |ϑ|         0.3           1
///     green        largest |E|        0.1           1/3
///
/// The terms left out are of the relative size ϑ/2 (linear) and ϑ²/2 (geometric): with both,
/// remarks begin at 5 %. Green's law softens under compression to 1/√3, which is E = −1/3.
///
/// Where a body has inelastic strains, rotations have no limit: where plastic flow concentrates in
/// some elements, the law refuses strains too large for it and names the element. A body whose
/// finite elements are not known has no measures.
std::vector<ValidityMeasure> deformation_measures(const FlexiblePart& part, const std::string& body);

}  // namespace pleuel
