#include "pleuel/fem/spatial_body.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <stdexcept>
#include <utility>

namespace pleuel::fem {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// The matrix of u × ·.
Matrix3d skew(const Vector3d& u) {
  Matrix3d m;
  m << 0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0;
  return m;
}

/// ax(B)_i = Σ ε_ijk B_kj: ∫ z × (B-part), with B = ∫(B-part) zᵀ.
Vector3d axial(const Matrix3d& B) { return {B(2, 1) - B(1, 2), B(0, 2) - B(2, 0), B(1, 0) - B(0, 1)}; }

/// tr(A B).
double trace_of(const Matrix3d& A, const Matrix3d& B) { return A.cwiseProduct(B.transpose()).sum(); }

void add_product(const FixedMatrix& A, const ConstVec& x, Vector& y) {
  if (A.rows > 0) A.multiply_add(1, x.data(), y.data());
}

}  // namespace

struct FlexibleBody<3>::Motion {
  Matrix3d A, H = Matrix3d::Zero(), spin = Matrix3d::Zero();  // spin: ω̃
  Vector3d b, omega = Vector3d::Zero(), S;
  ConstVec q;

  Motion(const FlexibleBodyData<3>& data, const ConstVec& x) : q(part(x, 7, data.integrals.size())) {
    A = Eigen::Quaterniond(x[3], x[4], x[5], x[6]).normalized().toRotationMatrix();
    b = A.transpose() * -data.gravity;
    S = data.integrals.S0 + data.integrals.C * q;
  }
  void move(const ConstVec& v) {
    omega = v.segment<3>(3);
    spin = skew(omega);
    H = spin * spin;
  }
  void accelerate(const ConstVec& a) {
    b += A.transpose() * a.head<3>();
    H += skew(a.segment<3>(3));
  }
  /// ∫ρ z zᵀ, where `at` is ∫ρ z φ_kᵀ.
  Matrix3d second_moment(const ShapeIntegrals<3>& s, const ShapeMoments& c, const ShapeMoments& at) const {
    return s.X + c.combined(q).transpose() + at.combined(q);
  }
};

FlexibleBody<3>::Workspace::Workspace(const FlexibleBody<3>& body)
    : z(body.data_.integrals.mass.make_moments()), rate(z), acceleration(z), K_q(body.n_deformation()) {
  if (body.data_.nonlinear) tangent = body.data_.nonlinear->pattern();
}

FlexibleBody<3>::FlexibleBody(FlexibleBodyData<3> data)
    : data_(std::move(data)), c_(data_.integrals.moments()) {
  const int n = n_deformation();
  const FixedMatrix M = data_.integrals.mass.pattern();
  const FixedMatrix& K = data_.nonlinear ? data_.nonlinear->pattern() : data_.stiffness;
  for (const FixedMatrix* part : {&M, &K})
    if (part->rows != n || part->cols != n)
      throw std::logic_error("FlexibleBody: matrices of different sizes");
  if (data_.damping.rows != 0 && data_.damping.rows != n)
    throw std::logic_error("FlexibleBody: the damping matrix has another size");
  if (data_.damping.rows != 0) data_.damping.share_pattern(data_.stiffness);

  // Column by column: six full columns, then the border's rows and the union of the parts.
  std::vector<int> starts{0}, rows;
  for (int j = 0; j < 6; ++j) {
    for (int i = 0; i < 6 + n; ++i) rows.push_back(i);
    starts.push_back(static_cast<int>(rows.size()));
  }
  std::vector<int> last(n, -1);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < 6; ++i) rows.push_back(i);
    const auto first = static_cast<std::ptrdiff_t>(rows.size());
    for (const FixedMatrix* part : {&M, &K, &std::as_const(data_.damping)}) {
      if (part->cols == 0) continue;
      for (int k = part->start[j]; k < part->start[j + 1]; ++k)
        if (last[part->row[k]] != j) {
          last[part->row[k]] = j;
          rows.push_back(6 + part->row[k]);
        }
    }
    std::sort(rows.begin() + first, rows.end());
    starts.push_back(static_cast<int>(rows.size()));
  }
  pattern_ = FixedMatrix(6 + n, 6 + n, std::move(starts), std::move(rows)).without_values();

  const auto slots_of = [&](const FixedMatrix& part) {
    std::vector<int> slots;
    slots.reserve(part.row.size());
    for (int j = 0; j < part.cols; ++j)
      for (int k = part.start[j]; k < part.start[j + 1]; ++k)
        slots.push_back(pattern_.slot(6 + part.row[k], 6 + j));
    return slots;
  };
  const auto is_pattern_of = [&](const FixedMatrix& part) {
    return part.row == M.row && part.start == M.start;
  };
  M_slots_ = slots_of(M);
  K_slots_ = is_pattern_of(K) ? M_slots_ : SharedArray<int>(slots_of(K));
  D_slots_ = is_pattern_of(data_.damping) ? M_slots_ : SharedArray<int>(slots_of(data_.damping));
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 6; ++i) corner_slots_.push_back(pattern_.slot(i, j));
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 6; ++i) {
      row_slots_.push_back(pattern_.start[6 + k] + i);
      col_slots_.push_back(pattern_.start[i] + 6 + k);
    }
}

