// Starts at which joints close: which values move, and what is refused or remarked.
#include <cmath>

#include "models/case_files.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/run/analysis.hpp"

namespace pleuel::testing {
namespace start_of_joints_test {

/// Each text is in a file of its own, since a catalogue reads a file once.
std::string own_file(const std::string& text) {
  static int n = 0;
  return file_of(text, std::to_string(n++));
}

CheckResult check_of(const std::string& text, const Settings& settings = {}) {
  return check_case(all(), {.case_name = own_file(text), .settings = settings});
}

/// Only the speed of the crank is stated. Rod and slider, of mass M, close the loop.
constexpr const char* crank = R"json({"pleuel": 2, "name": "crank", "dimension": 2, "parameters": {"M": 1},
  "bodies": [{"name": "k", "mass": 0.1, "inertia": 0.001, "angle": "40 deg", "angular_velocity": "100 rad/s",
              "markers": {"p": [0.1, 0]}},
             {"name": "r", "mass": 0.2, "inertia": 0.001, "position": ["0.1 m*cos(40 deg)", "0.1 m*sin(40 deg)"],
              "angle": "-asin(sin(40 deg)/3)", "markers": {"e": [0.3, 0]}},
             {"name": "s", "mass": "M*(1 kg)", "inertia": 1,
              "position": ["0.1 m*cos(40 deg) + 0.3 m*sqrt(1 - (sin(40 deg)/3)^2)", 0]}],
  "joints": [{"name": "a", "type": "revolute", "a": "ground.origin", "b": "k.origin"},
             {"name": "b", "type": "revolute", "a": "k.p", "b": "r.origin"},
             {"name": "c", "type": "revolute", "a": "r.e", "b": "s.origin"},
             {"name": "d", "type": "prismatic", "a": "ground.origin", "b": "s.origin"}],
  "outputs": ["k.vphi"], "simulation": {"until": 1}})json";

TEST(StatedSpeeds, HoldExactlyHoweverHeavyTheOtherBodiesAre) {
  for (const char* mass : {"1", "1e3", "1e6"}) {
    const CheckResult result = check_of(crank, {{"M", mass}});
    ASSERT_EQ(result.verdict, StartVerdict::ok);
    EXPECT_NEAR(start_value(result, "k.vphi"), 100, 1e-9) << mass;
    EXPECT_TRUE(result.header.remarks.empty()) << result.header.remarks.front();
  }
}

/// A body on the ground, turned by `degrees` about `axis` at the start.
std::string jointed(const std::string& type, const std::string& axis, int degrees) {
  return R"({"pleuel": 2, "name": "jointed", "dimension": 3,
    "bodies": [{"name": "B", "mass": 1, "inertia": [0.1, 0.2, 0.25],
                "orientation": {"axis": )" +
         axis + R"(, "angle": ")" + std::to_string(degrees) + R"( deg"}}],
    "joints": [{"name": "j", "type": ")" +
         type + R"(", "a": "ground.origin", "b": "B.origin"}],
    "outputs": ["B.p0"], "simulation": {"until": 1}})";
}

TEST(Weld, InSpaceIsRefusedWhereItsAxesDoNotCoincide) {
  // Its equations also hold after half a revolution about an axis, and a third about (1, 1, 1).
  for (const auto& [axis, degrees] :
       {std::pair("[1, 2, 0.3]", 100), std::pair("[1, 1, 0]", 80), std::pair("[1, 0, 0]", 120),
        std::pair("[1, 0, 0]", 180), std::pair("[1, 1, 1]", 120)}) {
    const CheckResult result = check_of(jointed("weld", axis, degrees));
    ASSERT_EQ(result.verdict, StartVerdict::none) << axis << degrees;
    EXPECT_NE(result.faults.front().find("axes of its markers are"), std::string::npos) << result.faults[0];
  }
  for (const int degrees : {0, 30, 60}) {
    const CheckResult result = check_of(jointed("weld", "[1, 2, 0.3]", degrees));
    ASSERT_EQ(result.verdict, StartVerdict::ok) << degrees << ": " << result.faults.front();
    EXPECT_NEAR(std::abs(start_value(result, "B.p0")), 1, 1e-12) << degrees;
  }
}

