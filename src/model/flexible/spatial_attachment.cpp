#include "pleuel/model/flexible/spatial_attachment.hpp"

#include "pleuel/linalg/entries.hpp"

namespace pleuel {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using ByQuaternion = Eigen::Matrix<double, 3, 4>;

constexpr int n_v = Space<3>::n, n_q = Space<3>::n_q;

/// A column without values, where only the pattern counts.
Eigen::Matrix<double, 6, 1> any_column(const MarkerShape<3>::Column& /*c*/) {
  return Eigen::Matrix<double, 6, 1>::Zero();
}

}  // namespace

struct AttachmentTerm<3>::State {
  BodyMotion<3> frame;
  Six place;  // s, ϑ
  Vector3d s;

  /// Also the products of K with q in a workspace.
  State(const AttachmentTerm<3>& term, const ConstVec& q, Workspace& work) {
    place_body(q.data() + n_q * term.frame_, frame);
    const int first = term.first_.first_q;
    term.shape_.multiply(q, first, work.q);
    place = term.shape_.linear(q, first) - 0.5 * term.shape_.bent(work.q, q, first);
    place.head<3>() += term.marker().X;
    s = place.head<3>();
  }
  /// ∂(r, ϑ)/∂q_k.
  Six column(const AttachmentTerm<3>& term, const Workspace& work, const MarkerShape<3>::Column& c) const {
    Six by_q = term.shape_.gradient(work, c);
    by_q.head<3>() = (frame.R * by_q.head<3>()).eval();
    return by_q;
  }
};

AttachmentTerm<3>::AttachmentTerm(int row, int marker_body, int frame, const Deformations& first,
                                  FlexibleMarker marker)
    : row_(row), marker_body_(marker_body), frame_(frame), first_(first), shape_(std::move(marker)) {}

template <class OfColumn, class Visit>
void AttachmentTerm<3>::for_each_column(int first, OfColumn of_column, Visit visit) const {
  for (const auto& c : shape_.columns()) {
    const Six value = of_column(c);
    if (c.moves())
      for (int i = 0; i < 3; ++i) visit(i, first + c.dof, -value[i]);
    for (int i = 3; i < 6; ++i)
      if (c.is_used[i]) visit(i, first + c.dof, -value[i]);
  }
}

template <class OfColumn, class Visit>
void AttachmentTerm<3>::for_each_velocity(double of_bodies, const Matrix3d& by_theta, OfColumn of_column,
                                          Visit visit) const {
  for (int i = 0; i < 3; ++i) {
    visit(i, n_v * marker_body_ + i, of_bodies);
    visit(i, n_v * frame_ + i, -of_bodies);
    for (int j = 0; j < 3; ++j) visit(i, n_v * frame_ + 3 + j, by_theta(i, j));
  }
  for_each_column(first_.first_v, of_column, visit);
}

template <class OfColumn, class Visit>
void AttachmentTerm<3>::for_each_coordinate(double of_bodies, const ByQuaternion& by_p, OfColumn of_column,
                                            Visit visit) const {
  for (int i = 0; i < 3; ++i) {
    visit(i, n_q * marker_body_ + i, of_bodies);
    visit(i, n_q * frame_ + i, -of_bodies);
    for (int j = 0; j < 4; ++j) visit(i, n_q * frame_ + 3 + j, by_p(i, j));
  }
  for_each_column(first_.first_q, of_column, visit);
}

void AttachmentTerm<3>::declare(PatternEntries& p) const {
  for_each_velocity(1, Matrix3d::Zero(), any_column,
                    [&](int i, int j, double) { p.G.emplace_back(row_ + i, j); });
  for_each_coordinate(1, ByQuaternion::Zero(), any_column,
                      [&](int i, int j, double) { p.g_q.emplace_back(row_ + i, j); });
  const int theta = n_v * frame_ + 3, quaternion = n_q * frame_ + 3;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) p.dynamics_q.emplace_back(theta + i, quaternion + j);
  for (const auto& c : shape_.columns()) {
    if (!c.moves()) continue;
    for (int i = 0; i < 3; ++i) p.dynamics_q.emplace_back(theta + i, first_.first_q + c.dof);
    for (int j = 0; j < 4; ++j) p.dynamics_q.emplace_back(first_.first_v + c.dof, quaternion + j);
  }
  if (shape_.is_bending())
    for_each_entry(shape_.K().pattern, [&](int i, int j, int) {
      p.dynamics_q.emplace_back(first_.first_v + i, first_.first_q + j);
    });
}

