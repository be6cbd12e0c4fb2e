#include "pleuel/lab/trajectory_error.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace pleuel {
namespace {

// Of an unknown, relative to the largest of its group and unit.
constexpr double least_scale = 1e-3;
// relative to the largest of its group in any unit: less is rounding
constexpr double rounding_scale = 1e-9;
constexpr double event_distance = 1e-3;  // relative to the interval

bool is_compared(const Unknown& unknown) {
  return std::ranges::find(compared_groups(), unknown.group) != compared_groups().end();
}

double& slot(GroupErrors& errors, Group group) {
  switch (group) {
    case Group::q:
      return errors.q;
    case Group::v:
      return errors.v;
    case Group::lambda:
      return errors.lambda;
    case Group::s:
      return errors.s;
    default:
      return errors.y;
  }
}

// The scale of each unknown.
Vector scales_of(const SampledTrajectory& reference) {
  const auto& unknowns = reference.unknowns();
  Vector scales = Vector::Zero(static_cast<Eigen::Index>(unknowns.size()));
  for (int k = 0; k < reference.n_samples(); ++k) scales = scales.cwiseMax(reference.values(k).cwiseAbs());
  std::map<std::pair<Group, std::string>, double> largest;
  std::map<Group, double> largest_of_all;
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    double &most = largest[{unknowns[i].group, unknowns[i].unit}],
           &of_all = largest_of_all[unknowns[i].group];
    most = std::max(most, scales[static_cast<Eigen::Index>(i)]);
    of_all = std::max(of_all, most);
  }
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    double& scale = scales[static_cast<Eigen::Index>(i)];
    scale = std::max({scale, least_scale * largest[{unknowns[i].group, unknowns[i].unit}],
                      rounding_scale * largest_of_all[unknowns[i].group]});
  }
  return scales;
}

bool are_alike(const SampledTrajectory& a, const SampledTrajectory& b) {
  return std::ranges::equal(a.unknowns(), b.unknowns(), [](const Unknown& x, const Unknown& y) {
    return x.name == y.name && x.group == y.group;
  });
}

}  // namespace

const std::vector<Group>& compared_groups() {
  static const std::vector<Group> groups = {Group::q, Group::v, Group::lambda, Group::s, Group::y};
  return groups;
}

double GroupErrors::of(Group group) const {
  GroupErrors copy = *this;
  return slot(copy, group);
}

double GroupErrors::largest(const std::vector<Group>& groups) const {
  double most = none;
  for (const Group group : groups)
    if (const double error = of(group); !std::isnan(error))
      most = std::isnan(most) ? error : std::max(most, error);
  return most;
}

Group GroupErrors::worst(const std::vector<Group>& groups) const {
  const double most = largest(groups);
  for (const Group group : groups)
    if (of(group) == most) return group;
  return groups.front();
}

void SampledTrajectory::begin(const RunHeader& header) {
  for (std::size_t i = 0; i < header.unknowns.size(); ++i) {
    if (!is_compared(header.unknowns[i])) continue;
    unknowns_.push_back(header.unknowns[i]);
    kept_.push_back(static_cast<Eigen::Index>(i));
  }
  // Formulations may order groups differently.
  std::vector<std::size_t> order(kept_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return unknowns_[i].group; });
  std::vector<Unknown> unknowns;
  std::vector<Eigen::Index> kept;
  for (const std::size_t i : order) {
    unknowns.push_back(unknowns_[i]);
    kept.push_back(kept_[i]);
  }
  unknowns_ = std::move(unknowns);
  kept_ = std::move(kept);
}

void SampledTrajectory::sample(double t, ConstVec y) {
  // Jumps are sampled too; only the requested times are kept.
  if (values_.size() == times_.size() || t != times_[values_.size()]) return;
  Vector& values = values_.emplace_back(static_cast<Eigen::Index>(kept_.size()));
  for (std::size_t i = 0; i < kept_.size(); ++i) values[static_cast<Eigen::Index>(i)] = y[kept_[i]];
}

void SampledTrajectory::end(const RunResult& result) {
  for (const RunEvent& event : result.events)
    if (event.effect == EventEffect::jump) events_.push_back(event.t);
}

bool SampledTrajectory::is_near_event(double t) const {
  const double distance = event_distance * (times_.back() - times_.front());
  return std::ranges::any_of(events_, [&](double event) { return std::abs(event - t) <= distance; });
}

GroupErrors errors_of(const SampledTrajectory& run, const SampledTrajectory& reference) {
  GroupErrors errors;
  const Vector scales = scales_of(reference);
  const bool is_complete = run.n_samples() + 1 >= reference.n_samples() && are_alike(run, reference);
  const int n = std::min(run.n_samples(), reference.n_samples());
  for (std::size_t i = 0; i < reference.unknowns().size(); ++i) {
    const auto place = static_cast<Eigen::Index>(i);
    double& error = slot(errors, reference.unknowns()[i].group);
    if (std::isnan(error)) error = 0;
    if (!is_complete) {
      error = std::numeric_limits<double>::infinity();
      continue;
    }
    for (int k = 0; k < n; ++k) {
      const double t = reference.times()[static_cast<std::size_t>(k)];
      if (reference.is_near_event(t) || run.is_near_event(t)) continue;
      const double distance = std::abs(run.values(k)[place] - reference.values(k)[place]);
      // A constant unknown has no scale: its absolute error counts.
      const double relative = scales[place] > 0 ? distance / scales[place] : distance;
      // NaN counts as infinite.
      if (!(relative <= error))
        error = std::isnan(relative) ? std::numeric_limits<double>::infinity() : relative;
    }
  }
  return errors;
}

}  // namespace pleuel
