#include "pleuel/model/flexible/spatial_attachment.hpp"

namespace pleuel {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr int n_v = Space<3>::n, n_q = Space<3>::n_q;

}  // namespace

struct AttachmentTerm<3>::State {
  BodyMotion<3> frame;
  Vector3d s;

  State(const AttachmentTerm<3>& term, const ConstVec& q) {
    place_body(q.data() + n_q * term.frame_, frame);
    s = term.marker_.X + term.marker_.weighted(q, term.first_.first_q).head<3>();
  }
};

AttachmentTerm<3>::AttachmentTerm(int row, int marker_body, int frame, const Deformations& first,
                                  FlexibleMarker marker)
    : row_(row), marker_body_(marker_body), frame_(frame), first_(first), marker_(std::move(marker)) {}

template <class Visit>
void AttachmentTerm<3>::for_each_velocity(const Matrix3d& by_theta, const Matrix3d& by_Pq,
                                          Visit visit) const {
  for (int i = 0; i < 3; ++i) {
    visit(i, n_v * marker_body_ + i, 1.0);
    visit(i, n_v * frame_ + i, -1.0);
    for (int j = 0; j < 3; ++j) visit(i, n_v * frame_ + 3 + j, by_theta(i, j));
  }
  for (const auto& e : marker_.entries) {
    if (e.component >= FlexibleMarker::first_rotation) {
      visit(e.component, first_.first_v + e.dof, -e.weight);
    } else {
      for (int i = 0; i < 3; ++i) visit(i, first_.first_v + e.dof, e.weight * by_Pq(i, e.component));
    }
  }
}

template <class Visit>
void AttachmentTerm<3>::for_each_coordinate(const Matrix3d& by_theta, const Matrix3d& by_Pq,
                                            const Eigen::Matrix<double, 3, 4>& T, Visit visit) const {
  const Eigen::Matrix<double, 3, 4> by_p = by_theta * T;
  for (int i = 0; i < 3; ++i) {
    visit(i, n_q * marker_body_ + i, 1.0);
    visit(i, n_q * frame_ + i, -1.0);
    for (int j = 0; j < 4; ++j) visit(i, n_q * frame_ + 3 + j, by_p(i, j));
  }
  for (const auto& e : marker_.entries) {
    if (e.component >= FlexibleMarker::first_rotation) {
      visit(e.component, first_.first_q + e.dof, -e.weight);
    } else {
      for (int i = 0; i < 3; ++i) visit(i, first_.first_q + e.dof, e.weight * by_Pq(i, e.component));
    }
  }
}

void AttachmentTerm<3>::declare(PatternEntries& p) const {
  const Matrix3d any = Matrix3d::Zero();
  for_each_velocity(any, any, [&](int i, int j, double) { p.G.emplace_back(row_ + i, j); });
  for_each_coordinate(any, any, Eigen::Matrix<double, 3, 4>::Zero(),
                      [&](int i, int j, double) { p.g_q.emplace_back(row_ + i, j); });
  const int theta = n_v * frame_ + 3, quaternion = n_q * frame_ + 3;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) p.dynamics_q.emplace_back(theta + i, quaternion + j);
  for (const auto& e : marker_.entries) {
    if (e.component >= FlexibleMarker::first_rotation) continue;
    for (int i = 0; i < 3; ++i) p.dynamics_q.emplace_back(theta + i, first_.first_q + e.dof);
    for (int j = 0; j < 4; ++j) p.dynamics_q.emplace_back(first_.first_v + e.dof, quaternion + j);
  }
}

void AttachmentTerm<3>::find(const MotionMatrices& m) {
  G_slots_.clear();
  g_q_slots_.clear();
  hessian_slots_.clear();
  const Matrix3d any = Matrix3d::Zero();
  for_each_velocity(any, any, [&](int i, int j, double) { G_slots_.push_back(m.G.slot(row_ + i, j)); });
  for_each_coordinate(any, any, Eigen::Matrix<double, 3, 4>::Zero(),
                      [&](int i, int j, double) { g_q_slots_.push_back(m.g_q.slot(row_ + i, j)); });
  const int theta = n_v * frame_ + 3, quaternion = n_q * frame_ + 3;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) hessian_slots_.push_back(m.dynamics_q.slot(theta + i, quaternion + j));
  for (const auto& e : marker_.entries) {
    if (e.component >= FlexibleMarker::first_rotation) continue;
    for (int i = 0; i < 3; ++i)
      hessian_slots_.push_back(m.dynamics_q.slot(theta + i, first_.first_q + e.dof));
    for (int j = 0; j < 4; ++j)
      hessian_slots_.push_back(m.dynamics_q.slot(first_.first_v + e.dof, quaternion + j));
  }
}