void FlexibleBody<3>::elastic_force(const ConstVec& q, Vector& out) const {
  if (data_.nonlinear) {
    data_.nonlinear->gradient(q, out);
    return;
  }
  out.setZero();
  data_.stiffness.multiply_add(1, q.data(), out.data());
}

void FlexibleBody<3>::mass(ConstVec x, FixedMatrix& M, Workspace& work) const {
  const auto& s = data_.integrals;
  const Motion at(data_, x);
  s.mass.moments(at.q, work.z);
  work.z += c_;
  const Matrix3d G = at.second_moment(s, c_, work.z), AS = at.A * skew(at.S);
  M.set_zero();
  for (int i = 0; i < 3; ++i) {
    corner(M, i, i) = s.m;
    for (int j = 0; j < 3; ++j) {
      corner(M, i, 3 + j) = corner(M, 3 + j, i) = -AS(i, j);
      corner(M, 3 + i, 3 + j) = (i == j ? G.trace() : 0) - G(i, j);
    }
  }
  for (int k = 0; k < n_deformation(); ++k) {
    const Vector3d AC = at.A * s.C.col(k), turning = axial(work.z[k].transpose());
    for (int i = 0; i < 3; ++i) {
      row(M, i, k) = col(M, k, i) = AC[i];
      row(M, 3 + i, k) = col(M, k, 3 + i) = turning[i];
    }
  }
  s.mass.add(Matrix3d::Identity(), M_slots_, M.value);
}

void FlexibleBody<3>::force(ConstVec x, ConstVec v, Vec f, Workspace& work) const {
  residual(x, v, ConstVec(nullptr, 0), f, work);
  f *= -1;
}

void FlexibleBody<3>::residual(ConstVec x, ConstVec v, ConstVec a, Vec r, Workspace& work) const {
  const auto& s = data_.integrals;
  const int n = n_deformation();
  Motion at(data_, x);
  elastic_force(at.q, work.K_q);
  if (v.size() == 0 && a.size() == 0) {
    r.head<3>() = at.A * (s.m * at.b);
    r.segment<3>(3) = at.S.cross(at.b);
    for (int k = 0; k < n; ++k) r[6 + k] = s.C.col(k).dot(at.b) + work.K_q[k];
    return;
  }
  const ConstVec qd = part(v, 6, n);
  at.move(v);
  s.mass.moments(at.q, work.z);
  work.z += c_;
  s.mass.moments(qd, work.rate);
  add_product(data_.damping, qd, work.K_q);
  Vector3d Sdd = 2 * at.omega.cross(s.C * qd);
  Matrix3d G2 = Matrix3d::Zero();
  const bool is_accelerated = a.size() > 0;
  if (is_accelerated) {
    const ConstVec qdd = part(a, 6, n);
    at.accelerate(a);
    s.mass.moments(qdd, work.acceleration);
    Sdd += s.C * qdd;
    G2 = work.z.combined(qdd);
  }
  const Matrix3d G = at.second_moment(s, c_, work.z), G1 = work.z.combined(qd);
  r.head<3>() = at.A * (s.m * at.b + at.H * at.S + Sdd);
  r.segment<3>(3) = at.S.cross(at.b) + axial(at.H * G + 2 * at.spin * G1.transpose() + G2.transpose());
  for (int k = 0; k < n; ++k) {
    double sum = s.C.col(k).dot(at.b) + trace_of(at.H, work.z[k]) + 2 * trace_of(at.spin, work.rate[k]);
    if (is_accelerated) sum += work.acceleration[k].trace();
    r[6 + k] = sum + work.K_q[k];
  }
}

