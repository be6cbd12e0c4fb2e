// The saddle matrix of the masses, for projections and for accelerations.
#pragma once

#include <optional>

#include "pleuel/linalg/factor.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// M, the columns Gᵀ along which is projected and the rows G that are to be met.
struct SaddleParts {
  const FixedMatrix& M;
  const FixedMatrix& columns;
  const FixedMatrix& rows;
};

/// Solves
///
///     M x + Bᵀ y = b,   G x = c                 B = G except where a projection takes its direction elsewhere
///
/// by a factorisation that is kept while it serves: with factors of a place nearby the solution is found by iterative refinement,
/// and only when that contracts too slowly is the matrix factored anew. So a slow motion costs far less than one factorisation a
/// step, and a solution is exact to rounding in any case.
class MassSaddle {
 public:
  MassSaddle(const MechanicalSystem& system, const MotionMatrices& patterns);

  /// Forgets the factors.
  void restart() { is_factored_ = false; }
  /// x and y hold b and c on entry and the solution on return. Returns the pivot that is missing, if one is. No allocation.
  [[nodiscard]] std::optional<ZeroPivot> solve(const SaddleParts& parts, Vec x, Vec y);

  long factorizations() const { return factorizations_; }
  long solves() const { return solves_; }
  int size() const { return n_v_ + n_g_; }

 private:
  [[nodiscard]] std::optional<ZeroPivot> factor(const SaddleParts& parts);
  bool refine(const SaddleParts& parts);
  void find_residual(const SaddleParts& parts);
  double worst_row() const;
  void apply();

  int n_v_, n_g_;
  FixedMatrix pattern_;
  Factor<double> lu_;
  std::vector<int> mass_place_, column_place_, row_place_;  // of the entries of M and of G, twice
  bool is_factored_ = false;
  long factorizations_ = 0, solves_ = 0;
  Vector b_, x_, residual_, bound_;
};

}  // namespace pleuel
