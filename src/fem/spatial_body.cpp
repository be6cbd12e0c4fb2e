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

  /// Also C̃, and the products of geometric stiffening with q.
  Motion(const FlexibleBodyData<3>& data, const ConstVec& x, Workspace& work)
      : q(part(x, 7, data.integrals.size())) {
    A = Eigen::Quaterniond(x[3], x[4], x[5], x[6]).normalized().toRotationMatrix();
    b = A.transpose() * -data.gravity;
    S = data.integrals.S0 + data.integrals.C * q;
    if (!data.geometric.is_given()) return;
    data.geometric.products(q, work.bend);
    work.C = data.integrals.C - work.bend.topRows<3>();
    S -= 0.5 * (work.bend.topRows<3>() * q);
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
  Matrix3d second_moment(const ShapeIntegrals<3>& s, const ShapeMoments& c, const ShapeMoments& at,
                         const Workspace& work) const {
    Matrix3d G = s.X + c.combined(q).transpose() + at.combined(q);
    if (work.bend.cols() > 0) {
      const Matrix3d X_2 = 0.5 * bending_moment(work.bend, q);
      G += X_2 + X_2.transpose();
    }
    return G;
  }
  /// −(pᵀP_ij q), where the columns of `products` are P_ij q: X_2 is half of it for p = q. Zero
  /// without geometric stiffening.
  static Matrix3d bending_moment(const GeometricStiffening<3>::Values& products, const ConstVec& p) {
    const Eigen::Matrix<double, 9, 1> sum = products.bottomRows<9>() * p;
    return -Eigen::Map<const Matrix3d>(sum.data());
  }
};

FlexibleBody<3>::Workspace::Workspace(const FlexibleBody<3>& body)
    : z(body.data_.integrals.mass.make_moments()), rate(z), acceleration(z), K_q(body.n_deformation()) {
  if (body.data_.nonlinear) tangent = body.data_.nonlinear->pattern();
  if (!body.is_stiffening()) return;
  bend = bend_rate = bend_acceleration = GeometricStiffening<3>::Values::Zero(12, body.n_deformation());
  C = body.data_.integrals.C;
}

FlexibleBody<3>::FlexibleBody(FlexibleBodyData<3> data)
    : data_(std::move(data)), c_(data_.integrals.moments()) {
  const FixedMatrix M = data_.integrals.mass.pattern();
  const FixedMatrix& K = data_.nonlinear ? data_.nonlinear->pattern() : data_.stiffness;
  if (data_.damping.rows != 0) data_.damping.share_pattern(data_.stiffness);
  data_.geometric.pattern.share_pattern(M);
  pattern_ = BodyPattern<6>(n_deformation(),
                            {&M, &K, &std::as_const(data_.damping), &std::as_const(data_.geometric.pattern)});
  PartSlots slots_of = pattern_.slots();
  M_slots_ = slots_of(M);
  K_slots_ = slots_of(K);
  D_slots_ = slots_of(data_.damping);
  geometric_slots_ = slots_of(data_.geometric.pattern);
}

const Eigen::Matrix3Xd& FlexibleBody<3>::C_of(const Workspace& work) const {
  return is_stiffening() ? work.C : data_.integrals.C;
}

