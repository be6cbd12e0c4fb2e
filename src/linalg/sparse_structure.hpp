// What is known of a sparse matrix before its values.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

struct BlockAnalysis;

/// The pattern of a square matrix
///
///     [ B  F ]
///     [ C  E ]
///
/// whose border are given rows and columns. The block B can be factored with diagonal pivots in any
/// order: it is like M + w D + w² K of elastic bodies, positive definite after a rotation in the
/// complex plane, and nearly symmetric. The border is arbitrary. Without a border nothing is known,
/// unless the matrix as a whole is such a block.
///
/// Immutable; one object serves the factors of all shifts.
class SparseStructure {
 public:
  /// Which rows and columns have diagonal pivots.
  enum class Block {
    none,   ///< none is known to have one
    inner,  ///< all except the border
    whole   ///< all: the matrix is a stiffness or mass matrix
  };

  /// `border`: ascending. If it is empty or complete, the matrix has none.
  SparseStructure(const FixedMatrix& pattern, std::vector<int> border);
  SparseStructure(const FixedMatrix& pattern, Block block);
  ~SparseStructure();

  /// Without values.
  const FixedMatrix& pattern() const { return pattern_; }
  const std::vector<int>& border() const { return border_; }
  Block block() const { return block_; }

  int size() const { return pattern_.rows; }
  int n_border() const { return static_cast<int>(border_.size()); }
  /// Rows of B; 0 if there is no block.
  int n_block() const { return block_ == Block::none ? 0 : size() - n_border(); }
  /// Made when it is first asked for; there must be a block.
  const BlockAnalysis& block_analysis() const;

 private:
  FixedMatrix pattern_;
  std::vector<int> border_;
  Block block_;
  mutable std::once_flag is_analysed_;
  mutable std::unique_ptr<BlockAnalysis> analysis_;
};

}  // namespace pleuel
