// Viscoplastic bodies: a bar that is a material point, the bolt, the slider crank whose rod yields.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "models/model_runs.hpp"
#include "pleuel/model/file/model_reader.hpp"
#include "pleuel/model/model.hpp"

namespace pleuel::testing {
namespace viscoplastic_models_test {

/// A run of a text that stands nowhere else.
RunResult run_text(const std::string& text, const ModelRun& wanted) {
  const std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
  static int n = 0;
  const auto path = std::filesystem::path(::testing::TempDir()) / (name + std::to_string(n++) + ".json");
  std::ofstream(path) << text;
  RunResult result = run(all(), request_of(path.string(), wanted));
  EXPECT_EQ(result.status, RunStatus::ok) << result.message;
  return result;
}

/// A bar of one cell. `load` belongs to the body, `drive` to the model.
std::string bar(const std::string& element, const std::string& load, const std::string& drive) {
  return R"({"pleuel": 1, "name": "bar", "dimension": 2,
  "bodies": [{"name": "bar", "type": "flexible",
    "mesh": {"type": "box", "length": "10 mm", "height": "4 mm", "cells": [1, 1], "corner": [0, 0], "element": ")" +
         element + R"("},
    "material": {"law": "SS316-S-600C", "density": 7900}, "thickness": "1 mm",
    "frame": {"type": "supports", "fix": {"left": "x", "bottom": "y"}}, )" +
         load + R"( "markers": {"end": {"set": "right"}}}],
  "joints": [{"name": "vice", "type": "weld", "a": "ground.origin", "b": "bar.origin"}], )" +
         drive + R"(
  "outputs": [{"field": "bar.stress11", "at": "max"}, {"field": "bar.stress11", "at": "min"}, {"field": "bar.ep11", "at": "max"},
              {"field": "bar.ep11", "at": "min"}],
  "simulation": {"formulation": "qs", "until": 1}})";
}

TEST(ViscoplasticBar, CreepsUnderALoadAsItsMaterialDoes) {
  // 150 MPa at once; of a separate program for one stress.
  const std::pair<double, double> strains[] = {
      {1, 0.002801214467}, {100, 0.004499902158}, {1e4, 0.007755435399}};
  const std::string text = bar("T6", R"("tractions": [{"set": "right", "value": ["150 MPa", 0]}],)", "");
  for (const auto& [t, strain] : strains)
    for (const char* extreme : {"max", "min"}) {
      const RunResult result =
          run_text(text, {.name = "", .tolerance = 1e-10, .until = t, .method = "radau5"});
      EXPECT_NEAR(output(result, std::string("bar.ep11.") + extreme), strain, 1e-7 * strain) << t;
      EXPECT_NEAR(output(result, std::string("bar.stress11.") + extreme), 150e6, 1) << t;
    }
}

TEST(ViscoplasticBar, PulledAtAGivenRateAnswersWithTheStressOfItsMaterial) {
  // Displacement control, 1e-3/s; edges of T3 share their force as their nodes share the
  // displacement.
  const std::string text =
      bar("T3", "", R"("drivers": [{"name": "grip", "type": "position", "a": "ground.origin", "b": "bar.end",
    "value": "0.01 + 1e-5*t"}],)");
  const RunResult result = run_text(text, {.name = "", .tolerance = 1e-10, .until = 10, .method = "bdf"});
  for (const char* extreme : {"max", "min"})
    EXPECT_NEAR(output(result, std::string("bar.stress11.") + extreme), 170.3105647e6, 0.1e-7 * 170e6)
        << extreme;
}

/// A plate that floats; a traction on its right edge, askew, turns with it.
const std::string plate = R"model({"pleuel": 1, "name": "plate", "dimension": 2,
  "bodies": [{"name": "plate", "type": "flexible", "angle": 0.4, "angular_velocity": 3,
    "mesh": {"type": "box", "length": "0.2 m", "height": "0.1 m", "cells": [3, 2]},
    "material": {"young": "1e7 Pa", "poisson": 0.3, "density": 1000}, "thickness": "10 mm",
    "frame": {"type": "tangent", "set": "left"}, "damping": {"beta": "1e-3 s"},
    "tractions": [{"set": "right", "value": ["2 kPa", "1000*sin(20*t)"]}]}],
  "outputs": ["plate.vx", "plate.vy", "plate.vphi", {"energy": "total"}],
  "simulation": {"until": 0.2}})model";

