// The saddle matrix of one configuration.
#pragma once

#include <optional>
#include <vector>

#include "pleuel/linalg/entries.hpp"
#include "pleuel/linalg/factor.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// The blocks of a saddle matrix.
struct SaddleParts {
  const FixedMatrix& M;
  const FixedMatrix& columns;  ///< B: projections are along its transpose
  const FixedMatrix& rows;     ///< G: the rows to satisfy
};

/// Solves
///
///     (ϑM + N) x + Bᵀ y = b,   G x = c,
///
/// with a dense or sparse factorisation. B = G, except if a projection uses another direction or
/// the rows belong to a step. The optional entries N are given with each factorisation and have a
/// fixed pattern.
///
/// `solve_kept` reuses a factorisation of a nearby configuration and finds the solution by
/// iterative refinement. The matrix is factored again only if the refinement converges too slowly.
/// The result is exact to rounding in all cases. No allocation after construction.
class SaddleMatrix {
 public:
  /// For blocks with the patterns of `parts` and N. The rows of x belong to the
  /// velocities of the system.
  SaddleMatrix(const SaddleParts& parts, const MechanicalSystem& system,
               const std::vector<MatrixEntry>& pattern = {});
  /// For blocks without deformations.
  explicit SaddleMatrix(const SaddleParts& parts, const std::vector<MatrixEntry>& pattern = {});
  /// For M and G of a system.
  SaddleMatrix(const MechanicalSystem& system, const MotionMatrices& m,
               const std::vector<MatrixEntry>& pattern = {});

  /// Returns the missing pivot if the matrix is singular.
  [[nodiscard]] std::optional<ZeroPivot> factor(const SaddleParts& parts, double share = 1,
                                                const std::vector<MatrixEntry>& further = {});
  void solve(ConstVec b, ConstVec c, Vec x, Vec y, SolveAccuracy accuracy = SolveAccuracy::full);
  /// x and y hold b and c on entry.
  void solve(Vec x, Vec y) { solve(x, y, x, y); }

  /// Solves with ϑ = 1, N = 0 and reused factors. Returns the missing pivot if the matrix is
  /// singular. x and y hold b and c on entry.
  [[nodiscard]] std::optional<ZeroPivot> solve_kept(const SaddleParts& parts, Vec x, Vec y);
  /// Discards the factors.
  void restart() { is_factored_ = false; }
  /// Discards the factors and the choice of pivots.
  void forget() {
    restart();
    lu_.forget();
  }

  bool is_sparse() const { return storage_ == Storage::sparse; }
  bool is_iterative() const { return lu_.is_iterative(); }
  void allow_error(double relative) { lu_.allow_error(relative); }
  IterativeSolves iterative_solves() const { return lu_.iterative_solves(); }
  int size() const { return n_v_ + n_g_; }
  long factorizations() const { return factorizations_; }
  long solves() const { return solves_; }

 private:
  SaddleMatrix(const SaddleParts& parts, const FactorPlan& factors, const std::vector<MatrixEntry>& further);
  bool refine(const SaddleParts& parts);
  void find_residual(const SaddleParts& parts);
  void apply();

  int n_v_, n_g_;
  Storage storage_;
  Factor<double> lu_;
  std::vector<int> mass_, columns_, rows_, further_;  // positions of the entries of M, Bᵀ, G and N
  bool is_factored_ = false;
  long factorizations_ = 0, solves_ = 0;
  Vector b_, x_, residual_, bound_;
};

}  // namespace pleuel
