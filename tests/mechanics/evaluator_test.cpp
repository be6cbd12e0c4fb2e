// What make_system makes of an author's equations, for one system of every kind.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "pleuel/mechanics/formulation/mechanical_dae.hpp"
#include "support/systems.hpp"

namespace pleuel::testing {
namespace evaluator_test {

/// A point that meets no constraint: the laws below hold everywhere.
struct Point {
  double t = 0.37;
  Vector q, v, a, lambda, s;

  explicit Point(const Kind& k)
      : q(k.q), v(k.v), a(k.system->info().n_v()), lambda(k.system->info().n_lambda()), s(k.s) {
    for (int i = 0; i < q.size(); ++i) q[i] += 0.05 * std::sin(3.0 + 2 * i);
    for (int i = 0; i < v.size(); ++i) v[i] += 0.4 * std::cos(1.0 + i);
    for (int i = 0; i < a.size(); ++i) a[i] = 1.5 * std::sin(0.5 + 3 * i);
    for (int i = 0; i < lambda.size(); ++i) lambda[i] = 2.0 * std::cos(2.0 + i);
  }
  Motion motion() const { return {.t = t, .q = q, .v = v, .a = a, .lambda = lambda, .s = s}; }
};

/// All rows one after the other: kinematics, dynamics, internal, position, velocity, acceleration.
struct Rows {
  Vector kinematics, dynamics, internal, position, velocity, acceleration;
};

Rows rows_at(SystemEvaluator& evaluator, const SystemInfo& info, const Motion& at) {
  Rows r{Vector(info.n_q()),      Vector(info.n_v()),      Vector(info.n_s()),
         Vector(info.n_lambda()), Vector(info.n_lambda()), Vector(info.n_lambda())};
  evaluator.rows(at, {r.kinematics, r.dynamics, r.internal, r.position, r.velocity, r.acceleration});
  return r;
}

/// Central differences with step d have the errors ε|f|/d of rounding and d²|f'''|/6 of truncation;
/// with d = ε^⅓ both are of size ε^⅔ times values and third derivatives, which for these systems
/// stay below 10³ times the largest entry.
constexpr double epsilon = std::numeric_limits<double>::epsilon();
const double difference_step = std::cbrt(std::numeric_limits<double>::epsilon());
double difference_error(double size) { return 1e3 * difference_step * difference_step * (1 + size); }

/// ∂ rows.*part / ∂ x, x being one of the vectors of `point`.
Matrix difference(const Kind& k, Point point, Vector Point::*x, Vector Rows::*part) {
  const auto evaluator = k.system->make_evaluator();
  const int n_rows = static_cast<int>((rows_at(*evaluator, k.system->info(), point.motion()).*part).size());
  Matrix result(n_rows, (point.*x).size());
  for (int j = 0; j < result.cols(); ++j) {
    const double saved = (point.*x)[j];
    (point.*x)[j] = saved + difference_step;
    const Vector high = rows_at(*evaluator, k.system->info(), point.motion()).*part;
    (point.*x)[j] = saved - difference_step;
    const Vector low = rows_at(*evaluator, k.system->info(), point.motion()).*part;
    (point.*x)[j] = saved;
    result.col(j) = (high - low) / (2 * difference_step);
  }
  return result;
}

double largest(const Matrix& m) { return m.size() > 0 ? m.cwiseAbs().maxCoeff() : 0.0; }

void expect_close(const Matrix& found, const Matrix& expected, const std::string& what) {
  ASSERT_EQ(found.rows(), expected.rows()) << what;
  ASSERT_EQ(found.cols(), expected.cols()) << what;
  EXPECT_LE(largest(found - expected), difference_error(largest(expected))) << what;
}

/// The point moved by time τ along q̇ = H v, v̇ = a to second order, which is enough for first
/// differences.
Point moved(const Kind& k, const Point& p, double tau) {
  const auto evaluator = k.system->make_evaluator();
  const SystemInfo& info = k.system->info();
  Point half = p;
  half.t += 0.5 * tau;
  half.q += 0.5 * tau * rows_at(*evaluator, info, p.motion()).kinematics;
  half.v += 0.5 * tau * p.a;
  Point result = p;
  result.t += tau;
  result.q += tau * rows_at(*evaluator, info, half.motion()).kinematics;
  result.v += tau * p.a;
  return result;
}

class EveryKind : public ::testing::TestWithParam<int> {
 protected:
  const Kind kind_ = all_kinds()[GetParam()];
  const SystemInfo& info_ = kind_.system->info();
  const Point point_{kind_};
  std::unique_ptr<SystemEvaluator> evaluator_ = kind_.system->make_evaluator();
};

TEST_P(EveryKind, HasAVelocityLevelThatIsTheRateOfItsPositionLevel) {
  const double tau = difference_step;
  const Rows before = rows_at(*evaluator_, info_, moved(kind_, point_, -tau).motion());
  const Rows after = rows_at(*evaluator_, info_, moved(kind_, point_, tau).motion());
  const Rows here = rows_at(*evaluator_, info_, point_.motion());
  expect_close((after.position - before.position) / (2 * tau), here.velocity, "velocity level");
  expect_close((after.velocity - before.velocity) / (2 * tau), here.acceleration, "acceleration level");
}

TEST_P(EveryKind, HasForcesOfConstraintThatDoNoVirtualWork) {
  // Gᵀλ is the part of the dynamics that λ makes; its power λᵀG v is λᵀ(G v + g_t) less its value
  // at rest.
  Point without = point_, at_rest = point_;
  without.lambda.setZero();
  at_rest.v.setZero();
  const Rows here = rows_at(*evaluator_, info_, point_.motion());
  const Vector reaction = here.dynamics - rows_at(*evaluator_, info_, without.motion()).dynamics;
  const Vector Gv = here.velocity - rows_at(*evaluator_, info_, at_rest.motion()).velocity;
  const double size = here.dynamics.cwiseAbs().dot(point_.v.cwiseAbs()) + 1;
  EXPECT_NEAR(reaction.dot(point_.v), point_.lambda.dot(Gv), 1e-14 * info_.n_v() * size);
}

TEST_P(EveryKind, HasMatricesThatAreDerivativesOfItsRows) {
  MotionMatrices m = evaluator_->matrices({true, true, true});
  evaluator_->linearize(point_.motion(), m);
  const auto d = [&](Vector Point::*x, Vector Rows::*part) { return difference(kind_, point_, x, part); };
  expect_close(m.M.dense(), d(&Point::a, &Rows::dynamics), "M");
  expect_close(m.G.dense().transpose(), d(&Point::lambda, &Rows::dynamics), "Gᵀ in the dynamics");
  expect_close(m.G.dense(), d(&Point::v, &Rows::velocity), "G at velocity level");
  expect_close(m.G.dense(), d(&Point::a, &Rows::acceleration), "G at acceleration level");
  expect_close(m.g_q.dense(), d(&Point::q, &Rows::position), "g_q");
  expect_close(m.dynamics_q.dense(), d(&Point::q, &Rows::dynamics), "dynamics by q");
  expect_close(m.dynamics_v.dense(), d(&Point::v, &Rows::dynamics), "dynamics by v");
  expect_close(m.dynamics_s.dense(), d(&Point::s, &Rows::dynamics), "dynamics by s");
  expect_close(m.internal_q.dense(), d(&Point::q, &Rows::internal), "σ by q");
  expect_close(m.internal_v.dense(), d(&Point::v, &Rows::internal), "σ by v");
  expect_close(m.internal_s.dense(), d(&Point::s, &Rows::internal), "σ by s");
  expect_close(m.velocity_q.dense(), d(&Point::q, &Rows::velocity), "velocity level by q");
  expect_close(m.acceleration_q.dense(), d(&Point::q, &Rows::acceleration), "acceleration level by q");
  expect_close(m.acceleration_v.dense(), d(&Point::v, &Rows::acceleration), "acceleration level by v");
  if (info_.has_identity_kinematics()) {
    EXPECT_TRUE(m.H.is_empty() && m.kinematics_q.is_empty());
  } else {
    expect_close(m.H.dense(), d(&Point::v, &Rows::kinematics), "H");
    expect_close(m.kinematics_q.dense(), d(&Point::q, &Rows::kinematics), "H v by q");
    expect_close(m.G.dense(), m.g_q.dense() * m.H.dense(), "G = g_q H");
  }
}

TEST_P(EveryKind, HasTheSameRowsAtManyPointsTogetherAsAtEachByItself) {
  const int n_q = info_.n_q(), n_v = info_.n_v(), n_g = info_.n_lambda(), n_s = info_.n_s();
  const int n_in = n_q + 2 * n_v + n_g + n_s, n_out = n_q + n_v + n_s + 3 * n_g;
  // Motions and rows of each point in a column.
  const auto motion = [&](double t, const double* p) {
    return Motion{t,
                  {p, n_q},
                  {p + n_q, n_v},
                  {p + n_q + n_v, n_v},
                  {p + n_q + 2 * n_v, n_g},
                  {p + n_q + 2 * n_v + n_g, n_s}};
  };
  const auto rows = [&](double* p) {
    double* const g = p + n_q + n_v + n_s;
    return MotionRows{{p, n_q}, {p + n_q, n_v}, {p + n_q + n_v, n_s},
                      {g, n_g}, {g + n_g, n_g}, {g + 2 * n_g, n_g}};
  };
  for (const int n : {1, 2, 3, 5, 7}) {
    Matrix in(n_in, n), out = Matrix::Constant(n_out, n, NAN);
    Vector t(n), one(n_out);
    for (int k = 0; k < n; ++k) {
      t[k] = point_.t + 0.1 * k;
      in.col(k) << point_.q * (1 + 0.01 * k), point_.v, point_.a, point_.lambda * (1 - 0.2 * k), point_.s;
    }
    evaluator_->rows_at(t, motion(t[0], in.data()), rows(out.data()), {n_in, n_out});
    for (int k = 0; k < n; ++k) {
      evaluator_->rows(motion(t[k], in.data() + k * n_in), rows(one.data()));
      // A row is a sum of some ten terms, each off by a few roundings.
      const double size = one.cwiseAbs().maxCoeff() + 10;
      EXPECT_LE((out.col(k) - one).cwiseAbs().maxCoeff(), 100 * epsilon * size) << n << " points, " << k;
    }
  }
}

TEST_P(EveryKind, AddsItsPositionGradient) {
  MotionMatrices m = evaluator_->matrices({});
  evaluator_->configuration_matrices(point_.t, point_.q, m);
  Vector out = Vector::Ones(info_.n_q());
  evaluator_->add_position_gradient(point_.t, point_.q, point_.lambda, out);
  const Vector expected = Vector::Ones(info_.n_q()) + m.g_q.dense().transpose() * point_.lambda;
  EXPECT_LE(largest(out - expected), 1e-14 * (1 + largest(expected)) * (1 + info_.n_lambda()));
}

TEST_P(EveryKind, LinearizesOnlyTheLevelsAskedForAndThenThemAlike) {
  MotionMatrices all = evaluator_->matrices({true, true, true});
  MotionMatrices none = evaluator_->matrices({true, false, false});
  evaluator_->linearize(point_.motion(), all);
  evaluator_->linearize(point_.motion(), none);
  EXPECT_TRUE(none.velocity_q.is_empty() && none.acceleration_q.is_empty() && none.acceleration_v.is_empty());
  EXPECT_EQ(none.dynamics_q.dense(), all.dynamics_q.dense());
  EXPECT_EQ(none.dynamics_v.dense(), all.dynamics_v.dense());
  EXPECT_EQ(none.g_q.dense(), all.g_q.dense());
}

TEST_P(EveryKind, HasAConsistentStartInTheTestsTable) {
  const Rows here =
      rows_at(*evaluator_, info_,
              {.t = 0, .q = kind_.q, .v = kind_.v, .a = point_.a, .lambda = point_.lambda, .s = kind_.s});
  EXPECT_LE(largest(here.position), 1e-14);
  EXPECT_LE(largest(here.velocity), 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Evaluator, EveryKind, ::testing::Range(0, n_kinds), [](const auto& suite) {
  std::string name = all_kinds()[suite.param].name;
  for (char& c : name)
    if (c == ' ') c = '_';
  return name;
});

TEST(GivenDerivatives, AreThoseThatDualNumbersFind) {
  for (const auto& [bare, given] : {std::pair{kind("bare pendulum"), kind("given pendulum")},
                                    std::pair{kind("ball joint"), kind("given ball joint")}}) {
    const Point point(bare);
    const auto one = bare.system->make_evaluator(), two = given.system->make_evaluator();
    const Rows a = rows_at(*one, bare.system->info(), point.motion());
    const Rows b = rows_at(*two, given.system->info(), point.motion());
    EXPECT_LE(largest(a.dynamics - b.dynamics), 1e-14 * (1 + largest(a.dynamics)));
    EXPECT_LE(largest(a.velocity - b.velocity), 1e-14 * (1 + largest(a.velocity)));
    EXPECT_LE(largest(a.acceleration - b.acceleration), 1e-13 * (1 + largest(a.acceleration)));
  }
}

TEST(Chain, HasPatternsThatGrowLinearlyWithItsLinks) {
  const auto entries = [](int n) {
    const Kind k = chain(n, 1);
    const auto evaluator = k.system->make_evaluator();
    const MotionMatrices m = evaluator->matrices({true, true, true});
    return m.dynamics_q.n_entries() + m.velocity_q.n_entries() + m.acceleration_q.n_entries() +
           m.G.n_entries();
  };
  EXPECT_EQ(entries(30) - entries(20), entries(20) - entries(10));
}

TEST(BallJointBody, RestoresItsQuaternionAndNothingElse) {
  const Kind k = kind("ball joint");
  const auto evaluator = k.system->make_evaluator();
  Vector q = k.q;
  q.tail(4) *= 1.001;
  EXPECT_TRUE(evaluator->restore_invariants(q));
  EXPECT_LE((q - k.q).cwiseAbs().maxCoeff(), 4e-16);
  EXPECT_EQ(q.head(3), k.q.head(3));
}

TEST(BallJointBody, KeepsItsInvariantByItsKinematics) {
  const Kind k = kind("ball joint");
  const Point point(k);
  const auto evaluator = k.system->make_evaluator();
  const Rows here = rows_at(*evaluator, k.system->info(), point.motion());
  EXPECT_NEAR(point.q.tail(4).dot(here.kinematics.tail(4)), 0.0, 1e-15);
}

}  // namespace evaluator_test
}  // namespace pleuel::testing
