// The saddle matrix of a small system, factored by its Schur complement.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// Solves [M Gᵀ; G 0] (x, y) = (b, c) for positive definite M:
///
///     M = L D Lᵀ,   W = L⁻¹Gᵀ,   S = WᵀD⁻¹W = L_S D_S L_Sᵀ
///     z = L⁻¹b,   S y = WᵀD⁻¹z − c,   x = L⁻ᵀD⁻¹(z − W y)
///
/// Matrices are dense; zeros of M outside its diagonal blocks are skipped. D needs no square roots,
/// whose latency would dominate.
class SchurFactor {
 public:
  /// For matrices with these patterns.
  SchurFactor(const FixedMatrix& M, const FixedMatrix& G);

  /// False if M or S is not safely positive definite.
  [[nodiscard]] bool factor(const FixedMatrix& M, const FixedMatrix& G);
  /// x and y hold b and c on entry.
  void solve(double* x, double* y) const;

  /// A target of M.add(i, j, value) of an author's functions.
  struct MassSink {
    double* m;
    int n;
    void add(int i, int j, double value) { m[i * n + j] += value; }
  };
  /// Clears M and G, which are then filled through mass() and jacobian().
  void clear();
  MassSink mass() { return {mass_.data(), n_v_}; }
  MassSink jacobian() { return {jacobian_.data(), n_v_}; }
  [[nodiscard]] bool factor_filled();

 private:
  /// A diagonal block of M: rows [first, end).
  struct Block {
    int first, end;
  };
  bool factor_mass();
  bool factor_complement();

  int n_v_, n_g_;
  std::vector<Block> blocks_;
  std::vector<int> mass_places_, jacobian_places_;
  // M, then L below and D Lᵀ above the diagonal
  std::vector<double> mass_;
  std::vector<double> jacobian_;                         // G, then Wᵀ, by rows
  std::vector<double> scaled_;                           // WᵀD⁻¹
  std::vector<double> complement_;                       // S, then L_S and D_S L_Sᵀ
  std::vector<double> mass_pivots_, complement_pivots_;  // reciprocals of D and D_S
  std::vector<double> diagonal_;                         // of S
  mutable std::vector<double> z_;
};

}  // namespace pleuel
