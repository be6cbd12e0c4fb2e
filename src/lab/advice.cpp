#include "pleuel/lab/advice.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/driver/plan.hpp"
#include "pleuel/lab/advice_words.hpp"
#include "pleuel/lab/core_pin.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/lab/measured_run.hpp"
#include "pleuel/lab/study_pairs.hpp"
#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int n_samples = 100;        // of a trajectory, at equal distances, the last at the end
constexpr int n_rounds = 6;           // tolerances ε, ε/10, …
constexpr double least_rtol = 1e-13;  // below it rounding errors decide
constexpr double cut_factor = 4;      // times the best
constexpr double cut_reference = 2;   // times the reference
constexpr double cut_least = 0.2;     // s, not cut before
constexpr double wanted_agreement = 0.1, least_agreement = 0.5;  // over the accuracy
constexpr double reference_share = 0.5, rounds_share = 0.85;     // of the budget, when the phase ends
constexpr double slower_second = 3;  // the second run for a reference may take so much longer than the first
constexpr int most_seconds = 2;      // so many second runs at one tolerance
constexpr std::size_t n_finalists = 6;
constexpr double finalist_factor = 2.5;  // times the fastest
constexpr int n_repetitions = 7;
constexpr double repetition_seconds = 0.5;  // of processor time for one run
constexpr double as_fast = 1.1;             // times the fastest counts as equally fast
constexpr double drift_over_accuracy =
    1e-3;  // a position residual above this part of the accuracy is a drift

// Formulations and methods in the order in which they are tried; those that are not named come last.
const std::vector<std::string> formulation_order = {"ggl1", "ovd1", "psi1",      "ovd0", "psi0",
                                                    "rcd0", "rcd1", "baumgarte", "ori2"};
// Of order two: too far from a reference at any tolerance of use.
const std::set<std::string> low_order_methods = {"alpha", "bdf2"};
const std::vector<std::string> method_order = {"radau5", "radau", "bdf"};

std::size_t place_in(const std::vector<std::string>& order, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(order, name) - order.begin());
}

double fastest_to_reach(const std::vector<AdviceRow>& rows) {
  double best = std::numeric_limits<double>::infinity();
  for (const AdviceRow& row : rows)
    if (row.outcome == AdviceOutcome::reached) best = std::min(best, row.row.cpu_seconds);
  return best;
}

// A pair in the tournament.
struct Contestant {
  StudyPair pair;
  bool is_open = true;  // may still reach the accuracy
  int n_failures = 0;
  int n_without_gain = 0;
  double best_error = std::numeric_limits<double>::infinity();
};

// One run as a tournament sees it.
struct Attempt {
  StudyRow row;
  SampledTrajectory trajectory;
  double wall_seconds = 0;
  bool is_cut = false;  // by its time limit
};

class Tournament {
 public:
  Tournament(const Catalogue& catalogue, const AdviceRequest& request, const AdviceWatch& watch)
      : catalogue_(catalogue), watch_(watch) {
    advice_.request = request;
    advice_.environment = this_environment();
  }

  Advice run() {
    collect_pairs();
    if (const auto reference = find_reference()) {
      play_rounds(*reference);
      play_finals(*reference);
    }
    conclude();
    advice_.seconds = elapsed();
    return std::move(advice_);
  }

 private:
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  double left_until(double share) const { return share * advice_.request.budget - elapsed(); }
  bool is_stopped() const { return watch_.stop != nullptr && watch_.stop->load(std::memory_order_relaxed); }
  double accuracy() const { return advice_.request.accuracy; }

