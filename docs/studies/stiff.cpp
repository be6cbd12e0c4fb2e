// study_stiff: prints the tables of docs/stiff.md.
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "condition.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/mechanics/formulation/saddle_plan.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/problem/slider_crank.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace {

constexpr double gamma_hat = 3.6378342527444957;  // of Radau IIA with three stages
constexpr double steel = 2e11;                    // N/m²
constexpr double end_time = 0.1;                  // s

struct Conditions {
  double whole = 0;     ///< of α E − J in (δq, δv, δa, δλ)
  double scaled = 0;    ///< the same with rows and columns times powers of h
  double factored = 0;  ///< of the saddle matrix in (δa, δλ), which is what is factored
  double equilibrated = 0;
};

Case slider_crank(double factor) {
  const Problem problem = slider_crank_problem();
  return problem.build(OptionValues(problem.options, {{"E", std::to_string(factor * steel)}}));
}

Formulation named(const std::string& name) {
  for (const Formulation& f : formulation_catalogue())
    if (f.name == name) return f;
  throw std::invalid_argument(name);
}

/// The matrices of one formulation with λ alone for its constraint rows (ori2, rcd1, rcd0).
Conditions conditions(const std::string& formulation, double factor, double h) {
  const Case crank = slider_crank(factor);
  const Formulation f = named(formulation);
  const auto dae = f.make_motion(crank.system, OptionValues(f.options, {}));
  const InitialState start = consistent_initial_state(*crank.system, 0, crank.q0, crank.v0, crank.s0);
  ReducedRows rows(crank.system->info(), dae->rows(), dae->evaluator());
  rows.linearize(dae->evaluator(),
                 {.t = 0, .q = start.q, .v = start.v, .a = start.a, .lambda = start.lambda, .s = start.s});
  const Eigen::Index n = crank.system->info().n_v(), m = rows.n_rows();
  const double alpha = gamma_hat / h, w = 1 / alpha;
  const Matrix B_q = rows.B_q.dense(), B_v = rows.B_v.dense(), B_a = rows.B_a.dense();
  const Matrix G_transposed = rows.matrices().G.dense().transpose();

  Matrix A = Matrix::Zero(2 * n + m, 2 * n + m);
  A.block(0, 0, n, n) = A.block(n, n, n, n) = alpha * Matrix::Identity(n, n);
  A.block(0, n, n, n) = A.block(n, 2 * n, n, n) = -Matrix::Identity(n, n);
  A.block(2 * n, 0, m, n) = B_q;
  A.block(2 * n, n, m, n) = B_v;
  A.block(2 * n, 2 * n, m, n) = B_a;
  A.block(2 * n, 3 * n, n, m - n) = G_transposed;

  Vector row_scale = Vector::Ones(2 * n + m), column_scale = row_scale;
  row_scale.head(n).setConstant(1 / h);
  column_scale.head(n).setConstant(h * h);
  column_scale.segment(n, n).setConstant(h);
  Matrix saddle = Matrix::Zero(m, m);
  saddle.leftCols(n) = B_a + w * B_v + w * w * B_q;
  saddle.block(0, n, n, m - n) = G_transposed;
  for (Eigen::Index i = n; i < m; ++i) {
    const int power = rows.row_power(static_cast<int>(i));
    row_scale[2 * n + i] = std::pow(h, -power);
    saddle.row(i) *= std::pow(alpha, power);
  }
  return {condition(A), condition(row_scale.asDiagonal() * A * column_scale.asDiagonal()), condition(saddle),
          condition(equilibrated(saddle))};
}

/// y at the end with n equal steps.
Vector end_state(const std::string& formulation, double factor, const std::string& order, int n) {
  RunRequest request{.case_name = "slider-crank",
                     .formulation = formulation,
                     .method = "radau",
                     .tolerance = {.rtol = 1e-9, .atol = 1e-9}};
  request.settings = {{"E", std::to_string(factor * steel)}, {"order", order}};
  request.until = end_time;
  request.step = end_time / n;
  const RunResult result = run(standard_catalogue(), request);
  if (result.status != RunStatus::ok) return Vector::Constant(24, std::nan(""));
  return result.y;
}

/// Differences of successive halvings: of φ2 and x3, of the deformation relative to its size, of v,
/// of λ relative to its size.
void print_orders(const std::string& formulation, double factor, const std::string& order) {
  std::vector<Vector> y;
  for (const int n : {40, 80, 160, 320}) y.push_back(end_state(formulation, factor, order, n));
  const auto difference = [&](int k, int first, int count) {
    return (y[k].segment(first, count) - y[k + 1].segment(first, count)).norm() /
           y[3].segment(first, count).norm();
  };
  std::printf("| %s | %s | %g |", formulation.c_str(), order.c_str(), factor);
  struct Part {
    int first, count;
  };
  for (const Part part : {Part{1, 2}, Part{3, 4}, Part{8, 2}, Part{21, 3}}) {
    const double a = difference(0, part.first, part.count), b = difference(1, part.first, part.count),
                 c = difference(2, part.first, part.count);
    std::printf(" %.1e, %.1e, %.1e; %.1f |", a, b, c, std::log2(a / c) / 2);
  }
  std::printf("\n");
}

void study() {
  std::printf("| formulation | h | E/E0 | whole | scaled by h | factored | equilibrated |\n");
  for (const char* formulation : {"rcd0", "rcd1", "ori2"})
    for (const double h : {1e-3, 1e-5})
      for (const double factor : {1.0, 1e2, 1e4, 1e6}) {
        const Conditions c = conditions(formulation, factor, h);
        std::printf("| %s | %g | %g | %.1e | %.1e | %.1e | %.1e |\n", formulation, h, factor, c.whole,
                    c.scaled, c.factored, c.equilibrated);
      }
  std::printf("\n| formulation | order | E/E0 | phi2, x3 | deformation | v | lambda |\n");
  for (const char* formulation : {"rcd1", "rcd0"})
    for (const char* order : {"5", "9"})
      for (const double factor : {1.0, 1e2, 1e4, 1e6}) print_orders(formulation, factor, order);
}

}  // namespace
}  // namespace pleuel

int main() {
  try {
    pleuel::study();
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "study_stiff: %s\n", exception.what());
    return 1;
  }
}
