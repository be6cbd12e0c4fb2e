// Chaboche's law against closed forms and published curves; hardening by turning directions.
#include <gtest/gtest.h>

#include <array>

#include "material/point_test.hpp"
#include "material/samples.hpp"

namespace pleuel::testing {
namespace chaboche_test {

using material::StressState;

std::shared_ptr<const mat::Material> chaboche(const mat::Parameters& p,
                                              StressState state = StressState::uniaxial) {
  return mat::make_material({.law = "chaboche", .parameters = p, .state = state});
}

// In tension all variables are functions of the plastic strain w:
// (3/2) X_i = C_i/γ_i (1 − exp(−γ_i w)),  R = Q (1 − exp(−b w)),  p = w.
TEST(Chaboche, HardensInTensionByItsClosedForms) {
  for (const mat::Parameters& p : {inco_718(), grade_91()})
    for (const StressState state : mat::stress_states()) {
      if (state == StressState::plane_strain) continue;  // its tension is not uniaxial
      const std::vector<double> times = {2, 5, 10, 20, 30};
      const Curve curve = run_point(chaboche(p, state),
                                    {.kind = MaterialTestKind::tension, .rate = 1e-3, .strain = 0.03}, times);
      for (std::size_t i = 0; i < times.size(); ++i) {
        const double w = curve.at("ep11", i);
        if (times[i] > 5) {
          EXPECT_GT(w, 0.003);
        }
        const std::string what = name(state) + " at " + std::to_string(times[i]) + " s";
        EXPECT_NEAR(curve.at("p", i), w, 1e-9 * w + 1e-12) << what;
        // Relative to the largest value: 1e-7, as other laws have; the runs are at 1e-10.
        EXPECT_NEAR(curve.at("R", i), p.at("Q") / MPa * (1 - std::exp(-p.at("b") * w)),
                    1e-7 * std::abs(p.at("Q")) / MPa)
            << what;
        for (const std::string k : {"1", "2", "3"}) {
          if (!p.contains("C" + k)) continue;
          const double C = p.at("C" + k) / MPa, gamma = p.at("gamma" + k);
          EXPECT_NEAR(1.5 * curve.at("X" + k + "_11", i), C / gamma * (1 - std::exp(-gamma * w)),
                      1e-7 * C / gamma)
              << what;
        }
      }
    }
}

struct PublishedPoint {
  double strain, stress;  // 1, MPa
};

// INCO 718 in tension at three rates, read from the figures of [Amb06] to about 1 % of the largest
// stress.
TEST(Chaboche, HasThePublishedTensionCurvesOfInco718) {
  const std::vector<std::pair<double, std::vector<PublishedPoint>>> curves = {{1e-7,
                                                                               {{0.0029695719, 475.0018},
                                                                                {0.0048024128, 631.0205},
                                                                                {0.0068186871, 733.3950},
                                                                                {0.0098260368, 791.7254},
                                                                                {0.0128318167, 789.5406},
                                                                                {0.0158469381, 772.4711},
                                                                                {0.019844411, 750.0515}}},
                                                                              {1e-2,
                                                                               {{0.0029890784, 476.9782},
                                                                                {0.0048443338, 747.0753},
                                                                                {0.0068040701, 919.9087},
                                                                                {0.0098231803, 1056.6075},
                                                                                {0.0128397943, 1097.0771},
                                                                                {0.0158551988, 1090.9202},
                                                                                {0.0198623735, 1067.5047}}},
                                                                              {1e-1,
                                                                               {{0.0029793251, 475.9900},
                                                                                {0.0047863804, 762.9713},
                                                                                {0.0068163453, 1018.1182},
                                                                                {0.0098374371, 1231.2050},
                                                                                {0.0128554407, 1325.2455},
                                                                                {0.01587154, 1345.8740},
                                                                                {0.0198789206, 1330.3949}}}};
  for (const auto& [rate, points] : curves) {
    std::vector<double> times;
    double largest = 0;
    for (const PublishedPoint& at : points) {
      times.push_back(at.strain / rate);
      largest = std::max(largest, at.stress);
    }
    const Curve curve =
        run_point(chaboche(inco_718()), {.kind = MaterialTestKind::tension, .rate = rate, .strain = 0.02},
                  times, {.rtol = 1e-8, .atol = 1e-11});
    for (std::size_t i = 0; i < points.size(); ++i)
      EXPECT_NEAR(curve.at("sigma11", i), points[i].stress, 0.01 * largest)
          << "strain " << points[i].strain << ", rate " << rate;
  }
}

// Grade 91 at 500 °C under strains of ±0.6 % at 1e-4/s, measured [KK11]: it softens cyclically.
TEST(Chaboche, SoftensInCyclesAsMeasuredOnGrade91) {
  const std::vector<std::pair<int, double>> peaks = {
      {2, 437.85},  {7, 428.25},  {17, 413.61}, {26, 403.85}, {35, 394.86},  {44, 388.24},
      {55, 382.38}, {69, 376.46}, {84, 372.57}, {98, 370.28}, {112, 368.50}, {127, 367.56}};
  const double period = 4 * 0.006 / 1e-4;
  std::vector<double> times;
  for (const auto& [cycle, stress] : peaks) times.push_back((cycle - 0.75) * period);
  const Curve curve = run_point(
      chaboche(grade_91()), {.kind = MaterialTestKind::cyclic, .rate = 1e-4, .strain = 0.006, .cycles = 127},
      times, {.rtol = 1e-6, .atol = 1e-9});
  // The parameters were fitted to more than these tests: the model is within 2 % of the peaks.
  for (std::size_t i = 0; i < peaks.size(); ++i)
    EXPECT_NEAR(curve.at("sigma11", i), peaks[i].second, 0.02 * peaks[i].second)
        << "cycle " << peaks[i].first;
}

TEST(Chaboche, RefusesBackStressesWithAGapAndAYieldStressBelowZero) {
  mat::Parameters p = inco_718();
  p["C3"] = 1e9;
  p["gamma4"] = 2;
  p["Q"] = -900 * MPa;
  try {
    chaboche(p);
    FAIL();
  } catch (const InvalidInput& error) {
    const std::string text = error.what();
    for (const char* part : {"C2 is 0, but C3 is not", "gamma4 = 2 belongs to", "k + Q = -385.79 MPa"})
      EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

std::shared_ptr<const mat::Material> turning_316(double alpha1, StressState state) {
  mat::Parameters p = steel_316();
  p["A1"] = p["A2"] = 0;
  p["alpha1"] = alpha1;
  return mat::make_material({.law = "chan-bodner-lindholm", .parameters = p, .state = state});
}

TEST(TurningDirections, DoNotMatterUnderProportionalLoad) {
  for (const StressState state : {StressState::uniaxial, StressState::plane_stress, StressState::solid}) {
    const MaterialTest test{.kind = MaterialTestKind::cyclic, .rate = 1e-3, .strain = 0.005, .cycles = 2.25};
    const std::vector<double> times = {5, 15, 25, 45};
    const Curve with = run_point(turning_316(2, state), test, times),
                without = run_point(turning_316(0, state), test, times);
    for (std::size_t i = 0; i < times.size(); ++i) {
      EXPECT_NEAR(with.at("sigma11", i), without.at("sigma11", i), 1e-7 * 300) << name(state);
      EXPECT_NEAR(with.at("alpha", i), 0, 1e-9) << name(state);
    }
  }
}

// A strain that turns in the plane of ε11 and γ12: β follows the stress and turns with it, so that
// β̇ becomes perpendicular to β. Then α → α1 and Z_I → Z1 + α1 Z3, where there is no recovery.
TEST(TurningDirections, HardenFurtherUpToAlpha1TimesZ3) {
  constexpr int corners = 24, turns = 12;
  constexpr double size = 0.01, alpha1 = 2;
  MaterialTest test{
      .kind = MaterialTestKind::path, .path_times = {0}, .path = {{"eps11", {0}}, {"gamma12", {0}}}};
  for (int i = 0; i <= corners * turns; ++i) {
    const double angle = 2 * M_PI * i / corners;
    test.path_times.push_back(10.0 + i);
    test.path[0].values.push_back(size * std::cos(angle));
    test.path[1].values.push_back(std::sqrt(3.0) * size * std::sin(angle));
  }
  const double end = test.path_times.back();
  const auto at_end = [&](double alpha) {
    return run_point(turning_316(alpha, StressState::plane_stress), test, {end},
                     {.rtol = 1e-6, .atol = 1e-9});
  };
  const Curve with = at_end(alpha1), without = at_end(0);
  EXPECT_NEAR(with.at("alpha", 0), alpha1, 0.05 * alpha1);
  EXPECT_NEAR(without.at("Z_I", 0), 560, 0.01 * 560);
  EXPECT_NEAR(with.at("Z_I", 0), 560 + with.at("alpha", 0) * 110, 0.01 * 560);
}

}  // namespace chaboche_test
}  // namespace pleuel::testing
