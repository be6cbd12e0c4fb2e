// The saddle matrix of one configuration.
#pragma once

#include <vector>

#include "pleuel/linalg/factor.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

struct MatrixEntry {
  int i, j;
  double value;
};

/// [ϑM + N, Gᵀ; G 0] at one configuration, dense or sparse. The entries N, which may be none, are given with each factorisation and have
/// one pattern. Nothing is allocated after construction.
class SaddleMatrix {
 public:
  /// For matrices with the patterns of `m` and of N.
  SaddleMatrix(const MechanicalSystem& system, const MotionMatrices& m,
               const std::vector<MatrixEntry>& pattern = {});

  /// Returns the number of the column without pivot, −1 if there is none.
  [[nodiscard]] int factor(const MotionMatrices& m, double share = 1,
                           const std::vector<MatrixEntry>& further = {});
  /// Solves for (top, bottom) in place.
  void solve(Vec top, Vec bottom);

 private:
  int n_v_, n_g_;
  FixedMatrix pattern_;
  Factor<double> lu_;
  std::vector<int> mass_, lower_, upper_, further_;  // where the entries of M, G, Gᵀ and N stand
};

}  // namespace pleuel
