#include "random/generator.hpp"

#include <algorithm>
#include <numbers>

#include "random/random_numbers.hpp"
#include "random/recursive_tree.hpp"

namespace pleuel::testing {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
constexpr double pi = std::numbers::pi;

class Generator {
 public:
  Generator(std::uint64_t seed, MechanismClass wanted) : r_(seed) {
    m_.dimension = wanted == MechanismClass::planar_tree || wanted == MechanismClass::planar_loop ? 2 : 3;
    has_loops_ = wanted == MechanismClass::planar_loop || wanted == MechanismClass::spatial_loop;
    m_.gravity = r_.in_box(1);
    flatten(m_.gravity);
    m_.gravity *= 9.81 / std::max(m_.gravity.norm(), 0.1);
  }

  Mechanism make() {
    const int n = r_.whole(has_loops_ ? 2 : 1, has_loops_ ? 4 : 5);
    for (int k = 0; k < n; ++k) add_body(k);
    place();
    if (r_.chance(0.35)) drive_the_tree();
    if (has_loops_) {
      const int loops = r_.whole(1, 2);
      for (int k = 0; k < loops; ++k) close_a_loop();
      if (r_.chance(0.25)) drive_a_loop();
    }
    const int forces = r_.whole(1, 4);
    for (int k = 0; k < forces; ++k) add_force();
    return m_;
  }

 private:
  bool is_planar() const { return m_.dimension == 2; }
  void flatten(Vector3d& x) const {
    if (is_planar()) x[2] = 0;
  }
  Vector3d point(double half_width) {
    Vector3d x = r_.in_box(half_width);
    flatten(x);
    return x;
  }
  static Pose turned(double angle) {
    return {Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix(), Vector3d::Zero(), angle};
  }
  /// Angles of planar markers go beyond half a turn in either direction.
  Pose pose(double half_width) {
    Pose p;
    p.at = point(half_width);
    if (is_planar())
      p = Pose{Matrix3d::Identity(), p.at, 0} * turned(r_.chance(0.3) ? 0 : r_.uniform(-2.5 * pi, 2.5 * pi));
    else if (!r_.chance(0.2))
      p.axes = r_.rotation().toRotationMatrix();
    return p;
  }
  int add_marker(int body, const Pose& at) {
    m_.markers.push_back({body, at});
    return int(m_.markers.size()) - 1;
  }

  void add_body(int k) {
    RigidBody body;
    body.mass = r_.uniform(0.5, 2);
    body.com = point(0.2);
    Vector3d axes;  // of a homogeneous ellipsoid
    for (double& x : axes) x = r_.uniform(0.15, 0.6);
    const Vector3d sq = axes.cwiseAbs2();
    body.inertia =
        body.mass / 5 * Vector3d(sq[1] + sq[2], sq[2] + sq[0], sq[0] + sq[1]).asDiagonal().toDenseMatrix();
    if (!is_planar()) {
      const Matrix3d R = r_.rotation().toRotationMatrix();
      body.inertia = (R * body.inertia * R.transpose()).eval();
      body.inertia = (0.5 * (body.inertia + body.inertia.transpose())).eval();
    }
    m_.bodies.push_back(body);
    const int parent = k == 0 || r_.chance(0.15) ? the_ground : r_.chance(0.7) ? k - 1 : r_.whole(0, k - 1);
    MechanismJoint joint;
    joint.kind = tree_kind();
    joint.a = add_marker(parent, pose(0.5));
    joint.b = add_marker(k, pose(0.4));
    set_coordinates(joint);
    m_.tree.push_back(joint);
  }

  JointKind tree_kind() {
    using enum JointKind;
    static const std::vector<JointKind> planar_kinds = {revolute,  revolute,  revolute,      revolute,
                                                        prismatic, prismatic, point_on_line, none};
    static const std::vector<JointKind> spatial_kinds = {
        revolute,  revolute,  revolute,          prismatic, cylindrical,   screw,
        universal, spherical, JointKind::planar, spherical, point_on_line, none};
    if (!m_.tree.empty() && r_.chance(0.06)) return weld;
    return r_.one_of(is_planar() ? planar_kinds : spatial_kinds);
  }

