// Equilibria, and internal states that creep: the formulation qs.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/formulation/static_equations.hpp"
#include "pleuel/problem/problem_catalogue.hpp"
#include "support/run_system.hpp"

namespace pleuel::testing {
namespace statics_test {

constexpr double tolerance = 1e-8;

Kind of_problem(const std::string& name, const Settings& settings) {
  for (const Problem& p : problem_catalogue())
    if (p.name == name) {
      const Case c = p.build(OptionValues(p.options, settings));
      return {name, c.system, c.q0, c.v0, c.s0, c.t_end};
    }
  throw std::invalid_argument("no problem is called " + name);
}

/// A mass on a spring k₁ and, beside it, a Maxwell element (k, d), pulled by a force F that acts
/// from t = 0 on (a standard linear solid): x = F/k₁ (1 − k/(k₁ + k) e^(−t/τ)), τ = d (k₁ + k)/(k₁
/// k).
struct StandardSolid {
  double k1 = 30, k = 70, d = 40, F = 12;

  SystemInfo info() const {
    SystemInfo info;
    info.name = "standard solid";
    info.add_coordinate("x", "m");
    info.add_state("s", "m");
    info.has_statics = true;
    return info;
  }
  void mass(const auto&, auto&&) const {}  // none: qs does not ask for it
  void force(const auto& x, const auto&, const auto& s, auto&& f) const {
    f[0] = F - k1 * x.q[0] - k * (x.q[0] - s[0]);
  }
  void internal(const auto& x, const auto&, const auto& s, auto&& rate) const {
    rate[0] = k * (x.q[0] - s[0]) / d;
  }
  double x_at(double t) const {
    const double tau = d * (k1 + k) / (k1 * k);
    return F / k1 * (1 - k / (k1 + k) * std::exp(-t / tau));
  }
};

/// The body on its ball joint, and a spring of zero length between its point b and the point
/// anchor(t), which goes round: so every rotation meets a stiffness.
struct SpringBody : BallJointBody {
  double stiffness = 90;
  double b[3] = {0.3, 0.1, -0.5};

  SystemInfo info() const {
    SystemInfo info = BallJointBody::info();
    info.has_statics = true;
    return info;
  }
  template <class S>
  static Eigen::Matrix<S, 3, 1> anchor(const S& t) {
    return {0.4 * cos(t), 0.4 * sin(t), S(-0.3)};
  }
  void force(const auto& x, const auto& v, auto&& f) const {
    using S = ScalarOf<decltype(x)>;
    BallJointBody::force(x, v, f);
    const auto A = rotation(x);
    const Eigen::Matrix<S, 3, 1> to = anchor(x.t);
    Eigen::Matrix<S, 3, 1> pull, in_body;
    for (int i = 0; i < 3; ++i) {
      pull[i] = stiffness * (to[i] - x.q[i] - A(i, 0) * b[0] - A(i, 1) * b[1] - A(i, 2) * b[2]);
      f[i] += pull[i];
    }
    for (int i = 0; i < 3; ++i) in_body[i] = A(0, i) * pull[0] + A(1, i) * pull[1] + A(2, i) * pull[2];
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      f[3 + k] += b[i] * in_body[j] - b[j] * in_body[i];
    }
  }
};

Kind spring_body() {
  Kind k = kind("ball joint");
  k.system = make_system(SpringBody());
  return k;
}

std::vector<Kind> static_kinds() {
  std::vector<Kind> result;
  for (Kind& k : all_kinds())
    if (k.system->info().has_statics) result.push_back(std::move(k));
  result.push_back({"standard solid", make_system(StandardSolid()), Vector::Zero(1), Vector::Zero(1),
                    Vector::Zero(1), 3.0});
  result.push_back(spring_body());
  return result;
}

TEST(QuasiStatic, RefusesASystemThatHasNoStaticsByName) {
  const Kind k = kind("ball joint");
  try {
    formulation("qs").make(k.system, OptionValues({}, {}));
    FAIL() << "a body that turns freely about the vertical was taken";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("'body on a ball joint'"), std::string::npos) << error.what();
  }
}