TEST(Traction, IsTheOnlySourceOfAFreeBodysEnergy) {
  const RunResult result = run_text(plate, {.name = "", .tolerance = 1e-8, .method = "radau5"});
  EXPECT_GT(output(result, "energy.total"), 0.1);  // 0.013 J at the start
  EXPECT_LT(std::abs(result.energy_drift), 1e-8);
}

TEST(Traction, HasExactDerivatives) {
  const Model model = build_model(read_model("plate.json", plate, standard_model_catalogue()));
  const auto evaluator = model.system->make_evaluator();
  MotionMatrices matrices = evaluator->matrices({});
  Vector q = model.q0;
  const Vector zero = Vector::Zero(q.size());
  for (Eigen::Index k = 3; k < q.size(); ++k) q[k] += 1e-3 * std::sin(static_cast<double>(k));
  const auto forces = [&](const Vector& at) {
    Vector rows(q.size());
    evaluator->rows({.t = 0.05, .q = at, .v = zero, .a = zero}, {.dynamics = rows});
    return rows;
  };
  evaluator->linearize({.t = 0.05, .q = q, .v = zero, .a = zero}, matrices);
  const Matrix exact = matrices.dynamics_q.dense();
  // Forces are linear in q, and in φ of the third order: central differences err by h²/6 of the
  // resultant, 2.3 N.
  const double h = 1e-4;
  for (Eigen::Index k = 0; k < q.size(); ++k) {
    Vector up = q, down = q;
    up[k] += h;
    down[k] -= h;
    const Vector difference = (forces(up) - forces(down)) / (2 * h);
    EXPECT_LT((exact.col(k) - difference).cwiseAbs().maxCoeff(), 1e-8 + 1e-11 * exact.col(k).norm()) << k;
  }
}

struct BoltRow {
  double t, u1_end, u1_gauge, u2_side, s11, ep11, Z_I, beta11;
};
// Of a separate program: an explicit method of order 8 for the internal variables, tolerance 1e-11.
// mm, MPa.
constexpr BoltRow bolt_rows[] = {
    {5, 0.019940747440596866, 0.011835126024237086, -0.0009000623179927028, 89.99918877410042, 0, 280, 0},
    {10, 0.26650017292904815, 0.23007754329600466, -0.02828639331141289, 180.0604200878892,
     0.01060650636792143, 302.99457712620904, 109.35652432606028},
    {60, 0.6034106958113898, 0.5449482439893794, -0.06832053992661027, 179.97099568354943,
     0.02663475991216448, 337.51580409520733, 109.99156801819022},
    {110, 0.6483805466045298, 0.5860301148945456, -0.07344296261525207, 179.97011157761395,
     0.028683510688589105, 341.575033146388, 109.98329572577664},
    {120, 0.608576012374502, 0.5624305213563882, -0.07165161670923523, -0.0280788566146214,
     0.028687020880843437, 341.5805026339937, 109.9790070881445},
    {150, 0.608576012374502, 0.5624305213563882, -0.07165161670923523, -0.0280788566146214,
     0.028687020880843437, 341.57643987529593, 109.96604927399079}};

class BoltBy : public ::testing::TestWithParam<std::string> {};