  /// Angles at the start lie within half a turn in space, where nothing tells whole turns; in the
  /// plane they may be more.
  double angle() {
    return is_planar() && r_.chance(0.3) ? r_.uniform(-3 * pi, 3 * pi) : r_.uniform(-2.5, 2.5);
  }
  double spin() { return r_.chance(0.25) ? r_.signed_size(5, 10) : r_.uniform(-3, 3); }
  void turn(MechanismJoint& j) {
    j.coordinates.push_back(angle());
    j.rates.push_back(spin());
  }
  void slide(MechanismJoint& j) {
    j.coordinates.push_back(r_.uniform(-0.4, 0.4));
    j.rates.push_back(r_.uniform(-1, 1));
  }
  void ball(MechanismJoint& j) {
    const Eigen::Quaterniond p = r_.rotation();
    j.coordinates.insert(j.coordinates.end(), {p.w(), p.x(), p.y(), p.z()});
    for (int k = 0; k < 3; ++k) j.rates.push_back(r_.uniform(-3, 3));
  }
  void set_coordinates(MechanismJoint& j) {
    switch (j.kind) {
      case JointKind::revolute:
        return turn(j);
      case JointKind::prismatic:
        return slide(j);
      case JointKind::cylindrical:
        slide(j);
        return turn(j);
      case JointKind::screw:
        j.pitch = r_.signed_size(0.1, 0.5);
        return turn(j);
      case JointKind::universal:
        turn(j);
        return turn(j);
      case JointKind::spherical:
        return ball(j);
      case JointKind::planar:
        slide(j);
        slide(j);
        return turn(j);
      case JointKind::point_on_line:
        slide(j);
        return is_planar() ? turn(j) : ball(j);
      case JointKind::none:
        slide(j);
        slide(j);
        if (is_planar()) return turn(j);
        slide(j);
        return ball(j);
      default:
        return;
    }
  }

  /// Bodies where the coordinates of the tree put them.
  void place() {
    const RecursiveTree tree(m_);
    const std::vector<BodyState> states = tree.bodies(0, tree.start());
    for (std::size_t k = 0; k < states.size(); ++k) {
      m_.bodies[k].pose = states[k].pose;
      m_.bodies[k].velocity = states[k].velocity;
      m_.bodies[k].omega = states[k].omega;
    }
  }

  TimeFunction motion(double from, double size) {
    TimeFunction f;
    f.c = from;
    f.r = size * r_.uniform(-1.5, 1.5);
    if (r_.chance(0.7)) {
      f.A = size * r_.uniform(0.1, 0.4);
      f.w = r_.uniform(2, 8);
      f.p = r_.uniform(0, 6);
    }
    return f;
  }

  /// Which coordinate of a joint a driver or a force along its markers sees: an angle or a
  /// displacement; −1: none.
  static int angle_of(const MechanismJoint& j, bool is_planar) {
    switch (j.kind) {
      case JointKind::revolute:
      case JointKind::screw:
        return 0;
      case JointKind::cylindrical:
        return 1;
      case JointKind::planar:
        return 2;
      case JointKind::point_on_line:
        return is_planar ? 1 : -1;
      default:
        return -1;
    }
  }
  static int slide_of(const MechanismJoint& j) {
    const bool slides = j.kind == JointKind::prismatic || j.kind == JointKind::cylindrical ||
                        j.kind == JointKind::point_on_line;
    return slides ? 0 : -1;
  }

  void drive_the_tree() {
    const int k = r_.whole(0, int(m_.tree.size()) - 1);
    MechanismJoint& joint = m_.tree[std::size_t(k)];
    int at = angle_of(joint, is_planar());
    const int slide = slide_of(joint);
    if (joint.kind == JointKind::screw || (at < 0 && slide < 0)) return;
    const bool is_angle = slide < 0 || (at >= 0 && r_.chance(0.5));
    if (!is_angle) at = slide;
    MechanismDriver d;
    d.kind = is_angle ? DriverKind::angle : DriverKind::position;
    d.a = joint.a;
    d.b = joint.b;
    d.joint = k;
    d.coordinate = at;
    d.value = motion(joint.coordinates[std::size_t(at)], is_angle ? 3 : 0.3);
    joint.rates[std::size_t(at)] = d.value.rate(0);
    m_.drivers.push_back(d);
    place();
  }