  void check_request();
  RunPlan usual_plan() const;
  void collect_pairs();
  void add_pairs(const std::vector<std::string>& formulations, const std::vector<std::string>& methods);
  void add_mechanical(const std::string& method);
  bool may_be_recommended(const StudyPair& pair) const;
  std::optional<Attempt> attempt(const StudyPair& pair, double rtol, double allowed);
  std::optional<Attempt> find_reference();
  std::vector<std::string> methods_in_order(const std::vector<std::string>& first) const;
  std::optional<Attempt> reference_run(const std::string& method, const std::optional<std::string>& unlike,
                                       double rtol, double allowed);
  std::optional<Attempt> reference_at(double rtol, AdviceReference& reference);
  void play_rounds(const Attempt& reference);
  void play(Contestant& contestant, double rtol, double allowed, const Attempt& reference);
  void play_finals(const Attempt& reference);
  std::vector<std::size_t> best_rows() const;
  Contestant& contestant_of(const RunKey& key);
  void measure_times(const std::vector<std::size_t>& finalists);
  void rank(std::vector<std::size_t> finalists);
  void conclude();
  void conclude_without_rounds();

  const Catalogue& catalogue_;
  const AdviceWatch& watch_;
  Advice advice_;
  StudyRequest study_;            // what all runs have in common
  std::vector<StudyPair> pairs_;  // all, also those that may not be recommended
  std::vector<Contestant> contestants_;
  std::set<std::string> unfit_;  // pairs that failed as a reference
  std::vector<double> times_;
  double reference_wall_ = 0;
  int n_done_ = 0;
  CorePin pin_;
  Clock::time_point begin_ = Clock::now();
};

void Tournament::check_request() {
  const AdviceRequest& request = advice_.request;
  std::vector<std::string> faults;
  if (!(accuracy() > 0 && accuracy() < 1))
    faults.push_back("the accuracy is " + csv_number(accuracy()) + ", but must lie between 0 and 1");
  if (!(std::isfinite(request.budget) && request.budget > 0))
    faults.push_back("the budget is " + csv_number(request.budget) + " s, but must be positive");
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  study_.cases = {request.case_name};
  study_.tolerances = {accuracy()};
  study_.atol = request.atol;
  study_.until = request.until;
  study_.settings = request.settings;
  if (request.formulations.empty() && request.methods.empty()) return;  // the same as what follows
  StudyRequest wanted = study_;
  wanted.formulations = request.formulations;
  wanted.methods = request.methods;
  (void)pairs_of(catalogue_, wanted);
}

// The case as the program would run it by itself.
RunPlan Tournament::usual_plan() const {
  const StudyPair open{
      .case_name = advice_.request.case_name, .formulation = {}, .method = choose_method({}).name};
  RunRequest request;
  request.case_name = advice_.request.case_name;
  request.until = advice_.request.until;
  request.settings = settings_for(catalogue_, open, advice_.request.settings);
  return plan(catalogue_, request);
}

// Every way to run the case. Equations without motion (qs) are another problem; without constraints all formulations are one.
void Tournament::collect_pairs() {
  check_request();
  const RunPlan usual = usual_plan();
  const Case& usual_case = usual.problem_case;
  advice_.title = usual.problem->title;
  advice_.t_end = usual.t_end;
  advice_.usual_formulation = usual.names.formulation.name;
  advice_.usual_method = usual.names.method.name;
  for (int i = 1; i < n_samples; ++i)
    times_.push_back(usual_case.t_begin + (usual.t_end - usual_case.t_begin) * i / n_samples);
  times_.push_back(usual.t_end);

  std::vector<std::string> formulations, methods, mechanical;
  if (!usual_case.is_plain() && usual_case.system->info().n_lambda() == 0)
    formulations = {usual.names.formulation.name};
  if (!usual_case.is_plain() && usual_case.system->info().n_lambda() > 0)
    for (const Formulation& formulation : catalogue_.formulations)
      if (formulation.has_motion()) formulations.push_back(formulation.name);
  for (const Method& method : catalogue_.methods)
    (method.is_mechanical() ? mechanical : methods).push_back(method.name);
  add_pairs(formulations, methods);
  for (const auto& method : mechanical) add_mechanical(method);
  for (const StudyPair& pair : pairs_) {
    if (may_be_recommended(pair)) contestants_.push_back({.pair = pair});
    if (!pair.formulation) advice_.is_formulation_fixed.insert(pair.method);
  }
  std::ranges::stable_sort(contestants_, {}, [](const Contestant& c) {
    return place_in(formulation_order, c.pair.formulation.value_or("")) +
           place_in(method_order, c.pair.method);
  });
}

