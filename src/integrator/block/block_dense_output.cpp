#include "pleuel/integrator/block/block_dense_output.hpp"

#include <array>

namespace pleuel {

void BlockDenseOutput::evaluate(double t, Vec y) const {
  std::array<double, most_points + 1> weights{};
  const int s = formula_->points();
  if (end_ != t_) lagrange_at_integers(0, s, t == end_ ? s : (t - t_) / (end_ - t_) * s, weights.data());
  kernels_.reduce(y.size(), 1.0, weights.data() + 1, Z_.data(), y.data());
  y += y_;
}

void BlockDenseOutput::extrapolate(double x, int first, double* result) const {
  std::array<double, most_points + 1> weights{};
  const int s = formula_->points();
  lagrange_at_integers(first, s, x, weights.data());
  weights[s] -= 1;
  kernels_.reduce(y_.size(), 1.0, weights.data() + 1, Z_.data(), result);
}

void BlockDenseOutput::start(double t, ConstVec y, int largest) {
  t_ = end_ = t;
  y_ = y;
  Z_.setZero(y.size(), largest);
}

void BlockDenseOutput::use(const BlockFormula& formula) {
  formula_ = &formula;
  kernels_ = stage_kernels(formula.points());
}

void BlockDenseOutput::take(double t, double end, ConstVec y, Matrix& Z) {
  t_ = t;
  end_ = end;
  y_ = y;
  Z_.swap(Z);
}

}  // namespace pleuel
