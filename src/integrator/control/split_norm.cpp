#include "pleuel/integrator/control/split_norm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pleuel {
namespace {

// Rounding errors of the highest differences of positions, relative to the largest position:
// Newton's method stops at 100 ε (newton_rounding), and differences amplify it.
constexpr double kPositionRounding = 400 * std::numeric_limits<double>::epsilon();

}  // namespace

void SplitNorm::start(Dae& dae) {
  if (!part_) part_ = dae.free_part();
  free_.setZero(dae.info().n_unknowns());
  positions_.clear();
  velocities_.clear();
  for (std::size_t i = 0; i < dae.info().unknowns.size(); ++i) {
    const Group group = dae.info().unknowns[i].group;
    if (group == Group::q) positions_.push_back(static_cast<Eigen::Index>(i));
    if (group == Group::v) velocities_.push_back(static_cast<Eigen::Index>(i));
  }
}

void SplitNorm::move_to(double t, ConstVec y) {
  if (!part_) return;
  part_->move_to(t, y);
  largest_position_ = 0;
  for (const Eigen::Index i : positions_) largest_position_ = std::max(largest_position_, std::abs(y[i]));
}

/// The norm of velocities that are rounding errors of positions divided by h.
double SplitNorm::noise(const ErrorNorm& norm, double h) const {
  const double velocity = kPositionRounding * largest_position_ / h;
  double sum = 0;
  for (const Eigen::Index i : velocities_) sum += std::pow(norm.weights()[i] / h * velocity, 2);
  return std::sqrt(sum / static_cast<double>(norm.weights().size()));
}

double SplitNorm::operator()(const ErrorNorm& norm, double h, ConstVec e) {
  if (!part_ || !part_->take(e, view(free_))) return norm(e);
  const auto weights = norm.weights().array();
  const double determined = (weights * (e - free_).array()).square().sum();
  const double unit = h * std::max(1.0, noise(norm, h));
  const double free = (weights * free_.array()).square().sum() / (unit * unit);
  return std::sqrt((determined + free) / static_cast<double>(e.size()));
}

}  // namespace pleuel