TEST_P(BoltBy, HasSixDigitsOfTheReferenceOnTheCoarseMesh) {
  for (const BoltRow& row : bolt_rows) {
    const RunResult result =
        run_built_in({.name = "bolt", .tolerance = 1e-10, .until = row.t, .method = GetParam()});
    const auto expect = [&](const char* name, double wanted, double allowed) {
      EXPECT_NEAR(output(result, name), wanted, allowed) << name << " at " << row.t;
    };
    const double digits = 5e-7;
    expect("bolt.end.ux", 1e-3 * row.u1_end, digits * 1e-3 * row.u1_end);
    expect("bolt.gauge.ux", 1e-3 * row.u1_gauge, digits * 1e-3 * row.u1_gauge);
    expect("bolt.side.uy", 1e-3 * row.u2_side, digits * 1e-3 * -row.u2_side);
    expect("bolt.stress11.e0.g1", 1e6 * row.s11, 1e-6 * 180e6);
    if (row.t < 10) continue;  // nothing flows yet
    expect("bolt.ep11.e0.g1", row.ep11, digits * row.ep11);
    expect("bolt.Z_I.e0.g1", 1e6 * row.Z_I, digits * 1e6 * row.Z_I);
    expect("bolt.beta11.e0.g1", 1e6 * row.beta11, digits * 1e6 * row.beta11);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, BoltBy, ::testing::Values("radau5", "bdf"),
                         [](const auto& at) { return at.param; });

/// Records an output at each sample.
class Recorder final : public RunObserver {
 public:
  explicit Recorder(std::vector<std::string> names) : names_(std::move(names)), values(names_.size()) {}
  void begin(const RunHeader& header) override {
    for (const auto& name : names_)
      for (std::size_t k = 0; k < header.outputs.size(); ++k)
        if (header.outputs[k].name == name) places_.push_back(static_cast<Eigen::Index>(k));
    ASSERT_EQ(places_.size(), names_.size());
  }
  void sample(const Sample& at) override {
    for (std::size_t k = 0; k < names_.size(); ++k) values[k].push_back(at.outputs()[places_[k]]);
  }

 private:
  std::vector<std::string> names_;
  std::vector<Eigen::Index> places_;

 public:
  std::vector<std::vector<double>> values;
};

TEST(CyclicBar, AccumulatesPlasticStrainWhileItsInelasticStrainRisesAndFalls) {
  Recorder bar({"bar.plastic_strain.max", "bar.equivalent_inelastic_strain.max", "bar.ep11.e1.g1"});
  const RunResult result =
      run(all(), request_of(model_path("cyclic-bar"), {.name = "", .method = "radau5"}), {.observer = &bar});
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  const auto& p = bar.values[0];
  const auto& equivalent = bar.values[1];
  const auto& w = bar.values[2];
  ASSERT_EQ(p.size(), 241u);
  // Between two samples p grows by at least |Δw|, which in uniaxial stress is all there is where
  // the flow does not turn back.
  const double tolerance = 1e-7;  // some ten times atol + rtol |w|
  int n_falls = 0;
  double length = 0;
  for (std::size_t k = 1; k < p.size(); ++k) {
    EXPECT_GE(p[k], p[k - 1] - tolerance) << k;
    EXPECT_GE(p[k] + tolerance, equivalent[k]) << k;
    if (equivalent[k] < equivalent[k - 1] - tolerance) ++n_falls;
    length += std::abs(w[k] - w[k - 1]);
  }
  EXPECT_GT(n_falls, 20);
  EXPECT_GT(p.back(), 2 * *std::max_element(equivalent.begin(), equivalent.end()));
  EXPECT_NEAR(p.back(), length, 1e-3 * length);  // chords miss what flows around a reversal
}

TEST(CyclicBar, UnderASquareWaveOfStressAccumulatesTheCreepOfEveryHalfPeriod) {
  // Norton: ε̇ = rate (σ/σ0)^n at ±σ, four half periods of 10 s each. The strain is back at zero.
  std::string text = bar("T6",
                         R"x("tractions": [{"set": "right",
    "value": ["120e6*if(t < 10, 1, if(t < 20, -1, if(t < 30, 1, -1)))", 0]}],)x",
                         "");
  const auto replace = [&](const std::string& from, const std::string& to) {
    ASSERT_NE(text.find(from), std::string::npos) << from;
    text.replace(text.find(from), from.size(), to);
  };
  replace(R"("law": "SS316-S-600C")",
          R"("law": "norton", "parameters": {"E": 150e9, "nu": 0.3, "rate": 1e-5, "sigma0": 100e6, "n": 5})");
  replace(
      R"("outputs": [)",
      R"("outputs": [{"field": "bar.plastic_strain", "at": "max"}, {"field": "bar.plastic_strain", "at": "min"},)");
  replace(R"("until": 1)", R"("until": 1, "breakpoints": [10, 20, 30])");
  const double rate = 1e-5 * std::pow(1.2, 5);
  for (const double t : {10.0, 25.0, 40.0}) {
    const RunResult result = run_text(text, {.name = "", .tolerance = 1e-9, .until = t, .method = "radau5"});
    for (const char* extreme : {"max", "min"})
      EXPECT_NEAR(output(result, std::string("bar.plastic_strain.") + extreme), rate * t, 1e-7 * rate * t)
          << t;
    const double left = t == 25 ? 5 * rate : t == 10 ? 10 * rate : 0;
    EXPECT_NEAR(output(result, "bar.ep11.max"), left, 1e-7 * 10 * rate) << t;
  }
}

