// Pictures of geometrically exact beams, and whether their elements are small enough.
#pragma once

#include <memory>
#include <vector>

#include "pleuel/mechanics/drawing.hpp"
#include "pleuel/mechanics/validity_measure.hpp"
#include "pleuel/model/beam/beam_description.hpp"

namespace pleuel {

/// The outline of a beam with the forces and moments of its sections; values at a node are means of
/// the neighbouring elements. `first_term`: its first element among the beams of the system.
DrawnMesh beam_drawing(const BeamDescription& beam, std::shared_ptr<const MechanicalSystem> system,
                       std::size_t first_term);

/// Two measures of a beam:
///
/// - the rotation between the ends of an element. An arc of the angle ψ differs from its chord by
///   ψ²/24, which is 1 % at the remark.
/// - the strain of the outermost fibre, for which the law of the material is linear.
std::vector<ValidityMeasure> beam_measures(const BeamDescription& beam,
                                           const std::shared_ptr<const MechanicalSystem>& system,
                                           std::size_t first_term);

}  // namespace pleuel
