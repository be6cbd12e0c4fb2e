#include "pleuel/integrator/alpha/alpha_dense_output.hpp"

namespace pleuel {

void AlphaDenseOutput::start(double t, ConstVec y, ConstVec rates) {
  t_ = end_ = t;
  y_ = y_end_ = y;
  rates_ = rates_end_ = rates;
}

void AlphaDenseOutput::take(double end, ConstVec y, ConstVec rates) {
  t_ = end_;
  end_ = end;
  y_.swap(y_end_);
  rates_.swap(rates_end_);
  y_end_ = y;
  rates_end_ = rates;
}

void AlphaDenseOutput::evaluate(double t, Vec y) const {
  const double h = end_ - t_;
  if (h == 0 || t == end_) {
    y = y_end_;
    return;
  }
  const double x = (t - t_) / h;
  const double to_end = x * x * (3 - 2 * x), from_rate = h * x * (1 - x) * (1 - x),
               from_rate_end = -h * x * x * (1 - x);
  const auto cubic = [&](Eigen::Index i) {
    return y_[i] + to_end * (y_end_[i] - y_[i]) + from_rate * rates_[i] + from_rate_end * rates_end_[i];
  };
  for (Eigen::Index i = 0; i < first_line_; ++i) y[i] = cubic(i);
  for (Eigen::Index i = first_line_; i < end_line_; ++i) y[i] = y_[i] + x * (y_end_[i] - y_[i]);
  for (Eigen::Index i = end_line_; i < y.size(); ++i) y[i] = cubic(i);
}

}  // namespace pleuel
