#include "pleuel/model/file/shape_reader.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "pleuel/base/names.hpp"

namespace pleuel {
namespace {

using Eigen::Matrix3d, Eigen::Vector2d, Eigen::Vector3d;

constexpr std::size_t most_points = 1000;
const NumberRule positive_length{.dimension = dimension::length, .minimum = 0, .is_above_minimum = true};
const NumberRule length_or_zero{.dimension = dimension::length, .minimum = 0};

// The rotation by the smallest angle φ that carries z to the unit vector a; by π about x if a = −z.
// Its quaternion is (cos(φ/2), (z × a)/(2 cos(φ/2))) with
//
//     2 cos²(φ/2) = 1 + a₃ = (a₁² + a₂²)/(1 − a₃).
Matrix3d shortest_rotation_of_z_to(const Vector3d& a) {
  const double sum = a.z() >= 0 ? 1 + a.z() : a.head<2>().squaredNorm() / (1 - a.z());
  if (sum == 0) return Vector3d(1, -1, -1).asDiagonal();
  const double s = std::sqrt(2 * sum);
  return Eigen::Quaterniond(s / 2, -a.y() / s, a.x() / s, 0).toRotationMatrix();
}

class ShapeReader {
 public:
  ShapeReader(const SourceLocation& place, int n_dimensions, ValueReader& reader)
      : place_(place), is_planar_(n_dimensions == 2), reader_(reader) {}

  std::optional<BodyShape> read(const std::string& type) {
    const auto n_faults = reader_.faults().size();
    const auto unit_density = read_sizes(type);
    const auto factor = unit_density ? density_of(type, *unit_density) : std::nullopt;
    const auto posed = factor ? at_its_pose(times(*unit_density, *factor)) : std::nullopt;
    if (reader_.faults().size() > n_faults || !posed) return std::nullopt;
    solid_.type = type;
    return BodyShape{*posed, std::move(solid_)};
  }

  /// Without mass.
  std::optional<Solid> read_look(const std::string& type) {
    const auto n_faults = reader_.faults().size();
    const auto sizes = read_sizes(type);
    const auto posed = sizes ? at_its_pose(*sizes) : std::nullopt;
    if (reader_.faults().size() > n_faults || !posed) return std::nullopt;
    solid_.type = type;
    return std::move(solid_);
  }

 private:
  std::optional<MassProperties> read_sizes(const std::string& type) {
    if (type == "box") return read_box();
    if (type == "cylinder") return read_cylinder();
    if (type == "sphere") return read_sphere();
    return type == "rod" ? read_rod() : read_polygon();
  }
  bool is_given(const char* key) const { return place_.value().find(key) != nullptr; }
  bool has_density() const { return is_given("density"); }

  std::optional<double> length(const char* key, const char* meaning) {
    if (!reader_.has(place_, key, meaning)) return std::nullopt;
    return reader_.number(place_.member(key), positive_length);
  }

  // In planar models the thickness counts for the mass alone, and only where it follows from a
  // density.
  std::optional<double> thickness() {
    if (is_planar_ && !has_density() && !is_given("thickness")) return 1.0;
    return length("thickness", "the extent along z");
  }

  std::optional<MassProperties> read_box() {
    if (!reader_.has(place_, "size", is_planar_ ? "the edges along x and y" : "the edges along x, y and z"))
      return std::nullopt;
    const auto edges = reader_.vector(place_.member("size"), is_planar_ ? 2 : 3, positive_length);
    const auto depth = is_planar_ ? thickness() : std::optional(1.0);
    if (!edges || !depth) return std::nullopt;
    Vector3d all = Vector3d::Constant(*depth);
    for (Eigen::Index k = 0; k < edges->size(); ++k) solid_.size[k] = all[k] = (*edges)[k];
    return box(all);
  }

