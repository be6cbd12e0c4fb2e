// The saddle matrix of bodies that are joined like a tree, factored body by body.
#pragma once

#include <vector>

#include "pleuel/mechanics/body_graph.hpp"

namespace pleuel {

/// Solves [M Gᵀ; G 0] (x, y) = (b, c) by eliminating the bodies and joints of a BodyGraph from the
/// leaves to the roots; the work is proportional to the number of bodies. A body k with its joint j
/// to the parent p has the equations
///
///     M̂_k x_k + G_jkᵀ y_j = b_k,   G_jk x_k + G_jp x_p = c_j
///
/// and leaves, with S = G_jk M̂_k⁻¹ G_jkᵀ, for its parent
///
///     M̂_p += G_jpᵀ S⁻¹ G_jp,   b_p −= G_jpᵀ S⁻¹ (G_jk M̂_k⁻¹ b_k − c_j).
///
/// M̂ is the inertia of the articulated body [Fea87]. It stays positive definite, so that
/// symmetric factors without pivoting are stable. Rows C that close loops follow by their Schur
/// complement C K⁻¹Cᵀ, where K is the matrix of the tree.
class TreeFactor {
 public:
  /// For matrices with these patterns.
  TreeFactor(const FixedMatrix& M, const FixedMatrix& G, const BodyGraph& graph);

  /// False if a block is not safely positive definite.
  [[nodiscard]] bool factor(const FixedMatrix& M, const FixedMatrix& G);
  /// x and y hold b and c on entry.
  void solve(double* x, double* y);

 private:
  /// Sizes for which loops are compiled; `any` are all others.
  enum class Kind { planar_revolute, spherical, spatial_revolute, any };
  /// A body and the joint to its parent, with n_x velocities, n_y constraints and n_p velocities of
  /// the parent. Its numbers are stored together (NodeNumbers).
  struct Node {
    Kind kind;
    int n_x, n_y, n_p;
    int data;    // of its numbers in data_
    int parent;  // −1: none
    int first_x;
    int first_row;  // in rows_
  };
  template <class Work>
  static void with_sizes(const Node& node, Work work);
  bool factor_loops();
  void solve_tree(double* x, double* y);
  int n_loops() const { return static_cast<int>(loop_rows_.size()); }
  double* loop_solution(int l) {
    return loop_solutions_.data() + static_cast<std::size_t>(l) * (n_v_ + n_g_);
  }

  std::vector<Node> nodes_;
  std::vector<int> rows_;
  std::vector<int> mass_places_, jacobian_places_;
  std::vector<double> data_;
  // Loops: C by entries, which are in data_, K⁻¹(Cᵀ, 0), and the factors of the complement.
  struct LoopEntry {
    int loop, column, place;
  };
  int n_v_, n_g_;
  std::vector<int> loop_rows_;
  std::vector<LoopEntry> loop_entries_;
  std::vector<double> loop_solutions_, loop_complement_, loop_pivots_, loop_loads_;
};

}  // namespace pleuel
