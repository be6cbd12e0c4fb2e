#include "pleuel/linalg/superlu_factor.hpp"

#include <slu_ddefs.h>
#include <slu_zdefs.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>
#include <string>

#include "pleuel/linalg/bordered_order.hpp"
#include "pleuel/linalg/fill_reducing_order.hpp"

namespace pleuel {
namespace {

// A diagonal pivot is rejected if it is smaller than this fraction of the column's largest entry.
// In a border, or if nothing is known, the diagonal has no special meaning.
constexpr double block_pivot_part = 1e-3, other_pivot_part = 0.1;

template <class Scalar>
struct SuperluLibrary;
template <>
struct SuperluLibrary<double> {
  using Number = double;
  static constexpr auto create_columns = dCreate_CompCol_Matrix;
  static constexpr auto create_dense = dCreate_Dense_Matrix;
  static constexpr auto factor = dgstrf;
  static constexpr auto solve = dgstrs;
  static constexpr Dtype_t type = SLU_D;
};
template <>
struct SuperluLibrary<Complex> {
  using Number = doublecomplex;
  static constexpr auto create_columns = zCreate_CompCol_Matrix;
  static constexpr auto create_dense = zCreate_Dense_Matrix;
  static constexpr auto factor = zgstrf;
  static constexpr auto solve = zgstrs;
  static constexpr Dtype_t type = SLU_Z;
};

/// Arrays that SuperLU writes to and nobody reads.
struct Statistics {
  SuperLUStat_t data{};
  Statistics() { StatInit(&data); }
  ~Statistics() { StatFree(&data); }
  Statistics(const Statistics&) = delete;
  Statistics& operator=(const Statistics&) = delete;
};

/// 2^−k with 2^k ≤ size < 2^(k+1); 1 for nothing.
double inverse_power_of_two(double size) { return size > 0 ? std::ldexp(1.0, -std::ilogb(size)) : 1.0; }

}  // namespace

template <class Scalar>
struct SuperluFactor<Scalar>::Impl {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;
  using Library = SuperluLibrary<Scalar>;
  using Number = typename Library::Number;

  std::shared_ptr<const SparseStructure> structure;
  superlu_options_t options{};
  // columns of the matrix in their order, and its factors
  SuperMatrix permuted{}, lower{}, upper{};
  bool is_ordered = false, is_factored = false;
  std::vector<int> start, row;  // SuperLU takes pointers to variables
  std::vector<int> column_place, row_place, tree;
  std::vector<Number> values, rhs;
  std::vector<double> row_scale, column_scale;
  long n_factored = 0;

