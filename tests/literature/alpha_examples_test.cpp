// The examples of [YPR98, 4] with the α-methods, beside digits of two independent programs for the
// same equations.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "literature/alpha_run.hpp"
#include "pleuel/problem/flexible_slider_crank.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace alpha_examples_test {

struct SpringEnd {
  const char* rho;
  double h;
  double x, y, u, v, energy;
};
constexpr SpringEnd spring_ends[] = {{"1", 0.001, -0.6320215312643859, 0.732695728311725, -0.9881915970133189,
                                      3.072558925196521, 5.000010225992802},
                                     {"1", 0.01, -0.594013611767853, 0.6795937155041913, 1.1587317209186676,
                                      0.7347758813499214, 5.004360722581838},
                                     {"1", 0.1, -0.41786438278253585, 0.8135731332670391, 0.8714565740904373,
                                      2.3112001532545094, 5.882674036270589},
                                     {"0.9", 0.01, -0.5942035112790856, 0.6796336229022878, 1.191704035896146,
                                      0.6968781341062693, 5.000855525057441},
                                     {"0.8", 0.1, -0.5231668679538933, 0.8304215605704355, 1.8757222876499864,
                                      -0.4599074998445868, 1.2059929586835565},
                                     {"0.5", 0.01, -0.6172978425808853, 0.6978525891841788, 2.207148824704263,
                                      -0.5121100448568767, 4.201841278015339},
                                     {"0.5", 0.1, -0.6896218355356868, 0.7270443507750497, 0.8616266706561082,
                                      0.8212431638362223, -0.016452997944927716},
                                     {"0", 0.001, -0.6286200653031846, 0.7285394868262667,
                                      -0.9326105757853868, 3.018437711479771, 4.974201007381878},
                                     {"0", 0.1, -0.7632025992780831, 0.6490092453938839, 0.7012077830392218,
                                      0.8411421024508, -0.04770305850213452}};

/// Errors of Newton's method, 1e-15 a step, are amplified over 25 oscillations of the spring, and
/// stay below 1e-9.
TEST(AlphaExamples, TheStiffPendulumEndsWhereAnIndependentProgramDoes) {
  for (const SpringEnd& end : spring_ends) {
    const RunResult result = complete_alpha_run(
        alpha_request("stiff-pendulum", end.h, 1e-11, {{"rho", end.rho}, {"jacobian_age", "0"}}));
    const double expected[] = {end.x, end.y, end.u, end.v};
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(result.y[i], expected[i], 1e-8) << end.rho << ", h = " << end.h;
    // E₀ = 5 at rest, and nothing but the method takes energy away.
    EXPECT_NEAR(5 - result.numerical_dissipation, end.energy, 1e-7);
  }
}

/// [YPR98, Fig. 2 and 3] with TOL = 1e-10 and all else by default: where one matrix a step is not
/// enough, as with h = 0.1, the matrix is renewed.
TEST(AlphaExamples, TheStiffPendulumOfTheFiguresRunsWithTheDefaults) {
  for (const SpringEnd& end : spring_ends) {
    const RunResult result =
        complete_alpha_run(alpha_request("stiff-pendulum", end.h, 1e-10, {{"rho", end.rho}}));
    const double expected[] = {end.x, end.y, end.u, end.v};
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(result.y[i], expected[i], 1e-7) << end.rho << ", h = " << end.h;
  }
}

TEST(AlphaExamples, AGivenAgeOfTheMatrixIsKeptTo) {
  const RunResult result =
      run(standard_catalogue(), alpha_request("stiff-pendulum", 0.1, 1e-10, {{"jacobian_age", "1"}}));
  EXPECT_EQ(result.status, RunStatus::failed);
}

struct BushingEnergies {
  const char* lambda;
  int steps;
  double ratio[3];  // ρ = 0, ½, ¾
};
constexpr BushingEnergies bushing_energies[] = {
    {"nu", 200, {0.0117, 0.1377, 0.4928}},     {"nu", 500, {0.0734, 0.7839, 0.9321}},
    {"nu", 1200, {0.7019, 0.9787, 0.9936}},    {"mu", 200, {0.0126, 0.1754, 0.6841}},
    {"mu", 500, {0.0803, 0.8365, 0.9689}},     {"mu", 1200, {0.7380, 0.9848, 0.9969}},
    {"index1", 200, {0.0125, 0.1579, 0.5133}}, {"index1", 500, {0.0801, 0.7972, 0.9335}},
    {"index1", 1200, {0.7296, 0.9803, 0.9940}}};

