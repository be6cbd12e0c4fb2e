// The saddle matrix of one configuration.
#pragma once

#include <optional>
#include <vector>

#include "pleuel/linalg/factor.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

struct MatrixEntry {
  int i, j;
  double value;
};

/// The blocks of a saddle matrix.
struct SaddleParts {
  const FixedMatrix& M;
  const FixedMatrix& columns;  ///< B, along whose transpose is projected
  const FixedMatrix& rows;     ///< G, to be met
};

/// Solves
///
///     (ϑM + N) x + Bᵀ y = b,   G x = c,
///
/// dense or sparse. B = G except where a projection takes its direction elsewhere, or where the
/// rows are those of a step. The entries N, which may be none, are given with each factorisation
/// and have one pattern.
///
/// `solve_kept` keeps a factorisation while it serves: with factors of a place nearby the solution
/// is found by iterative refinement, and only when that contracts too slowly is the matrix factored
/// again. So a slow motion costs far less than one factorisation per step, and a solution is exact
/// to rounding in any case. Nothing is allocated after construction.
class SaddleMatrix {
 public:
  /// For blocks with the patterns of `parts` and of N. `border`: see SparseLu.
  SaddleMatrix(const SaddleParts& parts, const std::vector<int>& border,
               const std::vector<MatrixEntry>& pattern = {});
  /// For M and G of a system.
  SaddleMatrix(const MechanicalSystem& system, const MotionMatrices& m,
               const std::vector<MatrixEntry>& pattern = {});

  /// Returns the pivot that is missing, if one is.
  [[nodiscard]] std::optional<ZeroPivot> factor(const SaddleParts& parts, double share = 1,
                                                const std::vector<MatrixEntry>& further = {});
  void solve(ConstVec b, ConstVec c, Vec x, Vec y);
  /// x and y hold b and c on entry.
  void solve(Vec x, Vec y) { solve(x, y, x, y); }

  /// With ϑ = 1, N = 0 and factors of this or another place; returns the pivot that is
  /// missing, if one is. x and y hold b and c on entry.
  [[nodiscard]] std::optional<ZeroPivot> solve_kept(const SaddleParts& parts, Vec x, Vec y);
  /// Forgets the factors.
  void restart() { is_factored_ = false; }

  bool is_sparse() const { return storage_ == Storage::sparse; }
  int size() const { return n_v_ + n_g_; }
  long factorizations() const { return factorizations_; }
  long solves() const { return solves_; }

 private:
  SaddleMatrix(const SaddleParts& parts, const FixedMatrix& whole, const std::vector<int>& border,
               const std::vector<MatrixEntry>& further);
  bool refine(const SaddleParts& parts);
  void find_residual(const SaddleParts& parts);
  void apply();

  int n_v_, n_g_;
  Storage storage_;
  Factor<double> lu_;
  std::vector<int> mass_, columns_, rows_, further_;  // where the entries of M, Bᵀ, G and N stand
  bool is_factored_ = false;
  long factorizations_ = 0, solves_ = 0;
  Vector b_, x_, residual_, bound_;
};

}  // namespace pleuel
