// Motor torques of models/robot.json equal those of recursive Newton–Euler equations.
#include <Eigen/Geometry>
#include <array>
#include <numbers>

#include "outputs/sampled_outputs.hpp"

namespace pleuel::testing {
namespace robot_torques_test {

using Eigen::Vector3d;

struct Link {
  Vector3d from;  ///< from the previous joint to this one, in axes of the previous link
  Vector3d axis;
  double mass;
  Vector3d com, inertia;
  double swing;  ///< of the joint, rad
};

constexpr double deg = std::numbers::pi / 180;

const std::array<Link, 6> robot = {
    {{{0, 0, 0}, {0, 0, 1}, 60, {0.05, 0, 0.25}, {2.0, 2.2, 1.2}, 90 * deg},
     {{0.15, 0, 0.45}, {0, 1, 0}, 35, {0, 0.02, 0.28}, {1.3, 1.3, 0.2}, 35 * deg},
     {{0, 0, 0.6}, {0, 1, 0}, 25, {0.06, 0, 0.05}, {0.25, 0.45, 0.4}, -40 * deg},
     {{0.2, 0, 0.12}, {1, 0, 0}, 12, {0.2, 0, 0}, {0.05, 0.25, 0.25}, 60 * deg},
     {{0.42, 0, 0}, {0, 1, 0}, 4, {0.03, 0, 0}, {0.01, 0.012, 0.012}, 45 * deg},
     {{0.09, 0, 0}, {1, 0, 0}, 8, {0.1, 0, 0.03}, {0.03, 0.04, 0.04}, 120 * deg}}};

/// s = u³(10 − 15u + 6u²) of u = t/T with its derivatives by t.
struct Course {
  double value = 1, rate = 0, second = 0;
};
Course course(double t) {
  const double T = 1.2, u = t / T;
  if (u >= 1) return {};
  return {u * u * u * (10 - 15 * u + 6 * u * u), 30 * u * u * (1 - u) * (1 - u) / T,
          60 * u * (1 - u) * (1 - 2 * u) / (T * T)};
}

/// Outwards motions, inwards forces, all in ground axes.
std::array<double, 6> torques(double t) {
  const Course s = course(t);
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  Vector3d w = Vector3d::Zero(), dw = w, a(0, 0, 9.81);  // gravity as an acceleration of the ground
  std::array<Vector3d, 6> arm, z, force, moment;
  for (std::size_t k = 0; k < 6; ++k) {
    const Link& link = robot[k];
    arm[k] = R * link.from;
    a += dw.cross(arm[k]) + w.cross(w.cross(arm[k]));
    z[k] = R * link.axis;
    dw += z[k] * link.swing * s.second + w.cross(z[k] * link.swing * s.rate);
    w += z[k] * link.swing * s.rate;
    R = R * Eigen::AngleAxisd(link.swing * s.value, link.axis);
    const Vector3d c = R * link.com;
    const Eigen::Matrix3d J = R * link.inertia.asDiagonal() * R.transpose();
    force[k] = link.mass * (a + dw.cross(c) + w.cross(w.cross(c)));
    moment[k] = J * dw + w.cross(J * w) + c.cross(force[k]);
  }
  for (std::size_t k = 5; k-- > 0;) {
    force[k] += force[k + 1];
    moment[k] += moment[k + 1] + arm[k + 1].cross(force[k + 1]);
  }
  std::array<double, 6> result;
  for (std::size_t k = 0; k < 6; ++k) result[k] = z[k].dot(moment[k]);
  return result;
}

/// A run at 1e-11 has torques to 1e-8 of the largest torque of the motor.
TEST(Robot, MotorTorquesEqualRecursiveNewtonEuler) {
  const SampledOutputs outputs = sampled(model_path("robot"), 1e-11, 0.05);
  ASSERT_GT(outputs.t.size(), 25u);
  for (std::size_t i = 0; i < outputs.t.size(); ++i) {
    const auto exact = torques(outputs.t[i]);
    double power = 0;
    for (std::size_t k = 0; k < 6; ++k) {
      const std::string number = std::to_string(k + 1);
      EXPECT_NEAR(outputs["M" + number + ".torque"][i], exact[k],
                  1e-8 * outputs.largest("M" + number + ".torque"))
          << "motor " << number << " at " << outputs.t[i];
      EXPECT_NEAR(outputs["J" + number + ".angle"][i], robot[k].swing * course(outputs.t[i]).value, 1e-9);
      power += exact[k] * robot[k].swing * course(outputs.t[i]).rate;
    }
    EXPECT_NEAR(outputs["power"][i], power, 1e-8 * outputs.largest("power")) << outputs.t[i];
  }
}

}  // namespace robot_torques_test
}  // namespace pleuel::testing
