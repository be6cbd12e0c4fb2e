// Large displacements of elastic bodies of triangles or tetrahedra.
#pragma once

#include <array>
#include <vector>

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/elastic_body.hpp"
#include "pleuel/fem/reference_cell.hpp"
#include "pleuel/fem/strain_energy.hpp"

namespace pleuel::fem {

/// St. Venant–Kirchhoff material on triangles (D = 2) and tetrahedra (D = 3); −∇W(q) replaces −K q:
///
///     F = I + ∂u/∂x,   E = ½ (FᵀF − I),   S = D E,   W = ∫ ½ EᵀD E
///     ∂W/∂q_a = ∫ S : sym(Fᵀ ∂F/∂q_a)
///     ∂²W/∂q_a∂q_b = ∫ (D sym(Fᵀ∂F/∂q_b)) : sym(Fᵀ∂F/∂q_a) + S : sym((∂F/∂q_b)ᵀ ∂F/∂q_a)
///
/// D is that of linear elasticity (in plane stress, the Green strain E33 makes S33 = 0). W is
/// invariant under rigid motions, so stretched bars stiffen and rotation is free. Displacements may
/// be large, strains should be small: under compression below about 58 % of the length the law
/// softens (S F decreases), and it does not resist inversion. A rule of degree four integrates W of
/// quadratic elements exactly if edges are straight; the tangent at q = 0 is then K. The unknowns
/// are those that the frame keeps.
///
/// No allocation after construction.
template <int D>
class GreenElasticity final : public StrainEnergy {
 public:
  GreenElasticity(const ElasticBody& body, const DofSelection& frame);

  const FixedMatrix& pattern() const override { return pattern_; }
  double energy(ConstVec q) const override;
  void gradient(ConstVec q, Vec out) const override;
  void tangent(ConstVec q, FixedMatrix& K) const override;

 private:
  static constexpr int most_dofs = D * most_cell_nodes<D>, n_strains = D * (D + 1) / 2;
  using Square = Eigen::Matrix<double, D, D>;
  struct Point {
    int element;
    double weight;  // multiplied by thickness and determinant
    // of the shape functions
    Eigen::Matrix<double, D, most_cell_nodes<D>> gradient;
  };
  struct ElementPlaces {
    int n_dofs;
    std::array<int, most_dofs> dof;  // −1: fixed
    int first_slot;                  // start of its n_dofs² entries in slots_, column by column
  };
  /// F at a point.
  Square gradient_at(const Point& point, const ConstVec& q) const;

  FixedMatrix pattern_;
  Eigen::Matrix<double, n_strains, n_strains> D_;
  std::vector<Point> points_;
  std::vector<ElementPlaces> elements_;
  std::vector<int> slots_;  // −1 where an unknown is fixed
};

extern template class GreenElasticity<2>;
extern template class GreenElasticity<3>;

}  // namespace pleuel::fem
