// A force along a scalar.
#pragma once

#include <string>

#include "pleuel/model/assembly/measures.hpp"
#include "pleuel/model/assembly/row_term.hpp"
#include "pleuel/model/force/force_laws.hpp"

namespace pleuel {

/// The generalised force −F ∇mᵀ with a law F(t, m, ṁ, s, measures): F ∇mᵀ is added to the rows
/// M a + Gᵀλ − f.
template <int D, class Scalar>
class ForceTerm {
  using S = Space<D>;
  using Columns = typename PairBlocks<D>::Columns;

 public:
  /// `state` is the index of its internal state, or −1.
  ForceTerm(std::string name, const BodyPair& bodies, const Scalar& scalar, ForceLaw law, int state,
            const Measures<D>& measures)
      : name_(std::move(name)), scalar_(scalar), bodies_(bodies), law_(std::move(law)), state_(state) {
    const PartMask own = product_mask(Scalar::gradient_parts, Scalar::gradient_parts);
    by_q_ = PairBlocks<D>(bodies, bodies, own, Columns::q);
    by_v_ = PairBlocks<D>(bodies, bodies, own, Columns::v);
    const auto used = used_parts<D>(Scalar::gradient_parts);
    if (state >= 0) state_row_ = state_column_ = PairRow<D>(state, bodies, used);
    for (const int k : std::visit([](const auto& l) { return l.measures(); }, law_)) {
      const BodyPair other = measures.bodies(k);
      const PartMask cross = product_mask(Scalar::gradient_parts, measures.gradient_parts(k));
      Reading r;
      r.measure = k;
      if (state >= 0)
        r.state_row = PairRow<D>(state, other, used_parts<D>(measures.gradient_parts(k)));
      else
        r.by_q = PairBlocks<D>(bodies, other, cross, Columns::q),
        r.by_v = PairBlocks<D>(bodies, other, cross, Columns::v);
      readings_.push_back(r);
    }
  }

  const std::string& name() const { return name_; }
  const BodyPair& bodies() const { return bodies_; }
  const Scalar& scalar() const { return scalar_; }

  void declare(PatternEntries& p) const {
    by_q_.declare(p.dynamics_q);
    by_v_.declare(p.dynamics_v);
    if (state_ >= 0) {
      state_column_.declare_v_transposed(p.dynamics_s);
      state_row_.declare_q(p.internal_q);
      state_row_.declare_v(p.internal_v);
      p.internal_s.emplace_back(state_, state_);
    }
    for (const Reading& r : readings_) {
      if (state_ >= 0) {
        r.state_row.declare_q(p.internal_q);
        r.state_row.declare_v(p.internal_v);
      } else {
        r.by_q.declare(p.dynamics_q);
        r.by_v.declare(p.dynamics_v);
      }
    }
  }
  void find(const MotionMatrices& m) {
    by_q_.find(m.dynamics_q);
    by_v_.find(m.dynamics_v);
    if (state_ >= 0) {
      state_column_.find_v_transposed(m.dynamics_s);
      state_row_.find_q(m.internal_q);
      state_row_.find_v(m.internal_v);
      state_slot_ = m.internal_s.slot(state_, state_);
    }
    for (Reading& r : readings_) {
      if (state_ >= 0) {
        r.state_row.find_q(m.internal_q);
        r.state_row.find_v(m.internal_v);
      } else {
        r.by_q.find(m.dynamics_q);
        r.by_v.find(m.dynamics_v);
      }
    }
  }

  /// Adds to the dynamics rows; `sigma` receives the rate of the state. Both are optional.
  /// Calls visit(k) for each measure that it reads.
  template <class Visit>
  void for_each_measure(Visit visit) const {
    for (const Reading& r : readings_) visit(r.measure);
  }

  template <class Bodies>
  void add(const Bodies& bodies, const MeasuredMotion<D>& measured, double t, const ConstVec& s,
           double* dynamics, double* sigma) const {
    const ScalarMotion<D> m = motion_at<D>(scalar_, bodies_, bodies);
    std::visit(
        [&](const auto& law) {
          const LawPoint at = point(m, measured, t, s);
          if (dynamics != nullptr) add_pair<D>(force_of(law, at), m.gradient, bodies_, dynamics);
          if (sigma != nullptr && state_ >= 0) sigma[state_] += state_rate_of(law, at);
        },
        law_);
  }

  /// Calls visit(f, m, pair) with the scalar m and the force f = −F along it.
  template <class Bodies, class Measured, class Visit>
  void act(const Bodies& bodies, const Measured& measured, const Motion& at, Visit visit) const {
    const ScalarMotion<D> m = motion_at<D>(scalar_, bodies_, bodies);
    const LawPoint here = point(m, measured, at.t, at.s);
    visit(-std::visit([&](const auto& law) { return force_of(law, here); }, law_), m, bodies_);
  }

