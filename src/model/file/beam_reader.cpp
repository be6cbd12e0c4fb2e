#include "pleuel/model/file/beam_reader.hpp"

#include <cmath>
#include <numbers>

#include "pleuel/model/file/geometry_reader.hpp"
#include "pleuel/model/file/section_reader.hpp"

namespace pleuel {
namespace {

using Eigen::Vector3d;
using Kind = JsonValue::Kind;

constexpr double most_beam_elements = 10'000;
constexpr std::size_t most_corner_points = 1000;
constexpr double widest_element = std::numbers::pi / 2;  // of an arc
constexpr Dimension square = dimension::length * dimension::length;
constexpr Dimension modulus = dimension::force / square;
constexpr Dimension bending = dimension::force * square;

bool has_key(const SourceLocation& place, const char* key) { return place.value().find(key) != nullptr; }

/// Bends, shears and rotates alike about y and z.
bool is_isotropic(const BeamSection& s) {
  const auto same = [](double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(a, b); };
  return same(s.EIy, s.EIz) && same(s.GAy, s.GAz) && same(s.rotary[1], s.rotary[2]);
}

}  // namespace

std::vector<std::string> BeamReader::keys(int dimension) {
  std::vector<std::string> all = {
      "name",     "from",    "to",       "points",          "arc", "elements", "section",
      "material", "damping", "velocity", "angular_velocity"};
  if (dimension == 3) all.emplace_back("y");
  return all;
}

std::vector<std::string> BeamReader::in_dimension(std::vector<std::string> plane,
                                                  const std::vector<std::string>& space) const {
  if (dimension_ == 3) plane.insert(plane.end(), space.begin(), space.end());
  return plane;
}

void BeamReader::read(const SourceLocation& place) {
  for (const auto& item : list_items(place, reader_)) read_beam(item.place(reader_.file()));
}

void BeamReader::read_beam(const SourceLocation& place) {
  if (!reader_.object(place, keys(dimension_)) && place.value().kind != Kind::object) return;
  BeamDescription beam;
  beam.place = place.text();
  bool is_named = false;
  if (reader_.has(place, "name", "joints and forces refer to it")) {
    const auto at = place.member("name");
    const auto name = reader_.name(at);
    is_named = name && names_.take(at, *name, reader_);
    if (is_named) beam.name = *name;
  }
  int n = 0;
  if (reader_.has(place, "elements", "how many in each span between two points")) {
    const auto at = place.member("elements");
    n = reader_.whole(at, {.minimum = 1}).value_or(0);
    if (n > most_beam_elements) {
      reader_.faults().add(at, "is " + std::to_string(n) + ", but at most 10000 are allowed; take fewer");
      n = 0;
    }
  }
  const auto section = read_section(place);
  auto nodes = read_nodes(place, std::max(n, 1));
  // A beam with a fault is known nevertheless, so that its uses are not faults too.
  if (nodes.empty()) nodes = polyline_nodes({Vector3d::Zero(), Vector3d::UnitX()}, std::max(n, 1));
  beam.line = read_line(place, std::move(nodes), section);
  beam.section = section.value_or(BeamSection{});
  if (has_key(place, "damping"))
    beam.damping =
        reader_.number(place.member("damping"), {.dimension = dimension::time, .minimum = 0}).value_or(0);
  if (has_key(place, "velocity"))
    beam.velocity = read_point(place.member("velocity"), dimension_, dimension::velocity, reader_);
  if (has_key(place, "angular_velocity")) {
    const auto at = place.member("angular_velocity");
    if (dimension_ == 3)
      beam.angular_velocity = read_point(at, 3, dimension::rate, reader_);
    else if (const auto rate = reader_.number(at, {.dimension = dimension::rate}))
      beam.angular_velocity = *rate * Vector3d::UnitZ();
  }
  if (!is_named) return;
  const std::size_t first_marker = model_.markers.size();
  add_nodes(std::move(beam), model_);
  const BeamDescription& added = model_.beams.back();
  for (int k = 0; k < added.n_nodes(); ++k)
    names_.bodies.emplace(model_.bodies[added.first_body + k].name, added.first_body + k);
  for (std::size_t k = first_marker; k < model_.markers.size(); ++k)
    names_.markers.emplace(model_.markers[k].name, static_cast<int>(k));
}

void BeamReader::add_forces(const ElementType* type) {
  if (type == nullptr) return;  // a catalogue without beams
  for (BeamDescription& beam : model_.beams) {
    add_elements(beam, *type, model_);
    for (int k = 0; k < beam.n_elements(); ++k)
      names_.forces.emplace(model_.forces[beam.first_force + k].name, beam.first_force + k);
  }
}

std::vector<Vector3d> BeamReader::read_nodes(const SourceLocation& place, int n) {
  auto& faults = reader_.faults();
  const bool has_to = has_key(place, "to"), has_points = has_key(place, "points"),
             has_arc = has_key(place, "arc");
  if (has_to + has_points + has_arc != 1) {
    faults.add(place, std::string(has_to + has_points + has_arc == 0 ? "has no line" : "has several lines") +
                          "; give one of 'from' and 'to', 'from' and 'arc', or 'points'");
    return {};
  }
  const auto n_faults = faults.size();
  const auto point = [&](const SourceLocation& at) {
    return read_point(at, dimension_, dimension::length, reader_).value_or(Vector3d::Zero());
  };
  std::vector<Vector3d> points;
  if (has_points) {
    if (has_key(place, "from"))
      faults.add(place.member("from"), "is given beside 'points', which have it too; remove it");
    const auto list = place.member("points");
    if (!reader_.list(list)) return {};
    const std::size_t count = list.value().items.size();
    if (count < 2 || count > most_corner_points) {
      faults.add(list, "has " + std::to_string(count) + " points, but a beam has from 2 to 1000");
      return {};
    }
    for (std::size_t k = 0; k < count; ++k) points.push_back(point(list.item(k)));
    if (faults.size() > n_faults) return {};
    for (std::size_t k = 1; k < count; ++k)
      if (!((points[k] - points[k - 1]).norm() > 0))
        faults.add(list.item(k), "is the point before it, but a span has a length; remove one of them");
  } else {
    if (!reader_.has(place, "from", "the point where the beam begins")) return {};
    points.push_back(point(place.member("from")));
    if (has_arc)
      return faults.size() > n_faults ? std::vector<Vector3d>() : read_arc(place.member("arc"), points[0], n);
    points.push_back(point(place.member("to")));
    if (faults.size() == n_faults && !((points[1] - points[0]).norm() > 0))
      faults.add(place.member("to"), "is the point 'from', but a beam has a length; move one of them");
  }
  if (faults.size() > n_faults) return {};
  if (static_cast<double>(points.size() - 1) * n > most_beam_elements) {
    faults.add(place.member("elements"),
               "gives " + std::to_string((points.size() - 1) * n) +
                   " elements in all spans, but at most 10000 are allowed; take fewer");
    return {};
  }
  return polyline_nodes(points, n);
}

std::vector<Vector3d> BeamReader::read_arc(const SourceLocation& place, const Vector3d& from, int n) {
  auto& faults = reader_.faults();
  if (!reader_.object(place, in_dimension({"centre", "angle"}, {"axis"}))) return {};
  const auto n_faults = faults.size();
  Vector3d centre = Vector3d::Zero(), axis = Vector3d::UnitZ();
  double angle = 0;
  if (reader_.has(place, "centre", "the centre of the circle"))
    centre = read_point(place.member("centre"), dimension_, dimension::length, reader_).value_or(centre);
  if (dimension_ == 3 && reader_.has(place, "axis", "about which the arc runs"))
    axis = read_direction(place.member("axis"), reader_).value_or(axis);
  if (reader_.has(place, "angle", "of the arc, positive about the axis"))
    angle = reader_.number(place.member("angle"), {.dimension = dimension::angle}).value_or(0);
  if (faults.size() > n_faults) return {};
  if (angle == 0) faults.add(place.member("angle"), "is 0, but an arc has a length; give another angle");
  if (!((from - centre).cross(axis).norm() > 0))
    faults.add(place.member("centre"), "is on the axis through 'from', but an arc has a radius; move it");
  if (std::abs(angle) / n > widest_element)
    faults.add(
        place.member("angle"),
        "is " + shortest_text(angle) + " rad for " + std::to_string(n) + (n == 1 ? " element" : " elements") +
            ", but an element spans at most a quarter of a revolution; take at least " +
            std::to_string(static_cast<int>(std::ceil(std::abs(angle) / widest_element))) + " elements");
  return faults.size() > n_faults ? std::vector<Vector3d>() : arc_nodes(from, centre, axis, angle, n);
}

BeamLine BeamReader::read_line(const SourceLocation& place, std::vector<Vector3d> nodes,
                               const std::optional<BeamSection>& section) {
  if (dimension_ == 2) return planar_line(std::move(nodes));
  std::optional<Vector3d> y;
  if (has_key(place, "y"))
    y = read_direction(place.member("y"), reader_);
  else if (section && !is_isotropic(*section))
    reader_.has(place, "y", "the direction of the section's y axis: it differs from the z axis in stiffness");
  if (auto line = spatial_line(nodes, y)) return std::move(*line);
  reader_.faults().add(place.member("y"),
                       "is parallel to an element of the beam, so the section's y axis is not defined; give "
                       "another direction");
  return *spatial_line(std::move(nodes), std::nullopt);
}

std::optional<BeamSection> BeamReader::read_section(const SourceLocation& beam) {
  if (!reader_.has(beam, "section", "an object with 'height' and 'width', 'radius', 'area' or 'EA'")) {
    if (has_key(beam, "material")) (void)read_material(beam);
    return std::nullopt;
  }
  const auto place = beam.member("section");
  if (has_key(place, "EA")) {
    if (has_key(beam, "material"))
      reader_.faults().add(beam.member("material"),
                           "is given beside 'EA' of the section, which says it too; remove one of them");
    return read_stiffnesses(place);
  }
  const auto material = read_material(beam);
  const auto shape = read_section_shape(
      place, {.dimension = dimension_, .poisson = material ? material->poisson : 0}, reader_);
  if (!material || !shape) return std::nullopt;
  return section_of(*shape, material->moduli);
}

std::optional<BeamSection> BeamReader::read_stiffnesses(const SourceLocation& place) {
  const auto n_faults = reader_.faults().size();
  if (!reader_.object(place,
                      in_dimension({"EA", "GAy", "EIz", "mass_per_length", "rotary"}, {"GAz", "GJ", "EIy"})))
    return std::nullopt;
  const auto stiffness = [&](const char* key, const Dimension& unit, const char* meaning) {
    return reader_.positive(place, key, unit, meaning).value_or(0);
  };
  BeamSection s;
  s.EA = stiffness("EA", dimension::force, "axial stiffness");
  s.GAy = stiffness("GAy", dimension::force, "shear stiffness along y");
  s.EIz = stiffness("EIz", bending, "bending stiffness about z");
  if (dimension_ == 3) {
    s.GAz = stiffness("GAz", dimension::force, "shear stiffness along z");
    s.GJ = stiffness("GJ", bending, "torsional stiffness");
    s.EIy = stiffness("EIy", bending, "bending stiffness about y");
  }
  s.mass = stiffness("mass_per_length", dimension::mass / dimension::length, "of the beam");
  const NumberRule rotary{
      .dimension = dimension::mass * dimension::length, .minimum = 0, .is_above_minimum = true};
  if (reader_.has(place, "rotary",
                  dimension_ == 2 ? "rotary inertia about z per length"
                                  : "rotary inertia about x, y and z per length, three numbers")) {
    const auto at = place.member("rotary");
    if (dimension_ == 2)
      s.rotary[2] = reader_.number(at, rotary).value_or(0);
    else if (const auto three = reader_.vector(at, 3, rotary))
      s.rotary = *three;
  }
  if (reader_.faults().size() > n_faults) return std::nullopt;
  return s;  // its outline is not known
}

std::optional<BeamReader::Material> BeamReader::read_material(const SourceLocation& beam) {
  if (!reader_.has(beam, "material", "an object with 'young', 'poisson' and 'density'")) return std::nullopt;
  const auto place = beam.member("material");
  if (!reader_.object(place, {"young", "poisson", "shear_modulus", "density"})) return std::nullopt;
  const auto young = reader_.positive(place, "young", modulus, "Young's modulus");
  const auto density = reader_.positive(place, "density", dimension::density, "mass per volume");
  const bool has_shear = has_key(place, "shear_modulus"), has_poisson = has_key(place, "poisson");
  if (has_shear && has_poisson) {
    reader_.faults().add(place.member("shear_modulus"),
                         "is given beside 'poisson', which says it too; remove one of them");
    return std::nullopt;
  }
  if (!has_shear && !reader_.has(place, "poisson", "Poisson's ratio, or give 'shear_modulus'"))
    return std::nullopt;
  Material material;
  if (has_shear) {
    const auto shear = reader_.positive(place, "shear_modulus", modulus, "shear modulus");
    if (!young || !density || !shear) return std::nullopt;
    material.moduli = {*young, *shear, *density};
    material.poisson = std::min(0.5, std::max(0.0, *young / (2 * *shear) - 1));
    return material;
  }
  const auto at = place.member("poisson");
  const auto poisson = reader_.number(at);
  if (poisson && !(*poisson > -1 && *poisson <= 0.5)) {
    reader_.faults().add(at, "is " + shortest_text(*poisson) + ", but must be above -1 and at most 0.5");
    return std::nullopt;
  }
  if (!young || !density || !poisson) return std::nullopt;
  material.moduli = {*young, *young / (2 * (1 + *poisson)), *density};
  material.poisson = *poisson;
  return material;
}

}  // namespace pleuel
