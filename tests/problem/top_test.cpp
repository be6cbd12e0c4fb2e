#include "pleuel/problem/top.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "literature/radau5_run.hpp"
#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/problem/top_equations.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace top_test {

const TopEquations equations;

/// Momentum about the joint, in inertial axes, by Eigen's own quaternions.
Eigen::Vector3d momentum(ConstVec y) {
  const Eigen::Vector3d r(y[0], y[1], y[2]), v(y[7], y[8], y[9]), omega(y[10], y[11], y[12]);
  const Eigen::Quaterniond p = Eigen::Quaterniond(y[3], y[4], y[5], y[6]).normalized();
  const Eigen::Vector3d spin(equations.transverse * omega[0], equations.axial * omega[1],
                             equations.transverse * omega[2]);
  return equations.m * r.cross(v) + p * spin;
}

/// A motion through a point where nothing vanishes.
struct Path {
  Vector q{{0.3, -0.2, 0.5, 0.7, -0.4, 0.5, 0.6}};  // |p| ≠ 1
  Vector v{{0.2, 0.5, -0.3, 1.1, -0.7, 0.4}};
  Vector a{{-0.6, 0.1, 0.8, 0.3, 0.9, -1.2}};

  /// f'(0) by differences of fourth order.
  template <class F>
  static auto slope(F f) {
    const double h = 1e-3;
    return ((8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h)).eval();
  }

  /// q after the time τ: r by its polynomial, p turned by the exponential of the body's rotation to
  /// third order.
  Vector q_at(double tau) const {
    Vector result = q;
    result.head(3) += tau * v.head(3) + 0.5 * tau * tau * a.head(3);
    // Magnus: ∫ω + [ω, α] τ³/12 in body axes; p ∘ exp(½ ·).
    const Eigen::Vector3d w = v.tail(3), alpha = a.tail(3);
    const Eigen::Vector3d turn = tau * w + 0.5 * tau * tau * alpha + tau * tau * tau / 12 * w.cross(alpha);
    const double angle = turn.norm();
    const Eigen::Quaterniond step = angle > 0 ? Eigen::Quaterniond(Eigen::AngleAxisd(angle, turn / angle))
                                              : Eigen::Quaterniond::Identity();
    const Eigen::Quaterniond p = Eigen::Quaterniond(q[3], q[4], q[5], q[6]) * step;
    result.tail(4) << p.w(), p.x(), p.y(), p.z();
    return result;
  }
  Vector v_at(double tau) const { return v + tau * a; }
};

// Fourth-order differences with step 1e-3: truncation h⁴/30 |d⁵| ≲ 1e-12, rounding 1e-16·10/h ≲
// 1e-12.
TEST(TopEquations, ConstraintLevelsAreDerivativesOfTheFirstForAnyNormOfTheQuaternion) {
  const auto system = make_system(equations);
  const auto evaluator = system->make_evaluator();
  const Path path;
  const Vector lambda = Vector::Zero(3);
  const auto levels = [&](double tau) {
    const Vector q = path.q_at(tau), v = path.v_at(tau);
    Vector out(9);
    evaluator->rows({.t = 0, .q = view(q), .v = view(v), .a = view(path.a), .lambda = view(lambda)},
                    {.position = Vec(out.data(), 3),
                     .velocity = Vec(out.data() + 3, 3),
                     .acceleration = Vec(out.data() + 6, 3)});
    return out;
  };
  const Vector slopes = Path::slope(levels), values = levels(0);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(slopes[i], values[3 + i], 2e-11) << i;
  const Vector p_slope = Path::slope([&](double tau) { return path.q_at(tau); });
  Vector q_dot(7);
  evaluator->rows({.t = 0, .q = view(path.q), .v = view(path.v)}, {.kinematics = view(q_dot)});
  for (int i = 0; i < 7; ++i) EXPECT_NEAR(p_slope[i], q_dot[i], 2e-11);
}

TEST(TopEquations, GivenJacobianIsThatOfTheConstraintAlongH) {
  const auto system = make_system(equations);
  const auto evaluator = system->make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  const Path path;
  evaluator->configuration_matrices(0, view(path.q), m);
  EXPECT_LE((m.G.dense() - m.g_q.dense() * m.H.dense()).cwiseAbs().maxCoeff(), 1e-14);
  const Vector p{{0, 0, 0, 0.7, -0.4, 0.5, 0.6}};
  EXPECT_LE((p.transpose() * m.H.dense()).tail(3).cwiseAbs().maxCoeff(),
            1e-15);  // n_q H = 0: |p| is an invariant
  EXPECT_EQ(m.G.rows, 3);
}

