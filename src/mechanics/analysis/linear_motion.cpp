#include "pleuel/mechanics/analysis/linear_motion.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/mechanics/constraint_rank.hpp"
#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {
namespace {

constexpr double least_mass = 1e-8;  // relative to the largest; only for the scaling of columns
constexpr double time_shift = 1e-4;  // s, for ∂H/∂t, which is zero in nearly all systems
constexpr double singular = 1e-14;   // reciprocal condition of NᵀM N

/// G with its columns split into dependent and independent ones, and solutions of G x = b with x_I
/// = 0.
class Splitting {
 public:
  Splitting(const Matrix& G, const Matrix& M) : n_v_(M.rows()), row_scale_(Vector::Ones(G.rows())) {
    const double largest = n_v_ > 0 ? M.diagonal().maxCoeff() : 0.0;
    column_scale_ = Vector::Ones(n_v_);
    if (largest > 0) column_scale_ = M.diagonal().cwiseMax(least_mass * largest).cwiseSqrt().cwiseInverse();
    for (Eigen::Index i = 0; i < G.rows(); ++i)
      if (const double length = G.row(i).norm(); length > 0) row_scale_[i] = 1 / length;
    order_.resize(n_v_);
    for (Eigen::Index j = 0; j < n_v_; ++j) order_[j] = static_cast<int>(j);
    if (G.rows() == 0) return;
    qr_.emplace(row_scale_.asDiagonal() * G * column_scale_.asDiagonal(), dependent_by_rounding);
    rank_ = qr_->rank();
    order_ = qr_->order();
    std::sort(order_.begin() + rank_, order_.end());
  }

  std::vector<int> independent() const { return {order_.begin() + rank_, order_.end()}; }

  /// x with G x = b and x_I = 0, for each column of b. Redundant rows of G are ignored.
  Matrix solve(const Matrix& b) const {
    Matrix x = Matrix::Zero(n_v_, b.cols());
    if (rank_ == 0) return x;
    Matrix top = qr_->Q_transposed_times(row_scale_.asDiagonal() * b).topRows(rank_);
    qr_->solve_upper(top);
    for (Eigen::Index k = 0; k < rank_; ++k) x.row(order_[k]) = column_scale_[order_[k]] * top.row(k);
    return x;
  }

 private:
  Eigen::Index n_v_, rank_ = 0;
  Vector row_scale_, column_scale_;
  std::vector<int> order_;       // dependent velocities, then independent ones
  std::optional<PivotedQr> qr_;  // empty without constraints
};

/// All matrices of one motion, dense.
struct Linearized {
  Matrix M, G, H, D_q, D_v, D_s, sigma_q, sigma_v, sigma_s, velocity_q, acceleration_q, acceleration_v, W;
};

Matrix dense_or_identity(const FixedMatrix& H, const SystemInfo& info) {
  if (info.has_identity_kinematics()) return Matrix::Identity(info.n_q(), info.n_v());
  return H.dense();
}

/// W of the header's comment. Column k of every block of Ḣ is (H w)_q q̇, where w has the k-th unit
/// vector in all blocks.
Matrix frame_rate(const SystemInfo& info, SystemEvaluator& evaluator, const Motion& at, MotionMatrices& m) {
  const int n_v = info.n_v();
  if (info.has_identity_kinematics() || at.v.isZero(0)) return Matrix::Zero(n_v, n_v);
  evaluator.linearize(at, m);
  const Matrix H = m.H.dense(), turned = m.kinematics_q.dense() * H;
  const Vector q_dot = H * at.v;
  Matrix H_dot = Matrix::Zero(info.n_q(), n_v);
  int most = 0;
  for (const KinematicBlock& b : info.kinematic_blocks) most = std::max(most, b.n_v);
  for (int k = 0; k < most; ++k) {
    Vector w = Vector::Zero(n_v);
    for (const KinematicBlock& b : info.kinematic_blocks)
      if (k < b.n_v) w[b.first_v + k] = 1;
    Motion along = {.t = at.t,
                    .q = at.q,
                    .v = w,
                    .a = at.a,
                    .lambda = at.lambda,
                    .s = at.s,
                    .revolutions = at.revolutions};
    evaluator.linearize(along, m);
    const Vector column = m.kinematics_q.dense() * q_dot;
    for (const KinematicBlock& b : info.kinematic_blocks)
      if (k < b.n_v) H_dot.block(b.first_q, b.first_v + k, b.n_q, 1) = column.segment(b.first_q, b.n_q);
  }
  evaluator.configuration_matrices(at.t + time_shift, at.q, m);
  H_dot += m.H.dense() / (2 * time_shift);
  evaluator.configuration_matrices(at.t - time_shift, at.q, m);
  H_dot -= m.H.dense() / (2 * time_shift);
  return least_squares(H, Matrix(turned - H_dot));
}

Linearized matrices_at(const MechanicalSystem& system, const Motion& at) {
  const SystemInfo& info = system.info();
  const auto evaluator = system.make_evaluator();
  MotionMatrices m = evaluator->matrices({.velocity = true, .acceleration = true});
  Linearized l;
  l.W = frame_rate(info, *evaluator, at, m);
  evaluator->linearize(at, m);
  l.M = m.M.dense();
  l.G = m.G.dense();
  l.H = dense_or_identity(m.H, info);
  l.D_q = m.dynamics_q.dense() * l.H;
  l.D_v = m.dynamics_v.dense();
  l.D_s = m.dynamics_s.dense();
  l.sigma_q = m.internal_q.dense() * l.H;
  l.sigma_v = m.internal_v.dense();
  l.sigma_s = m.internal_s.dense();
  l.velocity_q = m.velocity_q.dense() * l.H;
  l.acceleration_q = m.acceleration_q.dense() * l.H;
  l.acceleration_v = m.acceleration_v.dense();
  return l;
}

Matrix rows_of(const Matrix& x, const std::vector<int>& rows) {
  Matrix out(static_cast<Eigen::Index>(rows.size()), x.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) out.row(static_cast<Eigen::Index>(i)) = x.row(rows[i]);
  return out;
}

}  // namespace

