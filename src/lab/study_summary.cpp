#include "pleuel/lab/study_summary.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <tuple>

#include "pleuel/base/limits.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/lab/peers.hpp"

namespace pleuel {
namespace {

const char pendulum[] = "pendulum";

bool is_with_scd(const StudyRow& row) {
  return !std::isnan(digits_of(row, Measure::scd)) && row.comparison.scd_undefined.empty();
}

// Empty if no row has digits.
std::optional<Measure> measure_of(const std::vector<const StudyRow*>& rows) {
  const auto has = [&](Measure measure) {
    return std::ranges::any_of(rows,
                               [&](const StudyRow* row) { return !std::isnan(digits_of(*row, measure)); });
  };
  if (rows.front()->key.case_name == pendulum && has(Measure::error)) return Measure::error;
  const bool is_scd_defined =
      std::ranges::any_of(rows, [](const StudyRow* row) { return is_with_scd(*row); });
  for (const Measure measure : {Measure::scd, Measure::mescd, Measure::error})
    if (has(measure) && (measure != Measure::scd || is_scd_defined)) return measure;
  return std::nullopt;
}

// Names the tightest tolerance at which a component of scd is below atol.
std::string remark_on_scd(const std::vector<const StudyRow*>& rows, Measure measure) {
  const StudyRow* tightest = nullptr;
  for (const StudyRow* row : rows)
    if (!row->comparison.scd_undefined.empty() && (tightest == nullptr || row->key.rtol < tightest->key.rtol))
      tightest = row;
  if (tightest == nullptr || measure == Measure::error) return "";
  const std::string& reason = tightest->comparison.scd_undefined;
  if (measure == Measure::mescd) return "digits are mescd, because scd is not defined: " + reason;
  return "scd is not defined at rtol " + number_text(tightest->key.rtol, 3) + " and above: " + reason;
}

void sort_points(WorkCurve& curve) {
  std::ranges::stable_sort(curve.points,
                           [](const auto& a, const auto& b) { return a.tolerance > b.tolerance; });
}

// Computes the times and sorts by the time for the middle digits, then for the fewest, then by
// name.
void finish(const std::vector<double>& digits, std::vector<WorkCurve>& curves) {
  for (WorkCurve& curve : curves) {
    sort_points(curve);
    curve.seconds.clear();
    for (const double wanted : digits) curve.seconds.push_back(time_to_digits(curve.points, wanted));
  }
  const auto rank = [](const WorkCurve& curve) {
    const std::size_t middle = curve.seconds.size() / 2;
    return std::tuple(curve.seconds[middle].value_or(infinity), curve.seconds.front().value_or(infinity),
                      curve.label());
  };
  std::ranges::sort(curves, [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

WorkCurve& curve_for(std::vector<WorkCurve>& curves, const WorkCurve& wanted) {
  const auto it =
      std::ranges::find_if(curves, [&](const WorkCurve& c) { return c.label() == wanted.label(); });
  if (it != curves.end()) return *it;
  curves.push_back(wanted);
  return curves.back();
}

void add_ours(const Catalogue& catalogue, const std::vector<const StudyRow*>& rows, CaseSummary& summary) {
  for (const StudyRow* row : rows) {
    const RunKey& key = row->key;
    WorkCurve& curve = curve_for(summary.ours, {.formulation = key.formulation,
                                                .method = key.method,
                                                .settings = split_settings(catalogue, key).of_pair});
    curve.points.push_back({key.rtol, row->cpu_seconds, digits_of(*row, summary.measure)});
  }
}

void add_peers(CaseSummary& summary) {
  if (!summary.settings.empty() || summary.measure == Measure::mescd) return;
  for (const PeerRun& run : peer_runs()) {
    if (run.case_name != summary.case_name || run.t_end != summary.t_end) continue;
    WorkCurve& curve = curve_for(summary.peers, {.formulation = run.formulation, .method = run.solver});
    curve.points.push_back(
        {run.tolerance, run.seconds, summary.measure == Measure::scd ? run.scd : run.mescd});
  }
}

}  // namespace

const char* name_of(Measure measure) {
  switch (measure) {
    case Measure::scd:
      return "scd";
    case Measure::mescd:
      return "mescd";
    case Measure::error:
      return "error";
  }
  return "";
}

double digits_of(const StudyRow& row, Measure measure) {
  if (!row.is_ok()) return not_a_number;
  if (measure == Measure::scd) return row.comparison.scd;
  if (measure == Measure::mescd) return row.comparison.mescd;
  return -std::log10(row.comparison.error);
}

std::string WorkCurve::label() const {
  return formulation + " " + method + (settings.empty() ? "" : " ") + settings;
}

const WorkCurve* CaseSummary::fastest_peer(std::size_t i) const {
  const WorkCurve* best = nullptr;
  for (const WorkCurve& peer : peers) {
    if (peer.seconds[i] && (best == nullptr || *peer.seconds[i] < *best->seconds[i])) best = &peer;
  }
  return best;
}

SplitSettings split_settings(const Catalogue& catalogue, const RunKey& key) {
  const auto problem =
      std::ranges::find_if(catalogue.problems, [&](const auto& p) { return p.name == key.case_name; });
  SplitSettings result;
  std::istringstream words(key.settings);
  for (std::string word; words >> word;) {
    const std::string name = word.substr(0, word.find('='));
    const bool is_problems =
        problem != catalogue.problems.end() &&
        std::ranges::any_of(problem->options, [&](const auto& spec) { return spec.name == name; });
    std::string& text = is_problems ? result.of_problem : result.of_pair;
    text += (text.empty() ? "" : " ") + word;
  }
  return result;
}

std::vector<CaseSummary> summarize(const Catalogue& catalogue, const std::vector<StudyRow>& rows) {
  std::vector<CaseSummary> summaries;
  std::vector<std::vector<const StudyRow*>> rows_of;
  for (const StudyRow& row : rows) {
    const std::string settings = split_settings(catalogue, row.key).of_problem;
    const auto it = std::ranges::find_if(summaries, [&](const CaseSummary& s) {
      return s.case_name == row.key.case_name && s.settings == settings && s.t_end == row.key.t_end;
    });
    const auto i = static_cast<std::size_t>(it - summaries.begin());
    if (it == summaries.end()) {
      summaries.push_back({.case_name = row.key.case_name, .settings = settings, .t_end = row.key.t_end});
      rows_of.emplace_back();
    }
    rows_of[i].push_back(&row);
  }
  std::vector<CaseSummary> with_digits;
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    const auto measure = measure_of(rows_of[i]);
    if (!measure) continue;
    CaseSummary& summary = summaries[i];
    summary.measure = *measure;
    summary.remark = remark_on_scd(rows_of[i], *measure);
    add_ours(catalogue, rows_of[i], summary);
    add_peers(summary);
    finish(summary.digits, summary.ours);
    finish(summary.digits, summary.peers);
    with_digits.push_back(std::move(summary));
  }
  return with_digits;
}

}  // namespace pleuel
