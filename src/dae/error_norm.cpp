#include "pleuel/dae/error_norm.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace pleuel {
namespace {

// Replaces atol + rtol |y| where both are zero. The weight stays finite, and any error there is far
// too large.
constexpr double kSmallestScale = 1e-150;
constexpr int kLargestIndex = 3;

}  // namespace

ErrorNorm::ErrorNorm(const std::vector<Unknown>& unknowns, Tolerances tolerances, IndexScaling scaling)
    : tolerances_(std::move(tolerances)), scaling_(scaling), weights_(Vector::Zero(unknowns.size())) {
  assert(tolerances_.rtol.size() == weights_.size() && tolerances_.atol.size() == weights_.size());
  index_.reserve(unknowns.size());
  for (const Unknown& unknown : unknowns) {
    assert(1 <= unknown.index && unknown.index <= kLargestIndex);
    index_.push_back(scaling_ == IndexScaling::scaled ? unknown.index : 1);
  }
}

void ErrorNorm::update(ConstVec y, double h) {
  const double size = std::abs(h);
  const double power[kLargestIndex] = {1.0, size, size * size};
  const double* rtol = tolerances_.rtol.data();
  const double* atol = tolerances_.atol.data();
  for (Eigen::Index i = 0; i < weights_.size(); ++i) {
    const double scale = std::max(atol[i] + rtol[i] * std::abs(y[i]), kSmallestScale);
    weights_[i] = power[index_[i] - 1] / scale;
  }
}

double ErrorNorm::operator()(ConstVec e) const {
  if (e.size() == 0) return 0;
  return std::sqrt(weights_.cwiseProduct(e).squaredNorm() / static_cast<double>(e.size()));
}

int ErrorNorm::worst(ConstVec e) const {
  int worst = 0;
  double largest = -1;
  for (Eigen::Index i = 0; i < e.size(); ++i) {
    const double size = std::abs(weights_[i] * e[i]);
    if (!std::isfinite(size)) return static_cast<int>(i);
    if (size > largest) {
      largest = size;
      worst = static_cast<int>(i);
    }
  }
  return worst;
}

}  // namespace pleuel
