#include "pleuel/linalg/sparse_lu.hpp"

#include <klu.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "pleuel/linalg/bordered_order.hpp"

namespace pleuel {
namespace {

// Below this reciprocal pivot growth, reused pivots have lost about half of the digits and are
// chosen again.
constexpr double smallest_kept_growth = 1e-8;
// A diagonal pivot is rejected if it is smaller than this fraction of the column's largest entry.
// In a border the diagonal has no special meaning.
constexpr double pivot_part = 1e-3, bordered_pivot_part = 0.1;
// Scale of border rows relative to the smallest column of the rest: far below any pivot there, if
// its condition is below 2⁴⁰.
constexpr int border_exponent = -40;
// Pivots of a bordered matrix are chosen again if they change by this factor: up to four digits are
// lost before.
constexpr double largest_change = 1e4;

}  // namespace

template <class Scalar>
struct SparseLu<Scalar>::Impl {
  FixedMatrix pattern;
  std::vector<int> last;  // the border
  std::vector<double> re, im;
  std::vector<double> x_re, x_im;  // right-hand side, then solution
  // values in KLU's format: re and im interleaved, rows scaled
  std::vector<double> packed;
  std::vector<double> rhs;            // likewise
  std::vector<double> row_scale;      // of a bordered matrix
  std::vector<double> chosen_pivots;  // magnitudes when they were chosen
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  long n_choices = 0;

  Impl(const FixedMatrix& p, const std::vector<int>& border)
      : pattern(p), last(border), re(p.row.size(), 0.0), x_re(p.rows, 0.0), x_im(p.rows, 0.0) {
    if (static_cast<int>(last.size()) == p.rows) last.clear();
    if (is_complex) im.assign(re.size(), 0.0);
    if (is_complex) rhs.resize(2 * static_cast<std::size_t>(p.rows));
    if (is_complex || is_bordered()) packed.resize((is_complex ? 2 : 1) * re.size());
    if (is_bordered()) row_scale.assign(p.rows, 1.0);
    klu_defaults(&common);
  }
  ~Impl() {
    release_numeric();
    if (symbolic != nullptr) klu_free_symbolic(&symbolic, &common);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  bool is_bordered() const { return !last.empty(); }

  /// Computes the elimination order.
  void analyze() {
    int* const start = pattern.start.data();
    int* const row = pattern.row.data();
    if (is_bordered()) {
      common.btf = 0;
      common.scale = -1;
      PivotOrder order = bordered_order(pattern, last);
      symbolic = klu_analyze_given(pattern.rows, start, row, order.rows.data(), order.cols.data(), &common);
    } else {
      symbolic = klu_analyze(pattern.rows, start, row, &common);
    }
    if (symbolic == nullptr) throw std::logic_error("SparseLu: the pattern has no symbolic factorisation");
  }

  void release_numeric() {
    if (numeric == nullptr) return;
    if (is_complex)
      klu_z_free_numeric(&numeric, &common);
    else
      klu_free_numeric(&numeric, &common);
  }

  double size_of(int k) const {
    return is_complex ? std::max(std::abs(re[k]), std::abs(im[k])) : std::abs(re[k]);
  }

  /// Scales the border's rows for the current values.
  void scale_border() {
    std::vector<double> largest(pattern.rows, 0.0);
    double smallest = std::numeric_limits<double>::infinity();  // smallest column of B
    std::fill(row_scale.begin(), row_scale.end(), 0.0);
    for (const int i : last) row_scale[i] = 1;
    for (int j = 0; j < pattern.cols; ++j) {
      double inner = 0;
      for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
        const int i = pattern.row[k];
        largest[i] = std::max(largest[i], size_of(k));
        if (row_scale[i] == 0) inner = std::max(inner, size_of(k));
      }
      if (row_scale[j] == 0 && inner > 0) smallest = std::min(smallest, inner);
    }
    for (int i = 0; i < pattern.rows; ++i) {
      const bool is_last = row_scale[i] != 0;
      row_scale[i] = 1;
      if (is_last && largest[i] > 0 && std::isfinite(smallest))
        row_scale[i] = std::ldexp(1.0, std::ilogb(smallest) - std::ilogb(largest[i]) + border_exponent);
    }
  }

