// What an author can easily do wrong is refused when the system is built, with a name, and never
// computed with.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "support/systems.hpp"

namespace pleuel::testing {
namespace author_mistakes_test {

const Vector rest{{0.0, 0.0}};

/// Everything that a run builds before its first step.
void build(const std::shared_ptr<const MechanicalSystem>& system) {
  for (const Formulation& f : motion_formulations())
    f.make(system, OptionValues(f.options, {}))->newton_matrix({.real = 1, .complex = 1});
}

/// Two states that depend on each other, each declared as a block of its own.
struct CoupledStates : BarePendulum {
  SystemInfo info() const {
    SystemInfo info = BarePendulum::info();
    info.add_state("s1", "1");
    info.add_state("s2", "1");
    return info;
  }
  void force(const auto&, const auto&, const auto& s, auto&& f) const { f[0] = s[0]; }
  void internal(const auto&, const auto&, const auto& s, auto&& rate) const {
    rate[0] = s[1] - s[0];
    rate[1] = -s[0];
  }
};

TEST(AuthorMistakes, StatesThatDependOnEachOtherAcrossBlocksAreRefused) {
  EXPECT_THROW(build(make_system(CoupledStates())), InvalidInput);
}

/// Declares its second state passive, though the rate of the first and the force depend on it.
struct ReadPassiveState : BarePendulum {
  SystemInfo info() const {
    SystemInfo info = BarePendulum::info();
    info.s = {{"s1", "1"}, {"s2", "1"}};
    info.state_blocks = {{0, 2, 1}};
    return info;
  }
  void force(const auto&, const auto&, const auto& s, auto&& f) const { f[0] = s[1]; }
  void internal(const auto&, const auto&, const auto& s, auto&& rate) const {
    rate[0] = s[1] - s[0];
    rate[1] = -s[0];
  }
};

TEST(AuthorMistakes, PassiveStatesOnWhichSomethingDependsAreRefusedByName) {
  try {
    build(make_system(ReadPassiveState()));
    FAIL() << "not refused";
  } catch (const InvalidInput& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("the rate of 's1' depends on 's2', which is declared passive"), text.npos) << text;
    EXPECT_NE(text.find("the force on 'vx' depends on 's2'"), text.npos) << text;
  }
}

/// A block larger than any scratch of fixed size.
struct LargeBlock : BarePendulum {
  SystemInfo info() const {
    SystemInfo info = BarePendulum::info();
    for (int i = 0; i < 20; ++i) info.s.push_back({"s" + std::to_string(i), "1"});
    info.state_blocks = {{0, 20}};
    return info;
  }
  void force(const auto&, const auto&, const auto& s, auto&& f) const { f[0] = s[19]; }
  void internal(const auto& x, const auto&, const auto& s, auto&& rate) const {
    for (int i = 0; i < 20; ++i) rate[i] = (i > 0 ? s[i - 1] : s[i]) - 2.0 * s[i] + x.q[0];
  }
};

TEST(AuthorMistakes, ABlockOfTwentyStatesIsNoMistakeAndIsSolvedWith) {
  const auto system = make_system(LargeBlock());
  ASSERT_NO_THROW(build(system));
  // (α E − J) x = rhs in the rows of s: α x_s − σ_s x_s − σ_q x_q = rhs_s.
  const Formulation f = motion_formulations().front();
  const auto dae = f.make(system, OptionValues(f.options, {}));
  const Vector y = dae->assemble(Vector{{0.3, -0.6}}, rest, rest, Vector{{0.0}}, Vector(Vector::Zero(20)));
  const int n = static_cast<int>(y.size());
  const Vector rhs = Vector::Ones(n), ydot = Vector::Zero(n);
  const auto newton = dae->newton_matrix({});
  newton->linearize(0, y, ydot);
  ASSERT_FALSE(newton->factor_real(0, 3.0, 1.0).has_value());
  Vector x(n);
  newton->solve_real(0, rhs, x);
  const Vector s = x.tail(20);
  for (int i = 0; i < 20; ++i)
    EXPECT_NEAR(5.0 * s[i] - (i > 0 ? s[i - 1] : s[i]) - x[0], 1.0, 1e-12) << "state " << i;
}

/// States that the forces do not feel: `force` has no s, though `internal` is there.
struct UnfeltState : BarePendulum {
  SystemInfo info() const {
    SystemInfo info = BarePendulum::info();
    info.add_state("temperature", "K");
    return info;
  }
  void internal(const auto& x, const auto&, const auto& s, auto&& rate) const {
    rate[0] = x.q[0] - 2.0 * s[0];
  }
};

TEST(AuthorMistakes, StatesThatNoForceFeelsAreNoMistakeAndAreComputed) {
  const auto system = make_system(UnfeltState());
  ASSERT_NO_THROW(build(system));
  const Vector q{{0.3, -0.6}}, v = Vector::Zero(2), s{{1.0}};
  Vector rate{{-77.0}};
  system->make_evaluator()->rows({.q = q, .v = v, .a = v, .lambda = s, .s = s}, {.internal = rate});
  EXPECT_NEAR(rate[0], 0.3 - 2.0, 1e-15);
}

/// H is given, but no block says so.
struct ForgottenBlocks : BarePendulum {
  void kinematics(const auto&, auto&& H) const {
    H.add(0, 0, 2.0);
    H.add(1, 1, 2.0);
  }
};

TEST(AuthorMistakes, KinematicsWithoutKinematicBlocksAreRefused) {
  EXPECT_THROW(build(make_system(ForgottenBlocks())), InvalidInput);
}

/// A quaternion's block that reaches beyond the coordinates.
struct LongBlock : BallJointBody {
  SystemInfo info() const {
    SystemInfo info = BallJointBody::info();
    info.kinematic_blocks[0].n_q = 5;
    return info;
  }
};

TEST(AuthorMistakes, KinematicBlocksBeyondTheCoordinatesAreRefused) {
  EXPECT_THROW(make_system(LongBlock()), InvalidInput);
}

/// The rod twice, the second time multiplied by `factor`.
struct RepeatedRod : BarePendulum {
  double factor = 1;
  SystemInfo info() const {
    SystemInfo info = BarePendulum::info();
    info.add_constraint("rod again", "N/m");
    return info;
  }
  void constraint(const auto& x, auto&& g) const {
    BarePendulum::constraint(x, g);
    g[1] = factor * g[0];
  }
};

TEST(AuthorMistakes, ARepeatedConstraintIsNamed) {
  const RepeatedRod equations;
  const Vector q{{0.0, -equations.L}};
  try {
    consistent_initial_state(*make_system(equations), 0, q, rest, Vector());
    FAIL() << "accepted";
  } catch (const RedundantConstraints& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("'rod again'"), std::string::npos) << what;
    EXPECT_NE(what.find("repeats 'rod'"), std::string::npos) << what;
  }
}

