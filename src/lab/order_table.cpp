#include "pleuel/lab/order_table.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

constexpr double order_end = 1.3;  // s
constexpr int fewest_order_steps = 8, most_order_steps = 2048;
// Errors of q, v and λ at which orders are read: those of v and λ are larger.
constexpr std::array<double, 3> target = {1e-9, 1e-8, 1e-6};
// Finer steps show rounding and the tolerance of Newton's method.
constexpr std::array<double, 3> smallest_error = {1e-12, 1e-11, 1e-9};
// Errors above this are not asymptotic.
constexpr double error_ceiling = 0.1;
// Orders within this count as equal: at these steps they are not yet the limit.
constexpr double equal_order = 0.5;

using Orders = std::array<double, 3>;  // of q, v, λ

struct OrderedMethod {
  std::string name, method;
  Settings settings;
  Orders (*theory)(int order, int index);
  int order;
};

Orders radau_orders(int order, int index) {
  const double p = order, s = (order + 1) / 2;
  if (index == 1) return {p, p, p};
  return index == 2 ? Orders{p, p, s} : Orders{p, s, s - 1};
}

/// λ loses one order for each hidden constraint. Orders of q and v at index 3 are not known.
Orders mebdf_orders(int order, int index) {
  const double p = order, motion = index < 3 ? p : std::numeric_limits<double>::quiet_NaN();
  return {motion, motion, p + 1 - index};
}

/// Orders of block methods at index 2 and 3 are not known from theory.
Orders block_orders(int order, int index) {
  const double p = index == 1 ? order : std::numeric_limits<double>::quiet_NaN();
  return {p, p, p};
}

Orders same_orders(int order, int /*index*/) {
  const double p = order;
  return {p, p, p};
}

std::vector<OrderedMethod> ordered_methods() {
  std::vector<OrderedMethod> all = {{"radau5", "radau5", {}, radau_orders, 5},
                                    {"radau order=9", "radau", {{"order", "9"}}, radau_orders, 9},
                                    {"pside", "pside", {}, radau_orders, 7}};
  const auto add = [&](const std::string& method, Orders (*theory)(int, int),
                       std::initializer_list<int> orders) {
    for (const int p : orders) {
      const std::string order = std::to_string(p);
      all.push_back({method + " order=" + order, method, {{"order", order}}, theory, p});
    }
  };
  add("bdf", same_orders, {2, 3, 4, 5});
  add("mebdf", mebdf_orders, {5, 6});
  add("gam", block_orders, {3, 5, 7});
  add("bim", block_orders, {4, 6, 8});
  return all;
}

/// Errors with n steps; NaN if the run fails.
Orders errors_with(SeriesRuns& runs, const std::string& formulation, const OrderedMethod& of, int n) {
  RunRequest request;
  request.case_name = "pendulum";
  request.formulation = formulation;
  request.method = of.method;
  request.settings = of.settings;
  request.tolerance = {.rtol = 1e-13, .atol = 1e-13};
  request.until = order_end;
  request.step = order_end / n;
  const RunResult result = runs.run(request);
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (result.status != RunStatus::ok || !result.comparison) return {none, none, none};
  return {result.comparison->error_q, result.comparison->error_v, result.comparison->error_lambda};
}

/// log2 of the ratio of the errors with n and 2n steps. Of all n the one is taken whose finer error
/// is nearest to `target`: far from rounding, and small enough to be asymptotic. Steps beyond the
/// smallest error show rounding, which grows with their number. NaN if there is none.
Orders observed(SeriesRuns& runs, const std::string& formulation, const OrderedMethod& of) {
  std::vector<Orders> errors;
  for (double n = fewest_order_steps; n <= most_order_steps; n *= std::numbers::sqrt2) {
    errors.push_back(errors_with(runs, formulation, of, static_cast<int>(std::lround(n))));
    const Orders& last = errors.back();
    if (last[0] < smallest_error[0] && last[1] < smallest_error[1] && last[2] < smallest_error[2]) break;
  }
  Orders orders, distance;
  orders.fill(std::numeric_limits<double>::quiet_NaN());
  distance.fill(std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < 3; ++i) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < errors.size(); ++k)
      if (!std::isnan(errors[k][i]) && !(errors[best][i] <= errors[k][i])) best = k;
    for (std::size_t k = 0; k + 2 <= best; ++k) {
      const double coarse = errors[k][i], fine = errors[k + 2][i];
      const double off = std::abs(std::log(fine / target[i]));
      if (!(coarse < error_ceiling) || !(off < distance[i])) continue;
      distance[i] = off;
      orders[i] = std::log2(coarse / fine);
    }
  }
  return orders;
}

TableCell order_cell(double theory, double measured) {
  const bool is_known = !std::isnan(theory);
  TableCell cell{.published = is_known ? formatted("%.0f", theory) : "-", .published_value = theory};
  if (std::isnan(measured)) {
    cell.measured = not_run_text;
    return cell;
  }
  cell.measured = formatted("%.2f", cell.measured_value = measured);
  if (is_known)
    cell.verdict = measured < theory - equal_order   ? Verdict::worse
                   : measured > theory + equal_order ? Verdict::better
                                                     : Verdict::equal;
  return cell;
}

}  // namespace

TableReport order_table(SeriesRuns& runs) {
  TableReport report{.name = runs.request().name,
                     .title = "Pendulum, 1.3 s, constant steps: observed orders beside theory",
                     .columns = {"q", "v", "lambda"}};
  const std::vector<std::pair<std::string, int>> formulations = {{"rcd0", 1}, {"baumgarte", 1}, {"psi0", 1},
                                                                 {"ovd0", 1}, {"rcd1", 2},      {"ggl1", 2},
                                                                 {"psi1", 2}, {"ovd1", 2},      {"ori2", 3}};
  const std::vector<OrderedMethod> methods = ordered_methods();
  runs.expect(static_cast<int>(methods.size() * formulations.size()));
  for (const OrderedMethod& method : methods) {
    for (const auto& [formulation, index] : formulations) {
      if (!runs.begin(method.name + " " + formulation)) break;
      const Orders theory = method.theory(method.order, index);
      const Orders measured = observed(runs, formulation, method);
      TableRow row{.label = method.name + " " + formulation + ", index " + std::to_string(index),
                   .counterpart = "observed",
                   .cells = {}};
      for (std::size_t i = 0; i < 3; ++i) row.cells.push_back(order_cell(theory[i], measured[i]));
      report.rows.push_back(std::move(row));
    }
  }
  report.notes = {
      "first line: theory, - if there is none; index 2 and 3 reduce the orders of v and lambda of "
      "Runge-Kutta "
      "methods",
      "log2 of the ratio of the errors at t = 1.3 s with n and 2n steps, for the n whose errors "
      "are nearest to 1e-9, 1e-8 and 1e-6; ?: no such n converges",
      "orders within 0.5 count as equal: the steps are not yet small enough for more"};
  return report;
}

}  // namespace pleuel
