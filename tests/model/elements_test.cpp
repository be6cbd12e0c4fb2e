// Laws that every element obeys.
#include <gtest/gtest.h>

#include "model/element_cases.hpp"
#include "pleuel/linalg/decompositions.hpp"

namespace pleuel::testing {
namespace elements_test {

std::string name_of(const ::testing::TestParamInfo<ElementCase>& info) { return info.param.name; }

class EveryElement : public ::testing::TestWithParam<ElementCase> {
 protected:
  Model model_ = build_model(GetParam().description);
  std::unique_ptr<SystemEvaluator> evaluator_ = model_.system->make_evaluator();
  const SystemInfo& info_ = model_.system->info();

  /// All rows one after the other.
  Vector rows(const State& at) {
    const int q = info_.n_q(), v = info_.n_v(), s = info_.n_s(), g = info_.n_lambda();
    Vector all(q + v + s + 3 * g);
    double* p = all.data();
    const auto next = [&p](int n) {
      Vec part(p, n);
      p += n;
      return part;
    };
    const Vec kinematics = next(q), dynamics = next(v), internal = next(s), position = next(g),
              velocity = next(g), acceleration = next(g);
    evaluator_->rows(at.motion(), {kinematics, dynamics, internal, position, velocity, acceleration});
    return all;
  }

  /// Derivatives of all rows by x, a part of the state, by central differences of error O(h⁴).
  Matrix differences(State at, Vector State::*part) {
    constexpr double h = 1e-3;
    const Vector x = at.*part;
    Matrix J(rows(at).size(), x.size());
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      const auto value = [&](double shift) {
        (at.*part) = x;
        (at.*part)[j] += shift;
        return rows(at);
      };
      J.col(j) = (8 * (value(h) - value(-h)) - (value(2 * h) - value(-2 * h))) / (12 * h);
    }
    return J;
  }

