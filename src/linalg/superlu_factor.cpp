#include <slu_ddefs.h>
#include <slu_zdefs.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>
#include <string>

#include "pleuel/linalg/bordered_order.hpp"
#include "pleuel/linalg/fill_reducing_order.hpp"
#include "pleuel/linalg/solver_factors.hpp"

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

template <class Scalar>
class SuperluFactor final : public SparseFactor<Scalar> {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;
  using Library = SuperluLibrary<Scalar>;
  using Number = typename Library::Number;

 public:
  ~SuperluFactor() override { release(); }

  void analyse(std::shared_ptr<const SparseStructure> structure) override {
    release();
    structure_ = std::move(structure);
    start_ = structure_->pattern().start;
    row_ = structure_->pattern().row;
    values_.resize(row_.size());
    row_scale_.assign(size(), 1.0);
    column_scale_.assign(size(), 1.0);
    for (auto* places : {&column_place_, &row_place_, &tree_}) places->assign(size(), 0);
    set_default_options(&options_);
    options_.PrintStat = NO;
    options_.SymmetricMode = NO;  // its supernodes would be wrong where pivots leave the diagonal
    options_.DiagPivotThresh =
        structure_->block() == SparseStructure::Block::whole ? block_pivot_part : other_pivot_part;
  }

  std::optional<ZeroPivot> factor(const double* re, const double* im) override {
    if (!is_ordered_) find_order();
    release_factors();
    take_values(re, im);
    options_.Fact = DOFACT;
    Statistics statistics;
    GlobalLU_t memory{};
    int outcome = 0;
    Library::factor(&options_, &permuted_, sp_ienv(2), sp_ienv(1), tree_.data(), nullptr, 0,
                    column_place_.data(), row_place_.data(), &lower_, &upper_, &memory, &statistics.data,
                    &outcome);
    if (outcome > size()) throw std::bad_alloc();
    if (outcome < 0) throw std::logic_error("solver 'superlu' refused argument " + std::to_string(-outcome));
    is_factored_ = true;
    ++n_factored_;
    if (outcome > 0) return ZeroPivot{column_at(outcome - 1), 0};
    return std::nullopt;
  }

  SolveReport solve(double* re, double* im, int n_columns, double /*tolerance*/) override {
    const int n = size();
    const auto n_all = static_cast<std::size_t>(n) * n_columns;
    rhs_.resize(n_all);
    for (std::size_t k = 0; k < n_all; ++k) {
      const double scale = row_scale_[k % n];
      if constexpr (is_complex)
        rhs_[k] = {scale * re[k], scale * im[k]};
      else
        rhs_[k] = scale * re[k];
    }
    SuperMatrix b{};
    Library::create_dense(&b, n, n_columns, rhs_.data(), n, SLU_DN, Library::type, SLU_GE);
    Statistics statistics;
    int outcome = 0;
    Library::solve(NOTRANS, &lower_, &upper_, column_place_.data(), row_place_.data(), &b, &statistics.data,
                   &outcome);
    Destroy_SuperMatrix_Store(&b);
    for (std::size_t k = 0; k < n_all; ++k) {
      const double scale = column_scale_[k % n];
      if constexpr (is_complex) {
        re[k] = scale * rhs_[k].r;
        im[k] = scale * rhs_[k].i;
      } else {
        re[k] = scale * rhs_[k];
      }
    }
    return {};
  }

  FactorCounts counts() const override {
    if (!is_factored_) return {};
    const long entries = static_cast<long>(static_cast<const SCformat*>(lower_.Store)->nnz) +
                         static_cast<const NCformat*>(upper_.Store)->nnz;
    return {.entries = entries, .pivot_choices = n_factored_};
  }

  bool forget() override {
    release_factors();
    n_factored_ = 0;
    return true;
  }

 private:
  int size() const { return structure_->size(); }