TEST(Hinge, InSpaceRemarksAxesThatItsStartTurnsAgainstEachOther) {
  const auto remarks = [](int degrees) {
    return check_of(jointed("revolute", "[1, 0, 0]", degrees)).header.remarks.size();
  };
  EXPECT_EQ(remarks(60), 0u);
  EXPECT_EQ(remarks(120), 1u);
  EXPECT_EQ(remarks(180), 0u) << "they were given so";
}

/// A beam of 1 m along x, hinged at its start about an axis that is tilted by `tilt` degrees.
std::string hinged_beam(double tilt, const std::string& shift) {
  const double angle = tilt * std::acos(-1.0) / 180;
  return R"({"pleuel": 2, "name": "beam", "dimension": 3,
    "ground": {"markers": {"g": {"at": [)" +
         shift + R"(, 0, 0], "z": [)" + std::to_string(std::sin(angle)) + ", 0, " +
         std::to_string(std::cos(angle)) + R"(]}}},
    "joints": [{"name": "h", "type": "revolute", "a": "ground.g", "b": "c.start"}],
    "beams": [{"name": "c", "from": [0, 0, 0], "to": [1, 0, 0], "elements": 10, "y": [0, 1, 0],
               "section": {"height": 0.02, "width": 0.01},
               "material": {"young": "70 GPa", "density": 2700, "poisson": 0.3}}],
    "outputs": ["c.end.x"], "simulation": {"until": 1}})";
}

TEST(ExactBeams, MoveAsAWholeToTheirJoints) {
  // Moved at its first node alone, the beam would have 440 and 7000 J.
  for (const auto& text : {hinged_beam(5, "0"), hinged_beam(0, "0.01")}) {
    const CheckResult result = check_of(text);
    ASSERT_EQ(result.verdict, StartVerdict::ok);
    EXPECT_LE(std::abs(result.energy.potential), 1e-9);
    EXPECT_LE(result.report.strain_energy, 1e-9);
    EXPECT_TRUE(result.header.remarks.empty()) << result.header.remarks.front();
  }
}

std::string driven_beam(const std::string& stated) {
  return R"({"pleuel": 2, "name": "beam", "dimension": 2,
    "joints": [{"name": "h", "type": "revolute", "a": "ground.origin", "b": "c.start"}],
    "drivers": [{"name": "d", "type": "angle", "a": "ground.origin", "b": "c.start", "value": "10 rad/s*t"}],
    "beams": [{"name": "c", "from": [0, 0], "to": [1, 0], "elements": 10)" +
         stated + R"(,
               "section": {"height": 0.02, "width": 0.01},
               "material": {"young": "70 GPa", "density": 2700, "poisson": 0.3}}],
    "outputs": ["c.end.vy"], "simulation": {"until": 1}})";
}

TEST(ExactBeams, StartTurningAsAWholeWhereADriverTurnsOneEnd) {
  const CheckResult open = check_of(driven_beam(""));
  const CheckResult stated = check_of(driven_beam(R"(, "angular_velocity": "10 rad/s")"));
  ASSERT_EQ(open.verdict, StartVerdict::ok);
  EXPECT_GT(stated.energy.kinetic, 9.0);  // m l² ω²/6
  EXPECT_NEAR(open.energy.kinetic, stated.energy.kinetic, 1e-5 * stated.energy.kinetic);
}

/// A beam of 1 m between two walls that are 5 mm farther apart.
TEST(ExactBeams, RemarkTheStrainThatClosesTheirJoints) {
  const CheckResult result = check_of(R"({"pleuel": 2, "name": "strained", "dimension": 2,
    "joints": [{"name": "a", "type": "weld", "a": "ground.origin", "b": "c.start"},
               {"name": "e", "type": "weld", "a": "ground.E", "b": "c.end"}],
    "ground": {"markers": {"E": [1.005, 0]}},
    "beams": [{"name": "c", "from": [0, 0], "to": [1, 0], "elements": 4,
               "section": {"height": 0.02, "width": 0.01}, "material": {"young": "70 GPa", "density": 2700, "poisson": 0.3}}],
    "outputs": ["c.end.x"], "simulation": {"until": 1}})");
  ASSERT_EQ(result.verdict, StartVerdict::ok);
  const double EA = 70e9 * 0.02 * 0.01;
  EXPECT_NEAR(result.report.strain_energy, 0.5 * EA * 0.005 * 0.005, 1e-3 * result.report.strain_energy);
  ASSERT_EQ(result.header.remarks.size(), 1u);
  EXPECT_NE(result.header.remarks[0].find("'c'"), std::string::npos) << result.header.remarks[0];
}

