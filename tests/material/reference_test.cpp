// Seven digits of material points, by unlike integrators.
#include "material/reference_data.hpp"

#include <gtest/gtest.h>

#include "material/point_test.hpp"
#include "material/samples.hpp"

#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel::testing {
namespace reference_test {

using material::StressState;

std::shared_ptr<const mat::Material> material_of(ReferenceSet set,
                                                 StressState state = StressState::uniaxial) {
  return mat::make_material({.law = "chan-bodner-lindholm",
                             .parameters = set == ReferenceSet::steel_316 ? steel_316() : nickel_alloy(),
                             .state = state});
}

// Seven digits; of what is small beside its largest value, as many as an absolute tolerance of
// 1e-13 for strains lets through: a strain makes stresses of 1.5e5 MPa and, at the onset of flow in
// the nickel alloy, β of m2 Z3 σ = 6e5 MPa.
constexpr double strain_floor = 3e-13, stress_floor = 1.5e5 * strain_floor, beta_floor = 6e5 * strain_floor;

void expect_digits(double value, double expected, double floor, const std::string& what) {
  EXPECT_NEAR(value, expected, 1e-7 * std::abs(expected) + floor) << what;
}

struct State {
  double stress, Z_I, beta, plastic;
};

void expect_state(const Curve& curve, std::size_t i, const State& expected, const std::string& what) {
  expect_digits(curve.at("sigma11", i), expected.stress, stress_floor, what + ": stress");
  expect_digits(curve.at("Z_I", i), expected.Z_I, stress_floor, what + ": Z_I");
  expect_digits(curve.at("beta11", i), expected.beta, beta_floor, what + ": beta");
  expect_digits(curve.at("ep11", i), expected.plastic, strain_floor, what + ": plastic strain");
}

class MaterialPointBy : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    for (const AbsentMethod& method : standard_catalogue().absent_methods)
      if (method.name == GetParam()) GTEST_SKIP() << method.remedy;
  }
  PointRun how() const { return {.method = GetParam()}; }
};

TEST_P(MaterialPointBy, HasTheStressesOfTensionAtThreeRates) {
  for (const ReferenceSet set : {ReferenceSet::nickel_alloy, ReferenceSet::steel_316})
    for (const double rate : {1e-3, 1e-4, 1e-5}) {
      std::vector<TensionRow> rows;
      std::vector<double> times;
      for (const TensionRow& row : tension_rows)
        if (row.set == set && row.rate == rate) {
          rows.push_back(row);
          times.push_back(row.strain / rate);
        }
      ASSERT_EQ(rows.size(), 13u);
      times.back() = 0.03 / rate;
      const Curve curve = run_point(
          material_of(set), {.kind = MaterialTestKind::tension, .rate = rate, .strain = 0.03}, times, how());
      for (std::size_t i = 0; i < rows.size(); ++i)
        expect_state(curve, i, {rows[i].stress, rows[i].Z_I, rows[i].beta, rows[i].plastic},
                     "at the strain " + std::to_string(rows[i].strain));
    }
}

void expect_rows(const std::vector<HoldRow>& all, const MaterialTest& common, const PointRun& how) {
  for (const ReferenceSet set : {ReferenceSet::nickel_alloy, ReferenceSet::steel_316}) {
    MaterialTest test = common;
    if (test.kind == MaterialTestKind::creep)
      test.stress = set == ReferenceSet::steel_316 ? 150 * MPa : 450 * MPa;
    std::vector<HoldRow> rows;
    std::vector<double> times;
    for (const HoldRow& row : all)
      if (row.set == set) {
        rows.push_back(row);
        times.push_back(row.time + test.loaded());
      }
    const Curve curve = run_point(material_of(set), test, times, how);
    for (std::size_t i = 0; i < rows.size(); ++i)
      expect_state(curve, i, {rows[i].stress, rows[i].Z_I, rows[i].beta, rows[i].plastic},
                   name(test.kind) + " after " + std::to_string(rows[i].time) + " s");
  }
}

TEST_P(MaterialPointBy, RelaxesFromOnePercent) {
  expect_rows(relaxation_rows,
              {.kind = MaterialTestKind::relaxation, .rate = 1e-3, .strain = 0.01, .hold = 1e5}, how());
}

TEST_P(MaterialPointBy, CreepsUnderALoadPutOnAtOnce) {
  expect_rows(creep_rows, {.kind = MaterialTestKind::creep, .hold = 1e6}, how());
}

TEST_P(MaterialPointBy, HardensInCycles) {
  expect_rows(cyclic_rows, {.kind = MaterialTestKind::cyclic, .rate = 1e-3, .strain = 0.005, .cycles = 3.25},
              how());
}

