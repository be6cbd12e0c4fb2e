// Models with elastic bodies of beams in space.
#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "models/case_files.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/drawing.hpp"
#include "pleuel/model/built_description.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/model_reader.hpp"
#include "pleuel/problem/model_problem.hpp"

namespace pleuel::testing {
namespace spatial_beam_models_test {

using std::numbers::pi;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return place == std::string::npos ? text : text.replace(place, from.size(), to);
}

// ----- planar cases in space

/// A mechanism in the plane, and the same in space.
struct Twins {
  const char *name, *bodies, *spatial_bodies, *joints, *spatial_joints, *outputs;
  double until;
};

std::string planar_text(const Twins& t) {
  return std::string(R"({"pleuel": 2, "name": "twin", "dimension": 2, "gravity": [0, -9.81], "bodies": [)") +
         t.bodies + R"(], "joints": [)" + t.joints + R"(], "outputs": [)" + t.outputs + "]," +
         R"("simulation": {"until": )" + std::to_string(t.until) + R"(}})";
}
std::string spatial_text(const Twins& t) {
  return std::string(
             R"({"pleuel": 2, "name": "twin", "dimension": 3, "gravity": [0, -9.81, 0], "bodies": [)") +
         t.spatial_bodies + R"(], "joints": [)" + t.spatial_joints + R"(], "outputs": [)" + t.outputs + "]," +
         R"("simulation": {"until": )" + std::to_string(t.until) + R"(}})";
}

/// The rod of the flexible slider crank, in all variants of its theory; `s` stands for its section
/// and `f` for its frame.
const Twins slider_crank{
    "slider-crank",
    R"({"name": "crank", "mass": 0.36, "inertia": 0.001, "com": [0.075, 0], "markers": {"pin": [0.15, 0]}, "angular_velocity": 12},
       {"name": "rod", "type": "flexible", "mesh": {"type": "beam", "length": 0.3, "elements": 4},
        "material": {"young": 2e9, "poisson": 0.3, "density": 7870}, "section": {"height": 0.008, "width": 0.006 EXTRA},
        "frame": FRAME, "position": [0.15, 0], "markers": {"pin": {"set": "start"}, "tip": {"set": "end"}}},
       {"name": "slider", "mass": 0.0756, "inertia": 0.001, "position": [0.45, 0]})",
    R"({"name": "crank", "mass": 0.36, "inertia": [0.001, 0.001, 0.001], "com": [0.075, 0, 0], "markers": {"pin": [0.15, 0, 0]}, "angular_velocity": [0, 0, 12]},
       {"name": "rod", "type": "flexible", "mesh": {"type": "beam", "length": 0.3, "elements": 4},
        "material": {"young": 2e9, "poisson": 0.3, "density": 7870}, "section": {"height": 0.008, "width": 0.006, "y": [0, 1, 0] EXTRA},
        "frame": FRAME, "position": [0.15, 0, 0], "markers": {"pin": {"set": "start"}, "tip": {"set": "end"}}},
       {"name": "slider", "mass": 0.0756, "inertia": [0.001, 0.001, 0.001], "position": [0.45, 0, 0], "markers": {"way": {"at": [0, 0, 0], "z": [1, 0, 0]}}})",
    R"({"name": "bearing", "type": "revolute", "a": "ground.origin", "b": "crank.origin"},
       {"name": "crankpin", "type": "revolute", "a": "crank.pin", "b": "rod.pin"},
       {"name": "wristpin", "type": "revolute", "a": "rod.tip", "b": "slider.origin"},
       {"name": "slide", "type": "prismatic", "a": "ground.origin", "b": "slider.origin"})",
    R"({"name": "bearing", "type": "revolute", "a": "ground.origin", "b": "crank.origin"},
       {"name": "crankpin", "type": "revolute", "a": "crank.pin", "b": "rod.pin"},
       {"name": "wristpin", "type": "spherical", "a": "rod.tip", "b": "slider.origin"},
       {"name": "slide", "type": "prismatic", "a": "ground.way", "b": "slider.way"})",
    R"("slider.x", {"marker": "rod.tip", "parts": ["ux", "uy"]}, "bearing.fx", "bearing.fy", "energy.total")",
    0.005};

