#include "pleuel/mechanics/mass_saddle.hpp"

#include <cmath>
#include <limits>

#include "pleuel/mechanics/elastic_system.hpp"

namespace pleuel {
namespace {

constexpr int max_refinements = 12;
// Refinement that contracts no faster than this costs more than a factorisation.
constexpr double slowest_rate = 0.1;
// Residual of a row in units of its terms that counts as rounding.
constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();

// What the factors of the matrix itself leave where it is badly conditioned; smaller residuals that stagnate are no fault of old factors.
constexpr double acceptable = 1e-11;

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

MassSaddle::MassSaddle(const MechanicalSystem& system, const MotionMatrices& patterns)
    : n_v_(system.info().n_v()),
      n_g_(system.info().n_lambda()),
      pattern_(saddle_pattern(n_v_, n_g_, patterns)),
      lu_(pattern_, choose_storage(n_v_ + n_g_, pattern_.n_entries()), border_of(system, n_v_ + n_g_)),
      b_(Vector::Zero(n_v_ + n_g_)),
      x_(Vector::Zero(n_v_ + n_g_)),
      residual_(Vector::Zero(n_v_ + n_g_)),
      bound_(Vector::Zero(n_v_ + n_g_)) {
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

/// residual_ = b − A x, and bound_ what rounding may leave of it: |b| + |A||x|.
void MassSaddle::find_residual(const SaddleParts& parts) {
  residual_ = b_;
  bound_ = b_.cwiseAbs();
  const auto subtract = [&](int row, int col, double value) {
    const double product = value * x_[col];
    residual_[row] -= product;
    bound_[row] += std::abs(product);
  };
  const auto visit = [](const FixedMatrix& m, auto take) {
    for (int j = 0; j < m.cols; ++j)
      for (int k = m.start[j]; k < m.start[j + 1]; ++k) take(m.row[k], j, m.value[k]);
  };
  visit(parts.M, subtract);
  visit(parts.columns, [&](int i, int j, double value) { subtract(j, n_v_ + i, value); });
  visit(parts.rows, [&](int i, int j, double value) { subtract(n_v_ + i, j, value); });
}

/// x_ from b_, by the factors there are; false if they are too far from the matrix. Rows have units of their own, so the residual of each is
/// compared with its own rounding errors.
bool MassSaddle::refine(const SaddleParts& parts) {
  residual_ = b_;
  apply();
  x_ = residual_;
  double last = std::numeric_limits<double>::infinity();
  for (int k = 0; k < max_refinements; ++k) {
    find_residual(parts);
    const double size = worst_row();
    if (size <= rounding) return true;
    if (!(size <= slowest_rate * last)) return size <= acceptable;  // NaN too
    last = size;
    apply();
    x_ += residual_;
  }
  return false;
}

/// The largest residual of a row, in units of what its terms sum up to.
double MassSaddle::worst_row() const {
  double worst = 0;
  for (Eigen::Index i = 0; i < residual_.size(); ++i) {
    const double size = std::abs(residual_[i]);
    if (std::isnan(size)) return size;
    if (size > worst * bound_[i]) worst = size / bound_[i];
  }
  return worst;
}

std::optional<ZeroPivot> MassSaddle::solve(const SaddleParts& parts, Vec x, Vec y) {
  b_.head(n_v_) = x;
  b_.tail(n_g_) = y;
  if (!is_factored_ || !refine(parts)) {
    if (const auto zero = factor(parts)) return zero;
    (void)refine(parts);  // new factors are the best there are
  }
  x = x_.head(n_v_);
  y = x_.tail(n_g_);
  return std::nullopt;
}

}  // namespace pleuel
