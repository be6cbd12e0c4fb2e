#include <dmumps_c.h>
#include <zmumps_c.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>

#include "pleuel/linalg/block_analysis.hpp"
#include "pleuel/linalg/solver_factors.hpp"

namespace pleuel {
namespace {

// MUMPS has variables of its own that all instances share.
std::mutex& mumps_lock() {
  static std::mutex lock;
  return lock;
}

enum class MumpsJob { end = -2, begin = -1, analyse = 1, factor = 2, solve = 3 };
// Stands for all processes, of which there is one.
constexpr int all_processes = -987654;
// Null pivots are detected below this part of the norm of the scaled matrix.
constexpr double mumps_null_pivot = 1e-15;
// More memory than estimated is allowed, because pivots may be delayed, %.
constexpr int further_memory = 50;
// Return values of INFOG(1).
constexpr int mumps_is_singular = -10, mumps_is_structurally_singular = -6;
constexpr int needs_more_memory_from = -9, needs_more_memory_else = -8;
// Relative difference of transposed entries that is rounding.
constexpr double mumps_symmetric = 1e-14;

template <class Scalar>
struct MumpsLibrary;
template <>
struct MumpsLibrary<double> {
  using Data = DMUMPS_STRUC_C;
  using Number = double;
  static void call(Data& data) { dmumps_c(&data); }
};
template <>
struct MumpsLibrary<Complex> {
  using Data = ZMUMPS_STRUC_C;
  using Number = mumps_double_complex;
  static void call(Data& data) { zmumps_c(&data); }
};

template <class Scalar>
class MumpsFactor final : public SparseFactor<Scalar> {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;
  using Library = MumpsLibrary<Scalar>;
  using Number = typename Library::Number;

 public:
  ~MumpsFactor() override { end(); }

  void analyse(std::shared_ptr<const SparseStructure> structure) override {
    end();
    structure_ = std::move(structure);
    rhs_.resize(structure_->size());
    transposed_.clear();
    if (structure_->block() != SparseStructure::Block::whole) return;
    const FixedMatrix& pattern = structure_->pattern();
    for (int j = 0; j < pattern.cols; ++j)
      for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k)
        transposed_.push_back(pattern.slot(j, pattern.row[k]));
  }

  std::optional<ZeroPivot> factor(const double* re, const double* im) override {
    const bool is_symmetric = are_symmetric(re, im);
    if (!is_begun_ || is_symmetric != is_symmetric_) begin(is_symmetric);
    take_values(re, im);
    const int outcome = factor_values();
    const int n_null = data_.infog[27];
    if (outcome >= 0 && n_null == 0) return std::nullopt;
    if (outcome >= 0 || outcome == mumps_is_singular || outcome == mumps_is_structurally_singular) {
      const int column = outcome >= 0 ? data_.pivnul_list[0] - 1 : 0;
      is_analysed_ = false;
      return named(re, im).value_or(ZeroPivot{column, 0});
    }
    if (outcome == -13 || outcome == -7) throw std::bad_alloc();
    throw std::runtime_error("solver 'mumps' failed with INFOG(1) = " + std::to_string(outcome) +
                             "; choose another solver");
  }

  SolveReport solve(double* re, double* im, int n_columns, double /*tolerance*/) override {
    const int n = structure_->size();
    data_.nrhs = 1;
    data_.lrhs = n;
    data_.rhs = rhs_.data();
    for (int column = 0; column < n_columns; ++column) {
      double* const x = re + static_cast<std::ptrdiff_t>(column) * n;
      double* const y = is_complex ? im + static_cast<std::ptrdiff_t>(column) * n : nullptr;
      for (int i = 0; i < n; ++i) {
        if constexpr (is_complex)
          rhs_[i] = {x[i], y[i]};
        else
          rhs_[i] = x[i];
      }
      run(MumpsJob::solve);
      for (int i = 0; i < n; ++i) {
        if constexpr (is_complex) {
          x[i] = rhs_[i].r;
          y[i] = rhs_[i].i;
        } else {
          x[i] = rhs_[i];
        }
      }
    }
    return {};
  }

  FactorCounts counts() const override {
    if (!is_analysed_) return {};
    // INFOG(29): negative if in millions.
    const long entries = data_.infog[28];
    return {.entries = entries < 0 ? -1000000 * entries : entries, .pivot_choices = n_analyses_};
  }

 private:
  int run(MumpsJob job) {
    const std::lock_guard<std::mutex> lock(mumps_lock());
    data_.job = static_cast<int>(job);
    Library::call(data_);
    return data_.infog[0];
  }

  void end() {
    if (is_begun_) run(MumpsJob::end);
    is_begun_ = is_analysed_ = false;
  }

