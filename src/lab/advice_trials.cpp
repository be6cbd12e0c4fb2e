#include "pleuel/lab/advice_trials.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/lab/advice_words.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/lab/job_pool.hpp"
#include "pleuel/run/case_equations.hpp"
#include "pleuel/run/run.hpp"

namespace pleuel {
namespace {

constexpr int n_samples = 100;

}  // namespace

Trials::Trials(const Catalogue& catalogue, const AdviceRequest& request, const AdviceWatch& watch)
    : catalogue_(catalogue), watch_(watch), budget_(request.budget), n_jobs_(request.jobs) {
  if (n_jobs_ <= 1) pin_.emplace();
  check(request);
  usual_ = usual_plan(request);
  const double t_begin = usual_.problem_case.t_begin;
  for (int i = 1; i < n_samples; ++i) times_.push_back(t_begin + (usual_.t_end - t_begin) * i / n_samples);
  times_.push_back(usual_.t_end);
  collect_pairs();
}

std::optional<Trial> Trials::run(const StudyPair& pair, double rtol, double allowed_seconds) {
  const RunKey key = key_of(pair, study_, rtol);
  if (watch_.progress) watch_.progress(n_done_, std::max(0.0, left_until(1)), key_text(key));
  ++n_done_;
  RunRequest request = request_of(pair, study_, rtol);
  request.timeout = allowed_seconds;
  request.at = times_;
  Trial made{.row = {}, .trajectory = SampledTrajectory(times_)};
  const auto begin = Clock::now();
  try {
    const RunResult result =
        pleuel::run(plan(catalogue_, request), {.observer = &made.trajectory, .stop = watch_.stop});
    if (result.status == RunStatus::interrupted) return std::nullopt;
    made.is_cut = result.failure && result.failure->kind == FailureKind::time_limit;
    made.row = row_of(key, result);
  } catch (...) {
    made.row = row_of_exception(key);
  }
  made.wall_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return made;
}

std::vector<std::optional<Trial>> Trials::run_all(const std::vector<WantedTrial>& wanted) {
  std::vector<std::optional<Trial>> made(wanted.size());
  const auto run_one = [&](const WantedTrial& x) { return run(*x.pair, x.rtol, x.allowed_seconds); };
  if (n_jobs_ <= 1 || wanted.size() <= 1) {
    for (std::size_t i = 0; i < wanted.size(); ++i) made[i] = run_one(wanted[i]);
    return made;
  }
  const auto work = [&](int i, StateWriter& out) {
    const std::optional<Trial> one = run_one(wanted[static_cast<std::size_t>(i)]);
    const bool is_made = one.has_value();
    out(is_made);
    if (is_made) out(*one);
  };
  const auto take = [&](int i, JobReport report) {
    const WantedTrial& x = wanted[static_cast<std::size_t>(i)];
    Trial one{.row = {}, .trajectory = SampledTrajectory(times_)};
    bool is_made = !is_stopped();
    if (report.death.empty()) {
      StateReader in(std::move(report.words));
      in(is_made);
      if (is_made) in(one);
    } else {
      one.row = row_of_death(key_of(*x.pair, study_, x.rtol), report.death);
    }
    if (is_made) made[static_cast<std::size_t>(i)] = std::move(one);
    return true;
  };
  JobPool(n_jobs_, watch_.stop).run(static_cast<int>(wanted.size()), work, take);
  n_done_ += static_cast<int>(wanted.size());
  return made;
}

RunPlan Trials::plan_of(const StudyPair& pair, double rtol) const {
  RunRequest request = request_of(pair, study_, rtol);
  request.timeout = 2 * budget_;
  return plan(catalogue_, request);
}

void Trials::check(const AdviceRequest& request) {
  const double accuracy = request.accuracy;
  std::vector<std::string> faults;
  if (!(accuracy > 0 && accuracy < 1))
    faults.push_back("the accuracy is " + csv_number(accuracy) + ", but must lie between 0 and 1");
  if (!(std::isfinite(request.budget) && request.budget > 0))
    faults.push_back("the budget is " + csv_number(request.budget) + " s, but must be positive");
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  study_.cases = {request.case_name};
  study_.tolerances = {accuracy};
  study_.atol = request.atol;
  study_.until = request.until;
  study_.settings = request.settings;
  if (request.formulations.empty() && request.methods.empty()) return;  // same result as below
  StudyRequest wanted = study_;
  wanted.formulations = request.formulations;
  wanted.methods = request.methods;
  (void)pairs_of(catalogue_, wanted);
}

RunPlan Trials::usual_plan(const AdviceRequest& request) const {
  const StudyPair open{
      .case_name = request.case_name, .formulation = {}, .method = usual_method(catalogue_).name};
  RunRequest run;
  run.case_name = request.case_name;
  run.until = request.until;
  run.settings = settings_for(catalogue_, open, request.settings);
  // A request for only quasi-static formulations means a different problem than the motion.
  const auto is_static = [&](const std::string& name) { return !catalogue_.formulation(name).has_motion(); };
  if (!request.formulations.empty() && std::ranges::all_of(request.formulations, is_static))
    run.formulation = request.formulations.front();
  return checked_plan(catalogue_, run);
}

StudyPair Trials::automatic_pair() const {
  return {.case_name = study_.cases.front(),
          .formulation = {},
          .method = automatic_name,
          .settings = study_.settings,
          .formulation_name = automatic_name,
          .t_end = usual_.t_end,
          .content = usual_.problem_case.content};
}

void Trials::collect_pairs() {
  std::vector<std::string> methods, mechanical;
  for (const Method& method : catalogue_.methods)
    (method.is_mechanical() ? mechanical : methods).push_back(method.name);
  add_pairs(usual_.equations->formulations(catalogue_, usual_), methods);
  if (usual_.is_quasi_static()) return;
  for (const auto& method : mechanical) add_mechanical(method);
}

void Trials::add_pairs(const std::vector<std::string>& formulations,
                       const std::vector<std::string>& methods) {
  StudyRequest request = study_;
  request.formulations = formulations;
  request.methods = methods;
  StudyPairs found = pairs_of(catalogue_, request);
  std::ranges::move(found.taken, std::back_inserter(pairs_));
  std::ranges::move(found.refused, std::back_inserter(refused_));
}

int Trials::rank_of(const StudyPair& pair) const {
  const int method = traits_of(pair.method).rank;
  return method + (pair.formulation ? catalogue_.formulation(*pair.formulation).traits.rank : 0);
}

bool Trials::is_favourite(const StudyPair& pair) const {
  if (!pair.formulation || traits_of(pair.method).family != usual_method(catalogue_).traits.family)
    return false;
  return *pair.formulation == for_constrained_motion(catalogue_).name ||
         *pair.formulation == for_free_motion(catalogue_).name;
}

// A method with its own equations has no formulation.
void Trials::add_mechanical(const std::string& method) {
  try {
    add_pairs({}, {method});
  } catch (const InvalidModel&) {
    throw;
  } catch (const InvalidInput& error) {
    refused_.push_back({study_.cases.front(), "", method, error.what()});
  }
}

}  // namespace pleuel