constexpr double bushing_end = 40 * std::numbers::pi * 1e-5;  // s

/// In the metric of the masses, as in the paper.
RunResult bushing(Settings settings, int steps, double tolerance = 1e-10) {
  settings.emplace("metric", "mass");
  return complete_alpha_run(alpha_request("bushing", bushing_end / steps, tolerance, settings));
}

TEST(AlphaExamples, TheBushingKeepsTheEnergyOfAnIndependentProgram) {
  const char* rhos[] = {"0", "0.5", "0.75"};
  for (const BushingEnergies& e : bushing_energies)
    for (int k = 0; k < 3; ++k) {
      const RunResult result =
          bushing({{"rho", rhos[k]}, {"lambda", e.lambda}, {"jacobian_age", "0"}}, e.steps);
      EXPECT_NEAR(result.energy_ratio, e.ratio[k], 6e-5) << e.lambda << ' ' << e.steps << ' ' << rhos[k];
    }
}

/// (2.5) with projections at q_{n+1}, (3.3), (3.6) and CM are the same equations.
TEST(AlphaExamples, AllIterationsOfTheBushingHaveTheSameSolution) {
  const Vector expected = bushing({{"rho", "0.5"}, {"iteration", "index2"}}, 500, 1e-13).y;
  const Settings others[] = {{{"rho", "0.5"}, {"iteration", "projected"}},
                             {{"rho", "0.5"}, {"iteration", "cs"}},
                             {{"rho", "0.5"}, {"iteration", "cs"}, {"splitting", "qr"}},
                             {{"rho", "0.5"}, {"iteration", "cm"}}};
  for (const Settings& settings : others) {
    const Vector y = bushing(settings, 500, 1e-13).y;
    EXPECT_LE((y - expected).head(3).cwiseAbs().maxCoeff(), 1e-12);
  }
  // On a circle q̃ lies on the radius of q, so that projections there are the same, too.
  const Vector printed =
      bushing({{"rho", "0.5"}, {"iteration", "projected"}, {"projection", "uncorrected"}}, 500, 1e-13).y;
  EXPECT_LE((printed - expected).head(3).cwiseAbs().maxCoeff(), 1e-12);
  // Without the projection of velocities the equations differ.
  EXPECT_GE((bushing({{"rho", "0.5"}, {"iteration", "index3"}}, 500).y - expected).head(3).norm(), 1e-3);
}

constexpr double load_end = 0.3;          // s
constexpr double energy_brought = 1.774;  // J, by the torque
constexpr double gross_motion[] = {20.0352364969, -0.481717560177, 0.322198262334};

/// Energies at the end of each step from the end of the load on, and their means over turns of the
/// crank.
class EnergiesAfterLoad : public RunObserver {
 public:
  explicit EnergiesAfterLoad(int elements)
      : system_(flexible_crank_system(CrankReading::program, elements, ShapeIntegral::correct)),
        evaluator_(system_->make_evaluator()) {}
  void sample(double t, ConstVec y) override {
    const int n = system_->info().n_q();
    if (t < load_end) return;
    energies.push_back(evaluator_->energy({.t = t, .q = part(y, 0, n), .v = part(y, n, n)}).total());
    angles_.push_back(y[0]);
  }
  double mean_of_turn(int turn) const {
    double sum = 0;
    int count = 0;
    for (std::size_t k = 0; k < energies.size(); ++k) {
      if (std::floor((angles_[k] - angles_[0]) / (2 * std::numbers::pi)) != turn) continue;
      sum += energies[k];
      ++count;
    }
    return sum / count;
  }
  std::vector<double> energies;

 private:
  std::shared_ptr<const FlexibleCrankSystem> system_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  std::vector<double> angles_;
};

