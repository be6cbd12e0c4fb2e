// The equations of motion of one elastic body in its floating frame in space.
#pragma once

#include <array>
#include <memory>

#include "pleuel/fem/body_pattern.hpp"
#include "pleuel/fem/flexible_body.hpp"
#include "pleuel/fem/spatial_integrals.hpp"
#include "pleuel/fem/strain_energy.hpp"

namespace pleuel::fem {

template <>
struct FlexibleBodyData<3> {
  ShapeIntegrals<3> integrals;
  FixedMatrix stiffness;                              ///< K
  FixedMatrix damping = {};                           ///< D; without rows: none
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();  ///< g, m/s²
  /// If given, ∇W(q) replaces K q.
  std::shared_ptr<const StrainEnergy> nonlinear = nullptr;
  GeometricStiffening<3> geometric = {};  ///< none if it has no pattern
};

/// Coordinates x = (y, p, q): origin, unit quaternion and deformation. Velocities v = (ẏ, ω, q̇)
/// with ω in the axes of the frame. With A = A(p), z = x + Φq, the acceleration of a point in the
/// axes of the frame is
///
///     b + H z + 2ω̃ u̇ + ü,   b = Aᵀ(ÿ − g),   H = dω̃/dt + ω̃ω̃
///
/// The principle of virtual work for δr = δy + A (δθ × z + Φδq) gives M v̇ − f = (r_y, r_θ, r_q)
/// [RSS99, (16), (18)], with v_k = ∫ρ z φ_kᵀ and S = ∫ρz, G = ∫ρ z zᵀ, G_1 = ∫ρ z u̇ᵀ,
/// G_2 = ∫ρ z üᵀ:
///
///     r_y = A (m b + H S + 2ω̃ C q̇ + C q̈)
///     r_θ = S × b + ax(H G + 2ω̃ G_1ᵀ + G_2ᵀ),        ax(B)_i = Σ ε_ijk B_kj
///     r_q = Cᵀb + tr(H v_k) + 2 tr(ω̃ ∫ρ u̇ φ_kᵀ) + tr(∫ρ ü φ_kᵀ) + K q + D q̇
///
/// so that the mass matrix (19) of [RSS99] is
///
///         | m I    −A S̃                A C   |
///     M = |  ·     tr(G) I − G      (ax(v_kᵀ)) |
///         |  ·      ·                  M[I]  |
///
/// The integrals v_k, ∫ρ u̇ φ_kᵀ, ∫ρ ü φ_kᵀ take one product with the scalar mass matrix of the
/// finite elements each (FieldMass). Only six rows and columns are full. No allocation after
/// construction.
///
/// With geometric stiffening the second-order displacements u₂ are added to S, to G, G_1 and G_2
/// where they stand beside x, and to C and v_k, which are derivatives by q_k; products of u₂ with u
/// or u₂ are neglected. These are Lagrange's equations for T and W below:
///
///     S = S0 + C q − ½ (qᵀK_i q),   C̃ = ∂S/∂q,   X_2(p, q) = ∫ρ x u₂ᵀ = −½ (pᵀP_ij q)
///     G + X_2 + X_2ᵀ,   v_k + ∂X_2/∂q_k,   G_1 + Ẋ_2,   G_2 + Ẍ_2
///
/// Derivatives by positions are by (δy, δθ, δq), where δA = A δθ̃: they have as many columns as
/// velocities. The user converts δθ to changes of the quaternion.
template <>
class FlexibleBody<3> {
 public:
  explicit FlexibleBody(FlexibleBodyData<3> data);
  FlexibleBody(const FlexibleBody&) = delete;
  FlexibleBody& operator=(const FlexibleBody&) = delete;

  int n_deformation() const { return data_.integrals.size(); }
  int size() const { return 6 + n_deformation(); }
  const FlexibleBodyData<3>& data() const { return data_; }

  /// Pattern of M and of both derivatives, without values: the border, and the entries of M[H], K
  /// and D.
  const FixedMatrix& pattern() const { return pattern_.matrix(); }
  /// Whether M_Δ has an entry (i, j): nodal displacements along different axes have none.
  bool has_mass(int i, int j) const;

  /// Scratch memory: use one instance per thread.
  struct Workspace {
    explicit Workspace(const FlexibleBody& body);
    ShapeMoments z, rate, acceleration;  // ∫ρ z φ_kᵀ, ∫ρ u̇ φ_kᵀ, ∫ρ ü φ_kᵀ
    Vector K_q;                          // ∇W + D q̇
    FixedMatrix tangent;
    // (K_i, P_ij) times q, q̇, q̈ and C̃, for geometric stiffening only
    GeometricStiffening<3>::Values bend, bend_rate, bend_acceleration;
    Eigen::Matrix3Xd C;
  };

  void mass(ConstVec x, FixedMatrix& M, Workspace& work) const;
  void force(ConstVec x, ConstVec v, Vec f, Workspace& work) const;
  /// r = M a − f, without forming M. v and a may be empty: at rest.
  void residual(ConstVec x, ConstVec v, ConstVec a, Vec r, Workspace& work) const;
  /// ∂(M a − f)/∂(y, θ, q) and ∂(M a − f)/∂v = −∂f/∂v at x, v, a.
  void derivatives(ConstVec x, ConstVec v, ConstVec a, FixedMatrix& by_x, FixedMatrix& by_v,
                   Workspace& work) const;

  double kinetic_energy(ConstVec x, ConstVec v, Workspace& work) const;
  /// Elastic energy and −m gᵀ(position of the centre of mass).
  double potential_energy(ConstVec x, Workspace& work) const;

 private:
  struct Motion;  // A, b, H, S, G, … at a state
  bool is_stiffening() const { return data_.geometric.is_given(); }
  /// C̃, and v_k + ∂X_2/∂q_k.
  const Eigen::Matrix3Xd& C_of(const Workspace& work) const;
  Eigen::Matrix3d moment_of(const Workspace& work, int k) const;
  void elastic_force(const ConstVec& q, Vector& out) const;

  FlexibleBodyData<3> data_;
  ShapeMoments c_;  // ∫ρ x φ_kᵀ
  BodyPattern<6> pattern_;
  // of each part's entries in pattern_
  SharedArray<int> M_slots_, K_slots_, D_slots_, geometric_slots_;
};

}  // namespace pleuel::fem
