// Names, indices and groups; and what is said of a system whose parts do not fit.
#include <gtest/gtest.h>

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "support/systems.hpp"

namespace pleuel::testing {
namespace info_test {

std::unique_ptr<MechanicalDae> make(const Kind& k, const std::string& formulation) {
  for (const Formulation& f : motion_formulations())
    if (f.name == formulation) return f.make(k.system, OptionValues(f.options, {}));
  return nullptr;
}

struct Expected {
  std::string formulation;
  int level, index_v, index_a;
  std::string lambda_row;
};

TEST(MechanicalDae, TellsNamesUnitsGroupsAndIndices) {
  const Kind k = kind("Maxwell pendulum");
  for (const Expected& e :
       {Expected{"ori2", 2, 2, 3, "rod, position level"}, Expected{"rcd1", 1, 1, 2, "rod, velocity level"},
        Expected{"rcd0", 0, 1, 1, "rod, acceleration level"},
        Expected{"ggl1", 1, 1, 2, "rod, velocity level"}}) {
    const auto dae = make(k, e.formulation);
    ASSERT_NE(dae, nullptr) << e.formulation;
    const DaeInfo& info = dae->info();
    const bool has_eta = e.formulation == "ggl1";
    std::vector<std::string> names,
        expected = {"x", "y", "vx", "vy", "ax", "ay", "lambda1", "s0", "s1", "s2"};
    std::vector<Group> groups, expected_groups = {Group::q, Group::q,      Group::v, Group::v, Group::a,
                                                  Group::a, Group::lambda, Group::s, Group::s, Group::s};
    std::vector<int> indices,
        expected_indices = {1, 1, e.index_v, e.index_v, e.index_a, e.index_a, e.index_a, 1, 1, 1};
    std::vector<bool> differential, expected_differential = {1, 1, 1, 1, 0, 0, 0, 1, 1, 1};
    if (has_eta) {
      expected.push_back("eta1");
      expected_groups.push_back(Group::eta);
      expected_indices.push_back(e.index_a);
      expected_differential.push_back(false);
    }
    for (const Unknown& u : info.unknowns) {
      names.push_back(u.name);
      groups.push_back(u.group);
      indices.push_back(u.index);
      differential.push_back(u.is_differential);
    }
    EXPECT_EQ(info.name, e.formulation);
    EXPECT_EQ(names, expected) << e.formulation;
    EXPECT_EQ(groups, expected_groups) << e.formulation;
    EXPECT_EQ(indices, expected_indices) << e.formulation;
    EXPECT_EQ(differential, expected_differential) << e.formulation;
    EXPECT_EQ(info.unknowns[2].unit, "m/s");
    EXPECT_EQ(info.rows[6], e.lambda_row);
    EXPECT_EQ(info.constraint_level, e.level);
    EXPECT_TRUE(info.has_constant_E);
    EXPECT_EQ(info.n_rows(), info.n_unknowns());
    if (has_eta) {
      EXPECT_EQ(info.rows.back(), "rod, position level");
    }
  }
}

TEST(MechanicalDae, HasNoHiddenLevelWhereNothingIsConstrained) {
  const Kind k = kind("oscillator");
  for (const Formulation& f : motion_formulations()) {
    const auto dae = f.make(k.system, OptionValues(f.options, {}));
    EXPECT_EQ(dae->info().constraint_level, 0) << f.name;
    EXPECT_EQ(dae->info().n_unknowns(), 6) << f.name;
  }
}

TEST(MechanicalDae, AssemblesPartsAndGivesThemBack) {
  const Kind k = kind("Maxwell pendulum");
  const auto dae = make(k, "ggl1");
  const Vector a{{1, 2}}, lambda{{3}};
  const Vector y = dae->assemble(k.q, k.v, a, lambda, k.s);
  const Motion m = dae->motion(0.5, y);
  EXPECT_EQ(m.t, 0.5);
  EXPECT_EQ(Vector(m.q), k.q);
  EXPECT_EQ(Vector(m.v), k.v);
  EXPECT_EQ(Vector(m.a), a);
  EXPECT_EQ(Vector(m.lambda), lambda);
  EXPECT_EQ(Vector(m.s), k.s);
  EXPECT_EQ(y[10], 0.0);  // η
  // With its own derivative all differential rows vanish.
  const Vector ydot = dae->derivative(0.5, y);
  Vector rows(11);
  dae->residual(0.5, y, ydot, rows);
  for (int i : {0, 1, 2, 3, 7, 8, 9}) EXPECT_EQ(rows[i], 0.0) << dae->info().rows[i];
}

TEST(MechanicalDae, ProjectsOnlyWhatHasInvariants) {
  const auto plain = make(kind("bare pendulum"), "rcd1");
  Vector y = Vector::Ones(7);
  EXPECT_FALSE(plain->project(0, y));
  EXPECT_EQ(y, Vector::Ones(7));
  const auto body = make(kind("ball joint"), "rcd1");
  Vector z = Vector::Ones(7 + 6 + 6 + 3);
  EXPECT_TRUE(body->project(0, z));
  EXPECT_EQ(z.segment(3, 4), Vector::Constant(4, 0.5));
  EXPECT_EQ(z.tail(15), Vector::Ones(15));
}

TEST(SystemInfo, ReportsEveryFaultAtOnce) {
  SystemInfo info;
  info.name = "broken";
  info.q = {{"x", "m"}, {"y", "m"}, {"x", "m"}};
  info.v = {{"vx", "m/s"}};
  info.lambda = {{"lambda1", "N"}};
  info.s = {{"s1", "1"}, {"s2", "1"}};
  info.state_blocks = {{1, 1}};
  try {
    check(info);
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    const auto says = [&](const std::string& part) {
      return std::any_of(error.faults().begin(), error.faults().end(),
                         [&](const std::string& fault) { return fault.find(part) != std::string::npos; });
    };
    EXPECT_TRUE(says("coordinates and velocities differ in number where H = I: 3 and 1"));
    EXPECT_TRUE(says("velocities and accelerations differ in number: 1 and 0"));
    EXPECT_TRUE(says("multipliers and constraints differ in number: 1 and 0"));
    EXPECT_TRUE(says("blocks must follow each other without gaps"));
    EXPECT_TRUE(says("internal states, and states in blocks, differ in number: 2 and 1"));
    EXPECT_TRUE(says("the name 'x' is used twice"));
    EXPECT_EQ(error.faults().size(), 6u);
    for (const std::string& fault : error.faults())
      EXPECT_NE(fault.find("'broken'"), std::string::npos) << fault;
  }
}

TEST(SystemInfo, WithoutVelocityIsRefused) { EXPECT_THROW(check(SystemInfo{}), InvalidInput); }

TEST(SystemInfo, NamesWhatIsAdded) {
  SystemInfo info;
  EXPECT_EQ(info.add_coordinate("phi", "rad"), 0);
  EXPECT_EQ(info.add_coordinate("u", "m"), 1);
  EXPECT_EQ(info.add_constraint("hinge", "N"), 0);
  EXPECT_EQ(info.add_state("strain", "1"), 0);
  EXPECT_EQ(info.add_state("hardening", "Pa"), 1);
  EXPECT_EQ(info.v[0].name, "vphi");
  EXPECT_EQ(info.a[1].unit, "m/s²");
  EXPECT_EQ(info.lambda[0].name, "lambda1");
  EXPECT_EQ(info.state_blocks[1].first, 1);
  EXPECT_NO_THROW(check(info));
}

}  // namespace info_test
}  // namespace pleuel::testing