MaterialTest turning_path() {
  return {.kind = MaterialTestKind::path,
          .path_times = {0, 10, 20, 30},
          .path = {{"eps11", {0, 0.008, 0.008, 0}}, {"eps22", {0, 0, 0, 0}}, {"gamma12", {0, 0, 0.012, 0}}}};
}

TEST_P(MaterialPointBy, FollowsAPathThatTurnsInPlaneStress) {
  std::vector<double> times;
  for (const auto& row : path_rows) times.push_back(row[0]);
  const Curve curve = run_point(material_of(ReferenceSet::steel_316, StressState::plane_stress),
                                turning_path(), times, how());
  for (std::size_t i = 0; i < path_rows.size(); ++i)
    for (std::size_t k = 0; k < path_names.size(); ++k) {
      const bool is_strain = k >= 3 && k < 6;
      expect_digits(curve.at(path_names[k], i), path_rows[i][k + 1], is_strain ? strain_floor : beta_floor,
                    std::string(path_names[k]) + " at " + std::to_string(times[i]) + " s");
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, MaterialPointBy, ::testing::Values("radau5", "radau", "bdf", "ida"),
                         [](const auto& method) { return std::string(method.param); });

// One step of y − h γ f(t, y) = known by Newton's method; halved where it leads uphill, for the
// flow begins steeply.
Eigen::VectorXd implicit_step(const mat::Material& m, double strain, double h_gamma,
                              const Eigen::VectorXd& known, Eigen::VectorXd x) {
  const Eigen::VectorXd eps = Eigen::VectorXd::Constant(1, strain);
  const auto residual = [&](const Eigen::VectorXd& y) -> Eigen::VectorXd {
    return y - known - h_gamma * rates(m, eps, y);
  };
  Eigen::MatrixXd by_strain(m.n_states(), 1), by_state(m.n_states(), m.n_active());
  for (int i = 0; i < 100; ++i) {
    const Eigen::VectorXd r = residual(x);
    m.derivatives({1, eps.data(), x.data()}, {by_strain.data(), by_state.data()});
    Eigen::MatrixXd jacobian = Eigen::MatrixXd::Identity(m.n_states(), m.n_states());
    jacobian.leftCols(m.n_active()) -= h_gamma * by_state;
    const Eigen::VectorXd change = solved(jacobian, r);
    if (change.norm() < 1e-15) break;
    double part = 1;
    while (part > 1e-6 && residual(x - part * change).norm() > r.norm()) part /= 2;
    x -= part * change;
  }
  return x;
}

// Constant steps, the first by implicit Euler: σ at the strain 0.01 and 1e-3/s.
double bdf2_stress(const mat::Material& m, double h) {
  const auto strain = [](double t) { return 1e-3 * t; };
  Eigen::VectorXd before(m.n_states()), now;
  m.start(view(before));
  now = implicit_step(m, strain(h), h, before, before);
  const int n = static_cast<int>(std::lround(10 / h));
  for (int i = 2; i <= n; ++i) {
    const Eigen::VectorXd next = implicit_step(m, strain(i * h), 2 * h / 3, (4 * now - before) / 3, now);
    before = now;
    now = next;
  }
  return 150e3 * (strain(n * h) - now[0]);
}

TEST(MaterialPoint, ByBdf2WithConstantStepsHasTheKnownValuesAndOrderTwo) {
  const auto m = material_of(ReferenceSet::steel_316);
  EXPECT_NEAR(bdf2_stress(*m, 0.2), 170.31571997, 2e-8);
  EXPECT_NEAR(bdf2_stress(*m, 0.1), 170.31190176, 2e-8);
  EXPECT_NEAR(bdf2_stress(*m, 0.05), 170.31096249, 2e-8);
  EXPECT_NEAR(bdf2_stress(*m, 0.025), 170.31067143, 2e-8);
  // The stress itself is known to 10 digits, its error at h = 1/320 to 2 %.
  const double coarse = bdf2_stress(*m, 0.00625) - 170.3105647,
               fine = bdf2_stress(*m, 0.003125) - 170.3105647;
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1);
}

TEST(MaterialPoint, ByTheMethodBdf2WithConstantStepsHasTheSameValue) {
  const MaterialTest test{.kind = MaterialTestKind::tension, .rate = 1e-3, .strain = 0.01};
  const Curve curve = run_point(material_of(ReferenceSet::steel_316), test, {10},
                                {.method = "bdf2", .rtol = 1e-11, .step = 0.025});
  EXPECT_NEAR(curve.at("sigma11", 0), 170.31067143, 2e-8);
}

