// The equations of a point in a test machine.
#include "pleuel/material/material_point.hpp"

#include <gtest/gtest.h>

#include "material/samples.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/problem/material_test.hpp"

namespace pleuel::testing {
namespace material_point_test {

using material::Control;
using material::MaterialPoint;
using material::Program;
using material::StressState;

TEST(Program, GoesStraightFromCornerToCornerAndStaysAtItsEnds) {
  const Program program({1, 2, 4}, {10, 20, -20});
  EXPECT_EQ(program.at(0), 10);
  EXPECT_EQ(program.at(1.5), 15);
  EXPECT_EQ(program.at(3), 0);
  EXPECT_EQ(program.at(9), -20);
  // At a corner, what holds after it.
  EXPECT_EQ(program.rate(2), -20);
  EXPECT_EQ(program.rate(4), 0);
  EXPECT_EQ(Program().at(3), 0);
  EXPECT_THROW(Program({0, 0}, {1, 2}), InvalidInput);
  EXPECT_THROW(Program({0, 1}, {1}), InvalidInput);
}

// Strain of 11 and stress of the others prescribed, all of them moving.
MaterialPoint mixed_point(StressState state) {
  std::vector<Control> controls(static_cast<std::size_t>(mat::n_components(state)),
                                {Control::Kind::stress, Program({0, 1}, {0, 50 * MPa})});
  controls.front() = {Control::Kind::strain, Program({0, 1}, {0, 0.004})};
  return {"mixed", make_316(state), controls};
}

TEST(MaterialPointSystem, HasDerivativesThatAreThoseOfItsRows) {
  std::mt19937 random(5);
  for (const StressState state : mat::stress_states()) {
    const MaterialPoint point = mixed_point(state);
    const auto evaluator = point.make_evaluator();
    const int n = point.info().n_q(), ns = point.info().n_s();
    PointState at = random_point({"", make_316(state), 170 * MPa}, random);
    const Vector zero = Vector::Zero(n), lambda = Vector::Constant(1, 1e-3);
    const auto rows = [&](const PointState& where) {
      Vector all(n + ns);
      const Motion motion{0.5, view(where.strain), view(zero), view(zero), view(lambda), view(where.x)};
      evaluator->rows(motion, {.dynamics = part(view(all), 0, n), .internal = part(view(all), n, ns)});
      return all;
    };
    MotionMatrices m = evaluator->matrices({});
    evaluator->linearize({0.5, view(at.strain), view(zero), view(zero), view(lambda), view(at.x)}, m);
    Matrix given(n + ns, n + ns);
    given << m.dynamics_q.dense(), m.dynamics_s.dense(), m.internal_q.dense(), m.internal_s.dense();
    for (int k = 0; k < n + ns; ++k) {
      const double h = k < 2 * n ? 1e-8 : 1e-6;
      PointState plus = at, minus = at;
      (k < n ? plus.strain[k] : plus.x[k - n]) += h;
      (k < n ? minus.strain[k] : minus.x[k - n]) -= h;
      const Vector difference = (rows(plus) - rows(minus)) / (2 * h);
      // Differences of second order: (60 h/ε)²/6 ≈ 1e-7 of the column, and rounding over h.
      EXPECT_LE((given.col(k) - difference).cwiseAbs().maxCoeff(), 1e-6 * given.col(k).cwiseAbs().maxCoeff())
          << name(state) << ", column " << k;
    }
  }
}

TEST(MaterialPointSystem, KnowsItsStrainFromTimeAndStates) {
  std::mt19937 random(6);
  for (const StressState state : mat::stress_states()) {
    const MaterialPoint point = mixed_point(state);
    const PointState at = random_point({"", make_316(state), 170 * MPa}, random);
    const Vector strain = point.strain(0.5, view(at.x));
    const Vector sigma = point.material().moduli() * (strain - at.x.head(strain.size()));
    EXPECT_NEAR(strain[0], 0.002, 1e-15);
    for (Eigen::Index k = 1; k < sigma.size(); ++k) EXPECT_NEAR(sigma[k], 25 * MPa, 1e-5);
  }
}

TEST(MaterialTest, NamesWhatIsWrongWithIt) {
  const auto refusal = [](const MaterialTest& test, StressState state) -> std::string {
    try {
      (void)controls_of(test, state);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  using enum MaterialTestKind;
  EXPECT_NE(refusal({.rate = -1, .strain = 0}, StressState::uniaxial).find("the rate of the test is -1"),
            std::string::npos);
  EXPECT_NE(refusal({.kind = relaxation, .hold = 0}, StressState::uniaxial).find("time of hold"),
            std::string::npos);
  EXPECT_NE(refusal({.kind = path}, StressState::uniaxial).find("no component"), std::string::npos);
  const auto along = [&](const std::string& component, StressState state) {
    return refusal({.kind = path, .path_times = {0, 1}, .path = {{"eps11", {0, 1}}, {component, {0, 1}}}},
                   state);
  };
  EXPECT_NE(along("eps22", StressState::uniaxial).find("unknown component"), std::string::npos);
  EXPECT_NE(along("sigma11", StressState::uniaxial).find("cannot both"), std::string::npos);
  EXPECT_NE(along("eps33", StressState::plane_strain).find("stays 0"), std::string::npos);
  EXPECT_EQ(along("sigma33", StressState::solid), "");
}

TEST(MaterialTest, OfCyclesEndsInTheMiddleOfOneIfAskedTo) {
  const MaterialTest test{.kind = MaterialTestKind::cyclic, .rate = 1e-3, .strain = 0.005, .cycles = 1.3};
  const auto controls = controls_of(test, StressState::uniaxial);
  EXPECT_DOUBLE_EQ(test.t_end(), 26);
  EXPECT_NEAR(controls[0].program.at(5), 0.005, 1e-17);
  EXPECT_NEAR(controls[0].program.at(15), -0.005, 1e-17);
  EXPECT_NEAR(controls[0].program.at(26), 0.004, 1e-15);
}

TEST(MaterialTest, IsSampledAtItsCornersAndInAHoldByRatios) {
  const MaterialTest cyclic{.kind = MaterialTestKind::cyclic, .rate = 1e-3, .strain = 0.005, .cycles = 1};
  const auto times = sample_times(cyclic, 7);
  EXPECT_EQ(times.front(), 0);
  EXPECT_EQ(times.back(), cyclic.t_end());
  for (const double corner : {5.0, 15.0}) EXPECT_NE(std::ranges::find(times, corner), times.end()) << corner;
  const auto held = sample_times({.kind = MaterialTestKind::creep, .hold = 1e6}, 12);
  ASSERT_GE(held.size(), 12u);
  EXPECT_DOUBLE_EQ(held[1], 1);
}

}  // namespace material_point_test
}  // namespace pleuel::testing
