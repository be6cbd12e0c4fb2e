#include "pleuel/run/foreign_formulation.hpp"

#include <algorithm>

#include "pleuel/base/number_text.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/run/event_loop.hpp"

namespace pleuel {
namespace {

constexpr int pilot_steps = 500;
constexpr double pilot_part = 0.1;  // relative to the time limit of the run

// Equations of a method are foreign only to a case without motion.
bool is_foreign(const RunPlan& plan) {
  const auto& own = plan.problem->formulations;
  if (own.empty() || !plan.motion) return false;
  const auto is_own = [&](const Formulation& f) { return std::ranges::find(own, f.name) != own.end(); };
  if (plan.formulation != nullptr) return !is_own(*plan.formulation);
  return std::ranges::none_of(motion_formulations(), is_own);
}

struct FirstSteps {
  int n_steps = 0;
  double t = 0;
};

// Exceptions of the model and failures are left to the run.
FirstSteps first_steps_of(const RunPlan& plan, const Start& start, const Limits& limits) {
  FirstSteps pilot{.t = start.t};
  try {
    const RunEquations equations(plan);
    equations.stop->arm([&limits] { return limits.is_part_reached(pilot_part); });
    const StopCheck::Watched watched(*equations.stop);
    EventLoop loop(equations);
    loop.start(start);
    while (!loop.is_finished() && pilot.n_steps < pilot_steps && !limits.is_part_reached(pilot_part)) {
      if (loop.advance().failure) break;
      pilot.t = loop.t();
      ++pilot.n_steps;
    }
  } catch (...) {
  }
  return pilot;
}

}  // namespace

std::optional<std::string> foreign_formulation_remark(const RunPlan& plan, const Start& start,
                                                      const Limits& limits) {
  if (!is_foreign(plan)) return std::nullopt;
  std::string own;
  for (const auto& name : plan.problem->formulations) own += (own.empty() ? "" : ", ") + name;
  std::string text = "the equations '" + plan.names.formulation.name + "' are not among those for which '" +
                     plan.problem->name + "' is designed (" + own + ")";
  const FirstSteps pilot = first_steps_of(plan, start, limits);
  if (pilot.t <= start.t) return text;
  const double expected = pilot.n_steps * (plan.t_end - start.t) / (pilot.t - start.t);
  return text + ": about " + number_text(expected, 2) + " steps are expected, because the first " +
         std::to_string(pilot.n_steps) + " reach t = " + number_text(pilot.t, 2);
}

}  // namespace pleuel
