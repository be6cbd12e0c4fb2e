#include "pleuel/model/flexible/attachment_term.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/linalg/entries.hpp"

namespace pleuel {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;
using Eigen::Vector3d;

}  // namespace

struct AttachmentTerm<2>::State {
  Matrix2d A, dA;
  Vector3d place;  // s, ϑ
  Vector2d s;

  State(const AttachmentTerm<2>& term, const ConstVec& q, Workspace& work) {
    const double psi = q[3 * term.frame_ + 2], c = std::cos(psi), sn = std::sin(psi);
    A << c, -sn, sn, c;
    dA << -sn, -c, c, -sn;
    term.shape_.multiply(q, term.first_, work.q);
    place = term.shape_.linear(q, term.first_) - 0.5 * term.shape_.bent(work.q, q, term.first_);
    place.head<2>() += term.shape_.marker().X.head<2>();
    s = place.head<2>();
  }
};

AttachmentTerm<2>::AttachmentTerm(int row, int marker_body, int frame, int first, FlexibleMarker marker)
    : row_(row), marker_body_(marker_body), frame_(frame), first_(first), shape_(std::move(marker)) {}

template <class OfColumn, class Visit>
void AttachmentTerm<2>::for_each(double of_bodies, const Vector3d& by_psi, OfColumn of_column,
                                 Visit visit) const {
  for (int i = 0; i < 3; ++i) {
    visit(i, 3 * marker_body_ + i, of_bodies);
    if (i < 2) visit(i, 3 * frame_ + i, -of_bodies);
    visit(i, 3 * frame_ + 2, by_psi[i]);
  }
  for (const auto& c : shape_.columns()) {
    const Vector3d value = of_column(c);
    if (c.moves())
      for (int i = 0; i < 2; ++i) visit(i, first_ + c.dof, -value[i]);
    if (c.is_used[2]) visit(2, first_ + c.dof, -value[2]);
  }
}

template <class Visit>
void AttachmentTerm<2>::for_each_gradient(const State& at, const Workspace& work, Visit visit) const {
  const Vector2d turn = at.dA * at.s;
  for_each(
      1, {-turn[0], -turn[1], -1},
      [&](const auto& c) {
        const Vector3d by_q = shape_.gradient(work, c);
        Vector3d r;
        r << at.A * by_q.head<2>(), by_q[2];
        return r;
      },
      visit);
}

void AttachmentTerm<2>::declare(PatternEntries& p) const {
  for_each(
      1, Vector3d::Zero(), [](const auto&) { return Vector3d::Zero(); },
      [&](int i, int j, double) {
        p.G.emplace_back(row_ + i, j);
        p.g_q.emplace_back(row_ + i, j);
      });
  const int psi = 3 * frame_ + 2;
  p.dynamics_q.emplace_back(psi, psi);
  for (const auto& c : shape_.columns()) {
    if (!c.moves()) continue;
    p.dynamics_q.emplace_back(psi, first_ + c.dof);
    p.dynamics_q.emplace_back(first_ + c.dof, psi);
  }
  if (shape_.is_bending())
    for_each_entry(shape_.K().pattern,
                   [&](int i, int j, int) { p.dynamics_q.emplace_back(first_ + i, first_ + j); });
}

void AttachmentTerm<2>::find(const MotionMatrices& m) {
  for (auto* slots : {&G_slots_, &g_q_slots_, &hessian_slots_, &bending_slots_}) slots->clear();
  for_each(
      1, Vector3d::Zero(), [](const auto&) { return Vector3d::Zero(); },
      [&](int i, int j, double) {
        G_slots_.push_back(m.G.slot(row_ + i, j));
        g_q_slots_.push_back(m.g_q.slot(row_ + i, j));
      });
  const int psi = 3 * frame_ + 2;
  hessian_slots_.push_back(m.dynamics_q.slot(psi, psi));
  for (const auto& c : shape_.columns()) {
    if (!c.moves()) continue;
    hessian_slots_.push_back(m.dynamics_q.slot(psi, first_ + c.dof));
    hessian_slots_.push_back(m.dynamics_q.slot(first_ + c.dof, psi));
  }
  if (shape_.is_bending())
    for_each_entry(shape_.K().pattern, [&](int i, int j, int) {
      bending_slots_.push_back(m.dynamics_q.slot(first_ + i, first_ + j));
    });
}

