// Strains at the points of a body's elements as functions of the unknowns of the elements.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "pleuel/fem/elastic_body.hpp"
#include "pleuel/fem/stiffness_points.hpp"

namespace pleuel::fem {

/// Inelastic strains w at the points first … end − 1 of one element.
struct InelasticStrains {
  int first = 0, end = 0;
  const double* w = nullptr;       ///< of the first point
  int stride = 0;                  ///< to the w of the next point
  const Matrix* moduli = nullptr;  ///< D
};

/// ε = B q_e at the points of triangles (D = 2) or tetrahedra (D = 3), which are those of the
/// stiffness matrix. The displacement along one axis with the gradient g of its shape function has
///
///     D = 2, components (11, 22, 12) or (11, 22, 33, 12)   (g1, 0, g2), (0, g2, g1)
///     D = 3, components (11, 22, 33, 12, 13, 23)           (g1, 0, 0, g2, g3, 0),
///                                                          (0, g2, 0, g1, 0, g3),
///                                                          (0, 0, g3, 0, g1, g2)
///
/// Points are numbered through the elements. The unknowns q of an element are in the order of its
/// nodes.
template <int D>
class CellStrains {
 public:
  static constexpr int most_dofs = D * most_cell_nodes<D>;

  CellStrains(const ElasticBody& body, int n_stress);

  /// The first point of each element, and the end.
  const std::vector<int>& first_point() const { return first_point_; }
  /// The volume that a point stands for.
  double weight(int point) const { return points_[point].weight; }
  /// "point 2", from its number in the element.
  static std::string name_of(int number) { return "point " + std::to_string(number + 1); }

  /// ε at the points first … end − 1 of one element, one after the other.
  void evaluate(int first, int end, const double* q, double* strain) const;
  /// f += Σ weight BᵀD w.
  void add_forces(const InelasticStrains& at, double* f) const;
  /// Column k of B.
  Eigen::VectorXd column(int point, int k) const;
  /// out = A b of column k; A has a column of n numbers per stress.
  void multiply_column(int point, int k, const double* A, int n, double* out) const;

 private:
  struct Point {
    double weight;
    int n_nodes;
    Eigen::Matrix<double, D, most_cell_nodes<D>> gradient;
  };
  int n_stress_;
  std::vector<Point> points_;
  std::vector<int> first_point_;
};

/// The axial strain at the fibres of beams, at two Gauss points of each element, which integrate K
/// exactly:
///
///     ε = u' − y θ_z' + z θ_y'
///
/// u' is missing in beams without axial part, z θ_y' in the plane. The fibres of the first point
/// come first.
class FibreStrains {
 public:
  static constexpr int most_dofs = 12;
  static constexpr int n_sections = 2;  ///< of an element

  /// Throws InvalidInput if the section has no fibres, or others than its area and second moments
  /// say.
  explicit FibreStrains(const ElasticBody& body);

  const std::vector<int>& first_point() const { return first_point_; }
  int n_fibres() const { return static_cast<int>(fibres_.size()); }
  const Fibre& fibre(int point) const { return fibres_[point % n_fibres()]; }
  double weight(int point) const { return section_of(point).length * fibre(point).area; }
  /// "section 2, fibre 5 at y = 0.001 m, z = 0 m", from its number in the element.
  std::string name_of(int number) const;

  void evaluate(int first, int end, const double* q, double* strain) const;
  void add_forces(const InelasticStrains& at, double* f) const;
  Eigen::VectorXd column(int point, int k) const;
  void multiply_column(int point, int k, const double* A, int n, double* out) const;

 private:
  /// The rows of B for u', θ_z' and θ_y'.
  struct Section {
    double length;  // that it stands for
    std::array<double, most_dofs> stretch = {}, about_z = {}, about_y = {};
  };
  const Section& section_of(int point) const { return sections_[point / n_fibres()]; }
  /// Of the points from `point` on in its section, but not beyond `end`.
  int end_of_section(int point, int end) const {
    return std::min(end, (point / n_fibres() + 1) * n_fibres());
  }
  std::span<const Fibre> fibres_of(int point, int end) const {
    return std::span(fibres_).subspan(point % n_fibres(), end_of_section(point, end) - point);
  }
  double entry(int point, int k) const;
  void add_sections(const ElasticBody& body, int element);

  int n_dofs_ = 0;  // of an element
  std::vector<Fibre> fibres_;
  std::vector<Section> sections_;
  std::vector<int> first_point_;
};

}  // namespace pleuel::fem