void Tournament::add_pairs(const std::vector<std::string>& formulations,
                           const std::vector<std::string>& methods) {
  StudyRequest request = study_;
  request.formulations = formulations;
  request.methods = methods;
  StudyPairs found = pairs_of(catalogue_, request);
  std::ranges::move(found.taken, std::back_inserter(pairs_));
  std::ranges::move(found.refused, std::back_inserter(advice_.refused));
}

// A method that brings its own equations has no formulation.
void Tournament::add_mechanical(const std::string& method) {
  try {
    add_pairs({}, {method});
  } catch (const InvalidModel&) {
    throw;
  } catch (const InvalidInput& error) {
    advice_.refused.push_back({advice_.request.case_name, "", method, error.what()});
  }
}

bool Tournament::may_be_recommended(const StudyPair& pair) const {
  const auto is_in = [](const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::ranges::find(names, name) != names.end();
  };
  const AdviceRequest& request = advice_.request;
  return is_in(request.methods, pair.method) && is_in(request.formulations, pair.formulation.value_or(""));
}

std::optional<Attempt> Tournament::attempt(const StudyPair& pair, double rtol, double allowed) {
  const RunKey key = key_of(pair, study_, rtol);
  if (watch_.progress)
    watch_.progress(n_done_, n_done_ + static_cast<int>(contestants_.size()), key_text(key));
  ++n_done_;
  RunRequest request = request_of(pair, study_, rtol);
  request.timeout = allowed;
  request.at = times_;
  Attempt made{.row = {}, .trajectory = SampledTrajectory(times_)};
  const auto begin = Clock::now();
  try {
    const RunResult result =
        pleuel::run(plan(catalogue_, request), {.observer = &made.trajectory, .stop = watch_.stop});
    if (result.status == RunStatus::interrupted) return std::nullopt;
    made.is_cut = result.failure && result.failure->kind == FailureKind::time_limit;
    made.row = row_of(key, result);
  } catch (const NoConsistentState& error) {
    made.row = row_without_start(key, error.what());
  }
  made.wall_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return made;
}

// The first pair of `method` that comes to its end, under a formulation unlike `unlike` where there is one. A run that is late speaks
// against its method, any other failure against its pair.
std::optional<Attempt> Tournament::reference_run(const std::string& method,
                                                 const std::optional<std::string>& unlike, double rtol,
                                                 double allowed) {
  const auto label = [](const StudyPair& pair) { return pair.formulation_name + " " + pair.method; };
  const auto has_other = std::ranges::any_of(
      pairs_, [&](const StudyPair& pair) { return pair.formulation && pair.formulation != unlike; });
  std::vector<StudyPair> order = pairs_;
  std::erase_if(order, [&](const StudyPair& pair) {
    return pair.method != method || unfit_.contains(label(pair)) ||
           (unlike && has_other && pair.formulation == unlike);
  });
  std::ranges::stable_sort(order, {}, [](const StudyPair& pair) {
    return place_in(formulation_order, pair.formulation.value_or(""));
  });
  for (const StudyPair& pair : order) {
    const double left = left_until(reference_share);
    if (is_stopped() || left <= 0) return std::nullopt;
    auto made = attempt(pair, rtol, std::min(left, allowed));
    if (!made) return std::nullopt;
    if (made->row.is_ok()) return made;
    unfit_.insert(label(pair));
    advice_.reference_failures.push_back(made->row);
    if (made->is_cut) {
      for (const StudyPair& other : order) unfit_.insert(label(other));
      return std::nullopt;
    }
  }
  return std::nullopt;
}

