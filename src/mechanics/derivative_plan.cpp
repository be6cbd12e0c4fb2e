#include "pleuel/mechanics/derivative_plan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace {

/// Which matrix holds the derivatives of a block of rows by a block of columns.
struct DerivativeBlock {
  int first_row, n_rows, first_col, n_cols;
  FixedMatrix MotionMatrices::*matrix;
};

std::vector<DerivativeBlock> derivative_blocks(const SystemInfo& info) {
  using M = MotionMatrices;
  const int q = info.n_q(), v = info.n_v(), s = info.n_s(), g = info.n_lambda();
  const int dyn = q, sig = dyn + v, vel = sig + s, acc = vel + g;
  return {{0, q, 0, q, &M::kinematics_q},     {dyn, v, 0, q, &M::dynamics_q},
          {dyn, v, q, v, &M::dynamics_v},     {dyn, v, q + v, s, &M::dynamics_s},
          {sig, s, 0, q, &M::internal_q},     {sig, s, q, v, &M::internal_v},
          {sig, s, q + v, s, &M::internal_s}, {vel, g, 0, q, &M::velocity_q},
          {acc, g, 0, q, &M::acceleration_q}, {acc, g, q, v, &M::acceleration_v}};
}

}  // namespace

int n_derivative_rows(const SystemInfo& info) {
  return info.n_q() + info.n_v() + info.n_s() + 2 * info.n_lambda();
}

DerivativePlan derivative_plan(const SystemInfo& info, const std::vector<DependencyScalar>& rows,
                               MotionMatrices& matrices) {
  DerivativePlan plan{color_columns(dependency_pattern(rows, info.n_q() + info.n_v() + info.n_s())), {}, {}};
  const FixedMatrix& all = plan.coloring.pattern;
  std::vector<std::pair<int, DerivativePlan::Pick>> picks;  // with their colour
  for (const DerivativeBlock& b : derivative_blocks(info)) {
    std::vector<std::pair<int, int>> entries;
    for (int j = 0; j < b.n_cols; ++j)
      for (int k = all.start[b.first_col + j]; k < all.start[b.first_col + j + 1]; ++k)
        if (all.row[k] >= b.first_row && all.row[k] < b.first_row + b.n_rows)
          entries.emplace_back(all.row[k] - b.first_row, j);
    FixedMatrix& m = matrices.*b.matrix = FixedMatrix(b.n_rows, b.n_cols, entries);
    for (const auto& [i, j] : entries) {
      const int color = plan.coloring.color[b.first_col + j];
      picks.push_back({color, {b.first_row + i, color % derivative_lanes, b.matrix, m.slot(i, j)}});
    }
  }
  std::stable_sort(picks.begin(), picks.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  const int n_chunks = (plan.coloring.n_colors + derivative_lanes - 1) / derivative_lanes;
  for (int chunk = 0; chunk <= n_chunks; ++chunk)
    plan.first_pick.push_back(static_cast<int>(std::count_if(
        picks.begin(), picks.end(), [&](const auto& p) { return p.first < chunk * derivative_lanes; })));
  for (const auto& [color, pick] : picks) plan.picks.push_back(pick);
  return plan;
}

FixedMatrix dependency_pattern(const std::vector<DependencyScalar>& rows, int n_columns) {
  std::vector<std::pair<int, int>> entries;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const int j : rows[i].inputs) entries.emplace_back(static_cast<int>(i), j);
  return FixedMatrix(static_cast<int>(rows.size()), n_columns, entries);
}

std::vector<DependencyScalar> sample_inputs(int n) {
  const Vector values = sample_point(n);
  std::vector<DependencyScalar> y(n);
  for (int i = 0; i < n; ++i) y[i] = DependencyScalar(values[i], i);
  return y;
}

Vector sample_point(int n) {
  Vector q(n);
  for (int i = 0; i < n; ++i) q[i] = 0.3 + 0.1 * std::sin(1.0 + i);
  return q;
}

FixedMatrix checked_pattern(const SystemInfo& info, const char* function, int rows, int cols,
                            const RecordSink& record) {
  for (const auto& [i, j] : record.entries)
    if (i < 0 || i >= rows || j < 0 || j >= cols)
      throw InvalidInput("system '" + info.name + "': " + function + " adds an entry at (" +
                         std::to_string(i) + ", " + std::to_string(j) + ") of a matrix with " +
                         std::to_string(rows) + " rows and " + std::to_string(cols) +
                         " columns; count from 0");
  return FixedMatrix(rows, cols, record.entries);
}

std::vector<RecordedEntry> recorded_slots(const FixedMatrix& pattern, const RecordSink& record) {
  std::vector<RecordedEntry> result;
  result.reserve(record.entries.size());
  for (const auto& [i, j] : record.entries) result.push_back({i, j, pattern.slot(i, j)});
  return result;
}

void refuse_changed_entries(const SystemInfo& info, const char* function) {
  throw InvalidInput(
      "system '" + info.name + "': " + function +
      " does not add the same entries in the same order each time; add them always, zeros too");
}

void check_given(const SystemInfo& info, const GivenFunctions& given) {
  std::vector<std::string> faults;
  const auto agree = [&](bool is_announced, bool is_given, const char* announcement, const char* function) {
    if (is_announced && !is_given)
      faults.push_back("system '" + info.name + "': info() has " + announcement +
                       ", but there is no function " + function);
    if (!is_announced && is_given)
      faults.push_back("system '" + info.name + "': there is a function " + function +
                       ", but info() has no " + announcement);
  };
  agree(info.n_lambda() > 0, given.constraint, "constraints", "constraint(x, g)");
  agree(info.n_s() > 0, given.states, "internal states", "internal(x, v, s, rate)");
  agree(!info.has_identity_kinematics(), given.kinematics, "kinematic_blocks", "kinematics(x, H)");
  if (!faults.empty()) throw InvalidInput(faults);
}

}  // namespace pleuel
