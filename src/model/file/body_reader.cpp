#include "pleuel/model/file/body_reader.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "pleuel/base/names.hpp"
#include "pleuel/model/body/inertia_check.hpp"
#include "pleuel/model/file/flexible_reader.hpp"
#include "pleuel/model/file/shape_reader.hpp"

namespace pleuel {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;
using Kind = JsonValue::Kind;

Matrix3d about_z(double angle) { return Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix(); }

Vector3d most_perpendicular_axis(const Vector3d& direction) {
  Eigen::Index smallest = 0;
  direction.cwiseAbs().minCoeff(&smallest);
  return Vector3d::Unit(smallest);
}

std::vector<std::string> marker_keys(int dimension) {
  if (dimension == 2) return {"at", "angle"};
  return {"at", "z", "x", "orientation"};
}

/// Of an angle, beyond its value in (−π, π].
double whole_revolutions(double angle) {
  return std::round((angle - std::atan2(std::sin(angle), std::cos(angle))) / (2 * std::numbers::pi));
}

// sine of the angle below which two directions do not span a plane
constexpr double parallel = 1e-8;

}  // namespace

std::vector<std::string> BodyReader::keys(int dimension) {
  std::vector<std::string> all = {"name", "type",     "mass",     "inertia",          "com",    "shape",
                                  "look", "position", "velocity", "angular_velocity", "markers"};
  all.emplace_back(dimension == 2 ? "angle" : "orientation");
  return all;
}

std::vector<std::string> BodyReader::flexible_keys(int dimension) {
  std::vector<std::string> all = {"name", "type", "position", "velocity", "angular_velocity", "markers"};
  all.emplace_back(dimension == 2 ? "angle" : "orientation");
  all.insert(all.end(), FlexibleReader::keys().begin(), FlexibleReader::keys().end());
  return all;
}

void BodyReader::read_ground(const SourceLocation& place) {
  names_.markers.emplace("ground.origin", static_cast<int>(model_.markers.size()));
  model_.markers.push_back({.name = "ground.origin"});
  if (place.value().kind == Kind::null) return;
  if (!reader_.object(place, {"markers"})) return;
  if (place.value().find("markers") == nullptr) return;
  const auto markers = place.member("markers");
  if (markers.value().kind == Kind::list)
    read_marker_list(markers);
  else
    read_markers(markers, "ground", ground);
}

void BodyReader::read_bodies(const SourceLocation& place) {
  const auto items = list_items(place, reader_);
  model_.bodies.resize(items.size());
  for (std::size_t i = 0; i < items.size(); ++i)
    read_body(items[i].place(reader_.file()), static_cast<int>(i));
}

void BodyReader::read_body(const SourceLocation& place, int number) {
  BodyDescription& body = model_.bodies[number];
  body.place = place.text();
  const bool is_elastic = is_flexible(place);
  if (!reader_.object(place, is_elastic ? flexible_keys(dimension_) : keys(dimension_))) return;
  if (reader_.has(place, "name", "joints and forces refer to it")) {
    const auto at = place.member("name");
    const auto name = reader_.name(at);
    if (name && names_.take(at, *name, reader_)) {
      body.name = *name;
      names_.bodies.emplace(*name, number);
    }
  }
  if (!is_elastic) read_mass(place, body);
  if (!is_elastic && place.value().find("look") != nullptr) read_looks(place.member("look"), body);
  read_motion(place, body);
  if (is_elastic) {
    read_flexible(place, number);
    return;
  }
  if (body.name.empty()) return;
  add_marker(place, {.name = body.name + ".origin", .body = number});
  add_marker(place, {.name = body.name + ".com", .body = number, .position = body.com});
  if (place.value().find("markers") != nullptr) read_markers(place.member("markers"), body.name, number);
}

bool BodyReader::is_flexible(const SourceLocation& place) {
  if (place.value().kind != Kind::object || place.value().find("type") == nullptr) return false;
  const auto at = place.member("type");
  return reader_.choice(at, {"rigid", "flexible"}) == "flexible";
}

void BodyReader::read_flexible(const SourceLocation& place, int number) {
  BodyDescription& body = model_.bodies[number];
  FlexibleReader flexible(reader_, dimension_);
  body.flexible = flexible.read(place);
  if (body.flexible && body.flexible->law && !body.flexible->law->caution.empty())
    model_.remarks.push_back(place.text() + ": the body '" + body.name + "' is of the material '" +
                             body.flexible->law->name + "', " + body.flexible->law->caution);
  if (!body.name.empty()) add_marker(place, {.name = body.name + ".origin", .body = number});
  if (place.value().find("markers") == nullptr) return;
  const auto list = place.member("markers");
  if (list.value().kind != Kind::object) {
    reader_.object(list, {});
    return;
  }
  for (std::size_t k = 0; k < list.value().keys.size(); ++k) {
    const auto at = list.member(k);
    const auto& name = list.value().keys[k].text;
    // A marker with a fault is known nevertheless, so that its uses are not faults too.
    MarkerDescription marker{.name = body.name + "." + name, .body = number, .place = at.text()};
    flexible.read_marker(at, marker);
    if (marker.nodes) read_axes(at, marker);
    if (is_marker_name(at, name) && !body.name.empty()) add_marker(at, std::move(marker));
  }
}