// The methods of the case that a reference may come from, those named in `first` before the others.
std::vector<std::string> Tournament::methods_in_order(const std::vector<std::string>& first) const {
  std::vector<std::string> methods;
  for (const StudyPair& pair : pairs_) {
    const bool is_new = std::ranges::find(methods, pair.method) == methods.end();
    if (is_new && !low_order_methods.contains(pair.method)) methods.push_back(pair.method);
  }
  std::ranges::stable_sort(methods, {}, [&](const std::string& method) { return place_in(first, method); });
  return methods;
}

// Two runs at one tolerance; of several second ones that which agrees best. Nothing if there are no two.
std::optional<Attempt> Tournament::reference_at(double rtol, AdviceReference& reference) {
  std::optional<Attempt> first;
  for (const auto& method : methods_in_order({"radau", "radau5"})) {
    first = reference_run(method, std::nullopt, rtol, left_until(reference_share) / 2);
    if (first || is_stopped()) break;
  }
  if (!first) return std::nullopt;
  const std::string formulation = first->row.key.formulation;
  const double allowed = std::max(cut_least, slower_second * first->wall_seconds);
  double best = std::numeric_limits<double>::infinity();
  int n_seconds = 0;
  for (const auto& method : methods_in_order({"bdf", "radau5", "radau"})) {
    if (method == first->row.key.method || n_seconds == most_seconds) continue;
    const auto second = reference_run(method, formulation, rtol, allowed);
    if (!second) continue;
    ++n_seconds;
    const GroupErrors agreement = errors_of(second->trajectory, first->trajectory);
    const double distance = agreement.largest(advice_.request.groups);
    if (!(distance < best)) continue;
    best = distance;
    reference = {.first = first->row, .second = second->row, .agreement = agreement};
    reference_wall_ = std::max(first->wall_seconds, second->wall_seconds);
    if (distance <= wanted_agreement * accuracy()) break;
  }
  return best < std::numeric_limits<double>::infinity() ? std::move(first) : std::nullopt;
}

std::optional<Attempt> Tournament::find_reference() {
  std::optional<Attempt> best;
  double distance = std::numeric_limits<double>::infinity();
  for (const double part : {1e-2, 1e-4, 1e-6, 1e-8}) {
    AdviceReference reference;
    const double wall_before = reference_wall_;
    auto made = reference_at(std::max(least_rtol, nice_tolerance(part * accuracy())), reference);
    const double made_distance = reference.agreement.largest(advice_.request.groups);
    if (!made) break;
    if (made_distance < distance) {
      distance = made_distance;
      advice_.reference = std::move(reference);
      best = std::move(made);
    } else {
      reference_wall_ = wall_before;
    }
    if (distance <= wanted_agreement * accuracy()) break;
  }
  if (!(distance <= least_agreement * accuracy())) return std::nullopt;
  return best;
}

void Tournament::play_rounds(const Attempt& reference) {
  for (int round = 0; round < n_rounds; ++round) {
    const double rtol = nice_tolerance(accuracy() * std::pow(10.0, -round));
    if (rtol < least_rtol) return;
    for (Contestant& contestant : contestants_) {
      if (!contestant.is_open) continue;
      const double left = left_until(rounds_share);
      if (is_stopped() || left <= 0) {
        advice_.end = is_stopped() ? StudyEnd::interrupted : StudyEnd::out_of_budget;
        if (round == 0)
          advice_.not_tried.push_back(contestant.pair.formulation_name + " " + contestant.pair.method);
        continue;
      }
      const double best = fastest_to_reach(advice_.rows);
      const double allowed =
          std::max(cut_least, std::min(cut_factor * best, cut_reference * reference_wall_));
      play(contestant, rtol, std::min(left, allowed), reference);
    }
  }
}

