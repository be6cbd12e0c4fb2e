#include "pleuel/integrator/alpha/mass_saddle.hpp"

#include <cmath>
#include <limits>

namespace pleuel {
namespace {

constexpr int max_refinements = 12;
// Refinement that contracts no faster than this costs more than a factorisation.
constexpr double slowest_rate = 0.1;
constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
// Corrections up to so many roundings that no longer shrink are rounding errors of the residual.
constexpr double stagnation = 100;

template <class Visit>
void for_each_entry(const FixedMatrix& m, Visit visit) {
  for (int j = 0; j < m.cols; ++j)
    for (int k = m.start[j]; k < m.start[j + 1]; ++k) visit(m.row[k], j);
}

FixedMatrix saddle_pattern(int n_v, int n_g, const MotionMatrices& m) {
  std::vector<std::pair<int, int>> entries;
  for_each_entry(m.M, [&](int i, int j) { entries.emplace_back(i, j); });
  for_each_entry(m.G, [&](int i, int j) {
    entries.emplace_back(n_v + i, j);
    entries.emplace_back(j, n_v + i);
  });
  return {n_v + n_g, n_v + n_g, entries};
}

}  // namespace

MassSaddle::MassSaddle(const SystemInfo& info, const MotionMatrices& patterns)
    : n_v_(info.n_v()),
      n_g_(info.n_lambda()),
      pattern_(saddle_pattern(n_v_, n_g_, patterns)),
      lu_(pattern_, choose_storage(n_v_ + n_g_, pattern_.n_entries())),
      b_(Vector::Zero(n_v_ + n_g_)),
      x_(Vector::Zero(n_v_ + n_g_)),
      residual_(Vector::Zero(n_v_ + n_g_)) {
  for_each_entry(patterns.M, [&](int i, int j) { mass_place_.push_back(lu_.place(i, j)); });
  for_each_entry(patterns.G, [&](int i, int j) {
    row_place_.push_back(lu_.place(n_v_ + i, j));
    column_place_.push_back(lu_.place(j, n_v_ + i));
  });
}

std::optional<ZeroPivot> MassSaddle::factor(const SaddleParts& parts) {
  lu_.set_zero();
  double* const entries = lu_.re();
  for (std::size_t k = 0; k < mass_place_.size(); ++k) entries[mass_place_[k]] += parts.M.value[k];
  for (std::size_t k = 0; k < row_place_.size(); ++k) {
    entries[row_place_[k]] += parts.rows.value[k];
    entries[column_place_[k]] += parts.columns.value[k];
  }
  ++factorizations_;
  const auto zero = lu_.factor();
  is_factored_ = !zero.has_value();
  return zero;
}

void MassSaddle::apply() {
  Vec(lu_.b_re(), size()) = residual_;
  lu_.solve();
  ++solves_;
  residual_ = ConstVec(lu_.x_re(), size());
}

/// x_ from b_, by the factors there are; false if they are too far from the matrix. The two parts have units of their own, so each is
/// judged against itself.
bool MassSaddle::refine(const SaddleParts& parts) {
  residual_ = b_;
  apply();
  x_ = residual_;
  double last_top = x_.head(n_v_).norm(), last_bottom = x_.tail(n_g_).norm();
  const double small_top = rounding * last_top, small_bottom = rounding * last_bottom;
  for (int k = 0; k < max_refinements; ++k) {
    residual_ = b_;
    parts.M.multiply_add(-1.0, x_.data(), residual_.data());
    parts.columns.multiply_transposed_add(-1.0, x_.data() + n_v_, residual_.data());
    parts.rows.multiply_add(-1.0, x_.data(), residual_.data() + n_v_);
    apply();
    x_ += residual_;
    const double top = residual_.head(n_v_).norm(), bottom = residual_.tail(n_g_).norm();
    const auto is_done = [](double size, double last, double small) {
      return size <= small || size * size <= small * last;
    };
    if (is_done(top, last_top, small_top) && is_done(bottom, last_bottom, small_bottom)) return true;
    const bool is_slow =
        !(top <= slowest_rate * last_top && bottom <= slowest_rate * last_bottom);  // NaN too
    if (is_slow) return top <= stagnation * small_top && bottom <= stagnation * small_bottom;
    last_top = top;
    last_bottom = bottom;
  }
  return false;
}

std::optional<ZeroPivot> MassSaddle::solve(const SaddleParts& parts, Vec x, Vec y) {
  b_.head(n_v_) = x;
  b_.tail(n_g_) = y;
  if (!is_factored_ || !refine(parts)) {
    if (const auto zero = factor(parts)) return zero;
    residual_ = b_;
    apply();
    x_ = residual_;
  }
  x = x_.head(n_v_);
  y = x_.tail(n_g_);
  return std::nullopt;
}

}  // namespace pleuel
