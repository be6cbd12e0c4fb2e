#include "pleuel/integrator/explicit/explicit_dense_output.hpp"

namespace pleuel {

ExplicitDenseOutput::ExplicitDenseOutput(const ExplicitTableau& tableau, const MechanicalSystem& system)
    : tableau_(tableau), system_(system), work_(std::make_shared<Work>()) {}

UnderlyingOde& ExplicitDenseOutput::ode() const {
  if (!work_->ode) work_->ode = std::make_unique<UnderlyingOde>(system_, work_->statistics);
  return *work_->ode;
}

void ExplicitDenseOutput::start(double t, ConstVec x, ConstVec y) {
  t_ = end_ = t;
  x_ = x_end_ = x;
  y_ = y_end_ = y;
  stages_.setZero(x.size(), tableau_.n_all_stages());
  terms_.setZero(x.size(), 3 + static_cast<Eigen::Index>(tableau_.dense.size()));
  place_ = rates_ = x;
  is_prepared_ = false;
}

void ExplicitDenseOutput::take(double end, ConstVec x, ConstVec y, Matrix& stages) {
  t_ = end_;
  end_ = end;
  x_.swap(x_end_);
  y_.swap(y_end_);
  x_end_ = x;
  y_end_ = y;
  stages_.swap(stages);
  is_prepared_ = false;
}

/// Computes the remaining stages and the terms of the polynomial.
void ExplicitDenseOutput::prepare() const {
  const double h = end_ - t_;
  for (int i = tableau_.n_stages; i < tableau_.n_all_stages(); ++i) {
    place_ = x_;
    for (const StageWeight& w : tableau_.a[i]) place_ += (h * w.value) * stages_.col(w.stage);
    // Without a factorisation inside an accepted step the stage stays NaN.
    if (ode().rates(t_ + tableau_.c[i] * h, view(std::as_const(place_)), column(stages_, i)))
      stages_.col(i).setConstant(std::numeric_limits<double>::quiet_NaN());
  }
  terms_.col(0) = x_end_ - x_;
  terms_.col(1) = h * stages_.col(0) - terms_.col(0);
  terms_.col(2) = terms_.col(0) - h * stages_.col(tableau_.n_stages - 1) - terms_.col(1);
  for (std::size_t m = 0; m < tableau_.dense.size(); ++m) {
    auto term = terms_.col(3 + static_cast<Eigen::Index>(m));
    term.setZero();
    for (const StageWeight& w : tableau_.dense[m]) term += (h * w.value) * stages_.col(w.stage);
  }
  is_prepared_ = true;
}

void ExplicitDenseOutput::evaluate(double t, Vec y) const {
  if (t == end_ || end_ == t_) {
    y = y_end_;
    return;
  }
  if (t == t_) {
    y = y_;
    return;
  }
  if (!is_prepared_) prepare();
  const double theta = (t - t_) / (end_ - t_);
  place_ = terms_.col(terms_.cols() - 1);
  for (Eigen::Index m = terms_.cols() - 1; m >= 0; --m) {
    place_ *= m % 2 == 0 ? theta : 1 - theta;
    place_ += m > 0 ? terms_.col(m - 1) : x_;
  }
  UnderlyingOde& equations = ode();
  const int n_q = equations.n_q(), n_v = equations.n_v(), n_g = equations.n_lambda();
  y.head(n_q + n_v) = place_.head(n_q + n_v);
  y.tail(equations.n_s()) = place_.segment(n_q + n_v, equations.n_s());
  if (equations.rates(t, view(std::as_const(place_)), view(rates_))) {
    const auto from = y_.segment(n_q + n_v, n_v + n_g), to = y_end_.segment(n_q + n_v, n_v + n_g);
    y.segment(n_q + n_v, n_v + n_g) = from + theta * (to - from);
    return;
  }
  y.segment(n_q + n_v, n_v) = rates_.segment(n_q, n_v);
  y.segment(n_q + 2 * n_v, n_g) = equations.lambda();
}

}  // namespace pleuel