  std::optional<MassProperties> read_cylinder() {
    const auto outer = length("radius", "the outer radius");
    const auto depth = is_planar_ ? thickness() : length("length", "the extent along the axis");
    double inner = 0;
    if (is_given("inner_radius")) {
      const auto at = place_.member("inner_radius");
      inner = reader_.number(at, length_or_zero).value_or(0);
      if (outer && inner >= *outer)
        reader_.faults().add(at, "is " + shortest_text(inner) + " m, but must be below the radius " +
                                     shortest_text(*outer) + " m");
    }
    if (!outer || !depth) return std::nullopt;
    solid_.radius = *outer;
    solid_.inner_radius = inner;
    solid_.length = is_planar_ ? 0 : *depth;
    return cylinder(*outer, inner, *depth);
  }

  std::optional<MassProperties> read_sphere() {
    const auto radius = length("radius", "the radius");
    solid_.radius = radius.value_or(0);
    return radius ? std::optional(sphere(*radius)) : std::nullopt;
  }

  std::optional<MassProperties> read_rod() {
    const int n = is_planar_ ? 2 : 3;
    std::optional<Vector3d> from = Vector3d::Zero(), to;
    if (is_given("from")) from = read_point(place_.member("from"), n, dimension::length, reader_);
    if (reader_.has(place_, "to", "where the rod ends"))
      to = read_point(place_.member("to"), n, dimension::length, reader_);
    std::optional<double> radius = 0.0;
    if (has_density())
      radius = length("radius", "with a density a rod needs a thickness");
    else if (is_given("radius"))
      radius = reader_.number(place_.member("radius"), length_or_zero);
    if (!from || !to || !radius) return std::nullopt;
    if (!((*to - *from).norm() > 0)) {
      reader_.faults().add(place_, "the rod begins and ends in the same point; move 'from' or 'to'");
      return std::nullopt;
    }
    solid_.points = {*from, *to};
    solid_.radius = *radius;
    return rod(*from, *to, *radius);
  }

  std::optional<MassProperties> read_polygon() {
    const auto depth = thickness();
    if (!reader_.has(place_, "points", "the corners [[x, y], …] in order")) return std::nullopt;
    const auto list = place_.member("points");
    if (!reader_.list(list)) return std::nullopt;
    const auto n = list.value().items.size();
    if (n < 3 || n > most_points) {
      reader_.faults().add(list, "has " + std::to_string(n) + " points, but must have from 3 to " +
                                     std::to_string(most_points));
      return std::nullopt;
    }
    std::vector<Vector2d> points;
    for (std::size_t i = 0; i < n; ++i) {
      const auto point = reader_.vector(list.item(i), 2, {.dimension = dimension::length});
      if (!point) return std::nullopt;
      points.emplace_back(*point);
      solid_.points.emplace_back((*point)[0], (*point)[1], 0);
    }
    if (!is_simple_polygon(points)) {
      reader_.faults().add(
          list, "has edges that cross or touch; give the corners in order around the area, each once");
      return std::nullopt;
    }
    solid_.length = is_planar_ ? 0 : depth.value_or(0);
    return depth ? std::optional(polygon(points, *depth)) : std::nullopt;
  }

  std::optional<double> density_of(const std::string& type, const MassProperties& shape) {
    if (has_density() == is_given("mass")) {
      reader_.faults().add(place_, has_density()
                                       ? "has 'density' and 'mass', which say the same; remove one of them"
                                       : "the key 'density' or 'mass' is missing; add one of them");
      return std::nullopt;
    }
    if (has_density()) return reader_.number(place_.member("density"), {dimension::density, 0, true});
    const auto mass = reader_.number(place_.member("mass"), {dimension::mass, 0, true});
    if (!mass) return std::nullopt;
    const double factor = *mass / shape.mass;
    if (shape.mass > 0 && std::isfinite(factor)) return factor;
    reader_.faults().add(place_, "the " + type + " has a volume of " + shortest_text(shape.mass) +
                                     " m^3, too small to carry a mass; check its sizes");
    return std::nullopt;
  }