  int freedom(const MechanismJoint& j) const { return int(j.rates.size()); }
  static int n_rows(JointKind kind, int dimension) {
    switch (kind) {
      case JointKind::revolute:
      case JointKind::prismatic:
        return dimension == 2 ? 2 : 5;
      case JointKind::screw:
        return 5;
      case JointKind::cylindrical:
      case JointKind::universal:
        return 4;
      case JointKind::spherical:
      case JointKind::planar:
        return 3;
      case JointKind::point_on_line:
        return dimension == 2 ? 1 : 2;
      default:
        return 1;
    }
  }
  /// Degrees of freedom of the tree, and of the joints between two bodies.
  int tree_degrees_of_freedom() const {
    int sum = 0;
    for (const MechanismJoint& j : m_.tree) sum += freedom(j);
    return sum - int(m_.drivers.size()) - rows_;
  }
  int path_degrees_of_freedom(int i, int j) const {
    const auto ancestors = [&](int body) {
      std::vector<int> list;
      for (; body != the_ground; body = m_.parent(body)) list.push_back(body);
      return list;
    };
    int sum = 0;
    const std::vector<int> a = ancestors(i), b = ancestors(j);
    for (const int k : a)
      if (std::find(b.begin(), b.end(), k) == b.end()) sum += freedom(m_.tree[std::size_t(k)]);
    for (const int k : b)
      if (std::find(a.begin(), a.end(), k) == a.end()) sum += freedom(m_.tree[std::size_t(k)]);
    for (const MechanismDriver& d : m_.drivers) sum -= d.joint >= 0;
    return sum;
  }
  /// Two different bodies, the second may be the ground.
  std::pair<int, int> two_bodies() {
    const int n = int(m_.bodies.size()), i = r_.whole(0, n - 1);
    int j = r_.whole(-1, n - 2);
    if (j >= i) ++j;
    return {i, j};
  }
  const Pose pose_of(int body) const {
    return body == the_ground ? Pose{} : m_.bodies[std::size_t(body)].pose;
  }

  void close_a_loop() {
    using enum JointKind;
    static const std::vector<JointKind> planar_kinds = {revolute, revolute,      revolute, prismatic,
                                                        distance, point_on_line, gear};
    static const std::vector<JointKind> spatial_kinds = {spherical, spherical,         universal, distance,
                                                         distance,  point_on_line,     gear,      cylindrical,
                                                         revolute,  JointKind::planar, screw,     prismatic};
    for (int attempt = 0; attempt < 40; ++attempt) {
      MechanismJoint joint;
      joint.kind = r_.one_of(is_planar() ? planar_kinds : spatial_kinds);
      if (joint.kind == gear) {
        if (add_gear(joint)) return;
        continue;
      }
      const auto [i, j] = two_bodies();
      const int rows = n_rows(joint.kind, m_.dimension);
      if (path_degrees_of_freedom(i, j) < rows || tree_degrees_of_freedom() - rows < 1) continue;
      const Pose a = pose(0.5);
      joint.a = add_marker(j, a);
      if (joint.kind == distance) {
        Pose b;
        b.at = point(0.5);
        joint.b = add_marker(i, b);
        joint.length = (m_.start_pose(joint.b).at - m_.start_pose(joint.a).at).norm();
        if (joint.length < 0.2) continue;
      } else {
        // Marker b stands where a joint of its kind puts it.
        MechanismJoint at = joint;
        set_coordinates(at);
        joint.pitch = at.pitch;
        Mechanism one;
        one.dimension = m_.dimension;
        one.bodies.resize(1);
        one.markers = {{the_ground, pose_of(j) * a}, {0, Pose{}}};
        at.a = 0;
        at.b = 1;
        one.tree = {at};
        const RecursiveTree tree(one);
        Pose b = pose_of(i).inverse() * tree.bodies(0, tree.start())[0].pose;
        joint.b = add_marker(i, b);
      }
      rows_ += rows;
      m_.loops.push_back(joint);
      return;
    }
  }