Vector3d AttachmentTerm<2>::place(ConstVec q) const {
  Workspace work = make_workspace();
  const State at(*this, q, work);
  const Vector2d r = q.segment<2>(3 * frame_) + at.A * at.s;
  return {r[0], r[1], q[3 * frame_ + 2] + at.place[2]};
}

Vector3d AttachmentTerm<2>::rate(ConstVec q, ConstVec v) const {
  Workspace work = make_workspace();
  const State at(*this, q, work);
  const Vector3d w = shape_.linear(v, first_) - shape_.bent(work.q, v, first_);
  const double omega = v[3 * frame_ + 2];
  const Vector2d r = v.segment<2>(3 * frame_) + omega * at.dA * at.s + at.A * w.head<2>();
  return {r[0], r[1], omega + w[2]};
}

void AttachmentTerm<2>::add(const Motion& at, MotionRows& out, Workspace& work) const {
  const State state(*this, at.q, work);
  const auto frame_angle = 3 * frame_ + 2;
  if (out.position.size() > 0) {
    const Vector2d r = at.q.segment<2>(3 * frame_) + state.A * state.s;
    out.position.segment<3>(row_) +=
        at.q.segment<3>(3 * marker_body_) - Vector3d(r[0], r[1], at.q[frame_angle] + state.place[2]);
  }
  Vector3d w = Vector3d::Zero();
  if (out.velocity.size() > 0 || out.acceleration.size() > 0)
    w = shape_.linear(at.v, first_) - shape_.bent(work.q, at.v, first_);
  if (out.velocity.size() > 0) {
    const double omega = at.v[frame_angle];
    const Vector2d r = at.v.segment<2>(3 * frame_) + omega * state.dA * state.s + state.A * w.head<2>();
    out.velocity.segment<3>(row_) += at.v.segment<3>(3 * marker_body_) - Vector3d(r[0], r[1], omega + w[2]);
  }
  if (out.acceleration.size() > 0) {
    const double omega = at.v[frame_angle];
    shape_.multiply(at.v, first_, work.v);
    const Vector3d bending = shape_.bent(work.v, at.v, first_);
    Vector3d r;
    r << -omega * omega * state.A * state.s + 2 * omega * state.dA * w.head<2>() -
             state.A * bending.head<2>(),
        -bending[2];
    if (at.a.size() > 0) {
      const Vector3d z = shape_.linear(at.a, first_) - shape_.bent(work.q, at.a, first_);
      const double alpha = at.a[frame_angle];
      r.head<2>() += at.a.segment<2>(3 * frame_) + alpha * state.dA * state.s + state.A * z.head<2>();
      r[2] += alpha + z[2];
      r -= at.a.segment<3>(3 * marker_body_);
    }
    out.acceleration.segment<3>(row_) -= r;
  }
  if (out.dynamics.size() > 0 && at.lambda.size() > 0)
    for_each_gradient(state, work,
                      [&](int i, int j, double value) { out.dynamics[j] += at.lambda[row_ + i] * value; });
}

void AttachmentTerm<2>::add_gradient(ConstVec q, MotionMatrices& out, Workspace& work) const {
  std::size_t k = 0;
  for_each_gradient(State(*this, q, work), work, [&](int, int, double value) {
    out.G.value[G_slots_[k]] += value;
    out.g_q.value[g_q_slots_[k++]] += value;
  });
}

void AttachmentTerm<2>::add_position_gradient(ConstVec q, ConstVec eta, Vec out, Workspace& work) const {
  for_each_gradient(State(*this, q, work), work,
                    [&](int i, int j, double value) { out[j] += eta[row_ + i] * value; });
}

void AttachmentTerm<2>::linearize(const Motion& at, MotionMatrices& out, Workspace& work) const {
  add_gradient(at.q, out, work);
  const State state(*this, at.q, work);
  if (at.lambda.size() > 0) linearize_forces(at, state, out, work);
  if (out.levels.velocity || out.levels.acceleration) linearize_levels(at, state, out, work);
}

