// The slowest modes by sparse matrices, against closed forms and all modes by dense ones.
#include "pleuel/mechanics/analysis/slowest_modes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/analysis/mode_directions.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "support/systems.hpp"

namespace pleuel::testing {
namespace slowest_modes_test {

/// Rows of n masses each, with springs between neighbours and from both ends to the ground. What
/// else is not zero: dampers from every fifth mass to the ground, and a force on mass i of the
/// first row that follows the position of mass i + 1.
struct Rows {
  int n_rows = 1, n = 120;
  double mass_of = 2, spring = 1e4, ground_spring = 1e4, damper = 0, follower = 0;

  int place(int row, int i) const { return row * n + i; }
  SystemInfo info() const {
    SystemInfo info;
    info.name = "rows";
    for (int i = 0; i < n_rows * n; ++i) info.add_coordinate("x" + std::to_string(i), "m");
    return info;
  }
  void mass(const auto&, auto&& M) const {
    for (int i = 0; i < n_rows * n; ++i) M.add(i, i, mass_of);
  }
  void force(const auto& x, const auto& v, auto&& f) const {
    for (int row = 0; row < n_rows; ++row) {
      f[place(row, 0)] -= ground_spring * x.q[place(row, 0)];
      f[place(row, n - 1)] -= ground_spring * x.q[place(row, n - 1)];
      for (int i = 1; i < n; ++i) {
        const auto pull = spring * (x.q[place(row, i)] - x.q[place(row, i - 1)]);
        f[place(row, i - 1)] += pull;
        f[place(row, i)] -= pull;
      }
      for (int i = 0; i < n; i += 5) f[place(row, i)] -= damper * v[place(row, i)];
    }
    for (int i = 0; i + 1 < n; ++i) f[i] += follower * x.q[i + 1];
  }
};

/// With Maxwell elements from every tenth mass to the ground, and bars that hold masses 2 and 3, 12
/// and 13, … together.
struct TiedRows {
  Rows rows;
  double maxwell = 800;

  SystemInfo info() const {
    SystemInfo info = rows.info();
    for (int i = 2; i + 1 < rows.n; i += 10) info.add_constraint("bar " + std::to_string(i), "N");
    for (int i = 0; i < rows.n; i += 10) info.add_state("s" + std::to_string(i), "m");
    return info;
  }
  void mass(const auto& x, auto&& M) const { rows.mass(x, M); }
  void force(const auto& x, const auto& v, const auto& s, auto&& f) const {
    rows.force(x, v, f);
    for (int i = 0, k = 0; i < rows.n; i += 10, ++k) f[i] -= maxwell * (x.q[i] - s[k]);
  }
  void internal(const auto& x, const auto&, const auto& s, auto&& rate) const {
    for (int i = 0, k = 0; i < rows.n; i += 10, ++k) rate[k] = (3.0 + k) * (x.q[i] - s[k]);
  }
  void constraint(const auto& x, auto&& g) const {
    for (int i = 2, k = 0; i + 1 < rows.n; i += 10, ++k) g[k] = x.q[i + 1] - x.q[i];
  }
};

/// A system and its state of rest.
class AtRest {
 public:
  explicit AtRest(const auto& rows) : system(make_system(rows)) {
    const SystemInfo& info = system->info();
    const Vector q = Vector::Zero(info.n_q()), v = Vector::Zero(info.n_v()), s = Vector::Zero(info.n_s());
    x_ = consistent_initial_state(*system, 0.0, q, v, s);
  }
  Motion motion() const { return {.t = 0, .q = x_.q, .v = x_.v, .a = x_.a, .lambda = x_.lambda, .s = x_.s}; }
  ModeSet slowest(int n) const { return slowest_modes(*system, motion(), n); }

  std::shared_ptr<const MechanicalSystem> system;

