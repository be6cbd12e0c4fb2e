#include "pleuel/linalg/mumps_factor.hpp"

#include <dmumps_c.h>
#include <zmumps_c.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>

#include "pleuel/linalg/klu_factor.hpp"

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

}  // namespace

template <class Scalar>
struct MumpsFactor<Scalar>::Impl {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;
  using Library = MumpsLibrary<Scalar>;
  using Number = typename Library::Number;

  std::shared_ptr<const SparseStructure> structure;
  typename Library::Data data{};
  bool is_begun = false, is_analysed = false, is_symmetric = false;
  std::vector<int> rows, columns;   // from 1
  std::vector<int> entry;           // number in the pattern of each entry that is handed over
  std::vector<int> transposed;      // entry (j, i) of each entry (i, j); only of a block as a whole
  std::vector<Number> values, rhs;  // also for real numbers: MUMPS scales the values in place
  long n_analyses = 0;

  ~Impl() { end(); }

  int run(MumpsJob job) {
    const std::lock_guard<std::mutex> lock(mumps_lock());
    data.job = static_cast<int>(job);
    Library::call(data);
    return data.infog[0];
  }

  void end() {
    if (is_begun) run(MumpsJob::end);
    is_begun = is_analysed = false;
  }

  void begin(bool as_symmetric) {
    end();
    is_symmetric = as_symmetric;
    data = {};
    data.par = 1;
    data.sym = as_symmetric ? 2 : 0;
    data.comm_fortran = all_processes;
    run(MumpsJob::begin);
    is_begun = true;
    const auto set = [&](int number, int value) { data.icntl[number - 1] = value; };
    for (const int stream : {1, 2, 3}) set(stream, -1);
    set(4, 0);  // prints nothing
    set(14, further_memory);
    set(24, 1);  // detects null pivots
    data.cntl[2] = -mumps_null_pivot;
    hand_over();
  }

  /// The pattern: all entries, or the lower triangle of a symmetric matrix.
  void hand_over() {
    const FixedMatrix& pattern = structure->pattern();
    rows.clear();
    columns.clear();
    entry.clear();
    for (int j = 0; j < pattern.cols; ++j)
      for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
        if (is_symmetric && pattern.row[k] < j) continue;
        rows.push_back(pattern.row[k] + 1);
        columns.push_back(j + 1);
        entry.push_back(k);
      }
    values.resize(entry.size());
    data.n = pattern.rows;
    data.nnz = static_cast<MUMPS_INT8>(entry.size());
    data.irn = rows.data();
    data.jcn = columns.data();
    data.a = values.data();
  }

  void take_values(const double* re, const double* im) {
    for (std::size_t k = 0; k < entry.size(); ++k) {
      if constexpr (is_complex)
        values[k] = {re[entry[k]], im[entry[k]]};
      else
        values[k] = re[entry[k]];
    }
  }

  bool are_symmetric(const double* re, const double* im) const {
    if (transposed.empty()) return false;
    double size = 0, difference = 0;
    for (std::size_t k = 0; k < transposed.size(); ++k) {
      if (transposed[k] < 0) return false;
      size = std::max(size, std::abs(re[k]));
      difference = std::max(difference, std::abs(re[k] - re[transposed[k]]));
      if (is_complex) difference = std::max(difference, std::abs(im[k] - im[transposed[k]]));
    }
    return difference <= mumps_symmetric * size;
  }

  /// MUMPS numbers rows after a permutation of its own; KLU names the column of a singular matrix.
  std::optional<ZeroPivot> named(const double* re, const double* im) const {
    KluFactor<Scalar> lu;
    lu.analyse(structure);
    return lu.factor(re, im);
  }

  /// Factors, with an analysis before if there is none. Returns INFOG(1).
  int factor() {
    if (!is_analysed) {
      const int outcome = run(MumpsJob::analyse);
      ++n_analyses;
      if (outcome < 0) return outcome;
      is_analysed = true;
    }
    for (int attempt = 0;; ++attempt) {
      const int outcome = run(MumpsJob::factor);
      const bool is_short = outcome == needs_more_memory_from || outcome == needs_more_memory_else;
      if (!is_short || attempt == 3) return outcome;
      data.icntl[13] *= 3;
    }
  }
};

template <class Scalar>
MumpsFactor<Scalar>::MumpsFactor() : impl_(std::make_unique<Impl>()) {}
template <class Scalar>
MumpsFactor<Scalar>::~MumpsFactor() = default;

template <class Scalar>
void MumpsFactor<Scalar>::analyse(std::shared_ptr<const SparseStructure> structure) {
  Impl& m = *impl_;
  m.end();
  m.structure = std::move(structure);
  m.rhs.resize(m.structure->size());
  m.transposed.clear();
  if (m.structure->block() != SparseStructure::Block::whole) return;
  const FixedMatrix& pattern = m.structure->pattern();
  for (int j = 0; j < pattern.cols; ++j)
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k)
      m.transposed.push_back(pattern.slot(j, pattern.row[k]));
}

template <class Scalar>
std::optional<ZeroPivot> MumpsFactor<Scalar>::factor(const double* re, const double* im) {
  Impl& m = *impl_;
  const bool is_symmetric = m.are_symmetric(re, im);
  if (!m.is_begun || is_symmetric != m.is_symmetric) m.begin(is_symmetric);
  m.take_values(re, im);
  const int outcome = m.factor();
  const int n_null = m.data.infog[27];
  if (outcome >= 0 && n_null == 0) return std::nullopt;
  if (outcome >= 0 || outcome == mumps_is_singular || outcome == mumps_is_structurally_singular) {
    const int column = outcome >= 0 ? m.data.pivnul_list[0] - 1 : 0;
    m.is_analysed = false;
    return m.named(re, im).value_or(ZeroPivot{column, 0});
  }
  if (outcome == -13 || outcome == -7) throw std::bad_alloc();
  throw std::runtime_error("solver 'mumps' failed with INFOG(1) = " + std::to_string(outcome) +
                           "; choose another solver");
}

template <class Scalar>
SolveReport MumpsFactor<Scalar>::solve(double* re, double* im, int n_columns, double /*tolerance*/) {
  Impl& m = *impl_;
  const int n = m.structure->size();
  m.data.nrhs = 1;
  m.data.lrhs = n;
  m.data.rhs = m.rhs.data();
  for (int column = 0; column < n_columns; ++column) {
    double* const x = re + static_cast<std::ptrdiff_t>(column) * n;
    double* const y = Impl::is_complex ? im + static_cast<std::ptrdiff_t>(column) * n : nullptr;
    for (int i = 0; i < n; ++i) {
      if constexpr (Impl::is_complex)
        m.rhs[i] = {x[i], y[i]};
      else
        m.rhs[i] = x[i];
    }
    m.run(MumpsJob::solve);
    for (int i = 0; i < n; ++i) {
      if constexpr (Impl::is_complex) {
        x[i] = m.rhs[i].r;
        y[i] = m.rhs[i].i;
      } else {
        x[i] = m.rhs[i];
      }
    }
  }
  return {};
}

template <class Scalar>
FactorCounts MumpsFactor<Scalar>::counts() const {
  const Impl& m = *impl_;
  if (!m.is_analysed) return {};
  // INFOG(29): negative if in millions.
  const long entries = m.data.infog[28];
  return {.entries = entries < 0 ? -1000000 * entries : entries, .pivot_choices = m.n_analyses};
}

template class MumpsFactor<double>;
template class MumpsFactor<Complex>;

}  // namespace pleuel
