// The flexible slider crank of the α-method paper as a benchmark.
#pragma once

#include "pleuel/problem/flexible_crank_system.hpp"
#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// [YPR98, 4.3]: rigid crank, rod of `elements` Hermite beam elements, slider; 1 s from rest in the
/// stretched position. The text does not specify data, frame and load. `reading=program` (default)
/// takes them from the published program of [Sim96] to which the text's model belongs: torque
/// pulse, gravity, bending modulus of plane strain. `reading=text` follows the plain text: 0.2 N m
/// for 0.3 s, no gravity. Reference digits for four elements.
Problem flexible_slider_crank_problem();

/// The system for the given reading.
enum class CrankReading { program, text };
std::shared_ptr<const FlexibleCrankSystem> flexible_crank_system(CrankReading reading, int elements,
                                                                 ShapeIntegral integral);

}  // namespace pleuel
