// A function of an author that leaves its vectors, or a constraint that branches, is refused when
// the system is made.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/dae/dae_from.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "support/systems.hpp"

namespace pleuel::testing {
namespace author_check_test {

template <class Equations>
std::string fault_of(Equations equations) {
  try {
    (void)make_system(std::move(equations));
  } catch (const InvalidInput& fault) {
    return fault.what();
  }
  return "";
}

void expect_parts(const std::string& fault, const std::vector<std::string>& parts) {
  for (const auto& part : parts) EXPECT_NE(fault.find(part), std::string::npos) << part << "\n" << fault;
}

struct WritesBeyondForces : BarePendulum {
  int index = 7;
  void force(const auto&, const auto&, auto&& f) const { f[index] = 1.0; }
};
struct AddsBeyondForces : BarePendulum {
  void force(const auto&, const auto&, auto&& f) const { f[2] += 1.0; }
};
struct ReadsBeyondVelocities : BarePendulum {
  void force(const auto&, const auto& v, auto&& f) const { f[0] = -3.0 * v[5]; }
};
struct MassReadsBeyondCoordinates : BarePendulum {
  void mass(const auto& x, auto&& M) const {
    M.add(0, 0, 1.0 + 0.0 * x.q[2]);
    M.add(1, 1, 1.0);
  }
};
struct WritesBeyondConstraints : BarePendulum {
  void constraint(const auto& x, auto&& g) const {
    BarePendulum::constraint(x, g);
    g[1] = x.q[0];
  }
};

TEST(AuthorCheck, AnEntryOutsideOfAVectorIsNamedWithItsIndexAndTheSize) {
#ifndef NDEBUG
  GTEST_SKIP() << "with assertions Eigen itself ends the program there";
#endif
  expect_parts(fault_of(WritesBeyondForces{}), {"force writes f[7]", "f has 2 entries"});
  WritesBeyondForces before;
  before.index = -1;
  expect_parts(fault_of(before), {"force writes f[-1]", "f has 2 entries"});
  expect_parts(fault_of(AddsBeyondForces{}), {"force writes f[2]", "f has 2 entries"});
  expect_parts(fault_of(ReadsBeyondVelocities{}), {"force reads v[5]", "v has 2 entries"});
  expect_parts(fault_of(MassReadsBeyondCoordinates{}), {"mass reads q[2]", "q has 2 entries"});
  expect_parts(fault_of(WritesBeyondConstraints{}), {"constraint writes g[1]", "g has 1 entry"});
}

struct StrayingDae {
  int row = 0, unknown = 0;
  DaeInfo info() const {
    DaeInfo info;
    info.name = "stray";
    info.unknowns = {{.name = "y1", .unit = ""}, {.name = "y2", .unit = ""}};
    info.rows = {"one", "two"};
    return info;
  }
  void residual(const auto& x, auto* rows) const {
    rows[0] = -x.ydot[0];
    rows[1] = -x.ydot[1];
    rows[row] = x.y[unknown] - x.ydot[0];
  }
};

TEST(AuthorCheck, ThePlainDaeIsCheckedTheSameWay) {
#ifndef NDEBUG
  GTEST_SKIP() << "with assertions Eigen itself ends the program there";
#endif
  const auto dae_fault = [](StrayingDae equations) -> std::string {
    try {
      (void)make_dae(equations);
    } catch (const InvalidInput& fault) {
      return fault.what();
    }
    return "";
  };
  EXPECT_EQ(dae_fault({.row = 1, .unknown = 1}), "");
  expect_parts(dae_fault({.row = 4}), {"residual writes rows[4]", "rows has 2 entries"});
  expect_parts(dae_fault({.unknown = 3}), {"residual reads y[3]", "y has 2 entries"});
}

/// A string that goes slack is no constraint.
struct SlackString : BarePendulum {
  static constexpr bool evaluates_in_lanes = false;
  void constraint(const auto& x, auto&& g) const {
    if (x.q[1] < 0.4)
      g[0] = x.q[0] * x.q[0] + x.q[1] * x.q[1] - L * L;
    else
      g[0] = 2.0 * x.q[0];
  }
};
struct LongerOfTwo : BarePendulum {
  static constexpr bool evaluates_in_lanes = false;
  void constraint(const auto& x, auto&& g) const {
    const auto a = 1.0 * x.q[0], b = 1.0 * x.q[1];
    g[0] = std::max(a, b) - L;
  }
};
/// Compares, but always with the same outcome, as Eigen's normalized() does.
struct GuardedRoot : BarePendulum {
  static constexpr bool evaluates_in_lanes = false;
  void constraint(const auto& x, auto&& g) const {
    const auto square = x.q[0] * x.q[0] + x.q[1] * x.q[1];
    if (square > 0.0) g[0] = sqrt(square) - L;
  }
};
/// Branches on time, which breakpoints allow.
struct TwoLengths : BarePendulum {
  static constexpr bool evaluates_in_lanes = false;
  void constraint(const auto& x, auto&& g) const {
    const double length = x.t < 1.0 ? L : 2 * L;
    g[0] = x.q[0] * x.q[0] + x.q[1] * x.q[1] - length * length;
  }
};

TEST(AuthorCheck, AConstraintThatBranchesOnThePositionIsRefusedWithARemedy) {
  expect_parts(fault_of(SlackString{}), {"constraint", "'y'", "branch", "constraint_jacobian"});
  expect_parts(fault_of(LongerOfTwo{}), {"constraint", "branch"});
  EXPECT_EQ(fault_of(GuardedRoot{}), "");
  EXPECT_EQ(fault_of(TwoLengths{}), "");
}

/// The rod, and a second constraint c0 + c1 (y - y0)².
struct SecondConstraint : BarePendulum {
  double c0 = 0, c1 = 0, y0 = 0;
  SystemInfo info() const {
    SystemInfo info = BarePendulum::info();
    info.add_constraint("second", "N");
    return info;
  }
  void constraint(const auto& x, auto&& g) const {
    BarePendulum::constraint(x, g);
    g[1] = c0 + c1 * (x.q[1] - y0) * (x.q[1] - y0);
  }
};

template <class Refusal>
std::string refusal_of(double c0, double c1, double y0) {
  SecondConstraint equations;
  equations.c0 = c0;
  equations.c1 = c1;
  equations.y0 = y0;
  const Vector q{{equations.L, 0.0}}, v = Vector::Zero(2);
  try {
    (void)consistent_initial_state(*make_system(equations), 0, q, v, Vector());
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "";
}

TEST(VoidConstraints, EachKindHasItsOwnMessage) {
  const auto zero = refusal_of<RedundantConstraints>(0, 0, 0);
  expect_parts(zero, {"'second'", "is zero at all positions", "constrains nothing"});
  const auto unmet = refusal_of<ContradictoryConstraints>(3, 0, 0);
  expect_parts(unmet, {"'second'", "can be met by no position", "3"});
  const auto flat = refusal_of<RedundantConstraints>(0, 1, 0);
  expect_parts(flat, {"'second'", "derivatives that vanish"});
  const auto top = refusal_of<NoConsistentState>(2, 1, 0);
  expect_parts(top, {"'second' of system", "is 2 at the start", "another position"});
  for (const auto& text : {zero, unmet, flat, top}) EXPECT_EQ(text.find("repeat"), std::string::npos) << text;
}

}  // namespace author_check_test
}  // namespace pleuel::testing
