#include "pleuel/linalg/klu_factor.hpp"

#include <klu.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "pleuel/linalg/bordered_order.hpp"

namespace pleuel {
namespace {

// A diagonal pivot is rejected if it is smaller than this fraction of the column's largest entry.
// In a border the diagonal has no special meaning.
constexpr double pivot_part = 1e-3, bordered_pivot_part = 0.1;
// Pivots are chosen again if they change by this factor: up to four digits are lost before.
constexpr double largest_change = 1e4;

}  // namespace

template <class Scalar>
struct KluFactor<Scalar>::Impl {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

  std::shared_ptr<const SparseStructure> structure;
  // KLU's functions take pointers to variables, but do not change the pattern.
  int* start = nullptr;
  int* row = nullptr;
  const double* re = nullptr;  // the values of the matrix
  const double* im = nullptr;
  std::vector<double> packed;         // values in KLU's format: re and im interleaved, rows scaled
  std::vector<double> rhs;            // likewise
  std::vector<double> row_scale;      // of a bordered matrix
  std::vector<double> chosen_pivots;  // magnitudes when they were chosen
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  long n_choices = 0;

  Impl() { klu_defaults(&common); }
  ~Impl() { release(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  int size() const { return structure->size(); }
  bool is_bordered() const { return structure->n_border() > 0; }

  void take(std::shared_ptr<const SparseStructure> of) {
    release();
    structure = std::move(of);
    start = const_cast<int*>(structure->pattern().start.data());
    row = const_cast<int*>(structure->pattern().row.data());
    if (is_complex) rhs.resize(2 * static_cast<std::size_t>(size()));
    if (is_complex || is_bordered())
      packed.resize((is_complex ? 2 : 1) * static_cast<std::size_t>(structure->pattern().n_entries()));
    if (is_bordered()) row_scale.assign(size(), 1.0);
  }

  /// Computes the elimination order.
  void find_order() {
    if (structure->block() == SparseStructure::Block::inner) {
      common.btf = 0;
      common.scale = -1;
      PivotOrder order = bordered_order(structure->pattern(), structure->border());
      symbolic = klu_analyze_given(size(), start, row, order.rows.data(), order.cols.data(), &common);
    } else {
      common.btf = structure->block() == SparseStructure::Block::whole ? 0 : 1;
      symbolic = klu_analyze(size(), start, row, &common);
    }
    if (symbolic == nullptr) throw std::logic_error("KluFactor: the pattern has no symbolic factorisation");
  }

  void release_numeric() {
    if (numeric == nullptr) return;
    if (is_complex)
      klu_z_free_numeric(&numeric, &common);
    else
      klu_free_numeric(&numeric, &common);
  }
  void release() {
    release_numeric();
    if (symbolic != nullptr) klu_free_symbolic(&symbolic, &common);
  }

  /// The values in KLU's format.
  double* values() {
    if (!is_complex && !is_bordered()) return const_cast<double*>(re);
    const auto n = static_cast<std::size_t>(structure->pattern().n_entries());
    for (std::size_t k = 0; k < n; ++k) {
      const double scale = is_bordered() ? row_scale[row[k]] : 1.0;
      if (is_complex) {
        packed[2 * k] = scale * re[k];
        packed[2 * k + 1] = scale * im[k];
      } else {
        packed[k] = scale * re[k];
      }
    }
    return packed.data();
  }

  double pivot(int k) const {
    const double* const u = static_cast<const double*>(numeric->Udiag);
    return is_complex ? std::max(std::abs(u[2 * k]), std::abs(u[2 * k + 1])) : std::abs(u[k]);
  }

  /// True if the pivots are still acceptable. KLU's estimates of growth and condition cost as much
  /// as a solve or more, and its growth is that of whole columns, which means nothing in a border;
  /// the pivots themselves show it, because rows are scaled.
  bool are_pivots_like_chosen() const {
    for (int k = 0; k < size(); ++k) {
      const double now = pivot(k), then = chosen_pivots[k];
      // Also for NaN.
      if (!(now * largest_change > then && now < then * largest_change)) return false;
    }
    return true;
  }

  /// Factors with the last pivots. Returns false if they are no longer acceptable.
  bool refactor() {
    double* const x = values();
    const bool is_done = is_complex ? klu_z_refactor(start, row, x, symbolic, numeric, &common)
                                    : klu_refactor(start, row, x, symbolic, numeric, &common);
    return is_done && are_pivots_like_chosen();
  }

  /// Factors with new pivots. Returns false if one is zero.
  bool choose_pivots() {
    release_numeric();
    ++n_choices;
    if (is_bordered())
      row_scale = border_row_scale(structure->pattern(), structure->border(), re, is_complex ? im : nullptr);
    common.tol = is_bordered() ? bordered_pivot_part : pivot_part;
    double* const x = values();
    numeric = is_complex ? klu_z_factor(start, row, x, symbolic, &common)
                         : klu_factor(start, row, x, symbolic, &common);
    if (numeric == nullptr || common.status != KLU_OK) return false;
    chosen_pivots.resize(size());
    for (int k = 0; k < size(); ++k) chosen_pivots[k] = pivot(k);
    return true;
  }
};

template <class Scalar>
KluFactor<Scalar>::KluFactor() : impl_(std::make_unique<Impl>()) {}
template <class Scalar>
KluFactor<Scalar>::~KluFactor() = default;

template <class Scalar>
void KluFactor<Scalar>::analyse(std::shared_ptr<const SparseStructure> structure) {
  impl_->take(std::move(structure));
}

template <class Scalar>
std::optional<ZeroPivot> KluFactor<Scalar>::factor(const double* re, const double* im) {
  Impl& m = *impl_;
  m.re = re;
  m.im = im;
  if (m.symbolic == nullptr) m.find_order();
  if (m.numeric != nullptr && m.refactor()) return std::nullopt;
  if (!m.choose_pivots()) return ZeroPivot{static_cast<int>(m.common.singular_col), 0};
  return std::nullopt;
}

template <class Scalar>
FactorCounts KluFactor<Scalar>::counts() const {
  const klu_numeric* const numeric = impl_->numeric;
  return {.entries = numeric == nullptr ? 0L : static_cast<long>(numeric->lnz) + numeric->unz,
          .pivot_choices = impl_->n_choices};
}

template <class Scalar>
SolveReport KluFactor<Scalar>::solve(double* re, double* im, int n_columns, double /*tolerance*/) {
  Impl& m = *impl_;
  const int n = m.size();
  for (int column = 0; column < n_columns; ++column) {
    double* const x = re + static_cast<std::ptrdiff_t>(column) * n;
    if constexpr (Impl::is_complex) {
      double* const y = im + static_cast<std::ptrdiff_t>(column) * n;
      for (const int i : m.structure->border()) {
        x[i] *= m.row_scale[i];
        y[i] *= m.row_scale[i];
      }
      for (int k = 0; k < n; ++k) {
        m.rhs[2 * k] = x[k];
        m.rhs[2 * k + 1] = y[k];
      }
      klu_z_solve(m.symbolic, m.numeric, n, 1, m.rhs.data(), &m.common);
      for (int k = 0; k < n; ++k) {
        x[k] = m.rhs[2 * k];
        y[k] = m.rhs[2 * k + 1];
      }
    } else {
      for (const int i : m.structure->border()) x[i] *= m.row_scale[i];
      klu_solve(m.symbolic, m.numeric, n, 1, x, &m.common);
    }
  }
  return {};
}

template class KluFactor<double>;
template class KluFactor<Complex>;

}  // namespace pleuel
