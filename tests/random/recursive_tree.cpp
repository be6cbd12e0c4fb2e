#include "random/recursive_tree.hpp"

#include <numbers>

#include "pleuel/linalg/decompositions.hpp"

namespace pleuel::testing {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

RecursiveTree::RecursiveTree(const Mechanism& mechanism) : m_(mechanism) {
  for (const MechanismJoint& joint : m_.tree) add_steps(joint);
  for (const MechanismDriver& d : m_.drivers)
    steps_[std::size_t(d.joint)][std::size_t(d.coordinate)].prescribed = &d.value;
  for (const MechanismForce& f : m_.forces) n_s_ += f.has_state();
}

void RecursiveTree::add_steps(const MechanismJoint& joint) {
  std::vector<Step> steps;
  const Vector3d X = Vector3d::UnitX(), Y = Vector3d::UnitY(), Z = Vector3d::UnitZ();
  const auto screw = [&](const Vector3d& axis, double turn, double advance, const Pose& before = {}) {
    steps.push_back(
        {.axis = axis, .turn = turn, .advance = advance, .x = n_x_++, .u = n_u_++, .before = before});
  };
  const auto ball = [&] {
    steps.push_back({.is_ball = true, .x = n_x_, .u = n_u_});
    n_x_ += 4;
    n_u_ += 3;
  };
  const bool is_planar = m_.dimension == 2;
  switch (joint.kind) {
    case JointKind::revolute:
      screw(Z, 1, 0);
      break;
    case JointKind::prismatic:
      screw(is_planar ? X : Z, 0, 1);
      break;
    case JointKind::cylindrical:
      screw(Z, 0, 1);
      screw(Z, 1, 0);
      break;
    case JointKind::screw:
      screw(Z, 1, joint.pitch / (2 * std::numbers::pi));
      break;
    case JointKind::universal: {
      // z of b lies along −y of what the first arm turns.
      Pose quarter;
      quarter.axes << 1, 0, 0, 0, 0, -1, 0, 1, 0;
      screw(Z, 1, 0);
      screw(Z, 1, 0, quarter);
      break;
    }
    case JointKind::spherical:
      ball();
      break;
    case JointKind::planar:
      screw(X, 0, 1);
      screw(Y, 0, 1);
      screw(Z, 1, 0);
      break;
    case JointKind::point_on_line:
      screw(is_planar ? X : Z, 0, 1);
      if (is_planar)
        screw(Z, 1, 0);
      else
        ball();
      break;
    case JointKind::none:
      screw(X, 0, 1);
      screw(Y, 0, 1);
      if (is_planar) {
        screw(Z, 1, 0);
      } else {
        screw(Z, 0, 1);
        ball();
      }
      break;
    default:  // a weld has no steps; no other joint holds a tree
      break;
  }
  steps_.push_back(steps);
}

VectorXd RecursiveTree::start() const {
  VectorXd y = VectorXd::Zero(n_x_ + n_u_ + n_s_);
  int x = 0, u = n_x_;
  for (const MechanismJoint& joint : m_.tree) {
    for (const double value : joint.coordinates) y[x++] = value;
    for (const double value : joint.rates) y[u++] = value;
  }
  return y;
}

void RecursiveTree::prescribe(double t, VectorXd& x, VectorXd& u) const {
  for (const auto& steps : steps_)
    for (const Step& step : steps)
      if (step.prescribed != nullptr) {
        x[step.x] = step.prescribed->value(t);
        u[step.u] = step.prescribed->rate(t);
      }
}

std::vector<BodyState> RecursiveTree::outwards(const VectorXd& x, const VectorXd& u, const VectorXd& du,
                                               std::vector<AtStep>* at_steps) const {
  std::vector<BodyState> states;
  const auto move = [](BodyState& s, const Pose& by) {
    const Vector3d r = s.pose.axes * by.at;
    s.velocity += s.omega.cross(r);
    s.acceleration += s.alpha.cross(r) + s.omega.cross(s.omega.cross(r));
    s.pose = s.pose * by;
  };
  for (std::size_t k = 0; k < m_.bodies.size(); ++k) {
    const int parent = m_.parent(int(k));
    BodyState s = parent == the_ground ? BodyState{} : states[std::size_t(parent)];
    move(s, m_.markers[std::size_t(m_.tree[k].a)].pose);
    for (const Step& step : steps_[k]) {
      if (step.is_ball) {
        const Eigen::Quaterniond p(x[step.x], x[step.x + 1], x[step.x + 2], x[step.x + 3]);
        s.pose.axes *= p.normalized().toRotationMatrix();
        const Vector3d turn = s.pose.axes * u.segment<3>(step.u);
        s.alpha += s.omega.cross(turn) + s.pose.axes * du.segment<3>(step.u);
        s.omega += turn;
        if (at_steps) at_steps->push_back({s.pose.axes, s.pose.at});
        continue;
      }
      move(s, step.before);
      if (at_steps) at_steps->push_back({s.pose.axes, s.pose.at});
      const Vector3d axis = s.pose.axes * step.axis;
      const double rate = u[step.u], second = du[step.u], angle = step.turn * x[step.x];
      const Vector3d slide = axis * step.advance * rate;
      s.acceleration += 2 * s.omega.cross(slide) + axis * step.advance * second;
      move(s, {Matrix3d::Identity(), step.axis * step.advance * x[step.x], 0});
      s.velocity += slide;
      s.alpha += s.omega.cross(axis * step.turn * rate) + axis * step.turn * second;
      s.omega += axis * step.turn * rate;
      s.pose.axes *= Eigen::AngleAxisd(angle, step.axis).toRotationMatrix();
      s.pose.angle += angle;
    }
    move(s, m_.markers[std::size_t(m_.tree[k].b)].pose.inverse());
    states.push_back(s);
  }
  return states;
}

VectorXd RecursiveTree::defect(const VectorXd& x, const VectorXd& u, const VectorXd& du,
                               const std::vector<Wrench>& applied) const {
  std::vector<AtStep> at;
  const std::vector<BodyState> states = outwards(x, u, du, &at);
  std::vector<Wrench> sum(states.size());
  for (std::size_t k = 0; k < states.size(); ++k) {
    const BodyState& s = states[k];
    const RigidBody& body = m_.bodies[k];
    const Vector3d r = s.pose.axes * body.com;
    const Matrix3d J = s.pose.axes * body.inertia * s.pose.axes.transpose();
    const Vector3d a = s.acceleration + s.alpha.cross(r) + s.omega.cross(s.omega.cross(r));
    sum[k].push(body.mass * a, s.pose.at + r);
    sum[k].torque += J * s.alpha + s.omega.cross(J * s.omega);
    sum[k].force -= applied[k].force;
    sum[k].torque -= applied[k].torque;
  }
  VectorXd out(n_u_);
  auto next = at.rbegin();
  for (std::size_t k = states.size(); k-- > 0;) {
    for (auto step = steps_[k].rbegin(); step != steps_[k].rend(); ++step, ++next) {
      const Vector3d torque = sum[k].torque - next->at.cross(sum[k].force);
      if (step->is_ball) {
        out.segment<3>(step->u) = next->axes.transpose() * torque;
      } else {
        const Vector3d axis = next->axes * step->axis;
        out[step->u] = step->turn * axis.dot(torque) + step->advance * axis.dot(sum[k].force);
      }
    }
    const int parent = m_.parent(int(k));
    if (parent == the_ground) continue;
    sum[std::size_t(parent)].force += sum[k].force;
    sum[std::size_t(parent)].torque += sum[k].torque;
  }
  return out;
}

std::vector<JointRotation> RecursiveTree::rotations(const VectorXd& x, const VectorXd& u) const {
  std::vector<JointRotation> list(steps_.size());
  for (std::size_t k = 0; k < steps_.size(); ++k)
    for (const Step& step : steps_[k])
      if (!step.is_ball && step.turn != 0) list[k] = {x[step.x], u[step.u]};
  return list;
}

VectorXd RecursiveTree::slope(double t, const VectorXd& y) const {
  VectorXd x = y.head(n_x_), u = y.segment(n_x_, n_u_), du = VectorXd::Zero(n_u_), ds(n_s_);
  prescribe(t, x, u);
  const std::vector<Wrench> applied = tree_loads(
      m_,
      {.t = t, .bodies = outwards(x, u, du, nullptr), .rotations = rotations(x, u), .states = y.tail(n_s_)},
      ds);
  VectorXd out(y.size());
  std::vector<int> open;
  for (const auto& steps : steps_)
    for (const Step& step : steps) {
      if (step.prescribed != nullptr) {
        du[step.u] = step.prescribed->second(t);
      } else {
        for (int k = 0; k < (step.is_ball ? 3 : 1); ++k) open.push_back(step.u + k);
      }
      if (step.is_ball) {
        const Vector3d w = u.segment<3>(step.u), p = x.segment<3>(step.x + 1);
        out[step.x] = -0.5 * p.dot(w);
        out.segment<3>(step.x + 1) = 0.5 * (x[step.x] * w + p.cross(w));
      } else {
        out[step.x] = u[step.u];
      }
    }
  const VectorXd base = defect(x, u, du, applied);
  const int n = int(open.size());
  Eigen::MatrixXd M(n, n);
  VectorXd right(n);
  for (int k = 0; k < n; ++k) {
    VectorXd unit = du;
    unit[open[std::size_t(k)]] += 1;
    const VectorXd column = defect(x, u, unit, applied) - base;
    for (int i = 0; i < n; ++i) M(i, k) = column[open[std::size_t(i)]];
    right[k] = -base[open[std::size_t(k)]];
  }
  const VectorXd solution = solved_symmetric(M, right);
  for (int k = 0; k < n; ++k) du[open[std::size_t(k)]] += solution[k];
  out.segment(n_x_, n_u_) = du;
  out.tail(n_s_) = ds;
  return out;
}

std::vector<BodyState> RecursiveTree::bodies(double t, const VectorXd& y) const {
  VectorXd x = y.head(n_x_), u = y.segment(n_x_, n_u_);
  prescribe(t, x, u);
  return outwards(x, u, VectorXd::Zero(n_u_), nullptr);
}

}  // namespace pleuel::testing
