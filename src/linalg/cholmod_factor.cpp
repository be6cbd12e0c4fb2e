#include "pleuel/linalg/cholmod_factor.hpp"

#include <cholmod.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <vector>

#include "pleuel/linalg/fill_reducing_order.hpp"

namespace pleuel {

struct CholmodFactor::Impl {
  std::shared_ptr<const SparseStructure> structure;
  cholmod_common common{};
  cholmod_factor* lower = nullptr;
  std::vector<int> order;

  Impl() {
    cholmod_start(&common);
    common.print = 0;
    common.nmethods = 1;
    common.method[0].ordering = CHOLMOD_GIVEN;
    common.supernodal = CHOLMOD_SUPERNODAL;  // fails where the matrix is not positive definite
  }
  ~Impl() {
    release();
    cholmod_finish(&common);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void release() {
    if (lower != nullptr) cholmod_free_factor(&lower, &common);
  }

  /// The matrix in CHOLMOD's format, without copies; CHOLMOD does not change it.
  cholmod_sparse matrix(const double* values) const {
    const FixedMatrix& pattern = structure->pattern();
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
    if (common.status == CHOLMOD_OUT_OF_MEMORY) throw std::bad_alloc();
    if (common.status < CHOLMOD_OK)
      throw std::runtime_error("solver 'cholmod' failed; choose another solver");
  }
};

CholmodFactor::CholmodFactor() : impl_(std::make_unique<Impl>()) {}
CholmodFactor::~CholmodFactor() = default;

void CholmodFactor::analyse(std::shared_ptr<const SparseStructure> structure) {
  Impl& m = *impl_;
  m.release();
  m.structure = std::move(structure);
  m.order = fill_reducing_tree(m.structure->pattern()).order;
  cholmod_sparse a = m.matrix(nullptr);
  m.lower = cholmod_analyze_p(&a, m.order.data(), nullptr, 0, &m.common);
  m.check();
}

std::optional<ZeroPivot> CholmodFactor::factor(const double* re, const double* /*im*/) {
  Impl& m = *impl_;
  cholmod_sparse a = m.matrix(re);
  cholmod_factorize(&a, m.lower, &m.common);
  m.check();
  if (m.lower->minor == m.lower->n) return std::nullopt;
  return ZeroPivot{static_cast<const int*>(m.lower->Perm)[m.lower->minor], 0};
}

SolveReport CholmodFactor::solve(double* re, double* /*im*/, int n_columns, double /*tolerance*/) {
  Impl& m = *impl_;
  cholmod_dense b{};
  b.nrow = b.d = static_cast<std::size_t>(m.structure->size());
  b.ncol = static_cast<std::size_t>(n_columns);
  b.nzmax = b.nrow * b.ncol;
  b.x = re;
  b.xtype = CHOLMOD_REAL;
  b.dtype = CHOLMOD_DOUBLE;
  cholmod_dense* x = cholmod_solve(CHOLMOD_A, m.lower, &b, &m.common);
  m.check();
  std::copy_n(static_cast<const double*>(x->x), b.nzmax, re);
  cholmod_free_dense(&x, &m.common);
  return {};
}

FactorCounts CholmodFactor::counts() const {
  const Impl& m = *impl_;
  if (m.lower == nullptr || m.lower->xtype == CHOLMOD_PATTERN) return {};
  return {.entries = static_cast<long>(m.lower->xsize), .pivot_choices = 0};
}

}  // namespace pleuel