void BodyReader::read_mass(const SourceLocation& place, BodyDescription& body) {
  const auto& json = place.value();
  auto& faults = reader_.faults();
  const auto n_faults = faults.size();
  bool is_line = false;  // a rod without thickness
  if (json.find("shape") != nullptr) {
    for (const char* key : {"mass", "inertia", "com"}) {
      if (json.find(key) != nullptr)
        faults.add(place.member(key), "is given beside 'shape', which says it too; remove one of them");
    }
    if (auto shape = read_shape(place.member("shape"), dimension_, reader_)) {
      body.mass = shape->properties.mass;
      body.com = shape->properties.com;
      body.inertia = shape->properties.inertia;
      is_line = shape->solid.type == "rod" && shape->solid.radius == 0;
      body.solids.push_back(std::move(shape->solid));
    }
  } else {
    if (reader_.has(place, "mass", "the mass of the body, or its 'shape' with a density")) {
      body.mass =
          reader_.number(place.member("mass"), {.dimension = dimension::mass, .minimum = 0}).value_or(0);
    }
    if (json.find("com") != nullptr) body.com = point(place.member("com")).value_or(Vector3d::Zero());
    const NumberRule rule{.dimension = dimension::inertia};
    if (json.find("inertia") == nullptr) {
      if (body.mass != 0)
        reader_.has(
            place, "inertia",
            dimension_ == 2 ? "about z through the centre of mass" : "three moments, or three rows of three");
    } else if (dimension_ == 2) {
      body.inertia(2, 2) = reader_.number(place.member("inertia"), rule).value_or(0);
    } else if (const auto J = reader_.matrix(place.member("inertia"), 3, rule)) {
      body.inertia = *J;
    }
  }
  if (faults.size() > n_faults) return;
  const auto verdict = check_inertia(body.mass, body.inertia, dimension_);
  const auto* at = json.find("shape") != nullptr ? "shape" : "inertia";
  for (const auto& sentence : verdict.faults) faults.add(place.member(at), sentence);
  const std::string who = ": the body '" + body.name + "' ";
  for (const auto& sentence : verdict.remarks) model_.remarks.push_back(place.text() + who + sentence);
  if (verdict.remarks.empty()) return;
  const std::string where = json.find(at) != nullptr ? place.member(at).text() : place.text();
  const std::string loose = ", and no joint holds this motion; give it ";
  body.about_inertia =
      where + who +
      (body.mass == 0 ? "has no mass" + loose + "a 'mass' and an 'inertia'"
       : is_line ? "is a rod without 'radius', which has no inertia about its own axis" + loose + "a 'radius'"
                 : "has no inertia about an axis" + loose + "an 'inertia' about all axes");
}

void BodyReader::read_looks(const SourceLocation& place, BodyDescription& body) {
  body.solids.clear();
  if (!reader_.list(place)) return;
  for (std::size_t i = 0; i < place.value().items.size(); ++i)
    if (auto solid = read_look(place.item(i), dimension_, reader_)) body.solids.push_back(std::move(*solid));
}

void BodyReader::read_motion(const SourceLocation& place, BodyDescription& body) {
  const auto& json = place.value();
  body.has_velocity = json.find("velocity") != nullptr;
  body.has_angular_velocity = json.find("angular_velocity") != nullptr;
  if (json.find("position") != nullptr)
    body.position = point(place.member("position")).value_or(body.position);
  if (body.has_velocity)
    body.velocity = point(place.member("velocity"), dimension::velocity).value_or(body.velocity);
  if (dimension_ == 2) {
    if (json.find("angle") != nullptr) {
      const double angle = reader_.number(place.member("angle"), {.dimension = dimension::angle}).value_or(0);
      body.orientation = about_z(angle);
      body.revolutions = whole_revolutions(angle);
    }
    if (body.has_angular_velocity)
      body.angular_velocity.z() =
          reader_.number(place.member("angular_velocity"), {.dimension = dimension::rate}).value_or(0);
    return;
  }
  if (json.find("orientation") != nullptr)
    body.orientation = orientation(place.member("orientation")).value_or(body.orientation);
  if (body.has_angular_velocity)
    body.angular_velocity =
        point(place.member("angular_velocity"), dimension::rate).value_or(body.angular_velocity);
}