  template <class Bodies>
  void linearize(const Bodies& bodies, const MeasuredMotion<D>& measured, double t, const ConstVec& s,
                 MotionMatrices& out) const {
    const auto &i = bodies[bodies_.i], &j = bodies[bodies_.j];
    const ScalarJet<D> m = jet_at<D>(scalar_, bodies_, bodies);
    std::visit(
        [&](const auto& law) {
          const LawPoint at = point(m, measured, t, s);
          const LawResult f = law.force(at);
          const typename S::Pair slope = f.by_value * m.gradient + f.by_rate * m.rate_q;
          by_q_.add(1.0, typename S::PairMatrix(f.value * m.hessian + m.gradient * slope.transpose()), i, j,
                    out.dynamics_q.value.data());
          if (f.by_rate != 0)
            by_v_.add(f.by_rate, typename S::PairMatrix(m.gradient * m.gradient.transpose()),
                      out.dynamics_v.value.data());
          if (state_ >= 0) {
            state_column_.add_v(f.by_state, m.gradient, out.dynamics_s.value.data());
            add_state_rate(law.state_rate(at), m, bodies, measured, out);
          } else {
            add_readings(f, m, bodies, measured, out);
          }
        },
        law_);
  }

  int n_corners() const {
    return std::visit([](const auto& law) { return law.n_corners(); }, law_);
  }
  /// See SystemEvaluator::corners.
  template <class Bodies>
  void corners(const Bodies& bodies, const MeasuredMotion<D>& measured, double t, const ConstVec& s,
               double* out) const {
    const ScalarMotion<D> m = motion_at<D>(scalar_, bodies_, bodies);
    std::visit([&](const auto& law) { law.corners(point(m, measured, t, s), out); }, law_);
  }

  template <class Bodies>
  double potential(const Bodies& bodies) const {
    const double value = motion_at<D>(scalar_, bodies_, bodies).value;
    return std::visit([&](const auto& law) { return law.potential(value); }, law_);
  }
  template <class Bodies>
  Power power(const Bodies& bodies, const MeasuredMotion<D>& measured, double t, const ConstVec& s) const {
    const ScalarMotion<D> m = motion_at<D>(scalar_, bodies_, bodies);
    return std::visit(
        [&](const auto& law) {
          const LawPoint at = point(m, measured, t, s);
          return Power{law.supplied(at), law.dissipated(at)};
        },
        law_);
  }

 private:
  /// A measure that the law reads.
  struct Reading {
    int measure = 0;
    PairBlocks<D> by_q, by_v;  // for a law without state
    PairRow<D> state_row;      // for a law with state
  };

  template <class Measured>
  LawPoint point(const ScalarMotion<D>& m, const Measured& measured, double t, const ConstVec& s) const {
    LawPoint at;
    at.t = t;
    at.value = m.value;
    at.rate = m.rate;
    if (state_ >= 0) at.state = s[state_];
    for (std::size_t k = 0; k < readings_.size(); ++k) {
      at.measured[2 * k] = measured.value(readings_[k].measure);
      at.measured[2 * k + 1] = measured.rate(readings_[k].measure);
    }
    return at;
  }
  template <class Bodies>
  void add_readings(const LawResult& f, const ScalarMotion<D>& m, const Bodies& bodies,
                    const MeasuredMotion<D>& measured, MotionMatrices& out) const {
    for (std::size_t k = 0; k < readings_.size(); ++k) {
      const Reading& r = readings_[k];
      const ScalarJet<D>& x = measured.jet(r.measure);
      const double by_value = f.by_measured[2 * k], by_rate = f.by_measured[2 * k + 1];
      const BodyPair other = measured.bodies(r.measure);
      r.by_q.add(
          1.0, typename S::PairMatrix(m.gradient * (by_value * x.gradient + by_rate * x.rate_q).transpose()),
          bodies[other.i], bodies[other.j], out.dynamics_q.value.data());
      r.by_v.add(by_rate, typename S::PairMatrix(m.gradient * x.gradient.transpose()),
                 out.dynamics_v.value.data());
    }
  }
  template <class Bodies>
  void add_state_rate(const LawResult& rate, const ScalarJet<D>& m, const Bodies& bodies,
                      const MeasuredMotion<D>& measured, MotionMatrices& out) const {
    state_row_.add_q(1.0, rate.by_value * m.gradient + rate.by_rate * m.rate_q, bodies[bodies_.i],
                     bodies[bodies_.j], out.internal_q.value.data());
    state_row_.add_v(rate.by_rate, m.gradient, out.internal_v.value.data());
    out.internal_s.value[state_slot_] += rate.by_state;
    for (std::size_t k = 0; k < readings_.size(); ++k) {
      const Reading& r = readings_[k];
      const ScalarJet<D>& x = measured.jet(r.measure);
      const double by_value = rate.by_measured[2 * k], by_rate = rate.by_measured[2 * k + 1];
      const BodyPair other = measured.bodies(r.measure);
      r.state_row.add_q(1.0, by_value * x.gradient + by_rate * x.rate_q, bodies[other.i], bodies[other.j],
                        out.internal_q.value.data());
      r.state_row.add_v(by_rate, x.gradient, out.internal_v.value.data());
    }
  }

  std::string name_;
  Scalar scalar_;
  BodyPair bodies_;
  ForceLaw law_;
  int state_;
  int state_slot_ = -1;
  PairBlocks<D> by_q_, by_v_;
  PairRow<D> state_row_, state_column_;
  std::vector<Reading> readings_;
};

}  // namespace pleuel
