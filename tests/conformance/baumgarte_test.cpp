// Baumgarte's stabilisation: violations decay as a critically damped oscillator.
#include <gtest/gtest.h>

#include <cmath>

#include "support/looped.hpp"
#include "support/run_system.hpp"

namespace pleuel::testing {
namespace baumgarte_test {

constexpr double tolerance = 1e-9;

TEST(Baumgarte, LetsAViolationDecayAsItsEquationSays) {
  const BarePendulum pendulum;
  const double b = 4;  // 1/s
  const Formulation f = formulation("baumgarte");
  const auto dae = f.make(make_system(pendulum), OptionValues(f.options, {{"b", "4"}}));

  // Off the circle, and at rest: g = g₀, ġ = 0. Then m a + Gᵀλ = f and G a + γ + b² g₀ = 0 give a
  // and λ.
  const Vector q{{0.5, -0.65}}, v{{0.0, 0.0}}, weight{{0.0, -pendulum.m * pendulum.gravity}};
  const double g0 = q.squaredNorm() - pendulum.L * pendulum.L;
  const Vector G = 2 * q;
  const Vector lambda{{(G.dot(weight) / pendulum.m + b * b * g0) * pendulum.m / G.squaredNorm()}};
  const Vector a = (weight - G * lambda[0]) / pendulum.m;
  const Vector y = dae->assemble(q, v, a, lambda, Vector());

  Looped<RadauIIA> radau(*dae, {.tolerance = {.rtol = tolerance, .atol = tolerance}}, RadauOptions{});
  radau.start(0, y, dae->derivative(0, y), 2);
  while (radau.t() != 2.0) {
    ASSERT_TRUE(radau.step(2.0).is_ok());
    const Vector now = radau.y().head(2);
    const double t = radau.t(), g = now.squaredNorm() - pendulum.L * pendulum.L;
    // g̈ + 2b ġ + b² g = 0.
    EXPECT_NEAR(g, g0 * (1 + b * t) * std::exp(-b * t), 100 * tolerance) << "t = " << t;
  }
}

TEST(Baumgarte, WithoutStabilisationIsTheAccelerationLevel) {
  const Kind k = kind("driven pendulum");
  const Formulation f = formulation("baumgarte");
  const auto dae = f.make(k.system, OptionValues(f.options, {{"b", "0"}}));
  const auto rcd0 = formulation("rcd0").make(k.system, OptionValues(formulation("rcd0").options, {}));
  const Vector a{{0.3, -1.1}}, lambda{{2.0}};
  const Vector y = dae->assemble(k.q, k.v, a, lambda, Vector()), ydot = dae->derivative(0, y);
  Vector one(dae->info().n_rows()), two(rcd0->info().n_rows());
  dae->residual(0.4, y, ydot, one);
  rcd0->residual(0.4, y, ydot, two);
  EXPECT_EQ(one, two);
}

}  // namespace baumgarte_test
}  // namespace pleuel::testing
