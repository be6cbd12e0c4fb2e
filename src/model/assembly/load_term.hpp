// A force or torque of given magnitude on one body.
#pragma once

#include <string>

#include "pleuel/model/assembly/measures.hpp"
#include "pleuel/model/assembly/row_term.hpp"
#include "pleuel/model/force/force_law.hpp"

namespace pleuel {

/// The generalised force F(t, measures) w(q) on a body that is not the gradient of a scalar:
///
///     follower force   w = (R e, u × e), of a fixed direction e in the body, at the point u
///     body torque      w = (0, e), about an axis of the body
///     ground torque    w = (0, Rᵀ e), about an axis of the ground (in the plane the same)
template <int D>
class LoadTerm {
  using S = Space<D>;
  using Columns = typename PairBlocks<D>::Columns;

 public:
  enum class Kind { follower_force, body_torque, ground_torque };

  /// e has D entries for a force; for a torque in the plane only its sign is used (e = +1).
  LoadTerm(Kind kind, int body, const Eigen::Vector3d& e, const typename S::Point& u, LawFunction size,
           const Measures<D>& measures)
      : kind_(kind), bodies_{-1, body}, e_(e), u_(u), size_(std::move(size)) {
    const PartMask own = product_mask(parts::move_j | parts::rotation_j, parts::rotation_j);
    by_q_ = PairBlocks<D>(bodies_, bodies_, own, Columns::q);
    for (const int k : size_.measures()) {
      const PartMask cross = product_mask(parts::move_j | parts::rotation_j, measures.gradient_parts(k));
      readings_.push_back({k, PairBlocks<D>(bodies_, measures.bodies(k), cross, Columns::q),
                           PairBlocks<D>(bodies_, measures.bodies(k), cross, Columns::v)});
    }
  }

  void declare(PatternEntries& p) const {
    by_q_.declare(p.dynamics_q);
    for (const Reading& r : readings_) {
      r.by_q.declare(p.dynamics_q);
      r.by_v.declare(p.dynamics_v);
    }
  }
  void find(const MotionMatrices& m) {
    by_q_.find(m.dynamics_q);
    for (Reading& r : readings_) {
      r.by_q.find(m.dynamics_q);
      r.by_v.find(m.dynamics_v);
    }
  }

  /// Calls visit(k) for each measure that it reads.
  template <class Visit>
  void for_each_measure(Visit visit) const {
    for (const Reading& r : readings_) visit(r.measure);
  }

  template <class Bodies>
  void add(const Bodies& bodies, const MeasuredMotion<D>& measured, double t, double* dynamics) const {
    add_pair<D>(-size_.value(point(measured, t)), direction(bodies[bodies_.j]), bodies_, dynamics);
  }

  /// Calls visit(F, m, pair): m has the direction w as its gradient, and the rate w · (v, ω).
  template <class Bodies, class Measured, class Visit>
  void act(const Bodies& bodies, const Measured& measured, const Motion& at, Visit visit) const {
    const BodyMotion<D> body = bodies[bodies_.j];
    ScalarMotion<D> m;
    m.gradient = direction(body);
    m.rate = move_j<D>(m.gradient).dot(body.v) + rotation_j<D>(m.gradient).dot(body.omega);
    visit(size_.value(point(measured, at.t)), m, bodies_);
  }

  template <class Bodies>
  void linearize(const Bodies& bodies, const MeasuredMotion<D>& measured, double t,
                 MotionMatrices& out) const {
    const auto& body = bodies[bodies_.j];
    const LawResult F = size_.derivatives(point(measured, t));
    const typename S::Pair w = direction(body);
    by_q_.add(-F.value, turned(body), bodies[-1], body, out.dynamics_q.value.data());
    for (std::size_t k = 0; k < readings_.size(); ++k) {
      const Reading& r = readings_[k];
      const ScalarJet<D>& x = measured.jet(r.measure);
      const BodyPair other = measured.bodies(r.measure);
      const typename S::Pair slope = F.by_measured[2 * k] * x.gradient + F.by_measured[2 * k + 1] * x.rate_q;
      r.by_q.add(-1.0, typename S::PairMatrix(w * slope.transpose()), bodies[other.i], bodies[other.j],
                 out.dynamics_q.value.data());
      r.by_v.add(-F.by_measured[2 * k + 1], typename S::PairMatrix(w * x.gradient.transpose()),
                 out.dynamics_v.value.data());
    }
  }

  int n_corners() const { return size_.n_corners(); }
  /// See SystemEvaluator::corners.
  void corners(const MeasuredMotion<D>& measured, double t, double* out) const {
    size_.corners(point(measured, t), out);
  }

  template <class Bodies>
  Power power(const Bodies& bodies, const MeasuredMotion<D>& measured, double t) const {
    const auto& b = bodies[bodies_.j];
    typename S::Pair w = direction(b);
    return {size_.value(point(measured, t)) * (move_j<D>(w).dot(b.v) + rotation_j<D>(w).dot(b.omega)), 0};
  }

 private:
  struct Reading {
    int measure;
    PairBlocks<D> by_q, by_v;
  };

  typename S::Pair direction(const BodyMotion<D>& b) const {
    typename S::Pair w = S::Pair::Zero();
    if (kind_ == Kind::follower_force) {
      const Arrow<D> force = pleuel::direction(b, typename S::Point(e_.template head<D>())),
                     arm = pleuel::direction(b, u_);
      move_j<D>(w) = force.X;
      rotation_j<D>(w) = arm.P.transpose() * force.X;
    } else if constexpr (D == 2) {
      w[at_rotation_j<D>] = 1;
    } else {
      rotation_j<D>(w) = kind_ == Kind::body_torque ? e_ : Eigen::Vector3d(b.R.transpose() * e_);
    }
    return w;
  }
  /// ∂w/∂θ.
  typename S::PairMatrix turned(const BodyMotion<D>& b) const {
    typename S::PairMatrix m = S::PairMatrix::Zero();
    if (kind_ == Kind::follower_force)
      m.template block<D, S::n_rotations>(at_move_j<D>, at_rotation_j<D>) =
          pleuel::direction(b, typename S::Point(e_.template head<D>())).P;
    else if constexpr (D == 3)
      if (kind_ == Kind::ground_torque)
        m.template block<3, 3>(at_rotation_j<D>, at_rotation_j<D>) = cross_matrix(b.R.transpose() * e_);
    return m;
  }
  template <class Measured>
  LawPoint point(const Measured& measured, double t) const {
    LawPoint at;
    at.t = t;
    for (std::size_t k = 0; k < readings_.size(); ++k) {
      at.measured[2 * k] = measured.value(readings_[k].measure);
      at.measured[2 * k + 1] = measured.rate(readings_[k].measure);
    }
    return at;
  }

  Kind kind_;
  BodyPair bodies_;
  Eigen::Vector3d e_;
  typename S::Point u_;
  LawFunction size_;
  PairBlocks<D> by_q_;
  std::vector<Reading> readings_;
};

}  // namespace pleuel