std::string shaken_beam(int elements) {
  return R"({"pleuel": 2, "name": "shaken", "dimension": 2,
    "bodies": [{"name": "b", "type": "flexible", "mesh": {"type": "beam", "length": 0.5, "elements": )" +
         std::to_string(elements) + R"json(},
                "material": {"young": "70 GPa", "density": 2700, "poisson": 0.3},
                "section": {"height": 0.01, "width": 0.02}, "damping": {"alpha": "20 1/s", "beta": "1e-5 s"},
                "markers": {"s": {"set": "start"}, "e": {"set": "end"}},
                "frame": {"type": "supports", "fix": {}},
                "displacements": [{"set": "start", "x": "0 m", "y": "1 mm*sin(400 rad/s*t)", "theta": "0 rad"}]}],
    "joints": [{"name": "w", "type": "weld", "a": "ground.origin", "b": "b.origin"}],
    "outputs": ["b.e.y"], "simulation": {"until": 0.03}})json";
}

TEST(PrescribedDisplacements, MayBeAllThatHoldsABeam) {
  const RunResult coarse = run_file(own_file(shaken_beam(6)), "rcd1", "radau5", 1e-7);
  const RunResult fine = run_file(own_file(shaken_beam(12)), "rcd1", "radau5", 1e-7);
  ASSERT_EQ(coarse.status, RunStatus::ok) << coarse.message;
  ASSERT_EQ(fine.status, RunStatus::ok) << fine.message;
  EXPECT_NEAR(output(coarse, "b.e.y"), 3.95e-4, 5e-6);  // of a finite-element program of its own
  EXPECT_NEAR(output(fine, "b.e.y"), output(coarse, "b.e.y"), 1e-3 * 4e-4);
  for (const std::string& remark : coarse.header.remarks)
    EXPECT_EQ(remark.find("inf"), remark.npos) << remark;
}

/// A cantilever with a load at its tip, in the frame and with the joint given.
std::string cantilever(const std::string& frame, const std::string& joint) {
  return R"({"pleuel": 2, "name": "cantilever", "dimension": 2,
    "bodies": [{"name": "b", "type": "flexible", "mesh": {"type": "beam", "length": 1, "elements": 4},
                "material": {"young": "70 GPa", "density": 2700, "poisson": 0.3},
                "section": {"height": 0.02, "width": 0.01}, "frame": )" +
         frame + R"(, "markers": {"s": {"set": "start"}, "e": {"set": "end"}}}],
    "joints": [)" +
         joint + R"(], "outputs": ["b.e.y"], "simulation": {"until": 1}})";
}

TEST(FrameOrigin, IsRemarkedWhereJointsHoldAFrameInPlaceOfItsMaterial) {
  const std::string chord = R"({"type": "chord", "a": "start", "b": "end"})", mean = R"({"type": "mean"})",
                    tangent = R"({"type": "tangent", "set": "start"})";
  const std::string weld = R"({"name": "w", "type": "weld", "a": "ground.origin", "b": "b.origin"})",
                    hinge = R"({"name": "w", "type": "revolute", "a": "ground.origin", "b": "b.origin"})",
                    held = R"({"name": "w", "type": "weld", "a": "ground.origin", "b": "b.s"})";
  const auto is_remarked = [](const std::string& frame, const std::string& joint) {
    for (const std::string& remark : check_of(cantilever(frame, joint)).header.remarks)
      if (remark.find("choice of the frame") != remark.npos) return true;
    return false;
  };
  EXPECT_TRUE(is_remarked(chord, weld));
  EXPECT_TRUE(is_remarked(mean, weld));
  EXPECT_TRUE(is_remarked(mean, hinge));
  EXPECT_FALSE(is_remarked(chord, hinge)) << "a place of the material";
  EXPECT_FALSE(is_remarked(chord, held));
  EXPECT_FALSE(is_remarked(mean, held));
  EXPECT_FALSE(is_remarked(tangent, weld));
}

/// Eight links between two supports, which are not closed at the start.
std::string open_chain() {
  std::string bodies,
      joints = R"({"name": "j0", "type": "revolute", "a": "ground.origin", "b": "l0.origin"})";
  for (int k = 0; k < 8; ++k) {
    const std::string n = std::to_string(k);
    bodies += (k > 0 ? "," : "") + std::string(R"({"name": "l)") + n +
              R"(", "shape": {"type": "rod", "to": [0.2, 0], "mass": )" + std::to_string(0.1 * (k + 1)) +
              R"(}, "position": [)" + std::to_string(1.1 * k / 8) + ", " +
              std::to_string(-0.3 * std::sin(k * std::acos(-1.0) / 8)) + R"(], "angle": )" +
              std::to_string(-0.6 + 0.15 * k) + R"(, "markers": {"e": [0.2, 0]}})";
    if (k > 0)
      joints += R"(, {"name": "j)" + n + R"(", "type": "revolute", "a": "l)" + std::to_string(k - 1) +
                R"(.e", "b": "l)" + n + R"(.origin"})";
  }
  return R"({"pleuel": 2, "name": "chain", "dimension": 2, "gravity": [0, -9.81],
    "ground": {"markers": {"E": [1.1, 0.1]}}, "bodies": [)" +
         bodies + R"(], "joints": [)" + joints +
         R"(, {"name": "e", "type": "revolute", "a": "l7.e", "b": "ground.E"}],
    "outputs": ["l0.phi", "l7.phi"], "simulation": {"until": 1}})";
}

