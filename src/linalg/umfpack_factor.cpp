#include <umfpack.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "pleuel/linalg/solver_factors.hpp"

namespace pleuel {

namespace {

template <class Scalar>
class UmfpackFactor final : public SparseFactor<Scalar> {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

 public:
  UmfpackFactor() {
    if constexpr (is_complex)
      umfpack_zi_defaults(control_);
    else
      umfpack_di_defaults(control_);
  }
  ~UmfpackFactor() override { release(); }

  void analyse(std::shared_ptr<const SparseStructure> structure) override {
    release();
    structure_ = std::move(structure);
    x_re_.resize(size());
    if (is_complex) x_im_.resize(size());
  }

  std::optional<ZeroPivot> factor(const double* re, const double* im) override {
    re_ = re;
    im_ = im;
    release_numeric();
    if (symbolic_ == nullptr) check(find_order());
    const int outcome = factor_values();
    check(outcome);
    ++n_factored_;
    if (outcome == UMFPACK_OK) return std::nullopt;
    // The order was chosen for these values. KLU names the column.
    release();
    const auto lu = make_klu_factor<Scalar>();
    lu->analyse(structure_);
    return lu->factor(re, im).value_or(ZeroPivot{0, 0});
  }

  SolveReport solve(double* re, double* im, int n_columns, double /*tolerance*/) override {
    const int n = size();
    SolveReport report;
    for (int column = 0; column < n_columns; ++column) {
      double* const x = re + static_cast<std::ptrdiff_t>(column) * n;
      if constexpr (is_complex) {
        double* const y = im + static_cast<std::ptrdiff_t>(column) * n;
        check(umfpack_zi_solve(UMFPACK_A, start(), row(), re_, im_, x_re_.data(), x_im_.data(), x, y,
                               numeric_, control_, info_));
        std::copy(x_im_.begin(), x_im_.end(), y);
      } else {
        check(umfpack_di_solve(UMFPACK_A, start(), row(), re_, x_re_.data(), x, numeric_, control_, info_));
      }
      std::copy(x_re_.begin(), x_re_.end(), x);
      report.iterations = std::max(report.iterations, static_cast<int>(info_[UMFPACK_IR_TAKEN]));
    }
    return report;
  }

  FactorCounts counts() const override {
    if (numeric_ == nullptr) return {};
    int lower = 0, upper = 0, rows = 0, columns = 0, diagonal = 0;
    if constexpr (is_complex)
      umfpack_zi_get_lunz(&lower, &upper, &rows, &columns, &diagonal, numeric_);
    else
      umfpack_di_get_lunz(&lower, &upper, &rows, &columns, &diagonal, numeric_);
    return {.entries = static_cast<long>(lower) + upper, .pivot_choices = n_factored_};
  }

 private:
  int size() const { return structure_->size(); }
  const int* start() const { return structure_->pattern().start.data(); }
  const int* row() const { return structure_->pattern().row.data(); }

  void release_numeric() {
    if constexpr (is_complex)
      umfpack_zi_free_numeric(&numeric_);
    else
      umfpack_di_free_numeric(&numeric_);
  }
  void release_symbolic() {
    if constexpr (is_complex)
      umfpack_zi_free_symbolic(&symbolic_);
    else
      umfpack_di_free_symbolic(&symbolic_);
  }
  void release() {
    release_numeric();
    release_symbolic();
  }

  int find_order() {
    if constexpr (is_complex)
      return umfpack_zi_symbolic(size(), size(), start(), row(), re_, im_, &symbolic_, control_, info_);
    else
      return umfpack_di_symbolic(size(), size(), start(), row(), re_, &symbolic_, control_, info_);
  }
  int factor_values() {
    if constexpr (is_complex)
      return umfpack_zi_numeric(start(), row(), re_, im_, symbolic_, &numeric_, control_, info_);
    else
      return umfpack_di_numeric(start(), row(), re_, symbolic_, &numeric_, control_, info_);
  }

  static void check(int outcome) {
    if (outcome == UMFPACK_ERROR_out_of_memory) throw std::bad_alloc();
    if (outcome != UMFPACK_OK && outcome != UMFPACK_WARNING_singular_matrix)
      throw std::runtime_error("solver 'umfpack' failed with status " + std::to_string(outcome) +
                               "; choose another solver");
  }

  std::shared_ptr<const SparseStructure> structure_;
  double control_[UMFPACK_CONTROL]{}, info_[UMFPACK_INFO]{};
  void* symbolic_ = nullptr;
  void* numeric_ = nullptr;
  const double* re_ = nullptr;  // the values of the matrix
  const double* im_ = nullptr;
  std::vector<double> x_re_, x_im_;
  long n_factored_ = 0;
};

}  // namespace

template <class Scalar>
std::unique_ptr<SparseFactor<Scalar>> make_umfpack_factor() {
  return std::make_unique<UmfpackFactor<Scalar>>();
}
template std::unique_ptr<SparseFactor<double>> make_umfpack_factor();
template std::unique_ptr<SparseFactor<Complex>> make_umfpack_factor();

}  // namespace pleuel
