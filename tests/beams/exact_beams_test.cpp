// Geometrically exact beams: identities, published results, orders of convergence.
#include <cmath>
#include <functional>
#include <numbers>

#include "beams/beam_models.hpp"
#include "outputs/sampled_outputs.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/model/beam/beam_section.hpp"
#include "pleuel/model/kinematics/beam_strain.hpp"

namespace pleuel::testing {
namespace exact_beams_test {

using std::numbers::pi;

BodyMotion<3> random_body() {
  BodyMotion<3> b;
  b.x.setRandom();
  b.R = rotation_by(Eigen::Vector3d::Random());
  b.v.setRandom();
  b.omega.setRandom();
  return b;
}

TEST(BeamStrain, IsTheSameAfterARigidMotion) {
  const BeamStrain<3> strain(0.8, Eigen::Vector3d::Random(), Eigen::Vector3d::Random(),
                             rotation_by(Eigen::Vector3d::Random()), rotation_by(Eigen::Vector3d::Random()));
  const BodyMotion<3> i = random_body(), j = random_body();
  const auto before = strain.motion(i, j);
  // x → c + Q x, v → Q (v + w × x), ω → ω + Rᵀ w
  const Eigen::Matrix3d Q = rotation_by({2.1, -0.7, 0.4});
  const Eigen::Vector3d c(3, -2, 5), w(0.6, 1.3, -0.8);
  const auto moved = [&](BodyMotion<3> b) {
    b.v = Q * (b.v + w.cross(b.x));
    b.x = c + Q * b.x;
    b.omega += b.R.transpose() * w;
    b.R = Q * b.R;
    return b;
  };
  const auto after = strain.motion(moved(i), moved(j));
  EXPECT_LT((after.value - before.value).norm(), 1e-14 * 100);
  EXPECT_LT((after.rate - before.rate).norm(), 1e-14 * 100);
}

TEST(BeamSections, HaveTheTorsionOfTextbooks) {
  // [TG70, §109]: J = 0.1406 a⁴ of a square, 0.229 a b³ of 2:1, 0.281 of 4:1.
  EXPECT_NEAR(rectangular_section(1, 1, 0).J, 0.1406, 5e-5);
  EXPECT_NEAR(rectangular_section(2, 1, 0).J, 2 * 0.229, 1e-3);
  EXPECT_NEAR(rectangular_section(1, 4, 0).J, 4 * 0.281, 2e-3);
  const SectionShape tube = round_section(0.5, 0.4, 0.3);
  EXPECT_NEAR(tube.J, pi / 2 * (std::pow(0.5, 4) - std::pow(0.4, 4)), 1e-15);
}

TEST(ExactBeams, OfCurvedAndKinkedLinesAreFreeOfStrain) {
  const std::string rest = R"(, "section": {"height": 0.1, "width": 0.2}, "material": {"young": 1e9,
  "poisson": 0.3, "density": 1000})";
  for (const std::string& line :
       {std::string(R"("from": [1, 0, 0], "arc": {"centre": [0, 0, 0], "axis": [1, 2, 3], "angle": 2},
                       "y": [1, 2, 3])"),
        std::string(R"("points": [[0, 0, 0], [1, 0, 0], [1, 2, 0], [1, 2, -1]], "y": [1, 2, 5])")}) {
    const BuiltModel built(
        R"({"pleuel": 2, "name": "m", "dimension": 3, "beams": [{"name": "b", "elements": 5, )" + line +
        rest + "}]}");
    // Strains of rounding, 1e-16, give energies of EA L 1e-32.
    EXPECT_LT(built.potential(built.model().q0), 1e9 * 0.02 * 4 * 1e-30) << line;
  }
}

TEST(ExactBeams, CloseToACircleUnderAnEndMoment) {
  for (const int dimension : {2, 3}) {
    const BuiltModel built(
        cantilever(dimension, 20,
                   R"({"name": "M", "type": "torque", "marker": "beam.end", "axes": "marker", "z": )" +
                       number_text(2 * pi * cantilever_EI, 17) + "}"));
    const Vector q = built.equilibrium().state.q;
    EXPECT_NEAR(built.coordinate(q, "beam.node20.x"), 0, 1e-9) << dimension;
    EXPECT_NEAR(built.coordinate(q, "beam.node20.y"), 0, 1e-9) << dimension;
    // The energy of a circle: M²L/2EI.
    EXPECT_NEAR(built.potential(q) / (2 * pi * pi * cantilever_EI), 1, 1e-9);
  }
}