Twins variant(const std::string& extra, const std::string& frame) {
  static std::vector<std::string> texts;  // they outlive the twins
  Twins t = slider_crank;
  texts.reserve(64);
  for (const char** text : {&t.bodies, &t.spatial_bodies}) {
    texts.push_back(replaced(replaced(*text, "EXTRA", extra), "FRAME", frame));
    *text = texts.back().c_str();
  }
  return t;
}

void expect_same(const Twins& t, const std::string& suffix) {
  std::string spatial = spatial_text(t);
  spatial = replaced(spatial, R"("bodies")",
                     R"("ground": {"markers": {"way": {"at": [0, 0, 0], "z": [1, 0, 0]}}}, "bodies")");
  const RunResult flat = run_file(file_of(planar_text(t), suffix + "-planar"), "ggl1", "radau5", 1e-11);
  const RunResult solid = run_file(file_of(spatial, suffix + "-spatial"), "ggl1", "radau5", 1e-11);
  ASSERT_EQ(flat.status, RunStatus::ok) << flat.message;
  ASSERT_EQ(solid.status, RunStatus::ok) << solid.message;
  for (const char* name : {"slider.x", "rod.tip.ux", "rod.tip.uy", "energy.total"}) {
    const double value = output(flat, name), size = std::string(name).starts_with("rod.tip") ? 1e-3 : 1;
    EXPECT_NEAR(output(solid, name), value, 1e-8 * std::max(size, std::abs(value))) << name << suffix;
  }
  EXPECT_GT(std::abs(output(flat, "rod.tip.uy")) + std::abs(output(flat, "rod.tip.ux")), 1e-7);
}

TEST(PlanarBeamsInSpace, MoveAsInThePlane) {
  const std::string tangent = R"({"type": "tangent", "set": "start"})",
                    chord = R"({"type": "chord", "a": "start", "b": "end"})";
  expect_same(variant("", tangent), "-tangent");
  expect_same(variant("", chord), "-chord");
  expect_same(variant(R"(, "axial": false)", tangent), "-inextensible");
  expect_same(variant(R"(, "shear": true)", chord), "-shear");
  const std::string geometric = R"(, "elasticity": "geometric")";
  expect_same(variant("", tangent + geometric), "-geometric-tangent");
  expect_same(variant(R"(, "shear": true)", chord + geometric), "-geometric-chord");
}

// ----- a free rotor

/// Energy, momentum and angular momentum about the origin of the ground, of the state at the end.
struct Invariants {
  double energy;
  Eigen::Vector3d momentum, angular;

  explicit Invariants(const RunResult& result) : energy(output(result, "energy.total")) {
    const std::string path = model_path("spinning-rotor");
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    const auto model = build_bodies(read_model(path, text.str(), standard_model_catalogue()));
    const BuiltBody& built = *model.flexible_body(0);
    const fem::FlexibleBody<3>& body = *built.spatial_equations;
    Vector x(body.size() + 1), v(body.size());
    const char* const place[] = {"x", "y", "z", "p0", "p1", "p2", "p3"};
    const char* const rate[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
    for (int k = 0; k < 7; ++k) x[k] = unknown(result, std::string("rotor.") + place[k]);
    for (int k = 0; k < 6; ++k) v[k] = unknown(result, std::string("rotor.") + rate[k]);
    for (int k = 0; k < body.n_deformation(); ++k) {
      x[7 + k] = unknown(result, "rotor." + built.deformations[k].name);
      v[6 + k] = unknown(result, "vrotor." + built.deformations[k].name);
    }
    fem::FlexibleBody<3>::Workspace work(body);
    FixedMatrix M = body.pattern().with_zeros();
    body.mass(x, M, work);
    Vector Mv = Vector::Zero(body.size());
    M.multiply_add(1, v.data(), Mv.data());
    momentum = Mv.head<3>();
    const Eigen::Quaterniond p(x[3], x[4], x[5], x[6]);
    angular = p * Eigen::Vector3d(Mv.segment<3>(3)) + Eigen::Vector3d(x.head<3>()).cross(momentum);
  }
};

TEST(SpinningRotor, KeepsEnergyAndMomentaOver100Turns) {
  const double rtol = 1e-8, turn = 2 * pi / 20;
  const auto after = [&](double time) {
    return Invariants(run_model({.name = "spinning-rotor",
                                 .tolerance = rtol,
                                 .until = time,
                                 .formulation = "rcd1",
                                 .method = "radau"}));
  };
  const Invariants start = after(1e-3 * turn), end = after(100 * turn);
  EXPECT_NEAR(end.energy, start.energy, 100 * rtol * start.energy);
  EXPECT_LT((end.momentum - start.momentum).norm(), 100 * rtol * start.momentum.norm());
  // Part of the angular momentum is that of the flight, momentum times distance.
  EXPECT_LT((end.angular - start.angular).norm(), 100 * rtol * start.angular.norm());
}

// ----- a rod of beams under all formulations

std::string crank_with(const std::string& rod) {
  std::ifstream file(model_path("spatial-slider-crank"));
  std::ostringstream text;
  text << file.rdbuf();
  std::string model = text.str();
  const auto from = model.find("\"mesh\""), to = model.find("\"position\"", from);
  return model.replace(from, to - from, rod);
}
const std::string rod_of_beams = R"("mesh": {"type": "beam", "length": "l", "elements": 4},
     "material": {"young": "2e11 N/m^2", "poisson": 0.3, "density": "7800 kg/m^3"},
     "section": {"height": "h", "width": "b", "y": [0, 1, 0], "shear": true}, FRAME, )";