void AttachmentTerm<3>::add(const Motion& at, MotionRows& out) const {
  const State state(*this, at.q);
  const Matrix3d& R = state.frame.R;
  const Vector3d& s = state.s;
  const int v = n_v * frame_, marker_v = n_v * marker_body_;
  using Six = Eigen::Matrix<double, 6, 1>;
  if (out.position.size() > 0) {
    out.position.segment<3>(row_) +=
        at.q.segment<3>(n_q * marker_body_) - at.q.segment<3>(n_q * frame_) - R * s;
    out.position.segment<3>(row_ + 3) -= marker_.weighted(at.q, first_.first_q).tail<3>();
  }
  if (out.velocity.size() > 0) {
    const Six w = marker_.weighted(at.v, first_.first_v);
    const Vector3d omega = at.v.segment<3>(v + 3);
    out.velocity.segment<3>(row_) +=
        at.v.segment<3>(marker_v) - at.v.segment<3>(v) - R * (omega.cross(s) + w.head<3>());
    out.velocity.segment<3>(row_ + 3) -= w.tail<3>();
  }
  if (out.acceleration.size() > 0) {
    const Six w = marker_.weighted(at.v, first_.first_v);
    const Vector3d omega = at.v.segment<3>(v + 3);
    Vector3d r = R * (omega.cross(omega.cross(s)) + 2 * omega.cross(w.head<3>()));
    if (at.a.size() > 0) {
      const Six z = marker_.weighted(at.a, first_.first_v);
      const Vector3d alpha = at.a.segment<3>(v + 3);
      r += at.a.segment<3>(v) - at.a.segment<3>(marker_v) + R * (alpha.cross(s) + z.head<3>());
      out.acceleration.segment<3>(row_ + 3) -= z.tail<3>();
    }
    out.acceleration.segment<3>(row_) -= r;
  }
  if (out.dynamics.size() > 0 && at.lambda.size() > 0)
    for_each_velocity(R * cross_matrix(s), -R,
                      [&](int i, int j, double value) { out.dynamics[j] += at.lambda[row_ + i] * value; });
}

void AttachmentTerm<3>::add_gradient(ConstVec q, MotionMatrices& out) const {
  const State state(*this, q);
  const Matrix3d &R = state.frame.R, by_theta = R * cross_matrix(state.s);
  std::size_t k = 0;
  for_each_velocity(by_theta, -R, [&](int, int, double value) { out.G.value[G_slots_[k++]] += value; });
  k = 0;
  for_each_coordinate(by_theta, -R, state.frame.rotation_by_q,
                      [&](int, int, double value) { out.g_q.value[g_q_slots_[k++]] += value; });
}

void AttachmentTerm<3>::add_position_gradient(ConstVec q, ConstVec eta, Vec out) const {
  const State state(*this, q);
  const Matrix3d& R = state.frame.R;
  for_each_coordinate(R * cross_matrix(state.s), -R, state.frame.rotation_by_q,
                      [&](int i, int j, double value) { out[j] += eta[row_ + i] * value; });
}

void AttachmentTerm<3>::linearize(const Motion& at, MotionMatrices& out) const {
  add_gradient(at.q, out);
  const State state(*this, at.q);
  const Matrix3d& R = state.frame.R;
  const Eigen::Matrix<double, 3, 4>& T = state.frame.rotation_by_q;
  const Vector3d& s = state.s;
  if (at.lambda.size() > 0) {
    // Gᵀλ has −s × f for θ and −Pᵀf for q, with f = Rᵀλ, δf = f × δθ.
    const Vector3d f = R.transpose() * at.lambda.segment<3>(row_);
    const Matrix3d turned = cross_matrix(f);
    const Eigen::Matrix<double, 3, 4> theta_by_p = -cross_matrix(s) * turned * T, f_by_p = turned * T;
    auto slot = hessian_slots_.begin();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j) out.dynamics_q.value[*slot++] += theta_by_p(i, j);
    for (const auto& e : marker_.entries) {
      if (e.component >= FlexibleMarker::first_rotation) continue;
      for (int i = 0; i < 3; ++i) out.dynamics_q.value[*slot++] += e.weight * turned(i, e.component);
      for (int j = 0; j < 4; ++j) out.dynamics_q.value[*slot++] -= e.weight * f_by_p(e.component, j);
    }
  }
  if (!out.levels.velocity && !out.levels.acceleration) return;
  const int v = n_v * frame_;
  const Vector3d omega = at.v.segment<3>(v + 3), w = marker_.weighted(at.v, first_.first_v).head<3>();
  const Matrix3d spin = cross_matrix(omega);
  /// Adds −∂r/∂θ and −∂r/∂q, without the constant entries of both bodies and of Θ.
  const auto add_by_q = [&](const Matrix3d& by_theta, const Matrix3d& by_Pq, FixedMatrix& to) {
    std::size_t k = 0;
    for_each_coordinate(by_theta, by_Pq, T, [&](int i, int j, double value) {
      const std::size_t here = k++;
      const bool is_constant = i >= 3 || j == n_q * marker_body_ + i || j == n_q * frame_ + i;
      if (!is_constant) to.value[g_q_slots_[here]] += value;
    });
  };
  if (out.levels.velocity) add_by_q(R * cross_matrix(omega.cross(s) + w), -R * spin, out.velocity_q);
  if (out.levels.acceleration) {
    Vector3d total = omega.cross(omega.cross(s)) + 2 * omega.cross(w);
    Matrix3d H = spin * spin;
    if (at.a.size() > 0) {
      const Vector3d alpha = at.a.segment<3>(v + 3);
      total += alpha.cross(s) + marker_.weighted(at.a, first_.first_v).head<3>();
      H += cross_matrix(alpha);
    }
    add_by_q(R * cross_matrix(total), -R * H, out.acceleration_q);
    const Matrix3d by_omega =
        R * (cross_matrix(omega.cross(s)) + spin * cross_matrix(s) + 2 * cross_matrix(w));
    std::size_t k = 0;
    for_each_velocity(by_omega, -2 * R * spin, [&](int i, int j, double value) {
      const std::size_t here = k++;
      const bool is_constant = i >= 3 || j == n_v * marker_body_ + i || j == n_v * frame_ + i;
      if (!is_constant) out.acceleration_v.value[G_slots_[here]] += value;
    });
  }
}

}  // namespace pleuel
