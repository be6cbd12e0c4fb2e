// Forces, torques and powers of elements are those in the equations of motion.
#include <Eigen/Geometry>

#include "outputs/sampled_outputs.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/model_reader.hpp"
#include "pleuel/model/model.hpp"
#include "support/allocation_count.hpp"

namespace pleuel::testing {
namespace element_loads_test {

using Eigen::Vector3d;

/// Two bodies in motion, and nothing between them but `elements`: keys of the file.
std::string two_bodies(int dimension, const std::string& elements, const std::string& outputs) {
  const std::string planar = R"(
    "bodies": [{"name": "A", "mass": 2, "inertia": 0.3, "com": [0.1, 0.2], "position": [0.2, -0.3], "angle": 0.4,
                "velocity": [0.3, -0.5], "angular_velocity": 0.7, "markers": {"p": {"at": [0.3, -0.2], "angle": 0.3}}},
               {"name": "B", "mass": 3, "inertia": 0.5, "com": [-0.1, 0.3], "position": [1.2, 0.6], "angle": -0.6,
                "velocity": [-0.2, 0.9], "angular_velocity": -1.1, "markers": {"p": {"at": [0.1, 0.4], "angle": 0.5}}}],)";
  const std::string spatial = R"(
    "bodies": [{"name": "A", "mass": 2, "inertia": [1, 2, 2.5], "com": [0.1, 0.2, -0.1], "position": [0.2, -0.3, 0.1],
                "orientation": {"axis": [1, 2, -1], "angle": 0.4}, "velocity": [0.3, -0.5, 0.2],
                "angular_velocity": [0.7, -0.2, 0.4], "markers": {"p": {"at": [0.3, -0.2, 0.1], "z": [1, 2, 3]}}},
               {"name": "B", "mass": 3, "inertia": [0.5, 0.6, 0.7], "com": [-0.1, 0.3, 0.2], "position": [1.2, 0.6, -0.2],
                "orientation": {"axis": [-1, 1, 2], "angle": 0.6}, "velocity": [-0.2, 0.9, 0.3],
                "angular_velocity": [-1.1, 0.5, 0.3], "markers": {"p": {"at": [0.1, 0.4, -0.3], "z": [2, 1, 1]}}}],)";
  return R"({"pleuel": 2, "name": "two", "dimension": )" + std::to_string(dimension) + "," +
         (dimension == 2 ? planar : spatial) +
         R"("measures": [{"name": "gap", "type": "distance", "a": "A.origin", "b": "B.p"}],)" + elements +
         R"("outputs": [)" + outputs + "]}";
}

struct Built {
  Model model;
  Vector a, lambda;

  Built(int dimension, const std::string& elements, const std::string& outputs = {})
      : model(build_model(
            read_model("m.json", two_bodies(dimension, elements, outputs), standard_model_catalogue()))) {
    const SystemInfo& info = model.system->info();
    a = Vector::Zero(info.n_v());
    lambda = Vector::Constant(info.n_lambda(), 3.5);
    model.s0.setConstant(-4.5);  // of an actuator
  }
  Motion motion() const {
    return {.t = 0.3, .q = model.q0, .v = model.v0, .a = a, .lambda = lambda, .s = model.s0};
  }
  Vector forces() const {
    Vector rows(a.size());
    model.system->make_evaluator()->rows(motion(), {.dynamics = rows});
    return -rows;
  }
  double operator[](const std::string& name) const {
    for (const MotionOutput& output : model.outputs)
      if (output.name == name) return output.value(motion());
    ADD_FAILURE() << name;
    return 0;
  }
};

struct Placed {
  Vector3d at = Vector3d::Zero();  ///< its centre of mass
  Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
};

/// Body k of a vector of generalised forces, in ground axes.
Placed placed(int dimension, const Vector& q, const Vector& f, int k) {
  Placed p;
  if (dimension == 2) {
    p.at.head<2>() = q.segment<2>(3 * k);
    p.force.head<2>() = f.segment<2>(3 * k);
    p.torque[2] = f[3 * k + 2];
    return p;
  }
  const Eigen::Quaterniond R(q[7 * k + 3], q[7 * k + 4], q[7 * k + 5], q[7 * k + 6]);
  p.at = q.segment<3>(7 * k);
  p.force = f.segment<3>(6 * k);
  p.torque = R * Vector3d(f.segment<3>(6 * k + 3));
  return p;
}

