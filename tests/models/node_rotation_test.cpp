// One node of a solid has a place but no rotation: what needs one is refused.
#include <cmath>

#include "models/case_files.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/run/analysis.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel::testing {
namespace node_rotation_test {

const std::string torque = R"("forces":[{"name":"T","type":"torque","marker":"b.tip","z":"10 N*m"}],)";

/// The fault of the model with this in place of the torque; empty if it can be built.
std::string fault_with(const std::string& label, const std::string& elements, Changes further = {}) {
  further.insert(further.begin(), {torque, elements});
  try {
    (void)checked_case(all().problem(changed_case("torque-on-node", label, further)), {});
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(NodeOfASolid, RefusesEveryElementThatNeedsItsRotation) {
  const std::pair<std::string, std::string> elements[] = {
      {"torque", torque},
      {"follower", R"("forces":[{"name":"T","type":"force","marker":"b.tip","y":"10 N","axes":"marker"}],)"},
      {"driver",
       R"("drivers":[{"name":"T","type":"angle","a":"ground.origin","b":"b.tip","value":"0.1*t"}],)"},
      {"spring",
       R"("forces":[{"name":"T","type":"torsional-spring","a":"ground.origin","b":"b.tip","stiffness":10}],)"},
      {"bushing",
       R"("forces":[{"name":"T","type":"bushing","a":"ground.origin","b":"b.tip","stiffness":[1,1,1]}],)"},
      {"measure", R"("measures":[{"name":"T","type":"angle","a":"ground.origin","b":"b.tip"}],)"},
      {"axis", R"("measures":[{"name":"T","type":"position","a":"b.tip","b":"ground.origin","axis":"y"}],)"}};
  for (const auto& [label, text] : elements) {
    const std::string fault = fault_with(label, text);
    EXPECT_NE(fault.find("'b.tip', which is one node of a solid"), std::string::npos) << label << fault;
    EXPECT_NE(fault.find("'T'"), std::string::npos) << label << fault;
    EXPECT_NE(fault.find("set"), std::string::npos) << label << fault;
  }
}

TEST(NodeOfASolid, RefusesJointsThatHoldItsAngleAndTakesHinges) {
  const auto with_joint = [](const std::string& label, const std::string& joint) {
    return fault_with(label, "", {{R"("joints":[)", R"("joints":[{"name":"J",)" + joint + "},"}});
  };
  for (const char* type : {"weld", "prismatic"})
    EXPECT_NE(with_joint(type, R"("type":")" + std::string(type) + R"(","a":"ground.origin","b":"b.tip")")
                  .find("one node of a solid"),
              std::string::npos)
        << type;
  EXPECT_NE(with_joint("line", R"("type":"point-on-line","a":"b.tip","b":"ground.origin")")
                .find("one node of a solid"),
            std::string::npos);
  const std::string hinge = with_joint("hinge", R"("type":"revolute","a":"ground.origin","b":"b.tip")");
  EXPECT_EQ(hinge.find("one node of a solid"), std::string::npos) << hinge;
}

TEST(NodeOfASolid, ShowsNoAngle) {
  const std::string fault =
      fault_with("angle", "", {{R"("outputs":["b.tip.uy")", R"("outputs":[{"unknown":"b.tip.point.phi"})"}});
  EXPECT_NE(fault.find("has no rotation"), std::string::npos) << fault;
}

TEST(NodeOfASolid, WhichTheFrameHoldsAmongOthersTurnsWithIt) {
  // "left" is held as a whole, so its middle has the rotation of the frame.
  EXPECT_EQ(fault_with("held", R"("forces":[{"name":"T","type":"torque","marker":"b.root","z":1}],)",
                       {{R"("root":{"set":"left"})", R"("root":{"set":"left_middle"})"}}),
            "");
}

TEST(NodeOfASolid, ChordFramesDoNotTurnWithTheNodesTheyPassThrough) {
  const std::string fault =
      fault_with("chord", R"("forces":[{"name":"T","type":"torque","marker":"b.root","z":1}],)",
                 {{R"("frame":{"type":"tangent","set":"left"})",
                   R"("frame":{"type":"chord","a":"left_middle","b":"right_middle"})"},
                  {R"("root":{"set":"left"})", R"("root":{"set":"left_middle"})"},
                  {R"("type":"weld")", R"("type":"revolute")"}});
  EXPECT_NE(fault.find("'b.root', which is one node of a solid"), std::string::npos) << fault;
}

TEST(NodeSetOfASolid, BendsUnderATorqueAsABeamDoes) {
  const std::string path = changed_case("torque-on-node", "set", {{"right_middle", "right"}});
  const StaticsResult found = statics_of(all(), {.case_name = path});
  const auto& q = found.header.system->info().q;
  double tip = 0;
  for (std::size_t k = 0; k < q.size(); ++k)
    if (q[k].name == "b.tip.point.y") tip = found.equilibrium.state.q[static_cast<Eigen::Index>(k)];
  const double EI = 210e9 * 0.01 * std::pow(0.02, 3) / 12;
  // M L²/(2 EI). The clamp holds the section's contraction, ν² of the strain over a length of the
  // height: 0.2 %.
  EXPECT_NEAR(tip, 10.0 / (2 * EI), 5e-3 * 10.0 / (2 * EI));
}

}  // namespace node_rotation_test
}  // namespace pleuel::testing
