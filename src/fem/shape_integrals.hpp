// Inertia integrals of a deformable body in a floating frame.
#pragma once

#include <functional>

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// In the plane (D = 2) and in space (D = 3, spatial_integrals.hpp).
template <int D>
struct ShapeIntegrals;

/// Inertia constants of a planar body whose points are at r = y + A(φ) (x + Φ(x) q) [RSS99, (15)]:
///
///     m = ∫ρ,   S0 = ∫ρx,   J0 = ∫ρ|x|²
///     c1 = ∫ρΦ1,   c2 = ∫ρΦ2,   c12 = ∫ρ(x1Φ1 + x2Φ2),   c21 = ∫ρ(x1Φ2 − x2Φ1)
///     M = ∫ρ(Φ1ᵀΦ1 + Φ2ᵀΦ2),   B = ∫ρ(Φ1ᵀΦ2 − Φ2ᵀΦ1)
///
/// where Φ1, Φ2 are the rows of Φ. M and B are sparse if the shape functions are local. With
/// t1 = (1,0), t2 = (0,1), rot = (−x2, x1), dil = (x1, x2) represented by Φq:
///
///     c1ᵀt1 = c2ᵀt2 = m,   c21ᵀrot = J0,   c12ᵀdil = J0,   dilᵀB rot = J0,   B = −Bᵀ
template <>
struct ShapeIntegrals<2> {
  double m = 0;
  Eigen::Vector2d S0 = Eigen::Vector2d::Zero();
  double J0 = 0;
  Vector c1, c2, c12, c21;
  FixedMatrix M, B;

  int size() const { return static_cast<int>(c1.size()); }

  /// The integrals of the kept unknowns.
  ShapeIntegrals restricted(const DofSelection& selection) const;
  /// The integrals of q = V p: Vᵀc, VᵀMV, VᵀBV, dense.
  ShapeIntegrals reduced(const Matrix& V) const;
};

/// From the finite element matrices. For isoparametric triangles with the scalar mass Ms of
/// M = Ms ⊗ I₂:
///
///     c1 = M t1,   c2 = M t2,   c12 = M dil,   c21 = M rot
///     B = Ms ⊗ [0 1; −1 0],   J0 = rotᵀM rot
///
/// For beams from their mass points.
ShapeIntegrals<2> shape_integrals(const ElasticBody& body);

/// A mass point with the values of shape functions that are not local.
struct ShapePoint {
  double mass = 0;
  Eigen::Vector2d x = Eigen::Vector2d::Zero();
  Eigen::Matrix<double, 2, Eigen::Dynamic> Phi;
};

/// From n user-defined shape functions by quadrature over mass points; M and B are full.
ShapeIntegrals<2> shape_integrals(int n, const std::vector<ShapePoint>& points);

/// The same sums over the mass points of a body for all element types; verifies
/// shape_integrals(body).
ShapeIntegrals<2> summed_shape_integrals(const ElasticBody& body);

/// A matrix with a full pattern.
FixedMatrix full_matrix(const Matrix& A);
/// Vᵀ A V.
Matrix projected(const FixedMatrix& A, const Matrix& V);

}  // namespace pleuel::fem
