// A mechanism as plain data: what the generator makes, the model file says and the recursive
// equations read.
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <string>
#include <vector>

namespace pleuel::testing {

inline constexpr int the_ground = -1;

/// A place with axes. Planar mechanisms lie in z = 0; their angle counts whole turns.
struct Pose {
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  Eigen::Vector3d at = Eigen::Vector3d::Zero();
  double angle = 0;

  Pose operator*(const Pose& next) const {
    return {axes * next.axes, at + axes * next.at, angle + next.angle};
  }
  Pose inverse() const { return {axes.transpose(), -(axes.transpose() * at), -angle}; }
};

/// c + r t + A (sin(w t + p) − sin p).
struct TimeFunction {
  double c = 0, r = 0, A = 0, w = 1, p = 0;
  double value(double t) const { return c + r * t + A * (std::sin(w * t + p) - std::sin(p)); }
  double rate(double t) const { return r + A * w * std::cos(w * t + p); }
  double second(double t) const { return -A * w * w * std::sin(w * t + p); }
};

struct RigidBody {
  double mass = 1;
  Eigen::Vector3d com = Eigen::Vector3d::Zero();
  /// about the centre of mass, in its own axes
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Identity();
  Pose pose;                                           ///< at the start
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< of the origin
  Eigen::Vector3d omega = Eigen::Vector3d::Zero();     ///< in the axes of the ground
};

struct BodyMarker {
  int body = the_ground;
  Pose pose;
};

enum class JointKind {
  revolute,
  prismatic,
  cylindrical,
  spherical,
  universal,
  weld,
  planar,
  point_on_line,
  screw,
  distance,
  gear,
  none
};

/// Marker b on marker a. A joint of the tree holds body b by coordinates: angles and displacements
/// in the order of the steps of recursive_tree.cpp, a ball as a quaternion (scalar first) with the
/// angular velocity in the axes of b.
struct MechanismJoint {
  JointKind kind = JointKind::none;
  int a = 0, b = 0;  ///< markers
  std::vector<double> coordinates = {}, rates = {};
  double pitch = 0;   ///< of a screw
  double length = 0;  ///< of a distance
  /// of a gear; positive: outside, teeth2 < 0: inside
  int joint1 = 0, joint2 = 0, teeth1 = 1, teeth2 = 1;
};

enum class Along { distance, angle, position };

enum class ForceKind { spring, torsional_spring, bushing, force, torque, actuator, control, friction, stop };

struct MechanismForce {
  ForceKind kind = ForceKind::spring;
  Along along = Along::distance;
  int a = 0, b = 0;  ///< markers; force and torque act at b
  int joint = -1;    ///< of the tree, where a and b are its markers
  /// Spring: k x + k₃ x³ + c ẋ + F₀, x = m − free. Stop: k δ^exponent (1 + c δ̇) beyond `free`,
  /// upwards.
  double stiffness = 0, cubic = 0, damping = 0, free = 0, preload = 0, exponent = 3;
  double lag = 0, level = 0, smooth = 1;
  Eigen::MatrixXd K, C;                   ///< of a bushing
  TimeFunction command;                   ///< of actuators, controls, applied forces
  Eigen::Vector3d direction = {0, 0, 0};  ///< of applied forces and torques
  bool is_in_marker_axes = false;
  bool has_state() const { return kind == ForceKind::actuator || (kind == ForceKind::control && lag > 0); }
};

enum class DriverKind { angle, position, distance, coordinate };

struct MechanismDriver {
  DriverKind kind = DriverKind::angle;
  int a = 0, b = 0;  ///< markers; a coordinate is one of b
  TimeFunction value;
  int axis = 0;                     ///< of a coordinate
  int joint = -1, coordinate = -1;  ///< what it prescribes in the tree; −1: a loop
};

struct Mechanism {
  std::string name;
  int dimension = 2;
  double until = 1;
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();
  std::vector<RigidBody> bodies;
  std::vector<BodyMarker> markers;
  /// joint k holds body k, on the ground or on a body before it
  std::vector<MechanismJoint> tree;
  std::vector<MechanismJoint> loops;  ///< further joints, which close loops
  std::vector<MechanismDriver> drivers;
  std::vector<MechanismForce> forces;

  int parent(int body) const { return markers[std::size_t(tree[std::size_t(body)].a)].body; }
  /// An open tree: its joints' coordinates are independent, or prescribed.
  bool is_tree() const {
    for (const MechanismDriver& d : drivers)
      if (d.joint < 0) return false;
    return loops.empty();
  }
  Pose start_pose(int marker) const {
    const BodyMarker& m = markers[std::size_t(marker)];
    return m.body == the_ground ? m.pose : bodies[std::size_t(m.body)].pose * m.pose;
  }
};

}  // namespace pleuel::testing
