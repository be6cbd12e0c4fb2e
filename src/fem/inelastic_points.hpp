// Inelastic strains and hardening variables at the points of a body's elements.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/elastic_body.hpp"
#include "pleuel/fem/point_strains.hpp"
#include "pleuel/linalg/colored_groups.hpp"
#include "pleuel/material/material.hpp"

namespace pleuel::fem {

/// Material: σ = D (ε − w), ẋ = φ(ε, x), x = (w, z), at the points of the stiffness matrix, ε = B
/// q: the quadrature points of triangles and tetrahedra, the fibres of beams. The stress forces are
/// [RSS99, (26)]
///
///     ∫BᵀD (B q − w) = K q − C w,   C = ∫BᵀD
///
/// The body's equations keep K, and C w is added to its loads. C is constant. x of a point depends
/// only on the unknowns of its element, so eliminating it keeps the pattern of K. The stored energy
/// is ½qᵀKq − qᵀC w + ∫½wᵀD w + ψ, with the energy ψ(z) that hardening stores; ∫σᵀẇ − ψ̇ is
/// dissipated. Strains are small. Shear and torsion of beams remain elastic. The unknowns q are
/// those that the frame keeps; x contains all points in sequence.
///
/// No allocation after construction.
class InelasticPoints {
 public:
  /// Throws InvalidInput for beams without fibres, for a material of another stress state, and if
  /// its D differs from that of the body.
  InelasticPoints(const ElasticBody& body, const DofSelection& frame,
                  std::shared_ptr<const material::Material> material);

  const material::Material& material() const { return *material_; }
  int n_points() const { return static_cast<int>(points_.size()); }
  int n_states() const { return n_points() * n_x_; }
  /// The element of a point and its number in the element, from 0.
  std::pair<int, int> place(int point) const { return {points_[point].element, points_[point].number}; }
  /// Null unless the body is of beams.
  const FibreStrains* fibres() const { return std::get_if<FibreStrains>(&strains_); }
  /// x of the unloaded body.
  Vector start() const;

  /// C, with columns for all of x; those of z are empty.
  const FixedMatrix& coupling() const { return coupling_; }
  /// visit(point, dof, k): the unknowns of a point; k counts them from 0.
  template <class Visit>
  void for_each_dof(Visit visit) const {
    for (int p = 0; p < n_points(); ++p) {
      const ElementPlaces& places = elements_[points_[p].element];
      for (int k = 0, kept = 0; k < places.n_dofs; ++k)
        if (places.dof[k] >= 0) visit(p, places.dof[k], kept++);
    }
  }

  /// Scratch memory: use one instance per thread.
  struct Workspace {
    explicit Workspace(const InelasticPoints& points);
    Vector strain, xdot;
  };

  /// Limit of the small-strain theory.
  static constexpr double largest_strain = 0.2;

  /// Throws LeftDomain with element and point if an inelastic strain exceeds largest_strain.
  void rates(ConstVec q, ConstVec x, Vec xdot, Workspace& work) const;
  /// ∂ẋ/∂x by the active states per point as contiguous dense blocks, and ∂ẋ/∂q: one column of the
  /// point's n_x rates per unknown of for_each_dof, in its order. Column c begins at
  /// by_q + slots[c]; without slots the columns are contiguous.
  void derivatives(ConstVec q, ConstVec x, double* by_x, double* by_q, Workspace& work,
                   std::span<const int> slots = {}) const;

  /// f += C w.
  void add_forces(ConstVec x, Vec f) const;

  /// Contribution of the inelastic strains to the stored energy: −qᵀC w + ∫½wᵀD w + ψ(z).
  double energy(ConstVec q, ConstVec x, Workspace& work) const;
  /// The heat ∫σᵀẇ − ψ̇, W.
  double dissipated(ConstVec q, ConstVec x, Workspace& work) const;

  /// σ at all points, n_stress × n_points.
  Matrix stress(ConstVec q, ConstVec x) const;

 private:
  using Strains = std::variant<CellStrains<2>, CellStrains<3>, FibreStrains>;
  static constexpr int most_dofs = CellStrains<3>::most_dofs;
  struct Point {
    int element, number;
  };
  struct ElementPlaces {
    int n_dofs;
    std::array<int, most_dofs> dof;  // −1: fixed
  };
  void number_columns(int n_kept);
  void find_coupling(int n_kept);
  void require_small(const ConstVec& x, int first, int end) const;
  void strains(const ConstVec& q, int first, int end, Vector& out) const;
  double weight(int point) const;

  std::shared_ptr<const material::Material> material_;
  int n_x_, n_stress_;
  Strains strains_;
  std::vector<Point> points_;
  std::vector<ElementPlaces> elements_;
  std::vector<int> first_column_;  // of each point among those of for_each_dof
  ColoredGroups colored_;          // the elements, which add forces to their unknowns
  std::vector<long long> element_tags_;
  FixedMatrix coupling_;
};

}  // namespace pleuel::fem
