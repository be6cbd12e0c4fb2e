// Geometric stiffness of a stressed body.
#pragma once

#include <functional>

#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// K_geo = ∫ N(x) w'w'ᵀ of a beam under the axial force N in newtons; tension stiffens. Example:
/// for a frame with angular velocity Ω at the start of a beam of length L along x, N = ρA Ω²
/// (L² − x²)/2. Has the pattern of body.stiffness().
FixedMatrix beam_geometric_stiffness(const ElasticBody& body,
                                     const std::function<double(const Eigen::Vector2d& x)>& N);

/// K_geo = ∫ Σ σ_ij (∂Φ/∂x_i)ᵀ ∂Φ/∂x_j of triangles and tetrahedra under the stress of the linear
/// response q of all unknowns. It is the first-order change of the St. Venant–Kirchhoff tangent in
/// q, without the change of K by rotated elements. Has the pattern of body.mass().
FixedMatrix solid_geometric_stiffness(const ElasticBody& body, const Vector& q);

}  // namespace pleuel::fem
