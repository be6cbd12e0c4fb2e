// Quasi-static sweeps where they are known in closed form.
#include "pleuel/mechanics/smooth_start.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/system_from.hpp"

namespace pleuel {
namespace smooth_start_test {

constexpr double turning = 3;   // Ω, rad/s
constexpr double phase = 0.4;   // rad
constexpr double strength = 5;  // N/kg

/// ë + ω² e = strength cos(Ωt + phase).
struct ForcedOscillator {
  double omega = 30;

  SystemInfo info() const {
    SystemInfo info;
    info.name = "oscillator";
    info.add_coordinate("e", "m");
    return info;
  }
  void mass(const auto&, auto&& M) const { M.add(0, 0, 1.0); }
  void force(const auto& x, const auto&, auto&& f) const {
    f[0] = strength * cos(turning * x.t + phase) - omega * omega * x.q[0];
  }
};

/// A pendulum of length l + e: e is stiff, the angle free.
struct ElasticPendulum {
  double stiffness = 4e4;
  static constexpr double m = 2, l = 0.7, g = 9.81;

  SystemInfo info() const {
    SystemInfo info;
    info.name = "pendulum";
    info.add_coordinate("phi", "rad");
    info.add_coordinate("e", "m");
    return info;
  }
  void mass(const auto& x, auto&& M) const {
    M.add(0, 0, m * (l + x.q[1]) * (l + x.q[1]));
    M.add(1, 1, m);
  }
  void force(const auto& x, const auto& v, auto&& f) const {
    f[0] = -2.0 * m * (l + x.q[1]) * v[1] * v[0] - m * g * (l + x.q[1]) * sin(x.q[0]);
    f[1] = m * (l + x.q[1]) * v[0] * v[0] + m * g * cos(x.q[0]) - stiffness * x.q[1];
  }
};

SmoothStart oscillator_start(double omega, int sweeps) {
  return smooth_start(*make_system(ForcedOscillator{omega}), {.q = Vector::Zero(1),
                                                              .v = Vector::Zero(1),
                                                              .s = Vector::Zero(0),
                                                              .deformation = {0},
                                                              .sweeps = sweeps,
                                                              .horizon = 10});
}

/// eᵏ = strength/ω² (1 + r + … + rᵏ⁻¹) cos(Ωt + phase), r = (Ω/ω)².
TEST(SmoothStart, OfAForcedOscillatorIsThePartialSumOfItsGeometricSeries) {
  constexpr double omega = 30, r = turning * turning / (omega * omega);
  const SmoothStart start = oscillator_start(omega, 3);
  ASSERT_EQ(start.sweeps.size(), 3U);
  double sum = 0, term = strength / (omega * omega);
  for (int k = 1; k <= 3; ++k) {
    sum += term;
    term *= r;
    const SmoothSweep& sweep = start.sweeps[k - 1];
    EXPECT_NEAR(sweep.q[0], sum * std::cos(phase), 1e-9 * sum) << k;
    EXPECT_NEAR(sweep.v[0], -sum * turning * std::sin(phase), 1e-8 * sum * turning) << k;
    EXPECT_NEAR(sweep.remaining, term / (sum + term), 1e-6) << k;
  }
  EXPECT_EQ(start.q[0], start.sweeps.back().q[0]);
  EXPECT_EQ(start.v[0], start.sweeps.back().v[0]);
}

TEST(SmoothStart, SaysByWhatRemainsThatADeformationIsNotFast) {
  const SmoothStart start = oscillator_start(turning / 1.3, 3);
  EXPECT_GT(start.sweeps[1].remaining, 0.3);
  EXPECT_GT(start.sweeps[2].remaining, start.sweeps[1].remaining - 0.1);
}

/// −f = 1 + eᵉ has no root: Newton's method walks off to −∞ in steps of about one.
struct Runaway {
  SystemInfo info() const {
    SystemInfo info;
    info.name = "runaway";
    info.add_coordinate("e", "m");
    return info;
  }
  void mass(const auto&, auto&& M) const { M.add(0, 0, 1.0); }
  void force(const auto& x, const auto&, auto&& f) const { f[0] = -1.0 - exp(x.q[0]); }
};

TEST(SmoothStart, SaysWhichIterationFailedWhereThereIsNoSlowMotion) {
  try {
    smooth_start(*make_system(Runaway()),
                 {.q = Vector::Zero(1), .v = Vector::Zero(1), .s = Vector::Zero(0), .deformation = {0}});
    FAIL() << "1 + exp(e) has a root";
  } catch (const NoConsistentState& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("Newton's method for the deformation"), std::string::npos) << text;
    EXPECT_NE(text.find("has not converged after 50 iterations"), std::string::npos) << text;
  }
}

/// First sweep: k e = m l φ̇² + m g cos φ, and by φ̈ = −(g/l) sin φ: k ė = −3 m g φ̇ sin φ.
TEST(SmoothStart, FollowsAGrossMotionThatIsFree) {
  using P = ElasticPendulum;
  const Vector q{{0.9, 0.0}}, v{{1.7, 0.0}};
  const SmoothStart start =
      smooth_start(*make_system(P{}),
                   {.q = q, .v = v, .s = Vector::Zero(0), .deformation = {1}, .sweeps = 3, .horizon = 10});
  const double e = P::m * (P::l * v[0] * v[0] + P::g * std::cos(q[0])) / P{}.stiffness;
  EXPECT_NEAR(start.sweeps[0].q[0], e, 1e-10 * e);
  EXPECT_NEAR(start.sweeps[0].v[0], -3 * P::m * P::g * v[0] * std::sin(q[0]) / P{}.stiffness, 1e-9 * e);
  EXPECT_EQ(start.q[0], q[0]);
  EXPECT_EQ(start.v[0], v[0]);
  EXPECT_LT(start.sweeps[1].remaining, 0.02 * start.sweeps[0].remaining);
}

TEST(SmoothStart, RefusesWhatDoesNotFitTheSystem) {
  const auto system = make_system(ElasticPendulum{});
  const auto with = [&](std::vector<int> deformation, int sweeps) {
    return smooth_start(*system, {.q = Vector::Zero(2),
                                  .v = Vector::Zero(2),
                                  .s = Vector::Zero(0),
                                  .deformation = std::move(deformation),
                                  .sweeps = sweeps});
  };
  EXPECT_THROW((void)with({}, 1), InvalidInput);
  EXPECT_THROW((void)with({2}, 1), InvalidInput);
  EXPECT_THROW((void)with({1, 1}, 1), InvalidInput);
  EXPECT_THROW((void)with({1}, 4), InvalidInput);
  EXPECT_NO_THROW((void)with({1}, 1));
}

}  // namespace smooth_start_test
}  // namespace pleuel