  bool add_gear(MechanismJoint& joint) {
    std::vector<int> hinges;
    for (int k = 0; k < int(m_.tree.size()); ++k) {
      bool is_free = m_.tree[std::size_t(k)].kind == JointKind::revolute;
      for (const MechanismDriver& d : m_.drivers) is_free = is_free && d.joint != k;
      for (const MechanismJoint& g : m_.loops)
        if (g.kind == JointKind::gear) is_free = is_free && g.joint1 != k && g.joint2 != k;
      if (is_free) hinges.push_back(k);
    }
    if (hinges.size() < 2 || tree_degrees_of_freedom() < 2) return false;
    const int first = r_.whole(0, int(hinges.size()) - 2);
    joint.joint1 = hinges[std::size_t(first)];
    joint.joint2 = hinges[std::size_t(r_.whole(first + 1, int(hinges.size()) - 1))];
    joint.teeth1 = r_.whole(12, 40);
    joint.teeth2 = r_.whole(12, 40) * (r_.chance(0.5) ? 1 : -1);
    rows_ += 1;
    m_.loops.push_back(joint);
    return true;
  }

  void drive_a_loop() {
    const auto [i, j] = two_bodies();
    if (path_degrees_of_freedom(i, j) < 1 || tree_degrees_of_freedom() < 1) return;
    MechanismDriver d;
    Pose a, b;
    a.at = point(0.5);
    b.at = point(0.5);
    if (r_.chance(0.5)) {
      d.kind = DriverKind::distance;
      d.a = add_marker(j, a);
      d.b = add_marker(i, b);
      const double length = (m_.start_pose(d.b).at - m_.start_pose(d.a).at).norm();
      if (length < 0.3) return;
      d.value = motion(length, 0.1);
    } else {
      d.kind = DriverKind::coordinate;
      d.b = add_marker(i, b);
      d.a = d.b;
      d.axis = r_.whole(0, m_.dimension - 1);
      d.value = motion(m_.start_pose(d.b).at[d.axis], 0.1);
    }
    rows_ += 1;
    m_.drivers.push_back(d);
  }

  TimeFunction command(double size) {
    return {.c = size * r_.uniform(-0.5, 0.5),
            .r = size * r_.uniform(-0.5, 0.5),
            .A = size * r_.uniform(0.3, 1),
            .w = r_.uniform(1, 10),
            .p = r_.uniform(0, 6)};
  }
  Eigen::MatrixXd positive_matrix(int n, double size) {
    Eigen::MatrixXd A(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) A(i, j) = r_.uniform(-1, 1);
    const Eigen::MatrixXd K = size * (A * A.transpose());
    return 0.5 * (K + K.transpose());
  }

  /// Markers for a force along a scalar, with the value of the scalar at the start; false where
  /// there are none.
  bool set_ends(MechanismForce& f, double& value) {
    if (f.along == Along::distance) {
      const auto [i, j] = two_bodies();
      Pose a, b;
      a.at = point(0.5);
      b.at = point(0.5);
      f.a = add_marker(j, a);
      f.b = add_marker(i, b);
      value = (m_.start_pose(f.b).at - m_.start_pose(f.a).at).norm();
      return value > 0.4;
    }
    std::vector<int> joints;
    for (int k = 0; k < int(m_.tree.size()); ++k) {
      const MechanismJoint& j = m_.tree[std::size_t(k)];
      if ((f.along == Along::angle ? angle_of(j, is_planar()) : slide_of(j)) >= 0) joints.push_back(k);
    }
    if (joints.empty()) return false;
    f.joint = r_.one_of(joints);
    const MechanismJoint& joint = m_.tree[std::size_t(f.joint)];
    f.a = joint.a;
    f.b = joint.b;
    value = joint.coordinates[std::size_t(f.along == Along::angle ? angle_of(joint, is_planar())
                                                                  : slide_of(joint))];
    return true;
  }

