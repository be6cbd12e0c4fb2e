#include "pleuel/lab/advice.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/lab/advice_reference.hpp"
#include "pleuel/lab/advice_trials.hpp"
#include "pleuel/lab/advice_words.hpp"
#include "pleuel/lab/measured_run.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/run/choice/pilot.hpp"
#include "pleuel/run/cpu_clock.hpp"

namespace pleuel {
namespace {

constexpr int most_decades = 5;           // the smallest tolerance tried is ε/10⁵
constexpr double cut_factor = 4;          // relative to the best
constexpr double cut_factor_least = 1.5;  // the same if the budget is short
constexpr double cut_reference = 2;       // relative to the reference
constexpr double cut_least = 0.2;         // s, minimum before a cut
constexpr double rounds_share = 0.85;     // end of the rounds, relative to the budget
constexpr std::size_t n_finalists = 6;
constexpr double finalist_factor = 2.5;  // relative to the fastest
constexpr int n_repetitions = 7;
constexpr double repetition_seconds = 0.5;  // s, processor time of one run
constexpr double as_fast = 1.1;             // relative to the fastest: equally fast
constexpr double drift_over_accuracy =
    1e-3;  // a position residual above this fraction of the accuracy is a drift

// A pair in the tournament.
struct Contestant {
  StudyPair pair;
  bool is_open = true;  // may still reach the accuracy
  int decades = 0;      // the next tolerance is ε/10^decades
  int n_runs = 0;
  int n_failures = 0;
  int n_without_gain = 0;
  double best_error = std::numeric_limits<double>::infinity();
  double last_error = std::numeric_limits<double>::infinity();  // infinite if the run failed
};

class Tournament {
 public:
  Tournament(const Catalogue& catalogue, const AdviceRequest& request, const AdviceWatch& watch)
      : watch_(watch), trials_(catalogue, request, watch) {
    const RunPlan& usual = trials_.usual();
    advice_.request = request;
    advice_.environment = this_environment();
    advice_.title = usual.problem->title;
    advice_.t_end = usual.t_end;
    advice_.refused = trials_.refused();
  }

  Advice run() {
    admit();
    ReferenceSearch search(trials_, advice_.request);
    const auto reference = search.find();
    advice_.reference = search.report();
    advice_.reference_failures = search.failures();
    if (reference) {
      reference_wall_ = search.wall_seconds();
      play_rounds(*reference);
      play_finals(*reference);
      play_automatic(*reference);
    }
    conclude();
    advice_.seconds = trials_.elapsed();
    return std::move(advice_);
  }

 private:
  double accuracy() const { return advice_.request.accuracy; }
  bool has_time() const { return !trials_.is_stopped() && trials_.left_until(rounds_share) > 0; }

  void admit();
  bool may_be_recommended(const StudyPair& pair) const;
  double time_for_next() const;
  void play_rounds(const Trial& reference);
  void play_next(const std::vector<Contestant*>& together, const Trial& reference);
  void plan_next(Contestant& contestant) const;
  void judge(Contestant& contestant, const std::optional<Trial>& made, const Trial& reference);
  void play(Contestant& contestant, double rtol, double allowed, const Trial& reference);
  void play_finals(const Trial& reference);
  void play_automatic(const Trial& reference);
  void time_automatic(AutomaticTrial& automatic);
  std::vector<std::size_t> best_rows() const;
  Contestant& contestant_of(const RunKey& key);
  void measure_times(const std::vector<std::size_t>& finalists);
  void rank(std::vector<std::size_t> finalists);
  void conclude();
  void conclude_without_rounds();