/// Tip displacements by beams of ANSYS (Obrezkov et al. 2022): across and along the weak direction.
struct PrincetonValue {
  double load, angle, y, z;
};
const std::vector<PrincetonValue> princeton = {
    {8.896, 0, .0107142, 0},          {8.896, 15, .0106133, .0420823},  {8.896, 30, .0101117, .0793948},
    {8.896, 45, .0088372, .1089879},  {8.896, 60, .0066047, .1298876},  {8.896, 75, .0035389, .1421944},
    {8.896, 90, 0, .1462460},         {13.345, 0, .0160642, 0},         {13.345, 15, .0164583, .0643581},
    {13.345, 30, .0166587, .1177360}, {13.345, 45, .0151862, .1564672}, {13.345, 60, .0115784, .1818616},
    {13.345, 75, .0062490, .1960971}, {13.345, 90, 0, .2006777}};

TEST(ExactBeams, BendAndTwistLikeThePrincetonBeam) {
  for (const auto& [load, angle, y, z] : princeton) {
    const BuiltModel built = BuiltModel::of_file(
        "princeton-beam",
        {{"F", number_text(load) + " N"}, {"angle", number_text(angle) + " deg"}, {"n", "40"}});
    const Vector q = built.equilibrium().state.q;
    const double uy = built.coordinate(q, "beam.node40.y"), uz = built.coordinate(q, "beam.node40.z");
    const double size = std::hypot(y, z);
    EXPECT_LT(std::hypot(uy - y, uz - z), 0.003 * size) << load << " N, " << angle << " deg";
    EXPECT_LE(std::abs(uz - z), 0.002 * z + 1e-12) << load << " N, " << angle << " deg";
    // Across, J of the section decides: 3 % of J are 1.2 % of u_y at 75 deg.
    EXPECT_LE(std::abs(uy - y), 0.0125 * y + 1e-12) << load << " N, " << angle << " deg";
  }
}

TEST(ExactBeams, BendLikeTheArcOf45Degrees) {
  // Tip displacements in inches, (−13.4, 53.4, −23.5) in the axes of [BB79].
  const BuiltModel built = BuiltModel::of_file("bend-45", {});
  const Vector q = built.equilibrium().state.q;
  constexpr double inch = 0.0254, r = 100;
  const Eigen::Vector3d u(built.coordinate(q, "beam.node8.x") / inch + r * (1 - std::sqrt(0.5)),
                          built.coordinate(q, "beam.node8.y") / inch - r * std::sqrt(0.5),
                          built.coordinate(q, "beam.node8.z") / inch);
  const Eigen::Vector3d published(13.4, -23.5, 53.4);
  EXPECT_LT((u - published).norm(), 0.01 * published.norm());
  EXPECT_NEAR(u[0], published[0], 0.012 * 13.4);
  EXPECT_NEAR(u[1], published[1], 0.01 * 23.5);
  EXPECT_NEAR(u[2], published[2], 0.01 * 53.4);
}

double lowest_frequency(int dimension, int n) {
  const BuiltModel built(cantilever(dimension, n, ""));
  const Vector zero_v = Vector::Zero(built.info().n_v()), zero_l = Vector::Zero(built.info().n_lambda());
  const ModeSet modes = modes_about(
      *built.model().system,
      {.t = 0, .q = built.model().q0, .v = zero_v, .a = zero_v, .lambda = zero_l, .s = built.model().s0});
  return modes.modes.front().natural_omega();
}

TEST(ExactBeams, VibrateLikeTheoryWithErrorsOfSecondOrder) {
  // In the plane bending about z is the lowest mode; Euler and Bernoulli: ω = β² √(EI/ρA).
  const double theory = 3.516015269 * std::sqrt(cantilever_EI / (7800 * 2e-4));
  const double e8 = lowest_frequency(2, 8) / theory - 1, e16 = lowest_frequency(2, 16) / theory - 1,
               e32 = lowest_frequency(2, 32) / theory - 1;
  // Shear and rotary inertia lower ω by about 10 (h/L)² = 1e-4 of it.
  EXPECT_LT(std::abs(e32), 1e-3);
  EXPECT_NEAR((e8 - e16) / (e16 - e32), 4, 0.1);
  EXPECT_NEAR(lowest_frequency(3, 8) / lowest_frequency(2, 8), 1, 1e-8);
}

/// The load at which the cantilever leaves its plane or its axis: between low and high, within
/// `width`. Beyond, it is unstable, or the search has left it along `coordinate`.
double critical_load(double low, double high, double width, const std::string& coordinate,
                     const std::function<BuiltModel(double)>& loaded) {
  while (high - low > width) {
    const double mid = 0.5 * (low + high);
    const BuiltModel built = loaded(mid);
    const Equilibrium at = built.equilibrium(Judgement::by_modes);
    const bool is_there = std::abs(built.coordinate(at.state.q, coordinate)) < 1e-6;
    (at.stability == Stability::stable && is_there ? low : high) = mid;
  }
  return 0.5 * (low + high);
}

