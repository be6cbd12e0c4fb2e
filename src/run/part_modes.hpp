// Frequencies of one elastic body of a mechanism.
#pragma once

#include "pleuel/run/analysis.hpp"

namespace pleuel {

/// Eigenfrequencies of the undeformed body at rest while everything else is held:
///
///     ω² M_Δ x = K_Δ x,
///
/// with mass and stiffness of the deformation coordinates only. Gyroscopic terms, joints and
/// internal states do not enter.
struct PartModes {
  CaseHeader header;
  std::string part;
  std::vector<std::string> coordinates;
  Vector omega;   ///< rad/s, ascending; 0 for a motion without stiffness
  Matrix shapes;  ///< one column per frequency, largest entry 1
};

/// `part` is the name of an elastic body of a model file. In a built-in case with one elastic body
/// it is the last word of its name in pictures: "rod" of "connecting rod". Throws InvalidInput with
/// the names of the elastic bodies if there is no such body, and for bodies with more than
/// most_part_unknowns deformations.
PartModes part_modes_of(const Catalogue& catalogue, const CaseRequest& request, const std::string& part);

inline constexpr int most_part_unknowns = 2000;

}  // namespace pleuel
