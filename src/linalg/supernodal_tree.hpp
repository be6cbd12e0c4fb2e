// Symbolic factorisation of a symmetric sparse matrix for elimination with diagonal pivots.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// Adjacent columns of L with the same rows form a supernode, which is stored and eliminated as a
/// dense matrix. Supernodes are the nodes of a forest: eliminating one changes its ancestors only.
/// Numbers of rows and columns are those of the elimination order, in which each tree and each of
/// its subtrees is an interval (postorder) [Liu90].
struct SupernodalTree {
  /// For the pattern of A + Aᵀ and any order, of which equivalent ones are taken: order[k] is the
  /// row of A to be eliminated as the k-th.
  SupernodalTree(const FixedMatrix& pattern, std::vector<int> order);

  int size() const { return static_cast<int>(order.size()); }
  int n_supernodes() const { return static_cast<int>(first.size()) - 1; }
  int n_columns(int s) const { return first[s + 1] - first[s]; }
  /// Rows below the diagonal block.
  int n_rows(int s) const { return rows_start[s + 1] - rows_start[s]; }
  int height(int s) const { return n_columns(s) + n_rows(s); }

  std::vector<int> order, place;  ///< place[order[k]] = k
  std::vector<int> first;         ///< first column of each supernode, and the end
  std::vector<int> parent;        ///< supernode, −1 for a root
  std::vector<int> rows_start;    ///< into `rows` and `relative`
  std::vector<int> rows;          ///< rows below each supernode, ascending
  std::vector<int> relative;      ///< their positions in the parent: its columns, then its rows
  long n_entries = 0;             ///< numbers in the dense columns
  double n_operations = 0;        ///< multiplications of the factorisation, about

 private:
  void find_forest(const FixedMatrix& pattern);
  void find_supernodes(const std::vector<int>& column_parent, const std::vector<int>& count);
  void find_rows(const FixedMatrix& pattern);
};

}  // namespace pleuel