  /// The values in KLU's format.
  double* values() {
    if (!is_complex && !is_bordered()) return re.data();
    const auto n = static_cast<std::size_t>(pattern.n_entries());
    for (std::size_t k = 0; k < n; ++k) {
      const double scale = is_bordered() ? row_scale[pattern.row[k]] : 1.0;
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

  /// True if the pivots are still acceptable. KLU measures growth over whole columns, which fails
  /// in a border; the pivots themselves show it.
  bool are_pivots_like_chosen() const {
    for (int k = 0; k < pattern.rows; ++k) {
      const double now = pivot(k), then = chosen_pivots[k];
      // Also for NaN.
      if (!(now * largest_change > then && now < then * largest_change)) return false;
    }
    return true;
  }

  /// The same for a matrix without a border. The condition estimate shows overflow, which KLU's
  /// complex pivot growth misses.
  bool is_growth_small(double* x) {
    int* const p = pattern.start.data();
    int* const i = pattern.row.data();
    const bool is_measured =
        is_complex
            ? klu_z_rgrowth(p, i, x, symbolic, numeric, &common) && klu_z_rcond(symbolic, numeric, &common)
            : klu_rgrowth(p, i, x, symbolic, numeric, &common) && klu_rcond(symbolic, numeric, &common);
    return is_measured && common.rgrowth > smallest_kept_growth && common.rcond > 0;
  }

  /// Factors with the last pivots. Returns false if they are no longer acceptable.
  bool refactor() {
    int* const p = pattern.start.data();
    int* const i = pattern.row.data();
    double* const x = values();
    const bool is_done = is_complex ? klu_z_refactor(p, i, x, symbolic, numeric, &common)
                                    : klu_refactor(p, i, x, symbolic, numeric, &common);
    return is_done && (is_bordered() ? are_pivots_like_chosen() : is_growth_small(x));
  }

  /// Factors with new pivots. Returns false if one is zero.
  bool choose_pivots() {
    release_numeric();
    ++n_choices;
    if (is_bordered()) scale_border();
    common.tol = is_bordered() ? bordered_pivot_part : pivot_part;
    int* const p = pattern.start.data();
    int* const i = pattern.row.data();
    double* const x = values();
    numeric = is_complex ? klu_z_factor(p, i, x, symbolic, &common) : klu_factor(p, i, x, symbolic, &common);
    if (numeric == nullptr || common.status != KLU_OK) return false;
    if (!is_bordered()) return true;
    chosen_pivots.resize(pattern.rows);
    for (int k = 0; k < pattern.rows; ++k) chosen_pivots[k] = pivot(k);
    return true;
  }

  long n_factor_entries() const {
    return numeric == nullptr ? 0L : static_cast<long>(numeric->lnz) + numeric->unz;
  }
};

template <class Scalar>
SparseLu<Scalar>::SparseLu(const FixedMatrix& pattern) : SparseLu(pattern, {}) {}
template <class Scalar>
SparseLu<Scalar>::SparseLu(const FixedMatrix& pattern, const std::vector<int>& last)
    : impl_(std::make_unique<Impl>(pattern, last)) {}
template <class Scalar>
SparseLu<Scalar>::~SparseLu() = default;
template <class Scalar>
SparseLu<Scalar>::SparseLu(SparseLu&&) noexcept = default;
template <class Scalar>
SparseLu<Scalar>& SparseLu<Scalar>::operator=(SparseLu&&) noexcept = default;

template <class Scalar>
int SparseLu<Scalar>::size() const {
  return impl_->pattern.rows;
}

template <class Scalar>
int SparseLu<Scalar>::place(int i, int j) const {
  return impl_->pattern.slot(i, j);
}

template <class Scalar>
int SparseLu<Scalar>::n_places() const {
  return static_cast<int>(impl_->re.size());
}

template <class Scalar>
double* SparseLu<Scalar>::re() {
  return impl_->re.data();
}

template <class Scalar>
double* SparseLu<Scalar>::im() {
  return impl_->im.data();
}

template <class Scalar>
void SparseLu<Scalar>::set_zero() {
  std::fill(impl_->re.begin(), impl_->re.end(), 0.0);
  std::fill(impl_->im.begin(), impl_->im.end(), 0.0);
}

template <class Scalar>
std::optional<ZeroPivot> SparseLu<Scalar>::factor() {
  Impl& m = *impl_;
  for (int j = 0; j < m.pattern.cols; ++j)
    for (int k = m.pattern.start[j]; k < m.pattern.start[j + 1]; ++k)
      if (!std::isfinite(m.re[k]) || (is_complex && !std::isfinite(m.im[k])))
        return ZeroPivot{j, std::numeric_limits<double>::quiet_NaN()};
  if (m.symbolic == nullptr) m.analyze();
  if (m.numeric != nullptr && m.refactor()) return std::nullopt;
  if (!m.choose_pivots()) return ZeroPivot{static_cast<int>(m.common.singular_col), 0};
  return std::nullopt;
}

template <class Scalar>
long SparseLu<Scalar>::n_pivot_choices() const {
  return impl_->n_choices;
}

template <class Scalar>
long SparseLu<Scalar>::n_factor_entries() const {
  return impl_->n_factor_entries();
}

template <class Scalar>
double* SparseLu<Scalar>::b_re() {
  return impl_->x_re.data();
}

template <class Scalar>
double* SparseLu<Scalar>::b_im() {
  return impl_->x_im.data();
}

template <class Scalar>
const double* SparseLu<Scalar>::x_re() const {
  return impl_->x_re.data();
}

template <class Scalar>
const double* SparseLu<Scalar>::x_im() const {
  return impl_->x_im.data();
}

template <class Scalar>
void SparseLu<Scalar>::solve() {
  Impl& m = *impl_;
  const int n = m.pattern.rows;
  for (const int i : m.last) {
    m.x_re[i] *= m.row_scale[i];
    if (is_complex) m.x_im[i] *= m.row_scale[i];
  }
  if constexpr (is_complex) {
    for (int k = 0; k < n; ++k) {
      m.rhs[2 * k] = m.x_re[k];
      m.rhs[2 * k + 1] = m.x_im[k];
    }
    klu_z_solve(m.symbolic, m.numeric, n, 1, m.rhs.data(), &m.common);
    for (int k = 0; k < n; ++k) {
      m.x_re[k] = m.rhs[2 * k];
      m.x_im[k] = m.rhs[2 * k + 1];
    }
  } else {
    klu_solve(m.symbolic, m.numeric, n, 1, m.x_re.data(), &m.common);
  }
}

template class SparseLu<double>;
template class SparseLu<Complex>;

}  // namespace pleuel
