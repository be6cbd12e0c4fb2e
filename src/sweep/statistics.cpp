#include "pleuel/sweep/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "pleuel/base/number_text.hpp"

namespace pleuel::sweep {
namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t n_ranked = 5;      // best and worst runs
constexpr double disturbing_part = 0.1;  // of the scatter
constexpr double rounding_part = 1e-12;  // of the largest value: a deviation below it is rounding

// Runs that are ok and have the value.
std::vector<long> runs_with(const Collected& all, const std::vector<double>& column) {
  std::vector<long> runs;
  for (std::size_t i = 0; i < column.size(); ++i)
    if (all.states[i] == RunState::ok && !std::isnan(column[i])) runs.push_back(static_cast<long>(i));
  return runs;
}

double mean_of(const std::vector<double>& x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

// Sum of squares about the mean.
double squares_of(const std::vector<double>& x, double mean) {
  double sum = 0;
  for (const double value : x) sum += (value - mean) * (value - mean);
  return sum;
}

double correlation_of(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() < 3) return not_known;
  const double mx = mean_of(x), my = mean_of(y);
  const double xx = squares_of(x, mx), yy = squares_of(y, my);
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) xy += (x[i] - mx) * (y[i] - my);
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : not_known;
}

// Ranks, with the mean rank for equal values.
std::vector<double> ranks_of(const std::vector<double>& x) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
  std::vector<double> ranks(x.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t j = i;
    while (j + 1 < order.size() && x[order[j + 1]] == x[order[i]]) ++j;
    for (std::size_t k = i; k <= j; ++k) ranks[order[k]] = 0.5 * static_cast<double>(i + j);
    i = j + 1;
  }
  return ranks;
}

// False where all values are equal but for rounding errors, which nothing explains.
bool is_scattered(const std::vector<double>& x) {
  double largest = 0;
  for (const double value : x) largest = std::max(largest, std::abs(value));
  const double least = rounding_part * largest;
  return !x.empty() && squares_of(x, mean_of(x)) > least * least * static_cast<double>(x.size());
}

void add_solver_error(const Collected& all, std::size_t output, OutputStatistics& out) {
  double sum = 0;
  out.solver_error = out.solver_error_worst = out.scatter = not_known;
  for (const TwinResult& twin : all.twins) {
    const double error = std::abs(twin.values[output] - twin.tight[output]);
    if (std::isnan(error)) continue;
    ++out.n_twins;
    sum += error * error;
    out.solver_error_worst = out.n_twins == 1 ? error : std::max(out.solver_error_worst, error);
  }
  if (out.n_twins == 0) return;
  out.solver_error = std::sqrt(sum / static_cast<double>(out.n_twins));
  out.scatter = std::sqrt(std::max(0.0, out.deviation * out.deviation - out.solver_error * out.solver_error));
}

OutputStatistics statistics_of(const OutputSpec& spec, const Collected& all, std::size_t output) {
  OutputStatistics out{.name = spec.name, .unit = spec.unit, .is_verdict = spec.is_verdict()};
  const auto& column = all.values[output];
  std::vector<double> x;
  for (const long run : runs_with(all, column)) {
    x.push_back(column[run]);
    if (out.run_min < 0 || column[run] < column[out.run_min]) out.run_min = run;
    if (out.run_max < 0 || column[run] > column[out.run_max]) out.run_max = run;
  }
  out.n = static_cast<long>(x.size());
  if (x.empty()) {
    out.mean = out.deviation = out.standard_error = out.min = out.max = not_known;
    out.median = out.low = out.high = out.solver_error = out.solver_error_worst = out.scatter = not_known;
    return out;
  }
  out.mean = mean_of(x);
  out.deviation = x.size() > 1 ? std::sqrt(squares_of(x, out.mean) / static_cast<double>(x.size() - 1)) : 0;
  out.standard_error = out.deviation / std::sqrt(static_cast<double>(x.size()));
  std::ranges::sort(x);
  out.min = x.front();
  out.max = x.back();
  out.median = quantile(x, 0.5);
  out.low = quantile(x, 0.05);
  out.high = quantile(x, 0.95);
  add_solver_error(all, output, out);
  return out;
}

std::vector<std::string> group_names(const Study& study, std::size_t column) {
  const Variation& varied = study.column(column);
  std::vector<std::string> names;
  if (!varied.is_continuous()) {
    for (const Level& level : varied.levels) names.push_back(level.text);
    return names;
  }
  for (std::size_t g = 0; g < SweepStatistics::n_groups; ++g) {
    const double width = 1.0 / SweepStatistics::n_groups;
    names.push_back("around " + number_text(varied.at((static_cast<double>(g) + 0.5) * width).number, 4) +
                    (varied.unit.empty() ? "" : " " + varied.unit));
  }
  return names;
}