TEST(QuasiStatic, FactorsForcesAndMultipliersOnly) {
  for (const Kind& k : static_kinds()) {
    const SystemInfo& info = k.system->info();
    const auto dae = formulation("qs").make(k.system, OptionValues({}, {}));
    EXPECT_EQ(dae->newton_matrix({})->factored_size(), info.n_v() + info.n_lambda()) << k.name;
    EXPECT_EQ(dae->info().n_unknowns(), info.n_q() + info.n_lambda() + info.n_s()) << k.name;
    EXPECT_EQ(dae->info().n_rows(), dae->info().n_unknowns()) << k.name;
  }
}

/// −J by central differences; errors of its entries are some d² = ε^⅔, relative.
Matrix minus_jacobian(MechanicalDae& dae, double t, const Vector& y, const Vector& ydot) {
  const double d = std::cbrt(2.2e-16);
  const int n = dae.info().n_unknowns();
  Matrix result(n, n);
  Vector x = y, high(n), low(n);
  for (int j = 0; j < n; ++j) {
    x[j] = y[j] + d;
    dae.residual(t, x, ydot, high);
    x[j] = y[j] - d;
    dae.residual(t, x, ydot, low);
    x[j] = y[j];
    result.col(j) = (low - high) / (2 * d);
  }
  return result;
}

TEST(QuasiStatic, EliminationSolvesWithTheWholeMatrixForRealAndComplexShifts) {
  for (const Kind& k : static_kinds()) {
    const SystemInfo& info = k.system->info();
    const auto dae = formulation("qs").make(k.system, OptionValues({}, {}));
    const int n = dae->info().n_unknowns();
    const double t = 0.23;
    Vector q = k.q, lambda(info.n_lambda()), ydot(n), re(n), im(n);
    for (int i = 0; i < q.size(); ++i) q[i] += 0.03 * std::sin(3.0 + 2 * i);
    for (int i = 0; i < lambda.size(); ++i) lambda[i] = 2 + std::cos(2.0 + i);
    for (int i = 0; i < n; ++i)
      ydot[i] = std::sin(0.4 + i), re[i] = std::cos(1.7 * i), im[i] = std::sin(2.2 + 3 * i);
    const Vector y = dae->assemble(q, k.v, k.v, lambda, k.s);
    const auto newton = dae->newton_matrix({.real = 1, .complex = 1});
    newton->linearize(t, y, ydot);
    const Matrix minus_J = minus_jacobian(*dae, t, y, ydot);
    Matrix E = Matrix::Zero(n, n);
    E.bottomRightCorner(info.n_s(), info.n_s()).setIdentity();
    const double size = 1 + minus_J.cwiseAbs().maxCoeff();
    ASSERT_FALSE(newton->factor_real(0, 3.0, 0.7).has_value()) << k.name;
    ASSERT_FALSE(newton->factor_complex(0, {2.0, 3.0}, {0.8, 0.5}).has_value()) << k.name;
    Vector x(n), x_im(n);
    newton->solve_real(0, re, x);
    EXPECT_LE(((3.0 * E + 0.7 * minus_J) * x - re).norm(), 1e-9 * size * (1 + x.lpNorm<1>())) << k.name;
    newton->solve_complex(0, re, im, x, x_im);
    const Eigen::VectorXcd z = x.cast<Complex>() + Complex(0, 1) * x_im.cast<Complex>();
    const Eigen::VectorXcd rhs = re.cast<Complex>() + Complex(0, 1) * im.cast<Complex>();
    const Eigen::MatrixXcd A =
        Complex(2, 3) * E.cast<Complex>() + Complex(0.8, 0.5) * minus_J.cast<Complex>();
    EXPECT_LE((A * z - rhs).norm(), 2e-9 * size * (1 + z.lpNorm<1>())) << k.name;
  }
}

TEST(Equilibrium, OfAHangingSpringIsItsStaticDeflection) {
  // (r − 1)/ε² = g, ε² = 0.05, g = 1, along +y; the start is beside it, where the spring pulls up.
  const Kind k = of_problem("spring-pendulum", {});
  const auto dae = formulation("qs").make(k.system, OptionValues({}, {}));
  const InitialState x = dae->consistent_start(0, k.q, k.v, k.s);
  EXPECT_NEAR(x.q[0], 0, 1e-12);
  EXPECT_NEAR(x.q[1], 1.05, 1e-12);
}

