// What is said of a case without integrating it.
#include "pleuel/run/analysis.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/run/plan.hpp"
#include "run/scripted.hpp"

namespace pleuel {
namespace analysis_test {

/// Bars 1, 2, 1 between pivots at distance 2, by their angles: flat where all angles vanish.
struct FourBar {
  SystemInfo info() const {
    SystemInfo info;
    info.name = "four-bar";
    for (const char* angle : {"phi1", "phi2", "phi3"}) info.add_coordinate(angle, "rad");
    info.add_constraint("loop, x", "N");
    info.add_constraint("loop, y", "N");
    return info;
  }
  void mass(const auto&, auto&& M) const {
    for (int i = 0; i < 3; ++i) M.add(i, i, 1.0);
  }
  void force(const auto& x, const auto&, auto&& f) const { f[0] = -9.81 * cos(x.q[0]); }
  void constraint(const auto& x, auto&& g) const {
    g[0] = cos(x.q[0]) + 2.0 * cos(x.q[1]) - cos(x.q[2]) - 2.0;
    g[1] = sin(x.q[0]) + 2.0 * sin(x.q[1]) - sin(x.q[2]);
  }
};

/// The option `angle` is that of both cranks at the start.
Catalogue with_four_bar() {
  Problem problem;
  problem.name = "four-bar";
  problem.options = {{.name = "angle", .default_value = "-1", .help = "of the cranks"},
                     {.name = "off", .default_value = "0", .help = "error of the start"}};
  problem.build = [](const OptionValues& options) {
    Case c;
    c.name = "four-bar";
    c.system = make_system(FourBar());
    const double angle = options.number("angle");
    c.q0 = Vector{{angle, options.number("off"), angle}};
    c.v0 = Vector::Zero(3);
    c.s0 = Vector::Zero(0);
    return c;
  };
  Catalogue catalogue = scripted::catalogue();
  catalogue.problems.push_back(problem);
  return catalogue;
}

TEST(CheckCase, SaysHowFarInitialValuesWereOffAndMoved) {
  const CheckResult result = check_case(with_four_bar(), {"four-bar", {{"off", "0.01"}}});
  EXPECT_EQ(result.verdict, StartVerdict::ok);
  EXPECT_NEAR(result.given.position, 2 * std::sin(0.01), 1e-15);
  EXPECT_EQ(result.given.velocity, 0);
  EXPECT_GT(result.start->position_moved, 1e-3);
  EXPECT_LT(result.start->position_moved, 1e-2);
  EXPECT_EQ(result.degrees_of_freedom->near_here(), 1);
}

TEST(CheckCase, OfASingularPositionIsWhatARunRefusesAndSaysWhy) {
  const CheckResult result = check_case(with_four_bar(), {"four-bar", {{"angle", "0"}}});
  EXPECT_EQ(result.verdict, StartVerdict::redundant);
  ASSERT_TRUE(result.degrees_of_freedom.has_value());
  EXPECT_TRUE(result.degrees_of_freedom->is_singular());
  EXPECT_EQ(result.degrees_of_freedom->redundant.at(0).kind, Redundancy::here);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_NE(result.faults[0].find("loop, x"), std::string::npos) << result.faults[0];
}

TEST(ModesOf, ASingularPositionAreRefused) {
  try {
    (void)modes_of(with_four_bar(), {.of = {"four-bar", {{"angle", "0"}}}});
    FAIL() << "there is no tangent space";
  } catch (const NoConsistentState& error) {
    EXPECT_NE(std::string(error.what()).find("singular position"), std::string::npos) << error.what();
  }
}

TEST(ModesOf, AStartThatIsNoEquilibriumAreThoseOfOneInstant) {
  const ModesResult start = modes_of(scripted::catalogue(), {.of = {"oscillator"}});
  EXPECT_EQ(start.about, ModesAbout::start);
  EXPECT_NEAR(start.modes.modes.at(0).omega(), 1, 1e-15);
  EXPECT_FALSE(start.modes.is_at_rest);  // it is let go from x = 1
}

TEST(CaseAnalysis, RefusesUnknownCasesAndSettingsWithTheirNames) {
  EXPECT_THROW((void)check_case(with_four_bar(), {"fourbar"}), InvalidInput);
  try {
    (void)statics_of(with_four_bar(), {"four-bar", {{"angel", "1"}}});
    FAIL() << "taken";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("angle"), std::string::npos) << error.what();
  }
  EXPECT_THROW((void)statics_of(with_four_bar(), {"four-bar"}), InvalidInput);  // it has no statics
}

}  // namespace analysis_test
}  // namespace pleuel
