// Stiffness that a body gains from the stress it is under.
#pragma once

#include <functional>

#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// K_geo = ∫ N(x) w'w'ᵀ of a beam under the axial force N, N; tension stiffens. With Ω the angular
/// velocity of a frame whose origin is at the start of a beam of length L along x: N = ρA Ω² (L² −
/// x²)/2. Of the pattern of body.stiffness().
FixedMatrix beam_geometric_stiffness(const ElasticBody& body,
                                     const std::function<double(const Eigen::Vector2d& x)>& N);

/// K_geo = ∫ Σ σ_ij (∂Φ/∂x_i)ᵀ ∂Φ/∂x_j of triangles under the stress of the linear response q: what
/// the tangent of St. Venant–Kirchhoff's law gains from it to first order in q, apart from the
/// change of K with the turned elements. Of the pattern of body.stiffness().
FixedMatrix plane_geometric_stiffness(const ElasticBody& body, const Vector& q);

}  // namespace pleuel::fem
