#include "pleuel/linalg/sparse_lu.hpp"

#include <klu.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace pleuel {
namespace {

// Below this reciprocal pivot growth the kept pivots have lost about half of the digits and are chosen anew.
constexpr double smallest_kept_growth = 1e-8;
// A pivot leaves the diagonal where that is smaller than this part of the column's largest entry. One such pivot in a full row
// (the border of an elastic body) fills all rows below: where there is a full row, or the factors are filled, a smaller part is tried.
constexpr double pivot_part = 1e-3, relaxed_pivot_part = 1e-6;
// As a multiple of what the fill-reducing order promises.
constexpr double most_fill = 2;
// A row with more than this part of all columns is full; in small matrices fill does not matter. Such a matrix is ordered by its entries that are
// not zero: an entry that the pattern has and the matrix has not, taken for a diagonal, leads to the full row as well.
constexpr double full_row_part = 0.25;
constexpr int smallest_with_fill = 100;

bool has_full_row(const FixedMatrix& pattern) {
  if (pattern.rows < smallest_with_fill) return false;
  std::vector<int> entries(pattern.rows, 0);
  for (const int i : pattern.row) ++entries[i];
  return *std::max_element(entries.begin(), entries.end()) > full_row_part * pattern.cols;
}

}  // namespace

template <class Scalar>
struct SparseLu<Scalar>::Impl {
  FixedMatrix pattern;
  std::vector<double> re, im;
  std::vector<double> x_re, x_im;  // right-hand side, then solution
  std::vector<double> packed;      // re and im interleaved, as KLU wants them
  std::vector<double> rhs;         // likewise
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  bool is_bordered;  // whether it has a full row
  bool has_values = false;
  bool is_relaxed;  // whether smaller pivots on the diagonal spare fill
  // What KLU knows: all entries, or those of a bordered matrix that have been other than zero.
  std::vector<char> is_known;
  std::vector<int> known, start, row;

  explicit Impl(const FixedMatrix& p)
      : pattern(p),
        re(p.row.size(), 0.0),
        x_re(p.rows, 0.0),
        x_im(p.rows, 0.0),
        is_bordered(has_full_row(p)),
        is_relaxed(is_bordered) {
    if (is_complex) im.assign(re.size(), 0.0);
    if (is_complex) rhs.resize(2 * static_cast<std::size_t>(p.rows));
    packed.resize((is_complex ? 2 : 1) * re.size());
    is_known.assign(re.size(), 1);
    klu_defaults(&common);
    analyze();
  }
  ~Impl() {
    release_numeric();
    klu_free_symbolic(&symbolic, &common);
  }

  /// Finds the order for the known entries.
  void analyze() {
    release_numeric();
    if (symbolic != nullptr) klu_free_symbolic(&symbolic, &common);
    known.clear();
    row.clear();
    start.assign(1, 0);
    for (int j = 0; j < pattern.cols; ++j) {
      for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k)
        if (is_known[k] != 0) {
          known.push_back(k);
          row.push_back(pattern.row[k]);
        }
      start.push_back(static_cast<int>(row.size()));
    }
    symbolic = klu_analyze(pattern.rows, start.data(), row.data(), &common);
    if (symbolic == nullptr) throw std::logic_error("SparseLu: the pattern has no symbolic factorisation");
  }

  bool is_zero(int k) const { return re[k] == 0 && (!is_complex || im[k] == 0); }

  /// Before the values of a bordered matrix are factored: the first time all zeros are forgotten, later on entries only come to be known.
  void know_values() {
    if (!is_bordered) return;
    const bool is_first = !has_values;
    has_values = true;
    bool is_new = false;
    for (int k = 0; k < pattern.n_entries(); ++k) {
      const char was = is_known[k];
      if (is_first)
        is_known[k] = is_zero(k) ? 0 : 1;
      else if (!is_zero(k))
        is_known[k] = 1;
      is_new = is_new || is_known[k] != was;
    }
    if (is_new) analyze();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void release_numeric() {
    if (numeric == nullptr) return;
    if (is_complex)
      klu_z_free_numeric(&numeric, &common);
    else
      klu_free_numeric(&numeric, &common);
  }

  double* values() {
    for (std::size_t k = 0; k < known.size(); ++k) {
      if (is_complex) {
        packed[2 * k] = re[known[k]];
        packed[2 * k + 1] = im[known[k]];
      } else {
        packed[k] = re[known[k]];
      }
    }
    return packed.data();
  }

  /// Whether the pivots of a factorisation serve. Overflow shows in the condition estimate, where KLU's complex
  /// pivot growth misses it.
  bool serves(double* x) {
    int* const p = start.data();
    int* const i = row.data();
    const bool is_measured =
        is_complex
            ? klu_z_rgrowth(p, i, x, symbolic, numeric, &common) && klu_z_rcond(symbolic, numeric, &common)
            : klu_rgrowth(p, i, x, symbolic, numeric, &common) && klu_rcond(symbolic, numeric, &common);
    return is_measured && common.rgrowth > smallest_kept_growth && common.rcond > 0;
  }

  /// With the pivots of the last factorisation. False where they no longer serve.
  bool refactor(double* x) {
    int* const p = start.data();
    int* const i = row.data();
    const bool is_done = is_complex ? klu_z_refactor(p, i, x, symbolic, numeric, &common)
                                    : klu_refactor(p, i, x, symbolic, numeric, &common);
    return is_done && serves(x);
  }

  /// With pivots chosen anew. False where one is zero.
  bool factor(double* x, double part) {
    release_numeric();
    common.tol = part;
    int* const p = start.data();
    int* const i = row.data();
    numeric = is_complex ? klu_z_factor(p, i, x, symbolic, &common) : klu_factor(p, i, x, symbolic, &common);
    return numeric != nullptr && common.status == KLU_OK;
  }

  long n_factor_entries() const {
    return numeric == nullptr ? 0L : static_cast<long>(numeric->lnz) + numeric->unz;
  }
  bool is_filled() const {
    return static_cast<double>(n_factor_entries()) > most_fill * (symbolic->lnz + symbolic->unz);
  }
};

template <class Scalar>
SparseLu<Scalar>::SparseLu(const FixedMatrix& pattern) : impl_(std::make_unique<Impl>(pattern)) {}
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
  m.know_values();
  double* const x = m.values();
  if (m.numeric != nullptr && m.refactor(x)) return std::nullopt;
  const auto zero = [&m] { return ZeroPivot{static_cast<int>(m.common.singular_col), 0}; };
  if (m.is_relaxed && m.factor(x, relaxed_pivot_part) && m.serves(x)) return std::nullopt;
  m.is_relaxed = false;
  if (!m.factor(x, pivot_part)) return zero();
  if (!m.is_filled()) return std::nullopt;
  m.is_relaxed = m.factor(x, relaxed_pivot_part) && m.serves(x) && !m.is_filled();
  if (!m.is_relaxed && !m.factor(x, pivot_part)) return zero();
  return std::nullopt;
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