TEST(Equilibrium, OfAPendulumIsBelowThePivotAlsoFromTheHorizontal) {
  // There f and G are at right angles, and K vanishes with λ: Newton's matrix alone would be
  // singular.
  const BarePendulum pendulum;
  const auto dae = formulation("qs").make(kind("bare pendulum").system, OptionValues({}, {}));
  const InitialState x = dae->consistent_start(0, Vector{{-0.8, 0.0}}, Vector{{0.0, 0.0}}, Vector());
  EXPECT_NEAR(x.q[0], 0, 1e-12);
  EXPECT_NEAR(x.q[1], -pendulum.L, 1e-12);
  EXPECT_NEAR(x.lambda[0], pendulum.m * pendulum.gravity / (2 * pendulum.L), 1e-11);
}

TEST(Equilibrium, OfAChainHangsStraightAndEachJointCarriesWhatIsBelow) {
  constexpr int n = 200;  // factored sparsely
  const Kind k = of_problem("chain", {{"links", std::to_string(n)}});
  const auto dae = formulation("qs").make(k.system, OptionValues({}, {}));
  const InitialState x = dae->consistent_start(0, k.q, k.v, k.s);
  for (int i = 0; i < n; ++i) {
    EXPECT_NEAR(x.q[3 * i], 0, 1e-10);
    EXPECT_NEAR(x.q[3 * i + 1], -(i + 0.5) / n, 1e-10);
    EXPECT_NEAR(x.q[3 * i + 2], 0, 1e-10);
    EXPECT_NEAR(x.lambda[2 * i], 0, 1e-9);
    // Gᵀλ = f: the joint's multiplier is minus the weight of the links from i on.
    EXPECT_NEAR(x.lambda[2 * i + 1], -9.81 * (n - i) / n, 1e-9);
  }
}

struct FallingBody {
  SystemInfo info() const {
    SystemInfo info;
    info.name = "falling body";
    info.add_coordinate("x", "m");
    info.add_coordinate("height", "m");
    info.has_statics = true;
    return info;
  }
  void mass(const auto&, auto&& M) const { M.add(0, 0, 1.0), M.add(1, 1, 1.0); }
  void force(const auto& x, const auto&, auto&& f) const {
    f[0] = -x.q[0];
    f[1] = -9.81;
  }
};

TEST(Equilibrium, NamesTheCoordinateThatHasNone) {
  const auto dae = formulation("qs").make(make_system(FallingBody()), OptionValues({}, {}));
  try {
    dae->consistent_start(0, Vector{{0.5, 1.0}}, Vector{{0.0, 0.0}}, Vector());
    FAIL() << "a falling body has an equilibrium";
  } catch (const NoConsistentState& error) {
    EXPECT_NE(std::string(error.what()).find("'height'"), std::string::npos) << error.what();
  }
}

TEST(QuasiStatic, CreepOfTheStandardSolidIsExponential) {
  const StandardSolid solid;
  const Kind k{"standard solid", make_system(solid), Vector::Zero(1), Vector::Zero(1), Vector::Zero(1), 3.0};
  SystemRun run(k, "qs", tolerance, k.period);
  EXPECT_NEAR(run.start.q[0], solid.x_at(0), 1e-14);
  ASSERT_TRUE(run.finish());
  EXPECT_NEAR(run.end().q[0], solid.x_at(k.period), 10 * tolerance);
  EXPECT_NEAR(run.end().s[0], (solid.k1 + solid.k) / solid.k * run.end().q[0] - solid.F / solid.k, 1e-12);
}

/// The pendulum with a Maxwell element by itself: its angle φ is where the torque m g L sin φ
/// balances that of F = k (r − r₀ − s), found by bisection, and ṡ = F/d by the classical
/// Runge–Kutta method with so many steps that halving them changes 1e-12.
struct RelaxedPendulum {
  double L = 1, b = 1.5, rest = 1.5, k = 20, d = 10, m = 1, g = 9.81;

  double distance(double phi) const { return std::hypot(L * std::sin(phi) - b, L * std::cos(phi)); }
  double tension(double phi, double s) const { return k * (distance(phi) - rest - s); }
  double torque(double phi, double s) const {
    // F pulls from (x, y) = L (sin φ, −cos φ) towards (b, 0).
    const double pull = tension(phi, s) / distance(phi);
    return -m * g * L * std::sin(phi) + pull * b * L * std::cos(phi);
  }
  double phi(double s) const {
    double low = -std::numbers::pi / 2, high = std::numbers::pi / 2;
    for (int i = 0; i < 60; ++i) {
      const double mid = 0.5 * (low + high);
      (torque(mid, s) > 0 ? low : high) = mid;
    }
    return 0.5 * (low + high);
  }
  double state_at(double t, double s, int n) const {
    const double h = t / n;
    const auto rate = [&](double x) { return tension(phi(x), x) / d; };
    for (int i = 0; i < n; ++i) {
      const double a = rate(s), c = rate(s + h / 2 * a), e = rate(s + h / 2 * c), f = rate(s + h * e);
      s += h / 6 * (a + 2 * c + 2 * e + f);
    }
    return s;
  }
};

