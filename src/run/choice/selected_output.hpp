// A dense output of other equations.
#pragma once

#include <vector>

#include "pleuel/dae/dense_output.hpp"

namespace pleuel {

/// A dense output of other equations, of which y takes some unknowns.
class SelectedOutput final : public DenseOutput {
 public:
  /// y[i] = x[from[i]], where x has n unknowns.
  void select(std::vector<int> from, Eigen::Index n) {
    from_ = std::move(from);
    room_.setZero(n);
  }
  void take(const DenseOutput& of) { of_ = &of; }
  double begin() const override { return of_->begin(); }
  double end() const override { return of_->end(); }
  int order() const override { return of_->order(); }
  void evaluate(double t, Vec y) const override {
    of_->evaluate(t, room_);
    pick(room_, y);
  }
  void pick(ConstVec x, Vec y) const {
    for (std::size_t i = 0; i < from_.size(); ++i) y[static_cast<Eigen::Index>(i)] = x[from_[i]];
  }
  Vector& room() const { return room_; }

 private:
  const DenseOutput* of_ = nullptr;
  std::vector<int> from_;
  mutable Vector room_;
};

}  // namespace pleuel
