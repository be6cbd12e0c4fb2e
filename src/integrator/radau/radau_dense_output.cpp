#include "pleuel/integrator/radau/radau_dense_output.hpp"

#include <array>

namespace pleuel {

void RadauDenseOutput::evaluate(double t, Vec y) const {
  std::array<double, 7> weights{};
  if (h_ != 0) scheme_->coefficients.lagrange(t == end_ ? 1.0 : (t - t_) / h_, weights.data());
  scheme_->kernels.reduce(y.size(), 1.0, weights.data(), Z_.data(), y.data());
  y += y_;
}

void RadauDenseOutput::start(double t, ConstVec y, int most_stages) {
  t_ = end_ = t;
  h_ = 0;
  y_ = y;
  Z_.setZero(y.size(), most_stages);
}

void RadauDenseOutput::take(double t, double end, double h, ConstVec y, Matrix& Z) {
  t_ = t;
  end_ = end;
  h_ = h;
  y_ = y;
  Z_.swap(Z);
}

}  // namespace pleuel