void FlexibleBody<3>::derivatives(ConstVec x, ConstVec v, ConstVec a, FixedMatrix& by_x, FixedMatrix& by_v,
                                  Workspace& work) const {
  const auto& s = data_.integrals;
  const int n = n_deformation();
  const ConstVec qd = part(v, 6, n), qdd = part(a, 6, n);
  Motion at(data_, x);
  at.move(v);
  at.accelerate(a);
  s.mass.moments(at.q, work.z);
  work.z += c_;
  s.mass.moments(qd, work.rate);
  s.mass.moments(qdd, work.acceleration);
  const Matrix3d G = at.second_moment(s, c_, work.z), G1 = work.z.combined(qd);
  const Vector3d Sd = s.C * qd;
  by_x.set_zero();
  by_v.set_zero();

  // δb = b × δθ; in r_y, the part m b of the force does not turn with the frame.
  const Vector3d inner = at.H * at.S + 2 * at.omega.cross(Sd) + s.C * qdd;
  const Matrix3d y_by_theta = -at.A * skew(inner), theta_by_theta = skew(at.S) * skew(at.b);
  // H of a small change of ω along each axis, H_l = ẽ_l ω̃ + ω̃ ẽ_l, and ẽ_l.
  std::array<Matrix3d, 3> H_by, e;
  for (int l = 0; l < 3; ++l) {
    e[l] = skew(Vector3d::Unit(l));
    H_by[l] = e[l] * at.spin + at.spin * e[l];
    const Vector3d y = at.A * (H_by[l] * at.S + 2 * e[l] * Sd);
    const Vector3d theta = axial(H_by[l] * G + 2 * e[l] * G1.transpose());
    for (int i = 0; i < 3; ++i) {
      corner(by_x, i, 3 + l) = y_by_theta(i, l);
      corner(by_x, 3 + i, 3 + l) = theta_by_theta(i, l);
      corner(by_v, i, 3 + l) = y[i];
      corner(by_v, 3 + i, 3 + l) = theta[i];
    }
  }
  const Matrix3d AH = at.A * at.H, AW = 2 * at.A * at.spin;
  for (int k = 0; k < n; ++k) {
    const Vector3d C = s.C.col(k);
    const Matrix3d z = work.z[k], rate = work.rate[k], acceleration = work.acceleration[k];
    const Vector3d y_by_q = AH * C, y_by_qd = AW * C, q_by_theta = C.cross(at.b);
    const Vector3d theta_by_q =
        q_by_theta + axial(at.H * (z + z.transpose()) + 2 * at.spin * rate + acceleration);
    const Vector3d theta_by_qd = 2 * axial(at.spin * z.transpose());
    for (int i = 0; i < 3; ++i) {
      row(by_x, i, k) = y_by_q[i];
      row(by_v, i, k) = y_by_qd[i];
      row(by_x, 3 + i, k) = theta_by_q[i];
      row(by_v, 3 + i, k) = theta_by_qd[i];
      col(by_x, k, 3 + i) = q_by_theta[i];
      col(by_v, k, 3 + i) = trace_of(H_by[i], z) + 2 * trace_of(e[i], rate);
    }
  }
  s.mass.add(at.H, M_slots_, by_x.value);
  s.mass.add(2 * at.spin, M_slots_, by_v.value);
  const auto add = [](const FixedMatrix& part, const SharedArray<int>& slots, FixedMatrix& to) {
    for (std::size_t k = 0; k < slots.size(); ++k) to.value[slots[k]] += part.value[k];
  };
  if (data_.nonlinear) {
    data_.nonlinear->tangent(at.q, work.tangent);
    add(work.tangent, K_slots_, by_x);
  } else {
    add(data_.stiffness, K_slots_, by_x);
  }
  if (data_.damping.rows > 0) add(data_.damping, D_slots_, by_v);
}

double FlexibleBody<3>::kinetic_energy(ConstVec x, ConstVec v, Workspace& work) const {
  const auto& s = data_.integrals;
  const ConstVec qd = part(v, 6, n_deformation());
  Motion at(data_, x);
  at.move(v);
  s.mass.moments(at.q, work.z);
  work.z += c_;
  s.mass.moments(qd, work.rate);
  const Matrix3d G = at.second_moment(s, c_, work.z);
  const Vector3d yd = at.A.transpose() * v.head<3>(), w = at.omega;
  // ½∫ρ |Aᵀẏ + ω × z + u̇|²
  return 0.5 * (s.m * yd.squaredNorm() + G.trace() * w.squaredNorm() - w.dot(G * w) +
                work.rate.combined(qd).trace()) +
         yd.dot(w.cross(at.S) + s.C * qd) + w.dot(axial(work.z.combined(qd).transpose()));
}

double FlexibleBody<3>::potential_energy(ConstVec x, Workspace& work) const {
  const Motion at(data_, x);
  double elastic = 0;
  if (data_.nonlinear) {
    elastic = data_.nonlinear->energy(at.q);
  } else {
    elastic_force(at.q, work.K_q);
    elastic = 0.5 * at.q.dot(work.K_q);
  }
  const Vector3d moment = data_.integrals.m * x.head<3>() + at.A * at.S;
  return elastic - moment.dot(data_.gravity);
}

bool FlexibleBody<3>::has_mass(int i, int j) const {
  return !data_.integrals.mass.is_nodal() || data_.integrals.mass.is_same_component(i, j);
}

}  // namespace pleuel::fem
