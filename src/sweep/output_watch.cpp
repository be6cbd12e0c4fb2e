#include "pleuel/sweep/output_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"

namespace pleuel::sweep {
namespace {

using Kind = OutputSpec::Kind;
constexpr double unknown_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();
// (√5 − 1)/2; 8 sections divide half a step by 47, and the parabola through the rest is exact to
// third order in that.
constexpr double golden = 0.6180339887498949;
constexpr int n_sections = 8, n_bisections = 60;

// Largest value, and its place, of the parabola through three points a distance d apart, relative
// to the middle: within ±1 interval. Empty if it bends upwards or has its vertex outside.
struct Vertex {
  bool is_inside = false;
  double value = 0;
};
Vertex vertex(double left, double middle, double right) {
  const double slope = 0.5 * (right - left), bend = left - 2 * middle + right;
  if (!(bend < 0) || std::abs(slope) > -bend) return {};
  return {true, middle - 0.5 * slope * slope / bend};
}

// A point of the function that is searched.
struct Probe {
  double t, x;
};

// The place of the largest value of f in [a.t, b.t], where f has one maximum: golden sections, then
// the vertex of the parabola through the last three points.
template <class F>
Probe largest_between(Probe a, Probe b, F f) {
  const auto probe = [&](double t) { return Probe{t, f(t)}; };
  Probe left = probe(b.t - golden * (b.t - a.t)), right = probe(a.t + golden * (b.t - a.t));
  for (int i = 0; i < n_sections; ++i) {
    if (left.x < right.x) {
      a = left;
      left = right;
      right = probe(a.t + golden * (b.t - a.t));
    } else {
      b = right;
      right = left;
      left = probe(b.t - golden * (b.t - a.t));
    }
  }
  const Probe best = left.x < right.x ? right : left;
  const double u = best.t - a.t, v = best.t - b.t, p = u * (best.x - b.x), q = v * (best.x - a.x);
  if (!(p - q != 0)) return best;
  const double vertex_t = best.t - 0.5 * (u * p - v * q) / (p - q);
  if (!(vertex_t > a.t && vertex_t < b.t)) return best;
  const Probe polished = probe(vertex_t);
  return polished.x > best.x ? polished : best;
}

bool needs_extremes(Kind kind) {
  return kind == Kind::max || kind == Kind::min || kind == Kind::peak || kind == Kind::time_of_max ||
         kind == Kind::time_of_min;
}

// Number of points of a curve; the last one may differ from the end of the run by rounding.
long n_points(const OutputSpec& spec, double t_begin, double t_end) {
  return static_cast<long>(std::floor((t_end - t_begin) / spec.every * (1 + 1e-12))) + 1;
}

}  // namespace

void OutputWatch::begin(const RunHeader& header) {
  quantities_.clear();
  t_begin_ = header.t_begin;
  t_end_ = header.t_end;
  y_.resize(static_cast<Eigen::Index>(header.unknowns.size()));
  const auto index_in = [](const auto& list, const std::string& name) {
    const auto it =
        std::find_if(list.begin(), list.end(), [&](const auto& item) { return item.name == name; });
    return it == list.end() ? Eigen::Index{-1} : static_cast<Eigen::Index>(it - list.begin());
  };
  for (const OutputSpec& spec : study_.outputs) {
    if (!spec.is_watched()) continue;
    Quantity quantity{.spec = &spec,
                      .is_unknown = false,
                      .index = index_in(header.outputs, spec.of),
                      .high = -infinite,
                      .low = infinite,
                      .t_high = unknown_value,
                      .t_low = unknown_value,
                      .t_crossing = unknown_value};
    if (quantity.index < 0) {
      quantity.is_unknown = true;
      quantity.index = index_in(header.unknowns, spec.of);
    }
    if (quantity.index < 0)
      throw InvalidInput("the run has no output or unknown '" + spec.of + "', which the study's output '" +
                         spec.name + "' needs; its formulation has other unknowns");
    quantities_.push_back(std::move(quantity));
  }
  points_.resize(quantities_.size() * (n_intervals + 1));
}

double OutputWatch::value(const Quantity& quantity, const StepReport& report, double t) {
  report.dense.evaluate(t, y_);
  if (quantity.is_unknown) return y_[quantity.index];
  report.outputs.forget();
  return report.outputs.at(t, view(std::as_const(y_)))[quantity.index];
}

void OutputWatch::step(const StepReport& report) {
  if (quantities_.empty() || !(report.t > report.begin)) return;
  double t[n_intervals + 1];
  constexpr int n = n_intervals + 1;
  const bool has_outputs = std::ranges::any_of(quantities_, [](const Quantity& q) { return !q.is_unknown; });
  const bool is_traced = std::ranges::any_of(quantities_, [](const Quantity& q) {
    return needs_extremes(q.spec->kind) || q.spec->kind == Kind::crossing;
  });
  for (int i = 0; is_traced && i < n; ++i) {
    t[i] = i == n_intervals ? report.t : report.begin + i * (report.t - report.begin) / n_intervals;
    report.dense.evaluate(t[i], y_);
    report.outputs.forget();
    const ConstVec* outputs = nullptr;
    std::optional<ConstVec> row;
    if (has_outputs) outputs = &row.emplace(report.outputs.at(t[i], view(std::as_const(y_))));
    for (std::size_t k = 0; k < quantities_.size(); ++k)
      points_[k * n + i] =
          quantities_[k].is_unknown ? y_[quantities_[k].index] : (*outputs)[quantities_[k].index];
  }
  for (std::size_t k = 0; k < quantities_.size(); ++k) {
    Quantity& quantity = quantities_[k];
    if (needs_extremes(quantity.spec->kind)) look_for_extremes(quantity, report, t, &points_[k * n]);
    if (quantity.spec->kind == Kind::crossing) look_for_crossing(quantity, report, t, &points_[k * n]);
    if (quantity.spec->kind == Kind::curve) extend_curve(quantity, report);
  }
}

void OutputWatch::look_for_extremes(Quantity& quantity, const StepReport& report, const double* t,
                                    const double* x) {
  const auto take = [&](double at, double value) {
    if (value > quantity.high) {
      quantity.high = value;
      quantity.t_high = at;
    }
    if (value < quantity.low) {
      quantity.low = value;
      quantity.t_low = at;
    }
  };
  for (int i = 0; i <= n_intervals; ++i) take(t[i], x[i]);
  const Kind kind = quantity.spec->kind;
  const bool is_high = kind != Kind::min && kind != Kind::time_of_min;
  const bool is_low = kind != Kind::max && kind != Kind::time_of_max;
  for (int i = 1; i < n_intervals; ++i) {
    for (const double sign : {1.0, -1.0}) {
      if (sign > 0 ? !is_high : !is_low) continue;
      const Vertex top = vertex(sign * x[i - 1], sign * x[i], sign * x[i + 1]);
      const double known = sign > 0 ? quantity.high : -quantity.low;
      if (!top.is_inside || !(top.value > known)) continue;
      const Probe found = largest_between({t[i - 1], sign * x[i - 1]}, {t[i + 1], sign * x[i + 1]},
                                          [&](double s) { return sign * value(quantity, report, s); });
      take(found.t, sign * found.x);
    }
  }
}

void OutputWatch::look_for_crossing(Quantity& quantity, const StepReport& report, const double* t,
                                    const double* x) {
  const OutputSpec& spec = *quantity.spec;
  for (int i = 0; i < n_intervals && std::isnan(quantity.t_crossing); ++i) {
    const double left = x[i] - spec.level, right = x[i + 1] - spec.level;
    const bool is_up = left < 0 && right >= 0, is_down = left > 0 && right <= 0;
    if (!(is_up && spec.direction >= 0) && !(is_down && spec.direction <= 0)) continue;
    double a = t[i], b = t[i + 1];
    for (int k = 0; k < n_bisections && a < b; ++k) {
      const double middle = 0.5 * (a + b);
      if (middle <= a || middle >= b) break;
      const double there = value(quantity, report, middle) - spec.level;
      (is_up ? there >= 0 : there <= 0) ? b = middle : a = middle;
    }
    quantity.t_crossing = b;
  }
}

void OutputWatch::extend_curve(Quantity& quantity, const StepReport& report) {
  const OutputSpec& spec = *quantity.spec;
  const long n_all = n_points(spec, t_begin_, t_end_);
  for (long i = static_cast<long>(quantity.curve.size()); i < n_all; ++i) {
    const double t = std::min(t_begin_ + static_cast<double>(i) * spec.every, t_end_);
    if (t > report.t) return;
    quantity.curve.push_back(value(quantity, report, std::max(t, report.begin)));
  }
}

std::vector<double> OutputWatch::values(const RunResult& result, long run) const {
  std::vector<double> inputs = {result.t};
  for (std::size_t k = 0; k < study_.n_columns(); ++k)
    if (const Variation& varied = study_.column(k); varied.is_number())
      inputs.push_back(study_.level(run, k).number * varied.factor);
  std::vector<double> list;
  auto watched = quantities_.begin();
  for (const OutputSpec& spec : study_.outputs) {
    double value = unknown_value;
    switch (spec.kind) {
      case Kind::end: {
        const auto it = std::ranges::find(result.outputs, spec.of, &Output::name);
        const auto& unknowns = result.header.unknowns;
        const auto unknown =
            std::find_if(unknowns.begin(), unknowns.end(), [&](const auto& u) { return u.name == spec.of; });
        if (it != result.outputs.end())
          value = it->value;
        else if (unknown != unknowns.end())
          value = result.y[unknown - unknowns.begin()];
        break;
      }
      case Kind::max:
        value = watched->high;
        break;
      case Kind::min:
        value = watched->low;
        break;
      case Kind::peak:
        value = std::max(std::abs(watched->high), std::abs(watched->low));
        break;
      case Kind::time_of_max:
        value = watched->t_high;
        break;
      case Kind::time_of_min:
        value = watched->t_low;
        break;
      case Kind::crossing:
        value = watched->t_crossing;
        break;
      case Kind::event:
      case Kind::event_count: {
        double count = 0;
        for (const RunEvent& event : result.events) {
          if (event.name != spec.of) continue;
          if (count == 0 || spec.is_last) value = event.t;
          ++count;
        }
        if (spec.kind == Kind::event_count) value = count;
        break;
      }
      case Kind::curve:
        break;
      case Kind::formula:
      case Kind::verdict: {
        // Nothing follows from a value that does not exist, also where a comparison is false with
        // it.
        bool is_known = true;
        for (std::size_t i = 0; i < inputs.size(); ++i)
          is_known = is_known && (!std::isnan(inputs[i]) || !spec.expression.uses(static_cast<int>(i)));
        if (is_known) value = spec.expression.value(inputs);
        if (is_known && spec.is_verdict()) value = value != 0 ? 1 : 0;
        break;
      }
    }
    if (spec.is_watched()) ++watched;
    if (spec.is_curve()) continue;
    list.push_back(value);
    inputs.push_back(value);
  }
  return list;
}

std::vector<std::vector<double>> OutputWatch::curves() const {
  std::vector<std::vector<double>> list;
  for (const Quantity& quantity : quantities_)
    if (quantity.spec->is_curve()) list.push_back(quantity.curve);
  return list;
}

}  // namespace pleuel::sweep
