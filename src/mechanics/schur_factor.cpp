#include "pleuel/mechanics/schur_factor.hpp"

#include <algorithm>

#include "pleuel/linalg/entries.hpp"

// Rows are so short that preparing vector registers costs more than they save.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC optimize("no-tree-vectorize")
#endif

namespace pleuel {
namespace {

// A pivot that is smaller, relative to its diagonal entry, leaves too few digits.
constexpr double least_mass_pivot = 1e-10;
constexpr double least_complement_pivot = 1e-12;

/// The last index to which each index of a symmetric pattern is connected, as ends of blocks.
std::vector<int> block_ends(const FixedMatrix& M) {
  std::vector<int> end(M.rows);
  for (int i = 0; i < M.rows; ++i) end[i] = i + 1;
  for (int j = 0; j < M.cols; ++j)
    for (int k = M.start[j]; k < M.start[j + 1]; ++k) {
      const int first = std::min(j, M.row[k]), last = std::max(j, M.row[k]);
      for (int i = first; i <= last; ++i) end[i] = std::max(end[i], last + 1);
    }
  return end;
}

}  // namespace

SchurFactor::SchurFactor(const FixedMatrix& M, const FixedMatrix& G)
    : n_v_(M.rows),
      n_g_(G.rows),
      mass_(static_cast<std::size_t>(n_v_) * n_v_, 0.0),
      jacobian_(static_cast<std::size_t>(n_g_) * n_v_, 0.0),
      scaled_(jacobian_),
      complement_(static_cast<std::size_t>(n_g_) * n_g_, 0.0),
      mass_pivots_(n_v_, 0.0),
      complement_pivots_(n_g_, 0.0),
      diagonal_(n_g_, 0.0),
      z_(n_v_, 0.0) {
  const std::vector<int> end = block_ends(M);
  for (int i = 0; i < n_v_;) {
    int last = end[i];
    for (int j = i; j < last; ++j) last = std::max(last, end[j]);
    blocks_.push_back({i, last});
    i = last;
  }
  mass_places_ = places_of(M, [&](int i, int j) { return i * n_v_ + j; });
  jacobian_places_ = places_of(G, [&](int i, int j) { return i * n_v_ + j; });
}

void SchurFactor::clear() {
  std::fill(mass_.begin(), mass_.end(), 0.0);
  std::fill(jacobian_.begin(), jacobian_.end(), 0.0);
}

bool SchurFactor::factor(const FixedMatrix& M, const FixedMatrix& G) {
  clear();
  for (std::size_t k = 0; k < mass_places_.size(); ++k) mass_[mass_places_[k]] = M.value[k];
  for (std::size_t k = 0; k < jacobian_places_.size(); ++k) jacobian_[jacobian_places_[k]] = G.value[k];
  return factor_filled();
}

bool SchurFactor::factor_filled() { return factor_mass() && factor_complement(); }

/// L and D by blocks, and W = L⁻¹Gᵀ.
bool SchurFactor::factor_mass() {
  const int n = n_v_;
  double* const m = mass_.data();
  if (static_cast<int>(blocks_.size()) == n) {  // M is diagonal, W = Gᵀ
    for (int i = 0; i < n; ++i) {
      if (!(m[i * n + i] > 0)) return false;
      mass_pivots_[i] = 1 / m[i * n + i];
    }
    for (int r = 0; r < n_g_; ++r)
      for (int i = 0; i < n; ++i) scaled_[r * n + i] = jacobian_[r * n + i] * mass_pivots_[i];
    return true;
  }
  for (const Block& b : blocks_)
    for (int i = b.first; i < b.end; ++i) {
      double pivot = m[i * n + i];
      const double least = least_mass_pivot * pivot;
      for (int j = b.first; j < i; ++j) {
        double sum = m[i * n + j];
        for (int k = b.first; k < j; ++k) sum -= m[k * n + i] * m[j * n + k];
        m[j * n + i] = sum;  // D Lᵀ above the diagonal
      }
      for (int j = b.first; j < i; ++j) {
        m[i * n + j] = m[j * n + i] * mass_pivots_[j];
        pivot -= m[i * n + j] * m[j * n + i];
      }
      if (!(pivot > least)) return false;  // also for NaN
      mass_pivots_[i] = 1 / pivot;
    }
  for (int r = 0; r < n_g_; ++r) {
    double* const w = jacobian_.data() + r * n;
    double* const scaled = scaled_.data() + r * n;
    for (const Block& b : blocks_)
      for (int i = b.first; i < b.end; ++i) {
        double sum = w[i];
        for (int k = b.first; k < i; ++k) sum -= m[i * n + k] * w[k];
        w[i] = sum;
        scaled[i] = sum * mass_pivots_[i];
      }
  }
  return true;
}

/// S = WᵀD⁻¹W and its factors.
bool SchurFactor::factor_complement() {
  const int n = n_v_, n_g = n_g_;
  double* const s = complement_.data();
  for (int i = 0; i < n_g; ++i) {
    const double* const wi = scaled_.data() + i * n;
    for (int j = 0; j <= i; ++j) {
      const double* const wj = jacobian_.data() + j * n;
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += wi[k] * wj[k];
      s[i * n_g + j] = sum;
    }
    diagonal_[i] = s[i * n_g + i];
  }
  for (int k = 0; k < n_g; ++k) {
    const double pivot = s[k * n_g + k];
    if (!(pivot > least_complement_pivot * diagonal_[k])) return false;
    complement_pivots_[k] = 1 / pivot;
    for (int i = k + 1; i < n_g; ++i) {
      s[k * n_g + i] = s[i * n_g + k];
      s[i * n_g + k] *= complement_pivots_[k];
    }
    for (int i = k + 1; i < n_g; ++i)
      for (int j = k + 1; j <= i; ++j) s[i * n_g + j] -= s[i * n_g + k] * s[k * n_g + j];
  }
  return true;
}

void SchurFactor::solve(double* x, double* y) const {
  const int n = n_v_, n_g = n_g_;
  const bool is_diagonal = static_cast<int>(blocks_.size()) == n;
  const double* const m = mass_.data();
  const double* const s = complement_.data();
  double* const z = is_diagonal ? x : z_.data();
  if (!is_diagonal)
    for (const Block& b : blocks_)
      for (int i = b.first; i < b.end; ++i) {
        double sum = x[i];
        for (int k = b.first; k < i; ++k) sum -= m[i * n + k] * z[k];
        z[i] = sum;
      }
  for (int i = 0; i < n_g; ++i) {
    const double* const w = scaled_.data() + i * n;
    double sum = -y[i];
    for (int k = 0; k < n; ++k) sum += w[k] * z[k];
    for (int k = 0; k < i; ++k) sum -= s[i * n_g + k] * y[k];
    y[i] = sum;
  }
  for (int i = n_g - 1; i >= 0; --i) {
    double sum = y[i] * complement_pivots_[i];
    for (int k = i + 1; k < n_g; ++k) sum -= s[k * n_g + i] * y[k];
    y[i] = sum;
  }
  for (int i = 0; i < n_g; ++i) {
    const double* const w = jacobian_.data() + i * n;
    for (int k = 0; k < n; ++k) z[k] -= w[k] * y[i];
  }
  if (is_diagonal) {
    for (int i = 0; i < n; ++i) x[i] *= mass_pivots_[i];
    return;
  }
  for (const Block& b : blocks_)
    for (int i = b.end - 1; i >= b.first; --i) {
      double sum = z[i] * mass_pivots_[i];
      for (int k = i + 1; k < b.end; ++k) sum -= m[k * n + i] * x[k];
      x[i] = sum;
    }
}

}  // namespace pleuel

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif
