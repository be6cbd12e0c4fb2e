#include "pleuel/integrator/block/block_formula.hpp"

#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace pleuel {
namespace {

constexpr int kMostNodes = 13;
constexpr std::int64_t kCommonMultiple = 360360;  // of 1 … 13

/// kCommonMultiple ∫ Π_{m ≠ j} (x − m) over [a, a + 1], an integer below 2⁶³ for up to 13 nodes.
std::int64_t product_integral(int first, int last, int j, int a) {
  std::array<std::int64_t, kMostNodes + 1> coefficients{1};  // in x − a
  int degree = 0;
  for (int m = first; m <= last; ++m) {
    if (m == j) continue;
    for (int i = ++degree; i > 0; --i) coefficients[i] = coefficients[i - 1] + (a - m) * coefficients[i];
    coefficients[0] *= a - m;
  }
  std::int64_t sum = 0;
  for (int i = 0; i <= degree; ++i) sum += coefficients[i] * (kCommonMultiple / (i + 1));
  return sum;
}

using Real = long double;

/// A⁻¹ by Gauss–Jordan elimination with row pivoting, in extended precision if the platform has it.
RowMajor accurate_inverse(const RowMajor& A) {
  const Eigen::Index n = A.rows();
  Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> M(n, 2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      M(i, j) = A(i, j);
      M(i, n + j) = i == j ? 1 : 0;
    }
  }
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index i = k + 1; i < n; ++i)
      if (std::abs(M(i, k)) > std::abs(M(pivot, k))) pivot = i;
    M.row(k).swap(M.row(pivot));
    M.row(k) /= Real(M(k, k));
    for (Eigen::Index i = 0; i < n; ++i)
      if (i != k) M.row(i) -= Real(M(i, k)) * M.row(k);
  }
  return M.rightCols(n).cast<double>();
}

}  // namespace

BlockFormula::BlockFormula(int formula_order, const RowMajor& b_and_C)
    : order(formula_order),
      b(b_and_C.col(0)),
      C(b_and_C.rightCols(b_and_C.rows())),
      D(accurate_inverse(C)),
      e0(-(D * b)) {}

BlockDifference::BlockDifference(int m) : weights(Vector::Zero(m + 1)), mean_below(Vector::Zero(m + 1)) {
  double binomial = m % 2 == 0 ? 1 : -1;  // exact: all are integers
  for (int j = 0; j <= m; ++j) {
    weights[j] = binomial;
    binomial *= -double(m - j) / (j + 1);
  }
  // ∇^m is the difference of the two; with w of degree m − 1 their mean is (w_j + w_{j−1})/2.
  double lower = m % 2 == 0 ? -1 : 1;
  for (int j = 0; j < m; ++j) {
    mean_below[j] += 0.5 * lower;
    mean_below[j + 1] += 0.5 * lower;
    lower *= -double(m - 1 - j) / (j + 1);
  }
}

std::vector<double> interpolatory_weights(int first, int last, int from, int to) {
  assert(last - first < kMostNodes && first <= from && from <= to && to <= last);
  std::vector<double> weights;
  for (int j = first; j <= last; ++j) {
    std::int64_t integral = 0, denominator = 1;
    for (int a = from; a < to; ++a) integral += product_integral(first, last, j, a);
    for (int m = first; m <= last; ++m)
      if (m != j) denominator *= j - m;
    weights.push_back(static_cast<double>(integral) / static_cast<double>(denominator * kCommonMultiple));
  }
  return weights;
}

void lagrange_at_integers(int first, int last, double x, double* weights) {
  for (int j = first; j <= last; ++j) {
    double product = 1;
    for (int m = first; m <= last; ++m)
      if (m != j) product *= (x - m) / (j - m);
    weights[j] = product;
  }
}

}  // namespace pleuel