// Order 2 needs too many steps for seven digits of everything; tension is enough to see it converge
// to the same.
TEST(MaterialPoint, IsIntegratedByBdf2UnderErrorControlToSixDigits) {
  const Curve curve = run_point(material_of(ReferenceSet::steel_316),
                                {.kind = MaterialTestKind::tension, .rate = 1e-3, .strain = 0.01}, {10},
                                {.method = "bdf2", .rtol = 1e-9, .atol = 1e-12});
  EXPECT_NEAR(curve.at("sigma11", 0), 170.3105647, 1.7e-4);
}

TEST(MaterialPoint, OfABarASheetAndASolidUnderTensionAreTheSame) {
  const MaterialTest test{.kind = MaterialTestKind::tension, .rate = 1e-3, .strain = 0.02};
  const std::vector<double> times = {2, 5, 10, 20};
  const Curve bar = run_point(material_of(ReferenceSet::steel_316), test, times);
  for (const StressState state : {StressState::plane_stress, StressState::solid}) {
    const Curve other = run_point(material_of(ReferenceSet::steel_316, state), test, times);
    for (std::size_t i = 0; i < times.size(); ++i) {
      for (const char* quantity : {"sigma11", "Z_I", "beta11", "ep11"})
        expect_digits(other.at(quantity, i), bar.at(quantity, i), strain_floor,
                      quantity + (" in " + name(state)));
      // Lateral: elastic with ν, plastic at constant volume.
      expect_digits(other.at("eps22", i), -0.3 * bar.at("sigma11", i) / 150e3 - 0.5 * bar.at("ep11", i),
                    strain_floor, "eps22");
      EXPECT_NEAR(other.at("sigma22", i), 0, 1e-10);
    }
  }
}

// ε33 = 0: the point carries a stress σ33 and keeps its plastic volume.
TEST(MaterialPoint, InPlaneStrainFlowsAtConstantVolumeAndIsStifferThanASheet) {
  const MaterialTest test{.kind = MaterialTestKind::tension, .rate = 1e-3, .strain = 0.02};
  const Curve curve =
      run_point(material_of(ReferenceSet::steel_316, StressState::plane_strain), test, {10, 20});
  for (const std::size_t i : {0, 1}) {
    EXPECT_EQ(curve.at("eps33", i), 0);
    EXPECT_NEAR(curve.at("ep11", i) + curve.at("ep22", i) + curve.at("ep33", i), 0, 1e-12);
  }
  // Fully plastic, with s33 = 0: σ33 = σ11/2 and σ11 = (2/√3) times that of a bar at the equivalent
  // rate.
  EXPECT_NEAR(curve.at("sigma33", 1) / curve.at("sigma11", 1), 0.5, 0.02);
  EXPECT_NEAR(curve.at("sigma11", 1) / 180.2032462, 2 / std::sqrt(3.0), 0.03);
}

// What the layout of ten keeps besides follows from the other seven.
TEST(MaterialPoint, WithTenVariablesHasThreeThatFollowFromTheOthers) {
  mat::Parameters without_recovery = steel_316();
  without_recovery["A1"] = 0;
  const auto ten = mat::make_material({.law = "chan-bodner-lindholm",
                                       .parameters = without_recovery,
                                       .state = StressState::plane_stress,
                                       .options = {{"states", "10"}}});
  ASSERT_EQ(ten->n_states(), 10 + 1);  // and p
  const auto seven = mat::make_material(
      {.law = "chan-bodner-lindholm", .parameters = without_recovery, .state = StressState::plane_stress});
  const std::vector<double> times = {5, 10, 15, 20, 25, 30};
  const Curve curve = run_point(ten, turning_path(), times), other = run_point(seven, turning_path(), times);
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_NEAR(curve.at("ep33", i), -curve.at("ep11", i) - curve.at("ep22", i), 1e-12);
    EXPECT_EQ(curve.at("beta33", i), 0);
    // Z_I = Z1 − (Z1 − Z0) exp(−m1 W_p) without recovery.
    expect_digits(curve.at("Z_I", i), 560 - 280 * std::exp(-0.05 * curve.at("W_p", i)), stress_floor, "Z_I");
    for (const char* quantity : {"sigma11", "sigma12", "Z_I", "beta12", "ep22"})
      expect_digits(curve.at(quantity, i), other.at(quantity, i), stress_floor, quantity);
  }
}

