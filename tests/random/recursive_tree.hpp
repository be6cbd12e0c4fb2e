// The equations of motion of an open tree in the coordinates of its joints.
#pragma once

#include <vector>

#include "random/mechanism.hpp"
#include "random/tree_loads.hpp"

namespace pleuel::testing {

/// M(x) u̇ + h(x, u) = Q(t, x, u, s) by recursive Newton–Euler: outwards motions, inwards forces; M
/// column by column. A joint is a row of steps, each a turn about an axis, a move along it, both in
/// a fixed ratio, or a ball. Shares nothing with the package but Eigen.
class RecursiveTree {
 public:
  explicit RecursiveTree(const Mechanism& mechanism);

  /// (x, u, s) at the start.
  Eigen::VectorXd start() const;
  /// Its derivative.
  Eigen::VectorXd slope(double t, const Eigen::VectorXd& y) const;
  /// All bodies at (x, u).
  std::vector<BodyState> bodies(double t, const Eigen::VectorXd& y) const;
  Eigen::VectorXd states(const Eigen::VectorXd& y) const { return y.tail(n_s_); }

 private:
  struct Step {
    bool is_ball = false;
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
    double turn = 0, advance = 0;
    int x = 0, u = 0;  ///< where its coordinate and its velocity stand
    Pose before = {};  ///< fixed, ahead of the step
    const TimeFunction* prescribed = nullptr;
  };
  struct AtStep {
    Eigen::Matrix3d axes;  ///< of a ball: behind the step
    Eigen::Vector3d at;
  };
  void add_steps(const MechanismJoint& joint);
  std::vector<BodyState> outwards(const Eigen::VectorXd& x, const Eigen::VectorXd& u,
                                  const Eigen::VectorXd& du, std::vector<AtStep>* steps) const;
  /// M u̇ + h − Q, Q from `applied`.
  Eigen::VectorXd defect(const Eigen::VectorXd& x, const Eigen::VectorXd& u, const Eigen::VectorXd& du,
                         const std::vector<Wrench>& applied) const;
  /// Of each joint that turns: its angle and rate.
  std::vector<JointRotation> rotations(const Eigen::VectorXd& x, const Eigen::VectorXd& u) const;
  void prescribe(double t, Eigen::VectorXd& x, Eigen::VectorXd& u) const;

  const Mechanism& m_;
  std::vector<std::vector<Step>> steps_;  ///< by body
  int n_x_ = 0, n_u_ = 0, n_s_ = 0;
};

}  // namespace pleuel::testing
