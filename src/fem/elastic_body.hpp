// Mass and stiffness of one elastic body.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <variant>

#include "pleuel/fem/nodal_body.hpp"
#include "pleuel/fem/section.hpp"

namespace pleuel::fem {

/// D = α M + β K.
struct Rayleigh {
  double alpha = 0;  ///< 1/s
  double beta = 0;   ///< s
};

/// A mass point of a body: u(x) = Φ q_e for the unknowns q_e of its element, which have the indices
/// `dofs`. Φ has as many rows as the body has dimensions.
struct MassPoint {
  double mass = 0;
  Eigen::Vector3d x;
  std::span<const int> dofs;
  Eigen::Ref<const Matrix> Phi;
};

/// The linear equations of structural dynamics [RSS99, (14)], without boundary conditions:
///
///     M q̈ + D q̇ + K q = b,   M = ∫ρ ΦᵀΦ,   K = ∫ε(Φ)ᵀ D ε(Φ),   b = ∫Φᵀβ + ∫Φᵀτ
///
/// with u(x) = Φ(x) q in the body's frame. A body lies in the plane (triangles, beams) or in space
/// (tetrahedra, beams); its section says which. Points and forces have three components, of which
/// the third is zero in the plane.
///
/// Triangles have the unknowns (u1, u2) at each node, tetrahedra (u1, u2, u3). Their mass matrix is
/// Ms ⊗ I, with the scalar Ms = ∫ρ N_i N_j. Beams in the plane have (u1, u2, θ), or (u2, θ)
/// without their axial part, which requires a line along x. For a beam with direction t and normal
/// n, at the distance y from its axis,
///
///     u = t u_t(s) + n w(s) − t y θ(s),   γ = w' − θ
///     K = ∫ EA u_t'² + EI θ'² + κGA γ²,   M = ∫ ρA (u_t² + w²) + ρI θ²
///
/// with linear u_t and w, θ of BeamBending: Timoshenko beams, or Bernoulli–Euler beams (θ = w') if
/// the section is rigid in shear. ρI is omitted with RotaryInertia::neglected. Beams in space have
/// (u1, u2, u3, θ1, θ2, θ3), or all but u1 without their axial part (SpatialBeamAt). M is
/// consistent and integrated exactly, also for curved edges of T6 and Tet10. K is integrated with
/// three points for T6 and four for Tet10, which is exact for straight edges.
class ElasticBody : public NodalBody {
 public:
  ElasticBody(Mesh mesh, const PlaneSection& section);
  ElasticBody(Mesh mesh, const BeamSection& section);
  ElasticBody(Mesh mesh, const SolidSection& section);
  ElasticBody(Mesh mesh, const SpatialBeamSection& section);

  /// The same section on another mesh.
  ElasticBody with_mesh(Mesh mesh) const;

  bool is_solid() const { return std::holds_alternative<SolidSection>(section_); }  ///< tetrahedra
  bool is_spatial_beam() const { return std::holds_alternative<SpatialBeamSection>(section_); }
  bool is_beam() const { return std::holds_alternative<BeamSection>(section_) || is_spatial_beam(); }
  const PlaneSection& plane_section() const { return std::get<PlaneSection>(section_); }
  /// In the plane.
  const BeamSection& beam_section() const { return std::get<BeamSection>(section_); }
  const SpatialBeamSection& spatial_beam_section() const { return std::get<SpatialBeamSection>(section_); }
  const SolidSection& solid_section() const { return std::get<SolidSection>(section_); }
  const ElasticMaterial& material() const;
  double density() const { return material().density; }

  /// Of every node.
  std::span<const NodalDof> nodal_dofs() const { return nodal_dofs_; }
  /// The unknowns of an element, node by node.
  std::vector<int> element_dofs(int element) const;

  /// The pattern of K contains that of M, and is equal to it in the plane.
  FixedMatrix damping(const Rayleigh& rayleigh) const;
  /// Ms of tetrahedra, one row per node.
  const FixedMatrix& nodal_mass() const { return nodal_mass_; }

  using Field = std::function<Eigen::Vector3d(const Eigen::Vector3d& x)>;
  /// b of a force β(x) per volume, N/m³.
  Vector volume_force(const Field& beta) const;
  /// b of a traction τ(x), N/m², on the boundary sides of a node set. Not for beams.
  Vector traction(const std::string& set, const Field& tau) const;
  /// b of a force, N, or a moment, N m, at a node.
  Vector nodal_force(int node, NodalDof which, double value) const;

  /// Nodal values of u = x, which solids represent exactly; zero for beams.
  Vector dilation() const;

  /// All points of the mass quadrature; Σ mass ΦᵀΦ = M. A beam with rotary inertia has two points
  /// per section, at the radius of gyration above and below its axis; in space it has four.
  void for_each_mass_point(const std::function<void(const MassPoint&)>& visit) const;

 private:
  void require_line_along_x() const;
  void assemble();
  void assemble_solid();
  template <int D>
  void add_cell_stiffness(int element);
  void add_beam_stiffness(int element);
  template <int D>
  void visit_cell(int element, const std::function<void(const MassPoint&)>& visit) const;
  void visit_beam(int element, const std::function<void(const MassPoint&)>& visit) const;

  std::variant<PlaneSection, BeamSection, SolidSection, SpatialBeamSection> section_;
  std::vector<NodalDof> nodal_dofs_;
  FixedMatrix nodal_mass_;
};

}  // namespace pleuel::fem
