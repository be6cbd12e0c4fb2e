#include "pleuel/integrator/ida/difference_columns.hpp"

#include <cmath>
#include <limits>
#include <new>
#include <utility>

#include "pleuel/base/stop_check.hpp"
#include "pleuel/linalg/coloring.hpp"

namespace pleuel {
namespace {

std::vector<std::vector<int>> grouped(const DifferenceColumns& columns, int n_rows, int n) {
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < n; ++j)
    for (long k = columns.start[j]; k < columns.start[j + 1]; ++k)
      entries.emplace_back(static_cast<int>(columns.row[k]), j);
  const Coloring coloring = color_columns(FixedMatrix(n_rows, n, entries));
  std::vector<std::vector<int>> groups(coloring.n_colors);
  for (int j = 0; j < n; ++j) groups[coloring.color[j]].push_back(j);
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
    } catch (const RunStopped&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (...) {
      rows.setConstant(nan);
    }
    for (int i = 0; i < rows.size(); ++i)
      if (std::isnan(rows[i])) columns.row.push_back(i);
    columns.start.push_back(columns.n_entries());
    x[j] = y[j];
    x_dot[j] = ydot[j];
  }
  columns.groups = grouped(columns, dae.info().n_rows(), n);
  return columns;
}

}  // namespace pleuel