  /// The state after a short time ε with velocity v and acceleration a.
  State moved(const State& from, double epsilon) {
    State to = from;
    Vector qdot(info_.n_q());
    State mid = from;
    // The midpoint rule: q to O(ε³).
    evaluator_->rows(from.motion(), {.kinematics = qdot});
    mid.q = from.q + 0.5 * epsilon * qdot;
    mid.v = from.v + 0.5 * epsilon * from.a;
    evaluator_->rows(mid.motion(), {.kinematics = qdot});
    to.q = from.q + epsilon * qdot;
    to.v = from.v + epsilon * from.a;
    to.t = from.t + epsilon;
    return to;
  }
};

// Truncation h⁴ times a fifth derivative of a few hundred, and rounding 1e-16/h: both below 1e-9 of
// the size.
constexpr double difference_error = 2e-8;

TEST_P(EveryElement, MatricesAreTheDerivativesOfTheRows) {
  const int q = info_.n_q(), v = info_.n_v(), s = info_.n_s(), g = info_.n_lambda();
  MotionMatrices m = evaluator_->matrices({true, true, true});
  for (unsigned shift : {0U, 5U, 11U}) {
    const State at = random_state(model_, shift);
    evaluator_->linearize(at.motion(), m);
    const Matrix by_q = differences(at, &State::q), by_v = differences(at, &State::v),
                 by_s = differences(at, &State::s), by_a = differences(at, &State::a),
                 by_lambda = differences(at, &State::lambda);
    const auto compare = [&](const FixedMatrix& formula, const Matrix& all, int first, int n,
                             const char* what) {
      if (n == 0 || formula.cols == 0) return;
      const Matrix expected = all.middleRows(first, n);
      EXPECT_LT((formula.dense() - expected).cwiseAbs().maxCoeff(),
                difference_error * (1 + expected.cwiseAbs().maxCoeff()))
          << what << "\n"
          << formula.dense() - expected;
    };
    if (!info_.has_identity_kinematics()) {
      compare(m.kinematics_q, by_q, 0, q, "kinematics_q");
      compare(m.H, by_v, 0, q, "H");
    }
    compare(m.dynamics_q, by_q, q, v, "dynamics_q");
    compare(m.dynamics_v, by_v, q, v, "dynamics_v");
    compare(m.dynamics_s, by_s, q, v, "dynamics_s");
    compare(m.M, by_a, q, v, "M");
    compare(m.G.transposed(), by_lambda, q, v, "G^T");
    compare(m.internal_q, by_q, q + v, s, "internal_q");
    compare(m.internal_v, by_v, q + v, s, "internal_v");
    compare(m.internal_s, by_s, q + v, s, "internal_s");
    compare(m.g_q, by_q, q + v + s, g, "g_q");
    compare(m.velocity_q, by_q, q + v + s + g, g, "velocity_q");
    compare(m.G, by_v, q + v + s + g, g, "G");
    compare(m.acceleration_q, by_q, q + v + s + 2 * g, g, "acceleration_q");
    compare(m.acceleration_v, by_v, q + v + s + 2 * g, g, "acceleration_v");
    compare(m.G, by_a, q + v + s + 2 * g, g, "G from accelerations");
  }
}

class EveryConstraint : public EveryElement {};

TEST_P(EveryConstraint, HasLevelsThatAreDerivativesOfEachOther) {
  const int g = info_.n_lambda();
  const State at = random_state(model_);
  constexpr double epsilon = 1e-5;
  const auto level = [&](const State& state, int k) {
    return Vector(rows(state).tail(3 * g).segment(k * g, g));
  };
  for (const int k : {0, 1}) {
    const Vector slope = (level(moved(at, epsilon), k) - level(moved(at, -epsilon), k)) / (2 * epsilon);
    // Error ε² times third derivatives, and rounding 1e-16/ε.
    EXPECT_LT((slope - level(at, k + 1)).cwiseAbs().maxCoeff(), 1e-7) << "level " << k;
  }
}

TEST_P(EveryConstraint, AddsThePositionGradientThatTheMatrixHolds) {
  const State at = random_state(model_);
  MotionMatrices m = evaluator_->matrices({});
  evaluator_->configuration_matrices(at.t, at.q, m);
  Vector sum = Vector::Zero(info_.n_q());
  evaluator_->add_position_gradient(at.t, at.q, at.lambda, sum);
  EXPECT_LT((sum - m.g_q.dense().transpose() * at.lambda).norm(), 1e-14 * (1 + sum.norm()));
}

TEST_P(EveryElement, BalancesPower) {
  // Without constraint forces M a = f: then dE/dt = supplied − dissipated. Where bodies have no
  // mass, with them, in a motion that they allow.
  State at = random_state(model_);
  at.lambda.setZero();
  at.a.setZero();
  MotionMatrices m = evaluator_->matrices({});
  evaluator_->configuration_matrices(at.t, at.q, m);
  const Matrix M = m.M.dense(), G = m.G.dense();
  const bool has_mass = M.diagonal().minCoeff() > 0;
  if (!has_mass) at.v -= least_squares(G, Vector(G * at.v));
  Vector f(info_.n_v()), sigma(info_.n_s()), gamma(info_.n_lambda());
  evaluator_->rows(at.motion(), {.dynamics = f, .internal = sigma, .acceleration = gamma});
  if (has_mass) {
    at.a = solved_symmetric(M, Vector(-f));
  } else {
    const Eigen::Index n = M.rows(), l = G.rows();
    Matrix saddle = Matrix::Zero(n + l, n + l);
    saddle << M, G.transpose(), G, Matrix::Zero(l, l);
    Vector rhs(n + l);
    rhs << -f, -gamma;
    at.a = solved_with_full_pivoting(saddle, rhs).head(n);
  }
  // Energy has third derivatives of the order of a², up to 1e8 for light nodes of elastic bodies: a
  // difference of fourth order, with an error of epsilon⁴ times the fifth.
  constexpr double epsilon = 1e-6;
  const auto energy = [&](double shift) {
    State there = moved(at, shift);
    there.s += shift * sigma;
    return evaluator_->energy(there.motion()).total();
  };
  const Power power = evaluator_->power(at.motion());
  const double rate =
      (8 * (energy(epsilon) - energy(-epsilon)) - (energy(2 * epsilon) - energy(-2 * epsilon))) /
      (12 * epsilon);
  EXPECT_NEAR(rate, power.supplied - power.dissipated,
              1e-7 * (1 + std::abs(power.supplied) + std::abs(power.dissipated)));
  EXPECT_GE(power.dissipated, 0);
}

INSTANTIATE_TEST_SUITE_P(Model, EveryElement, ::testing::ValuesIn(all_element_cases()), name_of);
INSTANTIATE_TEST_SUITE_P(Model, EveryConstraint, ::testing::ValuesIn(constraint_cases()), name_of);

/// Everything moved by one rigid motion.
BuiltDescription carried(BuiltDescription d, const Eigen::Matrix3d& R, const Eigen::Vector3d& r) {
  for (BodyDescription& b : d.bodies) {
    b.position = r + R * b.position;
    b.orientation = R * b.orientation;
    b.velocity = R * b.velocity;
    b.angular_velocity = R * b.angular_velocity;
  }
  return d;
}

class EveryJoint : public ::testing::TestWithParam<ElementCase> {};
class EveryJointOfTwoMarkers : public ::testing::TestWithParam<ElementCase> {};

TEST_P(EveryJointOfTwoMarkers, DoesNotSeeARigidMotionOfBothBodies) {
  BuiltDescription here = GetParam().description;
  Dice dice;
  for (BodyDescription& b : here.bodies) {
    b.velocity = dice.vector(here.dimension);
    b.angular_velocity = here.dimension == 2 ? Eigen::Vector3d(0, 0, dice.number()) : dice.vector(3);
  }
  const BuiltDescription there = carried(here, dice.rotation(here.dimension), dice.vector(here.dimension));
  const auto residuals = [](const BuiltDescription& d) {
    const Model model = build_model(d);
    const Vector zero = Vector::Zero(model.system->info().n_v());
    Vector g(model.system->info().n_lambda()), rate(g.size()), acceleration(g.size());
    model.system->make_evaluator()->rows({.t = 0, .q = model.q0, .v = model.v0, .a = zero},
                                         {.position = g, .velocity = rate, .acceleration = acceleration});
    // Rows in the axes of the ground turn with the motion: the norm of the first two or three does
    // not.
    const Eigen::Index n = std::min<Eigen::Index>(d.dimension, g.size());
    Vector all(3);
    all << g.head(n).norm(), rate.head(n).norm(), acceleration.head(n).norm();
    Vector rest(3 * (g.size() - n));
    rest << g.tail(g.size() - n), rate.tail(g.size() - n), acceleration.tail(g.size() - n);
    Vector both(all.size() + rest.size());
    both << all, rest;
    return both;
  };
  EXPECT_LT((residuals(here) - residuals(there)).cwiseAbs().maxCoeff(), 1e-13);
}

TEST_P(EveryJoint, DoesNoWorkInMotionsThatItAllows) {
  // λᵀ G v = 0 for all v with G v = 0: the projection of any v.
  const Model model = build_model(GetParam().description);
  const State at = random_state(model);
  auto evaluator = model.system->make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  evaluator->configuration_matrices(at.t, at.q, m);
  const Matrix G = m.G.dense();
  const Vector allowed = at.v - least_squares(G, Vector(G * at.v));
  Vector with(at.v.size()), without(at.v.size());
  State still = at;
  evaluator->rows(at.motion(), {.dynamics = with});
  still.lambda.setZero();
  evaluator->rows(still.motion(), {.dynamics = without});
  EXPECT_NEAR((with - without).dot(allowed), 0, 1e-13);
}

/// A gear comes with the rows of its hinges.
std::vector<ElementCase> two_marker_cases() {
  std::vector<ElementCase> cases = joint_cases();
  std::erase_if(cases, [](const ElementCase& c) { return c.name.rfind("gear", 0) == 0; });
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Model, EveryJoint, ::testing::ValuesIn(joint_cases()), name_of);
INSTANTIATE_TEST_SUITE_P(Model, EveryJointOfTwoMarkers, ::testing::ValuesIn(two_marker_cases()), name_of);

TEST(Joints, HaveAsManyRowsAsTheirTextsSay) {
  const std::map<std::string, int> rows = {
      {"revolute_plane", 2},      {"prismatic_plane", 2}, {"weld_plane", 3},      {"distance_plane", 1},
      {"point_on_line_plane", 1}, {"gear_plane", 5},      {"revolute_space", 5},  {"prismatic_space", 5},
      {"cylindrical_space", 4},   {"spherical_space", 3}, {"universal_space", 4}, {"weld_space", 6},
      {"planar_space", 3},        {"distance_space", 1},  {"screw_space", 5},     {"point_on_line_space", 2},
      {"gear_space", 11}};
  std::size_t n = 0;
  for (const ElementCase& c : joint_cases()) {
    ASSERT_TRUE(rows.contains(c.name)) << c.name;
    EXPECT_EQ(build_model(c.description).system->info().n_lambda(), rows.at(c.name)) << c.name;
    ++n;
  }
  EXPECT_EQ(n, rows.size());
}

}  // namespace elements_test
}  // namespace pleuel::testing
