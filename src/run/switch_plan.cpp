#include "pleuel/run/switch_plan.hpp"

#include <algorithm>

#include "pleuel/mechanics/time_functions.hpp"

namespace pleuel {
namespace {

// Limit of the search before the run; a periodic function may switch infinitely often.
constexpr std::size_t most_switches = 1000;
constexpr int most_looks = 20'000;

}  // namespace

std::vector<std::string> driver_jumps(const RunPlan& plan, const Breakpoint& at) {
  const auto& functions = plan.problem_case.time_functions;
  if (functions == nullptr) return {};
  return functions->jumps(at.before(), at.last,
                          {.rtol = plan.request.tolerance.rtol,
                           .atol = plan.request.tolerance.atol,
                           .has_rates = !plan.is_quasi_static()});
}

std::vector<std::string> collect_switches(RunPlan& plan) {
  Case& c = plan.problem_case;
  plan.switches_known_until = plan.t_end;
  if (c.time_functions == nullptr) return {};
  if (c.time_functions->has_switches()) {
    // A smooth start uses the first breakpoint, independent of the end of this run.
    const double end = std::max(plan.t_end, c.t_end), span = end - c.t_begin;
    double t = c.t_begin;
    int n_looks = 0;
    for (std::size_t n = 0; t < end && n < most_switches && n_looks < most_looks; ++n) {
      const SwitchSearch found = c.time_functions->next_switch(t, end, span);
      if (!found.is_bounded) break;  // the run reports it when it gets there
      n_looks += found.n_looks;
      t = found.t;
      if (!found.is_switch) continue;
      c.breakpoints.push_back(found.first);
      if (found.t != found.first) c.breakpoints.push_back(found.t);
    }
    plan.switches_known_until = std::min(t, plan.t_end);
  }
  for (const Breakpoint& at : breakpoints_in(c.breakpoints, c.t_begin, plan.t_end)) {
    // At the end of the run only the side before it counts. A driver may jump thousands of times;
    // one sentence is enough.
    if (at.last == plan.t_end) continue;
    if (auto jumps = driver_jumps(plan, at); !jumps.empty()) return jumps;
  }
  return {};
}

}  // namespace pleuel
