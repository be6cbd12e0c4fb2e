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
/// Matrices are dense; zeros of M outside its diagonal blocks are skipped. The rows of W, one per
/// velocity, are padded with zeros to whole packs, so that the sums over velocities work on packs
/// of constraints. Up to `most_compiled` constraints the loops over them are unrolled. D needs no
/// square roots, whose latency would dominate.
class SchurFactor {
 public:
  /// For matrices with these patterns. At most `most_rows` rows in all.
  SchurFactor(const FixedMatrix& M, const FixedMatrix& G);

  static constexpr int most_rows = 40;
  static constexpr int most_compiled = 12;

  /// A target of M.add(i, j, value) of an author's functions.
  struct MassSink {
    double* m;
    int n;
    void add(int i, int j, double value) { m[i * n + j] += value; }
  };
  struct JacobianSink {
    double* g;
    int stride;
    void add(int i, int j, double value) { g[j * stride + i] += value; }
  };
  void fill_mass(const FixedMatrix& M);
  void fill_jacobian(const FixedMatrix& G);
  /// Clear M and G, which are then filled through mass() and jacobian().
  void clear_mass();
  void clear_jacobian();
  MassSink mass() { return {mass_.data(), n_v_}; }
  JacobianSink jacobian() { return {jacobian_.data(), stride_}; }
  /// Factors M, which stays until the next call; false if it is not safely positive definite.
  [[nodiscard]] bool factor_mass();
  /// Factors S with the last M; false if S is not safely positive definite.
  [[nodiscard]] bool factor_complement() { return (this->*complement_of_)(); }
  /// x and y hold b and c on entry.
  void solve(double* x, double* y) const { (this->*solve_)(x, y); }

 private:
  /// A diagonal block of M: rows [first, end).
  struct Block {
    int first, end;
  };
  template <class N>
  bool complement_of(N n_g);
  template <class N>
  void solve_with(N n_g, double* x, double* y) const;
  template <int n>
  bool complement_as();
  template <int n>
  void solve_as(double* x, double* y) const;
  template <int n>
  void compile();

  int n_v_, n_g_;
  int stride_;  // n_g_ in whole packs
  bool is_diagonal_ = true;
  std::vector<Block> blocks_;
  std::vector<int> mass_places_, jacobian_places_;
  // M, then L below and D Lᵀ above the diagonal
  std::vector<double> mass_;
  std::vector<double> jacobian_;                         // Gᵀ, then W, by rows of stride_
  std::vector<double> complement_;                       // L_S by rows
  std::vector<double> mass_pivots_, complement_pivots_;  // reciprocals of D and D_S
  bool (SchurFactor::*complement_of_)() = nullptr;
  void (SchurFactor::*solve_)(double*, double*) const = nullptr;
};

}  // namespace pleuel