void AttachmentTerm<3>::find(const MotionMatrices& m) {
  for (auto* slots : {&G_slots_, &g_q_slots_, &hessian_slots_, &bending_slots_}) slots->clear();
  for_each_velocity(1, Matrix3d::Zero(), any_column,
                    [&](int i, int j, double) { G_slots_.push_back(m.G.slot(row_ + i, j)); });
  for_each_coordinate(1, ByQuaternion::Zero(), any_column,
                      [&](int i, int j, double) { g_q_slots_.push_back(m.g_q.slot(row_ + i, j)); });
  const int theta = n_v * frame_ + 3, quaternion = n_q * frame_ + 3;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) hessian_slots_.push_back(m.dynamics_q.slot(theta + i, quaternion + j));
  for (const auto& c : shape_.columns()) {
    if (!c.moves()) continue;
    for (int i = 0; i < 3; ++i)
      hessian_slots_.push_back(m.dynamics_q.slot(theta + i, first_.first_q + c.dof));
    for (int j = 0; j < 4; ++j)
      hessian_slots_.push_back(m.dynamics_q.slot(first_.first_v + c.dof, quaternion + j));
  }
  if (shape_.is_bending())
    for_each_entry(shape_.K().pattern, [&](int i, int j, int) {
      bending_slots_.push_back(m.dynamics_q.slot(first_.first_v + i, first_.first_q + j));
    });
}

void AttachmentTerm<3>::add(const Motion& at, MotionRows& out, Workspace& work) const {
  const State state(*this, at.q, work);
  const Matrix3d& R = state.frame.R;
  const Vector3d& s = state.s;
  const int v = n_v * frame_, marker_v = n_v * marker_body_;
  if (out.position.size() > 0) {
    out.position.segment<3>(row_) +=
        at.q.segment<3>(n_q * marker_body_) - at.q.segment<3>(n_q * frame_) - R * s;
    out.position.segment<3>(row_ + 3) -= state.place.tail<3>();
  }
  Six w = Six::Zero();
  if (out.velocity.size() > 0 || out.acceleration.size() > 0)
    w = shape_.linear(at.v, first_.first_v) - shape_.bent(work.q, at.v, first_.first_v);
  if (out.velocity.size() > 0) {
    const Vector3d omega = at.v.segment<3>(v + 3);
    out.velocity.segment<3>(row_) +=
        at.v.segment<3>(marker_v) - at.v.segment<3>(v) - R * (omega.cross(s) + w.head<3>());
    out.velocity.segment<3>(row_ + 3) -= w.tail<3>();
  }
  if (out.acceleration.size() > 0) {
    const Vector3d omega = at.v.segment<3>(v + 3);
    shape_.multiply(at.v, first_.first_v, work.v);
    Six z = -shape_.bent(work.v, at.v, first_.first_v);
    Vector3d inner = omega.cross(omega.cross(s)) + 2 * omega.cross(w.head<3>());
    Vector3d r = Vector3d::Zero();
    if (at.a.size() > 0) {
      z += shape_.linear(at.a, first_.first_v) - shape_.bent(work.q, at.a, first_.first_v);
      const Vector3d alpha = at.a.segment<3>(v + 3);
      inner += alpha.cross(s);
      r = at.a.segment<3>(v) - at.a.segment<3>(marker_v);
    }
    out.acceleration.segment<3>(row_) -= r + R * (inner + z.head<3>());
    out.acceleration.segment<3>(row_ + 3) -= z.tail<3>();
  }
  if (out.dynamics.size() > 0 && at.lambda.size() > 0)
    for_each_velocity(
        1, R * cross_matrix(s), [&](const auto& c) { return state.column(*this, work, c); },
        [&](int i, int j, double value) { out.dynamics[j] += at.lambda[row_ + i] * value; });
}

void AttachmentTerm<3>::add_gradient(ConstVec q, MotionMatrices& out, Workspace& work) const {
  const State state(*this, q, work);
  const Matrix3d by_theta = state.frame.R * cross_matrix(state.s);
  const auto of_column = [&](const auto& c) { return state.column(*this, work, c); };
  std::size_t k = 0;
  for_each_velocity(1, by_theta, of_column,
                    [&](int, int, double value) { out.G.value[G_slots_[k++]] += value; });
  k = 0;
  for_each_coordinate(1, by_theta * state.frame.rotation_by_q, of_column,
                      [&](int, int, double value) { out.g_q.value[g_q_slots_[k++]] += value; });
}

void AttachmentTerm<3>::add_position_gradient(ConstVec q, ConstVec eta, Vec out, Workspace& work) const {
  const State state(*this, q, work);
  for_each_coordinate(
      1, state.frame.R * cross_matrix(state.s) * state.frame.rotation_by_q,
      [&](const auto& c) { return state.column(*this, work, c); },
      [&](int i, int j, double value) { out[j] += eta[row_ + i] * value; });
}