struct Case {
  int dimension;
  std::string element;  ///< without its name
  bool is_driver = false, acts_on_both = true;
  std::string joint = {};
};

std::string elements_of(const Case& c, bool is_there) {
  const std::string joint =
      c.joint.empty() ? ""
                      : R"("joints": [{"name": "J", "type": ")" + c.joint + R"(", "a": "A.p", "b": "B.p"}],)";
  if (!is_there) return joint;
  return joint + (c.is_driver ? "\"drivers\"" : "\"forces\"") + R"(: [{"name": "E", )" + c.element + "}],";
}

/// All that two models differ by is the element: its outputs are the difference of their
/// generalised forces. What acts between two bodies acts on them with opposite sense.
void expect_loads(const Case& c) {
  const std::string ends = c.dimension == 2 ? "\"E.fx\", \"E.fy\", \"E.mz\", "
                                            : "\"E.fx\", \"E.fy\", \"E.fz\", \"E.mx\", \"E.my\", \"E.mz\", ";
  const Built with(c.dimension, elements_of(c, true),
                   ends + R"("E.f", "E.m", "E.power", {"marker": "B.p", "name": "P"})");
  const Built without(c.dimension, elements_of(c, false));
  const Vector difference = with.forces() - without.forces();
  Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero(), p = Vector3d::Zero();
  for (int k = 0; k < c.dimension; ++k) {
    const std::string axis(1, static_cast<char>('x' + k));
    force[k] = with["E.f" + axis];
    p[k] = with["P." + axis];
    if (c.dimension == 3) torque[k] = with["E.m" + axis];
  }
  if (c.dimension == 2) torque[2] = with["E.mz"];
  const Placed b = placed(c.dimension, with.model.q0, difference, 1);
  const double tiny = 1e-12 * (1 + force.norm() + torque.norm());
  EXPECT_LT((force - b.force).norm(), tiny) << c.element;
  EXPECT_LT((torque - b.torque - (b.at - p).cross(b.force)).norm(), tiny) << c.element;
  EXPECT_GT(force.norm() + torque.norm(), 1e-3) << c.element;
  EXPECT_NEAR(with["E.f"], force.norm(), tiny);
  EXPECT_NEAR(with["E.m"], torque.norm(), tiny);
  EXPECT_NEAR(with["E.power"], difference.dot(with.model.v0), 10 * tiny) << c.element;
  if (!c.acts_on_both) return;
  const Placed other = placed(c.dimension, with.model.q0, difference, 0);
  EXPECT_LT((other.force + force).norm(), tiny) << c.element;
  EXPECT_LT((other.torque + (other.at - p).cross(other.force) + torque).norm(), tiny) << c.element;
}

