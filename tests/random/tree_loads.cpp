#include "random/tree_loads.hpp"

namespace pleuel::testing {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

struct MarkerState {
  int body;
  Matrix3d axes;
  Vector3d at, velocity, omega;
  double angle;
};

/// A scalar between two markers: its value, its rate, and the direction in which it acts.
struct ScalarState {
  double value = 0, rate = 0;
  Vector3d e = Vector3d::Zero();
};

class Loads {
 public:
  Loads(const Mechanism& m, const TreeMotion& at, VectorXd& state_rates)
      : m_(m), at_(at), state_rates_(state_rates), on_(m.bodies.size()) {}

  std::vector<Wrench> sum() {
    for (std::size_t k = 0; k < on_.size(); ++k) {
      const Pose& pose = at_.bodies[k].pose;
      on_[k].push(m_.bodies[k].mass * m_.gravity, pose.at + pose.axes * m_.bodies[k].com);
    }
    for (const MechanismForce& f : m_.forces) {
      if (f.kind == ForceKind::force || f.kind == ForceKind::torque)
        apply(f);
      else if (f.kind == ForceKind::bushing)
        add_bushing(f);
      else
        add_along(f);
    }
    return on_;
  }

 private:
  void push(int body, const Vector3d& f, const Vector3d& at) {
    if (body != the_ground) on_[std::size_t(body)].push(f, at);
  }
  void twist(int body, const Vector3d& torque) {
    if (body != the_ground) on_[std::size_t(body)].torque += torque;
  }
  MarkerState marker(int number) const {
    const BodyMarker& m = m_.markers[std::size_t(number)];
    const BodyState s = m.body == the_ground ? BodyState{} : at_.bodies[std::size_t(m.body)];
    const Pose pose = s.pose * m.pose;
    return {m.body, pose.axes, pose.at, s.velocity + s.omega.cross(pose.at - s.pose.at), s.omega, pose.angle};
  }
  /// Of the displacement of b along a direction fixed in a.
  static double offset_rate(const MarkerState& a, const MarkerState& b, const Vector3d& e) {
    return e.dot(b.velocity - a.velocity) + a.omega.cross(e).dot(b.at - a.at);
  }

  void apply(const MechanismForce& f) {
    const MarkerState b = marker(f.b);
    const Vector3d direction = f.is_in_marker_axes ? Vector3d(b.axes * f.direction) : f.direction;
    const Vector3d load = direction * f.command.value(at_.t);
    if (f.kind == ForceKind::force)
      push(b.body, load, b.at);
    else
      twist(b.body, load);
  }

  void add_bushing(const MechanismForce& f) {
    const MarkerState a = marker(f.a), b = marker(f.b);
    const int n = 3 * (m_.dimension - 1), moves = m_.dimension;
    VectorXd xi(n), rate(n);
    for (int k = 0; k < moves; ++k) {
      xi[k] = a.axes.col(k).dot(b.at - a.at);
      rate[k] = offset_rate(a, b, a.axes.col(k));
    }
    std::vector<Vector3d> arms;  // δξ = arm · (δθ_b − δθ_a)
    if (m_.dimension == 2) {
      arms.push_back(Vector3d::UnitZ());
      xi[2] = b.angle - a.angle;
    } else {
      for (int k = 0; k < 3; ++k) {
        const int y = (k + 1) % 3, z = (k + 2) % 3;
        const Vector3d ya = a.axes.col(y), za = a.axes.col(z), yb = b.axes.col(y), zb = b.axes.col(z);
        xi[3 + k] = 0.5 * (za.dot(yb) - ya.dot(zb));
        arms.push_back(0.5 * (yb.cross(za) - zb.cross(ya)));
      }
    }
    for (int k = 0; k < int(arms.size()); ++k) rate[moves + k] = arms[std::size_t(k)].dot(b.omega - a.omega);
    const VectorXd F = f.K * xi + f.C * rate;
    for (int k = 0; k < moves; ++k) {
      push(b.body, -F[k] * a.axes.col(k), b.at);
      push(a.body, F[k] * a.axes.col(k), b.at);
    }
    for (int k = 0; k < int(arms.size()); ++k) {
      twist(b.body, -F[moves + k] * arms[std::size_t(k)]);
      twist(a.body, F[moves + k] * arms[std::size_t(k)]);
    }
  }

  ScalarState scalar(const MechanismForce& f, const MarkerState& a, const MarkerState& b) const {
    const Vector3d d = b.at - a.at;
    if (f.along == Along::distance) {
      const Vector3d e = d.normalized();
      return {d.norm(), e.dot(b.velocity - a.velocity), e};
    }
    if (f.along == Along::position) {
      const Vector3d e = a.axes.col(m_.dimension == 2 ? 0 : 2);
      return {e.dot(d), offset_rate(a, b, e), e};
    }
    const Vector3d e = a.axes.col(2);
    if (m_.dimension == 2) return {b.angle - a.angle, (b.omega - a.omega).z(), e};
    const JointRotation& turned = at_.rotations[std::size_t(f.joint)];
    return {turned.angle, turned.rate, e};
  }

  /// What resists an increase of the scalar.
  double law(const MechanismForce& f, const ScalarState& m) {
    switch (f.kind) {
      case ForceKind::spring:
      case ForceKind::torsional_spring: {
        const double x = m.value - f.free;
        return f.stiffness * x + f.cubic * x * x * x + f.damping * m.rate + f.preload;
      }
      case ForceKind::friction:
        return f.level * std::tanh(m.rate / f.smooth) + f.damping * m.rate;
      case ForceKind::stop: {
        const double depth = m.value - f.free, factor = 1 + f.damping * m.rate;
        return depth > 0 && factor > 0 ? f.stiffness * std::pow(depth, f.exponent) * factor : 0;
      }
      default: {  // an actuator or a control
        double wanted = f.command.value(at_.t);
        if (f.kind == ForceKind::control)
          wanted = f.stiffness * (wanted - m.value) + f.damping * (f.command.rate(at_.t) - m.rate);
        if (!f.has_state()) return -wanted;
        const double s = at_.states[state_];
        state_rates_[state_++] = (wanted - s) / f.lag;
        return -s;
      }
    }
  }

  void add_along(const MechanismForce& f) {
    const MarkerState a = marker(f.a), b = marker(f.b);
    const ScalarState m = scalar(f, a, b);
    const Vector3d F = law(f, m) * m.e;
    if (f.along == Along::angle) {
      twist(b.body, -F);
      twist(a.body, F);
    } else {
      push(b.body, -F, b.at);
      push(a.body, F, f.along == Along::distance ? a.at : b.at);
    }
  }

  const Mechanism& m_;
  const TreeMotion& at_;
  VectorXd& state_rates_;
  std::vector<Wrench> on_;
  int state_ = 0;
};

}  // namespace

std::vector<Wrench> tree_loads(const Mechanism& mechanism, const TreeMotion& at, VectorXd& state_rates) {
  return Loads(mechanism, at, state_rates).sum();
}

}  // namespace pleuel::testing
