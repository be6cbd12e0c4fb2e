#include "pleuel/lab/study.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>

#include "pleuel/base/error.hpp"
#include "pleuel/lab/core_pin.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/lab/job_pool.hpp"
#include "pleuel/lab/measured_run.hpp"
#include "pleuel/lab/reference_run.hpp"
#include "pleuel/lab/study_pairs.hpp"
#include "pleuel/run/run.hpp"

namespace pleuel {
namespace {

using Clock = std::chrono::steady_clock;

// Remaining time for all runs.
class Budget {
 public:
  explicit Budget(const StudyRequest& request) : seconds_(request.budget), timeout_(request.timeout) {}

  bool is_spent() const { return left() <= 0; }
  /// The wall time available for the next run.
  double for_next() const { return std::min(timeout_, left()); }
  /// True if the budget ended the run, which then does not count for its pair.
  bool has_cut(const RunResult& result, double allowed) const {
    return allowed < timeout_ && result.failure && result.failure->kind == FailureKind::time_limit;
  }

 private:
  double left() const {
    if (!seconds_) return std::numeric_limits<double>::infinity();
    return *seconds_ - std::chrono::duration<double>(Clock::now() - begin_).count();
  }

  std::optional<double> seconds_;
  double timeout_;
  Clock::time_point begin_ = Clock::now();
};

class Conductor {
 public:
  Conductor(const Catalogue& catalogue, const StudyRequest& request, const StudyWatch& watch,
            std::vector<StudyRow> known)
      : catalogue_(catalogue), request_(request), watch_(watch), known_(std::move(known)), budget_(request) {
    study_.environment = this_environment();
    if (request.jobs <= 1) study_.core = pin_.emplace().core();
    catalogue_.models = std::make_shared<ModelShelf>(*catalogue.models);
  }

  Study run(const StudyPairs& pairs) {
    study_.refused = pairs.refused;
    study_.apart = pairs.apart;
    n_all_ = static_cast<int>(pairs.taken.size() * request_.tolerances.size());
    keep_rows_of_other_studies(pairs);
    const auto& all = pairs.taken;
    for (auto first = all.begin(); first != all.end() && study_.end == StudyEnd::complete;) {
      const auto last = std::find_if(
          first, all.end(), [&](const StudyPair& pair) { return pair.case_name != first->case_name; });
      prepare(pairs, *first);
      measure_all({first, last});
      first = last;
    }
    study_.n_not_run = n_all_ - n_done_;
    return std::move(study_);
  }

 private:
  bool is_stopped() const { return watch_.stop != nullptr && watch_.stop->load(std::memory_order_relaxed); }

  const StudyRow* known_row(const RunKey& key) const {
    const auto it = std::ranges::find_if(known_, [&](const StudyRow& row) { return row.key == key; });
    return it == known_.end() ? nullptr : &*it;
  }

  void keep_rows_of_other_studies(const StudyPairs& pairs) {
    std::vector<RunKey> wanted;
    for (const StudyPair& pair : pairs.taken)
      for (const double rtol : request_.tolerances) wanted.push_back(key_of(pair, request_, rtol));
    const auto is_outdated = [&](const StudyRow& row) {
      return std::ranges::any_of(wanted, [&](const RunKey& key) {
        return key.case_name == row.key.case_name && key.content != row.key.content;
      });
    };
    study_.n_outdated = static_cast<int>(std::erase_if(known_, is_outdated));
    for (const StudyRow& row : known_)
      if (std::ranges::find(wanted, row.key) == wanted.end()) study_.rows.push_back(row);
  }

  // Computes a reference for a case without digits, unless all its rows are known.
  void prepare(const StudyPairs& pairs, const StudyPair& first) {
    const auto is_wanted = [&](const StudyPair& pair) {
      return pair.case_name == first.case_name && std::ranges::any_of(request_.tolerances, [&](double rtol) {
               return known_row(key_of(pair, request_, rtol)) == nullptr;
             });
    };
    if (is_stopped() || std::ranges::none_of(pairs.taken, is_wanted)) return;
    if (auto reference = add_reference(catalogue_, request_, watch_, first))
      study_.references.push_back(std::move(*reference));
  }

  // All pairs of a case.
  void measure_all(std::span<const StudyPair> pairs) {
    if (request_.jobs > 1) return measure_in_jobs(pairs);
    for (const StudyPair& pair : pairs) {
      measure(pair);
      if (watch_.pair_done) watch_.pair_done(study_);
      if (study_.end != StudyEnd::complete) return;
    }
  }

  // The same with a process per pair. Rows arrive in the order of the pairs.
  void measure_in_jobs(std::span<const StudyPair> pairs) {
    const auto work = [&](int i, StateWriter& out) {
      is_job_ = true;
      study_.rows.clear();
      study_.traces.clear();
      measure(pairs[static_cast<std::size_t>(i)]);
      out(study_.rows, study_.traces, study_.end);
    };
    const auto take = [&](int i, JobReport report) {
      const StudyPair& pair = pairs[static_cast<std::size_t>(i)];
      std::vector<StudyRow> rows;
      std::vector<DriftTrace> traces;
      StudyEnd end_of_job = StudyEnd::complete;
      if (report.death.empty()) {
        StateReader(std::move(report.words))(rows, traces, end_of_job);
      } else if (!is_stopped()) {
        for (const double rtol : request_.tolerances)
          rows.push_back(row_of_death(key_of(pair, request_, rtol), report.death));
      } else {
        end_of_job = StudyEnd::interrupted;
      }
      for (const StudyRow& row : rows) finish(row);
      std::ranges::move(traces, std::back_inserter(study_.traces));
      end(end_of_job);
      if (watch_.progress && !rows.empty()) watch_.progress(n_done_, n_all_, rows.back().key);
      if (watch_.pair_done) watch_.pair_done(study_);
      return study_.end == StudyEnd::complete;
    };
    if (watch_.progress)
      watch_.progress(n_done_, n_all_, key_of(pairs.front(), request_, request_.tolerances.front()));
    JobPool(request_.jobs, watch_.stop).run(static_cast<int>(pairs.size()), work, take);
    if (is_stopped()) end(StudyEnd::interrupted);
  }

