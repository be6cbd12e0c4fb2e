#include "pleuel/run/choice/automatic_choice.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/base/limits.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/mechanics/formulation/level_drift.hpp"
#include "pleuel/run/choice/fastest_rates.hpp"
#include "pleuel/run/choice/index_change.hpp"
#include "pleuel/run/choice/pilot.hpp"

namespace pleuel {
namespace {

constexpr int first_steps = 12;        // of a pilot
constexpr int most_steps = 40;         // of one pilot, unless two are close
constexpr double least_budget = 5e-4;  // s of predicted time for all pilots
constexpr double budget_part = 0.04;   // of the predicted run
constexpr double most_budget = 0.05;   // s: a long run begins soon
constexpr double short_run = 3e-4;     // s: no other choice can gain more than its pilot costs
constexpr double clear_win = 3;        // a pair that costs so much less needs no longer pilot
// What a step adds to the error of an unknown at most, in tolerances, see Integrator::local_error.
constexpr double added = 0.1;
constexpr double long_run = 5e-3;  // s: here further steps of a pilot pay

std::string brief(double x) { return number_text(x, 2); }
std::string time_words(double seconds) {
  return seconds < 1 ? brief(1e3 * seconds) + " ms" : brief(seconds) + " s";
}

template <class Entry>
std::vector<const Entry*> in_order_of_trial(const std::vector<Entry>& entries) {
  std::vector<const Entry*> list;
  for (const Entry& entry : entries)
    if (entry.traits.trial > 0) list.push_back(&entry);
  std::ranges::stable_sort(list, {}, [](const Entry* entry) { return entry->traits.trial; });
  return list;
}

class AutomaticChoice {
 public:
  AutomaticChoice(const Catalogue& catalogue, RunPlan made) : catalogue_(catalogue), made_(std::move(made)) {}

  RunPlan choose();

 private:
  using Kind = MethodTraits::Kind;
  struct Drifting {
    const Formulation* formulation;
    double drift;  // at the end of the run, in tolerances
  };

  const RunRequest& request() const { return made_.request; }
  bool is_free() const { return made_.problem_case.system->info().n_lambda() == 0; }
  std::vector<const Method*> methods_of(Kind kind) const;
  std::vector<const Formulation*> formulations_of(int constraint_level) const;
  FormulationRows rows_of(const Formulation& formulation) const {
    return formulation.rows(OptionValues(formulation.options, request().settings));
  }
  std::optional<RunPlan> planned(const Formulation* formulation, const Method& method) const;
  const Formulation* index_2_of(const RunPlan& plan) const;
  std::unique_ptr<Pilot> pilot(const Formulation* formulation, const Method& method) const;
  std::shared_ptr<const RunPlan> stiff_plan() const;
  std::unique_ptr<Pilot> explicit_pilot() const;
  std::unique_ptr<Pilot> first_pilot(int constraint_level) const;
  double budget() const;
  double spent() const;
  bool is_ranked_first() const;
  bool may_be_explicit() const;
  double least_explicit() const;
  void try_out(Pilot& pilot);
  void race();
  void go_further();
  double least_predicted() const;
  bool is_index_2_better();
  double predicted_drift(const Formulation& formulation, const Pilot* pilot) const;
  double span() const { return made_.t_end - made_.problem_case.t_begin; }
  static void keep(std::unique_ptr<Pilot> pilot, RunPlan& plan);
  RunPlan explicit_plan();
  RunPlan implicit_plan();
  std::string formulation_reason(const Formulation& taken, const std::vector<Drifting>& seen) const;
  std::string implicit_reason() const;
  std::string rates_words() const;