TEST(AuthorMistakes, ARepeatedConstraintIsFoundWhateverItsScaleAndTheAngle) {
  int accepted = 0;
  for (double factor : {1.0, 0.3, 7.0})
    for (double angle : {0.1, 0.7, 1.3, 2.9, 4.4}) {
      RepeatedRod equations;
      equations.factor = factor;
      const Vector q{{equations.L * std::cos(angle), equations.L * std::sin(angle)}};
      try {
        consistent_initial_state(*make_system(equations), 0, q, rest, Vector());
        ++accepted;
      } catch (const RedundantConstraints&) {
      }
    }
  EXPECT_EQ(accepted, 0) << "of 15 singular starts";
}

TEST(AuthorMistakes, AConsistentQuaternionIsLeftBitForBit) {
  const Kind k = kind("ball joint");
  const auto evaluator = k.system->make_evaluator();
  Vector q = k.q;
  for (int i = 0; i < 5; ++i) evaluator->restore_invariants(q);
  const InitialState once = consistent_initial_state(*k.system, 0, q, k.v, k.s);
  const InitialState twice = consistent_initial_state(*k.system, 0, once.q, once.v, k.s);
  EXPECT_EQ(twice.q, once.q);
  EXPECT_EQ(twice.v, once.v);
}

}  // namespace author_mistakes_test
}  // namespace pleuel::testing