// Share of the variance of y that groups of one name of a random plan explain: ω² of the analysis
// of variance, from the means of y at each point of the plan. Groups differ by chance in the other
// names of the points; what chance would explain is subtracted. Not known if there are too few
// points.
double random_share(const Study& study, std::size_t column, const std::vector<long>& runs,
                    const std::vector<double>& values, const std::vector<std::size_t>& groups) {
  std::map<long, std::pair<double, double>> sums;  // sum and number by point
  std::map<long, std::size_t> group_of;
  std::vector<double> y;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const long point = study.block_point(runs[i], column);
    auto& [sum, count] = sums[point];
    sum += values[runs[i]];
    count += 1;
    group_of[point] = groups[i];
    y.push_back(values[runs[i]]);
  }
  std::vector<double> means;
  std::map<std::size_t, std::vector<double>> by_group;
  for (const auto& [point, entry] : sums) {
    means.push_back(entry.first / entry.second);
    by_group[group_of[point]].push_back(means.back());
  }
  double within = 0;
  for (const auto& [group, list] : by_group) within += squares_of(list, mean_of(list));
  const auto n = static_cast<double>(means.size()), k = static_cast<double>(by_group.size());
  const double all = squares_of(means, mean_of(means)), of_y = squares_of(y, mean_of(y));
  if (n <= k || !(of_y > 0) || !(all > 0)) return not_known;
  const double noise = within / (n - k);
  const double share = std::clamp((all - within - (k - 1) * noise) / (all + noise), 0.0, 1.0);
  return share * std::min(1.0, all / n * static_cast<double>(y.size()) / of_y);
}

Effect effect_of(const Study& study, const Collected& all, std::size_t column, std::size_t output) {
  Effect effect;
  effect.column = column;
  effect.output = output;
  effect.groups = group_names(study, column);
  const std::size_t n_groups = effect.groups.size();
  const auto& values = all.values[output];
  const std::vector<long> runs = runs_with(all, values);
  effect.means.assign(n_groups, 0);
  effect.counts.assign(n_groups, 0);
  std::vector<double> x, y;
  std::vector<std::size_t> groups;
  for (const long run : runs) {
    const std::size_t g = study.group(run, column, SweepStatistics::n_groups);
    groups.push_back(g);
    effect.means[g] += values[run];
    ++effect.counts[g];
    x.push_back(study.level(run, column).number);
    y.push_back(values[run]);
  }
  for (std::size_t g = 0; g < n_groups; ++g)
    effect.means[g] =
        effect.counts[g] > 0 ? effect.means[g] / static_cast<double>(effect.counts[g]) : not_known;
  const bool is_number = study.column(column).is_number();
  const bool is_explained = is_scattered(y);
  effect.correlation = is_number && is_explained ? correlation_of(x, y) : not_known;
  effect.rank_correlation = is_number && is_explained ? correlation_of(ranks_of(x), ranks_of(y)) : not_known;
  effect.range = effect.share = not_known;
  if (y.empty()) return effect;
  double low = std::numeric_limits<double>::infinity(), high = -low, within = 0;
  std::size_t n_used = 0;
  for (std::size_t g = 0; g < n_groups; ++g) {
    if (effect.counts[g] == 0) continue;
    ++n_used;
    low = std::min(low, effect.means[g]);
    high = std::max(high, effect.means[g]);
  }
  effect.range = high - low;
  if (!is_explained) return effect;
  const bool is_random = study.block_of(column).is_random();
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double rest = y[i] - effect.means[groups[i]];
    within += rest * rest;
  }
  effect.share = is_random ? random_share(study, column, runs, values, groups)
                           : 1 - within / squares_of(y, mean_of(y));  // η²
  if (!is_random && y.size() <= n_used) effect.share = not_known;
  return effect;
}

void rank(const Study& study, const Collected& all, SweepStatistics& result) {
  if (!study.objective) return;
  const auto outputs = number_outputs(study);
  const auto it = std::ranges::find(outputs, study.objective->output, &OutputSpec::name);
  const auto& column = all.values[it - outputs.begin()];
  std::vector<long> runs = runs_with(all, column);
  const double sign = study.objective->is_maximized ? -1 : 1;
  std::ranges::stable_sort(runs, [&](long a, long b) { return sign * column[a] < sign * column[b]; });
  const std::size_t n = std::min(n_ranked, runs.size());
  result.best.assign(runs.begin(), runs.begin() + static_cast<long>(n));
  result.worst.assign(runs.rbegin(), runs.rbegin() + static_cast<long>(n));
}

void add_remarks(const Study& study, const Collected& all, SweepStatistics& result) {
  result.remarks = study.remarks;
  for (const OutputStatistics& out : result.outputs) {
    if (out.n < all.n_ok())
      result.remarks.push_back("'" + out.name + "' has a value in " +
                               (out.n == 0 ? "none" : "only " + std::to_string(out.n)) + " of the " +
                               std::to_string(all.n_ok()) + " runs that are ok");
    if (out.is_verdict || !(out.solver_error > disturbing_part * out.deviation) || out.deviation == 0)
      continue;
    result.remarks.push_back("the solver's error of '" + out.name + "' is " +
                             number_text(100 * out.solver_error / out.deviation, 2) +
                             " % of the standard deviation of its values; take a smaller rtol");
  }
}

}  // namespace

SweepStatistics statistics(const Study& study, const Collected& all) {
  SweepStatistics result;
  const auto outputs = number_outputs(study);
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    result.outputs.push_back(statistics_of(*outputs[k], all, k));
    for (std::size_t c = 0; c < study.n_columns(); ++c) result.effects.push_back(effect_of(study, all, c, k));
  }
  rank(study, all, result);
  add_remarks(study, all, result);
  return result;
}

double quantile(const std::vector<double>& sorted, double part) {
  const double at = part * static_cast<double>(sorted.size() - 1);
  const auto i = static_cast<std::size_t>(at);
  if (i + 1 >= sorted.size()) return sorted.back();
  return sorted[i] + (at - static_cast<double>(i)) * (sorted[i + 1] - sorted[i]);
}

}  // namespace pleuel::sweep
