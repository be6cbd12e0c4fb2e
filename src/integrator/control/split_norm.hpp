// The norm of error tests for equations of index 3.
#pragma once

#include <memory>
#include <vector>

#include "pleuel/dae/dae.hpp"
#include "pleuel/dae/error_norm.hpp"

namespace pleuel {

/// An ErrorNorm scaled by the index, except that the free part of velocities (FreePart) counts as
/// index 1.
///
/// The scaling of velocities by h at index 3 is meant for the part that the constraints determine.
/// The free part is differential: if it were scaled, its local error would be tol/h, and the error
/// of q would grow to tol (T/h)². Equal to ErrorNorm if the equations have no free part.
///
/// The positions determine velocities only up to their rounding errors divided by h. Where these
/// exceed the tolerance, the free part is divided by them: otherwise the test would ask for shorter
/// steps, which make it worse, until the step size collapses.
class SplitNorm {
 public:
  /// Uses the free part that the equations provide.
  void start(Dae& dae);
  /// Moves to the last accepted point. No allocation.
  void move_to(double t, ConstVec y);
  /// Discards factors and pivots.
  void forget() {
    if (part_) part_->forget();
  }
  bool is_split() const { return part_ != nullptr; }
  /// ‖e‖ with the weights of `norm` for a step of size h > 0.
  double operator()(const ErrorNorm& norm, double h, ConstVec e);

 private:
  double noise(const ErrorNorm& norm, double h) const;

  std::unique_ptr<FreePart> part_;
  Vector free_;
  std::vector<Eigen::Index> positions_, velocities_;
  double largest_position_ = 0;
};

}  // namespace pleuel
