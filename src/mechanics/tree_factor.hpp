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
/// symmetric factors without pivoting are stable.
///
/// In trees without loops, joints that bind all translations of their body are eliminated with
/// fewer divisions in a row, whose latency decides in a chain. With G_jk = (A, B), where A belongs
/// to the translations, w = A⁻¹(c − G_jp x_p) and N = −A⁻¹B, the body moves as x_k = (w + N θ, θ),
/// and
///
///     D θ = Nᵀb_t + b_r − U_tᵀw,   (U_t, U_r) = M̂_k (N, 1),   D = NᵀU_t + U_r
///     M̂_p += Hᵀ C H,   H = A⁻¹G_jp,   C = M̂_tt − U_t D⁻¹U_tᵀ = Aᵀ S⁻¹ A.
///
/// Where A is nearly singular, the first way is taken for this body.
///
/// Rows C that close loops follow by their Schur
/// complement C K⁻¹Cᵀ, where K is the matrix of the tree. With the factors K = 𝓛𝓓𝓛ᵀ it is Yᵀ𝓓⁻¹Y
/// for Y = 𝓛⁻¹(Cᵀ, 0), so that only the elimination is done for all loops, at once in lanes.
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
  enum class Kind {
    planar_revolute,
    planar_revolute_on_ground,
    spherical,
    spherical_on_ground,
    spatial_revolute,
    spatial_revolute_on_ground,
    any
  };
  static Kind kind_of(int n_x, int n_y, int n_p);
  /// A body and the joint to its parent, with n_x velocities, n_y constraints and n_p velocities of
  /// the parent. Its numbers are stored together (NodeNumbers).
  struct Node {
    Kind kind;
    int n_x, n_y, n_p;
    int data;    // of its numbers in data_
    int parent;  // −1: none
    int first_x;
    int first_row;                                              // in rows_
    int first_source = 0, end_of_mass = 0, end_of_sources = 0;  // in sources_
    bool is_leaf = false, is_first_child = false;
    int reduced = -1;         // its numbers for the way with few divisions; −1: none
    bool is_reduced = false;  // the last factorisation took that way
  };
  /// An entry of M or G and its place in data_.
  struct Source {
    int from, to;
  };
  template <class Work>
  static void with_sizes(const Node& node, Work work);
  template <class Work>
  static void with_reduced_sizes(const Node& node, Work work);
  static int n_reduced_numbers(Kind kind, int n_p);
  void fill(const Node& node, const double* mass, const double* jacobian);
  void mark_loop_nodes(const std::vector<int>& node_of);
  void eliminate(double* x, const double* y);
  void substitute(double* x, double* y);
  bool factor_loops();
  template <class Lanes>
  void eliminate_loops(Lanes n_lanes);
  void solve_loops(double* y);
  int n_loops() const { return static_cast<int>(loop_rows_.size()); }

  std::vector<Node> nodes_;
  std::vector<int> rows_;
  std::vector<Source> sources_, loop_sources_;
  std::vector<double> data_;
  // Loops: C by entries, which are in data_, the nodes that they reach, Z and U by rows of n_lanes_
  // numbers, and the factors of the complement.
  static constexpr int lanes = 4;
  struct LoopEntry {
    int loop, column, place;
  };
  int n_v_, n_g_;
  std::vector<int> loop_rows_;
  std::vector<LoopEntry> loop_entries_;
  std::vector<int> loop_nodes_;
  int n_lanes_ = 0;
  std::vector<double> loop_x_, loop_y_, loop_complement_, loop_pivots_, loop_loads_;
};

}  // namespace pleuel
