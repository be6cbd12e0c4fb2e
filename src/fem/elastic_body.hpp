// Mass and stiffness of one planar elastic body.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <variant>

#include "pleuel/fem/mesh.hpp"
#include "pleuel/fem/section.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel::fem {

/// A degree of freedom of a node.
enum class NodalDof { x, y, rotation };

/// D = α M + β K.
struct Rayleigh {
  double alpha = 0;  ///< 1/s
  double beta = 0;   ///< s
};

/// A mass point of a body: u(x) = Φ q_e for the unknowns q_e of its element, which have the indices
/// `dofs`.
struct MassPoint {
  double mass = 0;
  Eigen::Vector2d x;
  std::span<const int> dofs;
  Eigen::Ref<const Eigen::Matrix<double, 2, Eigen::Dynamic>> Phi;
};

/// The linear equations of structural dynamics [RSS99, (14)], without boundary conditions:
///
///     M q̈ + D q̇ + K q = b,   M = ∫ρ ΦᵀΦ,   K = ∫ε(Φ)ᵀ D ε(Φ),   b = ∫Φᵀβ + ∫Φᵀτ
///
/// with u(x) = Φ(x) q in the body's frame. Triangles have the unknowns (u1, u2) at each node.
/// Bernoulli–Euler beams have (u1, u2, θ), or (u2, θ) without their axial part, which requires a
/// line along x. For a beam with direction t and normal n, at the distance y from its axis,
///
///     u = t u_t(s) + n w(s) − t y w'(s),   θ = w'
///     K = ∫ EA u_t'² + EI w''²,   M = ∫ ρA (u_t² + w²) + ρI w'²
///
/// with linear u_t and cubic w; ρI is omitted with RotaryInertia::neglected. M is consistent and
/// integrated exactly, also for curved edges of T6. K of T6 is integrated with three points, which
/// is exact for straight edges.
class ElasticBody {
 public:
  ElasticBody(Mesh mesh, const PlaneSection& section);
  ElasticBody(Mesh mesh, const BeamSection& section);

  const Mesh& mesh() const { return mesh_; }
  bool is_beam() const { return std::holds_alternative<BeamSection>(section_); }
  const PlaneSection& plane_section() const { return std::get<PlaneSection>(section_); }
  const BeamSection& beam_section() const { return std::get<BeamSection>(section_); }
  double density() const;

  int n_dofs() const { return mesh_.n_nodes() * static_cast<int>(nodal_dofs_.size()); }
  std::span<const NodalDof> nodal_dofs() const { return nodal_dofs_; }
  /// Index of an unknown; empty if nodes have no such degree of freedom.
  std::optional<int> dof(int node, NodalDof which) const;
  /// "node 7 x": the name of an unknown.
  std::string dof_name(int dof) const;
  /// The unknowns of an element, node by node.
  std::vector<int> element_dofs(int element) const;

  const FixedMatrix& mass() const { return mass_; }
  const FixedMatrix& stiffness() const { return stiffness_; }  ///< has the pattern of mass()
  FixedMatrix damping(const Rayleigh& rayleigh) const;

  using Field = std::function<Eigen::Vector2d(const Eigen::Vector2d& x)>;
  /// b of a force β(x) per volume, N/m³.
  Vector volume_force(const Field& beta) const;
  /// b of a traction τ(x), N/m², on the boundary edges of a node set. Only for triangles.
  Vector traction(const std::string& set, const Field& tau) const;
  /// b of a force, N, or a moment, N m, at a node.
  Vector nodal_force(int node, NodalDof which, double value) const;

  /// Nodal values of displacement fields that the elements represent exactly: u = (1,0), (0,1),
  /// (−x2, x1) and, for triangles, (x1, x2); zero for fields that they do not represent.
  Vector translation(int direction) const;
  Vector rotation() const;
  Vector dilation() const;

  /// All points of the mass quadrature; Σ mass ΦᵀΦ = M. A beam with rotary inertia has two points
  /// per section, at the radius of gyration above and below its axis.
  void for_each_mass_point(const std::function<void(const MassPoint&)>& visit) const;

  /// The displacement of a node, from the unknowns.
  Eigen::Vector2d displacement(int node, const Vector& q) const;

 private:
  void assemble();
  void add_triangle_stiffness(int element);
  void add_beam_stiffness(int element);
  void visit_triangle(int element, const std::function<void(const MassPoint&)>& visit) const;
  void visit_beam(int element, const std::function<void(const MassPoint&)>& visit) const;

  Mesh mesh_;
  std::variant<PlaneSection, BeamSection> section_;
  std::vector<NodalDof> nodal_dofs_;
  FixedMatrix mass_, stiffness_;
};

}  // namespace pleuel::fem
