// Evaluates an author's equations at four points at once.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "pleuel/mechanics/equations_of.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Evaluates the rows of the equations E at up to four points in SIMD packs. Inputs are gathered
/// from the points, outputs are scattered to them.
template <class E>
class SimdRows {
 public:
  SimdRows(const E& e, const SystemInfo& info, const Coloring& gradient)
      : equations_(e, info, gradient),
        q_(info.n_q()),
        v_(info.n_v()),
        a_(info.n_v()),
        lambda_(info.n_lambda()),
        s_(info.n_s()),
        rows_(info.n_q() + info.n_v() + info.n_s() + 3 * info.n_lambda()) {}

  /// Computes the rows at up to Pack::size times, starting with the first of `t`; see
  /// SystemEvaluator::rows_at.
  void operator()(ConstVec t, const Motion& first, const MotionRows& out, const PointStrides& strides) {
    const Eigen::Index n = t.size(), last = (n - 1) * strides.motion;
    const Eigen::Index at1 = std::min(strides.motion, last), at2 = std::min(2 * strides.motion, last);
    const auto gather = [&](std::vector<Pack>& to, const ConstVec& x) {
      if (x.size() == 0) return;
      const double* const p = x.data();
      for (std::size_t i = 0; i < to.size(); ++i) to[i] = Pack(p[i], p[i + at1], p[i + at2], p[i + last]);
    };
    gather(q_, first.q);
    gather(v_, first.v);
    gather(a_, first.a);
    gather(lambda_, first.lambda);
    gather(s_, first.s);
    Pack* next = rows_.data();
    const auto room = [&](const Vec& rows) {
      return rows.size() == 0 ? nullptr : std::exchange(next, next + rows.size());
    };
    const ScalarRows<Pack> places{room(out.kinematics), room(out.dynamics), room(out.internal),
                                  room(out.position),   room(out.velocity), room(out.acceleration)};
    const Pack times(t[0], t[std::min<Eigen::Index>(1, n - 1)], t[std::min<Eigen::Index>(2, n - 1)],
                     t[n - 1]);
    equations_.rows({times, q_.data(), v_.data(), a_.data(), lambda_.data(), s_.data()}, places);
    // Unused lanes repeat the last point and write the same values again.
    const Eigen::Index end = (n - 1) * strides.rows;
    const Eigen::Index to1 = std::min(strides.rows, end), to2 = std::min(2 * strides.rows, end);
    const auto scatter = [&](const Pack* from, const Vec& to) {
      double* const p = const_cast<double*>(to.data());
      for (Eigen::Index i = 0; i < to.size(); ++i) {
        const Pack value = from[i];
        p[i] = value[0];
        p[i + to1] = value[1];
        p[i + to2] = value[2];
        p[i + end] = value[3];
      }
    };
    scatter(places.kinematics, out.kinematics);
    scatter(places.dynamics, out.dynamics);
    scatter(places.internal, out.internal);
    scatter(places.position, out.position);
    scatter(places.velocity, out.velocity);
    scatter(places.acceleration, out.acceleration);
  }

 private:
  EquationsOf<E, Pack, Pack> equations_;
  std::vector<Pack> q_, v_, a_, lambda_, s_, rows_;
};

/// For equations that are not evaluated in packs.
struct NoSimdRows {
  template <class E>
  NoSimdRows(const E&, const SystemInfo&, const Coloring&) {}
};

}  // namespace pleuel
