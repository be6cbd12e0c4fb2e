// Linearisation on the constraints, against closed forms and difference quotients.
#include "pleuel/mechanics/analysis/modes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/mechanics/analysis/linear_motion.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "support/systems.hpp"

namespace pleuel::testing {
namespace modes_test {

/// A consistent motion near the one given.
class State {
 public:
  State(std::shared_ptr<const MechanicalSystem> system, const Vector& q, const Vector& v, const Vector& s)
      : system_(std::move(system)), x_(consistent_initial_state(*system_, 0.0, q, v, s)) {}
  explicit State(const Kind& kind) : State(kind.system, kind.q, kind.v, kind.s) {}
  Motion motion() const { return {.t = 0, .q = x_.q, .v = x_.v, .a = x_.a, .lambda = x_.lambda, .s = x_.s}; }
  ModeSet modes() const { return modes_about(*system_, motion()); }
  const InitialState& x() const { return x_; }

 private:
  std::shared_ptr<const MechanicalSystem> system_;
  InitialState x_;
};

ModeSet at_rest(std::shared_ptr<const MechanicalSystem> system, const Vector& q, const Vector& s = Vector()) {
  const Vector rest = Vector::Zero(system->info().n_v());
  return State(std::move(system), q, rest, s).modes();
}

/// Masses in a row, springs and dampers between them, and from the first one to the ground.
struct Row {
  std::vector<double> mass_of;
  double ground_spring = 0, ground_damper = 0, spring = 0, damper = 0;

