// Geometric stiffness of forces and moments at the markers of an elastic body.
#pragma once

#include <memory>
#include <vector>

#include "pleuel/fem/static_stress.hpp"
#include "pleuel/model/flexible/elastic_shape.hpp"
#include "pleuel/model/flexible/flexible_marker.hpp"

namespace pleuel {

inline constexpr int n_marker_loads = 6;

/// Unit forces along x, y, z and unit moments about them, as loads on the body that carries axial
/// forces; zero where the marker has no such part.
std::vector<fem::StaticLoad> marker_loads(const FlexibleMarker& marker, const ElasticShape& shape,
                                          const fem::ElasticBody& loaded);

/// From the responses to these loads, from number `first` on. Loads that cause no stress have no
/// matrix; null if none does.
std::shared_ptr<const MarkerBending> marker_bending(const fem::StaticStress& stress, int first,
                                                    const fem::ElasticBody& body);

}  // namespace pleuel
