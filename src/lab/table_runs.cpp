#include "pleuel/lab/table_runs.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "pleuel/lab/core_pin.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/lab/job_pool.hpp"
#include "pleuel/lab/study_pairs.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/run_failure.hpp"

namespace pleuel {
namespace {

constexpr double short_run = 0.2;        // s; shorter runs are timed again
constexpr double same_tolerance = 1e-6;  // up to this relative difference

}  // namespace

const TableRun& TableRuns::of(const WantedRun& wanted) {
  const std::string name = wanted.case_name + " " + wanted.formulation + " " + wanted.counterpart.text() +
                           " " + csv_number(wanted.rtol) + " h0=" + csv_number(wanted.h0) +
                           " until=" + (wanted.until ? csv_number(*wanted.until) : "") +
                           settings_text(wanted.settings);
  const auto [it, is_new] = place_of_.try_emplace(name, entries_.size());
  if (!is_new) return entries_[it->second].run;
  const StudyPair pair{
      .case_name = wanted.case_name, .formulation = wanted.formulation, .method = wanted.counterpart.method};
  RunRequest request;
  request.case_name = wanted.case_name;
  request.formulation = wanted.formulation;
  request.method = wanted.counterpart.method;
  request.tolerance = {.rtol = wanted.rtol, .atol = wanted.rtol};
  request.until = wanted.until;
  request.h0 = wanted.h0;
  Settings settings = wanted.counterpart.settings;
  settings.insert(wanted.settings.begin(), wanted.settings.end());
  request.settings = settings_for(catalogue_, pair, settings);
  entries_.push_back(
      {.name = name.substr(0, name.find(" h0=")), .request = std::move(request), .repeats = wanted.repeats});
  return entries_.back().run;
}

bool TableRuns::is_made(Entry& entry, double allowed, StudyEnd& end) const {
  TableRun& made = entry.run;
  entry.request.timeout = allowed;
  entry.request.settings["threads"] = "1";
  try {
    const RunPlan planned = plan(catalogue_, entry.request);
    const RunResult result = run(planned, {.observer = nullptr, .stop = watch_.stop});
    const bool is_late = result.failure && result.failure->kind == FailureKind::time_limit;
    if (result.status == RunStatus::interrupted) end = StudyEnd::interrupted;
    if (is_late && allowed < limits_.timeout) end = StudyEnd::out_of_budget;
    if (end != StudyEnd::complete) return false;
    made.row = row_of({}, result);
    made.kind = made.row.is_ok() ? TableRun::Kind::ok : TableRun::Kind::failed;
    made.reason = made.row.message;
    if (!made.is_ok() || made.row.cpu_seconds > short_run || allowed < short_run * entry.repeats) return true;
    for (int i = 0; i < entry.repeats; ++i) {
      if (const auto seconds = timed_run(planned, {.observer = nullptr, .stop = watch_.stop}))
        made.row.cpu_seconds = std::min(made.row.cpu_seconds, *seconds);
    }
  } catch (const InvalidInput& error) {
    made = {.kind = TableRun::Kind::refused, .reason = error.what()};
  } catch (...) {
    made = {.kind = TableRun::Kind::failed, .reason = thrown_text()};
  }
  return true;
}

void TableRuns::take(const std::vector<StudyRow>& rows) {
  for (Entry& entry : entries_) {
    const RunRequest& wanted = entry.request;
    const auto it = std::ranges::find_if(rows, [&](const StudyRow& row) {
      const RunKey& key = row.key;
      return key.case_name == wanted.case_name && key.formulation == wanted.formulation &&
             key.method == wanted.method &&
             std::abs(std::log(key.rtol / wanted.tolerance.rtol)) < same_tolerance;
    });
    if (it == rows.end()) continue;
    entry.run = {
        .kind = it->is_ok() ? TableRun::Kind::ok : TableRun::Kind::failed, .reason = it->message, .row = *it};
  }
}

double TableRuns::left_after(double spent) const {
  return limits_.budget ? *limits_.budget - spent : std::numeric_limits<double>::infinity();
}

StudyEnd TableRuns::make_in_jobs() {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const int n_all = static_cast<int>(entries_.size());
  StudyEnd end = StudyEnd::complete;
  const auto work = [&](int i, StateWriter& out) {
    Entry& entry = entries_[static_cast<std::size_t>(i)];
    const double left = left_after(std::chrono::duration<double>(Clock::now() - begin).count());
    if (left <= 0)
      end = StudyEnd::out_of_budget;
    else
      (void)is_made(entry, std::min(limits_.timeout, left), end);
    out(entry.run, end);
  };
  const auto take = [&](int i, JobReport report) {
    Entry& entry = entries_[static_cast<std::size_t>(i)];
    if (report.death.empty())
      StateReader(std::move(report.words))(entry.run, end);
    else
      entry.run = {.kind = TableRun::Kind::failed, .reason = report.death};
    if (watch_.progress) watch_.progress(i + 1, n_all, entry.name);
    return end == StudyEnd::complete;
  };
  if (watch_.progress && n_all > 0) watch_.progress(0, n_all, entries_.front().name);
  JobPool(limits_.jobs, watch_.stop).run(n_all, work, take);
  return watch_.is_stopped() ? StudyEnd::interrupted : end;
}

StudyEnd TableRuns::make_all() {
  if (limits_.jobs > 1) return make_in_jobs();
  using Clock = std::chrono::steady_clock;
  const CorePin pin;
  const auto begin = Clock::now();
  const int n_all = static_cast<int>(entries_.size());
  StudyEnd end = StudyEnd::complete;
  for (int i = 0; i < n_all; ++i) {
    Entry& entry = entries_[static_cast<std::size_t>(i)];
    if (watch_.progress) watch_.progress(i, n_all, entry.name);
    const double spent = std::chrono::duration<double>(Clock::now() - begin).count();
    const double left = left_after(spent);
    if (left <= 0) return StudyEnd::out_of_budget;
    if (!is_made(entry, std::min(limits_.timeout, left), end)) return end;
  }
  return end;
}

}  // namespace pleuel