void BodyReader::read_markers(const SourceLocation& place, const std::string& body_name, int body) {
  const auto& json = place.value();
  if (json.kind != Kind::object) {
    reader_.faults().add(place, "is " + json.shown() +
                                    ", but must be an object of names and points, {\"tip\": " +
                                    (dimension_ == 2 ? "[0.3, 0]}" : "[0.3, 0, 0]}"));
    return;
  }
  for (std::size_t i = 0; i < json.keys.size(); ++i) {
    const auto at = place.member(i);
    const auto& name = json.keys[i].text;
    if (!is_marker_name(at, name)) continue;
    MarkerDescription marker{.name = body_name + "." + name, .body = body};
    read_marker(at, marker);
    add_marker(at, std::move(marker));
  }
}

void BodyReader::read_marker_list(const SourceLocation& place) {
  for (const auto& item : list_items(place, reader_)) {
    const auto at = item.place(reader_.file());
    auto keys = marker_keys(dimension_);
    keys.emplace_back("name");
    if (!reader_.object(at, keys)) continue;
    if (!reader_.has(at, "name", "joints and forces refer to it")) continue;
    const auto key = at.member("name");
    const auto name = reader_.name(key);
    if (!name || !is_marker_name(key, *name)) continue;
    MarkerDescription marker{.name = "ground." + *name};
    if (at.value().find("at") != nullptr) marker.position = point(at.member("at")).value_or(marker.position);
    read_axes(at, marker);
    add_marker(key, std::move(marker));
  }
}

bool BodyReader::is_marker_name(const SourceLocation& place, const std::string& name) {
  if (is_element_name(name) && name.size() <= 100) return true;
  reader_.faults().add(place,
                       "the name '" + shortened(name) +
                           "' of this marker must begin with a letter and hold letters, digits, '_' and '-' "
                           "only; change it");
  return false;
}

void BodyReader::add_marker(const SourceLocation& place, MarkerDescription marker) {
  const auto [first, is_new] = names_.markers.emplace(marker.name, static_cast<int>(model_.markers.size()));
  if (!is_new) {
    reader_.faults().add(place,
                         "the marker '" + marker.name +
                             "' exists already: every body has 'origin' and 'com', the ground 'origin'; "
                             "choose another name");
    return;
  }
  model_.markers.push_back(std::move(marker));
}

void BodyReader::read_marker(const SourceLocation& place, MarkerDescription& marker) {
  if (place.value().kind != Kind::object) {
    marker.position = point(place).value_or(marker.position);
    return;
  }
  if (!reader_.object(place, marker_keys(dimension_))) return;
  if (place.value().find("at") != nullptr)
    marker.position = point(place.member("at")).value_or(marker.position);
  read_axes(place, marker);
}

void BodyReader::read_axes(const SourceLocation& place, MarkerDescription& marker) {
  if (dimension_ == 3) {
    marker.axes = axes_of(place);
  } else if (place.value().find("angle") != nullptr) {
    const double angle = reader_.number(place.member("angle"), {.dimension = dimension::angle}).value_or(0);
    marker.axes = about_z(angle);
    marker.revolutions = whole_revolutions(angle);
  }
}

Matrix3d BodyReader::axes_of(const SourceLocation& place) {
  const auto& json = place.value();
  const bool has_z = json.find("z") != nullptr, has_x = json.find("x") != nullptr;
  if (json.find("orientation") != nullptr) {
    if (has_z || has_x)
      reader_.faults().add(place.member("orientation"),
                           "is given beside 'z' or 'x', which say it too; remove one");
    return orientation(place.member("orientation")).value_or(Matrix3d::Identity());
  }
  if (!has_z && !has_x) return Matrix3d::Identity();
  std::optional<Vector3d> z, x;
  if (has_z && !(z = direction(place.member("z")))) return Matrix3d::Identity();
  if (has_x && !(x = direction(place.member("x")))) return Matrix3d::Identity();
  if (has_z && has_x && z->cross(*x).norm() < parallel) {
    reader_.faults().add(
        place.member("x"),
        "is parallel to z, so the axes are not defined; give another direction or leave it out");
    return Matrix3d::Identity();
  }
  // z, or x if it stands alone, is kept; the other is the nearest perpendicular one.
  Matrix3d axes;
  if (!has_z) {
    const Vector3d guess = std::abs(x->z()) < 1 - parallel ? Vector3d::UnitZ() : most_perpendicular_axis(*x);
    z = (guess - guess.dot(*x) * *x).normalized();
  } else {
    const Vector3d guess =
        has_x ? *x : (std::abs(z->x()) < 0.9 ? Vector3d(Vector3d::UnitX()) : most_perpendicular_axis(*z));
    x = (guess - guess.dot(*z) * *z).normalized();
  }
  axes << *x, z->cross(*x), *z;
  return axes;
}

std::optional<Vector3d> BodyReader::point(const SourceLocation& place, const Dimension& dimension) {
  return read_point(place, dimension_, dimension, reader_);
}

std::optional<Vector3d> BodyReader::direction(const SourceLocation& place) {
  return read_direction(place, reader_);
}

std::optional<Matrix3d> BodyReader::orientation(const SourceLocation& place) {
  return read_orientation(place, reader_);
}

}  // namespace pleuel
