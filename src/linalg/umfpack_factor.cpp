#include "pleuel/linalg/umfpack_factor.hpp"

#include <umfpack.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "pleuel/linalg/klu_factor.hpp"

namespace pleuel {

template <class Scalar>
struct UmfpackFactor<Scalar>::Impl {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

  std::shared_ptr<const SparseStructure> structure;
  double control[UMFPACK_CONTROL]{}, info[UMFPACK_INFO]{};
  void* symbolic = nullptr;
  void* numeric = nullptr;
  const double* re = nullptr;  // the values of the matrix
  const double* im = nullptr;
  std::vector<double> x_re, x_im;
  long n_factored = 0;

  Impl() {
    if constexpr (is_complex)
      umfpack_zi_defaults(control);
    else
      umfpack_di_defaults(control);
  }
  ~Impl() { release(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  int size() const { return structure->size(); }
  const int* start() const { return structure->pattern().start.data(); }
  const int* row() const { return structure->pattern().row.data(); }

  void release_numeric() {
    if constexpr (is_complex)
      umfpack_zi_free_numeric(&numeric);
    else
      umfpack_di_free_numeric(&numeric);
  }
  void release_symbolic() {
    if constexpr (is_complex)
      umfpack_zi_free_symbolic(&symbolic);
    else
      umfpack_di_free_symbolic(&symbolic);
  }
  void release() {
    release_numeric();
    release_symbolic();
  }

  int find_order() {
    if constexpr (is_complex)
      return umfpack_zi_symbolic(size(), size(), start(), row(), re, im, &symbolic, control, info);
    else
      return umfpack_di_symbolic(size(), size(), start(), row(), re, &symbolic, control, info);
  }
  int factor() {
    if constexpr (is_complex)
      return umfpack_zi_numeric(start(), row(), re, im, symbolic, &numeric, control, info);
    else
      return umfpack_di_numeric(start(), row(), re, symbolic, &numeric, control, info);
  }

  static void check(int outcome) {
    if (outcome == UMFPACK_ERROR_out_of_memory) throw std::bad_alloc();
    if (outcome != UMFPACK_OK && outcome != UMFPACK_WARNING_singular_matrix)
      throw std::runtime_error("solver 'umfpack' failed with status " + std::to_string(outcome) +
                               "; choose another solver");
  }
};

template <class Scalar>
UmfpackFactor<Scalar>::UmfpackFactor() : impl_(std::make_unique<Impl>()) {}
template <class Scalar>
UmfpackFactor<Scalar>::~UmfpackFactor() = default;

template <class Scalar>
void UmfpackFactor<Scalar>::analyse(std::shared_ptr<const SparseStructure> structure) {
  Impl& m = *impl_;
  m.release();
  m.structure = std::move(structure);
  m.x_re.resize(m.size());
  if (Impl::is_complex) m.x_im.resize(m.size());
}

template <class Scalar>
std::optional<ZeroPivot> UmfpackFactor<Scalar>::factor(const double* re, const double* im) {
  Impl& m = *impl_;
  m.re = re;
  m.im = im;
  m.release_numeric();
  if (m.symbolic == nullptr) Impl::check(m.find_order());
  const int outcome = m.factor();
  Impl::check(outcome);
  ++m.n_factored;
  if (outcome == UMFPACK_OK) return std::nullopt;
  // The order was chosen for these values. KLU names the column.
  m.release();
  KluFactor<Scalar> lu;
  lu.analyse(m.structure);
  return lu.factor(re, im).value_or(ZeroPivot{0, 0});
}

template <class Scalar>
SolveReport UmfpackFactor<Scalar>::solve(double* re, double* im, int n_columns, double /*tolerance*/) {
  Impl& m = *impl_;
  const int n = m.size();
  SolveReport report;
  for (int column = 0; column < n_columns; ++column) {
    double* const x = re + static_cast<std::ptrdiff_t>(column) * n;
    if constexpr (Impl::is_complex) {
      double* const y = im + static_cast<std::ptrdiff_t>(column) * n;
      Impl::check(umfpack_zi_solve(UMFPACK_A, m.start(), m.row(), m.re, m.im, m.x_re.data(), m.x_im.data(), x,
                                   y, m.numeric, m.control, m.info));
      std::copy(m.x_im.begin(), m.x_im.end(), y);
    } else {
      Impl::check(umfpack_di_solve(UMFPACK_A, m.start(), m.row(), m.re, m.x_re.data(), x, m.numeric,
                                   m.control, m.info));
    }
    std::copy(m.x_re.begin(), m.x_re.end(), x);
    report.iterations = std::max(report.iterations, static_cast<int>(m.info[UMFPACK_IR_TAKEN]));
  }
  return report;
}

template <class Scalar>
FactorCounts UmfpackFactor<Scalar>::counts() const {
  const Impl& m = *impl_;
  if (m.numeric == nullptr) return {};
  int lower = 0, upper = 0, rows = 0, columns = 0, diagonal = 0;
  if constexpr (Impl::is_complex)
    umfpack_zi_get_lunz(&lower, &upper, &rows, &columns, &diagonal, m.numeric);
  else
    umfpack_di_get_lunz(&lower, &upper, &rows, &columns, &diagonal, m.numeric);
  return {.entries = static_cast<long>(lower) + upper, .pivot_choices = m.n_factored};
}

template class UmfpackFactor<double>;
template class UmfpackFactor<Complex>;

}  // namespace pleuel
