#include "pleuel/fem/flexible_body.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace pleuel::fem {
namespace {

void set_product(const FixedMatrix& A, ConstVec x, Vector& y) {
  y.setZero();
  A.multiply_add(1, x.data(), y.data());
}

}  // namespace

struct FlexibleBody::Frame {
  Eigen::Matrix2d A, dA;
  Eigen::Vector2d S;

  Frame(const ShapeIntegrals& s, double angle, const ConstVec& q) {
    const double sine = std::sin(angle), cosine = std::cos(angle);
    A << cosine, -sine, sine, cosine;
    dA << -sine, -cosine, cosine, -sine;
    S << s.S0[0] + s.c1.dot(q), s.S0[1] + s.c2.dot(q);
  }
};

FlexibleBody::Workspace::Workspace(const FlexibleBody& body)
    : Mq(body.n_deformation()), Mqd(Mq), Bq(Mq), Bqd(Mq), Bqdd(Mq), K_q(Mq) {
  if (body.data_.nonlinear) tangent = body.data_.nonlinear->pattern();
}

FlexibleBody::FlexibleBody(FlexibleBodyData data) : data_(std::move(data)) {
  const auto& s = data_.integrals;
  const int n = s.size();
  const FixedMatrix& K = data_.nonlinear ? data_.nonlinear->pattern() : data_.stiffness;
  for (const FixedMatrix* part : {&s.M, &s.B, &K})
    if (part->rows != n || part->cols != n)
      throw std::logic_error("FlexibleBody: matrices of different sizes");
  if (data_.damping.rows != 0 && data_.damping.rows != n)
    throw std::logic_error("FlexibleBody: the damping matrix has another size");
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3 + n; ++j) {
      entries.emplace_back(i, j);
      entries.emplace_back(j, i);
    }
  for (const FixedMatrix* part : {&s.M, &s.B, &K, &std::as_const(data_.damping)})
    for (int j = 0; j < part->cols; ++j)
      for (int k = part->start[j]; k < part->start[j + 1]; ++k) entries.emplace_back(3 + part->row[k], 3 + j);
  pattern_ = FixedMatrix(3 + n, 3 + n, entries);

  const auto slots_of = [this](const FixedMatrix& part) {
    std::vector<int> slots;
    for (int j = 0; j < part.cols; ++j)
      for (int k = part.start[j]; k < part.start[j + 1]; ++k)
        slots.push_back(pattern_.slot(3 + part.row[k], 3 + j));
    return slots;
  };
  M_slots_ = slots_of(s.M);
  B_slots_ = slots_of(s.B);
  K_slots_ = slots_of(K);
  D_slots_ = slots_of(data_.damping);
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) corner_slots_.push_back(pattern_.slot(i, j));
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 3; ++i) {
      row_slots_.push_back(pattern_.slot(i, 3 + k));
      col_slots_.push_back(pattern_.slot(3 + k, i));
    }
}

void FlexibleBody::add(const FixedMatrix& part, const std::vector<int>& slots, double scale,
                       FixedMatrix& to) const {
  for (std::size_t k = 0; k < slots.size(); ++k) to.value[slots[k]] += scale * part.value[k];
}

void FlexibleBody::mass(ConstVec x, FixedMatrix& M, Workspace& work) const {
  const auto& s = data_.integrals;
  const ConstVec q = part(x, 3, n_deformation());
  const Frame at(s, x[2], q);
  set_product(s.M, q, work.Mq);
  set_product(s.B, q, work.Bq);
  const auto corner = [&](int i, int j) -> double& { return M.value[corner_slots_[i + 3 * j]]; };
  M.set_zero();
  corner(0, 0) = corner(1, 1) = s.m;
  const Eigen::Vector2d coupling = at.dA * at.S;
  for (int i = 0; i < 2; ++i) corner(i, 2) = corner(2, i) = coupling[i];
  corner(2, 2) = s.J0 + 2 * s.c12.dot(q) + q.dot(work.Mq);
  for (int k = 0; k < n_deformation(); ++k) {
    const Eigen::Vector2d AC = at.A * Eigen::Vector2d(s.c1[k], s.c2[k]);
    row(M, 0, k) = col(M, k, 0) = AC[0];
    row(M, 1, k) = col(M, k, 1) = AC[1];
    row(M, 2, k) = col(M, k, 2) = s.c21[k] - work.Bq[k];  // qᵀB = −(B q)ᵀ
  }
  add(s.M, M_slots_, 1, M);
}

void FlexibleBody::force(ConstVec x, ConstVec v, Vec f, Workspace& work) const {
  const auto& s = data_.integrals;
  const int n = n_deformation();
  const ConstVec q = part(x, 3, n), qd = part(v, 3, n);
  const double omega = v[2];
  const Frame at(s, x[2], q);
  set_product(s.M, q, work.Mq);
  set_product(s.B, qd, work.Bqd);
  if (data_.nonlinear)
    data_.nonlinear->gradient(q, work.K_q);
  else
    set_product(data_.stiffness, q, work.K_q);
  if (data_.damping.rows > 0) data_.damping.multiply_add(1, qd.data(), work.K_q.data());

  const Eigen::Vector2d Cqd(s.c1.dot(qd), s.c2.dot(qd)), Atg = at.A.transpose() * data_.gravity;
  f.head<2>() = omega * omega * (at.A * at.S) - 2 * omega * (at.dA * Cqd) + s.m * data_.gravity;
  f[2] = -2 * omega * (s.c12.dot(qd) + qd.dot(work.Mq)) + (at.dA * at.S).dot(data_.gravity);
  for (int k = 0; k < n; ++k)
    f[3 + k] = omega * omega * (s.c12[k] + work.Mq[k]) + 2 * omega * work.Bqd[k] + s.c1[k] * Atg[0] +
               s.c2[k] * Atg[1] - work.K_q[k];
}

