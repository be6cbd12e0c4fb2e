// Numerical LDLᵀ factorisation of the block of a matrix, without pivoting.
#pragma once

#include <vector>

#include "pleuel/linalg/block_analysis.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

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
  const std::vector<Scalar>& inverse_pivots() const { return inverse_; }

 private:
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;
  void assemble(int s, const double* re, const double* im);
  void add_children(int s);
  [[nodiscard]] bool eliminate(int s);
  void update(int s);
  void push(int s);

  const BlockAnalysis& a_;
  std::vector<int> child_start_, children_;
  std::vector<Scalar> panels_;
  std::vector<Scalar> inverse_;
  std::vector<double> column_size_;  // largest entry of each column of S
  std::vector<Scalar> stack_, front_, unscaled_, work_;
  std::size_t top_ = 0;
  double asymmetry_ = 0;
  int failed_ = -1;
};

extern template class BlockLdl<double>;
extern template class BlockLdl<Complex>;

}  // namespace pleuel
