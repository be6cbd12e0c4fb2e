// What the parts of a step cost: rows, Jacobian, factorisation and solve of the Newton matrix, and
// accelerations. Prints one line per case and formulation beside the sizes of its equations; the
// constants of src/run/choice/work_model.cpp are fitted to them (docs/choice.md). Processor time,
// best of five.
//
//     build/release/benchmarks/study_kernel_cost models/four-bar.json chain …
#include <algorithm>
#include <cstdio>

#include "pleuel/mechanics/acceleration_saddle.hpp"
#include "pleuel/run/case_equations.hpp"
#include "pleuel/run/choice/work_model.hpp"
#include "pleuel/run/cpu_clock.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace {

using namespace pleuel;

/// Nanoseconds of one call; each measurement lasts 2 ms at least.
template <class Work>
double nanoseconds(Work work) {
  double best = 1e99;
  for (int k = 0; k < 5; ++k) {
    long n = 0;
    const double begin = cpu_seconds_now();
    double spent = 0;
    for (long batch = 1; spent < 2e-3; batch *= 2) {
      for (long i = 0; i < batch; ++i) work();
      n += batch;
      spent = cpu_seconds_now() - begin;
    }
    best = std::min(best, 1e9 * spent / static_cast<double>(n));
  }
  return best;
}

void measure(const Catalogue& catalogue, const std::string& name, const std::string& formulation) {
  RunRequest request;
  request.case_name = name;
  request.formulation = formulation;
  request.method = "radau";
  const RunPlan made = plan(catalogue, request);
  const RunEquations of(made);
  const Start start = made.equations->first_start(of);
  const EquationSizes size = sizes_of(made);
  const WorkModel model(size);
  Vector rows(made.dae.n_rows()), x(made.dae.n_unknowns()), y(made.dae.n_unknowns());
  const auto matrix = of.dae->newton_matrix({.real = 1, .complex = 1});
  const double h = 1e-4 * (made.t_end - start.t);
  const auto residual = [&] { of.dae->residual(start.t, start.y, start.ydot, view(rows)); };
  const auto jacobian = [&] { matrix->linearize(start.t, start.y, start.ydot); };
  bool is_singular = false;
  const auto factor = [&] { is_singular |= matrix->factor_real(0, 1 / h, 1).has_value(); };
  const auto factor_complex = [&] {
    is_singular |= matrix->factor_complex(0, Complex(1 / h, 1 / h), 1).has_value();
  };
  const auto solve = [&] { matrix->solve_real(0, view(std::as_const(rows)), view(x)); };
  const auto solve_complex = [&] {
    matrix->solve_complex(0, view(std::as_const(rows)), view(std::as_const(rows)), view(x), view(y));
  };
  residual();
  jacobian();
  factor();
  factor_complex();
  std::printf("%-40s %-9s %4d %4d %4d %6ld %d |", name.c_str(), formulation.c_str(), size.n_v, size.n_saddle,
              size.n_s, size.entries, static_cast<int>(size.is_sparse));
  const double times[] = {nanoseconds(residual),       nanoseconds(jacobian), nanoseconds(factor),
                          nanoseconds(factor_complex), nanoseconds(solve),    nanoseconds(solve_complex)};
  const double predicted[] = {model.residual(),       model.jacobian(), model.factor(),
                              model.factor_complex(), model.solve(),    model.solve_complex()};
  for (int k = 0; k < 6; ++k) std::printf(" %9.0f %4.2f", times[k], 1e9 * predicted[k] / times[k]);
  if (of.system) {
    AccelerationSaddle saddle(*of.system);
    const Motion at = of.mechanical->motion(start.t, start.y);
    Vector a(at.a.size()), lambda(at.lambda.size());
    const double time = nanoseconds([&] { is_singular |= !saddle.solve(at, view(a), view(lambda)); });
    std::printf(" %9.0f %4.2f", time, 1e9 * model.acceleration() / time);
  }
  std::printf(is_singular ? " singular\n" : "\n");
}

}  // namespace

int main(int n, char** words) {
  const Catalogue catalogue = standard_catalogue();
  std::printf(
      "case, formulation, n_v, saddle, n_s, entries, sparse | ns and prediction over it: rows, "
      "Jacobian, factor, complex, solve, complex; acceleration\n");
  for (int i = 1; i < n; ++i)
    for (const char* formulation : {"rcd0", "ggl1"}) {
      try {
        measure(catalogue, words[i], formulation);
      } catch (const std::exception& error) {
        std::printf("%s %s: %s\n", words[i], formulation, error.what());
      }
    }
}
