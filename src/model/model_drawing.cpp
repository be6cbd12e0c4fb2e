#include "pleuel/model/model_drawing.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "pleuel/model/beam_views.hpp"
#include "pleuel/model/element_arrows.hpp"
#include "pleuel/model/flexible/elastic_drawing.hpp"
#include "pleuel/model/flexible/elastic_view.hpp"

namespace pleuel {
namespace {

using Eigen::Vector3d;

/// Positions of a frame's coordinates among those of the system.
struct FrameCoordinates {
  std::array<int, 3> position{-1, -1, -1};
  std::array<int, 4> rotation{-1, -1, -1, -1};  // in the plane only the angle
};

/// Numbers of coordinates by their names.
class CoordinateNames {
 public:
  explicit CoordinateNames(const SystemInfo& info) {
    for (const Quantity& q : info.q) numbers_.emplace(q.name, static_cast<int>(numbers_.size()));
  }
  FrameCoordinates frame(const std::string& name, int dimension) const {
    FrameCoordinates c;
    const char* axes[] = {".x", ".y", ".z"};
    for (int k = 0; k < dimension; ++k) c.position[k] = numbers_.at(name + axes[k]);
    if (dimension == 2)
      c.rotation[0] = numbers_.at(name + ".phi");
    else
      for (int k = 0; k < 4; ++k) c.rotation[k] = numbers_.at(name + ".p" + std::to_string(k));
    return c;
  }

 private:
  std::map<std::string, int> numbers_;
};

FramePlace place_of(const FrameCoordinates& c, ConstVec q) {
  FramePlace place;
  for (int k = 0; k < 3; ++k)
    if (c.position[k] >= 0) place.position[k] = q[c.position[k]];
  if (c.rotation[1] >= 0)
    place.rotation =
        Eigen::Quaterniond(q[c.rotation[0]], q[c.rotation[1]], q[c.rotation[2]], q[c.rotation[3]])
            .normalized();
  else
    place.rotation = Eigen::AngleAxisd(q[c.rotation[0]], Vector3d::UnitZ());
  return place;
}

class ModelDrawing {
 public:
  ModelDrawing(const BuiltDescription& model, const Model& built)
      : model_(model), terms_(built.terms), system_(built.system), names_(system_->info()) {}

  std::shared_ptr<const Drawing> draw() {
    drawing_.dimension = model_.dimension;
    if (model_.gravity.norm() > 0)
      drawing_.up = -model_.gravity.normalized();
    else if (model_.dimension == 3)
      drawing_.up = Vector3d::UnitZ();
    if (model_.dimension == 2) drawing_.up = Vector3d::UnitY();
    add_frames();
    add_joints();
    add_drivers();
    add_forces();
    add_arrows();
    add_bodies();
    add_meshes();
    add_markers();
    drawing_.n_frames = static_cast<int>(frames_.size());
    drawing_.place = [frames = frames_](const Motion& at, std::vector<FramePlace>& out) {
      for (std::size_t k = 0; k < frames.size(); ++k) out[k] = place_of(frames[k], at.q);
    };
    return std::make_shared<Drawing>(std::move(drawing_));
  }

 private:
  void add_frames() {
    for (const BodyDescription& body : model_.bodies)
      frames_.push_back(names_.frame(body.name, model_.dimension));
    for (const auto& [k, marker] : model_.flexible_markers) {
      marker_frames_[k] = static_cast<int>(frames_.size());
      frames_.push_back(names_.frame(model_.markers[k].name + ".point", model_.dimension));
    }
  }

  /// True if one of the beams has item k among those that begin at `first`.
  template <class Count>
  bool is_of_beam(std::size_t k, int BeamDescription::*first, Count count) const {
    return std::any_of(model_.beams.begin(), model_.beams.end(), [&](const BeamDescription& beam) {
      const int place = static_cast<int>(k) - beam.*first;
      return place >= 0 && place < count(beam);
    });
  }
  bool is_beam_node(std::size_t body) const {
    return is_of_beam(body, &BeamDescription::first_body, [](const auto& b) { return b.n_nodes(); });
  }
  bool is_beam_element(std::size_t force) const {
    return is_of_beam(force, &BeamDescription::first_force, [](const auto& b) { return b.n_elements(); });
  }
  bool is_beam_marker(std::size_t marker) const {
    return is_of_beam(marker, &BeamDescription::first_element_marker,
                      [](const auto& b) { return 2 * b.n_elements(); });
  }

  bool is_elastic(int body) const { return model_.flexible_bodies.contains(body); }
  /// From the body's frame to the centre of mass, where its coordinates are.
  Vector3d com(int body) const {
    return body == ground || is_elastic(body) ? Vector3d(Vector3d::Zero()) : model_.bodies[body].com;
  }

  /// A marker that a joint or a force uses.
  DrawnPoint point(int marker) {
    used_.insert(marker);
    return place(marker);
  }
  DrawnPoint place(int marker) const {
    const MarkerDescription& m = model_.markers[marker];
    if (model_.flexible_markers.contains(marker)) return {marker_frames_.at(marker), Vector3d::Zero()};
    return {m.body, m.position - com(m.body)};
  }

  void add_joints() {
    for (const Element& joint : model_.joints) {
      if (joint.markers.size() != 2) continue;  // gears are between joints
      const DrawnPoint a = point(joint.markers[0]), b = point(joint.markers[1]);
      if (joint.type->name == "distance") {
        drawing_.lines.push_back({joint.name, DrawnLine::Kind::thread, {a, b}});
        continue;
      }
      // In the plane, sliding is along x and rotation about z; in space both are along z.
      const bool slides_along_x =
          model_.dimension == 2 && (joint.type->name == "prismatic" || joint.type->name == "point-on-line");
      drawing_.joints.push_back({joint.name, joint.type->name, a,
                                 model_.markers[joint.markers[0]].axes.col(slides_along_x ? 0 : 2)});
    }
  }

