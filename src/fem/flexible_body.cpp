#include "pleuel/fem/flexible_body.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "pleuel/base/thread_pool.hpp"

namespace pleuel::fem {
namespace {

void set_product(const FixedMatrix& A, const ConstVec& x, Vector& y) {
  y.setZero();
  if (A.rows > 0) A.multiply_add(1, x.data(), y.data());
}

// Estimate for one product with a column of finite elements, for the decision about threads.
constexpr double operations_per_column = 50;

/// Column j of A times x: row j of A x if A is symmetric.
double column_product(const FixedMatrix& A, int j, const double* x) {
  double sum = 0;
  for (int k = A.start[j]; k < A.start[j + 1]; ++k) sum += A.value[k] * x[A.row[k]];
  return sum;
}

void subtract_product(const FixedMatrix& A, const ConstVec& x, Vector& y) {
  if (A.rows > 0) A.multiply_add(-1, x.data(), y.data());
}

}  // namespace

struct FlexibleBody<2>::Frame {
  Eigen::Matrix2d A, dA;
  Eigen::Vector2d S;
  double J = 0;

  /// position: only A, A', S and C̃; inertia: all; prepared: the stretch c12 + M_Δq and h = c21 − B
  /// q are already in the workspace.
  enum class Parts { position, inertia, prepared };
  Frame(const FlexibleBodyData<2>& data, double angle, const ConstVec& q, Workspace& work,
        Parts parts = Parts::inertia) {
    const ShapeIntegrals<2>& s = data.integrals;
    const auto& K = data.geometric.K;
    const double sine = std::sin(angle), cosine = std::cos(angle);
    A << cosine, -sine, sine, cosine;
    dA << -sine, -cosine, cosine, -sine;
    work.C1 = s.c1;
    work.C2 = s.c2;
    subtract_product(K[0], q, work.C1);
    subtract_product(K[1], q, work.C2);
    S << s.S0[0] + 0.5 * (s.c1.dot(q) + work.C1.dot(q)), s.S0[1] + 0.5 * (s.c2.dot(q) + work.C2.dot(q));
    if (parts == Parts::position) return;
    if (parts == Parts::inertia) {
      work.stretch = s.c12;
      s.M.multiply_add(1, q.data(), work.stretch.data());
      work.h = s.c21;
      subtract_product(s.B, q, work.h);  // qᵀB = −(B q)ᵀ
    }
    subtract_product(K[3], q, work.stretch);
    subtract_product(K[2], q, work.h);
    J = s.J0 + s.c12.dot(q) + work.stretch.dot(q);
  }
};

FlexibleBody<2>::Workspace::Workspace(const FlexibleBody<2>& body)
    : C1(body.n_deformation()),
      C2(C1.size()),
      stretch(C1.size()),
      h(C1.size()),
      Bqd(C1.size()),
      K_q(C1.size()),
      rate(C1.size()) {
  for (auto* products : {&by_rate, &by_acc}) products->fill(Vector::Zero(C1.size()));
  if (body.data_.nonlinear) tangent = body.data_.nonlinear->pattern();
}

FlexibleBody<2>::FlexibleBody(FlexibleBodyData<2> data) : data_(std::move(data)) {
  const auto& s = data_.integrals;
  const int n = s.size();
  const FixedMatrix& K = data_.nonlinear ? data_.nonlinear->pattern() : data_.stiffness;
  const bool is_of_B = data_.integrals.B.share_pattern(s.M), is_of_K = data_.stiffness.share_pattern(s.M);
  has_common_pattern_ = is_of_B && (data_.nonlinear != nullptr || is_of_K) &&
                        (data_.damping.rows == 0 || data_.damping.share_pattern(s.M));
  const auto& geometric = data_.geometric.K;
  pattern_ = BodyPattern<3>(n, {&s.M, &s.B, &K, &std::as_const(data_.damping), &geometric[0], &geometric[1],
                                &geometric[2], &geometric[3]});
  PartSlots slots_of = pattern_.slots();
  M_slots_ = slots_of(s.M);
  B_slots_ = slots_of(s.B);
  K_slots_ = slots_of(K);
  D_slots_ = slots_of(data_.damping);
  for (int i = 0; i < 4; ++i) geometric_slots_[i] = slots_of(geometric[i]);
}

void FlexibleBody<2>::stiffening_products(const ConstVec& z, std::array<Vector, 3>& out) const {
  if (!data_.geometric.is_given()) return;  // they stay zero
  for (int i = 0; i < 3; ++i) set_product(data_.geometric.K[i], z, out[i]);
}

void FlexibleBody<2>::mass(ConstVec x, FixedMatrix& M, Workspace& work) const {
  const auto& s = data_.integrals;
  const ConstVec q = part(x, 3, n_deformation());
  const Frame at(data_, x[2], q, work);
  const auto& p = pattern_;
  M.set_zero();
  p.corner(M, 0, 0) = p.corner(M, 1, 1) = s.m;
  const Eigen::Vector2d coupling = at.dA * at.S;
  for (int i = 0; i < 2; ++i) p.corner(M, i, 2) = p.corner(M, 2, i) = coupling[i];
  p.corner(M, 2, 2) = at.J;
  for (int k = 0; k < n_deformation(); ++k) {
    const Eigen::Vector2d AC = at.A * Eigen::Vector2d(work.C1[k], work.C2[k]);
    p.row(M, 0, k) = p.col(M, k, 0) = AC[0];
    p.row(M, 1, k) = p.col(M, k, 1) = AC[1];
    p.row(M, 2, k) = p.col(M, k, 2) = work.h[k];
  }
  p.add(s.M, M_slots_, 1, M);
}

/// The products with M_Δ, B, K and D that a residual needs: the stretch c12 + M_Δq, h = c21 − B q,
/// B q̇, and ∇W + D q̇ + M_Δq̈ in K_q. M_Δ, K and D are symmetric, B is skew, so columns serve as
/// rows: with a common pattern one pass over its entries gives all.
void FlexibleBody<2>::products(const ConstVec& q, const ConstVec& qd, const double* qdd,
                               Workspace& work) const {
  const auto& s = data_.integrals;
  if (data_.nonlinear) data_.nonlinear->gradient(q, work.K_q);
  if (!has_common_pattern_) {
    work.stretch = s.c12;
    s.M.multiply_add(1, q.data(), work.stretch.data());
    work.h = s.c21;
    subtract_product(s.B, q, work.h);
    set_product(s.B, qd, work.Bqd);
    if (!data_.nonlinear) set_product(data_.stiffness, q, work.K_q);
    if (data_.damping.rows > 0) data_.damping.multiply_add(1, qd.data(), work.K_q.data());
    if (qdd != nullptr) s.M.multiply_add(1, qdd, work.K_q.data());
    return;
  }
  const double* const M = s.M.value.data();
  const double* const B = s.B.value.data();
  const double* const K = data_.nonlinear ? nullptr : data_.stiffness.value.data();
  const double* const D = data_.damping.rows > 0 ? data_.damping.value.data() : nullptr;
  const int* const start = s.M.start.data();
  const int* const row = s.M.row.data();
  for_each_range(n_deformation(), 4 * operations_per_column, [&](int first, int end) {
    for (int j = first; j < end; ++j) {
      // K q is a difference of large terms; its rounding errors must not enter D q̇ and M_Δq̈.
      double Mq = 0, Bq = 0, Bqd = 0, Kq = 0, Dqd = 0, Mqdd = 0;
      for (int k = start[j]; k < start[j + 1]; ++k) {
        const int i = row[k];
        Mq += M[k] * q[i];
        Bq -= B[k] * q[i];
        Bqd -= B[k] * qd[i];
        if (K != nullptr) Kq += K[k] * q[i];
        if (D != nullptr) Dqd += D[k] * qd[i];
        if (qdd != nullptr) Mqdd += M[k] * qdd[i];
      }
      work.stretch[j] = s.c12[j] + Mq;
      work.h[j] = s.c21[j] - Bq;
      work.Bqd[j] = Bqd;
      work.K_q[j] = (data_.nonlinear ? work.K_q[j] : Kq) + Dqd + Mqdd;
    }
  });
}

void FlexibleBody<2>::force(ConstVec x, ConstVec v, Vec f, Workspace& work) const {
  residual(x, v, ConstVec(nullptr, 0), f, work);
  f *= -1;
}

void FlexibleBody<2>::residual(ConstVec x, ConstVec v, ConstVec a, Vec r, Workspace& work) const {
  const auto& s = data_.integrals;
  const int n = n_deformation();
  const ConstVec q = part(x, 3, n);
  if (v.size() == 0 && a.size() == 0) {
    residual_at_rest(x[2], q, r, work);
    return;
  }
  const bool is_moving = a.size() > 0;
  const ConstVec qd = part(v, 3, n);
  products(q, qd, is_moving ? a.data() + 3 : nullptr, work);
  const double omega = v[2], alpha = is_moving ? a[2] : 0;
  const Frame at(data_, x[2], q, work, Frame::Parts::prepared);
  stiffening_products(qd, work.by_rate);
  Eigen::Vector2d b = -data_.gravity, Sdd(-work.by_rate[0].dot(qd), -work.by_rate[1].dot(qd));
  double turning = 0;  // hᵀq̈
  if (is_moving) {
    const ConstVec qdd = part(a, 3, n);
    b += Eigen::Vector2d(a[0], a[1]);
    Sdd += Eigen::Vector2d(work.C1.dot(qdd), work.C2.dot(qdd));
    turning = work.h.dot(qdd);
  }
  const Eigen::Vector2d Sd(work.C1.dot(qd), work.C2.dot(qd)), Atb = at.A.transpose() * b;
  r.head<2>() = s.m * b + at.dA * (alpha * at.S + 2 * omega * Sd) + at.A * (Sdd - omega * omega * at.S);
  r[2] = at.J * alpha + turning + 2 * omega * work.stretch.dot(qd) - work.by_rate[2].dot(qd) +
         (at.dA * at.S).dot(b);
  for (int k = 0; k < n; ++k)
    r[3 + k] = work.C1[k] * Atb[0] + work.C2[k] * Atb[1] + alpha * work.h[k] -
               omega * omega * work.stretch[k] - 2 * omega * work.Bqd[k] + work.K_q[k];
}

void FlexibleBody<2>::residual_at_rest(double angle, const ConstVec& q, Vec& r, Workspace& work) const {
  if (data_.nonlinear)
    data_.nonlinear->gradient(q, work.K_q);
  else if (has_common_pattern_)
    for_each_range(n_deformation(), operations_per_column, [&](int first, int end) {
      for (int j = first; j < end; ++j) work.K_q[j] = column_product(data_.stiffness, j, q.data());
    });
  else
    set_product(data_.stiffness, q, work.K_q);
  const Frame at(data_, angle, q, work, Frame::Parts::position);
  const Eigen::Vector2d b = -data_.gravity, Atb = at.A.transpose() * b;
  r.head<2>() = data_.integrals.m * b;
  r[2] = (at.dA * at.S).dot(b);
  for (int k = 0; k < n_deformation(); ++k)
    r[3 + k] = work.C1[k] * Atb[0] + work.C2[k] * Atb[1] + work.K_q[k];
}

void FlexibleBody<2>::derivatives(ConstVec x, ConstVec v, ConstVec a, FixedMatrix& by_x, FixedMatrix& by_v,
                                  Workspace& work) const {
  const auto& s = data_.integrals;
  const auto& geometric = data_.geometric.K;
  const int n = n_deformation();
  const ConstVec q = part(x, 3, n), qd = part(v, 3, n), qdd = part(a, 3, n);
  const double omega = v[2], alpha = a[2];
  const Frame at(data_, x[2], q, work);
  const Eigen::Vector2d b = Eigen::Vector2d(a[0], a[1]) - data_.gravity;
  set_product(s.M, qd, work.rate);
  subtract_product(geometric[3], qd, work.rate);
  set_product(s.B, qd, work.Bqd);
  set_product(s.B, qdd, work.K_q);
  subtract_product(geometric[2], qdd, work.K_q);  // ∂(hᵀq̈)/∂q = B q̈ − K_3 q̈
  stiffening_products(qd, work.by_rate);
  stiffening_products(qdd, work.by_acc);
  const Eigen::Vector2d Sd(work.C1.dot(qd), work.C2.dot(qd));
  const Eigen::Vector2d Sdd(work.C1.dot(qdd) - work.by_rate[0].dot(qd),
                            work.C2.dot(qdd) - work.by_rate[1].dot(qd));
  const auto& p = pattern_;
  by_x.set_zero();
  by_v.set_zero();
  // By φ and ω; A'' = −A.
  const Eigen::Vector2d by_angle =
      -alpha * (at.A * at.S) + at.dA * Sdd - omega * omega * (at.dA * at.S) - 2 * omega * (at.A * Sd);
  const Eigen::Vector2d by_omega = -2 * omega * (at.A * at.S) + 2 * (at.dA * Sd);
  for (int i = 0; i < 2; ++i) {
    p.corner(by_x, i, 2) = by_angle[i];
    p.corner(by_v, i, 2) = by_omega[i];
  }
  p.corner(by_x, 2, 2) = -(at.A * at.S).dot(b);
  p.corner(by_v, 2, 2) = 2 * work.stretch.dot(qd);
  // Rows of y and φ by q and q̇, rows of q by φ and ω.
  const Eigen::Matrix2d y_by_q = alpha * at.dA - omega * omega * at.A, y_by_qd = 2 * omega * at.dA;
  const Eigen::Vector2d dAtb = at.dA.transpose() * b;
  for (int k = 0; k < n; ++k) {
    const Eigen::Vector2d C(work.C1[k], work.C2[k]), Kqd(work.by_rate[0][k], work.by_rate[1][k]),
        Kqdd(work.by_acc[0][k], work.by_acc[1][k]);
    const Eigen::Vector2d by_q = y_by_q * C - y_by_qd * Kqd - at.A * Kqdd,
                          by_qd = y_by_qd * C - 2 * (at.A * Kqd);
    for (int i = 0; i < 2; ++i) {
      p.row(by_x, i, k) = by_q[i];
      p.row(by_v, i, k) = by_qd[i];
    }
    p.row(by_x, 2, k) = C.dot(dAtb) + 2 * alpha * work.stretch[k] + work.K_q[k] + 2 * omega * work.rate[k];
    p.row(by_v, 2, k) = 2 * omega * work.stretch[k] - 2 * work.by_rate[2][k];
    p.col(by_x, k, 2) = C.dot(dAtb);
    p.col(by_v, k, 2) = -2 * omega * work.stretch[k] - 2 * work.Bqd[k];
  }
  // Rows of q by q and q̇.
  const Eigen::Vector2d Atb = at.A.transpose() * b;
  p.add(geometric[0], geometric_slots_[0], -Atb[0], by_x);
  p.add(geometric[1], geometric_slots_[1], -Atb[1], by_x);
  p.add(geometric[2], geometric_slots_[2], -alpha, by_x);
  p.add(geometric[3], geometric_slots_[3], omega * omega, by_x);
  p.add(s.B, B_slots_, -alpha, by_x);
  p.add(s.M, M_slots_, -omega * omega, by_x);
  if (data_.nonlinear) {
    data_.nonlinear->tangent(q, work.tangent);
    p.add(work.tangent, K_slots_, 1, by_x);
  } else {
    p.add(data_.stiffness, K_slots_, 1, by_x);
  }
  p.add(s.B, B_slots_, -2 * omega, by_v);
  p.add(data_.damping, D_slots_, 1, by_v);
}

double FlexibleBody<2>::kinetic_energy(ConstVec x, ConstVec v, Workspace& work) const {
  const auto& s = data_.integrals;
  const int n = n_deformation();
  const ConstVec q = part(x, 3, n), qd = part(v, 3, n);
  const double omega = v[2];
  const Frame at(data_, x[2], q, work);
  set_product(s.M, qd, work.rate);
  const Eigen::Vector2d yd(v[0], v[1]), Sd(work.C1.dot(qd), work.C2.dot(qd));
  return 0.5 * (s.m * yd.squaredNorm() + at.J * omega * omega + qd.dot(work.rate)) +
         yd.dot(omega * (at.dA * at.S) + at.A * Sd) + omega * work.h.dot(qd);
}

double FlexibleBody<2>::potential_energy(ConstVec x, Workspace& work) const {
  const ConstVec q = part(x, 3, n_deformation());
  const Frame at(data_, x[2], q, work);
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
