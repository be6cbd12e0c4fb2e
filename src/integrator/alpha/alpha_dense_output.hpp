// The solution within one step of an α-method.
#pragma once

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Cubic Hermite interpolation of q, v and s with the rates H v, φ and σ at both ends; linear
/// interpolation of a and λ. Order 2, like the method.
class AlphaDenseOutput : public DenseOutput {
 public:
  double begin() const override { return t_; }
  double end() const override { return end_; }
  int order() const override { return 2; }
  void evaluate(double t, Vec y) const override;

  /// y = (q, v, a, λ, s). The entries from `first_line` to `end_line`, a and λ, have no rate;
  /// `rates` is not read there.
  AlphaDenseOutput(int first_line, int end_line) : first_line_(first_line), end_line_(end_line) {}

  /// Constant until the first `take`.
  void start(double t, ConstVec y, ConstVec rates);
  /// Stores the step from the end of the last one to (end, y).
  void take(double end, ConstVec y, ConstVec rates);

  double h() const { return end_ - t_; }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.t_, self.end_, self.y_, self.rates_, self.y_end_, self.rates_end_);
  }

 private:
  int first_line_, end_line_;
  double t_ = 0, end_ = 0;
  Vector y_, rates_, y_end_, rates_end_;
};

}  // namespace pleuel