  void add_drivers() {
    for (const Element& driver : model_.drivers)
      if (driver.type->name == "distance")
        drawing_.lines.push_back(
            {driver.name, DrawnLine::Kind::cylinder, {point(driver.markers[0]), point(driver.markers[1])}});
  }

  DrawnLine::Kind kind_of(const Element& force) const {
    if (force.type->name == "spring-damper") return DrawnLine::Kind::spring;
    if (force.type->has_section) return DrawnLine::Kind::rod;
    return force.type->name == "actuator" ? DrawnLine::Kind::cylinder : DrawnLine::Kind::thread;
  }

  void add_forces() {
    for (std::size_t f = 0; f < model_.forces.size(); ++f) {
      const Element& force = model_.forces[f];
      if (is_beam_element(f) || force.markers.size() != 2 || force.type->name == "torsional-spring") continue;
      const DrawnPoint a = point(force.markers[0]), b = point(force.markers[1]);
      drawing_.lines.push_back({force.name, kind_of(force), {a, b}});
    }
  }

  void add_bodies() {
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
      const BodyDescription& body = model_.bodies[b];
      if (is_elastic(static_cast<int>(b)) || is_beam_node(b)) continue;
      DrawnBody drawn{.name = body.name, .frame = static_cast<int>(b), .solids = body.solids};
      for (Solid& solid : drawn.solids) solid.at -= body.com;
      // The ends of rods are given in the axes of the shape, which are the body's.
      if (drawn.solids.empty()) drawn.solids = sticks(static_cast<int>(b));
      drawing_.bodies.push_back(std::move(drawn));
    }
  }

  /// The forces of joints, drivers and forces on the body of their marker b.
  void add_arrows() {
    std::vector<ElementTerms> terms;
    const auto add = [&](const std::vector<Element>& elements, const std::vector<ElementTerms>& all,
                         const char* kind) {
      for (std::size_t k = 0; k < elements.size(); ++k) {
        if (elements[k].markers.empty()) continue;  // gears and friction are between joints
        if (&elements == &model_.forces && is_beam_element(k)) continue;
        terms.push_back(all[k]);
        drawing_.arrows.push_back({elements[k].name, kind, place(elements[k].markers.back())});
      }
    };
    add(model_.joints, terms_.joints, "reaction");
    add(model_.drivers, terms_.drivers, "reaction");
    add(model_.forces, terms_.forces, "force");
    drawing_.forces = element_arrows(system_, std::move(terms));
    if (!drawing_.forces) drawing_.arrows.clear();
  }

  void add_markers() {
    for (std::size_t k = 0; k < model_.markers.size(); ++k)
      if (model_.markers[k].body != ground && !is_beam_marker(k))
        drawing_.markers.push_back({model_.markers[k].name, place(static_cast<int>(k))});
  }

  /// Two markers: a rod between them; otherwise one from the centre of mass to each.
  std::vector<Solid> sticks(int body) const {
    std::vector<Vector3d> ends;
    for (const int k : used_) {
      const MarkerDescription& m = model_.markers[k];
      const Vector3d end = m.position - com(body);
      if (m.body == body && std::find(ends.begin(), ends.end(), end) == ends.end()) ends.push_back(end);
    }
    std::vector<Solid> solids;
    if (ends.size() == 2) {
      solids.push_back({.type = "rod", .points = ends});
    } else {
      for (const Vector3d& end : ends)
        if (end.norm() > 0) solids.push_back({.type = "rod", .points = {Vector3d::Zero(), end}});
    }
    if (solids.empty()) solids.push_back({.type = "box"});
    return solids;
  }

  void add_meshes() {
    for (const ElasticView& view : elastic_views(*system_)) {
      const auto body = std::find_if(model_.bodies.begin(), model_.bodies.end(),
                                     [&](const BodyDescription& b) { return b.name == view.name; });
      drawing_.meshes.push_back(
          elastic_drawing(view, *system_, static_cast<int>(body - model_.bodies.begin())));
    }
    for (const auto& [number, body] : model_.flexible_bodies)
      if (body->nodes)
        drawing_.meshes.push_back(imported_drawing(model_.bodies[number].name, body->nodes,
                                                   first_deformation(number, *body), number));
    for (const BeamDescription& beam : model_.beams)
      drawing_.meshes.push_back(beam_drawing(beam, system_, terms_.forces[beam.first_force].first.beams));
  }

  /// Among the coordinates of the system.
  int first_deformation(int body, const BuiltBody& built) const {
    const std::string name = model_.bodies[body].name + "." + built.deformations[0].name;
    const auto& q = system_->info().q;
    return static_cast<int>(std::ranges::find(q, name, &Quantity::name) - q.begin());
  }

  const BuiltDescription& model_;
  const ModelTerms& terms_;
  std::shared_ptr<const MechanicalSystem> system_;
  CoordinateNames names_;
  Drawing drawing_;
  std::vector<FrameCoordinates> frames_;
  std::map<int, int> marker_frames_;
  std::set<int> used_;  // markers of joints and forces
};

}  // namespace

std::shared_ptr<const Drawing> model_drawing(const BuiltDescription& description, const Model& model) {
  return ModelDrawing(description, model).draw();
}

}  // namespace pleuel
