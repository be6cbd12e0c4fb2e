// Mass integrals of pairs of displacement fields in space.
#pragma once

#include <Eigen/Core>
#include <variant>
#include <vector>

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel::fem {

/// ∫ρ z φ_kᵀ, a 3×3 matrix for each shape function φ_k and one vector field z. For finite elements
/// with nodal displacements, φ_k = e_c N_i has only column c, which is w_i = ∫ρ z N_i.
class ShapeMoments {
 public:
  /// Of shape functions that are nodal displacements: node and component of each.
  struct Nodal {
    std::vector<int> node, component;
  };
  ShapeMoments() = default;
  /// `nodal` is null for other shape functions; it must outlive the moments.
  ShapeMoments(int size, int n_nodes, const Nodal* nodal);

  int size() const { return size_; }
  Eigen::Matrix3d operator[](int k) const {
    if (nodal_ == nullptr)
      return Eigen::Map<const Eigen::Matrix3d>(values_.data() + 9 * static_cast<std::ptrdiff_t>(k));
    Eigen::Matrix3d moment = Eigen::Matrix3d::Zero();
    moment.col(nodal_->component[k]) = values_.col(nodal_->node[k]);
    return moment;
  }
  /// Σ q_k ∫ρ z φ_kᵀ = ∫ρ z u(q)ᵀ.
  Eigen::Matrix3d combined(ConstVec q) const;
  ShapeMoments& operator+=(const ShapeMoments& other);

  /// w_i, one column per node; or three columns per shape function.
  Eigen::Matrix3Xd& values() { return values_; }
  const Eigen::Matrix3Xd& values() const { return values_; }

 private:
  int size_ = 0;
  const Nodal* nodal_ = nullptr;
  Eigen::Matrix3Xd values_;
};

/// The matrices M[H] = ∫ρ ΦᵀHΦ of the shape functions Φ of a body in space, for any 3×3 matrix H.
/// M[I] is the mass matrix; M[ω̃] and M[ω̃ω̃] belong to Coriolis and centrifugal forces.
///
/// Finite elements with nodal displacements have M[H] = Ms ⊗ H with the scalar mass matrix Ms, so
/// Ms is all that is stored. Other shape functions (beams, few shapes of a reduced body) have a
/// 3×3 matrix ∫ρ φ_k φ_jᵀ for each pair of functions that overlap.
class FieldMass {
 public:
  FieldMass() = default;
  /// Of nodal displacements; unknown 3i + c is component c of node i.
  explicit FieldMass(FixedMatrix Ms);
  /// Of pairs (k, j) in the pattern of a matrix: column e of `pairs` is ∫ρ φ_k φ_jᵀ of entry e,
  /// column by column. The pattern is symmetric.
  FieldMass(FixedMatrix pattern, Eigen::Matrix<double, 9, Eigen::Dynamic> pairs);

  int size() const { return size_; }
  bool is_nodal() const { return is_nodal_; }
  /// Of nodal displacements.
  bool is_same_component(int k, int j) const { return nodal_.component[k] == nodal_.component[j]; }
  /// The pattern of M[H], without values, and the mass matrix M[I].
  FixedMatrix pattern() const;
  FixedMatrix matrix() const;
  ShapeMoments make_moments() const;
  /// ∫ρ u φ_kᵀ for u = Φ q. No allocation.
  void moments(ConstVec q, ShapeMoments& out) const;
  /// The same for a field that is given at the nodes, one column each; only for nodal
  /// displacements.
  void nodal_moments(const Eigen::Matrix3Xd& z, ShapeMoments& out) const;

  /// Adds M[H]; slots[e] is the place of entry e of pattern().
  template <class Slots>
  void add(const Eigen::Matrix3d& H, const Slots& slots, std::vector<double>& values) const {
    std::size_t e = 0;
    if (!is_nodal_) {
      const Eigen::Map<const Eigen::Matrix<double, 9, 1>> h(H.data());
      for (; e < slots.size(); ++e) values[slots[e]] += h.dot(pairs_.col(static_cast<Eigen::Index>(e)));
      return;
    }
    for (int k = 0; k < size_; ++k) {
      const int node = nodal_.node[k];
      const Eigen::Vector3d h = H.col(nodal_.component[k]);
      for (int m = Ms_.start[node]; m < Ms_.start[node + 1]; ++m)
        for (int c = 0; c < 3; ++c)
          if (dof_[3 * Ms_.row[m] + c] >= 0) values[slots[e++]] += Ms_.value[m] * h[c];
    }
  }

  FieldMass restricted(const DofSelection& selection) const;
  /// Of the shapes Φ V.
  FieldMass reduced(const Matrix& V) const;

 private:
  int size_ = 0;
  bool is_nodal_ = false;
  FixedMatrix Ms_;        // or the pattern of pairs_
  std::vector<int> dof_;  // unknown of 3 node + component, −1: fixed
  ShapeMoments::Nodal nodal_;
  Eigen::Matrix<double, 9, Eigen::Dynamic> pairs_;
};

}  // namespace pleuel::fem
