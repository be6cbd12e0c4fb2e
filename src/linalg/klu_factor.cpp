#include <klu.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "pleuel/linalg/bordered_order.hpp"
#include "pleuel/linalg/solver_factors.hpp"

namespace pleuel {
namespace {

// A diagonal pivot is rejected if it is smaller than this fraction of the column's largest entry.
// In a border the diagonal has no special meaning.
constexpr double pivot_part = 1e-3, bordered_pivot_part = 0.1;
// Pivots are chosen again if they change by this factor: up to four digits are lost before.
constexpr double largest_change = 1e4;

template <class Scalar>
class KluFactor final : public SparseFactor<Scalar> {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

 public:
  KluFactor() { klu_defaults(&common_); }
  ~KluFactor() override { release(); }

  void analyse(std::shared_ptr<const SparseStructure> structure) override {
    release();
    structure_ = std::move(structure);
    start_ = const_cast<int*>(structure_->pattern().start.data());
    row_ = const_cast<int*>(structure_->pattern().row.data());
    if (is_complex) rhs_.resize(2 * static_cast<std::size_t>(size()));
    if (is_complex || is_bordered())
      packed_.resize((is_complex ? 2 : 1) * static_cast<std::size_t>(structure_->pattern().n_entries()));
    if (is_bordered()) row_scale_.assign(size(), 1.0);
  }

  std::optional<ZeroPivot> factor(const double* re, const double* im) override {
    re_ = re;
    im_ = im;
    if (symbolic_ == nullptr) find_order();
    if (numeric_ != nullptr && refactor()) return std::nullopt;
    if (!choose_pivots()) return ZeroPivot{static_cast<int>(common_.singular_col), 0};
    return std::nullopt;
  }

  SolveReport solve(double* re, double* im, int n_columns, double /*tolerance*/) override {
    const int n = size();
    for (int column = 0; column < n_columns; ++column) {
      double* const x = re + static_cast<std::ptrdiff_t>(column) * n;
      if constexpr (is_complex) {
        double* const y = im + static_cast<std::ptrdiff_t>(column) * n;
        for (const int i : structure_->border()) {
          x[i] *= row_scale_[i];
          y[i] *= row_scale_[i];
        }
        for (int k = 0; k < n; ++k) {
          rhs_[2 * k] = x[k];
          rhs_[2 * k + 1] = y[k];
        }
        klu_z_solve(symbolic_, numeric_, n, 1, rhs_.data(), &common_);
        for (int k = 0; k < n; ++k) {
          x[k] = rhs_[2 * k];
          y[k] = rhs_[2 * k + 1];
        }
      } else {
        for (const int i : structure_->border()) x[i] *= row_scale_[i];
        klu_solve(symbolic_, numeric_, n, 1, x, &common_);
      }
    }
    return {};
  }

  FactorCounts counts() const override {
    return {.entries = numeric_ == nullptr ? 0L : static_cast<long>(numeric_->lnz) + numeric_->unz,
            .pivot_choices = n_choices_};
  }

  bool forget() override {
    release_numeric();
    n_choices_ = 0;
    return true;
  }

 private:
  int size() const { return structure_->size(); }
  bool is_bordered() const { return structure_->n_border() > 0; }

  /// Computes the elimination order.
  void find_order() {
    if (structure_->block() == SparseStructure::Block::inner) {
      common_.btf = 0;
      common_.scale = -1;
      PivotOrder order = bordered_order(structure_->pattern(), structure_->border());
      symbolic_ = klu_analyze_given(size(), start_, row_, order.rows.data(), order.cols.data(), &common_);
    } else {
      common_.btf = structure_->block() == SparseStructure::Block::whole ? 0 : 1;
      symbolic_ = klu_analyze(size(), start_, row_, &common_);
    }
    if (symbolic_ == nullptr) throw std::logic_error("KluFactor: the pattern has no symbolic factorisation");
  }

  void release_numeric() {
    if (numeric_ == nullptr) return;
    if (is_complex)
      klu_z_free_numeric(&numeric_, &common_);
    else
      klu_free_numeric(&numeric_, &common_);
  }
  void release() {
    release_numeric();
    if (symbolic_ != nullptr) klu_free_symbolic(&symbolic_, &common_);
  }

  /// The values in KLU's format.
  double* values() {
    if (!is_complex && !is_bordered()) return const_cast<double*>(re_);
    const auto n = static_cast<std::size_t>(structure_->pattern().n_entries());
    for (std::size_t k = 0; k < n; ++k) {
      const double scale = is_bordered() ? row_scale_[row_[k]] : 1.0;
      if (is_complex) {
        packed_[2 * k] = scale * re_[k];
        packed_[2 * k + 1] = scale * im_[k];
      } else {
        packed_[k] = scale * re_[k];
      }
    }
    return packed_.data();
  }

  double pivot(int k) const {
    const double* const u = static_cast<const double*>(numeric_->Udiag);
    return is_complex ? std::max(std::abs(u[2 * k]), std::abs(u[2 * k + 1])) : std::abs(u[k]);
  }

  /// True if the pivots are still acceptable. KLU's estimates of growth and condition cost as much
  /// as a solve or more, and its growth is that of whole columns, which means nothing in a border;
  /// the pivots themselves show it, because rows are scaled.
  bool are_pivots_like_chosen() const {
    for (int k = 0; k < size(); ++k) {
      const double now = pivot(k), then = chosen_pivots_[k];
      // Also for NaN.
      if (!(now * largest_change > then && now < then * largest_change)) return false;
    }
    return true;
  }

  /// Factors with the last pivots. Returns false if they are no longer acceptable.
  bool refactor() {
    double* const x = values();
    const bool is_done = is_complex ? klu_z_refactor(start_, row_, x, symbolic_, numeric_, &common_)
                                    : klu_refactor(start_, row_, x, symbolic_, numeric_, &common_);
    return is_done && are_pivots_like_chosen();
  }

  /// Factors with new pivots. Returns false if one is zero.
  bool choose_pivots() {
    release_numeric();
    ++n_choices_;
    if (is_bordered())
      row_scale_ =
          border_row_scale(structure_->pattern(), structure_->border(), re_, is_complex ? im_ : nullptr);
    common_.tol = is_bordered() ? bordered_pivot_part : pivot_part;
    double* const x = values();
    numeric_ = is_complex ? klu_z_factor(start_, row_, x, symbolic_, &common_)
                          : klu_factor(start_, row_, x, symbolic_, &common_);
    if (numeric_ == nullptr || common_.status != KLU_OK) return false;
    chosen_pivots_.resize(size());
    for (int k = 0; k < size(); ++k) chosen_pivots_[k] = pivot(k);
    return true;
  }

  std::shared_ptr<const SparseStructure> structure_;
  // KLU's functions take pointers to variables, but do not change the pattern.
  int* start_ = nullptr;
  int* row_ = nullptr;
  const double* re_ = nullptr;  // the values of the matrix
  const double* im_ = nullptr;
  std::vector<double> packed_;         // values in KLU's format: re and im interleaved, rows scaled
  std::vector<double> rhs_;            // likewise
  std::vector<double> row_scale_;      // of a bordered matrix
  std::vector<double> chosen_pivots_;  // magnitudes when they were chosen
  klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  long n_choices_ = 0;
};

}  // namespace

template <class Scalar>
std::unique_ptr<SparseFactor<Scalar>> make_klu_factor() {
  return std::make_unique<KluFactor<Scalar>>();
}
template std::unique_ptr<SparseFactor<double>> make_klu_factor();
template std::unique_ptr<SparseFactor<Complex>> make_klu_factor();

}  // namespace pleuel
