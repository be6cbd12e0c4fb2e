#include "pleuel/linalg/gram_factor.hpp"

#include "pleuel/linalg/product.hpp"

namespace pleuel {
namespace {

// A multiplication of the sparse factorisation takes as long as about four of the dense one, which
// works on whole registers.
constexpr double sparse_cost = 4;
// Smaller matrices are dense, which keeps fewer lists.
constexpr int always_dense = 24;

}  // namespace

std::variant<DenseCholesky, SparseCholesky> GramFactor::choose(const FixedMatrix& A) {
  const double n = A.rows;
  if (A.rows <= always_dense) return DenseCholesky(A.rows);
  SparseCholesky sparse(A, product_pattern(A, A.transposed()));
  if (sparse_cost * sparse.n_operations() < n * n * n / 6) return sparse;
  return DenseCholesky(A.rows);
}

GramFactor::GramFactor(const FixedMatrix& A) : n_(A.rows), factor_(choose(A)) {}

std::optional<ZeroPivot> GramFactor::factor(const FixedMatrix& A) {
  return std::visit([&](auto& m) { return m.factor(A); }, factor_);
}

void GramFactor::solve(double* x, double* work) const {
  if (const auto* const dense = std::get_if<DenseCholesky>(&factor_))
    dense->solve(x);
  else
    std::get<SparseCholesky>(factor_).solve(x, work);
}

void GramFactor::solve(Split x, Split work) const {
  if (const auto* const dense = std::get_if<DenseCholesky>(&factor_)) {
    dense->solve(x.re);
    dense->solve(x.im);
  } else {
    std::get<SparseCholesky>(factor_).solve(x, work);
  }
}

}  // namespace pleuel