std::string crank_in(const std::string& frame, const std::string& modes = {}) {
  const std::string rod = replaced(rod_of_beams, "FRAME", "\"frame\": " + frame + modes);
  std::string text = crank_with(rod);
  text = replaced(text, R"("pin": {"set": "left"})", R"("pin": {"set": "start"})");
  return replaced(text, R"("wrist": {"set": "right",)", R"("wrist": {"set": "end",)");
}
const std::string tangent = R"({"type": "tangent", "set": "start"})",
                  chord = R"({"type": "chord", "a": "start", "b": "end"})";

RunResult crank_run(const std::string& path, const std::string& formulation, const std::string& method,
                    double tolerance) {
  RunRequest request = request_of(path, {.name = {},
                                         .tolerance = tolerance,
                                         .until = 0.02,
                                         .settings = {{"sweeps", "2"}},
                                         .formulation = formulation,
                                         .method = method});
  return run(all(), request);
}

TEST(SpatialSliderCrankOfBeams, AgreesUnderAllFormulationsAndMethods) {
  const std::string path = file_of(crank_in(chord));
  const RunResult reference = crank_run(path, "ggl1", "radau5", 1e-10);
  ASSERT_EQ(reference.status, RunStatus::ok) << reference.message;
  const double x = unknown(reference, "slider.x"), tolerance = 1e-7;
  for (const auto& [formulation, method] : {std::pair("rcd1", "radau5"),
                                            {"ggl1", "radau5"},
                                            {"psi1", "radau5"},
                                            {"ovd1", "radau5"},
                                            {"baumgarte", "radau5"},
                                            {"rcd1", "radau"},
                                            {"ggl1", "gam"},
                                            {"rcd1", "bim"}}) {
    const RunResult found = crank_run(path, formulation, method, tolerance);
    EXPECT_EQ(found.status, RunStatus::ok) << formulation << " " << method << ": " << found.message;
    EXPECT_NEAR(unknown(found, "slider.x"), x, 100 * tolerance) << formulation << " " << method;
    for (const char* c : {"rod.ux2", "rod.uy2", "rod.uz2", "rod.thetay2"})
      EXPECT_NEAR(unknown(found, c), unknown(reference, c), 100 * tolerance) << c << formulation << method;
  }
  EXPECT_GT(std::abs(unknown(reference, "rod.uz2")), 1e-6);
}