// σ = Z/(2 ln(2 D0/(√3 ε̇)))^(1/(2n)) with Z = Z1 + Z3, once all has hardened and nothing recovers.
TEST(MaterialPoint, SaturatesWithoutRecoveryWhereTheLawSaysItDoes) {
  struct Expected {
    ReferenceSet set;
    double rate, stress;
  };
  for (const Expected& e : std::vector<Expected>{{ReferenceSet::nickel_alloy, 1e-3, 765.54254},
                                                 {ReferenceSet::nickel_alloy, 1e-4, 717.87879},
                                                 {ReferenceSet::nickel_alloy, 1e-5, 678.26808},
                                                 {ReferenceSet::steel_316, 1e-3, 280.55902},
                                                 {ReferenceSet::steel_316, 1e-4, 271.42282},
                                                 {ReferenceSet::steel_316, 1e-5, 263.60385}}) {
    mat::Parameters p = e.set == ReferenceSet::steel_316 ? steel_316() : nickel_alloy();
    p["A1"] = p["A2"] = 0;
    const auto law =
        mat::make_material({.law = "chan-bodner-lindholm", .parameters = p, .state = StressState::uniaxial});
    // exp(−m1 W_p) is gone after a plastic work of 40/m1.
    const double strain = 40 / (p["m1"] * e.stress * MPa);
    const Curve curve = run_point(law, {.kind = MaterialTestKind::tension, .rate = e.rate, .strain = strain},
                                  {strain / e.rate});
    EXPECT_NEAR(curve.at("sigma11", 0), e.stress, 1e-7 * e.stress);
  }
}

// In tension a bar that creeps by a power lengthens at the rate (σ/σ₀)^n, and relaxes in closed
// form.
TEST(MaterialPoint, OfNortonCreepsAndRelaxesAsItsSolutionSays) {
  const double E = 150e9, rate = 1e-8, sigma0 = 100 * MPa, n = 5;
  const auto law =
      mat::make_material({.law = "norton",
                          .parameters = {{"E", E}, {"nu", 0.3}, {"rate", rate}, {"sigma0", sigma0}, {"n", n}},
                          .state = StressState::plane_stress});
  const Curve creep =
      run_point(law, {.kind = MaterialTestKind::creep, .stress = 150 * MPa, .hold = 1e5}, {1e5});
  expect_digits(creep.at("ep11", 0), 1e5 * rate * std::pow(1.5, n), strain_floor, "creep");
  // σ̇ = −E ε̇_c: σ^(1−n) = σ₁^(1−n) + (n − 1) E rate t/σ0^n.
  const Curve held =
      run_point(law, {.kind = MaterialTestKind::relaxation, .rate = 1, .strain = 1e-3, .hold = 1e5},
                {1e-3, 1e-3 + 1e5});
  const double first = held.at("sigma11", 0) * MPa;
  const double expected =
      std::pow(std::pow(first, 1 - n) + (n - 1) * E * rate * 1e5 / std::pow(sigma0, n), 1 / (1 - n));
  expect_digits(held.at("sigma11", 1), expected / MPa, stress_floor, "relaxation");
}

// At a steady rate dσ = H dp and the overstress is what drives ṗ = ε̇ E/(E + H).
TEST(MaterialPoint, OfPerzynaHardensAlongItsOverstress) {
  const double E = 210e9, H = 2e9, sigma_y = 240 * MPa, gamma = 40, m = 5, rate = 1e-2;
  const auto law = mat::make_material(
      {.law = "perzyna",
       .parameters = {{"E", E}, {"nu", 0.3}, {"sigma_y", sigma_y}, {"H", H}, {"gamma", gamma}, {"m", m}},
       .state = StressState::solid});
  const double strain = 0.05;
  const Curve curve =
      run_point(law, {.kind = MaterialTestKind::tension, .rate = rate, .strain = strain}, {strain / rate});
  const double p_rate = rate * E / (E + H);
  const double expected = sigma_y * (1 + std::pow(p_rate / gamma, 1 / m)) + H * curve.at("p", 0);
  expect_digits(curve.at("sigma11", 0), expected / MPa, stress_floor, "stress");
  expect_digits(curve.at("p", 0), curve.at("ep11", 0), strain_floor, "p");
}

TEST(MaterialPoint, ThatIsElasticAnswersAtOnce) {
  const auto law = mat::make_material(
      {.law = "elastic", .parameters = {{"E", 210e9}, {"nu", 0.3}}, .state = StressState::plane_strain});
  const Curve curve =
      run_point(law, {.kind = MaterialTestKind::tension, .rate = 1e-3, .strain = 1e-3}, {0.5, 1});
  EXPECT_NEAR(curve.at("sigma11", 1), 210e3 / (1 - 0.09) * 1e-3, 1e-9);
  EXPECT_NEAR(curve.at("sigma33", 1), 0.3 * curve.at("sigma11", 1), 1e-9);
}

}  // namespace reference_test
}  // namespace pleuel::testing
