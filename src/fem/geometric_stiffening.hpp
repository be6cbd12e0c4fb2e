// Geometric stiffening of a body in a moving frame by its own inertia loads.
#pragma once

#include <array>

#include "pleuel/fem/matrix_stack.hpp"
#include "pleuel/fem/static_stress.hpp"

namespace pleuel::fem {

/// In the plane (D = 2) and in space (D = 3).
template <int D>
struct GeometricStiffening;

/// Bending shortens a body: a point is at x + Φq + u₂(q), where the quadratic u₂ cancels the
/// stretch ½w'² caused by transverse displacements Φq of a beam (for triangles, the corresponding
/// part of the Green strain). By Betti's theorem its work against a load b is
///
///     ∫ b·u₂ = −½ qᵀK_geo(N) q,   K_geo(N) = ∫ N w'w'ᵀ
///
/// N is the axial force of the linear static response K⁻¹∫Φᵀb; for triangles K_geo is ∫ σ_ij
/// (∂Φ/∂x_i)ᵀ ∂Φ/∂x_j. Four matrices contain everything that the inertia of a moving frame needs of
/// u₂ [Wal94]:
///
///     K_1, K_2, K_3, K_4 for b = ρ (1, 0), ρ (0, 1), ρ (−x2, x1), ρ (x1, x2)
///
/// In a frame with acceleration a (minus gravity), ω̇ and ω, these loads act with the factors −a_1,
/// −a_2, −ω̇ and ω². Forces and moments at points and tractions load the body too: they have
/// matrices of their own (StaticStress). Matrices without rows are zero.
template <>
struct GeometricStiffening<2> {
  std::array<FixedMatrix, 4> K;

  bool is_given() const;
  /// The matrices of q = V p: VᵀK_iV, dense.
  GeometricStiffening reduced(const Matrix& V) const;
};

/// In space a frame moves with b = Aᵀ(ÿ − g) and H = dω̃/dt + ω̃ω̃, and the inertia load is −ρ(b +
/// Hx). Twelve matrices belong to three translations and nine linear fields (three angular
/// accelerations and six products of ω):
///
///     K_i for ρ e_i,   P_ij for ρ x_j e_i
///     ∫ρ u₂ = −½ (qᵀK_i q),   ∫ρ x u₂ᵀ = −½ (qᵀP_ij q) with row j and column i
///
/// For solids they couple displacements along the same axis only, like the mass matrix. All have
/// one pattern; an entry holds its twelve values.
template <>
struct GeometricStiffening<3> : MatrixStack<12> {
  static constexpr int n_loads = 12;
  static int number(int i, int j) { return 3 + j + 3 * i; }  ///< of P_ij; that of K_i is i

  GeometricStiffening reduced(const Matrix& V) const;
};

/// Unit loads of inertia, in the order of the matrices. They belong to the body that carries axial
/// forces, StaticStress::loaded().
std::vector<StaticLoad> planar_inertia_loads(const ElasticBody& loaded);
std::vector<StaticLoad> spatial_inertia_loads(const ElasticBody& loaded);

/// From the responses to these loads, the first ones of `stress`. In mean axes u₂ has no rigid part
/// either, so that accelerations of the frame do not stiffen.
GeometricStiffening<2> geometric_stiffening(const StaticStress& stress, bool has_mean_axes);
GeometricStiffening<3> spatial_geometric_stiffening(const StaticStress& stress);

/// For the unknowns that the frame keeps; `mean` is null in frames that fix unknowns.
GeometricStiffening<2> geometric_stiffening(const ElasticBody& body, const DofSelection& frame,
                                            const MeanAxes* mean = nullptr);
/// The same in space.
GeometricStiffening<3> spatial_geometric_stiffening(const ElasticBody& body, const DofSelection& frame,
                                                    const MeanAxes* mean = nullptr);
/// Throws InvalidInput for beams in space without axial part.
void require_axial_part(const ElasticBody& body);

}  // namespace pleuel::fem
