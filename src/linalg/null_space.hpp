// Null space and right inverses of a wide matrix.
#pragma once

#include <optional>
#include <vector>

#include "pleuel/linalg/dense_lu.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/linalg/row_block.hpp"

namespace pleuel {

/// For a matrix A of full row rank with m rows and n ≥ m columns: matrices T and Y with
///
///     A T = 0,   A Y = I,
///
/// so that x = Y b + T z are all solutions of A x = b, and Aᵀy = c gives y = Yᵀc. Gauss–Jordan
/// elimination chooses in each row the largest entry as pivot. The columns without a pivot are
/// free: T is the identity there. Dense; suited to a few hundred columns. No allocation after
/// construction.
class NullSpace {
 public:
  NullSpace(int n_rows, int n_cols);

  /// Computes T and the Y that is zero in free columns. Returns the number of a row that depends on
  /// earlier ones, as `column` of ZeroPivot, and its remainder relative to its largest entry.
  [[nodiscard]] std::optional<ZeroPivot> factor(const FixedMatrix& A);
  /// Computes the Y for which F Y b has minimum norm for every b. FT and FB contain F times T()
  /// and F times basic(). Returns a zero pivot if the columns of F T are dependent.
  [[nodiscard]] std::optional<ZeroPivot> minimize(const RowBlock& FT, const PaddedMatrix& FB,
                                                  PaddedMatrix& Y);

  int n_free() const { return T_.cols(); }
  /// Columns of A in which T is the identity, ascending.
  const std::vector<int>& free() const { return free_; }
  const RowBlock& T() const { return T_; }
  /// Y that is zero in free columns.
  const PaddedMatrix& basic() const { return basic_; }

 private:
  int m_, n_;
  PaddedMatrix work_;       // Aᵀ: its columns are the rows of A
  std::vector<int> pivot_;  // column of the pivot of each row
  std::vector<int> free_;
  std::vector<double> is_open_;  // 1 for columns without a pivot, 0 for others
  RowBlock T_;
  PaddedMatrix basic_;
  RowBlock products_;       // (F T)ᵀ F basic, transposed
  DenseLu<double> metric_;  // (F T)ᵀ F T
};

}  // namespace pleuel