  // All tolerances of a pair.
  void measure(const StudyPair& pair) {
    std::vector<MeasuredRun> ladder;
    for (const double rtol : request_.tolerances) {
      const RunKey key = key_of(pair, request_, rtol);
      if (const StudyRow* row = known_row(key)) {
        finish(*row);
        continue;
      }
      observe(pair, key, ladder);
      if (study_.end != StudyEnd::complete) break;
    }
    repeat(ladder);
    for (MeasuredRun& running : ladder) {
      if (!running.is_done()) continue;  // incomplete: repeated when the study is resumed
      running.take_times();
      finish(running.row);
    }
  }

  void finish(const StudyRow& row) {
    study_.rows.push_back(row);
    ++n_done_;
  }

  // The run with its monitors. An early end of the study leaves no row.
  void observe(const StudyPair& pair, RunKey key, std::vector<MeasuredRun>& ladder) {
    if (is_stopped()) return end(StudyEnd::interrupted);
    if (budget_.is_spent()) return end(StudyEnd::out_of_budget);
    if (watch_.progress && !is_job_) watch_.progress(n_done_ + static_cast<int>(ladder.size()), n_all_, key);
    const double allowed = budget_.for_next();
    RunRequest request = request_of(pair, request_, key.rtol);
    request.timeout = allowed;
    request.settings["threads"] = "1";
    MeasuredRun running{.row = {}, .plan = {}};
    try {
      running.plan = plan(catalogue_, request);
      // contents of the files as read for this run
      key.content = running.plan.problem_case.content;
      DriftRecorder drift;
      const RunResult result = pleuel::run(running.plan, {.observer = &drift, .stop = watch_.stop});
      if (result.status == RunStatus::interrupted) return end(StudyEnd::interrupted);
      if (budget_.has_cut(result, allowed)) return end(StudyEnd::out_of_budget);
      running.row = row_of(key, result);
      for (const StudyReference& reference : study_.references) reference.limit(running.row);
      study_.traces.push_back(drift.take(key));
    } catch (...) {
      running.row = row_of_exception(key);
    }
    if (running.row.is_ok()) running.want_repetitions(request_.repeat_seconds, request_.repeats);
    ladder.push_back(std::move(running));
  }

  void repeat(std::vector<MeasuredRun>& ladder) {
    for (int round = 0; round < request_.repeats; ++round) {
      for (MeasuredRun& running : ladder) {
        if (running.is_done()) continue;
        if (!running.is_repeated(watch_.stop)) return end(StudyEnd::interrupted);
      }
    }
  }

  void end(StudyEnd reason) {
    if (study_.end == StudyEnd::complete) study_.end = reason;
  }

  Catalogue catalogue_;  // a copy, to which digits are added
  const StudyRequest& request_;
  const StudyWatch& watch_;
  std::vector<StudyRow> known_;
  Budget budget_;
  std::optional<CorePin> pin_;
  bool is_job_ = false;  // this process measures one pair for another one
  Study study_;
  int n_all_ = 0;
  int n_done_ = 0;
};

}  // namespace

const char* name_of(StudyEnd end) {
  switch (end) {
    case StudyEnd::complete:
      return "complete";
    case StudyEnd::interrupted:
      return "interrupted";
    case StudyEnd::out_of_budget:
      return "out of budget";
  }
  return "";
}

Study run_study(const Catalogue& catalogue, const StudyRequest& request, const StudyWatch& watch,
                std::vector<StudyRow> known) {
  const StudyPairs pairs = pairs_of(catalogue, request);
  return Conductor(catalogue, request, watch, std::move(known)).run(pairs);
}

std::vector<double> tolerance_range(double first, double last, int per_decade) {
  std::vector<std::string> faults;
  for (const double end : {first, last}) {
    if (!(end > 0 && end < 1))
      faults.push_back("a tolerance is " + csv_number(end) + ", but must lie between 0 and 1");
  }
  if (per_decade < 1 || per_decade > 100) {
    faults.push_back("the tolerances in a decade are " + std::to_string(per_decade) +
                     ", but must be 1 to 100");
  }
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  const double a = std::log10(first), b = std::log10(last);
  const int n = static_cast<int>(std::floor(std::abs(b - a) * per_decade + 1e-9));
  std::vector<double> tolerances;
  for (int i = 0; i <= n; ++i) {
    const double exponent = a + (b > a ? i : -i) / static_cast<double>(per_decade);
    // Makes integer powers equal to the literal 1e-7.
    const double nearest = std::round(exponent);
    const bool is_whole = std::abs(exponent - nearest) < 1e-9;
    tolerances.push_back(is_whole ? std::stod("1e" + std::to_string(static_cast<int>(nearest)))
                                  : std::pow(10, exponent));
  }
  return tolerances;
}

}  // namespace pleuel