  Impl() = default;
  ~Impl() { release(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  int size() const { return structure->size(); }

  void release_factors() {
    if (!is_factored) return;
    Destroy_SuperNode_Matrix(&lower);
    Destroy_CompCol_Matrix(&upper);
    is_factored = false;
  }
  void release() {
    release_factors();
    if (is_ordered) Destroy_CompCol_Permuted(&permuted);
    is_ordered = false;
  }

  void take(std::shared_ptr<const SparseStructure> of) {
    release();
    structure = std::move(of);
    start = structure->pattern().start;
    row = structure->pattern().row;
    values.resize(row.size());
    row_scale.assign(size(), 1.0);
    column_scale.assign(size(), 1.0);
    for (auto* places : {&column_place, &row_place, &tree}) places->assign(size(), 0);
    set_default_options(&options);
    options.PrintStat = NO;
    options.SymmetricMode = NO;  // its supernodes would be wrong where pivots leave the diagonal
    options.DiagPivotThresh =
        structure->block() == SparseStructure::Block::whole ? block_pivot_part : other_pivot_part;
  }

  /// The order of columns, and their elimination tree.
  void find_order() {
    SuperMatrix matrix{};
    Library::create_columns(&matrix, size(), size(), static_cast<int>(row.size()), values.data(), row.data(),
                            start.data(), SLU_NC, Library::type, SLU_GE);
    std::vector<int> order;
    if (structure->block() == SparseStructure::Block::inner)
      order = bordered_order(structure->pattern(), structure->border()).cols;
    else if (structure->block() == SparseStructure::Block::whole)
      order = minimum_degree_order(structure->pattern());
    else
      get_perm_c(COLAMD, &matrix, column_place.data());
    for (std::size_t k = 0; k < order.size(); ++k) column_place[order[k]] = static_cast<int>(k);
    options.Fact = DOFACT;
    sp_preorder(&options, &matrix, column_place.data(), tree.data(), &permuted);
    Destroy_SuperMatrix_Store(&matrix);
    is_ordered = true;
  }

  void find_scales(const double* re, const double* im) {
    const auto size_of = [&](int k) {
      return is_complex ? std::max(std::abs(re[k]), std::abs(im[k])) : std::abs(re[k]);
    };
    if (structure->block() == SparseStructure::Block::inner) {
      row_scale = border_row_scale(structure->pattern(), structure->border(), re, is_complex ? im : nullptr);
      return;
    }
    std::vector<double> largest(size(), 0.0);  // of rows, after the columns were scaled
    for (int j = 0; j < size(); ++j) {
      double of_column = 0;
      for (int k = start[j]; k < start[j + 1]; ++k) of_column = std::max(of_column, size_of(k));
      column_scale[j] = inverse_power_of_two(of_column);
      for (int k = start[j]; k < start[j + 1]; ++k)
        largest[row[k]] = std::max(largest[row[k]], column_scale[j] * size_of(k));
    }
    std::transform(largest.begin(), largest.end(), row_scale.begin(), inverse_power_of_two);
  }

  void take_values(const double* re, const double* im) {
    find_scales(re, im);
    for (int j = 0; j < size(); ++j)
      for (int k = start[j]; k < start[j + 1]; ++k) {
        const double scale = row_scale[row[k]] * column_scale[j];
        if constexpr (is_complex)
          values[k] = {scale * re[k], scale * im[k]};
        else
          values[k] = scale * re[k];
      }
  }

  /// The column at a place of the order.
  int column_at(int place) const {
    const auto at = std::find(column_place.begin(), column_place.end(), place);
    return static_cast<int>(at - column_place.begin());
  }
};

template <class Scalar>
SuperluFactor<Scalar>::SuperluFactor() : impl_(std::make_unique<Impl>()) {}
template <class Scalar>
SuperluFactor<Scalar>::~SuperluFactor() = default;

template <class Scalar>
void SuperluFactor<Scalar>::analyse(std::shared_ptr<const SparseStructure> structure) {
  impl_->take(std::move(structure));
}

template <class Scalar>
std::optional<ZeroPivot> SuperluFactor<Scalar>::factor(const double* re, const double* im) {
  Impl& m = *impl_;
  if (!m.is_ordered) m.find_order();
  m.release_factors();
  m.take_values(re, im);
  m.options.Fact = DOFACT;
  Statistics statistics;
  GlobalLU_t memory{};
  int outcome = 0;
  Impl::Library::factor(&m.options, &m.permuted, sp_ienv(2), sp_ienv(1), m.tree.data(), nullptr, 0,
                        m.column_place.data(), m.row_place.data(), &m.lower, &m.upper, &memory,
                        &statistics.data, &outcome);
  if (outcome > m.size()) throw std::bad_alloc();
  if (outcome < 0) throw std::logic_error("solver 'superlu' refused argument " + std::to_string(-outcome));
  m.is_factored = true;
  ++m.n_factored;
  if (outcome > 0) return ZeroPivot{m.column_at(outcome - 1), 0};
  return std::nullopt;
}

template <class Scalar>
SolveReport SuperluFactor<Scalar>::solve(double* re, double* im, int n_columns, double /*tolerance*/) {
  Impl& m = *impl_;
  const int n = m.size();
  const auto n_all = static_cast<std::size_t>(n) * n_columns;
  m.rhs.resize(n_all);
  for (std::size_t k = 0; k < n_all; ++k) {
    const double scale = m.row_scale[k % n];
    if constexpr (Impl::is_complex)
      m.rhs[k] = {scale * re[k], scale * im[k]};
    else
      m.rhs[k] = scale * re[k];
  }
  SuperMatrix b{};
  Impl::Library::create_dense(&b, n, n_columns, m.rhs.data(), n, SLU_DN, Impl::Library::type, SLU_GE);
  Statistics statistics;
  int outcome = 0;
  Impl::Library::solve(NOTRANS, &m.lower, &m.upper, m.column_place.data(), m.row_place.data(), &b,
                       &statistics.data, &outcome);
  Destroy_SuperMatrix_Store(&b);
  for (std::size_t k = 0; k < n_all; ++k) {
    const double scale = m.column_scale[k % n];
    if constexpr (Impl::is_complex) {
      re[k] = scale * m.rhs[k].r;
      im[k] = scale * m.rhs[k].i;
    } else {
      re[k] = scale * m.rhs[k];
    }
  }
  return {};
}

template <class Scalar>
FactorCounts SuperluFactor<Scalar>::counts() const {
  const Impl& m = *impl_;
  if (!m.is_factored) return {};
  const long entries = static_cast<long>(static_cast<const SCformat*>(m.lower.Store)->nnz) +
                       static_cast<const NCformat*>(m.upper.Store)->nnz;
  return {.entries = entries, .pivot_choices = m.n_factored};
}

template class SuperluFactor<double>;
template class SuperluFactor<Complex>;

}  // namespace pleuel
