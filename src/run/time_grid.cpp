#include "pleuel/run/time_grid.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace {

// (t_end − t_begin)/dt is off by a few units in the last place; larger deviations are not rounding.
constexpr double rounding = 1e-9;

}  // namespace

TimeGrid TimeGrid::every(double dt, double t_begin, double t_end, long first) {
  const double n_intervals = std::floor((t_end - t_begin) / dt + rounding);
  if (!(n_intervals < most_points)) throw InvalidInput("a grid of times has more than 1e9 points");
  TimeGrid grid;
  grid.dt_ = dt;
  grid.t_begin_ = t_begin;
  grid.t_end_ = t_end;
  grid.next_ = first;
  grid.count_ = static_cast<long>(n_intervals) + 1;
  return grid;
}

TimeGrid TimeGrid::at(std::vector<double> times) {
  TimeGrid grid;
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  grid.times_ = std::move(times);
  grid.count_ = static_cast<long>(grid.times_.size());
  return grid;
}

double TimeGrid::time(long i) const {
  if (dt_ == 0) return times_[static_cast<std::size_t>(i)];
  const double t = t_begin_ + static_cast<double>(i) * dt_;
  const bool is_end = std::abs(t - t_end_) <= rounding * dt_;
  return is_end ? t_end_ : t;
}

std::optional<double> TimeGrid::next_up_to(double t) {
  if (next_ >= count_) return std::nullopt;
  const double wanted = time(next_);
  if (wanted > t) return std::nullopt;
  ++next_;
  return wanted;
}

}  // namespace pleuel