TEST(ExactBeams, BuckleUnderEulersLoad) {
  const double euler = pi * pi * cantilever_EI / 4;
  const double load = critical_load(0.9 * euler, 1.1 * euler, 1e-4 * euler, "beam.node20.y", [](double P) {
    return BuiltModel(cantilever(
        2, 20, R"({"name": "P", "type": "force", "marker": "beam.end", "x": )" + number_text(-P, 17) + "}"));
  });
  // Polygons of n elements: 1 + (π/2n)²/12 = 1 + 5e-4.
  EXPECT_NEAR(load / euler, 1, 1e-3);
}

TEST(ExactBeams, BuckleSidewaysUnderALoadInTheirPlane) {
  // A narrow strip (Prandtl, Michell): P = 4.0126 √(EI_y GJ)/L², raised by bending before it
  // buckles by 1/√((1 − EI_y/EI_z)(1 − GJ/EI_z)) = 1.0020.
  const SectionShape strip = rectangular_section(0.05, 0.002, 0.3);
  const double E = 2.1e11, G = E / 2.6, GJ = G * strip.J, EIy = E * strip.Iy, EIz = E * strip.Iz;
  const double theory = 4.0126 * std::sqrt(EIy * GJ / ((1 - EIy / EIz) * (1 - GJ / EIz)));
  const double load =
      critical_load(0.95 * theory, 1.05 * theory, 0.005 * theory, "beam.node20.z", [](double P) {
        return BuiltModel(R"({"pleuel": 2, "name": "strip", "dimension": 3, "beams": [{"name": "beam",
  "from": [0, 0, 0], "to": [1, 0, 0], "elements": 20, "y": [0, 1, 0], "section": {"height": 0.05,
  "width": 0.002}, "material": {"young": 2.1e11, "poisson": 0.3, "density": 7800}}],
  "joints": [{"name": "clamp", "type": "weld", "a": "ground.origin", "b": "beam.start"}],
  "forces": [{"name": "P", "type": "force", "marker": "beam.end", "y": )" +
                          number_text(-P, 17) + "}]}");
      });
  EXPECT_NEAR(load / theory, 1, 0.01);
}

/// Momentum and angular momentum about the origin of all bodies in space.
struct Momenta {
  Eigen::Vector3d linear = Eigen::Vector3d::Zero(), angular = Eigen::Vector3d::Zero();
};
Momenta momenta(const BuiltModel& built, const Vector& q, const Vector& v) {
  const auto evaluator = built.model().system->make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  evaluator->configuration_matrices(0, q, m);
  const Vector p = m.M.dense() * v;
  Momenta sum;
  for (int b = 0; 7 * b < q.size(); ++b) {
    BodyMotion<3> body;
    place_body(q.data() + 7 * b, body);
    const Eigen::Vector3d linear = p.segment<3>(6 * b);
    sum.linear += linear;
    sum.angular += body.x.cross(linear) + body.R * p.segment<3>(6 * b + 3);
  }
  return sum;
}

TEST(ExactBeams, KeepMomentaAndEnergyInFreeFlight) {
  // Centrifugal forces open the kink.
  const std::string text = R"({"pleuel": 2, "name": "rod", "dimension": 3, "beams": [{"name": "rod",
  "points": [[6, 0, 0], [3, 4, 1], [0, 8, 0]], "elements": 4, "section": {"EA": 1e4,
  "GAy": 1e4, "GAz": 1e4, "GJ": 500, "EIy": 500, "EIz": 500, "mass_per_length": 1, "rotary": [20, 10, 10]},
  "velocity": [0.1, 0.2, 0.3], "angular_velocity": [0.5, 0.2, -1]}], "simulation": {"until": "5 s"}})";
  const BuiltModel built(text);
  constexpr double tolerance = 1e-9;
  const RunResult result = run_file(file_of(text), {}, {}, tolerance);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  const int n_q = built.info().n_q(), n_v = built.info().n_v();
  const Vector q0 = built.model().q0, v0 = built.model().v0, q = result.y.head(n_q),
               v = result.y.segment(n_q, n_v);
  const Momenta before = momenta(built, q0, v0), after = momenta(built, q, v);
  EXPECT_LT((after.linear - before.linear).norm(), 100 * tolerance * before.linear.norm());
  EXPECT_LT((after.angular - before.angular).norm(), 100 * tolerance * before.angular.norm());
  const auto energy = [&](const Vector& at_q, const Vector& at_v) {
    const Energy e = built.model().system->make_evaluator()->energy({.t = 0, .q = at_q, .v = at_v});
    return e.kinetic + e.potential;
  };
  EXPECT_NEAR(energy(q, v) / energy(q0, v0), 1, 100 * tolerance);
  EXPECT_GT(built.potential(q), 1e-3 * energy(q0, v0));  // it deforms
}

