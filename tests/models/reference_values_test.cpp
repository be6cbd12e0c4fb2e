// Model files against values from other programs and other equations.
//
// Those of the IFToMM problems and of the truck were computed from the published specifications
// outside of this program. They are compared in eight digits.
#include <cmath>

#include "models/model_runs.hpp"

namespace pleuel::testing {
namespace reference_values_test {

constexpr double eight_digits = 1e-8;

/// |value − expected| below a unit of the eighth digit of the larger of 1 and the value.
void expect_eight_digits(double value, double expected, const std::string& what) {
  EXPECT_NEAR(value, expected, eight_digits * std::max(1.0, std::abs(expected))) << what;
}

TEST(ReferenceValues, OfThePendulumA01) {
  const double rows[][3] = {{1, 0.9862917511318734, -0.16501085312555258},
                            {10, -0.2750874625764018, -0.9614192050990436}};
  for (const auto& [t, x, y] : rows) {
    const RunResult end = run_model({.name = "pendulum", .tolerance = 1e-11, .until = t});
    expect_eight_digits(output(end, "bob.com.x"), x, "x");
    expect_eight_digits(output(end, "bob.com.y"), y, "y");
  }
}

/// At 10 s, after 19 singular positions, what rounding leaves there: for N = 2 the eighth digit is
/// uncertain by two, N = 40 has five.
// Up to 10 s two bars pass 19 singular positions with free steps, whose tolerance is not below
// 1e-9: 2e-8 in all, and an error of the speed grows with time, so 1e-7.
TEST(ReferenceValues, OfTheFourBarsA02) {
  const struct {
    const char* N;
    double tolerance, t, x, y, error;
  } rows[] = {{"2", 1e-12, 0.5, 0.6952866331644352, 0.7187325634357081, eight_digits},
              {"2", 1e-12, 1, -0.19502030194949715, -0.9807992056621615, eight_digits},
              {"2", 1e-12, 10, 0.32845811153374377, 0.9445185381810601, 1e-7},
              {"40", 1e-12, 0.5, 0.6879259707908447, 0.7257808613565625, eight_digits},
              {"40", 1e-8, 10, 0.18051222668112335, 0.9835727405833402, 2e-5}};
  for (const auto& row : rows) {
    const RunResult end = run_model(
        {.name = "n-four-bar", .tolerance = row.tolerance, .until = row.t, .settings = {{"N", row.N}}});
    EXPECT_NEAR(output(end, "post0.top.x"), row.x, row.error) << "x, N = " << row.N << ", t = " << row.t;
    EXPECT_NEAR(output(end, "post0.top.y"), row.y, row.error) << "y, N = " << row.N << ", t = " << row.t;
  }
}

TEST(ReferenceValues, OfTheFlyballGovernorA05) {
  const double rows[][2] = {{0.5, 0.7432494247867301},
                            {1, 0.5014209223795911},
                            {2, 0.505909294296756},
                            {5, 0.5355631037216745},
                            {10, 0.6196229170613139}};
  for (const auto& [t, height] : rows) {
    const RunResult end = run_model({.name = "flyball", .tolerance = 1e-10, .until = t});
    expect_eight_digits(output(end, "height"), height, "height at " + std::to_string(t));
  }
}

const char* const truck_names[] = {"axle_rear.y", "chassis.y", "chassis.phi", "axle_front.y", "cab.y",
                                   "cab.phi",     "load.x",    "load.y",      "load.phi"};

TEST(ReferenceValues, OfTheTruckOnSprings) {
  const double expected[] = {0.5029080382976802,  2.0047275813675913, 0.0013188411970486188,
                             0.5067486625643873,  2.9082307868550523, 0.0013126993247905077,
                             -1.4613981101619327, 2.90271952347963,   0.0013112318521286443};
  const RunResult end = run_model({.name = "truck", .tolerance = 1e-11, .until = 2});
  for (int i = 0; i < 9; ++i) expect_eight_digits(unknown(end, truck_names[i]), expected[i], truck_names[i]);
}

TEST(ReferenceValues, OfTheTruckWithAHinge) {
  const double expected[] = {0.5029000508999518, 2.0047517733926674, 0.0013548853582889466,
                             0.5067640848588431, 2.9083544902379805, 0.0013489881476639884,
                             -1.46120232387463,  2.9027391611410405, 0.0013339690333286603};
  const RunResult end =
      run_model({.name = "truck", .tolerance = 1e-11, .until = 2, .settings = {{"hinged", "1"}}});
  for (int i = 0; i < 9; ++i) expect_eight_digits(unknown(end, truck_names[i]), expected[i], truck_names[i]);
  // The force of the hinge, in newton, to eight digits of its size.
  expect_eight_digits(std::abs(output(end, "hinge.fx")) / 68175, 33.11295899900693 / 68175, "fx");
  expect_eight_digits(std::abs(output(end, "hinge.fy")) / 68175, 68175.31340582705 / 68175, "fy");
}

TEST(ReferenceValues, OfTheSliderAreThoseOfItsTriangle) {
  const RunResult end = run_model({.name = "slider-crank", .tolerance = 1e-10, .until = 0.07});
  const double l1 = 0.15, l2 = 0.3, phi = 150 * 0.07, s = l1 * std::sin(phi);
  const double foot = std::sqrt(l2 * l2 - s * s);
  expect_eight_digits(unknown(end, "slider.x"), l1 * std::cos(phi) + foot, "x");
  expect_eight_digits(unknown(end, "slider.vx"), -150 * s * (1 + l1 * std::cos(phi) / foot), "vx");
  expect_eight_digits(unknown(end, "rod.phi"), -std::asin(s / l2), "angle of the rod");
}

}  // namespace reference_values_test
}  // namespace pleuel::testing