  const Catalogue& catalogue_;
  RunPlan made_;
  std::unique_ptr<Pilot> implicit_, explicit_, index_2_;
  std::optional<FastestRates> rates_;
  bool takes_index_2_ = false;
};

std::vector<const Method*> AutomaticChoice::methods_of(Kind kind) const {
  if (request().method) return {made_.method};
  if (kind == Kind::stiff && made_.takes_redundant) return {&usual_method(catalogue_)};
  auto list = in_order_of_trial(catalogue_.methods);
  std::erase_if(list, [&](const Method* method) { return method->traits.kind != kind; });
  return list;
}

/// Formulations that leave this constraint level hidden, those that hold the positions last.
std::vector<const Formulation*> AutomaticChoice::formulations_of(int constraint_level) const {
  if (request().formulation || is_free()) return {made_.formulation};
  auto list = in_order_of_trial(catalogue_.formulations);
  std::erase_if(list, [&](const Formulation* f) {
    return !f->has_motion() || rows_of(*f).constraint_level != constraint_level;
  });
  return list;
}

/// Empty if the method does not take the formulation or the settings do not belong to them.
std::optional<RunPlan> AutomaticChoice::planned(const Formulation* formulation, const Method& method) const {
  RunRequest wanted = request();
  wanted.method = method.name;
  wanted.formulation.reset();
  if (!method.is_mechanical() && formulation != nullptr) wanted.formulation = formulation->name;
  try {
    RunPlan plan = checked_plan(catalogue_, wanted, *made_.built);
    plan.index_2 = index_2_of(plan);
    return plan;
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

/// The first formulation of index 2 that does not drift too far, for a plan of index 1 that may
/// change to it; null if it may not.
const Formulation* AutomaticChoice::index_2_of(const RunPlan& plan) const {
  if (is_free() || request().formulation || made_.takes_redundant) return nullptr;
  if (plan.formulation == nullptr) return nullptr;
  if (plan.method->is_mechanical() || plan.dae.constraint_level != 0) return nullptr;
  for (const Formulation* formulation : formulations_of(1))
    if (predicted_drift(*formulation, nullptr) <= 1) return formulation;
  return nullptr;
}

std::unique_ptr<Pilot> AutomaticChoice::pilot(const Formulation* formulation, const Method& method) const {
  auto plan = planned(formulation, method);
  if (!plan) return nullptr;
  auto made = std::make_unique<Pilot>(std::move(*plan));
  return made->has_failed() ? nullptr : std::move(made);
}

/// The implicit pair for the stiff parts of a run: the first formulation of index 1 whose drift
/// stays below the tolerance as far as it is known before the run.
std::shared_ptr<const RunPlan> AutomaticChoice::stiff_plan() const {
  const Method& method = *implicit_->plan().method;
  for (const int level : {0, 1})
    for (const Formulation* formulation : formulations_of(level)) {
      if (!is_free() && predicted_drift(*formulation, implicit_.get()) > 1) continue;
      if (auto plan = planned(formulation, method)) {
        plan->built.reset();
        return std::make_shared<const RunPlan>(std::move(*plan));
      }
    }
  return nullptr;
}

/// Of the first explicit method; null if there is none that starts, or no pair for stiff parts.
std::unique_ptr<Pilot> AutomaticChoice::explicit_pilot() const {
  for (const Method* method : methods_of(Kind::non_stiff)) {
    auto plan = planned(nullptr, *method);
    if (!plan) continue;
    plan->stiff = stiff_plan();
    if (!plan->stiff) return nullptr;
    // Errors of explicit methods are larger than the tolerance by more than those of implicit ones,
    // and accelerations are not tested by themselves. The change of the method takes the place of
    // its remark and failure.
    Settings settings = plan->request.settings;
    settings.try_emplace("test", "strict");
    settings.try_emplace("stiff_steps", "quiet");
    plan->method_options = OptionValues(method->options, settings);
    auto made = std::make_unique<Pilot>(std::move(*plan));
    if (!made->has_failed()) return made;
  }
  return nullptr;
}

/// Formulations that will drift too far in any case come last: their pilot's steps would be lost.
std::unique_ptr<Pilot> AutomaticChoice::first_pilot(int constraint_level) const {
  auto list = formulations_of(constraint_level);
  const auto may_hold = [&](const Formulation* f) { return predicted_drift(*f, nullptr) <= 1; };
  if (!is_free()) std::ranges::stable_partition(list, may_hold);
  for (const Method* method : methods_of(Kind::stiff))
    for (const Formulation* formulation : list)
      if (auto made = pilot(formulation, *method)) return made;
  return nullptr;
}

double AutomaticChoice::budget() const {
  double best = infinity;
  for (const Pilot* pilot : {implicit_.get(), explicit_.get()})
    if (pilot != nullptr) best = std::min(best, pilot->predicted());
  return std::isfinite(best) ? std::clamp(budget_part * best, least_budget, most_budget) : least_budget;
}

double AutomaticChoice::spent() const {
  double sum = 0;
  for (const Pilot* pilot : {implicit_.get(), explicit_.get(), index_2_.get()})
    if (pilot != nullptr) sum += pilot->seconds();
  return sum;
}

bool AutomaticChoice::may_be_explicit() const {
  return !request().method && !request().formulation && !made_.takes_redundant &&
         !methods_of(Kind::non_stiff).empty();
}

/// Predicted time of an explicit method at its stability limit.
double AutomaticChoice::least_explicit() const {
  return evaluations_per_rate * implicit_->span() * rates_->fastest() * implicit_->model().acceleration();
}

/// Steps for a first prediction, and more while the budget lasts: predictions from the short steps
/// of a start are too large.
void AutomaticChoice::try_out(Pilot& pilot) {
  pilot.advance(first_steps, least_budget / 2);
  const auto is_compared = [&] { return explicit_ || pilot.predicted() > long_run; };
  while (is_compared() && spent() < budget() && pilot.n_steps() < most_steps && !pilot.is_over())
    pilot.advance(first_steps / 4, infinity);
}

/// Pilots of both kinds until the cheaper one is known or the budget is spent.
void AutomaticChoice::race() {
  implicit_ = first_pilot(0);
  if (!implicit_) implicit_ = first_pilot(1);
  if (!implicit_) return;
  if (may_be_explicit()) {
    try {
      rates_ = fastest_rates(*made_.problem_case.system, implicit_->motion_at_start());
    } catch (const LeftDomain&) {  // beside the start; an implicit method may not go there
    }
  }
  const bool is_stiff = !rates_ || least_explicit() > long_run;
  if (is_stiff) try_out(*implicit_);
  if (!rates_ || (is_stiff && least_explicit() > implicit_->predicted())) return;
  explicit_ = explicit_pilot();
  if (explicit_) explicit_->advance(first_steps, least_budget / 2);
  if (explicit_ && explicit_->predicted() <= short_run) return;
  if (!is_stiff) try_out(*implicit_);
  if (explicit_) go_further();
}

/// Both go on in turns while they are close and the budget lasts.
void AutomaticChoice::go_further() {
  while (spent() < budget() && !explicit_->is_over() && !implicit_->is_over()) {
    const double ratio = explicit_->predicted() / implicit_->predicted();
    if (ratio > clear_win || ratio < 1 / clear_win) return;
    Pilot& behind = explicit_->t() < implicit_->t() ? *explicit_ : *implicit_;
    behind.advance(first_steps / 2, infinity);
  }
}

/// Of the pilots that resolve all accelerations.
double AutomaticChoice::least_predicted() const {
  const bool has_explicit = explicit_ && !explicit_->has_failed();
  return has_explicit ? std::min(explicit_->predicted(), implicit_->predicted()) : implicit_->predicted();
}

bool AutomaticChoice::is_index_2_better() {
  if (is_free() || request().formulation || least_predicted() < noticeable_seconds) return false;
  index_2_ = first_pilot(1);
  if (!index_2_) return false;
  try_out(*index_2_);
  return index_2_->predicted() * index_2_advantage < least_predicted();
}

/// At the end of the run, in tolerances. Without a pilot, or where it has seen little of the
/// motion: that of errors which each step may make.
double AutomaticChoice::predicted_drift(const Formulation& formulation, const Pilot* pilot) const {
  const FormulationRows rows = rows_of(formulation);
  const Drift kind = drift_of(rows.constraints).position;
  if (kind == Drift::held || kind == Drift::open) return 0;
  const double time = pilot != nullptr ? pilot->t() - made_.problem_case.t_begin : 0;
  const double seen = time > 0 ? pilot->drift() : 0;
  if (kind == Drift::linear) return std::max(time > 0 ? seen * span() / time : 0, added * span());
  // g̈ = e gives g = e t²/2; g̈ + 2b ġ + b² g = e has the limit e/b².
  const double b2 = rows.constraints.front().position;
  const double growing = span() * span() / 2, limit = b2 > 0 ? std::min(growing, 1 / b2) : growing;
  return limit * std::max(time > 0 ? 2 * seen / (time * time) : 0, added);
}

std::string AutomaticChoice::rates_words() const {
  std::string text = "the fastest rate of the motion is " + brief(rates_->fastest()) + "/s";
  return text;
}

RunPlan AutomaticChoice::explicit_plan() {
  RunPlan plan = explicit_->plan();
  plan.names.method.reason = "explicit: " + rates_words() + ", which does not limit its steps; predicted " +
                             time_words(explicit_->predicted()) +
                             (implicit_->n_steps() > 0 ? ", with " + implicit_->plan().method->name + " " +
                                                             time_words(implicit_->predicted())
                                                       : "") +
                             "; " + plan.stiff->names.formulation.name + " with " + plan.stiff->method->name +
                             " where it turns stiff";
  keep(std::move(explicit_), plan);
  return plan;
}

/// The first run of the plan goes on where its pilot has ended.
void AutomaticChoice::keep(std::unique_ptr<Pilot> pilot, RunPlan& plan) {
  if (pilot->keep(plan.names)) plan.pilot = std::move(pilot);
}

std::string AutomaticChoice::implicit_reason() const {
  std::string text = "implicit, of variable order: ";
  if (takes_index_2_ && explicit_)
    return text + "predicted " + time_words(index_2_->predicted()) + ", with the explicit " +
           explicit_->plan().method->name + " " + time_words(explicit_->predicted());
  if (explicit_)
    return text + "predicted " + time_words(implicit_->predicted()) + ", with the explicit " +
           explicit_->plan().method->name + " " + time_words(explicit_->predicted());
  if (made_.takes_redundant)
    return "implicit, of fixed order: redundant constraints need a restart for each new choice of them";
  if (rates_)
    return text + rates_words() + ", so an explicit method would need " +
           brief(evaluations_per_rate * implicit_->span() * rates_->fastest()) +
           " evaluations for stability alone";
  return text + "L-stable, so stiff deformation does not dictate the step";
}

std::string AutomaticChoice::formulation_reason(const Formulation& taken,
                                                const std::vector<Drifting>& seen) const {
  if (is_free()) return made_.names.formulation.reason;
  std::string text;
  if (takes_index_2_)
    text = "accelerations are not tested: resolving them would take " +
           brief(least_predicted() / index_2_->predicted()) + " times as long; ";
  else if (rows_of(taken).constraint_level == 0)
    text = "index 1, so the error test covers accelerations and reactions; ";
  for (const Drifting& other : seen)
    if (other.formulation != &taken)
      text += other.formulation->name + " would drift by " + brief(other.drift) + " tolerances, ";
  if (seen.back().drift > 0)
    text += "predicted drift " + brief(seen.back().drift) + " tolerances";
  else
    text += taken.traits.merit.empty() ? "nothing drifts" : taken.traits.merit;
  return text;
}

/// The first formulation whose drift stays below the tolerance.
RunPlan AutomaticChoice::implicit_plan() {
  const Pilot& by = takes_index_2_ ? *index_2_ : *implicit_;
  const Method& method = *by.plan().method;
  std::vector<const Formulation*> list;
  for (const int level : {0, 1})
    if (level == 1 || !takes_index_2_)
      for (const Formulation* formulation : formulations_of(level))
        if (std::ranges::find(list, formulation) == list.end()) list.push_back(formulation);
  std::vector<Drifting> seen;
  for (const Formulation* formulation : list) {
    const bool is_measured = rows_of(*formulation).constraint_level == by.plan().dae.constraint_level;
    const Drift kind = drift_of(rows_of(*formulation).constraints).position;
    if (!is_measured && kind != Drift::held) continue;
    const bool is_asked = is_free() || request().formulation;
    seen.push_back({formulation, is_asked ? 0 : predicted_drift(*formulation, &by)});
    if (seen.back().drift > 1) continue;
    auto plan = formulation == by.plan().formulation ? by.plan() : planned(formulation, method);
    if (!plan) {
      seen.pop_back();
      continue;
    }
    if (!request().formulation) plan->names.formulation.reason = formulation_reason(*formulation, seen);
    if (!request().method) plan->names.method.reason = implicit_reason();
    if (formulation == by.plan().formulation) keep(std::move(takes_index_2_ ? index_2_ : implicit_), *plan);
    return std::move(*plan);
  }
  return std::move(made_);
}

/// True if the catalogue has an entry of lowest rank that does not take part in trials.
bool AutomaticChoice::is_ranked_first() const {
  const bool is_method = !request().method && usual_method(catalogue_).traits.trial == 0;
  return is_method ||
         (!request().formulation && !is_free() && for_constrained_motion(catalogue_).traits.trial == 0);
}

RunPlan AutomaticChoice::choose() {
  const bool has_pilots = made_.motion && !made_.is_quasi_static() && made_.step.fixed_step == 0;
  if (!has_pilots || is_ranked_first()) return std::move(made_);
  race();
  if (!implicit_ || implicit_->has_failed()) return std::move(made_);
  takes_index_2_ = is_index_2_better();
  if (!takes_index_2_ && explicit_ && !explicit_->has_failed() &&
      explicit_->predicted() < implicit_->predicted())
    return explicit_plan();
  return implicit_plan();
}

}  // namespace

RunPlan automatic_plan(const Catalogue& catalogue, RunPlan made) {
  RunPlan plan = AutomaticChoice(catalogue, std::move(made)).choose();
  plan.built.reset();
  return plan;
}

}  // namespace pleuel