TEST(Bolt, RefinedHasTheDigitsOfTheReference) {
  for (const auto& [refine, digits] : {std::pair{"2", 6.0}, {"4", 5.0}}) {
    const RunResult result =
        run_built_in({.name = "bolt", .tolerance = 1e-8, .until = 110, .settings = {{"refine", refine}}});
    ASSERT_TRUE(result.comparison.has_value());
    EXPECT_GE(result.comparison->scd, digits) << refine;
  }
}

TEST(Bolt, WithItsMeshFromAFileIsTheSame) {
  const RunResult made = run_built_in({.name = "bolt", .tolerance = 1e-9, .until = 110});
  const RunResult read = run_model({.name = "bolt-gmsh", .tolerance = 1e-9, .until = 110});
  for (const char* name : {"bolt.end.ux", "bolt.gauge.ux", "bolt.side.uy"})
    EXPECT_NEAR(output(read, name), output(made, name), 1e-7 * std::abs(output(made, name))) << name;
}

TEST(Bolt, BeyondItsLimitLoadSaysThatItRunsAway) {
  RunRequest request = request_of("bolt", {.name = "", .settings = {{"p", "300 MPa"}}});
  const RunResult result = run(all(), request);
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_LT(result.t, 10);  // while the load still rises
  ASSERT_TRUE(result.failure.has_value());
  EXPECT_EQ(result.failure->kind, FailureKind::domain_left);
  EXPECT_NE(result.failure->what.find("body 'bolt', element"), std::string::npos) << result.failure->what;
}

/// Strains and displacements are small beside 1, so the absolute tolerance is a hundredth of the
/// relative one.
RunResult crank(const std::string& method, const std::string& formulation, double tolerance,
                Settings settings = {}) {
  return run_built_in({.name = "viscoplastic-slider-crank",
                       .tolerance = tolerance,
                       .until = 0.01,
                       .settings = std::move(settings),
                       .formulation = formulation,
                       .method = method,
                       .atol = 1e-2 * tolerance});
}

TEST(ViscoplasticSliderCrank, YieldsAlikeUnderUnlikeMethods) {
  const RunResult radau = crank("radau5", "rcd1", 1e-5), bdf = crank("bdf2", "rcd1", 1e-6);
  EXPECT_GT(output(radau, "rod.plastic_strain.max"), 1e-3);
  for (const char* name : {"rod.small_end.ux", "rod.middle.uy", "rod.plastic_strain.max"})
    EXPECT_NEAR(output(bdf, name), output(radau, name), 1e-4 * std::abs(output(radau, name))) << name;
}

TEST(ViscoplasticSliderCrank, SuppliedEnergyIsKineticStoredOrHeat) {
  const double tolerance = 1e-5;
  EXPECT_LT(std::abs(crank("radau5", "ggl1", tolerance).energy_drift), tolerance);
}

TEST(ViscoplasticSliderCrank, WithoutFlowIsTheElasticOne) {
  const RunResult frozen = crank("radau5", "ggl1", 1e-5, {{"D0", "1e-300"}});
  const RunResult elastic = run_built_in({.name = "fe-slider-crank",
                                          .tolerance = 1e-5,
                                          .until = 0.01,
                                          .settings = {{"speed", "200"}, {"sweeps", "1"}},
                                          .formulation = "ggl1",
                                          .method = "radau5",
                                          .atol = 1e-7});
  // ṗ is at most (2/√3) D0.
  EXPECT_LE(output(frozen, "rod.plastic_strain.max"), 2 / std::sqrt(3.0) * 1e-300 * 0.01);
  // The same equations; their runs differ by what states that rest do to the norm of errors.
  for (const char* name : {"rod.phi", "slider.x"})
    EXPECT_NEAR(output(frozen, name), output(elastic, name), 1e-7) << name;
}

TEST(ViscoplasticSliderCrank, TooFastSaysWhereThePlasticFlowRunsAway) {
  RunRequest request = request_of("viscoplastic-slider-crank", {.name = "", .settings = {{"speed", "3000"}}});
  const RunResult result = run(all(), request);
  ASSERT_EQ(result.status, RunStatus::failed);
  EXPECT_EQ(result.failure->kind, FailureKind::domain_left);
  EXPECT_NE(result.failure->what.find("body 'rod', element"), std::string::npos) << result.failure->what;
  EXPECT_NE(result.failure->what.find("the plastic flow runs away"), std::string::npos)
      << result.failure->what;
}

}  // namespace viscoplastic_models_test
}  // namespace pleuel::testing
