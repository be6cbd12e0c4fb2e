// Numerical LDLᵀ factorisation of the block of a matrix, without pivoting.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "pleuel/linalg/block_analysis.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Sums in packs of numbers begin at multiples of their size, so the last bits depend on addresses
/// unless these are aligned.
template <class Scalar>
using AlignedList = std::vector<Scalar, Eigen::aligned_allocator<Scalar>>;

/// The factors of S = (B + Bᵀ)/2 for a given analysis. Vectors and lanes are in the elimination
/// order of the analysis. Multiplications with lanes treat several vectors at a time: entry (i,
/// lane) of a part is at i · n_lanes + lane.
template <class Scalar>
class BlockLdl {
 public:
  explicit BlockLdl(const BlockAnalysis& analysis);

  /// Returns false if a pivot is too small or L too large; see `failed_column`.
  [[nodiscard]] bool factor(const double* re, const double* im);
  /// The column of the matrix whose pivot failed.
  int failed_column() const { return failed_; }
  /// max |B − Bᵀ| / max |B| of the last matrix.
  double asymmetry() const { return asymmetry_; }

  /// x = L⁻¹ x for all lanes of one part.
  void forward(const BlockAnalysis::Part& part, int n_lanes, Scalar* x);
  /// x = L⁻¹ x, x = D⁻¹ x, x = L⁻ᵀ x for one vector of all rows.
  void forward(Scalar* x);
  void divide(Scalar* x) const;
  void backward(Scalar* x);
  /// Reciprocal pivots.
  const AlignedList<Scalar>& inverse_pivots() const { return inverse_; }

 private:
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;
  /// What a subtree leaves for the top of the tree.
  struct SubtreeResult {
    AlignedList<Scalar> update;       // of its root: the lower triangle, packed by columns
    AlignedList<Scalar> outside;      // sums of the rows of its root, in lanes
    double size = 0, difference = 0;  // max |B| and max |B − Bᵀ|
    int failed = -1;
  };
  /// Memory for the elimination of subtrees, one after the other, or of the top of the tree. Each
  /// thread that works on a subtree takes one; all that were made stay.
  struct Scratch {
    explicit Scratch(const BlockAnalysis::Scratch& sizes);
    AlignedList<Scalar> stack, front, unscaled, work;
    std::size_t top = 0;
    SubtreeResult* result = nullptr;
  };
  class Borrowed;
  [[nodiscard]] bool eliminate(int s, const double* re, const double* im, Scratch& scratch);
  void assemble(int s, const double* re, const double* im, Scratch& scratch);
  void add_children(int s, Scratch& scratch);
  [[nodiscard]] bool eliminate_columns(int s, Scratch& scratch);
  void update(int s, Scratch& scratch);
  void push(int s, Scratch& scratch);
  /// Calls work(subtree, its scratch) for the subtrees first … end − 1, on threads if it pays.
  template <class Work>
  void for_each_subtree(int first, int end, double operations, Work work);
  void forward_node(int s, int first_row, int n_lanes, Scalar* x, Scratch& scratch);
  void forward_node(int s, Scalar* x, Scratch& scratch);
  void backward_node(int s, Scalar* x, Scratch& scratch);

  const BlockAnalysis& a_;
  std::vector<int> child_start_, children_;
  AlignedList<Scalar> panels_;
  AlignedList<Scalar> inverse_;
  std::vector<double> column_size_;  // largest entry of each column of S
  std::vector<SubtreeResult> results_;  // of the subtrees
  std::mutex mutex_;
  std::vector<std::unique_ptr<Scratch>> unused_;
  BlockAnalysis::Scratch subtree_sizes_;
  SubtreeResult top_result_;
  Scratch top_;
  double asymmetry_ = 0;
  int failed_ = -1;
};

extern template class BlockLdl<double>;
extern template class BlockLdl<Complex>;

}  // namespace pleuel
