// Inertia integrals of a deformable body in a floating frame in space.
#pragma once

#include <vector>

#include "pleuel/fem/elastic_body.hpp"
#include "pleuel/fem/field_mass.hpp"
#include "pleuel/fem/shape_integrals.hpp"

namespace pleuel::fem {

/// Inertia constants of a body in space whose points are at r = y + A (x + Φ(x) q) [RSS99, (15)]:
///
///     m = ∫ρ,   S0 = ∫ρx,   X = ∫ρ x xᵀ,   C = ∫ρΦ
///     c_k = ∫ρ x φ_kᵀ  for each column φ_k of Φ,   M[H] = ∫ρ ΦᵀHΦ  (FieldMass)
///
/// These contain all integrals of [Wal94]: with the components a, b of c_k and of pairs of shape
/// functions, ∫ρ x̃Φ, ∫ρ x̃φ̃_j, ∫ρ φ̃_jΦ and ∫ρ φ̃_iφ̃_j are sums of them with coefficients 0 and
/// ±1. In the plane they are ShapeIntegrals<2>: c12 + i c21 and M + i B are traces of c_k and of
/// M[H].
template <>
struct ShapeIntegrals<3> {
  double m = 0;
  Eigen::Vector3d S0 = Eigen::Vector3d::Zero();
  Eigen::Matrix3d X = Eigen::Matrix3d::Zero();
  Eigen::Matrix3Xd C;
  /// c_k: for nodal displacements ∫ρ x N_i at each node, else three columns per k (ShapeMoments)
  Eigen::Matrix3Xd c;
  FieldMass mass;

  int size() const { return static_cast<int>(C.cols()); }
  /// J0 = ∫ρ (|x|² I − x xᵀ), about the origin.
  Eigen::Matrix3d inertia() const { return X.trace() * Eigen::Matrix3d::Identity() - X; }
  /// c_k of all k.
  ShapeMoments moments() const;

  /// The loads on q of a body that moves with its frame, one column for each of: unit acceleration
  /// along x, y, z; unit angular acceleration; the products ω_iω_j with (i, j) = (1,1), (2,2),
  /// (3,3), (1,2), (2,3), (3,1).
  Matrix inertia_loads() const;

  /// The integrals of the kept unknowns.
  ShapeIntegrals restricted(const DofSelection& selection) const;
  /// The integrals of q = V p, dense.
  ShapeIntegrals reduced(const Matrix& V) const;
};

/// From the finite element matrices of a body in space: with the scalar mass Ms of tetrahedra and
/// the nodes X, c is Ms X, C is Ms 1.
ShapeIntegrals<3> spatial_integrals(const ElasticBody& body);
/// From the scalar mass of all displacements of the nodes.
ShapeIntegrals<3> spatial_integrals(const Mesh& nodes, const FixedMatrix& Ms);

/// A mass point with the values of shape functions that are not local.
struct SpatialShapePoint {
  double mass = 0;
  Eigen::Vector3d x = Eigen::Vector3d::Zero();
  Eigen::Matrix3Xd Phi;
};

/// From n user-defined shape functions by quadrature over mass points.
ShapeIntegrals<3> spatial_integrals(int n, const std::vector<SpatialShapePoint>& points);

/// The same sums over the mass points of a body; verifies spatial_integrals(body).
ShapeIntegrals<3> summed_spatial_integrals(const ElasticBody& body);

}  // namespace pleuel::fem
