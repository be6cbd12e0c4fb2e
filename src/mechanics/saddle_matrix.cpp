#include "pleuel/mechanics/saddle_matrix.hpp"

#include <cmath>
#include <limits>

#include "pleuel/linalg/entries.hpp"
#include "pleuel/mechanics/elastic_system.hpp"
#include "pleuel/mechanics/relative_residual.hpp"
#include "pleuel/mechanics/system_with_solvers.hpp"

namespace pleuel {
namespace {

constexpr int max_refinements = 12;
// Slower iterative refinement costs more than a factorisation.
constexpr double slowest_rate = 0.1;
// Residual of a row, relative to its terms, that counts as rounding.
constexpr double rounded_row = 8 * std::numeric_limits<double>::epsilon();

// Residual that even exact factors leave if the matrix is badly conditioned. Smaller residuals that
// stagnate are not caused by old factors.
constexpr double acceptable = 1e-11;

FixedMatrix pattern_of(const SaddleParts& parts, const std::vector<MatrixEntry>& further) {
  const int n_v = parts.M.rows, n = n_v + parts.rows.rows;
  Entries entries;
  append_block(parts.M, entries);
  for (const MatrixEntry& e : further) entries.emplace_back(e.i, e.j);
  append_block(parts.rows, entries, n_v);
  append_transposed_block(parts.columns, entries, 0, n_v);
  return {n, n, entries};
}

}  // namespace

SaddleMatrix::SaddleMatrix(const SaddleParts& parts, const MechanicalSystem& system,
                           const std::vector<MatrixEntry>& pattern)
    : SaddleMatrix(parts,
                   FactorPlan(pattern_of(parts, pattern), border_of(system, parts.M.rows + parts.rows.rows),
                              solvers_of(system)),
                   pattern) {}

SaddleMatrix::SaddleMatrix(const SaddleParts& parts, const std::vector<MatrixEntry>& pattern)
    : SaddleMatrix(parts, FactorPlan(pattern_of(parts, pattern)), pattern) {}

SaddleMatrix::SaddleMatrix(const MechanicalSystem& system, const MotionMatrices& m,
                           const std::vector<MatrixEntry>& pattern)
    : SaddleMatrix({m.M, m.G, m.G}, system, pattern) {}

SaddleMatrix::SaddleMatrix(const SaddleParts& parts, const FactorPlan& factors,
                           const std::vector<MatrixEntry>& further)
    : n_v_(parts.M.rows),
      n_g_(parts.rows.rows),
      storage_(factors.storage()),
      lu_(factors),
      b_(Vector::Zero(size())),
      x_(b_),
      residual_(b_),
      bound_(b_) {
  mass_ = places_of(parts.M, [&](int i, int j) { return lu_.place(i, j); });
  columns_ = places_of(parts.columns, [&](int i, int j) { return lu_.place(j, n_v_ + i); });
  rows_ = places_of(parts.rows, [&](int i, int j) { return lu_.place(n_v_ + i, j); });
  for (const MatrixEntry& e : further) further_.push_back(lu_.place(e.i, e.j));
}

std::optional<ZeroPivot> SaddleMatrix::factor(const SaddleParts& parts, double share,
                                              const std::vector<MatrixEntry>& further) {
  lu_.set_zero();
  double* const value = lu_.re();
  for (std::size_t k = 0; k < mass_.size(); ++k) value[mass_[k]] = share * parts.M.value[k];
  for (std::size_t k = 0; k < further.size(); ++k) value[further_[k]] += further[k].value;
  for (std::size_t k = 0; k < rows_.size(); ++k) value[rows_[k]] = parts.rows.value[k];
  for (std::size_t k = 0; k < columns_.size(); ++k) value[columns_[k]] = parts.columns.value[k];
  ++factorizations_;
  const auto zero = size() > 0 ? lu_.factor() : std::nullopt;
  is_factored_ = !zero.has_value();
  return zero;
}

void SaddleMatrix::solve(ConstVec b, ConstVec c, Vec x, Vec y, SolveAccuracy accuracy) {
  Vec(lu_.b_re(), n_v_) = b;
  Vec(lu_.b_re() + n_v_, n_g_) = c;
  lu_.solve(accuracy);
  ++solves_;
  x = ConstVec(lu_.x_re(), n_v_);
  y = ConstVec(lu_.x_re() + n_v_, n_g_);
}

/// residual_ = A⁻¹ residual_ with the current factors.
void SaddleMatrix::apply() { solve({residual_.data(), n_v_}, {residual_.data() + n_v_, n_g_}); }

/// residual_ = b − A x, and bound_ = |b| + |A||x|, the scale of its rounding errors.
void SaddleMatrix::find_residual(const SaddleParts& parts) {
  residual_ = b_;
  bound_ = b_.cwiseAbs();
  const auto subtract = [&](int row, int col, double value) {
    const double product = value * x_[col];
    residual_[row] -= product;
    bound_[row] += std::abs(product);
  };
  for_each_entry(parts.M, [&](int i, int j, int k) { subtract(i, j, parts.M.value[k]); });
  for_each_entry(parts.columns, [&](int i, int j, int k) { subtract(j, n_v_ + i, parts.columns.value[k]); });
  for_each_entry(parts.rows, [&](int i, int j, int k) { subtract(n_v_ + i, j, parts.rows.value[k]); });
}

/// Computes x_ from b_ with the current factors; false if they are too far from the matrix. Rows
/// have different units, so each residual is compared with its own rounding errors.
bool SaddleMatrix::refine(const SaddleParts& parts) {
  residual_ = b_;
  apply();
  x_ = residual_;
  double last = std::numeric_limits<double>::infinity();
  for (int k = 0; k < max_refinements; ++k) {
    find_residual(parts);
    const double size = relative_residual(residual_, bound_);
    if (size <= rounded_row) return true;
    if (!(size <= slowest_rate * last)) return size <= acceptable;  // also for NaN
    last = size;
    apply();
    x_ += residual_;
  }
  return false;
}

std::optional<ZeroPivot> SaddleMatrix::solve_kept(const SaddleParts& parts, Vec x, Vec y) {
  b_.head(n_v_) = x;
  b_.tail(n_g_) = y;
  if (!is_factored_ || !refine(parts)) {
    if (const auto zero = factor(parts)) return zero;
    (void)refine(parts);  // new factors are the best available
  }
  x = x_.head(n_v_);
  y = x_.tail(n_g_);
  return std::nullopt;
}

}  // namespace pleuel
