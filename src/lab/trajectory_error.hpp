// How far two trajectories of one case are apart, group by group.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// Relative errors of the groups; NaN where a case has no such group. `y`: all unknowns of a plain
/// DAE.
struct GroupErrors {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  double q = none;
  double v = none;
  double lambda = none;
  double s = none;
  double y = none;

  double of(Group group) const;
  /// The largest over `groups`; NaN if there is none of them.
  double largest(const std::vector<Group>& groups) const;
  /// The group that has it.
  Group worst(const std::vector<Group>& groups) const;
};

/// The groups by which trajectories are compared: q, v, λ, s and y. Accelerations follow from them.
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

/// Keeps a run at given times, which the run must be asked to sample.
class SampledTrajectory : public RunObserver {
 public:
  explicit SampledTrajectory(std::vector<double> times) : times_(std::move(times)) {}

  void begin(const RunHeader& header) override;
  void sample(double t, ConstVec y) override;
  void end(const RunResult& result) override;

  const std::vector<double>& times() const { return times_; }
  /// How many of the times were reached.
  int n_samples() const { return static_cast<int>(values_.size()); }
  const std::vector<Unknown>& unknowns() const { return unknowns_; }
  const Vector& values(int sample) const { return values_[static_cast<std::size_t>(sample)]; }
  /// A jump of the run at this time or so near to it that two runs may be on its two sides.
  bool is_near_event(double t) const;

 private:
  std::vector<double> times_;
  std::vector<Unknown> unknowns_;
  std::vector<Eigen::Index> kept_;  // places in y of the unknowns that are compared
  std::vector<Vector> values_;
  std::vector<double> events_;
};

/// For each unknown of a group, max_t |x(t) − r(t)| over its scale, the largest |r(t)|, but at
/// least a thousandth of the largest in its group that has the same unit: coordinates that are held
/// at zero by a constraint have no scale of their own. It is at least 1e-9 of the largest of the
/// group in any unit: angles of a chain that hangs straight are nothing but rounding. The largest
/// counts. Samples near an event of either are left out. Infinite where `run` has fewer samples
/// than `reference` by more than one, or unlike unknowns.
GroupErrors errors_of(const SampledTrajectory& run, const SampledTrajectory& reference);

}  // namespace pleuel