  void add_force() {
    MechanismForce f;
    f.kind = ForceKind(r_.whole(0, int(ForceKind::stop)));
    f.along = Along(r_.whole(0, 2));
    if (f.kind == ForceKind::spring) f.along = Along::distance;
    if (f.kind == ForceKind::torsional_spring) f.along = Along::angle;
    if (f.kind == ForceKind::friction) f.along = r_.chance(0.5) ? Along::angle : Along::position;
    const double size = f.along == Along::angle ? 5 : 20;  // N m/rad, N/m
    if (f.kind == ForceKind::force || f.kind == ForceKind::torque) {
      f.b = add_marker(r_.whole(0, int(m_.bodies.size()) - 1), pose(0.4));
      f.a = f.b;
      f.direction = f.kind == ForceKind::force ? point(1) : is_planar() ? Vector3d(0, 0, 1) : r_.in_box(1);
      f.is_in_marker_axes = r_.chance(0.5);
      f.command = command(f.kind == ForceKind::force ? 10 : 2);
      m_.forces.push_back(f);
      return;
    }
    if (f.kind == ForceKind::bushing) {
      const auto [i, j] = two_bodies();
      f.a = add_marker(j, pose(0.4));
      // Near marker a: the bushing is little strained at the start.
      Pose near;
      near.at = point(0.1);
      const double little = r_.uniform(-0.3, 0.3);
      near = Pose{Matrix3d::Identity(), near.at, 0} * turned(little);
      f.b = add_marker(i, pose_of(i).inverse() * m_.start_pose(f.a) * near);
      const int n = 3 * (m_.dimension - 1);
      f.K = positive_matrix(n, 10);
      f.C = positive_matrix(n, 0.2);
      m_.forces.push_back(f);
      return;
    }
    double value = 0;
    if (!set_ends(f, value)) return;
    const MechanismJoint* joint = f.joint < 0 ? nullptr : &m_.tree[std::size_t(f.joint)];
    switch (f.kind) {
      case ForceKind::spring:
      case ForceKind::torsional_spring:
        f.stiffness = size * r_.uniform(0.2, 3);
        f.damping = r_.chance(0.5) ? 0 : size * r_.uniform(0.01, 0.1);
        f.free = value * r_.uniform(0.5, 1.2);
        if (r_.chance(0.3))
          f.cubic = f.stiffness * r_.uniform(0.1, 0.5);
        else if (r_.chance(0.3))
          f.preload = size * r_.uniform(-0.2, 0.2);
        break;
      case ForceKind::friction:
        if (joint->kind != JointKind::revolute && joint->kind != JointKind::prismatic) return;
        f.level = size * r_.uniform(0.02, 0.2);
        f.smooth = r_.uniform(0.3, 1);
        f.damping = size * r_.uniform(0, 0.05);
        break;
      case ForceKind::stop:
        f.stiffness = size * r_.uniform(2, 20);
        f.exponent = r_.chance(0.5) ? 4 : 5;
        f.damping = r_.chance(0.5) ? 0 : r_.uniform(0, 0.05);
        // In space, where nothing tells turns, an angle that starts beyond a limit would be taken
        // for one turn less.
        f.free = value + r_.uniform(is_planar() ? -0.1 : 0.02, 0.3);
        break;
      case ForceKind::actuator:
        f.lag = r_.uniform(0.05, 0.3);
        f.command = command(0.5 * size);
        break;
      default:  // control
        f.stiffness = size * r_.uniform(0.5, 2);
        f.damping = size * r_.uniform(0.02, 0.2);
        f.lag = r_.chance(0.5) ? 0 : r_.uniform(0.05, 0.3);
        f.command = motion(value, f.along == Along::angle ? 2 : 0.2);
    }
    m_.forces.push_back(f);
  }

  RandomNumbers r_;
  Mechanism m_;
  bool has_loops_ = false;
  int rows_ = 0;  ///< of loops
};

}  // namespace

Mechanism random_mechanism(std::uint64_t seed, MechanismClass wanted) {
  return Generator(seed, wanted).make();
}

}  // namespace pleuel::testing
