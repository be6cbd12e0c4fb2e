// One model for every kind of element, in the plane and in space.
#pragma once

#include "model/element_bench.hpp"
#include "pleuel/fem/attachment.hpp"
#include "pleuel/fem/body_frame.hpp"
#include "pleuel/fem/mesh_generators.hpp"
#include "pleuel/fem/shape_integrals.hpp"
#include "pleuel/model/flexible/elastic_builder.hpp"

namespace pleuel::testing {

struct ElementCase {
  std::string name;
  int dimension = 2;
  BuiltDescription description;
};

inline void PrintTo(const ElementCase& c, std::ostream* out) { *out << c.name; }

namespace detail {

inline std::string readable(std::string name, int dimension, const std::string& suffix = "") {
  for (char& c : name)
    if (c == '-') c = '_';
  return name + suffix + (dimension == 2 ? "_plane" : "_space");
}

inline const ModelCatalogue& all() { return standard_model_catalogue(); }

}  // namespace detail

/// Every joint between bodies 0 and 1; a gear couples two hinges.
inline std::vector<ElementCase> joint_cases() {
  std::vector<ElementCase> cases;
  for (const int dimension : {2, 3})
    for (const ElementType& type : detail::all().joints) {
      if (!type.is_in(dimension)) continue;
      ElementCase c{detail::readable(type.name, dimension), dimension, three_bodies(dimension)};
      std::map<std::string, Value> values;
      std::vector<int> markers = {0, 2};
      if (type.name == "screw") values["pitch"] = 0.31;
      if (type.name == "gear") {
        const ElementType& hinge = type_named(detail::all().joints, "revolute");
        c.description.joints.push_back(element_of(hinge, "first", {0, 2}, dimension, {}));
        c.description.joints.push_back(element_of(hinge, "second", {3, 4}, dimension, {}));
        values = {{"joint1", 0}, {"joint2", 1}, {"teeth1", 21}, {"teeth2", 14}};
        markers.clear();
      }
      c.description.joints.push_back(element_of(type, "joint", markers, dimension, values));
      cases.push_back(std::move(c));
    }
  return cases;
}

inline std::vector<ElementCase> driver_cases() {
  std::vector<ElementCase> cases;
  for (const int dimension : {2, 3})
    for (const ElementType& type : detail::all().drivers) {
      ElementCase c{detail::readable("drive_" + type.name, dimension), dimension, three_bodies(dimension)};
      std::map<std::string, Value> values = {{"value", function_of("0.4 + 0.3*sin(2*t)", {"t"})}};
      if (type.n_markers == 1) values["axis"] = std::string("y");
      const std::vector<int> markers = type.n_markers == 1 ? std::vector<int>{1} : std::vector<int>{0, 2};
      c.description.drivers.push_back(element_of(type, "driver", markers, dimension, values));
      cases.push_back(std::move(c));
    }
  return cases;
}

/// Every force with every law and along every scalar; functions read a measure.
inline std::vector<ElementCase> force_cases() {
  std::vector<ElementCase> cases;
  using Values = std::map<std::string, Value>;
  const auto add = [&](const std::string& type_name, const std::string& suffix, std::vector<int> markers,
                       const Values& values, const std::string& joint = {}) {
    for (const int dimension : {2, 3}) {
      const ElementType& type = type_named(detail::all().forces, type_name);
      ElementCase c{detail::readable(type.name, dimension, suffix), dimension, three_bodies(dimension)};
      c.description.measures.push_back(
          element_of(type_named(detail::all().measures, "distance"), "gap", {1, 5}, dimension, {}));
      if (!joint.empty())
        c.description.joints.push_back(
            element_of(type_named(detail::all().joints, joint), "joint", {0, 2}, dimension, {}));
      Values given = values;
      if (type_name == "bushing") {
        const int n = 3 * (dimension - 1);
        const Matrix A = Matrix::Random(n, n), B = Matrix::Random(n, n);
        given = {{"stiffness", Matrix(A * A.transpose())}, {"damping", Matrix(B * B.transpose())}};
      }
      if (type_name == "beam" && dimension == 3) given.insert({{"GAz", 1.3}, {"GJ", 0.6}, {"EIy", 0.9}});
      if (type_name == "torque" && dimension == 2) {
        given.erase("x");
        given["z"] = values.at("x");
      }
      c.description.forces.push_back(element_of(type, "force", markers, dimension, given));
      cases.push_back(std::move(c));
    }
  };
  const Function reading = function_of("sin(3*t)*g + 0.4*g_rate^2", {"t", "g", "g_rate"}, {0});
  const Function law = function_of("x^3 + 0.5*v*g + g_rate", {"t", "g", "g_rate", "x", "v"}, {0});
  const Curve spring{{-1, 0, 2}, {-3, 0, 1}}, damper{{-1, 0, 1}, {-2, 0, 5}};
  add("spring-damper", "", {0, 2},
      {{"stiffness", 3.0}, {"damping", 0.7}, {"free_length", 0.4}, {"preload", 0.2}});
  add("spring-damper", "_to_ground", {6, 2}, {{"stiffness", 3.0}, {"damping", 0.7}});
  add("spring-damper", "_by_curves", {0, 2},
      {{"spring_curve", spring}, {"damper_curve", damper}, {"free_length", 0.4}});
  add("spring-damper", "_by_formula", {0, 2}, {{"force", law}});
  add("torsional-spring", "", {0, 2}, {{"stiffness", 3.0}, {"damping", 0.7}, {"free_angle", 0.4}});
  add("torsional-spring", "_by_formula", {0, 2}, {{"force", law}});
  add("bushing", "", {0, 2}, {});
  add("beam", "", {0, 2}, {{"EA", 3.0}, {"GAy", 1.7}, {"EIz", 1.1}, {"length", 0.8}, {"damping", 0.2}});
  add("beam", "_without_damping_to_ground", {6, 2}, {{"EA", 3.0}, {"GAy", 1.7}, {"EIz", 1.1}});
  add("force", "", {1}, {{"x", reading}, {"y", function_of("cos(t)", {"t"})}});
  add("force", "_in_the_marker_s_axes", {1},
      {{"x", reading}, {"y", function_of("cos(t)", {"t"})}, {"axes", std::string("marker")}});
  add("torque", "", {1}, {{"x", reading}});
  add("torque", "_in_the_marker_s_axes", {1}, {{"x", reading}, {"axes", std::string("marker")}});
  for (const char* along : {"distance", "angle", "position"}) {
    const std::string suffix = std::string("_along_") + along;
    const Value what = std::string(along);
    add("actuator", suffix, {0, 2}, {{"along", what}, {"command", reading}, {"lag", 0.2}});
    add("control", suffix, {0, 2},
        {{"along", what}, {"target", function_of("0.2*t", {"t"})}, {"kp", 3.0}, {"kd", 0.4}});
    add("control", suffix + "_with_lag", {0, 2},
        {{"along", what}, {"target", function_of("0.2*t", {"t"})}, {"kp", 3.0}, {"kd", 0.4}, {"lag", 0.3}});
    add("stop", suffix, {0, 2},
        {{"along", what}, {"lower", -0.1}, {"upper", 0.05}, {"stiffness", 4.0}, {"damping", 0.1}});
  }
  add("friction", "_of_a_hinge", {}, {{"joint", 0}, {"force", 2.0}, {"smooth", 0.5}, {"viscous", 0.3}},
      "revolute");
  add("friction", "_of_a_slide", {}, {{"joint", 0}, {"force", 2.0}, {"smooth", 0.5}, {"viscous", 0.3}},
      "prismatic");
  return cases;
}

/// A rigid body hinged to the end of an elastic rod, whose other end a spring holds to the ground.
/// Soft, so that differences see all terms alike.
inline ElementCase flexible_case(const std::string& name, const fem::ElasticBody& rod,
                                 const fem::DofSelection& frame, const std::string& start,
                                 const std::string& end) {
  const auto marker = [&](const std::string& set) {
    const fem::Attachment at(rod, frame, set);
    FlexibleMarker m;
    m.X.head<2>() = at.place_at_rest();
    for (const auto& e : at.entries()) m.entries.push_back({e.component, e.dof, e.weight});
    // any turn will do
    if (!m.entries.empty()) m.entries.push_back({FlexibleMarker::rotation_z, m.entries.front().dof, 0.7});
    return m;
  };
  auto elastic = std::make_shared<BuiltBody>();
  elastic->equations = std::make_shared<fem::FlexibleBody<2>>(
      fem::FlexibleBodyData<2>{.integrals = fem::shape_integrals(rod).restricted(frame),
                               .stiffness = frame.restrict(rod.stiffness()),
                               .damping = frame.restrict(rod.damping({.alpha = 0.3, .beta = 0.02})),
                               .gravity = {0.3, -1}});
  for (int k = 0; k < frame.n_kept(); ++k) elastic->deformations.push_back({"q" + std::to_string(k), "m"});
  ElementCase c{name, 2, three_bodies(2)};
  c.description.gravity = {0.3, -1, 0};
  c.description.flexible_bodies[1] = elastic;
  c.description.bodies[1].com.setZero();
  c.description.flexible_markers[2] = marker(start);
  c.description.flexible_markers[3] = marker(end);
  c.description.joints.push_back(element_of(type_named(detail::all().joints, "weld"), "weld", {3, 4}, 2, {}));
  c.description.joints.push_back(
      element_of(type_named(detail::all().joints, "revolute"), "hinge", {0, 2}, 2, {}));
  c.description.forces.push_back(element_of(type_named(detail::all().forces, "spring-damper"), "spring",
                                            {6, 3}, 2, {{"stiffness", 3.0}, {"damping", 0.7}}));
  return c;
}

/// The same in space; the markers turn with their node sets.
inline ElementCase spatial_flexible_case(const std::string& name, const fem::ElasticBody& body,
                                         const fem::DofSelection& frame, const std::string& first,
                                         const std::string& second) {
  auto elastic = std::make_shared<BuiltBody>();
  elastic->spatial_equations = std::make_shared<fem::FlexibleBody<3>>(
      fem::FlexibleBodyData<3>{.integrals = fem::spatial_integrals(body).restricted(frame),
                               .stiffness = frame.restrict(body.stiffness()),
                               .damping = frame.restrict(body.damping({.alpha = 0.3, .beta = 0.02})),
                               .gravity = {0.3, -1, 0.5}});
  for (int k = 0; k < frame.n_kept(); ++k) elastic->deformations.push_back({"q" + std::to_string(k), "m"});
  ElementCase c{name, 3, three_bodies(3)};
  c.description.gravity = {0.3, -1, 0.5};
  c.description.flexible_bodies[1] = elastic;
  c.description.bodies[1].com.setZero();
  c.description.flexible_markers[2] = make_marker(body, frame, first);
  c.description.flexible_markers[3] = make_marker(body, frame, second);
  c.description.joints.push_back(element_of(type_named(detail::all().joints, "weld"), "weld", {3, 4}, 3, {}));
  c.description.joints.push_back(
      element_of(type_named(detail::all().joints, "revolute"), "hinge", {0, 2}, 3, {}));
  c.description.forces.push_back(element_of(type_named(detail::all().forces, "spring-damper"), "spring",
                                            {6, 3}, 3, {{"stiffness", 3.0}, {"damping", 0.7}}));
  return c;
}

/// The same by the builder of models. With geometric stiffening it adds all matrices of inertia
/// loads, and of forces and moments at both markers.
inline ElementCase built_case(const std::string& name, const fem::ElasticBody& body,
                              const FrameChoice& choice, const std::string& first, const std::string& second,
                              const ElasticDynamics& more = {}) {
  const int dimension = body.dimension();
  ElementCase c{name, dimension, three_bodies(dimension)};
  c.description.gravity = dimension == 2 ? Eigen::Vector3d(0.3, -1, 0) : Eigen::Vector3d(0.3, -1, 0.5);
  ElasticShape shape = make_shape(body, choice, moved_unknowns(body, more.displacements));
  std::vector<FlexibleMarker> markers = {make_marker(body, shape.frame, first),
                                         make_marker(body, shape.frame, second)};
  ElasticDynamics dynamics = more;
  dynamics.damping = {.alpha = 0.3, .beta = 0.02};
  const ElasticBuild build =
      build_elastic(std::move(shape), {.names = {first, second}, .markers = std::move(markers)}, dynamics,
                    c.description.gravity);
  c.description.flexible_bodies[1] = build.body;
  c.description.bodies[1].com.setZero();
  for (int k = 0; k < 2; ++k)
    c.description.flexible_markers[2 + k] = build.markers[static_cast<std::size_t>(k)];
  c.description.joints.push_back(
      element_of(type_named(detail::all().joints, "weld"), "weld", {3, 4}, dimension, {}));
  c.description.joints.push_back(
      element_of(type_named(detail::all().joints, "revolute"), "hinge", {0, 2}, dimension, {}));
  c.description.forces.push_back(element_of(type_named(detail::all().forces, "spring-damper"), "spring",
                                            {6, 3}, dimension, {{"stiffness", 3.0}, {"damping", 0.7}}));
  return c;
}

inline ElementCase geometric_case(const std::string& name, const fem::ElasticBody& body,
                                  const FrameChoice& choice, const std::string& first,
                                  const std::string& second, ElasticDynamics dynamics = {}) {
  dynamics.elasticity = Elasticity::geometric;
  return built_case(name, body, choice, first, second, dynamics);
}

inline Expression field_of(const std::string& text, int dimension) {
  std::vector<std::string> inputs = {"t", "x", "y", "z"};
  inputs.resize(static_cast<std::size_t>(1 + dimension));
  return function_of(text, inputs).expression;
}

/// Loads in all axes that elements have, which depend on t, on the place, and on both.
inline std::vector<LoadChoice> loads_on(const std::string& set, bool is_beam, int dimension) {
  const auto fields = [&](std::vector<const char*> texts) {
    std::vector<Expression> list;
    for (int k = 0; k < dimension; ++k)
      list.push_back(field_of(texts[static_cast<std::size_t>(k)], dimension));
    return list;
  };
  std::vector<LoadChoice> loads = {
      {.set = is_beam ? "" : set, .value = fields({"0.3*(1 + sin(t))", "0.2 - x*y", "0.4*x*cos(t)"})},
      {.set = is_beam ? "" : set,
       .axes = LoadAxes::ground_axes,
       .value = fields({"0.5*x*sin(2*t)", "-0.7*cos(t)", "0.3 + x"})},
      {.is_per_volume = true,
       .axes = LoadAxes::ground_axes,
       .value = fields({"0.4", "(0.3 + x)*t", "sin(3*t)"})},
      {.is_per_volume = true, .value = fields({"0.2*y", "0.1*sin(t)", "0.2"})}};
  if (is_beam)
    loads.push_back({.axes = LoadAxes::section_axes, .value = fields({"0.4*sin(t)", "0.6 + x*t", "-0.8*x"})});
  else
    loads.push_back(
        {.set = set, .axes = LoadAxes::side_normal, .value = {field_of("0.9 + x*sin(t)", dimension)}});
  return loads;
}

inline std::vector<ElementCase> flexible_cases() {
  const fem::ElasticMaterial soft{.modulus = 40, .poisson = 0.3, .density = 2};
  const fem::ElasticBody beam(fem::beam_mesh({.length = 1, .elements = 3}),
                              fem::BeamSection{soft, 0.5, 0.04});
  const fem::ElasticBody sheet(fem::box_mesh({.length = 1, .height = 0.4, .nx = 2, .ny = 1}),
                               fem::PlaneSection{soft, 0.6});
  const fem::ElasticBody box(fem::solid_box_mesh({.length = 1,
                                                  .height = 0.4,
                                                  .width = 0.3,
                                                  .nx = 1,
                                                  .ny = 1,
                                                  .nz = 1,
                                                  .type = fem::CellType::tet4,
                                                  .corner = {-0.2, -0.2, -0.1}}),
                             fem::SolidSection{soft});
  const fem::ElasticBody hook(
      fem::beam_frame_mesh({.points = {{-0.2, 0, 0}, {0.4, 0.1, 0}, {0.5, 0.3, 0.3}}}),
      fem::SpatialBeamSection{.material = soft,
                              .area = 0.5,
                              .inertia_y = 0.02,
                              .inertia_z = 0.04,
                              .torsion = 0.03,
                              .shear_y = 6,
                              .shear_z = 7,
                              .y = Eigen::Vector3d(0, 1, 0.2)});
  // Moments at the ends of an angle cause axial forces where the frame holds more than one node.
  const fem::ElasticBody angle(fem::beam_frame_mesh({.points = {{0, 0, 0}, {0.5, 0.2, 0}, {0.9, -0.3, 0}}}),
                               fem::BeamSection{soft, 0.5, 0.04});
  const fem::ElasticBody stiff(
      fem::beam_mesh({.length = 1, .elements = 4}),
      fem::BeamSection{.material = soft, .area = 0.5, .inertia = 0.04, .axial = fem::AxialPart::neglected});
  const FrameChoice hold_ends = SupportFrame{
      {{"start", {fem::NodalDof::x, fem::NodalDof::y}}, {"end", {fem::NodalDof::x, fem::NodalDof::y}}}};
  return {
      flexible_case("elastic_beam", beam, fem::tangent_frame(beam, "start"), "start", "end"),
      flexible_case("elastic_sheet", sheet, fem::tangent_frame(sheet, "left"), "right", "top"),
      spatial_flexible_case("elastic_solid", box, fem::tangent_frame(box, "left"), "right", "top"),
      spatial_flexible_case("elastic_spatial_beam", hook, fem::tangent_frame(hook, "point1"), "start", "end"),
      geometric_case("geometric_angle", angle, hold_ends, "point1", "end"),
      geometric_case("geometric_stiff_beam", stiff, TangentFrame{"start"}, "end", "middle"),
      geometric_case("geometric_sheet", sheet, TangentFrame{"left"}, "right", "top"),
      geometric_case("geometric_modes", sheet, TangentFrame{"left"}, "right", "top",
                     {.reduction = ReductionChoice{.modes = 3}}),
      geometric_case("geometric_solid", box, TangentFrame{"left"}, "right", "top"),
      geometric_case("geometric_solid_in_mean_axes", box, MeanFrame{}, "right", "top"),
      geometric_case("geometric_spatial_beam", hook, TangentFrame{"point1"}, "start", "end"),
      geometric_case("geometric_spatial_modes", box, TangentFrame{"left"}, "right", "top",
                     {.reduction = ReductionChoice{.modes = 4}}),
      built_case("loaded_beam", beam, TangentFrame{"start"}, "end", "start",
                 {.loads = loads_on("", true, 2)}),
      built_case("loaded_sheet", sheet, TangentFrame{"left"}, "right", "top",
                 {.loads = loads_on("top", false, 2)}),
      built_case("loaded_modes", sheet, TangentFrame{"left"}, "right", "top",
                 {.reduction = ReductionChoice{.modes = 3}, .loads = loads_on("boundary", false, 2)}),
      built_case("loaded_spatial_beam", hook, TangentFrame{"point1"}, "start", "end",
                 {.loads = loads_on("", true, 3)}),
      built_case("loaded_solid", box, TangentFrame{"left"}, "right", "top",
                 {.loads = loads_on("boundary", false, 3)}),
      built_case("loaded_spatial_modes", box, MeanFrame{}, "right", "top",
                 {.reduction = ReductionChoice{.modes = 4}, .loads = loads_on("top", false, 3)}),
      built_case("moved_sheet", sheet, SupportFrame{}, "right", "top",
                 {.displacements = {{.set = "left",
                                     .components = {{fem::NodalDof::x, field_of("0.1*sin(2*t)", 2)},
                                                    {fem::NodalDof::y, field_of("0.05*t + y*t^2", 2)}}}}}),
      built_case("moved_solid", box, SupportFrame{{{"left", {fem::NodalDof::x}}}}, "right", "top",
                 {.displacements = {{.set = "left",
                                     .components = {{fem::NodalDof::y, field_of("0.1*x*sin(2*t)", 3)},
                                                    {fem::NodalDof::z, field_of("0.05*t + y*t^2", 3)}}}}})};
}

inline std::vector<ElementCase> constraint_cases() {
  std::vector<ElementCase> cases = joint_cases();
  for (auto more : {driver_cases(), flexible_cases()}) cases.insert(cases.end(), more.begin(), more.end());
  return cases;
}

inline std::vector<ElementCase> all_element_cases() {
  std::vector<ElementCase> cases = joint_cases();
  for (auto more : {driver_cases(), force_cases(), flexible_cases()})
    cases.insert(cases.end(), more.begin(), more.end());
  return cases;
}

}  // namespace pleuel::testing
