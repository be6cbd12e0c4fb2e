// elastic_ida MODELS [CELLS]: fe-slider-crank.json from a smooth start for half a turn of the
// crank, with the matrices of Pleuel and with those of SUNDIALS' IDA, dense and sparse, in one run.
// Each method at its loosest tolerance of a ladder that gives the middle's displacement to four
// digits.
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace {

constexpr double until = 0.02;  // s
constexpr double wanted_error = 1e-4;
constexpr int repetitions = 3;

struct Contender {
  const char *formulation, *method;
  Settings settings;
  const char* text;
};

/// rtol = 10^−rung; deformations a hundred times tighter, their rates loosely: K q is rounded to
/// more than a small tolerance of a.
RunRequest request_for(const std::string& model, const Contender& c, const std::string& cells, int rung) {
  const double rtol = std::pow(10, -rung);
  RunRequest request;
  request.case_name = model;
  request.formulation = c.formulation;
  request.method = c.method;
  request.until = until;
  request.settings = c.settings;
  request.settings["sweeps"] = "3";
  request.settings["cells"] = cells;
  request.tolerance = {
      .rtol = rtol, .atol = 0.01 * rtol, .atol_of = {{"v", 10 * rtol}, {"a", 1e4}, {"lambda", 1}}};
  return request;
}

double middle(const RunResult& result) {
  for (const Output& o : result.outputs)
    if (o.name == "lift") return o.value;
  return std::nan("");
}

void compare_matrices(const std::string& model, const std::string& cells) {
  const Catalogue catalogue = standard_catalogue();
  const double reference = middle(run(catalogue, [&] {
    RunRequest request = request_for(model, {"rcd1", "radau5", {}, ""}, cells, 10);
    request.tolerance = {.rtol = 1e-10, .atol = 1e-10};
    return request;
  }()));
  const Contender contenders[] = {
      {"rcd1", "radau5", {}, "rcd1 radau5"},
      {"rcd1", "bdf", {{"order_max", "2"}}, "rcd1 bdf, order 2"},
      {"rcd1", "ida", {{"order_max", "2"}, {"linear", "saddle"}}, "rcd1 ida, order 2, Pleuel's matrices"},
      {"rcd1", "ida", {{"order_max", "2"}, {"linear", "own"}}, "rcd1 ida, order 2, KLU and differences"},
      {"rcd1", "ida", {{"order_max", "2"}, {"linear", "dense"}}, "rcd1 ida, order 2, dense"}};
  std::printf("%s cells: middle %.6e m\n", cells.c_str(), reference);
  std::puts(
      "| method | rtol | error | steps | factorisations | s | times the first "
      "|\n|---|---|---|---|---|---|---|");
  double first = 0;
  for (const Contender& c : contenders)
    for (int rung = 5; rung <= 11; ++rung) {
      RunRequest request = request_for(model, c, cells, rung);
      RunResult result = run(catalogue, request);
      const double error = std::abs(middle(result) / reference - 1);
      if (result.status != RunStatus::ok || !(error <= wanted_error)) continue;
      request.repeat = repetitions;
      result = run(catalogue, request);
      if (first == 0) first = result.cpu_seconds;
      std::printf("| %s | 1e-%d | %.1e | %ld | %ld | %.3g | %.1f |\n", c.text, rung, error,
                  result.statistics.accepted, result.statistics.factorizations, result.cpu_seconds,
                  result.cpu_seconds / first);
      std::fflush(stdout);
      break;
    }
}

}  // namespace
}  // namespace pleuel

int main(int argc, char** argv) {
  try {
    if (argc != 2 && argc != 3)
      throw std::invalid_argument("give the directory of models, and cells along the rod");
    pleuel::compare_matrices(std::string(argv[1]) + "/fe-slider-crank.json", argc == 3 ? argv[2] : "14");
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "elastic_ida: %s\n", exception.what());
    return 1;
  }
}
