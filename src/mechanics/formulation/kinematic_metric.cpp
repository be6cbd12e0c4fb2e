#include "pleuel/mechanics/formulation/kinematic_metric.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pleuel/linalg/entries.hpp"
#include "pleuel/mechanics/formulation/shifted_blocks.hpp"

namespace pleuel {
namespace {

constexpr double rounding = 1e-9;

/// The pattern of HᵀH: full in kinematic blocks, diagonal outside.
FixedMatrix gram_pattern(const SystemInfo& info) {
  Entries entries;
  for (int j = 0; j < info.n_v(); ++j) entries.emplace_back(j, j);
  for (const KinematicBlock& b : info.kinematic_blocks) append_full_block(b.first_v, b.n_v, entries);
  return {info.n_v(), info.n_v(), entries};
}

double largest(const std::vector<double>& x) {
  double result = 0;
  for (const double value : x) result = std::max(result, std::abs(value));
  return result;
}

}  // namespace

KinematicMetric::KinematicMetric(const SystemInfo& info)
    : info_(info), is_identity_(info.has_identity_kinematics()), norms_(info) {
  if (is_identity_) return;
  gram_ = gram_pattern(info);
  std::fill(gram_.value.begin(), gram_.value.end(), 1.0);  // outside of all blocks
  inverse_ = gram_;
  int size = 0;
  for (const KinematicBlock& b : info.kinematic_blocks) size = std::max(size, b.n_v);
  block_.assign(2 * size * size, 0.0);
  in_q_.assign(info.n_q(), 0.0);
  out_.assign(std::max(info.n_q(), info.n_lambda()), 0.0);
  nu_.assign(norms_.count(), 0.0);
}

void KinematicMetric::update(const FixedMatrix& H, const double* q) {
  if (is_identity_) return;
  norms_.update(H, q);
  std::fill(in_q_.begin(), in_q_.end(), 0.0);
  for (const KinematicBlock& b : info_.kinematic_blocks) {
    for (int i = b.first_v; i < b.first_v + b.n_v; ++i) {
      for (int k = H.start[i]; k < H.start[i + 1]; ++k) in_q_[H.row[k]] = H.value[k];
      for (int j = b.first_v; j < b.first_v + b.n_v; ++j) {
        double sum = 0;
        for (int k = H.start[j]; k < H.start[j + 1]; ++k) sum += H.value[k] * in_q_[H.row[k]];
        gram_.value[gram_.start[i] + j - b.first_v] = sum;
      }
      for (int k = H.start[i]; k < H.start[i + 1]; ++k) in_q_[H.row[k]] = 0;
    }
    // A block without rank gives NaN, which the factorisation reports.
    if (invert_block(b.first_v, b.n_v, 0.0, -1.0, gram_, inverse_, block_, inverse_.value) >= 0)
      inverse_.value[inverse_.start[b.first_v]] = std::numeric_limits<double>::quiet_NaN();
  }
}

void KinematicMetric::take_sample() {
  for (std::size_t k = 0; k < nu_.size(); ++k) nu_[k] = 1 + std::sin(static_cast<double>(k)) / 2;
  std::fill(in_q_.begin(), in_q_.end(), 0.0);
  norms_.add(nu_.data(), in_q_.data());
  std::fill(out_.begin(), out_.end(), 0.0);
}

bool KinematicMetric::is_annihilated_by(const FixedMatrix& A) {
  if (norms_.count() == 0) return true;
  take_sample();
  A.multiply_add(1.0, in_q_.data(), out_.data());
  return !(largest(out_) > rounding * largest(A.value));
}

bool KinematicMetric::is_turned_away_by(const FixedMatrix& K) {
  if (norms_.count() == 0) return true;
  take_sample();
  K.multiply_add(1.0, in_q_.data(), out_.data());
  norms_.project(out_.data(), nu_.data());
  return !(largest(nu_) > rounding * largest(K.value));
}

}  // namespace pleuel