Matrix3d FlexibleBody<3>::moment_of(const Workspace& work, int k) const {
  if (!is_stiffening()) return work.z[k];
  return work.z[k] - Eigen::Map<const Matrix3d>(work.bend.col(k).data() + 3);
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
  const Motion at(data_, x, work);
  const auto& p = pattern_;
  s.mass.moments(at.q, work.z);
  work.z += c_;
  const Matrix3d G = at.second_moment(s, c_, work.z, work), AS = at.A * skew(at.S);
  M.set_zero();
  for (int i = 0; i < 3; ++i) {
    p.corner(M, i, i) = s.m;
    for (int j = 0; j < 3; ++j) {
      p.corner(M, i, 3 + j) = p.corner(M, 3 + j, i) = -AS(i, j);
      p.corner(M, 3 + i, 3 + j) = (i == j ? G.trace() : 0) - G(i, j);
    }
  }
  const Eigen::Matrix3Xd& C = C_of(work);
  for (int k = 0; k < n_deformation(); ++k) {
    const Vector3d AC = at.A * C.col(k), turning = axial(moment_of(work, k).transpose());
    for (int i = 0; i < 3; ++i) {
      p.row(M, i, k) = p.col(M, k, i) = AC[i];
      p.row(M, 3 + i, k) = p.col(M, k, 3 + i) = turning[i];
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
  Motion at(data_, x, work);
  const Eigen::Matrix3Xd& C = C_of(work);
  elastic_force(at.q, work.K_q);
  if (v.size() == 0 && a.size() == 0) {
    r.head<3>() = at.A * (s.m * at.b);
    r.segment<3>(3) = at.S.cross(at.b);
    for (int k = 0; k < n; ++k) r[6 + k] = C.col(k).dot(at.b) + work.K_q[k];
    return;
  }
  const ConstVec qd = part(v, 6, n);
  at.move(v);
  s.mass.moments(at.q, work.z);
  work.z += c_;
  s.mass.moments(qd, work.rate);
  add_product(data_.damping, qd, work.K_q);
  Vector3d Sdd = 2 * at.omega.cross(C * qd);
  Matrix3d G1 = work.z.combined(qd), G2 = Matrix3d::Zero();
  if (is_stiffening()) {
    data_.geometric.products(qd, work.bend_rate);
    Sdd -= work.bend_rate.topRows<3>() * qd;
    G1 += Motion::bending_moment(work.bend, qd);
    G2 += Motion::bending_moment(work.bend_rate, qd);
  }
  const bool is_accelerated = a.size() > 0;
  if (is_accelerated) {
    const ConstVec qdd = part(a, 6, n);
    at.accelerate(a);
    s.mass.moments(qdd, work.acceleration);
    Sdd += C * qdd;
    G2 += work.z.combined(qdd);
    if (is_stiffening()) G2 += Motion::bending_moment(work.bend, qdd);
  }
  const Matrix3d G = at.second_moment(s, c_, work.z, work);
  r.head<3>() = at.A * (s.m * at.b + at.H * at.S + Sdd);
  r.segment<3>(3) = at.S.cross(at.b) + axial(at.H * G + 2 * at.spin * G1.transpose() + G2.transpose());
  for (int k = 0; k < n; ++k) {
    double sum =
        C.col(k).dot(at.b) + trace_of(at.H, moment_of(work, k)) + 2 * trace_of(at.spin, work.rate[k]);
    if (is_accelerated) sum += work.acceleration[k].trace();
    r[6 + k] = sum + work.K_q[k];
  }
}

void FlexibleBody<3>::derivatives(ConstVec x, ConstVec v, ConstVec a, FixedMatrix& by_x, FixedMatrix& by_v,
                                  Workspace& work) const {
  const auto& s = data_.integrals;
  const auto& p = pattern_;
  const int n = n_deformation();
  const ConstVec qd = part(v, 6, n), qdd = part(a, 6, n);
  Motion at(data_, x, work);
  at.move(v);
  at.accelerate(a);
  s.mass.moments(at.q, work.z);
  work.z += c_;
  s.mass.moments(qd, work.rate);
  s.mass.moments(qdd, work.acceleration);
  const Eigen::Matrix3Xd& C = C_of(work);
  const Vector3d Sd = C * qd;
  Vector3d Sdd = C * qdd;
  Matrix3d G1 = work.z.combined(qd);
  if (is_stiffening()) {
    data_.geometric.products(qd, work.bend_rate);
    data_.geometric.products(qdd, work.bend_acceleration);
    Sdd -= work.bend_rate.topRows<3>() * qd;
    G1 += Motion::bending_moment(work.bend, qd);
  }
  const Matrix3d G = at.second_moment(s, c_, work.z, work);
  by_x.set_zero();
  by_v.set_zero();

  // δb = b × δθ; in r_y, the part m b of the force does not turn with the frame.
  const Vector3d inner = at.H * at.S + 2 * at.omega.cross(Sd) + Sdd;
  const Matrix3d y_by_theta = -at.A * skew(inner), theta_by_theta = skew(at.S) * skew(at.b);
  // H of a small change of ω along each axis, H_l = ẽ_l ω̃ + ω̃ ẽ_l, and ẽ_l.
  std::array<Matrix3d, 3> H_by, e;
  for (int l = 0; l < 3; ++l) {
    e[l] = skew(Vector3d::Unit(l));
    H_by[l] = e[l] * at.spin + at.spin * e[l];
    const Vector3d y = at.A * (H_by[l] * at.S + 2 * e[l] * Sd);
    const Vector3d theta = axial(H_by[l] * G + 2 * e[l] * G1.transpose());
    for (int i = 0; i < 3; ++i) {
      p.corner(by_x, i, 3 + l) = y_by_theta(i, l);
      p.corner(by_x, 3 + i, 3 + l) = theta_by_theta(i, l);
      p.corner(by_v, i, 3 + l) = y[i];
      p.corner(by_v, 3 + i, 3 + l) = theta[i];
    }
  }
  const Matrix3d AH = at.A * at.H, AW = 2 * at.A * at.spin;
  for (int k = 0; k < n; ++k) {
    const Vector3d C_k = C.col(k);
    const Matrix3d z = moment_of(work, k), rate = work.rate[k];
    Matrix3d G1_by_q = rate, G2_by_q = work.acceleration[k];  // transposed
    Vector3d y_by_q = AH * C_k, y_by_qd = AW * C_k;
    Vector3d theta_by_qd = 2 * axial(at.spin * z.transpose());
    if (is_stiffening()) {
      const auto moment = [k](const GeometricStiffening<3>::Values& of) {
        return Eigen::Map<const Matrix3d>(of.col(k).data() + 3);
      };
      const Vector3d K_qd = work.bend_rate.col(k).head<3>(), K_qdd = work.bend_acceleration.col(k).head<3>();
      G1_by_q -= moment(work.bend_rate).transpose();
      G2_by_q -= moment(work.bend_acceleration).transpose();
      y_by_q -= AW * K_qd + at.A * K_qdd;
      y_by_qd -= 2 * at.A * K_qd;
      theta_by_qd -= 2 * axial(moment(work.bend_rate).transpose());
    }
    const Vector3d q_by_theta = C_k.cross(at.b);
    const Vector3d theta_by_q =
        q_by_theta + axial(at.H * (z + z.transpose()) + 2 * at.spin * G1_by_q + G2_by_q);
    for (int i = 0; i < 3; ++i) {
      p.row(by_x, i, k) = y_by_q[i];
      p.row(by_v, i, k) = y_by_qd[i];
      p.row(by_x, 3 + i, k) = theta_by_q[i];
      p.row(by_v, 3 + i, k) = theta_by_qd[i];
      p.col(by_x, k, 3 + i) = q_by_theta[i];
      p.col(by_v, k, 3 + i) = trace_of(H_by[i], z) + 2 * trace_of(e[i], rate);
    }
  }
  s.mass.add(at.H, M_slots_, by_x.value);
  s.mass.add(2 * at.spin, M_slots_, by_v.value);
  if (is_stiffening()) {
    // −Σ b_i K_i − Σ H_ij P_ij
    GeometricStiffening<3>::Load factors;
    factors << -at.b, -Eigen::Map<const Eigen::Matrix<double, 9, 1>>(Matrix3d(at.H.transpose()).data());
    data_.geometric.add(factors, geometric_slots_, by_x.value);
  }
  if (data_.nonlinear) {
    data_.nonlinear->tangent(at.q, work.tangent);
    p.add(work.tangent, K_slots_, 1, by_x);
  } else {
    p.add(data_.stiffness, K_slots_, 1, by_x);
  }
  if (data_.damping.rows > 0) p.add(data_.damping, D_slots_, 1, by_v);
}

double FlexibleBody<3>::kinetic_energy(ConstVec x, ConstVec v, Workspace& work) const {
  const auto& s = data_.integrals;
  const ConstVec qd = part(v, 6, n_deformation());
  Motion at(data_, x, work);
  at.move(v);
  s.mass.moments(at.q, work.z);
  work.z += c_;
  s.mass.moments(qd, work.rate);
  const Matrix3d G = at.second_moment(s, c_, work.z, work);
  Matrix3d G1 = work.z.combined(qd);
  if (is_stiffening()) G1 += Motion::bending_moment(work.bend, qd);
  const Vector3d yd = at.A.transpose() * v.head<3>(), w = at.omega;
  // ½∫ρ |Aᵀẏ + ω × z + u̇|²
  return 0.5 * (s.m * yd.squaredNorm() + G.trace() * w.squaredNorm() - w.dot(G * w) +
                work.rate.combined(qd).trace()) +
         yd.dot(w.cross(at.S) + C_of(work) * qd) + w.dot(axial(G1.transpose()));
}

double FlexibleBody<3>::potential_energy(ConstVec x, Workspace& work) const {
  const Motion at(data_, x, work);
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