void FlexibleBody::derivatives(ConstVec x, ConstVec v, ConstVec a, FixedMatrix& by_x, FixedMatrix& by_v,
                               Workspace& work) const {
  const auto& s = data_.integrals;
  const int n = n_deformation();
  const ConstVec q = part(x, 3, n), qd = part(v, 3, n), qdd = part(a, 3, n);
  const double omega = v[2], alpha = a[2];
  const Frame at(s, x[2], q);
  const Eigen::Vector2d b = Eigen::Vector2d(a[0], a[1]) - data_.gravity;
  const Eigen::Vector2d Cqd(s.c1.dot(qd), s.c2.dot(qd)), Cqdd(s.c1.dot(qdd), s.c2.dot(qdd));
  set_product(s.M, q, work.Mq);
  set_product(s.M, qd, work.Mqd);
  set_product(s.B, qd, work.Bqd);
  set_product(s.B, qdd, work.Bqdd);
  by_x.set_zero();
  by_v.set_zero();
  const auto corner = [this](FixedMatrix& to, int i, int j) -> double& {
    return to.value[corner_slots_[i + 3 * j]];
  };

  // By φ and ω; A'' = −A.
  const Eigen::Vector2d by_angle =
      -alpha * (at.A * at.S) + at.dA * Cqdd - omega * omega * (at.dA * at.S) - 2 * omega * (at.A * Cqd);
  const Eigen::Vector2d by_omega = -2 * omega * (at.A * at.S) + 2 * (at.dA * Cqd);
  for (int i = 0; i < 2; ++i) {
    corner(by_x, i, 2) = by_angle[i];
    corner(by_v, i, 2) = by_omega[i];
  }
  corner(by_x, 2, 2) = -(at.A * at.S).dot(b);
  corner(by_v, 2, 2) = 2 * (s.c12.dot(qd) + qd.dot(work.Mq));
  // Rows of y and φ by q and q̇, rows of q by φ and ω.
  const Eigen::Matrix2d y_by_q = alpha * at.dA - omega * omega * at.A, y_by_qd = 2 * omega * at.dA;
  const Eigen::Vector2d dAtb = at.dA.transpose() * b;
  for (int k = 0; k < n; ++k) {
    const Eigen::Vector2d C(s.c1[k], s.c2[k]), by_q = y_by_q * C, by_qd = y_by_qd * C;
    for (int i = 0; i < 2; ++i) {
      row(by_x, i, k) = by_q[i];
      row(by_v, i, k) = by_qd[i];
    }
    const double stretch = s.c12[k] + work.Mq[k];
    row(by_x, 2, k) = C.dot(dAtb) + 2 * alpha * stretch + work.Bqdd[k] + 2 * omega * work.Mqd[k];
    row(by_v, 2, k) = 2 * omega * stretch;
    col(by_x, k, 2) = C.dot(dAtb);
    col(by_v, k, 2) = -2 * omega * stretch - 2 * work.Bqd[k];
  }
  // Rows of q by q and q̇.
  add(s.B, B_slots_, -alpha, by_x);
  add(s.M, M_slots_, -omega * omega, by_x);
  if (data_.nonlinear) {
    data_.nonlinear->tangent(q, work.tangent);
    add(work.tangent, K_slots_, 1, by_x);
  } else {
    add(data_.stiffness, K_slots_, 1, by_x);
  }
  add(s.B, B_slots_, -2 * omega, by_v);
  add(data_.damping, D_slots_, 1, by_v);
}

double FlexibleBody::kinetic_energy(ConstVec x, ConstVec v, Workspace& work) const {
  const auto& s = data_.integrals;
  const int n = n_deformation();
  const ConstVec q = part(x, 3, n), qd = part(v, 3, n);
  const double omega = v[2];
  const Frame at(s, x[2], q);
  set_product(s.M, q, work.Mq);
  set_product(s.M, qd, work.Mqd);
  set_product(s.B, qd, work.Bqd);
  const Eigen::Vector2d yd(v[0], v[1]), Cqd(s.c1.dot(qd), s.c2.dot(qd));
  const double J = s.J0 + 2 * s.c12.dot(q) + q.dot(work.Mq);
  return 0.5 * (s.m * yd.squaredNorm() + J * omega * omega + qd.dot(work.Mqd)) +
         yd.dot(omega * (at.dA * at.S) + at.A * Cqd) + omega * (s.c21.dot(qd) + q.dot(work.Bqd));
}

double FlexibleBody::potential_energy(ConstVec x, Workspace& work) const {
  const ConstVec q = part(x, 3, n_deformation());
  const Frame at(data_.integrals, x[2], q);
  const Eigen::Vector2d moment = data_.integrals.m * Eigen::Vector2d(x[0], x[1]) + at.A * at.S;
  double elastic = 0;
  if (data_.nonlinear) {
    elastic = data_.nonlinear->energy(q);
  } else {
    set_product(data_.stiffness, q, work.K_q);
    elastic = 0.5 * q.dot(work.K_q);
  }
  return elastic - moment.dot(data_.gravity);
}

}  // namespace pleuel::fem