  std::optional<MassProperties> at_its_pose(const MassProperties& shape) {
    const int n = is_planar_ ? 2 : 3;
    std::optional<Vector3d> at = Vector3d::Zero();
    std::optional<Matrix3d> R = Matrix3d::Identity();
    if (is_given("at")) at = read_point(place_.member("at"), n, dimension::length, reader_);
    if (is_given("orientation")) R = read_orientation(place_.member("orientation"), reader_);
    if (is_given("axis")) {
      const auto axis = read_direction(place_.member("axis"), reader_);
      if (!axis) return std::nullopt;
      R = shortest_rotation_of_z_to(*axis);
    }
    if (is_given("angle")) {
      const auto angle = reader_.number(place_.member("angle"), {.dimension = dimension::angle});
      if (!angle) return std::nullopt;
      R = Eigen::AngleAxisd(*angle, Vector3d::UnitZ()).toRotationMatrix();
    }
    if (!at || !R) return std::nullopt;
    solid_.at = *at;
    solid_.rotation = *R;
    return moved(shape, *R, *at);
  }

  const SourceLocation& place_;
  bool is_planar_;
  ValueReader& reader_;
  Solid solid_;
};

/// The type, if it is one of those that have keys, and no key but these is given.
std::optional<std::string> read_type(const SourceLocation& place,
                                     const std::map<std::string, std::vector<std::string>>& all,
                                     ValueReader& reader) {
  if (place.value().kind != JsonValue::Kind::object) {
    reader.object(place, {});
    return std::nullopt;
  }
  if (!reader.has(place, "type", "box, cylinder, sphere, rod or polygon")) return std::nullopt;
  std::vector<std::string> types;
  for (const auto& [type, keys] : all) types.push_back(type);
  const auto type = reader.choice(place.member("type"), types);
  if (!type) return std::nullopt;
  auto keys = all.at(*type);
  keys.emplace_back("type");
  reader.object(place, keys);
  return type;
}

}  // namespace

std::map<std::string, std::vector<std::string>> shape_keys(int n_dimensions) {
  if (n_dimensions == 2)
    return {{"box", {"size", "thickness", "density", "mass", "at", "angle"}},
            {"cylinder", {"radius", "inner_radius", "thickness", "density", "mass", "at"}},
            {"sphere", {"radius", "density", "mass", "at"}},
            {"rod", {"from", "to", "radius", "density", "mass"}},
            {"polygon", {"points", "thickness", "density", "mass", "at", "angle"}}};
  return {{"box", {"size", "density", "mass", "at", "orientation"}},
          {"cylinder", {"radius", "inner_radius", "length", "density", "mass", "at", "axis"}},
          {"sphere", {"radius", "density", "mass", "at"}},
          {"rod", {"from", "to", "radius", "density", "mass"}},
          {"polygon", {"points", "thickness", "density", "mass", "at", "orientation"}}};
}

std::map<std::string, std::vector<std::string>> look_keys(int n_dimensions) {
  auto all = shape_keys(n_dimensions);
  for (auto& [type, keys] : all)
    std::erase_if(keys, [](const std::string& key) { return key == "density" || key == "mass"; });
  return all;
}

std::optional<BodyShape> read_shape(const SourceLocation& place, int n_dimensions, ValueReader& reader) {
  const auto type = read_type(place, shape_keys(n_dimensions), reader);
  return type ? ShapeReader(place, n_dimensions, reader).read(*type) : std::nullopt;
}

std::optional<Solid> read_look(const SourceLocation& place, int n_dimensions, ValueReader& reader) {
  const auto type = read_type(place, look_keys(n_dimensions), reader);
  return type ? ShapeReader(place, n_dimensions, reader).read_look(*type) : std::nullopt;
}

}  // namespace pleuel