TEST(ExactBeams, InSpaceMoveLikeInThePlane) {
  const auto tip = [&](int dimension) {
    const std::string text = cantilever(
        dimension, 6, "", dimension == 2 ? R"(, "gravity": [0, -90])" : R"(, "gravity": [0, -90, 0])");
    const RunResult result =
        run(all(),
            request_of(
                file_of(text, std::to_string(dimension)),
                {.name = {}, .tolerance = 1e-11, .until = 0.05, .formulation = "ggl1", .method = "radau"}));
    EXPECT_EQ(result.status, RunStatus::ok) << result.message;
    return std::pair(unknown(result, "beam.node6.x"), unknown(result, "beam.node6.y"));
  };
  const auto plane = tip(2), space = tip(3);
  EXPECT_LT(plane.second, -0.02);
  EXPECT_NEAR(space.first / plane.first, 1, 1e-8);
  EXPECT_NEAR(space.second / plane.second, 1, 1e-8);
}

TEST(ExactBeams, LagBehindASpinningHubLikeTheLinearBeamWithGeometricStiffness) {
  RunRequest request = request_of(model_path("spin-up-exact"), {.name = {},
                                                                .tolerance = 1e-6,
                                                                .until = 12,
                                                                .settings = {{"elements", "40"}},
                                                                .formulation = "ggl1",
                                                                .method = "radau"});
  request.every = 0.2;
  SampledOutputs outputs;
  const RunResult result = run(all(), request, {.observer = &outputs});
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  // A linear beam with geometric stiffness; the exact one differs in the second order of lag over
  // length, 0.3 %.
  const std::map<double, double> linear = {{2, -.102376},  {4, -.342389}, {5, -.468782},  {6, -.544065},
                                           {6.8, -.57430}, {8, -.543201}, {10, -.362846}, {12, -.150838}};
  const auto& lag = outputs["lag"];
  int n = 0;
  for (std::size_t k = 0; k < outputs.t.size(); ++k)
    for (const auto& [t, y] : linear)
      if (std::abs(outputs.t[k] - t) < 1e-6) {
        EXPECT_NEAR(lag[k], y, 0.003 * std::abs(y)) << t;
        ++n;
      }
  EXPECT_EQ(n, static_cast<int>(linear.size()));
}

TEST(ExactBeams, ShowTheForcesOfTheirSections) {
  const std::string text = cantilever(
      3, 4, R"({"name": "F", "type": "force", "marker": "beam.end", "x": 5, "y": 0.02, "z": 0.03})",
      R"(, "outputs": ["beam.e1.N", "beam.e1.Qy", "beam.e1.Qz", "beam.e1.T", "beam.e1.My", "beam.e1.Mz"])");
  const RunResult result = run_file(file_of(text), "qs");
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  // In the middle of the first of four elements; the beam is nearly straight.
  EXPECT_NEAR(output(result, "beam.e1.N"), 5, 1e-3);
  EXPECT_NEAR(output(result, "beam.e1.Qy"), 0.02, 1e-3);
  EXPECT_NEAR(output(result, "beam.e1.Qz"), 0.03, 1e-3);
  EXPECT_NEAR(output(result, "beam.e1.T"), 0, 1e-4);
  EXPECT_NEAR(output(result, "beam.e1.My"), -0.03 * 0.875, 1e-3);
  EXPECT_NEAR(output(result, "beam.e1.Mz"), 0.02 * 0.875, 1e-3);
}

TEST(ExactBeams, RemarkOnElementsThatBendTooMuch) {
  const std::string text = cantilever(2, 4,
                                      R"({"name": "M", "type": "torque", "marker": "beam.end", "z": )" +
                                          number_text(2.4 * cantilever_EI, 17) + "}");
  const RunResult result = run_file(file_of(text), "qs");
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  std::string remarks;
  for (const auto& remark : all_remarks(result)) remarks += remark + "\n";
  EXPECT_NE(remarks.find("take more elements"), std::string::npos) << remarks;
}

}  // namespace exact_beams_test
}  // namespace pleuel::testing