 private:
  InitialState x_;
};

/// Both find the same eigenvalues to 1e-7, the accuracy that slowest_modes states, and shapes x =
/// (θ, s) that are parallel. Of errors up to 1e-6 of orthogonal shapes, the cosine shows the
/// square.
void expect_equal_to_dense(const auto& rows, int n) {
  const AtRest at(rows);
  const ModeSet all = modes_about(*at.system, at.motion());
  ASSERT_TRUE(all.is_all);
  const ModeSet slowest = at.slowest(n);
  EXPECT_FALSE(slowest.is_all);
  EXPECT_EQ(slowest.n_degrees_of_freedom, all.n_degrees_of_freedom);
  ASSERT_EQ(slowest.modes.size(), static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    const Mode &a = slowest.modes[i], &b = all.modes[i];
    EXPECT_EQ(a.kind, b.kind) << i;
    EXPECT_EQ(a.trend, b.trend) << i;
    EXPECT_NEAR(std::abs(a.eigenvalue - b.eigenvalue), 0, 1e-7 * b.natural_omega()) << i;
    Eigen::VectorXcd x(a.theta.size() + a.s.size()), y(x.size());
    x << a.theta, a.s;
    y << b.theta, b.s;
    EXPECT_NEAR(std::abs(x.dot(y)), x.norm() * y.norm(), 1e-9 * x.norm() * y.norm()) << i;
  }
}

TEST(SlowestModes, WithoutDampingEqualThoseOfDenseMatrices) {
  expect_equal_to_dense(Rows{.ground_spring = 700}, 20);
}

TEST(SlowestModes, WithDampingThatIsNotProportionalEqualThoseOfDenseMatrices) {
  expect_equal_to_dense(Rows{.ground_spring = 700, .damper = 10}, 8);
  expect_equal_to_dense(Rows{.ground_spring = 700, .damper = 400}, 8);  // some do not oscillate
}

TEST(SlowestModes, WithLoadsThatFollowEqualThoseOfDenseMatrices) {
  expect_equal_to_dense(Rows{.damper = 3, .follower = 20}, 8);
}

TEST(SlowestModes, WithConstraintsAndInternalStatesEqualThoseOfDenseMatrices) {
  expect_equal_to_dense(TiedRows{.rows = {.ground_spring = 700, .damper = 10}}, 8);
}

TEST(SlowestModes, OfManyMassesHaveTheFrequenciesOfTheFormula) {
  const Rows rows{.n = 4000};
  const AtRest at(rows);
  const ModeSet set = modes_about(*at.system, at.motion());  // too large for dense matrices
  ASSERT_EQ(set.modes.size(), static_cast<std::size_t>(usual_slowest));
  EXPECT_EQ(set.n_degrees_of_freedom, 4000);
  for (int j = 1; j <= usual_slowest; ++j) {
    const double omega =
        2 * std::sqrt(rows.spring / rows.mass_of) * std::sin(j * std::numbers::pi / (2 * (rows.n + 1)));
    EXPECT_NEAR(set.modes[j - 1].omega(), omega, 1e-8 * omega) << j;
    EXPECT_EQ(set.modes[j - 1].trend, ModeTrend::neutral);
  }
}

TEST(SlowestModes, FindEachOfEqualFrequenciesAndEachRigidMotion) {
  // Four equal rows that are free: four rigid modes and four modes of each frequency.
  const Rows rows{.n_rows = 4, .n = 150, .ground_spring = 0};
  const ModeSet set = AtRest(rows).slowest(14);
  ASSERT_EQ(set.modes.size(), 14u);
  EXPECT_EQ(set.n_zero, 8);
  for (int i = 0; i < 14; ++i) {
    const double omega =
        2 * std::sqrt(rows.spring / rows.mass_of) * std::sin(i / 4 * std::numbers::pi / (2 * rows.n));
    EXPECT_EQ(set.modes[i].kind, i < 4 ? ModeKind::rigid : ModeKind::oscillation) << i;
    EXPECT_NEAR(set.modes[i].omega(), omega, 1e-8 * omega) << i;
  }
}

TEST(SlowestModes, OfAMotionThatIsNotAtRestAreRefused) {
  const Kind long_chain = chain(600, 1.0);
  const Vector a = Vector::Ones(1800), lambda = Vector::Zero(1200);
  const Motion at{.t = 0, .q = long_chain.q, .v = long_chain.v, .a = a, .lambda = lambda, .s = long_chain.s};
  EXPECT_THROW((void)modes_about(*long_chain.system, at), InvalidInput);
}

TEST(ModeDirections, NameBodiesAndAxesInsteadOfPartsOfAQuaternion) {
  SystemInfo info;
  for (const char* name : {"rod.x", "rod.p0", "rod.p1", "rod.p2", "rod.p3", "disc.phi"})
    info.q.push_back({name, "m"});
  info.v = {{"rod.vx", "m/s"},
            {"rod.wx", "rad/s"},
            {"rod.wy", "rad/s"},
            {"rod.wz", "rad/s"},
            {"disc.vphi", "rad/s"}};
  info.kinematic_blocks = {{.first_q = 1, .n_q = 4, .first_v = 1, .n_v = 3}};
  std::vector<std::string> names;
  for (const Quantity& direction : mode_directions(info)) names.push_back(direction.name);
  EXPECT_EQ(names, (std::vector<std::string>{"rod x", "rod rotation x", "rod rotation y", "rod rotation z",
                                             "disc phi"}));
  EXPECT_EQ(mode_directions(info)[1].unit, "rad");
}

}  // namespace slowest_modes_test
}  // namespace pleuel::testing