std::vector<Case> cases(int dimension) {
  const std::string ends = R"("a": "A.p", "b": "B.p", )";
  const std::string diagonal =
      dimension == 2 ? R"("stiffness": [100, 200, 30], "damping": [1, 2, 3])"
                     : R"("stiffness": [100, 200, 300, 30, 20, 10], "damping": [1, 2, 3, 4, 5, 6])";
  std::vector<Case> list = {
      {dimension, R"("type": "spring-damper", "stiffness": 50, "damping": 3, "free_length": 0.4, )" +
                      ends.substr(0, ends.size() - 2)},
      {dimension, R"("type": "spring-damper", "force": "(3 N)*sin(gap/(1 m)) + (2 N*s/m)*gap.rate", )" +
                      ends.substr(0, ends.size() - 2)},
      {dimension, R"("type": "torsional-spring", "stiffness": 5, "damping": 0.3, "free_angle": 0.4, )" +
                      ends.substr(0, ends.size() - 2)},
      {dimension, R"("type": "bushing", )" + ends + diagonal}};
  for (const char* along : {"distance", "angle", "position"}) {
    const std::string how = ends + R"("along": ")" + along + "\"";
    list.push_back({dimension, R"("type": "stop", "lower": -0.01, "upper": 0.01, "stiffness": 7, )" + how});
    list.push_back({dimension, R"("type": "actuator", "lag": 0.1, "command": 3, )" + how});
    list.push_back({dimension, R"("type": "control", "target": 3, "kp": 2, "kd": 0.5, )" + how});
  }
  for (const char* type : {"distance", "angle", "position"})
    list.push_back(
        {dimension,
         R"("type": ")" + std::string(type) + R"(", "value": 0, )" + ends.substr(0, ends.size() - 2), true});
  list.push_back(
      {dimension, R"("type": "coordinate", "axis": "y", "value": 0, "marker": "B.p")", true, false});
  list.push_back({dimension, R"("type": "friction", "joint": "J", "force": 3, "viscous": 0.5)", false, true,
                  "revolute"});
  list.push_back({dimension, R"("type": "friction", "joint": "J", "force": 3, "viscous": 0.5)", false, true,
                  "prismatic"});
  for (const char* axes : {"ground", "marker"}) {
    const std::string tail = R"(, "marker": "B.p", "axes": ")" + std::string(axes) + "\"";
    list.push_back({dimension, R"("type": "force", "x": 3, "y": "(2 N/m)*gap")" + tail, false, false});
    list.push_back({dimension, R"("type": "torque", "z": 3)" + tail, false, false});
  }
  return list;
}

TEST(ElementLoads, AreThoseInTheEquationsOfMotionInThePlane) {
  for (const Case& c : cases(2)) expect_loads(c);
}
TEST(ElementLoads, AreThoseInTheEquationsOfMotionInSpace) {
  for (const Case& c : cases(3)) expect_loads(c);
}

/// A spring of 50 N/m that is stretched pulls b back: its force is negative. The torque of a driver
/// is the reversed multiplier.
TEST(ElementLoads, AlongTheScalarArePositiveWhereTheyIncreaseIt) {
  const Built spring(
      2, R"("forces": [{"name": "E", "type": "spring-damper", "a": "A.p", "b": "B.p", "stiffness": 50,
                          "free_length": 0.4}, {"name": "N", "type": "torsional-spring", "a": "A.p", "b": "B.p",
                          "stiffness": 5, "free_angle": 0.4}],)",
      R"("E.force", "E.value", "E.rate", "E.power", "N.torque", "N.value", {"marker": "A.p"}, {"marker": "B.p"})");
  const double length = std::hypot(spring["B.p.x"] - spring["A.p.x"], spring["B.p.y"] - spring["A.p.y"]);
  ASSERT_GT(length, 0.4);
  EXPECT_NEAR(spring["E.value"], length, 1e-14);
  EXPECT_NEAR(spring["E.force"], -50 * (length - 0.4), 1e-12);
  EXPECT_NEAR(spring["E.power"], spring["E.force"] * spring["E.rate"], 1e-12);
  EXPECT_NEAR(spring["N.value"], (-0.6 + 0.5) - (0.4 + 0.3), 1e-14);
  EXPECT_NEAR(spring["N.torque"], -5 * (spring["N.value"] - 0.4), 1e-13);
  const Built driven(3, R"("drivers": [{"name": "M", "type": "angle", "a": "A.p", "b": "B.p", "value": 0}],)",
                     R"("M.torque", "M.power", "M.rate")");
  EXPECT_EQ(driven["M.torque"], -3.5);
  EXPECT_NEAR(driven["M.power"], -3.5 * driven["M.rate"], 1e-14);
}

TEST(ElementLoads, AreEvaluatedWithoutAllocation) {
  const Built with(
      3, R"("forces": [{"name": "E", "type": "spring-damper", "a": "A.p", "b": "B.p", "stiffness": 50,
                          "free_length": 0.4}],)",
      R"("E.fx", "E.my", "E.power", {"name": "P", "formula": "E.force*E.rate + E.power"})");
  const Motion at = with.motion();
  const auto before = allocation_count();
  double sum = 0;
  for (const MotionOutput& output : with.model.outputs) sum += output.value(at);
  EXPECT_EQ(allocation_count(), before);
  EXPECT_TRUE(std::isfinite(sum));
}

}  // namespace element_loads_test
}  // namespace pleuel::testing
