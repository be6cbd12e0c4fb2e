// Planar models with elastic beams, put into space: they move as in the plane.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "models/model_runs.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/model_reader.hpp"
#include "pleuel/model/flexible/elastic_data.hpp"
#include "pleuel/model/model.hpp"
#include "pleuel/run/analysis.hpp"

namespace pleuel::testing {
namespace planar_in_space_test {

const ElementType& joint_type(const std::string& name) {
  const auto& joints = standard_model_catalogue().joints;
  return *std::ranges::find(joints, name, &ElementType::name);
}

/// A planar model as one of space that moves in the plane z = 0:
///
///     beam section A, I         the same about z; those about y and of torsion do not matter
///     any body                  a planar joint to the ground, unless a ground slide holds it
///     revolute                  the point of b stays on the z axis of a
///     prismatic, along x of a   prismatic along z of markers that are turned
///     point-on-line             a driver that holds the position along y of a
class InSpace {
 public:
  explicit InSpace(ModelDescription planar) : model_(std::move(planar)) {
    model_.dimension = 3;
    for (BodyDescription& body : model_.bodies) {
      body.inertia = Eigen::Matrix3d::Identity() * body.inertia(2, 2);
      if (!body.flexible) continue;
      auto elastic = std::make_shared<ElasticData>(*body.flexible);
      const auto flat = std::get<fem::BeamSection>(*elastic->section);
      elastic->section = fem::SpatialBeamSection{.material = flat.material,
                                                 .area = flat.area,
                                                 .inertia_y = flat.inertia,
                                                 .inertia_z = flat.inertia,
                                                 .torsion = flat.inertia,
                                                 .shear_y = flat.shear,
                                                 .shear_z = flat.shear,
                                                 .y = Eigen::Vector3d(0, 1, 0),
                                                 .axial = flat.axial};
      body.flexible = std::move(elastic);
    }
    std::vector<bool> slides(model_.bodies.size());
    for (Element& joint : std::vector<Element>(std::exchange(model_.joints, {})))
      add(std::move(joint), slides);
    for (std::size_t k = 0; k < slides.size(); ++k)
      if (!slides[k]) hold_in_plane(static_cast<int>(k));
    // Unknowns have other names in space.
    model_.outputs.clear();
    for (std::size_t k = 0; k < model_.bodies.size(); ++k)
      EXPECT_FALSE(model_.bodies[k].inertia.isZero() && !slides[k] && !model_.bodies[k].flexible)
          << model_.bodies[k].name;
  }
  ModelDescription take() { return std::move(model_); }

 private:
  void add(Element joint, std::vector<bool>& slides) {
    if (joint.type->name == "revolute") {
      joint.type = &joint_type("point-on-line");
    } else if (joint.type->name == "prismatic") {
      EXPECT_EQ(model_.markers[joint.markers[0]].body, ground);
      slides[model_.markers[joint.markers[1]].body] = true;
      for (int& marker : joint.markers) marker = turned(marker, Eigen::Vector3d::UnitX());
    } else if (joint.type->name == "point-on-line") {
      const auto& drivers = standard_model_catalogue().drivers;
      joint.type = &*std::ranges::find(drivers, "position", &ElementType::name);
      joint.markers[0] = turned(joint.markers[0], Eigen::Vector3d::UnitY());
      joint.values["value"] = Function{Expression("test", "0", {"t"}, {}), {}};
      model_.drivers.push_back(std::move(joint));
      return;
    } else {
      ADD_FAILURE() << "a joint of type " << joint.type->name;
    }
    model_.joints.push_back(std::move(joint));
  }
  /// The same marker with z along one of its axes.
  int turned(int marker, const Eigen::Vector3d& axis) {
    MarkerDescription m = model_.markers[marker];
    m.axes = m.axes * Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), axis).toRotationMatrix();
    m.name += "_" + std::to_string(model_.markers.size());
    model_.markers.push_back(std::move(m));
    return static_cast<int>(model_.markers.size()) - 1;
  }
  void hold_in_plane(int body) {
    const auto origin = [this](int of) {
      const auto found = std::ranges::find_if(model_.markers, [of](const MarkerDescription& m) {
        return m.body == of && m.name.ends_with(".origin");
      });
      return static_cast<int>(found - model_.markers.begin());
    };
    model_.joints.push_back({.name = "plane_of_" + model_.bodies[body].name,
                             .type = &joint_type("planar"),
                             .markers = {origin(ground), origin(body)},
                             .values = {},
                             .place = "test"});
  }

  ModelDescription model_;
};

/// A model of a description, as a problem of a catalogue.
Problem problem_of(const std::string& name, ModelDescription description) {
  Problem problem;
  problem.name = problem.title = name;
  problem.build = [description](const OptionValues&) {
    const Model model = build_model(description);
    Case c;
    c.name = description.name;
    c.system = model.system;
    c.t_end = description.simulation.until;
    c.q0 = model.q0;
    c.v0 = model.v0;
    c.s0 = model.s0;
    c.start_metric = model.start_metric;
    c.deformation = model.deformation;
    c.breakpoints = description.simulation.breakpoints;
    c.reference = [](double) { return std::optional<Reference>(); };
    c.table_norm = [](double) { return std::optional<TableNorm>(); };
    return c;
  };
  return problem;
}

struct PlanarCase {
  std::string file;
  double until, tolerance;
};