  SystemInfo info() const {
    SystemInfo info;
    info.name = "row";
    for (std::size_t i = 1; i <= mass_of.size(); ++i) info.add_coordinate("x" + std::to_string(i), "m");
    return info;
  }
  void mass(const auto&, auto&& M) const {
    for (std::size_t i = 0; i < mass_of.size(); ++i)
      M.add(static_cast<int>(i), static_cast<int>(i), mass_of[i]);
  }
  void force(const auto& x, const auto& v, auto&& f) const {
    f[0] = -ground_spring * x.q[0] - ground_damper * v[0];
    for (std::size_t i = 1; i < mass_of.size(); ++i) {
      const auto pull = spring * (x.q[i] - x.q[i - 1]) + damper * (v[i] - v[i - 1]);
      f[i - 1] += pull;
      f[i] -= pull;
    }
  }
};

TEST(Modes, OfAPendulumThatHangsHaveTheFrequencyOfGravityOverLength) {
  const BarePendulum p;
  const ModeSet set = at_rest(make_system(p), Vector{{0.0, -p.L}});
  EXPECT_EQ(set.n_degrees_of_freedom, 1);
  EXPECT_TRUE(set.is_at_rest);
  ASSERT_EQ(set.modes.size(), 1u);
  const Mode& mode = set.modes[0];
  EXPECT_EQ(mode.kind, ModeKind::oscillation);
  EXPECT_EQ(mode.trend, ModeTrend::neutral);
  const double omega = std::sqrt(p.gravity / p.L);
  EXPECT_NEAR(mode.omega(), omega, 1e-14 * omega);
  EXPECT_NEAR(mode.frequency(), omega / (2 * std::numbers::pi), 1e-14 * omega);
  EXPECT_NEAR(mode.damping_ratio(), 0, 1e-14);
  EXPECT_NEAR(std::abs(mode.q[0] - 1.0), 0, 1e-15);
  EXPECT_NEAR(std::abs(mode.q[1]), 0, 1e-15);
}

TEST(Modes, OfAPendulumThatStandsGrowAndDecayAtTheSameRate) {
  const BarePendulum p;
  const ModeSet set = at_rest(make_system(p), Vector{{0.0, p.L}});
  ASSERT_EQ(set.modes.size(), 2u);
  EXPECT_TRUE(set.is_unstable());
  const double rate = std::sqrt(p.gravity / p.L);
  EXPECT_NEAR(set.modes[0].eigenvalue.real() + set.modes[1].eigenvalue.real(), 0, 1e-14 * rate);
  for (const Mode& mode : set.modes) {
    EXPECT_EQ(mode.kind, ModeKind::aperiodic);
    EXPECT_NEAR(mode.natural_omega(), rate, 1e-14 * rate);
    EXPECT_EQ(mode.trend, mode.eigenvalue.real() > 0 ? ModeTrend::growing : ModeTrend::decaying);
  }
}

TEST(Modes, OfAnOscillatorHaveItsDampingRatio) {
  const double m = 2, k = 50;
  for (const double zeta : {0.0, 0.05, 0.7}) {
    const double c = 2 * zeta * std::sqrt(k * m);
    const ModeSet set =
        at_rest(make_system(Row{.mass_of = {m}, .ground_spring = k, .ground_damper = c}), Vector{{0.0}});
    ASSERT_EQ(set.modes.size(), 1u);
    EXPECT_NEAR(set.modes[0].damping_ratio(), zeta, 1e-14);
    EXPECT_NEAR(set.modes[0].natural_omega(), 5, 1e-13);
    EXPECT_NEAR(set.modes[0].omega(), 5 * std::sqrt(1 - zeta * zeta), 1e-13);
  }
  // Overdamped: λ² + 20 λ + 25 = 0.
  const ModeSet slow =
      at_rest(make_system(Row{.mass_of = {m}, .ground_spring = k, .ground_damper = 40}), Vector{{0.0}});
  ASSERT_EQ(slow.modes.size(), 2u);
  EXPECT_NEAR(slow.modes[0].eigenvalue.real(), -10 + std::sqrt(75.0), 1e-13);
  EXPECT_NEAR(slow.modes[1].eigenvalue.real(), -10 - std::sqrt(75.0), 1e-13);
  EXPECT_EQ(slow.modes[0].kind, ModeKind::aperiodic);
}

TEST(Modes, OfTwoFreeMassesAreARigidOneWithTwoZerosAndAnOscillation) {
  const double m1 = 2, m2 = 3, k = 70, c = 4;
  const ModeSet set =
      at_rest(make_system(Row{.mass_of = {m1, m2}, .spring = k, .damper = c}), Vector{{0.0, 0.0}});
  ASSERT_EQ(set.modes.size(), 2u);
  EXPECT_EQ(set.n_zero, 2);
  EXPECT_EQ(set.modes[0].kind, ModeKind::rigid);
  EXPECT_EQ(set.modes[0].eigenvalue, Complex(0));
  EXPECT_NEAR(std::abs(set.modes[0].q[0] - set.modes[0].q[1]), 0, 1e-14);
  const double reduced = m1 * m2 / (m1 + m2);
  EXPECT_NEAR(set.modes[1].natural_omega(), std::sqrt(k / reduced), 1e-13);
  EXPECT_NEAR(set.modes[1].damping_ratio(), 0.5 * c / std::sqrt(k * reduced), 1e-14);
  // the centre of mass rests
  EXPECT_NEAR((set.modes[1].q[1] / set.modes[1].q[0]).real(), -m1 / m2, 1e-13);
  EXPECT_FALSE(set.is_unstable());
}

TEST(Modes, OfAMassThatIsOnlyBrakedHaveOneZero) {
  const ModeSet set = at_rest(make_system(Row{.mass_of = {2.0}, .ground_damper = 6}), Vector{{0.3}});
  EXPECT_EQ(set.n_zero, 1);
  ASSERT_EQ(set.modes.size(), 2u);
  EXPECT_EQ(set.modes[0].kind, ModeKind::rigid);
  EXPECT_EQ(set.modes[1].kind, ModeKind::aperiodic);
  EXPECT_NEAR(set.modes[1].eigenvalue.real(), -3, 1e-14);
}

TEST(Modes, OfFarApartRatesAreNotTakenForZero) {
  // Two masses on a soft spring to the ground, with a hard one between them: 0.07 and 14142 rad/s.
  const ModeSet set = at_rest(make_system(Row{.mass_of = {1.0, 1.0}, .ground_spring = 1e-2, .spring = 1e8}),
                              Vector{{0.0, 0.0}});
  EXPECT_EQ(set.n_zero, 0);
  ASSERT_EQ(set.modes.size(), 2u);
  EXPECT_NEAR(set.modes[0].omega(), std::sqrt(0.5e-2), 1e-5);
}

/// A body on a hinge in its plane, q = (x, y, φ), with the joint at distance l above its centre.
struct PlanarPendulum {
  double m = 2.0, gravity = 9.81, J = 0.3, l = 0.4;
  SystemInfo info() const {
    SystemInfo info;
    info.name = "planar pendulum";
    info.add_coordinate("x", "m");
    info.add_coordinate("y", "m");
    info.add_coordinate("phi", "rad");
    info.add_constraint("hinge, x", "N");
    info.add_constraint("hinge, y", "N");
    return info;
  }
  void mass(const auto&, auto&& M) const {
    M.add(0, 0, m);
    M.add(1, 1, m);
    M.add(2, 2, J);
  }
  void force(const auto&, const auto&, auto&& f) const { f[1] = -m * gravity; }
  void constraint(const auto& x, auto&& g) const {
    g[0] = x.q[0] - l * sin(x.q[2]);
    g[1] = x.q[1] + l * cos(x.q[2]);
  }
};

BallJointBody hanging_body() {
  BallJointBody body;
  body.c[0] = body.c[1] = 0;  // the joint above the centre of mass
  return body;
}

TEST(Modes, WithAQuaternionEqualThoseOfTheBodyInItsPlane) {
  const BallJointBody body = hanging_body();
  for (const double turn : {0.0, 0.7}) {  // about the vertical: another q and another H
    const Vector q{{0, 0, -body.c[2], std::cos(turn), 0, 0, std::sin(turn)}};
    const ModeSet spatial = at_rest(make_system(body), q);
    EXPECT_EQ(spatial.n_degrees_of_freedom, 3);
    EXPECT_EQ(spatial.n_zero, 2);
    ASSERT_EQ(spatial.modes.size(), 3u);
    EXPECT_EQ(spatial.modes[0].kind, ModeKind::rigid);  // about the vertical
    for (int i = 0; i < 2; ++i) {
      const PlanarPendulum plane{.m = body.m, .J = body.J[i], .l = body.c[2]};
      const ModeSet planar = at_rest(make_system(plane), Vector{{0, -plane.l, 0}});
      const Mode& mode = spatial.modes[2 - i];  // the larger inertia is the slower
      EXPECT_NEAR(mode.omega(), planar.modes[0].omega(), 1e-13);
      EXPECT_NEAR(mode.omega(),
                  std::sqrt(body.m * body.gravity * plane.l / (plane.J + body.m * plane.l * plane.l)), 1e-13);
    }
  }
}

/// A symmetric body that stands on its joint and spins. Seen from the ground, tilting goes as
/// e^{iνt} with
///
///     J ν² − J₃ Ω ν + m g l = 0,   J = J₁ + m l².
///
/// Seen from the body ν is less by Ω.
struct Spinning {
  BallJointBody body;
  double rate;
  double J() const { return body.J[0] + body.m * body.c[2] * body.c[2]; }
  std::vector<Complex> nu() const {
    const double l = -body.c[2], b = body.J[2] * rate;
    const Complex root = std::sqrt(Complex(b * b - 4 * J() * body.m * body.gravity * l));
    return {(b - root) / (2 * J()), (b + root) / (2 * J())};
  }
};

Spinning spinning(double l, double rate) {
  Spinning top{.body = {}, .rate = rate};
  top.body.J[0] = top.body.J[1] = 0.3;
  top.body.J[2] = 0.5;
  top.body.c[0] = top.body.c[1] = 0;
  top.body.c[2] = -l;
  return top;
}

ModeSet modes_of(const Spinning& top) {
  const double turn = 0.4;
  const Vector q{{0, 0, -top.body.c[2], std::cos(turn), 0, 0, std::sin(turn)}};
  return State(make_system(top.body), q, Vector{{0, 0, 0, 0, 0, top.rate}}, Vector()).modes();
}

bool has_eigenvalue(const ModeSet& set, Complex value, double within) {
  return std::any_of(set.modes.begin(), set.modes.end(), [&](const Mode& m) {
    return std::abs(m.eigenvalue - value) < within || std::abs(std::conj(m.eigenvalue) - value) < within;
  });
}

TEST(Modes, OfASpinningTopAreItsPrecessionAndNutationFromTheBodyOrTheGround) {
  // Which velocities are independent depends on how far the centre of mass is from the joint.
  const Spinning near = spinning(0.2, 40), far = spinning(0.6, 60);
  const ModeSet from_body = modes_of(near), from_ground = modes_of(far);
  EXPECT_EQ(from_body.independent, (std::vector<std::string>{"wx", "wy", "wz"}));
  EXPECT_EQ(from_ground.independent, (std::vector<std::string>{"vx", "vy", "wz"}));
  EXPECT_FALSE(from_body.is_at_rest);
  for (const Complex& nu : near.nu())
    EXPECT_TRUE(has_eigenvalue(from_body, Complex(0, 1) * (nu - near.rate), 1e-11)) << nu;
  for (const Complex& nu : far.nu())
    EXPECT_TRUE(has_eigenvalue(from_ground, Complex(0, 1) * nu, 1e-11)) << nu;
  EXPECT_FALSE(from_body.is_unstable());
  EXPECT_FALSE(from_ground.is_unstable());
}

TEST(Modes, OfATopThatSpinsTooSlowlyGrow) {
  // It stands where J₃² Ω² > 4 J m g l.
  for (const double l : {0.2, 0.6}) {
    const Spinning unit = spinning(l, 1);
    const double limit = std::sqrt(4 * unit.J() * unit.body.m * unit.body.gravity * l) / unit.body.J[2];
    EXPECT_TRUE(modes_of(spinning(l, 0.99 * limit)).is_unstable()) << l;
    EXPECT_FALSE(modes_of(spinning(l, 1.01 * limit)).is_unstable()) << l;
  }
}

/// m ẍ = −k₁ x − k (x − s),  d ṡ = k (x − s).
struct MaxwellOscillator {
  double m = 2, k1 = 30, k = 70, d = 40;
  SystemInfo info() const {
    SystemInfo info;
    info.name = "Maxwell oscillator";
    info.add_coordinate("x", "m");
    info.add_state("s", "m");
    return info;
  }
  void mass(const auto&, auto&& M) const { M.add(0, 0, m); }
  void force(const auto& x, const auto&, const auto& s, auto&& f) const {
    f[0] = -k1 * x.q[0] - k * (x.q[0] - s[0]);
  }
  void internal(const auto& x, const auto&, const auto& s, auto&& rate) const {
    rate[0] = k * (x.q[0] - s[0]) / d;
  }
};

TEST(Modes, WithAnInternalStateSolveItsCharacteristicEquation) {
  const MaxwellOscillator o;
  const ModeSet set = at_rest(make_system(o), Vector{{0.0}}, Vector{{0.0}});
  ASSERT_EQ(set.modes.size(), 2u);
  for (const Mode& mode : set.modes) {
    const Complex l = mode.eigenvalue;
    // of some 1e4
    EXPECT_NEAR(std::abs((o.m * l * l + o.k1 + o.k) * (o.d * l + o.k) - o.k * o.k), 0, 1e-9);
    EXPECT_EQ(mode.trend, ModeTrend::decaying);
    EXPECT_NEAR(std::abs((o.d * l + o.k) * mode.s[0] - o.k * mode.q[0]), 0, 1e-11);  // its shape
  }
  EXPECT_EQ(set.modes[0].kind, ModeKind::aperiodic);
  EXPECT_EQ(set.modes[1].kind, ModeKind::oscillation);
}

/// u̇ and ṡ as functions of deviations: positions and velocities that are not independent follow
/// from the constraints.
class Reduced {
 public:
  Reduced(const MechanicalSystem& system, const State& state, const LinearMotion& linear)
      : info_(system.info()),
        evaluator_(system.make_evaluator()),
        m_(evaluator_->matrices({})),
        x_(state.x()),
        l_(linear) {
    is_independent_.assign(info_.n_v(), false);
    for (const int i : l_.independent) is_independent_[i] = true;
  }

