// Remarks on elastic bodies whose beams are too thick or too few.
#pragma once

#include <string>
#include <vector>

#include "pleuel/model/flexible/elastic_shape.hpp"

namespace pleuel {

/// Of a body of beams in its frame, of which `n_modes` normal modes are kept (0: all unknowns). The
/// motion of the unknowns `prescribed` is given.
/// Remarks state that
///
/// - a chain of beams is less than 3 times as long as thick,
/// - the shear that Bernoulli–Euler theory neglects changes its lowest frequency by 1 % or more,
/// - the lowest frequency, or that of a kept mode, is too high by 2 % or more because its elements
///   are too long.
std::vector<std::string> beam_remarks(const ElasticShape& shape, int n_modes,
                                      const std::vector<int>& prescribed);

}  // namespace pleuel
