#include "pleuel/run/run_resources.hpp"

#include <cmath>
#include <thread>

#include "pleuel/base/memory.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/mechanics/elastic_system.hpp"

namespace pleuel {
namespace {

// Floating-point operations per unknown of one residual and one solve, counted for finite elements
// with internal states (docs/linear-algebra.md).
constexpr double operations_per_unknown = 200;
// Memory per unknown, and of the factors of n deformations per n log₂n.
constexpr double bytes_per_unknown = 2000, factor_bytes = 160;
// Smaller runs are not compared with the memory that is available: to read it takes longer than to
// plan them.
constexpr double least_checked = 16e6;

int n_deformations(const RunPlan& plan) {
  int n = 0;
  if (plan.problem_case.system)
    for (const DeformationRange& range : deformations_of(*plan.problem_case.system)) n += range.size;
  return n;
}

std::string gigabytes(double bytes) { return number_text(bytes / 1e9, 3) + " GB"; }

}  // namespace

int threads_of(const RunPlan& plan) {
  const OptionValues options(run_options(), plan.request.settings);
  if (const int asked = static_cast<int>(options.number("threads")); asked > 0) return asked;
  if (operations_per_unknown * plan.dae.n_unknowns() < least_threaded_operations) return 1;
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_chosen_threads);
}

double estimated_memory(const RunPlan& plan) {
  const double n = std::max(n_deformations(plan), 2);
  return bytes_per_unknown * plan.dae.n_unknowns() + factor_bytes * n * std::log2(n);
}

void check_memory(const RunPlan& plan, Faults& faults) {
  const OptionValues options(run_options(), plan.request.settings);
  if (options.is("memory", "ignore")) return;
  const double needed = estimated_memory(plan);
  if (needed < least_checked) return;
  const auto available = available_memory();
  if (!available || needed <= *available) return;
  faults.push_back(
      "the run needs about " + gigabytes(needed) + " of memory for " + std::to_string(plan.dae.n_unknowns()) +
      " unknowns, but " + gigabytes(*available) +
      " are available; take a coarser mesh, close other programs, or set memory=ignore to try it");
}

}  // namespace pleuel
