#include "pleuel/integrator/bim/bim_formula.hpp"

#include <cassert>
#include <cmath>

#include "pleuel/linalg/decompositions.hpp"

namespace pleuel {
namespace {

double binomial(int n, int k) {
  double result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;  // exact: each is a binomial
  return result;
}

int numerator_degree(int points) { return points == 3 ? 2 : points - 2; }

/// d^n/dx^n x^a (1 − x)^b by Leibniz's rule.
long double derivative_of_product(int n, int a, int b, long double x) {
  const auto power_derivative = [](int times, int power, long double at) {
    long double value = 1;
    for (int i = 0; i < times; ++i) value *= power - i;
    for (int i = 0; i < power - times; ++i) value *= at;
    return value;
  };
  long double sum = 0;
  for (int l = 0; l <= n; ++l) {
    const long double term = binomial(n, l) * power_derivative(n - l, a, x) * power_derivative(l, b, 1 - x);
    sum += l % 2 == 0 ? term : -term;
  }
  return sum;
}

Vector coefficients_of_difference(int k) {
  const int degree = numerator_degree(k);
  long double factor = k % 2 == 0 ? -1 : 1;
  for (int i = 0; i <= k; ++i) factor *= k;
  for (int i = 2; i <= degree + k; ++i) factor /= i;
  Vector c(k);
  for (int i = 1; i <= k; ++i)
    c[i - 1] = static_cast<double>(factor * derivative_of_product(degree - 1, degree, k, (long double)i / k));
  return c;
}

RowMajor rows_of(int k) {
  const Vector c = coefficients_of_difference(k);
  const Vector d = BlockDifference(k).weights;
  RowMajor rows(k, k + 1);
  for (int i = 1; i <= k; ++i) {
    const std::vector<double> w = interpolatory_weights(0, k, 0, i);
    for (int j = 0; j <= k; ++j) rows(i - 1, j) = w[j] + c[i - 1] * d[j];
  }
  return rows;
}

double smallest_eigenvalue(const RowMajor& C) {
  const auto system = eigen_system(Matrix(C));
  assert(system);
  return system->values.cwiseAbs().minCoeff();
}

}  // namespace

int bim_points(int order) { return order == 4 ? 3 : order - 2; }

BimFormula::BimFormula(int formula_order)
    : BlockFormula(formula_order, rows_of(bim_points(formula_order))),
      c(coefficients_of_difference(points())),
      C_shifted(C) {
  assert(formula_order >= 4 && formula_order <= 14 && formula_order % 2 == 0);
  const int k = points();
  gamma = smallest_eigenvalue(C);
  error_order = k + 1;
  dense_order = k;
  difference = BlockDifference(k).weights;
  C_shifted.diagonal().array() -= gamma;
  Vector power = c;
  double factor = 1;
  for (double& constant : error_constant) {
    constant = factor * power.cwiseAbs().maxCoeff();
    power = D * power;
    factor *= gamma;
  }
}

}  // namespace pleuel
