#include "pleuel/dae/event_finder.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/limits.hpp"
#include "pleuel/dae/root.hpp"

namespace pleuel {
namespace {

const std::vector<double> usual_points = {0.2, 0.4, 0.6, 0.8, 1};
const std::vector<double> first_points = {1e-3, 1e-2, 0.1, 0.2, 0.4, 0.6, 0.8, 1};

int sign_of(double value) { return (value > 0) - (value < 0); }

// The rounding error of t on a dense output; near t = 0, that of its length.
double resolution(const DenseOutput& dense) {
  return 2 * epsilon *
         std::max({std::abs(dense.begin()), std::abs(dense.end()), dense.end() - dense.begin()});
}

bool counts(Crossing crossing, int sign_before) {
  if (crossing == Crossing::either) return true;
  return sign_before == (crossing == Crossing::rising ? -1 : 1);
}

}  // namespace

EventFinder::EventFinder(std::vector<Event> events)
    : events_(std::move(events)),
      sign_(events_.size(), 0),
      next_sign_(sign_),
      is_at_zero_(events_.size(), 0),
      next_is_at_zero_(is_at_zero_),
      value_(events_.size(), 0.0),
      samples_(events_.size()),
      expected_(events_.size(), 0) {}

void EventFinder::start(double t, ConstVec y, const std::vector<int>& fired) {
  y_.resize(y.size());
  for (std::size_t i = 0; i < events_.size(); ++i) {
    value_[i] = events_[i].value(t, y);
    sign_[i] = sign_of(value_[i]);
  }
  fired_ = fired;
  for (const int i : fired) sign_[i] = 0;
  std::fill(is_at_zero_.begin(), is_at_zero_.end(), 0);
  std::fill(expected_.begin(), expected_.end(), 0);
  is_first_ = true;
}

void EventFinder::expect(double t, ConstVec y, ConstVec ydot, double dt) {
  y_ = y + dt * ydot;
  for (const int i : fired_) {
    const double change = events_[i].value(t + dt, y_) - value_[i];
    // No sign is expected if the function started away from zero beyond rounding, or does not
    // change.
    if (std::abs(change) > std::abs(value_[i])) expected_[i] = sign_of(change);
  }
}

void EventFinder::go_on(double t, ConstVec y) {
  for (std::size_t i = 0; i < events_.size(); ++i) value_[i] = events_[i].value(t, y);
  is_first_ = true;
}

const std::vector<FoundEvent>& EventFinder::find(const DenseOutput& dense) {
  found_.clear();
  not_a_number_ = contradicted_ = -1;
  evaluate(dense, is_first_ ? first_points : usual_points);
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const auto is_nan = [](const Sample& sample) { return std::isnan(sample.value); };
    if (std::any_of(samples_[i].begin(), samples_[i].end(), is_nan)) not_a_number_ = static_cast<int>(i);
  }
  if (not_a_number_ >= 0) return found_;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    add_vertices(dense, static_cast<int>(i));
    follow(dense, static_cast<int>(i));
  }
  std::stable_sort(found_.begin(), found_.end(),
                   [](const FoundEvent& a, const FoundEvent& b) { return a.t < b.t; });
  const auto decisive = std::find_if(found_.begin(), found_.end(), [&](const FoundEvent& f) {
    return events_[f.event].effect != EventEffect::note;
  });
  if (decisive == found_.end()) return found_;
  const double last = decisive->t + 2 * resolution(dense);
  found_.erase(std::find_if(decisive, found_.end(), [&](const FoundEvent& f) { return f.t > last; }),
               found_.end());
  return found_;
}

void EventFinder::keep() {
  sign_ = next_sign_;
  is_at_zero_ = next_is_at_zero_;
  std::fill(expected_.begin(), expected_.end(), 0);
  for (std::size_t i = 0; i < events_.size(); ++i) value_[i] = samples_[i].back().value;
  is_first_ = false;
}

double EventFinder::value_at(const DenseOutput& dense, int i, double t) {
  dense.evaluate(t, y_);
  return events_[i].value(t, y_);
}

void EventFinder::evaluate(const DenseOutput& dense, const std::vector<double>& at) {
  for (std::size_t i = 0; i < events_.size(); ++i) samples_[i] = {{dense.begin(), value_[i]}};
  for (const double theta : at) {
    const double t = theta == 1 ? dense.end() : dense.begin() + theta * (dense.end() - dense.begin());
    dense.evaluate(t, y_);
    for (std::size_t i = 0; i < events_.size(); ++i) samples_[i].push_back({t, events_[i].value(t, y_)});
  }
}