TEST(QuasiStatic, RelaxationOfTheMaxwellPendulumIsThatOfItsOneStateAlone) {
  const Kind k = of_problem("maxwell-pendulum", {});
  const RelaxedPendulum alone;
  constexpr double until = 2;
  SystemRun run(k, "qs", tolerance, until);
  ASSERT_TRUE(run.finish());
  const double s = alone.state_at(until, k.s[0], 800);
  ASSERT_NEAR(s, alone.state_at(until, k.s[0], 400), 1e-11);
  EXPECT_NEAR(run.end().s[0], s, 10 * tolerance);
  EXPECT_NEAR(run.end().q[0], std::sin(alone.phi(s)), 20 * tolerance);
  EXPECT_NEAR(run.end().q[1], -std::cos(alone.phi(s)), 20 * tolerance);
}

TEST(QuasiStatic, ADrivenPendulumHangsBelowItsPivotAtEveryStep) {
  const DrivenPendulum driven;
  const Kind k = kind("driven pendulum");
  SystemRun run(k, "qs", tolerance, 2);
  while (run.radau->t() < 2) {
    ASSERT_TRUE(run.radau->step(2).is_ok());
    const double t = run.radau->t();
    const Motion at = run.end();
    EXPECT_NEAR(at.q[0], driven.A * std::sin(driven.omega * t), 1e-8) << t;
    EXPECT_NEAR(at.q[1], 0.5 * driven.A * std::cos(2 * driven.omega * t) - driven.L, 1e-8) << t;
    EXPECT_NEAR(at.lambda[0], driven.m * driven.gravity / (2 * driven.L), 1e-6) << t;
  }
}

TEST(QuasiStatic, AQuaternionKeepsItsLengthAndTheBodyItsBalanceOfMoments) {
  const Kind k = spring_body();
  const SpringBody body;
  SystemRun run(k, "qs", tolerance, 3);
  while (run.radau->t() < 3) {
    ASSERT_TRUE(run.radau->step(3).is_ok());
    const Motion at = run.end();
    EXPECT_NEAR(at.q.tail(4).norm(), 1, 1e-9);
    // In space, about the joint: weight at r, spring at r + A b.
    const Eigen::Matrix3d A =
        BallJointBody::rotation(Configuration<double>{at.t, ConstView<double>(at.q.data(), 7)});
    const Eigen::Vector3d r = at.q.head(3), b(body.b[0], body.b[1], body.b[2]),
                          c(body.c[0], body.c[1], body.c[2]);
    const Eigen::Vector3d point = r + A * b, pull = body.stiffness * (SpringBody::anchor(at.t) - point);
    const Eigen::Vector3d weight(0, 0, -body.m * body.gravity);
    EXPECT_LE((r.cross(weight) + point.cross(pull)).norm(), 1e-6) << at.t;
    EXPECT_LE((r + A * c).norm(), 1e-9) << at.t;
    EXPECT_LE((Eigen::Vector3d(at.lambda) - weight - pull).norm(), 1e-6) << at.t;
  }
}

TEST(QuasiStatic, ALossyChainInManyStatesFollowsTheSparsePath) {
  // Released bent, its joints creep until it hangs straight down: angles −π/2 and s = −π/2 in the
  // first joint alone.
  const Kind k = kind("lossy chain of 12");
  SystemRun run(k, "qs", 1e-6, 40);
  ASSERT_TRUE(run.finish());
  const Motion end = run.end();
  for (int i = 0; i < 12; ++i) {
    EXPECT_NEAR(end.q[3 * i + 2], -std::numbers::pi / 2, 1e-4) << i;
    EXPECT_NEAR(end.s[i], i == 0 ? -std::numbers::pi / 2 : 0, 1e-4) << i;
  }
}

}  // namespace statics_test
}  // namespace pleuel::testing
