#include "pleuel/integrator/guarded/near_miss.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/linalg/decompositions.hpp"

namespace pleuel {
namespace {

// For this size, five dense singular value decompositions take some seconds.
constexpr int most_velocities = 600;
// Second-order convergence from 1e-2: 1e-4, 1e-8, 1e-16, and one evaluation.
constexpr int iterations = 5;
// Singular values below this vanish at the extrapolated configuration. Measured.
constexpr double nearly_dependent = 0.05;

/// Number of singular values of independent combinations: those above the widest gap over the
/// nearly vanishing ones.
Eigen::Index rank_before_gap(const Vector& values) {
  Eigen::Index rank = values.size();
  double widest = 1;
  for (Eigen::Index i = 1; i < values.size(); ++i) {
    const double gap = values[i - 1] / std::max(values[i], 1e-300);
    if (values[i] < nearly_dependent && gap > widest) {
      widest = gap;
      rank = i;
    }
  }
  return rank;
}

}  // namespace

double near_miss(const MechanicalSystem& system, double t, Vector q) {
  const SystemInfo& info = system.info();
  if (info.n_v() > most_velocities) return 0;
  const auto evaluator = system.make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  Vector g(info.n_lambda());
  double left = 0;
  for (int k = 0; k < iterations; ++k) {
    evaluator->configuration_matrices(t, q, m);
    evaluator->rows({.t = t, .q = q}, {.position = g});
    Matrix A = m.G.dense();
    Vector column(info.n_v());
    for (int j = 0; j < m.M.cols; ++j) {
      const int slot = m.M.slot(j, j);
      const double mass = slot >= 0 ? m.M.value[slot] : 0;
      column[j] = mass > 0 ? 1 / std::sqrt(mass) : 1;
      A.col(j) *= column[j];
    }
    Vector scale = A.rowwise().norm();
    for (double& x : scale) x = x > 0 ? 1 / x : 1;
    A = scale.asDiagonal() * A;
    const Svd svd = thin_svd(A);
    const Eigen::Index rank = rank_before_gap(svd.values);
    if (rank == svd.values.size()) return 0;
    const Vector parts = svd.U.transpose() * scale.cwiseProduct(g);
    left = 0;
    for (Eigen::Index i = rank; i < parts.size(); ++i)
      left = std::max(left, std::abs(parts[i]) / svd.U.col(i).cwiseProduct(scale).cwiseAbs().maxCoeff());
    const Vector step =
        -column.cwiseProduct(svd.V.leftCols(rank) * parts.head(rank).cwiseQuotient(svd.values.head(rank)));
    if (info.has_identity_kinematics()) {
      q += step;
    } else {
      m.H.multiply_add(1.0, step.data(), q.data());
      evaluator->restore_invariants(q);
    }
  }
  return left;
}

}  // namespace pleuel