void AttachmentTerm<2>::linearize_forces(const Motion& at, const State& state, MotionMatrices& out,
                                         const Workspace& work) const {
  // Gᵀλ has −(A's)·λ for ψ and −∂(s, ϑ)/∂qᵀ (Aᵀλ, λ_3) for q.
  const Vector2d lambda = at.lambda.segment<2>(row_), turned = state.dA.transpose() * lambda;
  auto slot = hessian_slots_.begin();
  out.dynamics_q.value[*slot++] += lambda.dot(state.A * state.s);
  for (const auto& c : shape_.columns()) {
    if (!c.moves()) continue;
    const double mixed = shape_.gradient(work, c).head<2>().dot(turned);
    for (int both = 0; both < 2; ++both) out.dynamics_q.value[*slot++] -= mixed;
  }
  Vector3d in_frame;
  in_frame << state.A.transpose() * lambda, at.lambda[row_ + 2];
  shape_.add_bending(in_frame, bending_slots_, out.dynamics_q.value);
}

void AttachmentTerm<2>::linearize_levels(const Motion& at, const State& state, MotionMatrices& out,
                                         Workspace& work) const {
  const Matrix2d &A = state.A, &dA = state.dA;
  const Vector2d& s = state.s;
  const double omega = at.v[3 * frame_ + 2], alpha = at.a.size() > 0 ? at.a[3 * frame_ + 2] : 0;
  shape_.multiply(at.v, first_, work.v);
  const Vector2d w = (shape_.linear(at.v, first_) - shape_.bent(work.q, at.v, first_)).head<2>();
  Vector3d z = -shape_.bent(work.v, at.v, first_);
  if (at.a.size() > 0) {
    shape_.multiply(at.a, first_, work.a);
    z += shape_.linear(at.a, first_) - shape_.bent(work.q, at.a, first_);
  }
  /// Adds −∂r/∂ψ and −∂r/∂q = −(by_s ∂s/∂q + by_rate ∂ṡ/∂q + A ∂s̈/∂q) to the rows of a level.
  const auto add = [&](const Vector2d& by_psi, auto of_column, const std::vector<int>& slots,
                       FixedMatrix& to) {
    std::size_t k = 0;
    for_each(0, {-by_psi[0], -by_psi[1], 0}, of_column,
             [&](int, int, double value) { to.value[slots[k++]] += value; });
  };
  const auto joined = [](const Vector2d& move, double turn) { return Vector3d(move[0], move[1], turn); };
  if (out.levels.velocity)
    add(
        -omega * A * s + dA * w,
        [&](const auto& c) {
          const Vector3d by_q = shape_.gradient(work, c), rate = -shape_.bent(work.v, c);
          return joined(omega * dA * by_q.head<2>() + A * rate.head<2>(), rate[2]);
        },
        g_q_slots_, out.velocity_q);
  if (!out.levels.acceleration) return;
  const Matrix2d by_s = alpha * dA - omega * omega * A;
  add(
      -alpha * A * s + dA * z.head<2>() - omega * omega * dA * s - 2 * omega * A * w,
      [&](const auto& c) {
        const Vector3d by_q = shape_.gradient(work, c), rate = -shape_.bent(work.v, c);
        Vector3d second = Vector3d::Zero();
        if (at.a.size() > 0) second = -shape_.bent(work.a, c);
        return joined(by_s * by_q.head<2>() + 2 * omega * dA * rate.head<2>() + A * second.head<2>(),
                      second[2]);
      },
      g_q_slots_, out.acceleration_q);
  add(
      -2 * omega * A * s + 2 * dA * w,
      [&](const auto& c) {
        const Vector3d by_q = shape_.gradient(work, c), twice = -2 * shape_.bent(work.v, c);
        return joined(2 * omega * dA * by_q.head<2>() + A * twice.head<2>(), twice[2]);
      },
      G_slots_, out.acceleration_v);
}

}  // namespace pleuel
