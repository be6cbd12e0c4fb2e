// Dense output of BDF.
#pragma once

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/integrator/bdf/bdf_history.hpp"

namespace pleuel {

/// The polynomial through the last k + 1 points, where k is the order of the step: order k. It
/// reads the history, which does not change until the next step is accepted.
class BdfDenseOutput : public DenseOutput {
 public:
  explicit BdfDenseOutput(const BdfHistory& history) : history_(history) {}

  double begin() const override { return begin_; }
  double end() const override { return end_; }
  int order() const override { return order_; }
  void evaluate(double t, Vec y) const override {
    history_.interpolate(t == last_ ? 0.0 : t - last_, begin_ == end_ ? 1 : order_ + 1, y);
  }

  /// The step from `begin` to `end`, in a history whose last point is at `last`.
  void take(double begin, double end, int order, double last) {
    begin_ = begin;
    end_ = end;
    order_ = order;
    last_ = last;
  }

  /// Everything except the history.
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.begin_, self.end_, self.last_, self.order_);
  }

 private:
  const BdfHistory& history_;
  double begin_ = 0;
  double end_ = 0;
  double last_ = 0;
  int order_ = 1;
};

}  // namespace pleuel