LinearMotion linearize_on_constraints(const MechanicalSystem& system, const Motion& at) {
  const SystemInfo& info = system.info();
  const Linearized l = matrices_at(system, at);
  const Splitting split(l.G, l.M);
  LinearMotion result;
  result.independent = split.independent();
  const int n_f = result.n_f(), n_s = info.n_s();

  Matrix unit = Matrix::Zero(info.n_v(), n_f);
  for (int k = 0; k < n_f; ++k) unit(result.independent[k], k) = 1;
  result.N = unit - split.solve(l.G * unit);
  const Matrix& N = result.N;
  result.shape = l.H * N;
  result.momentum = l.M * N;
  const Matrix V = -split.solve(l.velocity_q * N);
  const Matrix U = -split.solve(l.acceleration_q * N + l.acceleration_v * V);
  const Matrix Y = -split.solve(l.acceleration_v * N);

  const FullyPivotedLu mass(N.transpose() * result.momentum);
  if (n_f > 0 && !(mass.reciprocal_condition() > singular))
    throw NoConsistentState("system '" + info.name +
                            "' cannot be linearised: a motion that its constraints allow moves no mass, at "
                            "velocity '" +
                            info.v[result.independent[mass.last_column()]].name + "'; give the body a mass");
  result.A = Matrix::Zero(2 * n_f + n_s, 2 * n_f + n_s);
  if (n_f > 0) {
    const auto reduced = [&](const Matrix& x) -> Matrix { return -mass.solve(N.transpose() * x); };
    result.A.topLeftCorner(n_f, n_f) = rows_of(l.W * N, result.independent);
    result.A.block(0, n_f, n_f, n_f).setIdentity();
    result.A.block(n_f, 0, n_f, n_f) = reduced(l.D_q * N + l.D_v * V + l.M * U);
    result.A.block(n_f, n_f, n_f, n_f) = reduced(l.D_v * N + l.M * Y);
    if (n_s > 0) result.A.block(n_f, 2 * n_f, n_f, n_s) = reduced(l.D_s);
  }
  if (n_s > 0) {
    result.A.block(2 * n_f, 0, n_s, n_f) = l.sigma_q * N + l.sigma_v * V;
    result.A.block(2 * n_f, n_f, n_s, n_f) = l.sigma_v * N;
    result.A.bottomRightCorner(n_s, n_s) = l.sigma_s;
  }
  return result;
}

}  // namespace pleuel