  Vector rates(const Vector& deviation) {
    const int n_f = l_.n_f(), n_s = info_.n_s(), n_v = info_.n_v(), n_g = info_.n_lambda();
    Vector q = x_.q + l_.shape * deviation.head(n_f), v = x_.v + l_.N * deviation.segment(n_f, n_f);
    const Vector s = x_.s + deviation.tail(n_s), no_a = Vector::Zero(n_v), no_lambda = Vector::Zero(n_g);
    Vector g(n_g);
    for (int i = 0; n_g > 0 && i < 8; ++i) {
      evaluator_->configuration_matrices(0, q, m_);
      evaluator_->rows({.t = 0, .q = q}, {.position = g});
      q -= H() * dependent(g);
    }
    evaluator_->configuration_matrices(0, q, m_);
    const Motion at{.t = 0, .q = q, .v = v, .a = no_a, .lambda = no_lambda, .s = s};
    if (n_g > 0) {
      evaluator_->rows(at, {.velocity = g});
      v -= dependent(g);
    }
    Vector b(n_v + n_g), rate(n_s);
    evaluator_->rows(at,
                     {.dynamics = {b.data(), n_v}, .internal = rate, .acceleration = {b.data() + n_v, n_g}});
    Matrix saddle = Matrix::Zero(n_v + n_g, n_v + n_g);
    saddle.topLeftCorner(n_v, n_v) = m_.M.dense();
    saddle.bottomLeftCorner(n_g, n_v) = m_.G.dense();
    saddle.topRightCorner(n_v, n_g) = m_.G.dense().transpose();
    const Vector a = -solved_with_full_pivoting(saddle, b);
    Vector out(n_f + n_s);
    for (int k = 0; k < n_f; ++k) out[k] = a[l_.independent[k]];
    out.tail(n_s) = rate;
    return out;
  }