/// From a start without deformation, which is the same in all frames.
TEST(SpatialSliderCrankOfBeams, MovesAlikeInAnyFrameWithModesAndAsTetrahedraDo) {
  const auto of = [](const std::string& path, double tolerance) {
    RunResult result = run(
        all(),
        request_of(
            path,
            {.name = {}, .tolerance = tolerance, .until = 0.004, .formulation = "rcd1", .method = "radau5"}));
    EXPECT_EQ(result.status, RunStatus::ok) << result.message;
    return result;
  };
  const RunResult in_tangent = of(file_of(crank_in(tangent), "-tangent"), 1e-8),
                  in_chord = of(file_of(crank_in(chord), "-chord"), 1e-8),
                  of_modes = of(file_of(crank_in(tangent, R"(, "modes": 12)"), "-modes"), 1e-7),
                  of_solid = of(model_path("spatial-slider-crank"), 1e-7);
  const double x = unknown(in_tangent, "slider.x"), uz = output(in_tangent, "rod.wrist.uz");
  EXPECT_GT(uz, 1e-4);
  // Linear elasticity neglects terms of the size u²/l, which depend on the frame.
  EXPECT_NEAR(unknown(in_chord, "slider.x"), x, 2 * uz * uz / 0.3);
  EXPECT_NEAR(output(in_chord, "energy.total"), output(in_tangent, "energy.total"), 1e-6);
  EXPECT_NEAR(output(of_modes, "rod.wrist.uz"), uz, 0.02 * uz);
  EXPECT_NEAR(output(of_solid, "rod.wrist.uz"), uz, 0.05 * uz);  // of 8 modes
  EXPECT_NEAR(unknown(of_solid, "slider.x"), x, 1e-6);
}

// ----- section forces

/// A cantilever along (0, 3, 4)/5, held at its start, under gravity −g along z in equilibrium.
TEST(SpatialSectionForceOutputs, OfACantileverAreThoseOfItsWeight) {
  const RunResult result = run_file(file_of(R"({"pleuel": 2, "name": "cantilever", "dimension": 3,
    "gravity": [0, 0, -9.81], "bodies": [{"name": "beam", "type": "flexible",
      "mesh": {"type": "beam", "points": [[0, 0, 0], [0, 1.2, 1.6]], "elements": 4},
      "material": {"young": 2e11, "poisson": 0.3, "density": 7800},
      "section": {"height": 0.01, "width": 0.02, "y": [1, 0, 0]}, "frame": {"type": "tangent", "set": "start"}}],
    "joints": [{"name": "wall", "type": "weld", "a": "ground.origin", "b": "beam.origin"}],
    "outputs": [{"field": "beam.axial_force", "at": [0, 1]}, {"field": "beam.shear_force_y", "at": [0, 1]},
      {"field": "beam.shear_force_z", "at": [0, 1]}, {"field": "beam.torque", "at": "max"},
      {"field": "beam.bending_moment_y", "at": [3, 3]}, {"field": "beam.bending_moment_z", "at": "max"}],
    "simulation": {"formulation": "qs", "until": 1}})"));
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  const double load = 7800 * 2e-4 * 9.81, h = 0.5, rounding = 1e-6 * load;
  // x = (0, 3, 4)/5, y = (1, 0, 0), z = x × y = (0, 4, −3)/5: the weight is load (−4/5 along x,
  // +3/5 along z).
  EXPECT_NEAR(output(result, "beam.axial_force.e0.g1"), -0.8 * load * (2 - h / 2), rounding);
  EXPECT_NEAR(output(result, "beam.shear_force_y.e0.g1"), 0, rounding);
  EXPECT_NEAR(output(result, "beam.shear_force_z.e0.g1"), 0.6 * load * (2 - h / 2), rounding);
  EXPECT_NEAR(output(result, "beam.torque.max"), 0, rounding);
  const double rest = h * (0.5 - 0.5 / std::sqrt(3.0));
  EXPECT_NEAR(output(result, "beam.bending_moment_y.e3.g3"), -0.6 * load * rest * rest / 2, rounding);
  EXPECT_NEAR(output(result, "beam.bending_moment_z.max"), 0, rounding);
}

// ----- pictures

Case case_of_file(const std::string& path) {
  const Problem problem = model_problem(path);
  return problem.build(OptionValues(problem.options, {}));
}

std::vector<std::string> names_of(const std::vector<Quantity>& fields) {
  std::vector<std::string> names;
  for (const Quantity& field : fields) names.push_back(field.name);
  return names;
}

