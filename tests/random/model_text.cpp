#include "random/model_text.hpp"

#include <Eigen/Geometry>
#include <cstdio>

namespace pleuel::testing {
namespace {

std::string text(double x) {
  char room[32];
  std::snprintf(room, sizeof room, "%.17g", x);
  return room;
}
std::string quoted(const std::string& s) { return '"' + s + '"'; }
std::string radians(double x) { return quoted(text(x) + " rad"); }

template <class Values>
std::string list(const Values& x, int n) {
  std::string s = "[";
  for (int i = 0; i < n; ++i) s += (i > 0 ? ", " : "") + text(x[i]);
  return s + "]";
}

std::string quantity(double x, const std::string& unit) { return "(" + text(x) + " " + unit + ")"; }

std::string formula(const TimeFunction& f, const std::string& unit, double factor = 1) {
  std::string s = quantity(factor * f.c, unit) + " + " + quantity(factor * f.r, unit + "/s") + "*t";
  const std::string p = quantity(f.p, "rad");
  if (f.A != 0)
    s += " + " + quantity(factor * f.A, unit) + "*(sin(" + quantity(f.w, "rad/s") + "*t + " + p + ") - sin(" +
         p + "))";
  return s;
}

/// "key": value, "key": value, …
class Item {
 public:
  Item& add(const std::string& key, const std::string& value) {
    text_ += (text_.empty() ? "" : ", ") + quoted(key) + ": " + value;
    return *this;
  }
  Item& number(const std::string& key, double value) { return add(key, text(value)); }
  Item& word(const std::string& key, const std::string& value) { return add(key, quoted(value)); }
  std::string str() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
};

constexpr const char* joint_names[] = {"revolute",  "prismatic", "cylindrical", "spherical",
                                       "universal", "weld",      "planar",      "point-on-line",
                                       "screw",     "distance",  "gear"};
constexpr const char* force_names[] = {"spring-damper", "torsional-spring", "bushing",  "force", "torque",
                                       "actuator",      "control",          "friction", "stop"};
constexpr const char* driver_names[] = {"angle", "position", "distance", "coordinate"};
constexpr const char* along_names[] = {"distance", "angle", "position"};

class Writer {
 public:
  explicit Writer(const Mechanism& m) : m_(m) {}

  std::string str() const {
    std::string s = "{\n  \"pleuel\": 2, \"name\": " + quoted(m_.name) +
                    ", \"dimension\": " + std::to_string(m_.dimension) +
                    ", \"gravity\": " + list(m_.gravity, m_.dimension) + ",\n";
    s += "  \"ground\": {\"markers\": " + markers(the_ground) + "},\n";
    std::vector<std::string> items;
    for (int k = 0; k < int(m_.bodies.size()); ++k) items.push_back(body(k));
    s += section("bodies", items);
    items.clear();
    for (std::size_t k = 0; k < m_.tree.size(); ++k)
      if (m_.tree[k].kind != JointKind::none) items.push_back(joint(m_.tree[k], "j" + std::to_string(k)));
    for (std::size_t k = 0; k < m_.loops.size(); ++k)
      items.push_back(joint(m_.loops[k], "c" + std::to_string(k)));
    s += section("joints", items);
    items.clear();
    for (std::size_t k = 0; k < m_.drivers.size(); ++k) items.push_back(driver(m_.drivers[k], int(k)));
    s += section("drivers", items);
    items.clear();
    for (std::size_t k = 0; k < m_.forces.size(); ++k) items.push_back(force(m_.forces[k], int(k)));
    s += section("forces", items);
    items.clear();
    for (std::size_t k = 0; k < m_.tree.size(); ++k)
      if (m_.tree[k].kind != JointKind::none)
        items.push_back(Item().word("reaction", "j" + std::to_string(k)).str());
    for (std::size_t k = 0; k < m_.loops.size(); ++k)
      if (m_.loops[k].kind != JointKind::gear)
        items.push_back(Item().word("reaction", "c" + std::to_string(k)).str());
    s += section("outputs", items);
    return s + "  \"simulation\": {\"until\": " + text(m_.until) + "}\n}\n";
  }

 private:
  static std::string section(const std::string& name, const std::vector<std::string>& items) {
    std::string s = "  " + quoted(name) + ": [";
    for (std::size_t i = 0; i < items.size(); ++i) s += (i > 0 ? ",\n    " : "\n    ") + items[i];
    return s + "],\n";
  }
  static std::string body_name(int body) {
    return body == the_ground ? "ground" : "b" + std::to_string(body);
  }
  std::string marker(int k) const {
    return quoted(body_name(m_.markers[std::size_t(k)].body) + ".m" + std::to_string(k));
  }
  std::string markers(int body) const {
    Item list_of;
    for (std::size_t k = 0; k < m_.markers.size(); ++k) {
      const BodyMarker& m = m_.markers[k];
      if (m.body != body) continue;
      Item item;
      item.add("at", list(m.pose.at, m_.dimension));
      if (m_.dimension == 2)
        item.add("angle", radians(m.pose.angle));
      else
        item.add("z", list(Eigen::Vector3d(m.pose.axes.col(2)), 3))
            .add("x", list(Eigen::Vector3d(m.pose.axes.col(0)), 3));
      list_of.add("m" + std::to_string(k), item.str());
    }
    return list_of.str();
  }

