// The polynomial of a block.
#pragma once

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/integrator/block/block_formula.hpp"
#include "pleuel/integrator/newton/stage_kernels.hpp"

namespace pleuel {

/// u(t) of degree s through y_n and Y_1 … Y_s at equal distances: u = y_n + Σ_j ℓ_j((t − t_n)/h)
/// Z_j with Z_j = Y_j − y_n. s belongs to this block and may differ in the next one.
class BlockDenseOutput : public DenseOutput {
 public:
  static constexpr int most_points = 12;

  double begin() const override { return t_; }
  double end() const override { return end_; }
  int order() const override { return formula_->dense_order; }
  void evaluate(double t, Vec y) const override;

  /// Allocates. Until the first `take`, the solution is the constant y at t.
  void start(double t, ConstVec y, int largest);
  /// The formula of the next block; it must outlive this object.
  void use(const BlockFormula& formula);
  /// Stores the block from (t, y) to `end` with the increments Z, which is swapped.
  void take(double t, double end, ConstVec y, Matrix& Z);

  const BlockFormula& formula() const { return *formula_; }
  /// Signed length of the block; 0: none yet.
  double length() const { return end_ - t_; }
  /// u(t_n + x h) − Y_s of the polynomial through the points first … s only.
  void extrapolate(double x, int first, double* result) const;

  /// Everything except the formula.
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.t_, self.end_, self.y_, self.Z_);
  }

 private:
  const BlockFormula* formula_ = nullptr;  // of the last block
  StageKernels kernels_;
  double t_ = 0;
  double end_ = 0;
  Vector y_;
  Matrix Z_;
};

}  // namespace pleuel
