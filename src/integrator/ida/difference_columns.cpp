#include "pleuel/integrator/ida/difference_columns.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace pleuel {
namespace {

/// Columns in their order, each into the first group that has none of its rows.
std::vector<std::vector<int>> grouped(const DifferenceColumns& columns, int n) {
  std::vector<std::vector<int>> groups;
  std::vector<std::vector<bool>> taken;
  for (int j = 0; j < n; ++j) {
    const auto fits = [&](const std::vector<bool>& rows) {
      for (long k = columns.start[j]; k < columns.start[j + 1]; ++k)
        if (rows[columns.row[k]]) return false;
      return true;
    };
    std::size_t g = 0;
    while (g < groups.size() && !fits(taken[g])) ++g;
    if (g == groups.size()) {
      groups.emplace_back();
      taken.emplace_back(n, false);
    }
    groups[g].push_back(j);
    for (long k = columns.start[j]; k < columns.start[j + 1]; ++k) taken[g][columns.row[k]] = true;
  }
  return groups;
}

}  // namespace

DifferenceColumns difference_columns(Dae& dae, double t, ConstVec y, ConstVec ydot) {
  const int n = dae.info().n_unknowns();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Vector x = y, x_dot = ydot, rows(dae.info().n_rows());
  DifferenceColumns columns;
  columns.start.push_back(0);
  for (int j = 0; j < n; ++j) {
    x[j] = x_dot[j] = nan;
    try {
      dae.residual(t, view(std::as_const(x)), view(std::as_const(x_dot)), view(rows));
    } catch (...) {
      rows.setConstant(nan);
    }
    for (int i = 0; i < rows.size(); ++i)
      if (std::isnan(rows[i])) columns.row.push_back(i);
    columns.start.push_back(columns.n_entries());
    x[j] = y[j];
    x_dot[j] = ydot[j];
  }
  columns.groups = grouped(columns, n);
  return columns;
}

}  // namespace pleuel
