// Analysis of the block of a matrix that is eliminated with diagonal pivots, and of its border.
#pragma once

#include <vector>

#include "pleuel/linalg/sparse_structure.hpp"
#include "pleuel/linalg/supernodal_tree.hpp"

namespace pleuel {

/// For a matrix [B F; C E] (SparseStructure) that has a block. Connected parts of B, for example
/// elastic bodies, are eliminated one after the other; each reaches only some rows and columns of
/// the border. Computed once, shared by the factors of all shifts.
struct BlockAnalysis {
  explicit BlockAnalysis(const SparseStructure& structure);

  int n_block() const { return tree.size(); }
  int n_border() const { return static_cast<int>(border_index.size()); }

  std::vector<int> block_index;   ///< row of the matrix of each row of B, in B's own order
  std::vector<int> border_index;  ///< and of each row of E
  SupernodalTree tree;

  /// Where supernode s is stored, in numbers: its columns one after the other, all rows of each.
  std::vector<long> panel_start;

  /// What the elimination of some supernodes needs, in numbers.
  struct Scratch {
    long stack = 0;  ///< all updates that wait at one time
    int update = 0;  ///< most rows below a supernode
    long panel = 0;  ///< largest columns of a supernode
  };
  /// Supernodes first_node … root, which are eliminated without the others. Outside of them they
  /// change only the rows of the root.
  struct Subtree {
    int first_node, root;
    Scratch scratch;
  };
  /// Disjoint subtrees, ascending, and all other supernodes, which follow them. They depend on the
  /// pattern only, never on the number of threads.
  std::vector<Subtree> subtrees;
  std::vector<int> top;
  Scratch top_scratch;
  std::vector<int> subtree_of;  ///< of each supernode, −1: top
  /// Rows of a supernode of a subtree: the first n_inside[s] are inside of it. Of the others,
  /// outside[k] is the place among the rows of the root; k counts as in tree.rows.
  std::vector<int> n_inside, outside;

  /// The lower triangle of B in elimination order: for each supernode its entries, column by
  /// column, by the number of the entry and of its mirror image in the matrix (−1: not in the
  /// pattern), and the position in the supernode's columns.
  struct Entry {
    int lower, upper;
    int column;  ///< in elimination order
    int place;
  };
  std::vector<int> entry_start;
  std::vector<Entry> entries;
  /// The row of an entry of a supernode, in elimination order.
  int row_of(int node, const Entry& e) const {
    const int local = e.place - (e.column - tree.first[node]) * tree.height(node);
    return local < tree.n_columns(node) ? tree.first[node] + local
                                        : tree.rows[tree.rows_start[node] + local - tree.n_columns(node)];
  }

  /// An entry of F or Cᵀ: its number in the matrix, the row within the part, and the lane, which is
  /// the number of the border's column (or row) among those that the part reaches.
  struct BorderEntry {
    int source, row, lane;
  };
  struct Side {
    std::vector<int> border;  ///< reached rows or columns of E, ascending
    std::vector<BorderEntry> entries;
    int n_lanes() const { return static_cast<int>(border.size()); }
  };
  /// A connected part of B.
  struct Part {
    int first_node, end_node, first_row, end_row;
    Side columns, rows;  ///< of F and of Cᵀ
    int n_rows() const { return end_row - first_row; }
  };
  std::vector<Part> parts;

  /// Entries of E: number in the matrix, row, column.
  struct CornerEntry {
    int source, row, column;
  };
  std::vector<CornerEntry> corner;
  /// The pattern of E − C B⁻¹F.
  FixedMatrix schur_pattern;

 private:
  void find_panels();
  void find_subtrees();
  Scratch scratch_of(const std::vector<int>& nodes) const;
  void find_entries(const FixedMatrix& pattern, const std::vector<int>& number);
  void find_parts();
  void find_border(const FixedMatrix& pattern, const std::vector<int>& number);
};

}  // namespace pleuel
