#include "pleuel/mechanics/schur_factor.hpp"

#include <algorithm>
#include <cassert>
#include <type_traits>

#include "pleuel/linalg/entries.hpp"
#include "pleuel/linalg/simd.hpp"

// Rows are so short that preparing vector registers costs more than they save, except in packs.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC optimize("no-tree-vectorize")
#endif

namespace pleuel {
namespace {

// A pivot that is smaller, relative to its diagonal entry, leaves too few digits.
constexpr double least_mass_pivot = 1e-10;
constexpr double least_complement_pivot = 1e-12;

double sum_of(const Lanes& x) { return (x[0] + x[1]) + (x[2] + x[3]); }

/// The number of constraints: known to the compiler, or up to `most`.
template <int n>
using Fixed = std::integral_constant<int, n>;
template <class N>
struct Most {
  static constexpr int value = SchurFactor::most_rows;
};
template <int n>
struct Most<Fixed<n>> {
  static constexpr int value = n;
};

struct OneByOne {
  typedef double Unit;
};
struct InPacks {
  typedef Lanes Unit;
};

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
      stride_(padded(n_g_)),
      mass_(static_cast<std::size_t>(n_v_) * n_v_, 0.0),
      jacobian_(static_cast<std::size_t>(n_v_) * stride_, 0.0),
      complement_(static_cast<std::size_t>(n_g_) * n_g_, 0.0),
      mass_pivots_(n_v_, 0.0),
      complement_pivots_(n_g_, 0.0) {
  assert(n_v_ + n_g_ <= most_rows);
  const std::vector<int> end = block_ends(M);
  for (int i = 0; i < n_v_;) {
    int last = end[i];
    for (int j = i; j < last; ++j) last = std::max(last, end[j]);
    blocks_.push_back({i, last});
    i = last;
  }
  is_diagonal_ = static_cast<int>(blocks_.size()) == n_v_;
  mass_places_ = places_of(M, [&](int i, int j) { return i * n_v_ + j; });
  jacobian_places_ = places_of(G, [&](int i, int j) { return j * stride_ + i; });
  compile<0>();
}

/// Chooses the loops for n_g_ constraints.
template <int n>
void SchurFactor::compile() {
  if (n_g_ == n || n > most_compiled) {
    complement_of_ = &SchurFactor::complement_as<n>;
    solve_ = &SchurFactor::solve_as<n>;
  } else if constexpr (n <= most_compiled) {
    compile<n + 1>();
  }
}

template <int n>
bool SchurFactor::complement_as() {
  if constexpr (n <= most_compiled)
    return complement_of(Fixed<n>());
  else
    return complement_of(n_g_);
}

template <int n>
void SchurFactor::solve_as(double* x, double* y) const {
  if constexpr (n <= most_compiled)
    solve_with(Fixed<n>(), x, y);
  else
    solve_with(n_g_, x, y);
}

void SchurFactor::clear_mass() { std::fill(mass_.begin(), mass_.end(), 0.0); }
void SchurFactor::clear_jacobian() { std::fill(jacobian_.begin(), jacobian_.end(), 0.0); }

void SchurFactor::fill_mass(const FixedMatrix& M) {
  clear_mass();
  for (std::size_t k = 0; k < mass_places_.size(); ++k) mass_[mass_places_[k]] = M.value[k];
}

void SchurFactor::fill_jacobian(const FixedMatrix& G) {
  clear_jacobian();
  for (std::size_t k = 0; k < jacobian_places_.size(); ++k) jacobian_[jacobian_places_[k]] = G.value[k];
}

/// L and D by blocks.
bool SchurFactor::factor_mass() {
  const int n = n_v_;
  double* const m = mass_.data();
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
      if (!(pivot > 0 && pivot > least)) return false;  // also for NaN
      mass_pivots_[i] = 1 / pivot;
    }
  return true;
}

/// W = L⁻¹Gᵀ, S = WᵀD⁻¹W and its factors.
template <class N>
bool SchurFactor::complement_of(N n_g) {
  constexpr int most = Most<N>::value;
  // Packs cannot be loaded at once from numbers just written one by one; for few constraints that
  // would cost more than packs save.
  using Unit = typename std::conditional_t<(most < lanes), OneByOne, InPacks>::Unit;
  constexpr int width = sizeof(Unit) / sizeof(double), most_units = std::max((most + width - 1) / width, 1);
  const int n = n_v_, stride = padded(n_g), n_units = (n_g + width - 1) / width;
  double* const w = jacobian_.data();
  if (n_g == 0) return true;
  if (!is_diagonal_)
    for (const Block& b : blocks_)
      for (int i = b.first; i < b.end; ++i)
        for (int k = b.first; k < i; ++k) {
          const double factor = mass_[i * n + k];
          for (int p = 0; p < n_units; ++p) {
            double* const to = w + i * stride + p * width;
            store(load<Unit>(to) - factor * load<Unit>(w + k * stride + p * width), to);
          }
        }
  // On and above the diagonal, in whole units.
  Unit s[std::max(most, 1)][most_units];
  const auto entry = [&s](int i, int j) {
    if constexpr (width == 1)
      return s[i][j];
    else
      return s[i][j / width][j % width];
  };
  for (int i = 0; i < n_g; ++i)
    for (int p = 0; p < n_units; ++p) s[i][p] = Unit{};
  for (int k = 0; k < n; ++k) {
    const double* const row = w + k * stride;
    const double pivot = mass_pivots_[k];
    for (int i = 0; i < n_g; ++i) {
      const double factor = row[i] * pivot;
      for (int p = i / width; p < n_units; ++p) s[i][p] += factor * load<Unit>(row + p * width);
    }
  }
  double diagonal[std::max(most, 1)];
  for (int i = 0; i < n_g; ++i) diagonal[i] = entry(i, i);
  double* const lower = complement_.data();
  for (int k = 0; k < n_g; ++k) {
    const double pivot = entry(k, k);
    if (!(pivot > least_complement_pivot * diagonal[k])) return false;  // also for NaN
    const double reciprocal = 1 / pivot;
    complement_pivots_[k] = reciprocal;
    for (int i = k + 1; i < n_g; ++i) {
      const double factor = entry(k, i) * reciprocal;
      lower[i * n_g + k] = factor;
      for (int p = i / width; p < n_units; ++p) s[i][p] -= factor * s[k][p];
    }
  }
  return true;
}

template <class N>
void SchurFactor::solve_with(N n_g, double* x, double* y) const {
  constexpr int most = Most<N>::value, most_packs = (most + lanes - 1) / lanes;
  const int n = n_v_, n_packs = (n_g + lanes - 1) / lanes, stride = n_packs * lanes;
  const double* const m = mass_.data();
  const double* const w = jacobian_.data();
  const double* const lower = complement_.data();
  double elsewhere[most_rows];
  double* const z = is_diagonal_ ? x : elsewhere;
  if (!is_diagonal_)
    for (const Block& b : blocks_)
      for (int i = b.first; i < b.end; ++i) {
        double sum = x[i];
        for (int k = b.first; k < i; ++k) sum -= m[i * n + k] * z[k];
        z[i] = sum;
      }
  if constexpr (most > 0) {
    double u[most_packs * lanes] = {};
    if constexpr (most < lanes) {
      for (int k = 0; k < n; ++k) {
        const double factor = z[k] * mass_pivots_[k];
        for (int i = 0; i < n_g; ++i) u[i] += factor * w[k * stride + i];
      }
    } else {
      Lanes sums[most_packs];
      for (int p = 0; p < n_packs; ++p) sums[p] = Lanes{};
      for (int k = 0; k < n; ++k) {
        const double factor = z[k] * mass_pivots_[k];
        for (int p = 0; p < n_packs; ++p) sums[p] += factor * load<Lanes>(w + k * stride + p * lanes);
      }
      for (int i = 0; i < n_g; ++i) u[i] = sums[i / lanes][i % lanes];
    }
    for (int i = 0; i < n_g; ++i) {
      double sum = u[i] - y[i];
      for (int k = 0; k < i; ++k) sum -= lower[i * n_g + k] * u[k];
      u[i] = sum;
    }
    for (int i = n_g - 1; i >= 0; --i) {
      double sum = u[i] * complement_pivots_[i];
      for (int k = n_g - 1; k > i; --k) sum -= lower[k * n_g + i] * u[k];
      y[i] = u[i] = sum;
    }
    if constexpr (most < lanes) {
      for (int k = 0; k < n; ++k) {
        double sum = z[k];
        for (int i = 0; i < n_g; ++i) sum -= w[k * stride + i] * u[i];
        z[k] = sum;
      }
    } else {
      // Built from registers: numbers just written to memory cannot be loaded as a pack at once.
      Lanes packs[most_packs];
      for (int p = 0; p < n_packs; ++p)
        packs[p] = Lanes{u[p * lanes], u[p * lanes + 1], u[p * lanes + 2], u[p * lanes + 3]};
      for (int k = 0; k < n; ++k) {
        Lanes product = load<Lanes>(w + k * stride) * packs[0];
        for (int p = 1; p < n_packs; ++p) product += load<Lanes>(w + k * stride + p * lanes) * packs[p];
        z[k] -= sum_of(product);
      }
    }
  }
  if (is_diagonal_) {
    for (int i = 0; i < n; ++i) x[i] = z[i] * mass_pivots_[i];
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
