// What gravity and the forces of a mechanism do to its bodies.
#pragma once

#include <vector>

#include "random/mechanism.hpp"

namespace pleuel::testing {

/// How a body moves.
struct BodyState {
  Pose pose;
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< of the origin
  Eigen::Vector3d omega = Eigen::Vector3d::Zero();
  Eigen::Vector3d acceleration = Eigen::Vector3d::Zero();  ///< of the origin
  Eigen::Vector3d alpha = Eigen::Vector3d::Zero();
};

/// A force and the torque about the origin of the ground.
struct Wrench {
  Eigen::Vector3d force = Eigen::Vector3d::Zero(), torque = Eigen::Vector3d::Zero();
  void push(const Eigen::Vector3d& f, const Eigen::Vector3d& at) {
    force += f;
    torque += at.cross(f);
  }
};

/// The angle of a joint, whole turns included, and its rate.
struct JointRotation {
  double angle = 0, rate = 0;
};

struct TreeMotion {
  double t = 0;
  std::vector<BodyState> bodies;
  std::vector<JointRotation> rotations;  ///< by joint of the tree
  Eigen::VectorXd states;                ///< of actuators and controls
};

/// One wrench per body; the rates of the states go into `state_rates`. Written from the equations
/// of docs/multibody.md, in vectors of the ground.
std::vector<Wrench> tree_loads(const Mechanism& mechanism, const TreeMotion& at,
                               Eigen::VectorXd& state_rates);

}  // namespace pleuel::testing