TEST(BeamPictures, OfElasticBeamsInSpaceHaveTheirSectionForces) {
  const Case c = case_of_file(model_path("spinning-rotor"));
  ASSERT_EQ(c.drawing->meshes.size(), 1u);
  const DrawnMesh& rotor = c.drawing->meshes[0];
  EXPECT_EQ(names_of(rotor.fields),
            (std::vector<std::string>{"axial force", "shear force y", "shear force z", "torque",
                                      "bending moment y", "bending moment z"}));
  EXPECT_EQ(rotor.edges.size(), 20u);
  NodeValues values;
  rotor.values({.q = view(c.q0)}, values);
  EXPECT_EQ(values.fields.size(), 6u);
  EXPECT_EQ(values.fields[0].size(), 21);
}

/// A straight exact beam whose last node is moved along it.
TEST(BeamPictures, OfExactBeamsInSpaceAreOutlinesInColoursOfTheirSectionForces) {
  const std::string text = R"({"pleuel": 2, "name": "bar", "dimension": 3,
    "beams": [{"name": "bar", "from": [0, 0, 0], "to": [2, 0, 0], "elements": 2, "section": SECTION, "y": [0, 1, 0],
      "material": {"young": 3e6, "poisson": 0.3, "density": 1000}}]})";
  for (const auto& [section, n_corners, area] :
       {std::tuple(R"({"height": 0.2, "width": 0.1})", 4, 0.02), {R"({"radius": 0.1})", 8, 0.01 * pi}}) {
    Case c = case_of_file(file_of(replaced(text, "SECTION", section), std::to_string(n_corners)));
    EXPECT_TRUE(c.drawing->bodies.empty());
    ASSERT_EQ(c.drawing->meshes.size(), 1u);
    const DrawnMesh& bar = c.drawing->meshes[0];
    EXPECT_EQ(names_of(bar.fields),
              (std::vector<std::string>{"axial force", "shear force", "bending moment", "torque"}));
    ASSERT_EQ(static_cast<int>(bar.nodes.size()), 3 * n_corners);
    EXPECT_NEAR((bar.nodes[0] - Eigen::Vector3d(0, bar.nodes[0][1], bar.nodes[0][2])).norm(), 0, 1e-15);
    const double stretch = 1e-3;
    c.q0[2 * 7] += stretch;
    NodeValues values;
    bar.values({.q = view(c.q0)}, values);
    for (int k = 0; k < n_corners; ++k) {
      EXPECT_NEAR(values.displacement(0, 2 * n_corners + k), stretch, 1e-15);
      EXPECT_NEAR(values.fields[0][k], 0, 1e-6);
      EXPECT_NEAR(values.fields[0][n_corners + k], 0.5 * 3e6 * area * stretch, 1e-9 * 3e6 * area);
      EXPECT_NEAR(values.fields[0][2 * n_corners + k], 3e6 * area * stretch, 1e-9 * 3e6 * area);
    }
  }
}

// ----- remarks and refusals

std::string still_beam(const std::string& mesh, const std::string& section, const std::string& more = {}) {
  return R"({"pleuel": 2, "name": "beam", "dimension": 3, "bodies": [{"name": "beam", "type": "flexible",
    "mesh": )" +
         mesh + R"(, "material": {"young": 2e11, "poisson": 0.3, "density": 7800}, "section": )" + section +
         R"(, "frame": {"type": "tangent", "set": "start"})" + more +
         R"(, "markers": {"tip": {"set": "end"}}}],
    "joints": [{"name": "wall", "type": "weld", "a": "ground.origin", "b": "beam.origin"}],
    "outputs": ["beam.tip.x"], "simulation": {"until": 1e-4}})";
}
const std::string bar = R"({"type": "beam", "length": 1, "elements": 1})",
                  square = R"({"height": 0.02, "width": 0.02, "y": [0, 1, 0]})";

