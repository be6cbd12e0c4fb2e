// Starts of elastic bodies: rigid coordinates move first, deformations last.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/case_files.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/run/analysis.hpp"

namespace pleuel::testing {
namespace elastic_start_test {

constexpr double degree = std::numbers::pi / 180;

CheckResult check_of(const std::string& path, const Settings& settings = {}) {
  return check_case(all(), {.case_name = path, .settings = settings});
}

TEST(ElasticStart, ALinkGivenOffItsPinsIsTurnedAndNotStrained) {
  // In the metric of the masses 1° costs 237 J of strain, 20° 1e5 J. What remains is (ω₁τ)⁻⁴ =
  // 1e-12 of it.
  for (const auto& [off, most] : {std::pair(1, 1e-11), std::pair(20, 1e-8)}) {
    const CheckResult result = check_of(case_path("elastic-start"), {{"off", std::to_string(off) + " deg"}});
    ASSERT_EQ(result.verdict, StartVerdict::ok);
    EXPECT_LE(std::abs(result.energy.potential), most) << off;
    EXPECT_LE(result.report.strain_energy, most) << off;
    EXPECT_NEAR(start_value(result, "link.phi"), std::atan2(0.5, 1), 1e-6) << off;
    EXPECT_TRUE(result.report.remarks.empty()) << result.report.remarks.front();
  }
}

TEST(ElasticStart, CheckNamesWhatMovedAlsoWhereStartEntriesMovedIt) {
  const CheckResult result = check_of(case_path("elastic-start"));
  ASSERT_TRUE(result.report.position);
  EXPECT_EQ(result.report.position->name, "link.phi");
  EXPECT_EQ(result.report.position->unit, "rad");
  EXPECT_NEAR(result.report.position->given, std::atan2(0.5, 1) + degree, 1e-15);
  EXPECT_NEAR(result.report.position->start, std::atan2(0.5, 1), 1e-6);
  EXPECT_GE(result.start->position_moved, degree);
}

TEST(ElasticStart, AFourBarStartsFromWhereItsRigidTwinDoes) {
  const CheckResult near = check_of(case_path("flexible-four-bar"), {{"coupler", "32.05 deg"}});
  ASSERT_EQ(near.verdict, StartVerdict::ok);
  for (const char* angle : {"30 deg", "28 deg", "20 deg"}) {
    const CheckResult far = check_of(case_path("flexible-four-bar"), {{"coupler", angle}});
    ASSERT_EQ(far.verdict, StartVerdict::ok) << angle << ": " << far.faults.front();
    // of 3.2 J of gravity; 1112 J were strain at 30°
    EXPECT_LE(far.report.strain_energy, 1e-6) << angle;
    EXPECT_NEAR(far.energy.potential, near.energy.potential, 1e-6) << angle;
    EXPECT_NEAR(start_value(far, "rocker.phi"), start_value(near, "rocker.phi"), 1e-4) << angle;
  }
}

TEST(ElasticStart, AVelocityStatedForTheCrankAloneDoesNotDeformTheRod) {
  const CheckResult result = check_of(case_path("crank-velocity-only"));
  ASSERT_EQ(result.verdict, StartVerdict::ok);
  EXPECT_NEAR(start_value(result, "crank.vphi"), 150, 1e-9);
  EXPECT_NEAR(start_value(result, "rod.vphi"), -75, 1e-3);  // of the rigid rod: −ω l1/l2
  const SystemInfo& info = result.header.system->info();
  for (int i = 0; i < info.n_v(); ++i) {
    if (info.v[i].name.find(".vu") == std::string::npos &&
        info.v[i].name.find(".vtheta") == std::string::npos)
      continue;
    EXPECT_LE(std::abs(result.start->v[i]), 1e-3) << info.v[i].name;  // 22 m/s of the pin
  }
}

TEST(ElasticStart, AVelocityStatedForTheCrankAloneMovesAsWithAllOfThem) {
  // A rigid start, not damped: amplitudes of 1.6 mm; 10.6 mm where the velocity of the crank goes
  // into the rod.
  const std::string all_stated =
      changed_case("crank-velocity-only", "all",
                   {{R"("position":["l1",0],)", R"("position":["l1",0],"velocity":[0,"l1*w"],)"
                                                R"("angular_velocity":"-w*l1/l2",)"}});
  for (const double until : {0.005, 0.01}) {
    const RunResult one = run_case(case_path("crank-velocity-only"), until);
    const RunResult every = run_case(all_stated, until);
    ASSERT_EQ(one.status, RunStatus::ok) << one.message;
    EXPECT_NEAR(output(one, "rod.mid.uy"), output(every, "rod.mid.uy"), 1e-6) << until;
    EXPECT_LE(std::abs(output(one, "rod.mid.uy")), 2e-3) << until;
  }
}

TEST(ElasticStart, AStatedVelocityIsKeptWhereOthersAreOpen) {
  const Changes free = {{R"("drivers":[{"name":"M","type":"angle","a":"ground.origin","b":"crank.origin",)"
                         R"("value":"pi/3 + 10*t"}],)",
                         ""},
                        {R"("angle":"60 deg",)", R"("angle":"60 deg","angular_velocity":10,)"},
                        {R"({"unknown":"M.lambda_drive"})", R"("crank.phi")"},
                        {"rocker.msh", std::string(PLEUEL_SOURCE_DIR) + "/tests/models/cases/rocker.msh"}};
  const CheckResult result = check_of(changed_case("flexible-four-bar", "free", free));
  ASSERT_EQ(result.verdict, StartVerdict::ok) << result.faults.front();
  EXPECT_NEAR(start_value(result, "crank.vphi"), 10, 1e-3);
  EXPECT_TRUE(result.report.remarks.empty()) << result.report.remarks.front();
}

TEST(ElasticStart, PrestressThatNoMotionAvoidsIsRemarked) {
  // Both ends of the link are pinned 1 % farther apart than it is long: EA L ε²/2 at the least.
  const Changes locked = {
      {R"("type":"revolute","a":"link.e","b":"crank.e")", R"("type":"revolute","a":"link.e","b":"ground.Q")"},
      {R"("P":[0,0])", R"("P":[0,0],"Q":[1.01,0.505])"}};
  const CheckResult result = check_of(changed_case("elastic-start", "locked", locked));
  ASSERT_EQ(result.verdict, StartVerdict::ok) << result.faults.front();
  const double L = std::sqrt(1.25), EA = 210e9 * 1e-4, least = 0.5 * EA * L * 1e-4;
  EXPECT_NEAR(result.report.strain_energy, least, 1e-3 * least);
  EXPECT_TRUE(has_remark(result.header.remarks, {"strains elastic bodies", "'link'", "J"}));
}

TEST(RigidStart, NamesWhatMovedMostWithItsUnitAndBothValues) {
  const CheckResult check = check_of(case_path("turned-slider"));
  ASSERT_TRUE(check.report.position && check.report.velocity);
  EXPECT_EQ(check.report.position->name, "b.phi");
  EXPECT_EQ(check.report.position->unit, "rad");
  EXPECT_NEAR(check.report.position->given, 30 * degree, 1e-15);
  EXPECT_NEAR(check.report.position->start, 0, 1e-15);
  EXPECT_EQ(check.report.velocity->name, "b.vphi");
  EXPECT_EQ(check.report.velocity->given, 2);
  EXPECT_NEAR(check.report.velocity->start, 0, 1e-15);
  // y = 0 and φ = 0 fix the state; x and vx, which nothing fixes, stay: no other state is nearer.
  EXPECT_EQ(start_value(check, "b.x"), 0);
  EXPECT_NEAR(start_value(check, "b.vx"), 1, 1e-15);
  const RunResult run = run_case(case_path("turned-slider"));
  ASSERT_TRUE(run.header.most_moved_position);
  EXPECT_EQ(run.header.most_moved_position->name, "b.phi");
  EXPECT_TRUE(has_remark(all_remarks(run), {"angular_velocity of body 'b'", "2 rad/s", "0 rad/s"}));
  EXPECT_TRUE(has_remark(all_remarks(run), {"velocity of body 'b'", "(1, 1) m/s", "(1, 0) m/s"}));
}

std::string written(const std::string& label, const std::string& text) {
  const auto path = std::filesystem::path(::testing::TempDir()) / ("rigid-start-" + label + ".json");
  std::ofstream(path) << text;
  return path.string();
}

TEST(RigidStart, KeepsAVelocityThatIsStatedForTheOriginOfABody) {
  // A rod that slides on both axes: x₀ = L cos 45°, and ẋ₀ = 1 m/s turns it with 1/sin 45°.
  const std::string trammel = written("trammel", R"({"pleuel":1,"name":"trammel","dimension":2,
    "ground":{"markers":{"y":{"at":[0,0],"angle":"90 deg"}}},
    "bodies":[{"name":"rod","mass":1,"inertia":0.1,"com":["0.5 m",0],"position":["sqrt(0.5) * 1 m",0],
      "angle":"135 deg","velocity":["1 m/s",0],"markers":{"tip":["1 m",0]}}],
    "joints":[{"name":"a","type":"point-on-line","a":"ground.origin","b":"rod.origin"},
              {"name":"b","type":"point-on-line","a":"ground.y","b":"rod.tip"}]})");
  const CheckResult plane = check_of(trammel);
  ASSERT_EQ(plane.verdict, StartVerdict::ok) << plane.faults.front();
  EXPECT_NEAR(start_value(plane, "rod.vphi"), std::sqrt(2.0), 1e-5);
  EXPECT_TRUE(plane.report.remarks.empty()) << plane.report.remarks.front();
  // A body that hangs on a ball at 1 m from its origin, its centre of mass in the middle.
  const std::string ball = written("ball", R"({"pleuel":1,"name":"ball","dimension":3,
    "bodies":[{"name":"b","mass":1,"inertia":[0.1,0.1,0.1],"com":[0,"0.5 m",0],"position":[0,"-1 m",0],
      "velocity":["1 m/s",0,0],"markers":{"top":[0,"1 m",0]}}],
    "joints":[{"name":"j","type":"spherical","a":"ground.origin","b":"b.top"}]})");
  const CheckResult space = check_of(ball);
  ASSERT_EQ(space.verdict, StartVerdict::ok) << space.faults.front();
  EXPECT_NEAR(start_value(space, "b.wz"), 1, 1e-5);
  EXPECT_TRUE(space.report.remarks.empty()) << space.report.remarks.front();
}

