#include "pleuel/mechanics/norm_directions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pleuel {
namespace {

double dot(const double* a, const double* b, int n) { return std::inner_product(a, a + n, b, 0.0); }

/// Orthogonalises x against the first `count` columns of `basis`, twice to remove rounding errors.
void orthogonalize(const double* basis, int count, int n, double* x) {
  for (int pass = 0; pass < 2; ++pass)
    for (int k = 0; k < count; ++k) {
      const double share = dot(basis + k * n, x, n);
      for (int i = 0; i < n; ++i) x[i] -= share * basis[k * n + i];
    }
}

void normalize(double* x, int n) {
  const double length = std::sqrt(dot(x, x, n));
  for (int i = 0; i < n; ++i) x[i] /= length;
}

/// The unit vector farthest from the span of the basis: the row of smallest length.
int farthest_unit(const double* basis, int count, int n) {
  int best = 0;
  double least = 2;
  for (int i = 0; i < n; ++i) {
    double length = 0;
    for (int k = 0; k < count; ++k) length += basis[k * n + i] * basis[k * n + i];
    if (length < least) {
      least = length;
      best = i;
    }
  }
  return best;
}

}  // namespace

NormDirections::NormDirections(const SystemInfo& info) : start_{0} {
  int largest = 0;
  for (const KinematicBlock& b : info.kinematic_blocks) {
    if (b.n_q <= b.n_v) continue;
    blocks_.push_back({b, count()});
    for (int k = b.n_v; k < b.n_q; ++k) {
      first_.push_back(b.first_q);
      start_.push_back(start_.back() + b.n_q);
    }
    largest = std::max(largest, b.n_q);
  }
  values_.assign(start_.back(), 0.0);
  basis_.assign(largest * largest, 0.0);
}

void NormDirections::update(const FixedMatrix& H, const double* q) {
  for (const Block& block : blocks_) {
    const KinematicBlock& b = block.place;
    const int n = b.n_q;
    std::fill(basis_.begin(), basis_.end(), 0.0);
    for (int k = 0; k < n; ++k) {
      double* const column = basis_.data() + k * n;
      if (k < b.n_v) {
        for (int e = H.start[b.first_v + k]; e < H.start[b.first_v + k + 1]; ++e)
          column[H.row[e] - b.first_q] = H.value[e];
      } else {
        column[farthest_unit(basis_.data(), k, n)] = 1.0;
      }
      orthogonalize(basis_.data(), k, n, column);
      normalize(column, n);
      if (k < b.n_v) continue;
      const double side = dot(column, q + b.first_q, n) < 0 ? -1.0 : 1.0;
      double* const direction = values_.data() + start_[block.direction + k - b.n_v];
      for (int i = 0; i < n; ++i) direction[i] = side * column[i];
    }
  }
}

void NormDirections::add(const double* nu, double* q) const {
  for (int k = 0; k < count(); ++k)
    for (int i = 0; i < start_[k + 1] - start_[k]; ++i) q[first_[k] + i] += values_[start_[k] + i] * nu[k];
}

void NormDirections::project(const double* x, double* out) const {
  for (int k = 0; k < count(); ++k)
    out[k] = dot(values_.data() + start_[k], x + first_[k], start_[k + 1] - start_[k]);
}

void NormDirections::project(const RowBlock& x, RowBlock& out) const {
  out.set_zero();
  for (int k = 0; k < count(); ++k) {
    const double* const n = values_.data() + start_[k];
    const int size = start_[k + 1] - start_[k];
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j) out.add_to_row(first_[k] + i, n[i] * n[j], x.row(first_[k] + j));
  }
}

}  // namespace pleuel