/// Coordinates at the end, of bodies and deformations.
std::map<std::string, double> end_values(const Catalogue& catalogue, const std::string& name,
                                         const PlanarCase& wanted) {
  RunRequest request = request_of(name, {.name = {},
                                         .tolerance = wanted.tolerance,
                                         .until = wanted.until,
                                         .formulation = "ggl1",
                                         .method = "radau5"});
  const RunResult result = run(catalogue, request);
  EXPECT_EQ(result.status, RunStatus::ok) << name << ": " << result.message;
  std::map<std::string, double> values;
  const Problem& problem = catalogue.problem(name);
  const Case c = problem.build(OptionValues(problem.options, {}));
  for (const Quantity& q : c.system->info().q) values[q.name] = unknown(result, q.name);
  return values;
}

void expect_same_motion(const PlanarCase& wanted) {
  ModelDescription planar = read_model_file(model_path(wanted.file), standard_model_catalogue());
  planar.outputs.clear();
  Catalogue catalogue = standard_catalogue();
  catalogue.put(problem_of("planar", planar));
  catalogue.put(problem_of("spatial", InSpace(planar).take()));
  const auto flat = end_values(catalogue, "planar", wanted), solid = end_values(catalogue, "spatial", wanted);
  int n_compared = 0;
  const auto compare = [&](const std::string& name, double value) {
    const double expected = flat.at(name);
    EXPECT_NEAR(value, expected, 1e-8 * std::max(1.0, std::abs(expected))) << wanted.file << " " << name;
    ++n_compared;
  };
  for (const auto& [name, value] : solid) {
    const auto base = name.substr(0, name.find_last_of('.'));
    if (flat.contains(name) && !name.starts_with("plane_of_") && name.find("lambda") == std::string::npos)
      compare(name, value);
    const auto theta = name.find(".thetaz");
    if (theta != std::string::npos) compare(std::string(name).replace(theta, 7, ".theta"), value);
    if (name.ends_with(".p0")) {
      const double angle = flat.at(base + ".phi"), p0 = std::cos(angle / 2), p3 = std::sin(angle / 2);
      const double sign = value * p0 + solid.at(base + ".p3") * p3 < 0 ? -1 : 1;
      // A marker in space turns by sin α = θ, in the plane by α = θ.
      const double alpha = angle - flat.at(name.substr(0, name.find('.')) + ".phi");
      const double limit = 1e-8 + std::pow(std::abs(alpha), 3) / 12;
      EXPECT_NEAR(sign * value, p0, limit) << wanted.file << " " << name;
      EXPECT_NEAR(sign * solid.at(base + ".p3"), p3, limit) << wanted.file << " " << name;
      ++n_compared;
    }
    // What leaves the plane is the rounding of the rows that hold it.
    if (name.ends_with(".z") || name.ends_with(".p1") || name.ends_with(".p2")) {
      EXPECT_NEAR(value, 0, 1e-9) << wanted.file << " " << name;
    }
  }
  EXPECT_GE(n_compared, 20) << wanted.file;
}

TEST(PlanarModelsInSpace, HaveTheEightDigitsOfThePlane) {
  expect_same_motion({.file = "flexible-slider-crank", .until = 0.3, .tolerance = 1e-10});
  expect_same_motion({.file = "spin-up-beam", .until = 2, .tolerance = 1e-10});
  expect_same_motion({.file = "truck-flexible", .until = 0.2, .tolerance = 1e-10});
}

/// A block of plane strain under its own inertia, at rest in a turning frame; in space one layer
/// that is held along z.
std::string block(int dimension, int cells) {
  const bool is_flat = dimension == 2;
  const std::string n = std::to_string(cells);
  return R"({"pleuel": 2, "name": "block", "dimension": )" + std::to_string(dimension) + R"(, "gravity": )" +
         (is_flat ? "[0.4, -9.81]" : "[0.4, -9.81, 0]") + R"(,
    "bodies": [{"name": "block", "type": "flexible", "mesh": {"type": "polygon",
      "corners": [[0, 0], [1, 0], [1, 0.4], [0, 0.4]], "size": )" +
         std::to_string(0.4 / cells) +
         (is_flat ? R"(}, "state": "plane-strain", "thickness": 0.1)" : R"(, "depth": 0.1})") +
         R"(, "material": {"young": 1e6, "poisson": 0.3, "density": 1000},
      "frame": {"type": "supports", "fix": {"edge3": "xy")" +
         (is_flat ? "" : R"(, "boundary": "z")") + R"(}}, "markers": {"end": {"set": "edge1"}}}],
    "joints": [{"name": "wall", "type": "weld", "a": "ground.origin", "b": "block.origin"}],
    "outputs": [{"marker": "block.end", "parts": ["ux", "uy"]}]})";
}

/// Displacement of the end in equilibrium.
Eigen::Vector2d end_of_block(int dimension, int cells) {
  const std::string path =
      file_of(block(dimension, cells), std::to_string(dimension) + std::to_string(cells));
  const StaticsResult found = statics_of(all(), {.case_name = path});
  Eigen::Vector2d u(0, 0);
  for (const Output& o : found.outputs) u[o.name.back() == 'x' ? 0 : 1] = o.value;
  return u;
}

/// Tetrahedra of one layer have all displacements of the triangles, and more, which are not zero:
/// they are softer by what both lack. The corners of the clamp let it fall like h^1.4, by 2.7 in
/// the limit.
TEST(PlaneStrainInSpace, ConvergesToTheTrianglesWithTheirOrder) {
  double last = 0;
  for (const int cells : {1, 2, 4}) {
    const Eigen::Vector2d flat = end_of_block(2, cells), solid = end_of_block(3, cells);
    const double error = (solid - flat).norm() / flat.norm();
    EXPECT_LT(flat[1], -1e-4);
    EXPECT_LT(std::abs(flat[1]), std::abs(solid[1]));  // softer
    if (last > 0) {
      EXPECT_GT(last / error, 2);
    }
    last = error;
  }
}

}  // namespace planar_in_space_test
}  // namespace pleuel::testing