  std::string body(int k) const {
    const RigidBody& b = m_.bodies[std::size_t(k)];
    Item item;
    item.word("name", body_name(k)).number("mass", b.mass).add("com", list(b.com, m_.dimension));
    if (m_.dimension == 2) {
      item.number("inertia", b.inertia(2, 2)).add("angle", radians(b.pose.angle));
      item.number("angular_velocity", b.omega[2]);
    } else {
      std::string rows = "[";
      for (int i = 0; i < 3; ++i)
        rows += (i > 0 ? ", " : "") + list(Eigen::Vector3d(b.inertia.row(i).transpose()), 3);
      const Eigen::Quaterniond p(b.pose.axes);
      item.add("inertia", rows + "]");
      item.add("orientation",
               Item().add("quaternion", list(std::array{p.w(), p.x(), p.y(), p.z()}, 4)).str());
      item.add("angular_velocity", list(b.omega, 3));
    }
    item.add("position", list(b.pose.at, m_.dimension)).add("velocity", list(b.velocity, m_.dimension));
    return item.add("markers", markers(k)).str();
  }

  std::string joint(const MechanismJoint& j, const std::string& name) const {
    Item item;
    item.word("name", name).word("type", joint_names[int(j.kind)]);
    if (j.kind == JointKind::gear) {
      item.word("joint1", "j" + std::to_string(j.joint1)).word("joint2", "j" + std::to_string(j.joint2));
      item.add("teeth1", std::to_string(j.teeth1)).add("teeth2", std::to_string(std::abs(j.teeth2)));
      return item.word("mesh", j.teeth2 > 0 ? "outside" : "inside").str();
    }
    item.add("a", marker(j.a)).add("b", marker(j.b));
    if (j.kind == JointKind::screw) item.number("pitch", j.pitch);
    if (j.kind == JointKind::distance) item.number("length", j.length);
    return item.str();
  }

  std::string driver(const MechanismDriver& d, int k) const {
    Item item;
    item.word("name", "d" + std::to_string(k)).word("type", driver_names[int(d.kind)]);
    if (d.kind == DriverKind::coordinate)
      item.add("marker", marker(d.b)).word("axis", std::string(1, char('x' + d.axis)));
    else
      item.add("a", marker(d.a)).add("b", marker(d.b));
    return item.word("value", formula(d.value, d.kind == DriverKind::angle ? "rad" : "m")).str();
  }

  static std::string matrix(const Eigen::MatrixXd& K) {
    std::string s = "[";
    for (int i = 0; i < K.rows(); ++i)
      s += (i > 0 ? ", " : "") + list(Eigen::VectorXd(K.row(i).transpose()), int(K.cols()));
    return s + "]";
  }
  static void add_law(const MechanismForce& f, Item& item) {
    const bool is_rotation = f.kind == ForceKind::torsional_spring;
    if (f.cubic != 0) {
      const std::string unit = is_rotation ? "rad" : "m", F = is_rotation ? "N*m" : "N";
      const std::string x =
          std::string("(") + (is_rotation ? "angle" : "length") + " - " + quantity(f.free, unit) + ")";
      item.word("force", quantity(f.stiffness, F + "/" + unit) + "*" + x + " + " +
                             quantity(f.cubic, F + "/" + unit + "^3") + "*" + x + "^3 + " +
                             quantity(f.damping, F + "*s/" + unit) + "*rate");
      return;
    }
    item.number("stiffness", f.stiffness).number("damping", f.damping).number("preload", f.preload);
    if (is_rotation)
      item.add("free_angle", radians(f.free));
    else
      item.number("free_length", f.free);
  }
  std::string force(const MechanismForce& f, int k) const {
    Item item;
    item.word("name", "f" + std::to_string(k)).word("type", force_names[int(f.kind)]);
    if (f.kind == ForceKind::friction) {
      item.word("joint", "j" + std::to_string(f.joint)).number("force", f.level);
      return item.number("smooth", f.smooth).number("viscous", f.damping).str();
    }
    if (f.kind == ForceKind::force || f.kind == ForceKind::torque) {
      item.add("marker", marker(f.b)).word("axes", f.is_in_marker_axes ? "marker" : "ground");
      for (int i = 0; i < 3; ++i)
        if (f.direction[i] != 0)
          item.word(std::string(1, char('x' + i)),
                    formula(f.command, f.kind == ForceKind::force ? "N" : "N*m", f.direction[i]));
      return item.str();
    }
    item.add("a", marker(f.a)).add("b", marker(f.b));
    if (f.kind == ForceKind::bushing)
      return item.add("stiffness", matrix(f.K)).add("damping", matrix(f.C)).str();
    if (f.kind == ForceKind::spring || f.kind == ForceKind::torsional_spring) {
      add_law(f, item);
      return item.str();
    }
    item.word("along", along_names[int(f.along)]);
    const bool is_rotation = f.along == Along::angle;
    if (f.kind == ForceKind::stop)
      item.add("upper", is_rotation ? radians(f.free) : text(f.free))
          .number("stiffness", f.stiffness)
          .number("exponent", f.exponent)
          .number("damping", f.damping);
    else if (f.kind == ForceKind::actuator)
      item.word("command", formula(f.command, is_rotation ? "N*m" : "N")).number("lag", f.lag);
    else
      item.word("target", formula(f.command, is_rotation ? "rad" : "m"))
          .number("kp", f.stiffness)
          .number("kd", f.damping)
          .number("lag", f.lag);
    return item.str();
  }

  const Mechanism& m_;
};

}  // namespace

std::string model_text(const Mechanism& mechanism) { return Writer(mechanism).str(); }

}  // namespace pleuel::testing