TEST(Statics, OfAnOpenChainClosesItFirst) {
  const StaticsResult result = statics_of(all(), {.case_name = own_file(open_chain())});
  EXPECT_EQ(result.equilibrium.stability, Stability::stable);
  EXPECT_LT(result.equilibrium.constraint_residual, 1e-12);
  // At rest each link's moments about its ends balance; the end angles of a damped motion.
  EXPECT_NEAR(result.outputs[0].value, -0.902, 1e-3);
  EXPECT_NEAR(result.outputs[1].value, 1.240, 1e-3);
}

/// A hoop on a driven shaft: its equilibrium says nothing of the motion.
TEST(Statics, RemarksDriversThatMove) {
  const auto shaft = [](const std::string& angle) {
    return R"json({"pleuel": 2, "name": "shaft", "dimension": 2, "gravity": [0, -9.81],
      "bodies": [{"name": "s", "mass": 1, "inertia": 1, "com": [1, 0]}],
      "joints": [{"name": "j", "type": "revolute", "a": "ground.origin", "b": "s.origin"}],
      "drivers": [{"name": "d", "type": "angle", "a": "ground.origin", "b": "s.origin", "value": ")json" +
           angle + R"json("}], "outputs": ["s.phi"], "simulation": {"until": 1}})json";
  };
  const auto remarks = statics_of(all(), {.case_name = own_file(shaft("6 rad/s*t"))}).header.remarks;
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].find("'d' moves"), std::string::npos) << remarks[0];
  EXPECT_TRUE(
      statics_of(all(), {.case_name = own_file(shaft("1 rad + 6 rad/s^2*t^2"))}).header.remarks.empty());
}

/// A spring whose curve ends where it starts, in numbers that differ by rounding.
TEST(Curves, HoldAtTheirLastPoint) {
  const RunResult result = run_file(own_file(R"json({"pleuel": 2, "name": "curve", "dimension": 2,
    "bodies": [{"name": "b", "mass": 1, "inertia": 1, "position": ["1 m + 0.1 m", 0]}],
    "joints": [{"name": "j", "type": "prismatic", "a": "ground.origin", "b": "b.origin"}],
    "drivers": [{"name": "d", "type": "distance", "a": "ground.origin", "b": "b.origin", "value": "1 m + 0.1 m"}],
    "forces": [{"name": "s", "type": "spring-damper", "a": "ground.origin", "b": "b.origin", "free_length": 1,
                "spring_curve": {"points": [[-0.1, -1], [0.1, 1]]}}],
    "outputs": ["b.x", {"driver": "d", "parts": ["value", "force"]}], "simulation": {"until": 1}})json"));
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_EQ(output(result, "d.value"), 1.1);
  EXPECT_NEAR(output(result, "d.force"), 1, 1e-9);
}

}  // namespace start_of_joints_test
}  // namespace pleuel::testing