TEST(RigidStart, KeepsAnAngularVelocityThatIsStatedForOneBodyOfAChain) {
  const std::string chain = written("chain", R"({"pleuel":1,"name":"chain","dimension":3,
    "bodies":[{"name":"a","mass":1,"inertia":[0.1,0.1,0.1],"com":["0.5 m",0,0],"angular_velocity":[0,0,"2 rad/s"],
               "markers":{"tip":["1 m",0,0]}},
              {"name":"b","mass":9,"inertia":[1,1,1],"position":["1 m",0,0]}],
    "joints":[{"name":"j","type":"revolute","a":"ground.origin","b":"a.origin"},
              {"name":"k","type":"revolute","a":"a.tip","b":"b.origin"}]})");
  const CheckResult result = check_of(chain);
  ASSERT_EQ(result.verdict, StartVerdict::ok) << result.faults.front();
  // The heavy second body weighs 1e-6 of its mass, 9/0.1.
  EXPECT_NEAR(start_value(result, "a.wz"), 2, 1e-3);
  EXPECT_NEAR(start_value(result, "b.vy"), 2, 1e-3);
  EXPECT_TRUE(result.report.remarks.empty()) << result.report.remarks.front();
}

}  // namespace elastic_start_test
}  // namespace pleuel::testing
