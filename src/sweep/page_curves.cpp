#include "pleuel/sweep/page_curves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "pleuel/io/json_values.hpp"
#include "pleuel/io/packed_columns.hpp"
#include "pleuel/sweep/statistics.hpp"

namespace pleuel::sweep {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t most_points = 400, most_numbers = 2'000'000;
constexpr double parts[] = {0.05, 0.25, 0.5, 0.75, 0.95};
constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

std::size_t parts_needed(std::size_t n, std::size_t most) {
  return std::max<std::size_t>(1, (n + most - 1) / most);
}

std::vector<long> every(const std::vector<long>& runs, std::size_t stride) {
  std::vector<long> list;
  for (std::size_t i = 0; i < runs.size(); i += stride) list.push_back(runs[i]);
  return list;
}

// The k-th curve of some runs on a coarser grid: point by point of each run.
struct CurveSet {
  std::size_t n_points;
  std::vector<long> runs;
  std::vector<float> values;

  std::span<const float> curve(std::size_t i) const {
    return std::span(values).subspan(i * n_points, n_points);
  }
};

CurveSet curves_of(const Findings& of, std::size_t k, std::vector<long> runs, std::size_t n_points,
                   std::size_t stride) {
  CurveSet set{.n_points = n_points, .runs = std::move(runs), .values = {}};
  set.values.assign(set.runs.size() * n_points, no_value);
  for (std::size_t i = 0; i < set.runs.size(); ++i) {
    const Row row = of.index.row(set.runs[i]);
    if (k >= row.curves.size()) continue;
    const auto& curve = row.curves[k];
    for (std::size_t p = 0; p < n_points && p * stride < curve.size(); ++p)
      set.values[i * n_points + p] = static_cast<float>(curve[p * stride]);
  }
  return set;
}

// Columns of the quantiles, and of the number of runs that have a value.
std::vector<std::vector<float>> bands_of(const CurveSet& set) {
  std::vector<std::vector<float>> columns(std::size(parts) + 1, std::vector<float>(set.n_points, no_value));
  std::vector<double> x;
  for (std::size_t p = 0; p < set.n_points; ++p) {
    x.clear();
    for (std::size_t i = 0; i < set.runs.size(); ++i)
      if (const float value = set.values[i * set.n_points + p]; std::isfinite(value)) x.push_back(value);
    std::ranges::sort(x);
    for (std::size_t j = 0; j < std::size(parts) && !x.empty(); ++j)
      columns[j][p] = static_cast<float>(quantile(x, parts[j]));
    columns.back()[p] = static_cast<float>(x.size());
  }
  return columns;
}

}  // namespace

void add_curves(Page& page, const Findings& of) {
  std::vector<const OutputSpec*> specs;
  for (const OutputSpec& spec : of.study.outputs)
    if (spec.is_curve()) specs.push_back(&spec);
  std::vector<long> runs;
  for (long run = 0; run < of.study.n_runs(); ++run)
    if (of.all.states[run] == RunState::ok) runs.push_back(run);
  std::vector<std::size_t> longest(specs.size(), 0);
  for (const long run : specs.empty() ? std::vector<long>{} : runs) {
    const Row row = of.index.row(run);
    for (std::size_t k = 0; k < specs.size() && k < row.curves.size(); ++k)
      longest[k] = std::max(longest[k], row.curves[k].size());
  }
  Json list = Json::array();
  for (std::size_t k = 0; k < specs.size(); ++k) {
    const std::size_t stride = parts_needed(longest[k], most_points), n = (longest[k] + stride - 1) / stride;
    if (n == 0) continue;
    const CurveSet all =
        curves_of(of, k, every(runs, parts_needed(runs.size() * n, most_numbers)), n, stride);
    const std::size_t coarser = parts_needed(all.runs.size() * n, most_numbers / specs.size());
    PackedColumns columns;
    for (const auto& band : bands_of(all)) columns.add(band);
    for (std::size_t i = 0; i < all.runs.size(); i += coarser) columns.add(all.curve(i));
    Json entry;
    entry["name"] = specs[k]->name;
    entry["of"] = specs[k]->of;
    entry["unit"] = specs[k]->unit;
    entry["begin"] = of.study.t_begin;
    entry["every"] = specs[k]->every * static_cast<double>(stride);
    entry["points"] = n;
    entry["stride"] = stride;
    entry["band_runs"] = all.runs.size();
    entry["runs"] = every(all.runs, coarser);
    page.add_numbers("curve-" + std::to_string(list.size()), columns.bytes());
    list.push_back(std::move(entry));
  }
  page.add_json("curves", json_line(list));
}

}  // namespace pleuel::sweep
