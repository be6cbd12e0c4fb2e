#include "pleuel/io/curve_sampler.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/limits.hpp"
#include "pleuel/io/rounding_level.hpp"

namespace pleuel {
namespace {

constexpr double part_of_range = 1.0 / 500, part_of_run = 1.0 / 2000;
constexpr double safety = 0.5;       // of the estimated deviation
constexpr double part_within = 0.4;  // where a point is computed
constexpr std::size_t most_divisions = 7;

/// |x[t₀, t₁, t₂]| of column k.
template <class Point>
double second_difference(const Point& first, const Point& second, const Point& third, int k) {
  const double then = (second.row[k] - first.row[k]) / (second.t - first.t),
               now = (third.row[k] - second.row[k]) / (third.t - second.t);
  return std::abs(now - then) / (third.t - first.t);
}

}  // namespace

CurveSampler::CurveSampler(const std::vector<std::string>& units, const std::vector<int>& watched,
                           double length, int most_points)
    : shortest_(length * part_of_run),
      columns_(static_cast<int>(units.size()), most_points),
      middle_(most_divisions + 1) {
  std::vector<std::string> known;
  for (const int column : watched) {
    const auto it = std::find(known.begin(), known.end(), units[static_cast<std::size_t>(column)]);
    watched_.push_back({column, static_cast<std::size_t>(it - known.begin()), infinity, -infinity});
    if (it == known.end()) known.push_back(units[static_cast<std::size_t>(column)]);
  }
  largest_.assign(known.size(), 0.0);
  for (Point& point : middle_) point.row.setZero(static_cast<Eigen::Index>(units.size()));
  end_.row = middle_[0].row;
}

void CurveSampler::add(double t, ConstVec row) {
  if (n_waiting_ == waiting_.size()) waiting_.emplace_back();
  waiting_[n_waiting_].t = t;
  waiting_[n_waiting_++].row = row;
  ++n_samples_;
}

void CurveSampler::step(double begin, double end, const Evaluate& evaluate) {
  const bool has_sample = n_waiting_ > 0 && waiting_[n_waiting_ - 1].t > begin;
  for (std::size_t i = 0; i < n_waiting_; ++i) {
    settle_held(waiting_[i]);
    follow(waiting_[i], begin, evaluate);
  }
  n_waiting_ = 0;
  if (!has_sample) hold_end(begin, end, evaluate);
}

void CurveSampler::finish() {
  for (std::size_t i = 0; i < n_waiting_; ++i) {
    settle_held(waiting_[i]);
    emit(waiting_[i]);
  }
  n_waiting_ = 0;
  if (is_held_) emit(held_);
  is_held_ = false;
  columns_.finish();
}

/// Holds the end of a step without samples if the interval is short and all numbers are finite;
/// otherwise it is taken.
void CurveSampler::hold_end(double begin, double end, const Evaluate& evaluate) {
  end_.t = end;
  if (!evaluate(end, view(end_.row))) return;
  settle_held(end_);
  const double length = end - last_.t;
  const auto is_finite = [this](const Range& range) { return std::isfinite(end_.row[range.column]); };
  if (n_taken_ == 0 || !(length > 0 && length <= shortest_) ||
      !std::all_of(watched_.begin(), watched_.end(), is_finite))
    return follow(end_, begin, evaluate);
  for (Range& range : watched_) {
    const double rise = end_.row[range.column] - last_.row[range.column], room = tolerance(range);
    const double least = (rise - room) / length, most = (rise + room) / length;
    range.least_slope = n_left_out_ == 0 ? least : std::max(range.least_slope, least);
    range.most_slope = n_left_out_ == 0 ? most : std::min(range.most_slope, most);
  }
  std::swap(held_, end_);
  if (end_.row.size() == 0) end_.row = held_.row;
  is_held_ = true;
}

/// Decides whether the point held is taken before the next one, or left out.
void CurveSampler::settle_held(const Point& next) {
  if (!is_held_) return;
  is_held_ = false;
  if (passes_held(next))
    ++n_left_out_;
  else
    emit(held_);
}

bool CurveSampler::passes_held(const Point& next) const {
  const double length = next.t - last_.t;
  if (!(next.t > held_.t) || length > shortest_) return false;
  return std::all_of(watched_.begin(), watched_.end(), [&](const Range& range) {
    const double slope = (next.row[range.column] - last_.row[range.column]) / length;
    return slope >= range.least_slope && slope <= range.most_slope;
  });
}

void CurveSampler::follow(const Point& next, double begin, const Evaluate& evaluate) {
  const bool is_long = n_taken_ > 0 && next.t - last_.t > shortest_;
  if (is_long && !columns_.is_thinned() && !is_straight(next)) {
    // Dense output of the step before is gone.
    Point& at_begin = middle_[0];
    if (last_.t < begin && begin < next.t && evaluate(at_begin.t = begin, view(at_begin.row))) emit(at_begin);
    if (last_.t >= begin) refine(last_, next, most_divisions, evaluate);
  }
  emit(next);
}

void CurveSampler::refine(const Point& from, const Point& to, std::size_t depth, const Evaluate& evaluate) {
  Point& middle = middle_[depth];
  middle.t = from.t + part_within * (to.t - from.t);
  if (!(from.t < middle.t && middle.t < to.t) || !evaluate(middle.t, view(middle.row))) return;
  const bool is_close = std::all_of(watched_.begin(), watched_.end(), [&](const Range& range) {
    const auto k = range.column;
    const double line = from.row[k] + part_within * (to.row[k] - from.row[k]);
    return std::abs(middle.row[k] - line) <= tolerance(range);
  });
  const bool is_split = !is_close && depth > 1 && to.t - middle.t > shortest_;
  if (is_split) refine(from, middle, depth - 1, evaluate);
  emit(middle);
  if (is_split) refine(middle, to, depth - 1, evaluate);
}

void CurveSampler::emit(const Point& point) {
  if (n_taken_ > 0 && point.t <= last_.t) n_taken_ = 0;
  for (Range& range : watched_) {
    const double x = point.row[range.column];
    range.low = std::fmin(range.low, x);
    range.high = std::fmax(range.high, x);
    largest_[range.unit] = std::fmax(largest_[range.unit], std::abs(x));
  }
  std::swap(earlier_, before_);
  std::swap(before_, last_);
  last_.t = point.t;
  last_.row = point.row;
  n_left_out_ = 0;
  ++n_taken_;
  columns_.add(point.t, view(point.row));
}

double CurveSampler::tolerance(const Range& range) const {
  return std::max(part_of_range * (range.high - range.low), rounding_level * largest_[range.unit]);
}

bool CurveSampler::is_straight(const Point& next) const {
  if (n_taken_ < 2) return false;
  const double length = next.t - last_.t;
  return std::all_of(watched_.begin(), watched_.end(), [&](const Range& range) {
    const auto k = range.column;
    double bend = second_difference(before_, last_, next, k);
    if (n_taken_ > 2) bend = std::max(bend, second_difference(earlier_, before_, last_, k));
    return bend * length * length / 4 <= safety * tolerance(range);
  });
}

}  // namespace pleuel
