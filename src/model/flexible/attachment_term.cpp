#include "pleuel/model/flexible/attachment_term.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {

struct AttachmentTerm<2>::State {
  Eigen::Matrix2d A, dA;
  Eigen::Vector2d s;

  State(const AttachmentTerm<2>& term, const ConstVec& q) {
    const double psi = q[3 * term.frame_ + 2], c = std::cos(psi), sn = std::sin(psi);
    A << c, -sn, sn, c;
    dA << -sn, -c, c, -sn;
    s = term.marker_.X.head<2>() + weighted(term, q).head<2>();
  }
  /// (P x, Θ · x) of the part of a vector that belongs to q.
  static Eigen::Vector3d weighted(const AttachmentTerm<2>& term, const ConstVec& x) {
    const auto sum = term.marker_.weighted(x, term.first_);
    return {sum[0], sum[1], sum[FlexibleMarker::rotation_z]};
  }
};

AttachmentTerm<2>::AttachmentTerm(int row, int marker_body, int frame, int first, FlexibleMarker marker)
    : row_(row), marker_body_(marker_body), frame_(frame), first_(first), marker_(std::move(marker)) {}

template <class Visit>
void AttachmentTerm<2>::for_each_gradient(const State& at, Visit visit) const {
  const Eigen::Vector2d turn = at.dA * at.s;
  for (int i = 0; i < 2; ++i) {
    visit(i, 3 * marker_body_ + i, 1.0);
    visit(i, 3 * frame_ + i, -1.0);
    visit(i, 3 * frame_ + 2, -turn[i]);
  }
  visit(2, 3 * marker_body_ + 2, 1.0);
  visit(2, 3 * frame_ + 2, -1.0);
  for (const auto& e : marker_.entries) {
    if (e.component == FlexibleMarker::rotation_z) {
      visit(2, first_ + e.dof, -e.weight);
    } else {
      for (int i = 0; i < 2; ++i) visit(i, first_ + e.dof, -e.weight * at.A(i, e.component));
    }
  }
}

void AttachmentTerm<2>::declare(PatternEntries& p) const {
  int largest = 3 * std::max(marker_body_, frame_) + 2;
  for (const auto& e : marker_.entries) largest = std::max(largest, first_ + e.dof);
  const Vector q = Vector::Zero(largest + 1);
  for_each_gradient(State(*this, q), [&](int i, int j, double) {
    p.G.emplace_back(row_ + i, j);
    p.g_q.emplace_back(row_ + i, j);
  });
  const int psi = 3 * frame_ + 2;
  p.dynamics_q.emplace_back(psi, psi);
  for (const auto& e : marker_.entries) {
    if (e.component == FlexibleMarker::rotation_z) continue;
    p.dynamics_q.emplace_back(psi, first_ + e.dof);
    p.dynamics_q.emplace_back(first_ + e.dof, psi);
  }
}

void AttachmentTerm<2>::find(const MotionMatrices& m) {
  G_slots_.clear();
  g_q_slots_.clear();
  hessian_slots_.clear();
  const Vector q = Vector::Zero(m.g_q.cols);
  for_each_gradient(State(*this, q), [&](int i, int j, double) {
    G_slots_.push_back(m.G.slot(row_ + i, j));
    g_q_slots_.push_back(m.g_q.slot(row_ + i, j));
  });
  const int psi = 3 * frame_ + 2;
  hessian_slots_.push_back(m.dynamics_q.slot(psi, psi));
  for (const auto& e : marker_.entries) {
    if (e.component == FlexibleMarker::rotation_z) continue;
    hessian_slots_.push_back(m.dynamics_q.slot(psi, first_ + e.dof));
    hessian_slots_.push_back(m.dynamics_q.slot(first_ + e.dof, psi));
  }
}

Eigen::Vector3d AttachmentTerm<2>::place(ConstVec q) const {
  const State at(*this, q);
  const Eigen::Vector2d r = q.segment<2>(3 * frame_) + at.A * at.s;
  return {r[0], r[1], q[3 * frame_ + 2] + State::weighted(*this, q)[2]};
}

Eigen::Vector3d AttachmentTerm<2>::rate(ConstVec q, ConstVec v) const {
  const State at(*this, q);
  const Eigen::Vector3d w = State::weighted(*this, v);
  const double omega = v[3 * frame_ + 2];
  const Eigen::Vector2d r = v.segment<2>(3 * frame_) + omega * at.dA * at.s + at.A * w.head<2>();
  return {r[0], r[1], omega + w[2]};
}