/// ρ = ½, all else by default.
RunResult crank_run(int elements, EnergiesAfterLoad& observer, double step = 1.0 / 500) {
  RunRequest request;
  request.case_name = "flexible-slider-crank";
  request.method = "alpha";
  request.step = step;
  request.settings = {{"rho", "0.5"}, {"elements", std::to_string(elements)}};
  RunResult result = run(standard_catalogue(), request, {.observer = &observer});
  EXPECT_EQ(result.status, RunStatus::ok) << (result.failure ? describe(*result.failure) : result.message);
  return result;
}

/// Damping by ρ = ½ and steps of 2 ms, 35 periods of the highest mode of four elements, 3.5e5 of
/// 400: the gross motion stays within 1 %, what is lost is the energy of the vibrations, and no
/// mesh feeds energy in: its mean over a turn of the crank falls, and at each step it is that of
/// four elements, whose own error is 1e-5.
TEST(AlphaExamples, TheFlexibleCrankKeepsItsGrossMotionAndLosesItsVibrationsOnEveryMesh) {
  EnergiesAfterLoad coarse(4);
  (void)crank_run(4, coarse);
  ASSERT_GT(coarse.energies.size(), 349U);
  for (const int elements : {4, 40, 400}) {
    EnergiesAfterLoad observer(elements);
    const RunResult result = crank_run(elements, observer);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(result.y[i] / gross_motion[i], 1, 0.01) << elements << ' ' << i;
    EXPECT_GT(result.numerical_dissipation, 0);
    EXPECT_LT(result.numerical_dissipation, 0.01 * energy_brought);
    EXPECT_LT(result.residuals.position, 1e-11);
    EXPECT_LT(result.residuals.velocity, 1e-12);
    EXPECT_LT(observer.mean_of_turn(1), observer.mean_of_turn(0)) << elements;
    ASSERT_EQ(observer.energies.size(), coarse.energies.size());
    for (std::size_t k = 0; k < coarse.energies.size(); ++k) {
      EXPECT_NEAR(observer.energies[k], coarse.energies[k], 1e-5 * energy_brought) << elements << ' ' << k;
    }
  }
}

/// Within a turn energy swings, above what it was at the end of the load, too. This is the error of
/// second order in q and v: with half the step a quarter of it is left. Terms of third order move
/// the quotient by less than 1.
TEST(AlphaExamples, TheEnergyOfTheFlexibleCrankSwingsBySecondOrder) {
  std::vector<double> above;
  for (const double step : {1.0 / 500, 1.0 / 1000}) {
    EnergiesAfterLoad observer(40);
    (void)crank_run(40, observer, step);
    above.push_back(*std::max_element(observer.energies.begin(), observer.energies.end()) -
                    observer.energies[0]);
  }
  EXPECT_NEAR(above[0] / above[1], 4, 1);
}

/// One more each for the start, with [M Gᵀ; G 0], and for the restart where the load ends, with the
/// matrix of a step.
TEST(AlphaExamples, TheFlexibleCrankNeedsOneFactorisationAStep) {
  for (const int elements : {4, 40}) {
    EnergiesAfterLoad observer(elements);
    const RunResult result = crank_run(elements, observer);
    EXPECT_EQ(result.statistics.factorizations, result.statistics.accepted + 2) << elements;
  }
}

/// M⁻¹Gᵀ moves the light tip alone, which sets off vibrations of its element until Newton's method
/// fails with one matrix a step; with more of them the vibrations take energy away.
TEST(AlphaExamples, TheMetricOfTheMassesDoesNotSuitFineMeshes) {
  const auto request = [](const char* metric) {
    return alpha_request("flexible-slider-crank", 1.0 / 500, 1e-6,
                         {{"rho", "0.5"}, {"elements", "40"}, {"metric", metric}});
  };
  RunRequest pinned = request("mass");
  pinned.settings["jacobian_age"] = "1";
  const RunResult result = run(standard_catalogue(), pinned);
  ASSERT_EQ(result.status, RunStatus::failed);
  EXPECT_EQ(result.failure->kind, FailureKind::newton_divergence);
  EXPECT_GT(complete_alpha_run(request("mass")).numerical_dissipation,
            10 * complete_alpha_run(request("step")).numerical_dissipation);
}

}  // namespace alpha_examples_test
}  // namespace pleuel