void AttachmentTerm<3>::linearize(const Motion& at, MotionMatrices& out, Workspace& work) const {
  add_gradient(at.q, out, work);
  const State state(*this, at.q, work);
  if (at.lambda.size() > 0) linearize_forces(at, state, out, work);
  if (out.levels.velocity || out.levels.acceleration) linearize_levels(at, state, out, work);
}

void AttachmentTerm<3>::linearize_levels(const Motion& at, const State& state, MotionMatrices& out,
                                         Workspace& work) const {
  const Matrix3d& R = state.frame.R;
  const ByQuaternion& T = state.frame.rotation_by_q;
  const Vector3d& s = state.s;
  const int v = n_v * frame_;
  shape_.multiply(at.v, first_.first_v, work.v);
  const Vector3d omega = at.v.segment<3>(v + 3),
                 w = (shape_.linear(at.v, first_.first_v) - shape_.bent(work.q, at.v, first_.first_v))
                         .template head<3>();
  const Matrix3d spin = cross_matrix(omega);
  /// A column from derivatives in the axes of the frame: of s̈ (or ṡ) itself, and what multiplies
  /// the frame's rotation.
  const auto turned = [&](const Six& own, const Vector3d& turning) {
    Six column = own;
    column.head<3>() = R * (own.head<3>() + turning);
    return column;
  };
  /// Adds −∂r/∂θ and −∂r/∂q.
  const auto add_by_q = [&](const Matrix3d& by_theta, auto of_column, FixedMatrix& to) {
    std::size_t k = 0;
    for_each_coordinate(0, by_theta * T, of_column,
                        [&](int, int, double value) { to.value[g_q_slots_[k++]] += value; });
  };
  if (out.levels.velocity)
    add_by_q(
        R * cross_matrix(omega.cross(s) + w),
        [&](const auto& c) {
          return turned(-shape_.bent(work.v, c), spin * shape_.gradient(work, c).template head<3>());
        },
        out.velocity_q);
  if (!out.levels.acceleration) return;
  Vector3d total =
      omega.cross(omega.cross(s)) + 2 * omega.cross(w) - shape_.bent(work.v, at.v, first_.first_v).head<3>();
  Matrix3d H = spin * spin;
  if (at.a.size() > 0) {
    shape_.multiply(at.a, first_.first_v, work.a);
    const Vector3d alpha = at.a.segment<3>(v + 3);
    total += alpha.cross(s) +
             (shape_.linear(at.a, first_.first_v) - shape_.bent(work.q, at.a, first_.first_v)).head<3>();
    H += cross_matrix(alpha);
  }
  add_by_q(
      R * cross_matrix(total),
      [&](const auto& c) {
        Six second = Six::Zero();
        if (at.a.size() > 0) second = -shape_.bent(work.a, c);
        return turned(second, H * shape_.gradient(work, c).template head<3>() -
                                  2 * spin * shape_.bent(work.v, c).template head<3>());
      },
      out.acceleration_q);
  const Matrix3d by_omega = R * (cross_matrix(omega.cross(s)) + spin * cross_matrix(s) + 2 * cross_matrix(w));
  std::size_t k = 0;
  for_each_velocity(
      0, by_omega,
      [&](const auto& c) {
        return turned(-2 * shape_.bent(work.v, c), 2 * spin * shape_.gradient(work, c).template head<3>());
      },
      [&](int, int, double value) { out.acceleration_v.value[G_slots_[k++]] += value; });
}

void AttachmentTerm<3>::linearize_forces(const Motion& at, const State& state, MotionMatrices& out,
                                         const Workspace& work) const {
  // Gᵀλ has −s × f for θ and −∂(s, ϑ)/∂qᵀ (f, μ) for q, with f = Rᵀλ, δf = f × δθ.
  const Vector3d f = state.frame.R.transpose() * at.lambda.segment<3>(row_);
  const Matrix3d turned = cross_matrix(f);
  const ByQuaternion f_by_p = turned * state.frame.rotation_by_q,
                     theta_by_p = -cross_matrix(state.s) * f_by_p;
  auto slot = hessian_slots_.begin();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) out.dynamics_q.value[*slot++] += theta_by_p(i, j);
  for (const auto& c : shape_.columns()) {
    if (!c.moves()) continue;
    const Vector3d by_q = shape_.gradient(work, c).head<3>(), theta_by_q = turned * by_q;
    const Eigen::RowVector4d q_by_p = by_q.transpose() * f_by_p;
    for (int i = 0; i < 3; ++i) out.dynamics_q.value[*slot++] += theta_by_q[i];
    for (int j = 0; j < 4; ++j) out.dynamics_q.value[*slot++] -= q_by_p[j];
  }
  Six in_frame;
  in_frame << f, at.lambda.segment<3>(row_ + 3);
  shape_.add_bending(in_frame, bending_slots_, out.dynamics_q.value);
}

}  // namespace pleuel
