// What a run went through, and how far two runs are apart.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "pleuel/run/run.hpp"

namespace pleuel::testing {

/// q, v and s at the sampled times.
struct Trajectory {
  std::vector<double> t;
  std::vector<Vector> q, v, s;
  std::vector<Vector> outputs;
  RunResult result;

  void append(const Trajectory& from, std::size_t i) {
    t.push_back(from.t[i]);
    q.push_back(from.q[i]);
    v.push_back(from.v[i]);
    s.push_back(from.s[i]);
    outputs.push_back(from.outputs[i]);
  }
};

class TrajectoryRecorder final : public RunObserver {
 public:
  explicit TrajectoryRecorder(Trajectory& into) : into_(into) {}

  void begin(const RunHeader& header) override {
    for (const Unknown& u : header.unknowns) groups_.push_back(u.group);
  }
  void sample(const Sample& at) override {
    into_.t.push_back(at.t());
    into_.q.push_back(part_of(at.y(), Group::q));
    into_.v.push_back(part_of(at.y(), Group::v));
    into_.s.push_back(part_of(at.y(), Group::s));
    into_.outputs.emplace_back(at.outputs());
  }

 private:
  Vector part_of(ConstVec y, Group group) const {
    Vector x(std::count(groups_.begin(), groups_.end(), group));
    Eigen::Index n = 0;
    for (std::size_t i = 0; i < groups_.size(); ++i)
      if (groups_[i] == group) x[n++] = y[Eigen::Index(i)];
    return x;
  }

  Trajectory& into_;
  std::vector<Group> groups_;
};

/// max |x − r| / (1 + |r|) over the components.
inline double scaled_distance(const Vector& x, const Vector& r) {
  if (x.size() != r.size()) return std::numeric_limits<double>::infinity();
  double far = 0;
  for (Eigen::Index i = 0; i < r.size(); ++i) {
    const double d = std::abs(x[i] - r[i]) / (1 + std::abs(r[i]));
    far = d <= far ? far : d;  // NaN counts as far
  }
  return far;
}

struct Distance {
  double q = 0, v = 0, s = 0;
  double largest() const { return std::max({q, v, s}); }
};

/// Over the times that both reached.
inline Distance distance(const Trajectory& x, const Trajectory& r) {
  Distance far;
  for (std::size_t i = 0; i < std::min(x.t.size(), r.t.size()); ++i) {
    far.q = std::max(far.q, scaled_distance(x.q[i], r.q[i]));
    far.v = std::max(far.v, scaled_distance(x.v[i], r.v[i]));
    far.s = std::max(far.s, scaled_distance(x.s[i], r.s[i]));
  }
  return far;
}

}  // namespace pleuel::testing
