#include "pleuel/integrator/control/split_norm.hpp"

#include <cmath>

namespace pleuel {

void SplitNorm::start(Dae& dae) {
  if (!part_) part_ = dae.free_part();
  free_.setZero(dae.info().n_unknowns());
}

void SplitNorm::move_to(double t, ConstVec y) {
  if (part_) part_->move_to(t, y);
}

double SplitNorm::operator()(const ErrorNorm& norm, double h, ConstVec e) {
  if (!part_ || !part_->take(e, view(free_))) return norm(e);
  const auto weights = norm.weights().array();
  const double determined = (weights * (e - free_).array()).square().sum();
  const double free = (weights * free_.array()).square().sum() / (h * h);
  return std::sqrt((determined + free) / static_cast<double>(e.size()));
}

}  // namespace pleuel