void Tournament::play(Contestant& contestant, double rtol, double allowed, const Attempt& reference) {
  const auto made = attempt(contestant.pair, rtol, allowed);
  if (!made) return;  // stopped
  AdviceRow row{.row = made->row, .errors = {}};
  if (made->is_cut) {
    row.outcome = AdviceOutcome::cut_off;
    contestant.is_open = false;  // a smaller tolerance takes longer still
  } else if (!made->row.is_ok()) {
    row.outcome = AdviceOutcome::failed;
    contestant.is_open = ++contestant.n_failures < 2;
  } else {
    row.errors = errors_of(made->trajectory, reference.trajectory);
    const double error = row.errors.largest(advice_.request.groups);
    // The reference is itself uncertain by the agreement.
    const double doubt = advice_.reference->agreement.largest(advice_.request.groups);
    row.outcome = error + doubt <= accuracy() ? AdviceOutcome::reached : AdviceOutcome::missed;
    if (error > contestant.best_error / 2) ++contestant.n_without_gain;
    contestant.best_error = std::min(contestant.best_error, error);
    contestant.is_open = row.outcome == AdviceOutcome::missed && contestant.n_without_gain < 2;
  }
  advice_.rows.push_back(std::move(row));
}

// Of each pair that reached the accuracy its fastest run, fastest first.
std::vector<std::size_t> Tournament::best_rows() const {
  std::vector<std::size_t> best;
  for (std::size_t i = 0; i < advice_.rows.size(); ++i) {
    const AdviceRow& row = advice_.rows[i];
    if (row.outcome != AdviceOutcome::reached) continue;
    const auto twin = std::ranges::find_if(best, [&](std::size_t k) {
      const RunKey &a = advice_.rows[k].row.key, &b = row.row.key;
      return a.formulation == b.formulation && a.method == b.method;
    });
    if (twin == best.end()) {
      best.push_back(i);
    } else if (row.row.cpu_seconds < advice_.rows[*twin].row.cpu_seconds) {
      *twin = i;
    }
  }
  std::ranges::sort(best, {}, [&](std::size_t i) { return advice_.rows[i].row.cpu_seconds; });
  return best;
}

Contestant& Tournament::contestant_of(const RunKey& key) {
  return *std::ranges::find_if(contestants_, [&](const Contestant& c) {
    return c.pair.formulation_name == key.formulation && c.pair.method == key.method;
  });
}

void Tournament::play_finals(const Attempt& reference) {
  auto finalists = best_rows();
  if (finalists.empty()) return;
  const double limit = finalist_factor * advice_.rows[finalists.front()].row.cpu_seconds;
  // Half a decade above the tolerance that was enough: unless it was the loosest tried.
  for (std::size_t k = 0; k < std::min(n_finalists, finalists.size()); ++k) {
    const RunKey key = advice_.rows[finalists[k]].row.key;
    if (advice_.rows[finalists[k]].row.cpu_seconds > limit || left_until(1) <= 0 || is_stopped()) break;
    play(contestant_of(key), nice_tolerance(3 * key.rtol), std::max(cut_least, left_until(1)), reference);
  }
  finalists = best_rows();
  std::vector<std::size_t> measured;
  for (const std::size_t i : finalists)
    if (measured.size() < n_finalists &&
        advice_.rows[i].row.cpu_seconds <= finalist_factor * advice_.rows[finalists.front()].row.cpu_seconds)
      measured.push_back(i);
  measure_times(measured);
  rank(std::move(finalists));
}

