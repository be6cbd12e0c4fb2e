#include "support/systems.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <stdexcept>

namespace pleuel::testing {
namespace {

Kind ball_joint(const std::string& name, std::shared_ptr<const MechanicalSystem> system) {
  const BallJointBody body;
  const Vector p = Vector{{0.8, 0.2, -0.4, 0.4}}.normalized();
  const Matrix rotation = Eigen::Quaterniond(p[0], p[1], p[2], p[3]).toRotationMatrix();
  const Eigen::Vector3d c(body.c[0], body.c[1], body.c[2]), w(0.6, -1.1, 2.0);
  const Vector to_joint = rotation * Vector(c), swing = rotation * Vector(w.cross(c));
  Vector q(7), v(6);
  q << -to_joint, p;
  v << -swing, w;
  return {name, std::move(system), q, v, Vector(), 2.0};
}

}  // namespace

SystemInfo Chain::info() const {
  SystemInfo info;
  info.name = "chain";
  for (int i = 1; i <= n; ++i) {
    const std::string link = std::to_string(i);
    info.add_coordinate("x" + link, "m");
    info.add_coordinate("y" + link, "m");
    info.add_coordinate("phi" + link, "rad");
    info.add_constraint("joint " + link + ", x", "N");
    info.add_constraint("joint " + link + ", y", "N");
  }
  info.has_statics = true;
  return info;
}

Kind chain(int n, double period) {
  const Chain links{.n = n};
  Vector q(3 * n);
  double x = 0, y = 0;
  for (int i = 0; i < n; ++i) {
    const double phi = -0.4 + 0.05 * std::sin(1.0 + i);
    const double half_x = 0.5 * links.L * std::cos(phi), half_y = 0.5 * links.L * std::sin(phi);
    q.segment(3 * i, 3) << x + half_x, y + half_y, phi;
    x += 2 * half_x;
    y += 2 * half_y;
  }
  return {"chain of " + std::to_string(n), make_system(links), q, Vector::Zero(3 * n), Vector(), period};
}

namespace {

std::vector<Kind> made_kinds() {
  const BarePendulum pendulum;
  const double x = pendulum.L * std::sin(0.5), y = -pendulum.L * std::cos(0.5);
  const Vector q{{x, y}}, v{{-0.9 * y, 0.9 * x}};
  const DrivenPendulum driven;
  Kind braked = ball_joint("braked ball joint", make_system(BrakedBody()));
  braked.s = Vector{{0.3}};
  Kind lossy = chain(12, 0.5);
  LossyChain lossy_links;
  lossy_links.n = 12;
  lossy.name = "lossy chain of 12";
  lossy.system = make_system(lossy_links);
  lossy.s = Vector::Zero(12);
  const Vector driven_q{{0.0, 0.5 * driven.A - driven.L}}, driven_v{{0.7, 0.0}};
  const double z = x + 0.3 * x * y, z_rate = v[0] + 0.3 * (v[0] * y + x * v[1]);
  return {
      {"bare pendulum", make_system(pendulum), q, v, Vector(), 1.9},
      {"given pendulum", make_system(GivenPendulum()), q, v, Vector(), 1.9},
      {"driven pendulum", make_system(driven), driven_q, driven_v, Vector(), 1.9},
      ball_joint("ball joint", make_system(BallJointBody())),
      ball_joint("given ball joint", make_system(GivenBallJointBody())),
      {"Maxwell pendulum", make_system(MaxwellPendulum()), q, v, Vector{{0.1, 0.05, 0.2}}, 1.9},
      {"massless slider", make_system(MasslessSlider()), Vector{{x, y, z}}, Vector{{v[0], v[1], z_rate}},
       Vector(), 1.9},
      {"oscillator", make_system(Oscillator()), Vector{{0.4, -0.3}}, Vector{{0.1, 0.8}}, Vector(), 3.0},
      chain(3, 1.0),
      chain(12, 0.5),
      braked,
      lossy,
  };
}

}  // namespace

// Made once: names of tests ask for them often.
std::vector<Kind> all_kinds() {
  static const std::vector<Kind> kinds = made_kinds();
  return kinds;
}

Kind kind(const std::string& name) {
  for (const Kind& k : all_kinds())
    if (k.name == name) return k;
  throw std::invalid_argument("no kind of system is called " + name);
}

}  // namespace pleuel::testing
