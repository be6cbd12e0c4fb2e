// The equations of motion of one planar elastic body in its floating frame.
#pragma once

#include <array>
#include <memory>

#include "pleuel/fem/body_pattern.hpp"
#include "pleuel/fem/geometric_stiffening.hpp"
#include "pleuel/fem/shape_integrals.hpp"
#include "pleuel/fem/strain_energy.hpp"

namespace pleuel::fem {

/// The equations of motion of one elastic body in its floating frame: FlexibleBody<2> below and
/// FlexibleBody<3> (spatial_body.hpp). Both have the same interface. They are two classes because
/// the plane is simpler: its angle is a coordinate whose rate is ω, rotations commute, and two
/// matrices M_Δ and B take the place of M[H].
template <int D>
class FlexibleBody;
template <int D>
struct FlexibleBodyData;

template <>
struct FlexibleBodyData<2> {
  ShapeIntegrals<2> integrals;
  FixedMatrix stiffness;                              ///< K
  FixedMatrix damping = {};                           ///< D; without rows: none
  Eigen::Vector2d gravity = Eigen::Vector2d::Zero();  ///< g, m/s²
  /// If given, ∇W(q) replaces K q.
  std::shared_ptr<const StrainEnergy> nonlinear = nullptr;
  GeometricStiffening<2> geometric = {};  ///< none if its matrices have no rows
};

/// Coordinates x = (y1, y2, φ, q), v their rates, ω = φ̇. With A = A(φ), A' = dA/dφ, C = [c1ᵀ;
/// c2ᵀ], S = S0 + C q [RSS99, (19)]:
///
///         | m I    A'S              A C        |
///     M = |  ·     J0 + 2c12ᵀq + qᵀM_Δq   c21ᵀ + qᵀB |
///         |  ·     ·                M_Δ        |
///
///         | ω² A S − 2ω A'C q̇ + m g                      |
///     f = | −2ω (c12ᵀq̇ + q̇ᵀM_Δq) + (A'S)ᵀg                |
///         | ω² (c12 + M_Δq) + 2ω B q̇ + CᵀAᵀg − K q − D q̇ |
///
/// so that M v̇ = f without joints. With geometric stiffening, the second-order displacements
/// caused by bending enter the inertia integrals S, J and h = c21 − B q, with κ_i(q̇) = q̇ᵀK_i q̇:
///
///     S = S0 + C q − ½ (qᵀK_1 q, qᵀK_2 q),   C̃ = ∂S/∂q
///     J = J0 + 2c12ᵀq + qᵀ(M_Δ − K_4)q,   h = c21 − B q − K_3 q
///
/// C̃ replaces C, (M_Δ − K_4)q replaces M_Δq next to c12 or q̇, and the first rows of f gain A
/// (κ_1, κ_2) and κ_3. These are Lagrange's equations for T and W below. The rows of q are
///
///     M_Δ q̈ + … + (K + ω² K_4 − a_1 K_1 − a_2 K_2 − ω̇ K_3) q = …,   a = Aᵀ(ÿ − g)
///
/// Only three rows and columns are full: the block of q has the sparsity of the finite elements,
/// with the first three rows and columns as its border. No allocation after construction.
template <>
class FlexibleBody<2> {
 public:
  explicit FlexibleBody(FlexibleBodyData<2> data);

  int n_deformation() const { return data_.integrals.size(); }
  int size() const { return 3 + n_deformation(); }
  const FlexibleBodyData<2>& data() const { return data_; }

  /// Pattern of M and of both derivatives, without values: the border, and the entries of M_Δ, B, K
  /// and D.
  const FixedMatrix& pattern() const { return pattern_.matrix(); }

  /// Scratch memory: use one instance per thread.
  struct Workspace {
    explicit Workspace(const FlexibleBody& body);
    Vector C1, C2;      // rows of C̃
    Vector stretch, h;  // ½ ∂J/∂q, and M's entries (φ, q)
    Vector Bqd, K_q;
    Vector rate;                            // (M_Δ − K_4) q̇
    std::array<Vector, 3> by_rate, by_acc;  // K_i q̇ and K_i q̈
    FixedMatrix tangent;
  };

  void mass(ConstVec x, FixedMatrix& M, Workspace& work) const;
  void force(ConstVec x, ConstVec v, Vec f, Workspace& work) const;
  /// r = M a − f, without forming M. v and a may be empty: at rest.
  void residual(ConstVec x, ConstVec v, ConstVec a, Vec r, Workspace& work) const;
  /// ∂(M a − f)/∂x and ∂(M a − f)/∂v = −∂f/∂v at x, v, a.
  void derivatives(ConstVec x, ConstVec v, ConstVec a, FixedMatrix& by_x, FixedMatrix& by_v,
                   Workspace& work) const;

  double kinetic_energy(ConstVec x, ConstVec v, Workspace& work) const;
  /// Elastic energy and −m gᵀ(position of the centre of mass).
  double potential_energy(ConstVec x, Workspace& work) const;

 private:
  struct Frame;  // A, A', S, J and the vectors of a workspace at a place
  void products(const ConstVec& q, const ConstVec& qd, const double* qdd, Workspace& work) const;
  void residual_at_rest(double angle, const ConstVec& q, Vec& r, Workspace& work) const;
  /// K_i q̇ or K_i q̈, zero without geometric stiffening.
  void stiffening_products(const ConstVec& z, std::array<Vector, 3>& out) const;

  FlexibleBodyData<2> data_;
  BodyPattern<3> pattern_;
  bool has_common_pattern_ = false;                         // M_Δ, B, K (if W = ½qᵀKq) and D
  SharedArray<int> M_slots_, B_slots_, K_slots_, D_slots_;  // of each part's entries in pattern_
  std::array<SharedArray<int>, 4> geometric_slots_;
};

}  // namespace pleuel::fem
