// The norm of error tests on equations of index 3.
#pragma once

#include <memory>

#include "pleuel/dae/dae.hpp"
#include "pleuel/dae/error_norm.hpp"

namespace pleuel {

/// An ErrorNorm scaled by the index, but with the free part of velocities (FreePart) like unknowns
/// of index 1.
///
/// The power of h by which velocities are scaled at index 3 belongs to the part that the
/// constraints determine. The free part is a differential unknown: tested h times too weakly its
/// local error is tol/h, and the error of q grows to tol (T/h)². The same as the ErrorNorm where
/// equations have no such part.
class SplitNorm {
 public:
  /// Parts as the equations tell them.
  void start(Dae& dae);
  /// To the last accepted point. No allocation.
  void move_to(double t, ConstVec y);
  /// Forgets factors and pivots. Allocates.
  void forget(Dae& dae) {
    if (part_) part_ = dae.free_part();
  }
  bool is_split() const { return part_ != nullptr; }
  /// ‖e‖ with the weights of `norm`, which are those of a step of size h > 0.
  double operator()(const ErrorNorm& norm, double h, ConstVec e);

 private:
  std::unique_ptr<FreePart> part_;
  Vector free_;
};

}  // namespace pleuel