  const AdviceWatch& watch_;
  Trials trials_;
  Advice advice_;
  std::vector<Contestant> contestants_;
  double reference_wall_ = 0;  // s
  // s, of the runs that reached the accuracy
  double fastest_wall_ = std::numeric_limits<double>::infinity();
};

void Tournament::admit() {
  for (const StudyPair& pair : trials_.pairs()) {
    if (may_be_recommended(pair)) contestants_.push_back({.pair = pair});
    if (!pair.formulation) advice_.is_formulation_fixed.insert(pair.method);
  }
  std::ranges::stable_sort(contestants_, {}, [&](const Contestant& c) { return trials_.rank_of(c.pair); });
}

bool Tournament::may_be_recommended(const StudyPair& pair) const {
  const auto is_in = [](const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::ranges::find(names, name) != names.end();
  };
  const AdviceRequest& request = advice_.request;
  return is_in(request.methods, pair.method) && is_in(request.formulations, pair.formulation.value_or(""));
}

void Tournament::play_rounds(const Trial& reference) {
  // Favourites run until they reach the accuracy: their time soon shows when to cut off others.
  for (Contestant& contestant : contestants_)
    while (trials_.is_favourite(contestant.pair) && contestant.is_open && has_time())
      play_next({&contestant}, reference);
  const auto is_open = [](const Contestant& contestant) { return contestant.is_open; };
  while (has_time() && std::ranges::any_of(contestants_, is_open)) {
    std::vector<Contestant*> next;
    for (Contestant& contestant : contestants_) {
      if (contestant.is_open) next.push_back(&contestant);
      const bool is_full = static_cast<int>(next.size()) >= std::max(1, trials_.n_jobs());
      if (!is_full && &contestant != &contestants_.back()) continue;
      if (!next.empty() && has_time()) play_next(next, reference);
      next.clear();
    }
  }
  for (const Contestant& contestant : contestants_) {
    if (!contestant.is_open) continue;
    advice_.end = trials_.is_stopped() ? StudyEnd::interrupted : StudyEnd::out_of_budget;
    if (contestant.n_runs == 0)
      advice_.not_tried.push_back(contestant.pair.formulation_name + " " + contestant.pair.method);
  }
}

// The remaining budget is shared by the open contestants, up to four times the best time.
double Tournament::time_for_next() const {
  const double left = trials_.left_until(rounds_share);
  if (std::isinf(fastest_wall_)) return std::min(left, std::max(cut_least, cut_reference * reference_wall_));
  const auto n_open = std::ranges::count_if(contestants_, [](const Contestant& c) { return c.is_open; });
  const double share = left / static_cast<double>(std::max<long>(n_open, 1)) / fastest_wall_;
  return std::min(left, std::max(cut_least, std::clamp(share, cut_factor_least, cut_factor) * fastest_wall_));
}

// The next tolerance follows from the error, assumed proportional to the tolerance.
void Tournament::play_next(const std::vector<Contestant*>& together, const Trial& reference) {
  std::vector<WantedTrial> wanted;
  for (const Contestant* contestant : together)
    wanted.push_back({&contestant->pair, nice_tolerance(accuracy() * std::pow(10.0, -contestant->decades)),
                      time_for_next()});
  const auto made = trials_.run_all(wanted);
  for (std::size_t i = 0; i < together.size(); ++i) {
    ++together[i]->n_runs;
    judge(*together[i], made[i], reference);
    plan_next(*together[i]);
  }
}

void Tournament::plan_next(Contestant& contestant) const {
  const double excess = contestant.last_error / accuracy();
  contestant.decades +=
      std::isfinite(excess) ? std::max(1, static_cast<int>(std::lround(std::log10(excess)))) : 1;
  const bool is_too_small = accuracy() * std::pow(10.0, -contestant.decades) < least_rtol;
  if (contestant.decades > most_decades || is_too_small) contestant.is_open = false;
}

void Tournament::play(Contestant& contestant, double rtol, double allowed, const Trial& reference) {
  judge(contestant, trials_.run(contestant.pair, rtol, allowed), reference);
}

void Tournament::judge(Contestant& contestant, const std::optional<Trial>& made, const Trial& reference) {
  if (!made) return;  // stopped
  AdviceRow row{.row = made->row, .errors = {}};
  contestant.last_error = std::numeric_limits<double>::infinity();
  if (made->is_cut) {
    row.outcome = AdviceOutcome::cut_off;
    contestant.is_open = false;  // a smaller tolerance would take longer
  } else if (!made->row.is_ok()) {
    row.outcome = AdviceOutcome::failed;
    contestant.is_open = ++contestant.n_failures < 2;
  } else {
    row.errors = errors_of(made->trajectory, reference.trajectory);
    const double error = row.errors.largest(advice_.request.groups);
    // The agreement is the uncertainty of the reference.
    const double doubt = advice_.reference->agreement.largest(advice_.request.groups);
    row.outcome = error + doubt <= accuracy() ? AdviceOutcome::reached : AdviceOutcome::missed;
    if (error > contestant.best_error / 2) ++contestant.n_without_gain;
    contestant.best_error = std::min(contestant.best_error, error);
    contestant.last_error = error;
    if (row.outcome == AdviceOutcome::reached) fastest_wall_ = std::min(fastest_wall_, made->wall_seconds);
    contestant.is_open = row.outcome == AdviceOutcome::missed && contestant.n_without_gain < 2;
  }
  advice_.rows.push_back(std::move(row));
}

// The fastest successful run of each pair, fastest first.
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

void Tournament::play_finals(const Trial& reference) {
  auto finalists = best_rows();
  if (finalists.empty()) return;
  const double limit = finalist_factor * advice_.rows[finalists.front()].row.cpu_seconds;
  // Half a decade above the successful tolerance.
  for (std::size_t k = 0; k < std::min(n_finalists, finalists.size()); ++k) {
    const RunKey key = advice_.rows[finalists[k]].row.key;
    if (advice_.rows[finalists[k]].row.cpu_seconds > limit || trials_.left_until(1) <= 0 ||
        trials_.is_stopped())
      break;
    play(contestant_of(key), nice_tolerance(3 * key.rtol), std::max(cut_least, trials_.left_until(1)),
         reference);
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

// In rounds over the finalists, so that a slow phase of the machine does not affect only one of
// them.
void Tournament::measure_times(const std::vector<std::size_t>& finalists) {
  std::vector<MeasuredRun> runs;
  for (const std::size_t i : finalists) {
    const StudyRow& row = advice_.rows[i].row;
    runs.push_back({.row = row, .plan = trials_.plan_of(contestant_of(row.key).pair, row.key.rtol)});
    runs.back().want_repetitions(repetition_seconds, n_repetitions);
  }
  for (int round = 0; round < n_repetitions; ++round) {
    for (MeasuredRun& run : runs) {
      if (run.is_done() || (round > 0 && trials_.left_until(1) <= 0)) continue;
      if (!run.is_repeated(watch_.stop)) break;
    }
  }
  for (std::size_t k = 0; k < runs.size(); ++k) {
    runs[k].take_times();
    advice_.rows[finalists[k]].row = runs[k].row;
  }
}

// The tolerance decreases as in the rounds until the accuracy is reached.
void Tournament::play_automatic(const Trial& reference) {
  const AdviceRequest& request = advice_.request;
  if (!request.formulations.empty() || !request.methods.empty() || advice_.ranking.empty()) return;
  const double doubt = advice_.reference->agreement.largest(request.groups);
  AutomaticTrial automatic;
  for (int decades = 0; decades <= most_decades && !automatic.has_reached;) {
    automatic.rtol = nice_tolerance(accuracy() * std::pow(10.0, -decades));
    const auto made = trials_.run(trials_.automatic_pair(), automatic.rtol,
                                  std::max(cut_least, 10 * cut_factor * fastest_wall_));
    if (!made) return;
    automatic.error = made->row.is_ok()
                          ? errors_of(made->trajectory, reference.trajectory).largest(request.groups)
                          : std::numeric_limits<double>::quiet_NaN();
    if (decades == 0) automatic.error_at_first = automatic.error;
    automatic.has_reached = automatic.error + doubt <= accuracy();
    const double excess = automatic.error / accuracy();
    // One step for all excesses beyond two decades: the choice may differ at the next tolerance.
    decades +=
        std::isfinite(excess) ? std::clamp(static_cast<int>(std::lround(std::log10(excess))), 1, 2) : 1;
    if (automatic.rtol / 10 < least_rtol) break;
  }
  time_automatic(automatic);
  advice_.automatic = std::move(automatic);
}

// The time of the choice is that of a plan without names less that of a plan with the chosen names,
// and less that of the pilot's steps that the run takes over.
void Tournament::time_automatic(AutomaticTrial& automatic) {
  const StudyPair open = trials_.automatic_pair();
  MeasuredRun run{.plan = trials_.plan_of(open, automatic.rtol)};
  automatic.formulation = run.plan.names.formulation;
  automatic.method = run.plan.names.method;
  StudyPair named = open;
  named.method = automatic.method.name;
  if (run.plan.formulation != nullptr) named.formulation = automatic.formulation.name;
  const auto seconds_of = [&](const StudyPair& pair) {
    const double clock = cpu_seconds_now();
    const RunPlan made = trials_.plan_of(pair, automatic.rtol);
    return cpu_seconds_now() - clock - (made.pilot ? made.pilot->kept_seconds() : 0);
  };
  run.row.cpu_seconds = advice_.recommended()->row.cpu_seconds;
  run.want_repetitions(repetition_seconds, n_repetitions);
  double with_choice = std::numeric_limits<double>::infinity(), without = with_choice;
  while (!run.is_done()) {
    with_choice = std::min(with_choice, seconds_of(open));
    without = std::min(without, seconds_of(named));
    if (!run.is_repeated(watch_.stop)) break;
  }
  run.take_times();
  automatic.choice_seconds = std::max(0.0, with_choice - without);
  automatic.seconds = run.row.cpu_seconds + automatic.choice_seconds;
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

// Reports why there are no rounds: the references disagree, there was no time, or no run was
// completed.
void Tournament::conclude_without_rounds() {
  const auto& failures = advice_.reference_failures;
  const auto is_late = [](const StudyRow& row) { return row.failure_kind == "time_limit"; };
  const auto are_all = [&](const char* kind) {
    return std::ranges::all_of(failures, [&](const StudyRow& row) { return row.failure_kind == kind; });
  };
  advice_.status = AdviceStatus::no_reference;
  if (advice_.reference || trials_.is_stopped()) return;
  if (failures.empty() || std::ranges::any_of(failures, is_late)) {
    advice_.end = StudyEnd::out_of_budget;
    return;
  }
  if (are_all(no_start_kind)) throw NoConsistentState(failures.front().message);
  if (are_all(redundant_kind)) throw RedundantConstraints(failures.front().message);
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
  if (trials_.is_stopped()) advice_.end = StudyEnd::interrupted;
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