TEST(BeamRemarks, NameBeamsThatAreTooThickOrTooFew) {
  const auto remarks = [](const std::string& text, const std::string& suffix) {
    const RunResult result = run_file(file_of(text, suffix), "rcd1", "radau5", 1e-5);
    EXPECT_EQ(result.status, RunStatus::ok) << result.message;
    return all_remarks(result);
  };
  EXPECT_TRUE(remarks(still_beam(bar, square), "-slender").empty());
  const std::string thick = R"("height": 0.2, "width": 0.2, "y": [0, 1, 0])";
  const auto of_thick = remarks(still_beam(bar, "{" + thick + "}"), "-thick");
  // ½ (π/L)² EI/κGA with 5/6 for κ
  EXPECT_TRUE(
      has_remark(of_thick, {"body 'beam'", "1 m long and 0.2 m thick", "by about 5.1 %", "\"shear\": true"}))
      << (of_thick.empty() ? "none" : of_thick[0]);
  EXPECT_TRUE(remarks(still_beam(bar, "{" + thick + ", \"shear\": true}"), "-shear").empty());
  EXPECT_TRUE(has_remark(remarks(still_beam(bar, R"({"radius": 0.3, "shear": true})"), "-block"),
                         {"three times as long as thick", "tetrahedra"}));
  EXPECT_TRUE(has_remark(remarks(still_beam(bar, square, R"(, "modes": 5)"), "-modes"),
                         {"too few beam elements for the frequency of mode", "fewer modes"}));
  const std::string pinned = R"({"pleuel": 2, "name": "planar", "dimension": 2, "bodies": [{"name": "beam",
    "type": "flexible", "mesh": {"type": "beam", "length": 1, "elements": 1},
    "material": {"young": 2e11, "density": 7800}, "section": {"area": 1e-4, "inertia": 1e-9},
    "frame": {"type": "chord", "a": "start", "b": "end"}}], "outputs": ["beam.x"], "simulation": {"until": 1e-4}})";
  EXPECT_TRUE(has_remark(remarks(pinned, "-pinned"), {"too few beam elements for its lowest frequency"}));
}

TEST(SpatialBeamModels, RefuseFaultsWithPlaceValueAndRemedy) {
  const auto refusal = [](const std::string& text, const std::string& suffix) -> std::string {
    try {
      (void)run_file(file_of(text, suffix), "ggl1", "radau5");
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  const std::string spans = R"({"type": "beam", "points": [[0, 0, 0], [1, 0, 0], [1, 0, 1]], "elements": 1})";
  const std::string good = still_beam(spans, square);
  const std::pair<std::pair<std::string, std::string>, std::vector<std::string>> cases[] = {
      {{R"(, "y": [0, 1, 0])", ""}, {"/bodies/0/section", "'y' is missing", "section's y axis"}},
      {{R"("y": [0, 1, 0])", R"("y": [0, 0, 3])"},
       {"/bodies/0/section", "(0, 0, 1), is parallel to element 1"}},
      {{R"("height": 0.02)", R"("height": -0.02)"}, {"/bodies/0/section/height", "-0.02"}},
      {{R"("height": 0.02)", R"("rotary": true, "height": 0.02)"}, {"unknown key 'rotary'"}},
      {{R"("height": 0.02)", R"("shear_y": 0.8, "height": 0.02)"}, {"shear_y", "\"shear\": true"}},
      {{"[1, 0, 0]", "[0, 0, 0]"}, {"/bodies/0/mesh", "from point 0 to point 1 has no length"}},
      {{R"("elements")", R"("lines": [[0, 1], [1, 3]], "elements")"}, {"/bodies/0/mesh", "point 3"}},
      {{R"("elements")", R"("lines": [[0, 1]], "elements")"}, {"point 2 is in no line"}},
      {{R"("elements")", R"("length": 1, "elements")"}, {"both 'length' and 'points'"}},
      {{R"({"set": "end"})", R"({"node": [0.5, 0, 0]})"}, {"/bodies/0/markers/tip", "nearest is node"}},
      {{R"({"set": "end"})", R"({"set": "point3"})"}, {"'point3'", "point2"}},
      {{R"("poisson": 0.3, )", ""}, {"/bodies/0/material", "'poisson' is missing"}},
      {{R"("poisson": 0.3, )", R"("poisson": 0.7, )"}, {"/bodies/0/material/poisson", "below 0.5"}},
      {{R"("frame")", R"("thickness": 1, "frame")"}, {"belongs to planar bodies"}},
  };
  EXPECT_EQ(refusal(good, "-good"), "");
  int number = 0;
  for (const auto& [change, expected] : cases) {
    const std::string message =
        refusal(replaced(good, change.first, change.second), std::to_string(number++));
    for (const std::string& text : expected)
      EXPECT_NE(message.find(text), std::string::npos) << change.second << "\n" << message;
  }
}

}  // namespace spatial_beam_models_test
}  // namespace pleuel::testing