/// Samples where a function without a change of sign is nearest to zero: between samples around the
/// smallest one, also if that is an end of the step.
void EventFinder::add_vertices(const DenseOutput& dense, int i) {
  auto& samples = samples_[i];
  const auto add = [&](std::size_t smallest, std::size_t middle) {
    const auto [t0, f0] = samples[middle - 1];
    const auto [t1, f1] = samples[middle];
    const auto [t2, f2] = samples[middle + 1];
    const int sign = sign_of(f1);
    if (sign == 0 || sign_of(f0) != sign || sign_of(f2) != sign) return false;
    const auto is_smaller = [&](std::size_t k) {
      return k == smallest || std::abs(samples[smallest].value) < std::abs(samples[k].value);
    };
    if (!is_smaller(middle - 1) || !is_smaller(middle) || !is_smaller(middle + 1)) return false;
    const double left = (f1 - f0) / (t1 - t0), right = (f2 - f1) / (t2 - t1);
    // Zero of the derivative, whose values at the interval midpoints are `left` and `right`.
    const double vertex = 0.5 * (t0 + t1) - left * 0.5 * (t2 - t0) / (right - left);
    if (!(vertex > t0 && vertex < t2) || vertex == t1) return false;
    const Sample sample =
        nearest_to_zero(dense, i, {samples[middle - 1], samples[middle], samples[middle + 1]}, vertex);
    const auto place = static_cast<std::ptrdiff_t>(sample.t < t1 ? middle : middle + 1);
    samples.insert(samples.begin() + place, sample);
    return true;
  };
  if (samples.size() < 3) return;
  add(samples.size() - 1, samples.size() - 2);
  for (std::size_t k = samples.size() - 2; k > 0; --k) add(k, k);
  add(0, 1);
}

/// The smallest |f| between three samples of one sign, or a value of the other sign: successive
/// parabolas, and golden sections where they do not shrink the bracket. It ends as soon as f cannot
/// reach zero if it is convex there, so minima far from zero cost one evaluation.
EventFinder::Sample EventFinder::nearest_to_zero(const DenseOutput& dense, int i, std::array<Sample, 3> x,
                                                 double vertex) {
  constexpr int most_evaluations = 60;
  constexpr double narrowest = 1e-9;  // of the length of the dense output
  constexpr double golden = 0.381966011250105, quick = 0.5;
  const int sign = sign_of(x[1].value);
  const double least_width = narrowest * (dense.end() - dense.begin());
  for (int n = 1;; ++n) {
    const Sample now{vertex, value_at(dense, i, vertex)};
    if (sign_of(now.value) != sign) return now;
    const double width = x[2].t - x[0].t;
    const bool is_nearer = std::abs(now.value) < std::abs(x[1].value), is_before = now.t < x[1].t;
    if (is_nearer)
      x = is_before ? std::array{x[0], now, x[1]} : std::array{x[1], now, x[2]};
    else
      x[is_before ? 0 : 2] = now;
    const auto [t0, f0] = x[0];
    const auto [t1, f1] = x[1];
    const auto [t2, f2] = x[2];
    const double left = (f1 - f0) / (t1 - t0), right = (f2 - f1) / (t2 - t1);
    // Secants, continued beyond the middle sample, are below a convex function.
    const double below = sign * std::min(sign * (f1 - right * (t1 - t0)), sign * (f1 + left * (t2 - t1)));
    if (sign_of(below) == sign || t2 - t0 < least_width || n == most_evaluations) return x[1];
    vertex = 0.5 * (t0 + t1) - left * 0.5 * (t2 - t0) / (right - left);
    const bool is_useful = vertex > t0 && vertex < t2 && std::abs(vertex - t1) > 0.01 * (t2 - t0);
    if (!is_useful || t2 - t0 > quick * width)
      vertex = t1 - t0 > t2 - t1 ? t1 - golden * (t1 - t0) : t1 + golden * (t2 - t1);
  }
}

void EventFinder::follow(const DenseOutput& dense, int i) {
  const auto& samples = samples_[i];
  int sign = sign_[i];
  bool is_at_zero = is_at_zero_[i];
  for (std::size_t k = 1; k < samples.size(); ++k) {
    const int now = sign_of(samples[k].value);
    if (sign == 0) {
      if (now != 0 && now == -expected_[i]) contradicted_ = i;
      sign = now;
      continue;
    }
    const bool has_arrived = now != sign && !is_at_zero;
    if (has_arrived && counts(events_[i].crossing, sign))
      found_.push_back({i, first_zero(dense, i, samples[k - 1], samples[k], sign)});
    is_at_zero = now == 0;
    if (now != 0) sign = now;
  }
  next_sign_[i] = sign;
  next_is_at_zero_[i] = is_at_zero;
}

/// The time between a and b at which the function, which had `sign`, reached zero.
double EventFinder::first_zero(const DenseOutput& dense, int i, const Sample& a, const Sample& b, int sign) {
  // After a breakpoint, rounding may have moved the state and changed the sign.
  if (sign_of(a.value) != sign) return a.t;
  const double width = resolution(dense);
  const auto value = [&](double t) { return value_at(dense, i, t); };
  double end = narrow({a.t, b.t, a.value, b.value}, width, value);
  // A function that stays zero is also zero at later samples: search for its first zero.
  double begin = a.t;
  if (value(end) != 0 || !(end - 2 * width > begin) || sign_of(value(end - 2 * width)) == sign) return end;
  while (end - begin > width) {
    const double middle = begin + 0.5 * (end - begin);
    (sign_of(value(middle)) == sign ? begin : end) = middle;
  }
  return end;
}

}  // namespace pleuel
