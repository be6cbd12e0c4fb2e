#include "pleuel/integrator/gam/gam_formula.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace pleuel {
namespace {

constexpr int kLowestGamOrder = 3;
constexpr int kHighestGamOrder = 9;

/// The subdiagonal of L: Newton's method for the s conditions that the characteristic polynomial of
/// L⁻¹B − I is λ^s. The test GamFormula checks these conditions.
Vector subdiagonal(int order) {
  switch (order) {
    case 3:
      return Vector{{.40051090382, .36800303879, .36966186722}};
    case 5:
      return Vector{{.36368518303, .32481338499, .33672743160, .35112639864, .36023373876}};
    case 7:
      return Vector{
          {.30249134001, .25659082469, .26349398454, .27952289120, .29826614581, .31576352383, .32872467429}};
    default:
      return Vector{{.25888606359, .20721208267, .20229107842, .20214357436, .20191887065, .20075216491,
                     .19836927262, .19446692943}};
  }
}

/// A⁻¹ times the rows: their sums from the first one on.
RowMajor summed(RowMajor rows) {
  for (Eigen::Index i = 1; i < rows.rows(); ++i) rows.row(i) += rows.row(i - 1);
  return rows;
}

/// det(B)^(1/s) by elimination. B is diagonally dominant enough to need no pivoting.
double mean_pivot(RowMajor B) {
  double logarithm = 0;
  const Eigen::Index s = B.rows();
  for (Eigen::Index k = 0; k < s; ++k) {
    assert(B(k, k) > 0);
    logarithm += std::log(B(k, k));
    for (Eigen::Index i = k + 1; i < s; ++i) B.row(i) -= (B(i, k) / B(k, k)) * B.row(k);
  }
  return std::exp(logarithm / static_cast<double>(s));
}

/// β̂ of the polynomial through all points.
RowMajor rows_through_all(int points) {
  RowMajor rows(points, points + 1);
  for (int i = 1; i <= points; ++i) {
    const std::vector<double> w = interpolatory_weights(0, points, i - 1, i);
    for (int j = 0; j <= points; ++j) rows(i - 1, j) = w[j];
  }
  return rows;
}

int first_point(int order, int points, int row) {
  return std::clamp(row - (order - 1) / 2, 0, points + 1 - order);
}

}  // namespace

int gam_points(int order) { return order == kHighestGamOrder ? 9 : order + 1; }

RowMajor gam_rows(int order, int points) {
  RowMajor rows = RowMajor::Zero(points, points + 1);
  for (int i = 1; i <= points; ++i) {
    const int first = first_point(order, points, i);
    const std::vector<double> w = interpolatory_weights(first, first + order - 1, i - 1, i);
    for (int j = 0; j < order; ++j) rows(i - 1, first + j) = w[j];
  }
  return rows;
}

Vector gam_truncation(int order, int points) {
  const RowMajor rows = gam_rows(order, points);
  double factorial = 1;
  for (int i = 2; i <= order; ++i) factorial *= i;
  Vector constants(points);
  for (int i = 1; i <= points; ++i) {
    // y = (x − i)^(p+1)/(p + 1)!, with the origin at the end of the row.
    double sum = std::pow(-1.0, order) / (order + 1);
    for (int j = 0; j <= points; ++j) sum -= rows(i - 1, j) * std::pow(double(j - i), order);
    constants[i - 1] = sum / factorial;
  }
  return constants;
}

GamFormula::GamFormula(int formula_order)
    : BlockFormula(formula_order, summed(gam_rows(formula_order, gam_points(formula_order)))) {
  assert(formula_order >= kLowestGamOrder && formula_order <= kHighestGamOrder && formula_order % 2 == 1);
  const int s = points();
  const RowMajor rows = gam_rows(order, s);
  gamma = mean_pivot(rows.rightCols(s));
  RowMajor L = RowMajor::Zero(s, s);
  L.diagonal().setConstant(gamma);
  L.diagonal(-1) = subdiagonal(order);
  T = summed(L);
  defect = BlockRows(rows - rows_through_all(s));
  if (order > kLowestGamOrder) defect_below = BlockRows(gam_rows(order - 2, s) - rows);
  truncation = gam_truncation(order, s).cwiseAbs().maxCoeff();
  error_order = dense_order = order;
}

}  // namespace pleuel