 private:
  Matrix H() const {
    if (info_.has_identity_kinematics()) return Matrix::Identity(info_.n_q(), info_.n_v());
    return m_.H.dense();
  }
  /// x with G x = b, zero for independent velocities.
  Vector dependent(const Vector& b) const {
    Matrix G = m_.G.dense();
    for (int j = 0; j < G.cols(); ++j)
      if (is_independent_[j]) G.col(j).setZero();
    return least_squares(G, b);
  }

  const SystemInfo& info_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  MotionMatrices m_;
  InitialState x_;
  const LinearMotion& l_;
  std::vector<bool> is_independent_;
};

TEST(LinearMotion, AgreesWithDifferenceQuotientsOfEveryKindOfSystemInMotion) {
  for (const Kind& k : all_kinds()) {
    SCOPED_TRACE(k.name);
    const State state(k);
    const LinearMotion linear = linearize_on_constraints(*k.system, state.motion());
    Reduced reduced(*k.system, state, linear);
    const auto n = static_cast<int>(linear.A.rows()), n_f = linear.n_f();
    ASSERT_EQ(n_f, k.system->info().n_v() - k.system->info().n_lambda());
    constexpr double h = 2e-5;  // error h⁴ after extrapolation, and eps/h of rounding
    for (int j = 0; j < n; ++j) {
      const auto difference = [&](double by) -> Vector {
        Vector x = Vector::Zero(n);
        x[j] = by;
        return (reduced.rates(x) - reduced.rates(-x)) / (2 * by);
      };
      const Vector quotient = (4 * difference(h / 2) - difference(h)) / 3;
      const Vector column = linear.A.col(j).tail(n - n_f);
      EXPECT_LT((quotient - column).norm(), 1e-7 * (1 + linear.A.norm())) << "column " << j;
    }
  }
}

}  // namespace modes_test
}  // namespace pleuel::testing
