// The weighted norm in which errors and Newton increments are measured.
#pragma once

#include <vector>

#include "pleuel/dae/tolerances.hpp"
#include "pleuel/dae/unknown.hpp"

namespace pleuel {

/// How unknowns of index 2 and 3 enter the norm.
enum class IndexScaling {
  /// multiplied by h and h²: their errors are larger by 1/h and 1/h² without harm [HLR89, 7 and 8]
  scaled,
  strict  ///< like unknowns of index 1
};

/// ‖e‖ = sqrt( 1/n Σᵢ (h^(indexᵢ−1) eᵢ / (atolᵢ + rtolᵢ |yᵢ|))² ). With `strict` the powers of h
/// are omitted.
class ErrorNorm {
 public:
  ErrorNorm(const std::vector<Unknown>& unknowns, Tolerances tolerances, IndexScaling scaling);

  /// Computes the weights for a step of size h that starts at y. No allocation.
  void update(ConstVec y, double h);

  double operator()(ConstVec e) const;
  /// The unknown with the largest weighted entry of e.
  int worst(ConstVec e) const;
  ConstVec weights() const { return view(weights_); }
  const Tolerances& tolerances() const { return tolerances_; }

 private:
  Tolerances tolerances_;
  IndexScaling scaling_;
  std::vector<int> index_;
  Vector weights_;  // reciprocal weights: norm² = mean of (wᵢ eᵢ)²
};

}  // namespace pleuel
