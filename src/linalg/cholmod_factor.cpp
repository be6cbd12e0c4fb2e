#include <cholmod.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <vector>

#include "pleuel/linalg/fill_reducing_order.hpp"
#include "pleuel/linalg/solver_factors.hpp"

namespace pleuel {

namespace {

class CholmodFactor final : public SparseFactor<double> {
 public:
  CholmodFactor() {
    cholmod_start(&common_);
    common_.print = 0;
    common_.nmethods = 1;
    common_.method[0].ordering = CHOLMOD_GIVEN;
    common_.supernodal = CHOLMOD_SUPERNODAL;  // fails where the matrix is not positive definite
  }
  ~CholmodFactor() override {
    release();
    cholmod_finish(&common_);
  }

  void analyse(std::shared_ptr<const SparseStructure> structure) override {
    release();
    structure_ = std::move(structure);
    order_ = fill_reducing_tree(structure_->pattern()).order;
    cholmod_sparse a = matrix(nullptr);
    lower_ = cholmod_analyze_p(&a, order_.data(), nullptr, 0, &common_);
    check();
  }

  std::optional<ZeroPivot> factor(const double* re, const double* /*im*/) override {
    cholmod_sparse a = matrix(re);
    cholmod_factorize(&a, lower_, &common_);
    check();
    if (lower_->minor == lower_->n) return std::nullopt;
    return ZeroPivot{static_cast<const int*>(lower_->Perm)[lower_->minor], 0};
  }

  SolveReport solve(double* re, double* /*im*/, int n_columns, double /*tolerance*/) override {
    cholmod_dense b{};
    b.nrow = b.d = static_cast<std::size_t>(structure_->size());
    b.ncol = static_cast<std::size_t>(n_columns);
    b.nzmax = b.nrow * b.ncol;
    b.x = re;
    b.xtype = CHOLMOD_REAL;
    b.dtype = CHOLMOD_DOUBLE;
    cholmod_dense* x = cholmod_solve(CHOLMOD_A, lower_, &b, &common_);
    check();
    std::copy_n(static_cast<const double*>(x->x), b.nzmax, re);
    cholmod_free_dense(&x, &common_);
    return {};
  }

  FactorCounts counts() const override {
    if (lower_ == nullptr || lower_->xtype == CHOLMOD_PATTERN) return {};
    return {.entries = static_cast<long>(lower_->xsize), .pivot_choices = 0};
  }

 private:
  void release() {
    if (lower_ != nullptr) cholmod_free_factor(&lower_, &common_);
  }

  /// The matrix in CHOLMOD's format, without copies; CHOLMOD does not change it.
  cholmod_sparse matrix(const double* values) const {
    const FixedMatrix& pattern = structure_->pattern();
    cholmod_sparse a{};
    a.nrow = a.ncol = static_cast<std::size_t>(pattern.rows);
    a.nzmax = pattern.row.size();
    a.p = const_cast<int*>(pattern.start.data());
    a.i = const_cast<int*>(pattern.row.data());
    a.x = const_cast<double*>(values);
    a.stype = -1;
    a.itype = CHOLMOD_INT;
    a.xtype = values == nullptr ? CHOLMOD_PATTERN : CHOLMOD_REAL;
    a.dtype = CHOLMOD_DOUBLE;
    a.sorted = a.packed = 1;
    return a;
  }

  void check() const {
    if (common_.status == CHOLMOD_OUT_OF_MEMORY) throw std::bad_alloc();
    if (common_.status < CHOLMOD_OK)
      throw std::runtime_error("solver 'cholmod' failed; choose another solver");
  }

  std::shared_ptr<const SparseStructure> structure_;
  cholmod_common common_{};
  cholmod_factor* lower_ = nullptr;
  std::vector<int> order_;
};

}  // namespace

std::unique_ptr<SparseFactor<double>> make_cholmod_factor() { return std::make_unique<CholmodFactor>(); }

}  // namespace pleuel