  void release_factors() {
    if (!is_factored_) return;
    Destroy_SuperNode_Matrix(&lower_);
    Destroy_CompCol_Matrix(&upper_);
    is_factored_ = false;
  }
  void release() {
    release_factors();
    if (is_ordered_) Destroy_CompCol_Permuted(&permuted_);
    is_ordered_ = false;
  }

  /// The order of columns, and their elimination tree.
  void find_order() {
    SuperMatrix matrix{};
    Library::create_columns(&matrix, size(), size(), static_cast<int>(row_.size()), values_.data(),
                            row_.data(), start_.data(), SLU_NC, Library::type, SLU_GE);
    std::vector<int> order;
    if (structure_->block() == SparseStructure::Block::inner)
      order = bordered_order(structure_->pattern(), structure_->border()).cols;
    else if (structure_->block() == SparseStructure::Block::whole)
      order = minimum_degree_order(structure_->pattern());
    else
      get_perm_c(COLAMD, &matrix, column_place_.data());
    for (std::size_t k = 0; k < order.size(); ++k) column_place_[order[k]] = static_cast<int>(k);
    options_.Fact = DOFACT;
    sp_preorder(&options_, &matrix, column_place_.data(), tree_.data(), &permuted_);
    Destroy_SuperMatrix_Store(&matrix);
    is_ordered_ = true;
  }

  void find_scales(const double* re, const double* im) {
    const auto size_of = [&](int k) {
      return is_complex ? std::max(std::abs(re[k]), std::abs(im[k])) : std::abs(re[k]);
    };
    if (structure_->block() == SparseStructure::Block::inner) {
      row_scale_ =
          border_row_scale(structure_->pattern(), structure_->border(), re, is_complex ? im : nullptr);
      return;
    }
    std::vector<double> largest(size(), 0.0);  // of rows, after the columns were scaled
    for (int j = 0; j < size(); ++j) {
      double of_column = 0;
      for (int k = start_[j]; k < start_[j + 1]; ++k) of_column = std::max(of_column, size_of(k));
      column_scale_[j] = inverse_power_of_two(of_column);
      for (int k = start_[j]; k < start_[j + 1]; ++k)
        largest[row_[k]] = std::max(largest[row_[k]], column_scale_[j] * size_of(k));
    }
    std::transform(largest.begin(), largest.end(), row_scale_.begin(), inverse_power_of_two);
  }

  void take_values(const double* re, const double* im) {
    find_scales(re, im);
    for (int j = 0; j < size(); ++j)
      for (int k = start_[j]; k < start_[j + 1]; ++k) {
        const double scale = row_scale_[row_[k]] * column_scale_[j];
        if constexpr (is_complex)
          values_[k] = {scale * re[k], scale * im[k]};
        else
          values_[k] = scale * re[k];
      }
  }

  /// The column at a place of the order.
  int column_at(int place) const {
    const auto at = std::find(column_place_.begin(), column_place_.end(), place);
    return static_cast<int>(at - column_place_.begin());
  }

  std::shared_ptr<const SparseStructure> structure_;
  superlu_options_t options_{};
  // columns of the matrix in their order, and its factors
  SuperMatrix permuted_{}, lower_{}, upper_{};
  bool is_ordered_ = false, is_factored_ = false;
  std::vector<int> start_, row_;  // SuperLU takes pointers to variables
  std::vector<int> column_place_, row_place_, tree_;
  std::vector<Number> values_, rhs_;
  std::vector<double> row_scale_, column_scale_;
  long n_factored_ = 0;
};

}  // namespace

template <class Scalar>
std::unique_ptr<SparseFactor<Scalar>> make_superlu_factor() {
  return std::make_unique<SuperluFactor<Scalar>>();
}
template std::unique_ptr<SparseFactor<double>> make_superlu_factor();
template std::unique_ptr<SparseFactor<Complex>> make_superlu_factor();

}  // namespace pleuel