TEST(TopEquations, RestoresTheNormAndNothingElse) {
  const auto system = make_system(equations);
  const auto evaluator = system->make_evaluator();
  Vector q = Path().q;
  const Vector before = q;
  EXPECT_TRUE(evaluator->restore_invariants(view(q)));
  EXPECT_NEAR(q.tail(4).norm(), 1, 3e-16);
  EXPECT_EQ(q.head(3), before.head(3));
  EXPECT_NEAR(q.tail(4).dot(before.tail(4)), before.tail(4).norm(), 1e-15);
}

TEST(TopCase, StartsConsistently) {
  const RunResult result = complete_run([] {
    RunRequest request = radau5_request("top", "ggl1", 1e-6);
    request.until = 1e-3;
    return request;
  }());
  EXPECT_LE(result.header.position_moved, 1e-14);
  EXPECT_LE(result.header.velocity_moved, 1e-14);
}

class TopIn : public ::testing::TestWithParam<const char*> {};

// rtol = atol = 1e-8 over 2 s, some 4000 steps: 100 × rtol is allowed for the drift of what is
// constant.
TEST_P(TopIn, KeepsEnergyAndBothMomenta) {
  const RunResult result = complete_run(radau5_request("top", GetParam(), 1e-8));
  const Eigen::Vector3d start = {0, equations.axial * 150, (equations.transverse + equations.m) * -4.61538};
  EXPECT_LE(std::abs(result.energy_drift), 1e-6);
  EXPECT_NEAR(momentum(view(result.y))[2] / start[2], 1, 1e-6);
  EXPECT_NEAR(result.y[11] / 150, 1, 1e-6);
  EXPECT_NEAR(result.y.segment(3, 4).norm(), 1, 1e-12);
  // The momentum itself is turned by gravity: the two laws above are no accident of a resting top.
  EXPECT_GE((momentum(view(result.y)) - start).norm(), 0.1 * start.norm());
}

INSTANTIATE_TEST_SUITE_P(Formulations, TopIn, ::testing::Values("rcd1", "rcd0", "ggl1"));

/// Looks at what is constant at every accepted step.
struct ConstantsOfTheTop : RunObserver {
  double start = 0, worst_momentum = 0, worst_norm = 0;
  void sample(double t, ConstVec y) override {
    const double vertical = momentum(y)[2];
    if (t == 0) start = vertical;
    worst_momentum = std::max(worst_momentum, std::abs(vertical / start - 1));
    worst_norm = std::max(worst_norm, std::abs(part(y, 3, 4).norm() - 1));
  }
};

class TopForTenSeconds : public ::testing::TestWithParam<const char*> {};

// Some 12000 steps of 1e-8. rcd0 is not among these: it loses the joint quadratically in time, and
// with it 1.4e-6 of the momentum.
TEST_P(TopForTenSeconds, KeepsEnergyAndMomentumAboutTheVerticalToAHundredTolerancesAndTheNormToRounding) {
  constexpr double tolerance = 1e-8;
  RunRequest request = radau5_request("top", GetParam(), tolerance);
  request.until = 10;
  ConstantsOfTheTop constants;
  const RunResult result = run(standard_catalogue(), request, {.observer = &constants});
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_LE(std::abs(result.energy_drift), 100 * tolerance);
  EXPECT_LE(constants.worst_momentum, 100 * tolerance);
  EXPECT_LE(constants.worst_norm, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Formulations, TopForTenSeconds, ::testing::Values("rcd1", "ggl1", "ovd1"));

// A vertical axis is no equilibrium here, but a horizontal one precesses steadily when m g l = J_a
// ω_y Ω: with ω₃ about the axis and Ω about the vertical, z stays zero.
TEST(TopCase, PrecessesSteadilyAtTheTheoreticalRate) {
  const double Omega = equations.m * equations.g * equations.l / (equations.axial * 150);
  RunRequest request = radau5_request("top", "ggl1", 1e-9);
  request.until = 0.5;
  char swing[32];
  std::snprintf(swing, sizeof swing, "%.17g", Omega);
  request.settings = {{"swing", swing}};
  const RunResult result = complete_run(request);
  EXPECT_NEAR(result.y[2], 0, 1e-6);
  EXPECT_NEAR(result.y[0], -std::sin(Omega * 0.5), 1e-6);
  EXPECT_NEAR(result.y[1], std::cos(Omega * 0.5), 1e-6);
}

}  // namespace top_test
}  // namespace pleuel