void AttachmentTerm<2>::add(const Motion& at, MotionRows& out) const {
  const State state(*this, at.q);
  if (out.position.size() > 0)
    out.position.segment<3>(row_) += at.q.segment<3>(3 * marker_body_) - place(at.q);
  if (out.velocity.size() > 0)
    out.velocity.segment<3>(row_) += at.v.segment<3>(3 * marker_body_) - rate(at.q, at.v);
  if (out.acceleration.size() > 0) {
    const double omega = at.v[3 * frame_ + 2];
    const Eigen::Vector2d w = State::weighted(*this, at.v).head<2>();
    Eigen::Vector3d r;
    r << -omega * omega * state.A * state.s + 2 * omega * state.dA * w, 0;
    if (at.a.size() > 0) {
      const Eigen::Vector3d z = State::weighted(*this, at.a);
      const double alpha = at.a[3 * frame_ + 2];
      r.head<2>() += at.a.segment<2>(3 * frame_) + alpha * state.dA * state.s + state.A * z.head<2>();
      r[2] += alpha + z[2];
      r -= at.a.segment<3>(3 * marker_body_);
    }
    out.acceleration.segment<3>(row_) -= r;
  }
  if (out.dynamics.size() > 0 && at.lambda.size() > 0)
    for_each_gradient(state,
                      [&](int i, int j, double value) { out.dynamics[j] += at.lambda[row_ + i] * value; });
}

void AttachmentTerm<2>::add_gradient(ConstVec q, MotionMatrices& out) const {
  std::size_t k = 0;
  for_each_gradient(State(*this, q), [&](int, int, double value) {
    out.G.value[G_slots_[k]] += value;
    out.g_q.value[g_q_slots_[k++]] += value;
  });
}

void AttachmentTerm<2>::add_position_gradient(ConstVec q, ConstVec eta, Vec out) const {
  for_each_gradient(State(*this, q), [&](int i, int j, double value) { out[j] += eta[row_ + i] * value; });
}

void AttachmentTerm<2>::linearize(const Motion& at, MotionMatrices& out) const {
  add_gradient(at.q, out);
  const State state(*this, at.q);
  const Eigen::Matrix2d &A = state.A, &dA = state.dA;
  if (at.lambda.size() > 0) {
    // Gᵀλ has −(A's)·λ for ψ and −(A P)ᵀλ for q.
    const Eigen::Vector2d lambda = at.lambda.segment<2>(row_), turned = dA.transpose() * lambda;
    auto slot = hessian_slots_.begin();
    out.dynamics_q.value[*slot++] += lambda.dot(A * state.s);
    for (const auto& e : marker_.entries) {
      if (e.component == FlexibleMarker::rotation_z) continue;
      for (int both = 0; both < 2; ++both) out.dynamics_q.value[*slot++] -= e.weight * turned[e.component];
    }
  }
  if (!out.levels.velocity && !out.levels.acceleration) return;
  const double omega = at.v[3 * frame_ + 2], alpha = at.a.size() > 0 ? at.a[3 * frame_ + 2] : 0;
  const Eigen::Vector2d w = State::weighted(*this, at.v).head<2>();
  Eigen::Vector2d z = Eigen::Vector2d::Zero();
  if (at.a.size() > 0) z = State::weighted(*this, at.a).head<2>();
  const Eigen::Vector2d& s = state.s;
  /// Adds −∂r/∂ψ and −∂r/∂q = −(matrix) P to the rows of a level.
  const auto add = [&](const Eigen::Vector2d& by_psi, const Eigen::Matrix2d& by_Pq,
                       const std::vector<int>& slots, FixedMatrix& to) {
    std::size_t k = 0;
    for_each_gradient(state, [&](int i, int j, double) {
      const std::size_t here = k++;
      if (i < 2 && j == 3 * frame_ + 2) to.value[slots[here]] -= by_psi[i];
    });
    k = 8;  // after the entries of the two bodies
    for (const auto& e : marker_.entries) {
      if (e.component == FlexibleMarker::rotation_z) {
        ++k;
        continue;
      }
      for (int i = 0; i < 2; ++i) to.value[slots[k++]] -= e.weight * by_Pq(i, e.component);
    }
  };
  if (out.levels.velocity) add(-omega * A * s + dA * w, omega * dA, g_q_slots_, out.velocity_q);
  if (out.levels.acceleration) {
    add(-alpha * A * s + dA * z - omega * omega * dA * s - 2 * omega * A * w, alpha * dA - omega * omega * A,
        g_q_slots_, out.acceleration_q);
    add(-2 * omega * A * s + 2 * dA * w, 2 * omega * dA, G_slots_, out.acceleration_v);
  }
}

}  // namespace pleuel
