// Distance between two trajectories of one case, per group.
#pragma once

#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "pleuel/base/state_stream.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// Relative errors of the groups; NaN if a case has no such group. `y`: all unknowns of a plain
/// DAE.
struct GroupErrors {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  double q = none;
  double v = none;
  double lambda = none;
  double s = none;
  double y = none;

  double of(Group group) const;
  /// The largest error over `groups`; NaN if there is none.
  double largest(const std::vector<Group>& groups) const;
  /// The group with the largest error.
  Group worst(const std::vector<Group>& groups) const;
};

/// The compared groups: q, v, λ, s and y. Accelerations follow from them.
const std::vector<Group>& compared_groups();

/// Calls visit(name, error) for each group, in the order of compared_groups().
template <class Errors, class Visit>
void for_each_group(Errors& errors, Visit&& visit) {
  visit("q", errors.q);
  visit("v", errors.v);
  visit("lambda", errors.lambda);
  visit("s", errors.s);
  visit("y", errors.y);
}

/// Stores a run at given times; the run must be asked to sample them.
class SampledTrajectory : public RunObserver {
 public:
  explicit SampledTrajectory(std::vector<double> times) : times_(std::move(times)) {}

  void begin(const RunHeader& header) override;
  void sample(double t, ConstVec y) override;
  void end(const RunResult& result) override;

  const std::vector<double>& times() const { return times_; }
  /// Number of times that were reached.
  int n_samples() const { return static_cast<int>(values_.size()); }
  const std::vector<Unknown>& unknowns() const { return unknowns_; }
  const Vector& values(int sample) const { return values_[static_cast<std::size_t>(sample)]; }
  /// True if the run jumps so near to t that two runs may be on different sides.
  bool is_near_event(double t) const;

  /// What was stored, for another object with the same times.
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    std::size_t n_unknowns = self.unknowns_.size(), n_samples = self.values_.size();
    stream(n_unknowns, n_samples, self.events_);
    if constexpr (!std::is_const_v<Self>) {
      self.unknowns_.resize(n_unknowns);
      self.values_.resize(n_samples);
    }
    for (auto& x : self.unknowns_) stream(x.name, x.unit, x.group, x.index, x.is_differential);
    for (auto& y : self.values_) stream(resized(y));
  }

 private:
  std::vector<double> times_;
  std::vector<Unknown> unknowns_;
  std::vector<Eigen::Index> kept_;  // indices in y of the compared unknowns
  std::vector<Vector> values_;
  std::vector<double> events_;
};

/// For each unknown of a group: max_t |x(t) − r(t)| divided by its scale, the largest |r(t)|. The
/// scale is at least a thousandth of the largest in the group with the same unit, because
/// coordinates that a constraint holds at zero have no scale. It is at least 1e-9 of the largest of
/// the group in any unit, below which values are rounding errors. The result is the largest over
/// the group. Samples near an event are omitted. Infinite if `run` has fewer samples than
/// `reference` by more than one, or different unknowns.
GroupErrors errors_of(const SampledTrajectory& run, const SampledTrajectory& reference);

}  // namespace pleuel