// In rounds over the finalists, so that a slow phase of the machine does not fall on one of them alone.
void Tournament::measure_times(const std::vector<std::size_t>& finalists) {
  std::vector<MeasuredRun> runs;
  for (const std::size_t i : finalists) {
    const StudyRow& row = advice_.rows[i].row;
    RunRequest request = request_of(contestant_of(row.key).pair, study_, row.key.rtol);
    request.timeout = std::max(cut_least, 2 * advice_.request.budget);
    runs.push_back({.row = row, .plan = plan(catalogue_, request)});
    runs.back().want_repetitions(repetition_seconds, n_repetitions);
  }
  for (int round = 0; round < n_repetitions; ++round) {
    for (MeasuredRun& run : runs) {
      if (run.is_done() || (round > 0 && left_until(1) <= 0)) continue;
      if (!run.is_repeated(watch_.stop)) break;
    }
  }
  for (std::size_t k = 0; k < runs.size(); ++k) {
    runs[k].take_times();
    advice_.rows[finalists[k]].row = runs[k].row;
  }
}

void Tournament::rank(std::vector<std::size_t> finalists) {
  const auto seconds = [&](std::size_t i) { return advice_.rows[i].row.cpu_seconds; };
  const auto drift = [&](std::size_t i) { return advice_.rows[i].row.residuals.position; };
  std::ranges::stable_sort(finalists, {}, seconds);
  const double least = drift_over_accuracy * accuracy();
  if (drift(finalists.front()) > least) {
    const auto steady = std::ranges::find_if(finalists, [&](std::size_t i) {
      return seconds(i) <= as_fast * seconds(finalists.front()) && drift(i) <= least;
    });
    if (steady != finalists.end()) std::rotate(finalists.begin(), steady, steady + 1);
    advice_.is_steadier_preferred = steady != finalists.end();
  }
  advice_.ranking = std::move(finalists);
}

// Why there are no rounds: the references disagree, there was no time for them, or none came to its end.
void Tournament::conclude_without_rounds() {
  const auto& failures = advice_.reference_failures;
  const auto is_late = [](const StudyRow& row) { return row.failure_kind == "time_limit"; };
  const auto has_no_start = [](const StudyRow& row) { return row.failure_kind == no_start_kind; };
  advice_.status = AdviceStatus::no_reference;
  if (advice_.reference || is_stopped()) return;
  if (failures.empty() || std::ranges::any_of(failures, is_late)) {
    advice_.end = StudyEnd::out_of_budget;
    return;
  }
  if (std::ranges::all_of(failures, has_no_start)) throw NoConsistentState(failures.front().message);
  advice_.status = AdviceStatus::all_failed;
}

void Tournament::conclude() {
  if (!advice_.ranking.empty()) {
    advice_.status = AdviceStatus::recommended;
    advice_.recommended_settings = contestant_of(advice_.recommended()->row.key).pair.settings;
    advice_.command = command_of(advice_);
    advice_.reasons = reasons_of(advice_);
  } else if (!advice_.rows.empty()) {
    const bool is_any =
        std::ranges::any_of(advice_.rows, [](const AdviceRow& row) { return row.row.is_ok(); });
    advice_.status = is_any ? AdviceStatus::nothing_reached : AdviceStatus::all_failed;
  } else {
    conclude_without_rounds();
  }
  if (is_stopped()) advice_.end = StudyEnd::interrupted;
  advice_.message = message_of(advice_);
}

}  // namespace

const char* name_of(AdviceOutcome outcome) {
  switch (outcome) {
    case AdviceOutcome::reached:
      return "reached";
    case AdviceOutcome::missed:
      return "missed";
    case AdviceOutcome::failed:
      return "failed";
    case AdviceOutcome::cut_off:
      return "cut off";
  }
  return "";
}

const char* name_of(AdviceStatus status) {
  switch (status) {
    case AdviceStatus::recommended:
      return "recommended";
    case AdviceStatus::nothing_reached:
      return "nothing reached";
    case AdviceStatus::no_reference:
      return "no reference";
    case AdviceStatus::all_failed:
      return "all failed";
  }
  return "";
}

Advice advise(const Catalogue& catalogue, const AdviceRequest& request, const AdviceWatch& watch) {
  return Tournament(catalogue, request, watch).run();
}

}  // namespace pleuel