  void begin(bool as_symmetric) {
    end();
    is_symmetric_ = as_symmetric;
    data_ = {};
    data_.par = 1;
    data_.sym = as_symmetric ? 2 : 0;
    data_.comm_fortran = all_processes;
    run(MumpsJob::begin);
    is_begun_ = true;
    const auto set = [&](int number, int value) { data_.icntl[number - 1] = value; };
    for (const int stream : {1, 2, 3}) set(stream, -1);
    set(4, 0);  // prints nothing
    set(14, further_memory);
    set(24, 1);  // detects null pivots
    data_.cntl[2] = -mumps_null_pivot;
    hand_over();
    hand_over_order();
  }

  /// The order of the block, by minimum degree or METIS, and the border last. MUMPS finds an order
  /// of its own if there is no block. Rows are then not permuted to a large diagonal, which would
  /// pair deformations with rows of other ones.
  void hand_over_order() {
    if (structure_->block() == SparseStructure::Block::none) return;
    const BlockAnalysis& analysis = structure_->block_analysis();
    place_.resize(structure_->size());
    int next = 0;
    for (const int k : analysis.tree.order) place_[analysis.block_index[k]] = ++next;
    for (const int k : analysis.border_index) place_[k] = ++next;
    data_.icntl[6 - 1] = 0;
    data_.icntl[7 - 1] = 1;
    data_.perm_in = place_.data();
  }

  /// The pattern: all entries, or the lower triangle of a symmetric matrix.
  void hand_over() {
    const FixedMatrix& pattern = structure_->pattern();
    rows_.clear();
    columns_.clear();
    entry_.clear();
    for (int j = 0; j < pattern.cols; ++j)
      for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
        if (is_symmetric_ && pattern.row[k] < j) continue;
        rows_.push_back(pattern.row[k] + 1);
        columns_.push_back(j + 1);
        entry_.push_back(k);
      }
    values_.resize(entry_.size());
    data_.n = pattern.rows;
    data_.nnz = static_cast<MUMPS_INT8>(entry_.size());
    data_.irn = rows_.data();
    data_.jcn = columns_.data();
    data_.a = values_.data();
  }

  void take_values(const double* re, const double* im) {
    for (std::size_t k = 0; k < entry_.size(); ++k) {
      if constexpr (is_complex)
        values_[k] = {re[entry_[k]], im[entry_[k]]};
      else
        values_[k] = re[entry_[k]];
    }
  }

  bool are_symmetric(const double* re, const double* im) const {
    if (transposed_.empty()) return false;
    double size = 0, difference = 0;
    for (std::size_t k = 0; k < transposed_.size(); ++k) {
      if (transposed_[k] < 0) return false;
      size = std::max(size, std::abs(re[k]));
      difference = std::max(difference, std::abs(re[k] - re[transposed_[k]]));
      if (is_complex) difference = std::max(difference, std::abs(im[k] - im[transposed_[k]]));
    }
    return difference <= mumps_symmetric * size;
  }

  /// MUMPS numbers rows after a permutation of its own; KLU names the column of a singular matrix.
  std::optional<ZeroPivot> named(const double* re, const double* im) const {
    const auto lu = make_klu_factor<Scalar>();
    lu->analyse(structure_);
    return lu->factor(re, im);
  }

  /// Factors, with an analysis before if there is none. Returns INFOG(1).
  int factor_values() {
    if (!is_analysed_) {
      const int outcome = run(MumpsJob::analyse);
      ++n_analyses_;
      if (outcome < 0) return outcome;
      is_analysed_ = true;
    }
    for (int attempt = 0;; ++attempt) {
      const int outcome = run(MumpsJob::factor);
      const bool is_short = outcome == needs_more_memory_from || outcome == needs_more_memory_else;
      if (!is_short || attempt == 3) return outcome;
      data_.icntl[13] *= 3;
    }
  }

  std::shared_ptr<const SparseStructure> structure_;
  typename Library::Data data_{};
  bool is_begun_ = false, is_analysed_ = false, is_symmetric_ = false;
  std::vector<int> rows_, columns_;   // from 1
  std::vector<int> place_;            // in the order of elimination, from 1
  std::vector<int> entry_;            // number in the pattern of each entry that is handed over
  std::vector<int> transposed_;       // entry (j, i) of each entry (i, j), of a block as a whole
  std::vector<Number> values_, rhs_;  // also for real numbers: MUMPS scales the values in place
  long n_analyses_ = 0;
};

}  // namespace

template <class Scalar>
std::unique_ptr<SparseFactor<Scalar>> make_mumps_factor() {
  return std::make_unique<MumpsFactor<Scalar>>();
}
template std::unique_ptr<SparseFactor<double>> make_mumps_factor();
template std::unique_ptr<SparseFactor<Complex>> make_mumps_factor();

}  // namespace pleuel
