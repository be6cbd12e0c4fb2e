// Straight lines between the points of curves follow dense output.
#include "pleuel/io/curve_sampler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace pleuel {
namespace curve_sampler_test {

constexpr double period = 2 * 3.14159265358979323846;

/// sin t, and a slow line beside it.
bool take_sine(double t, Vec row) {
  row[0] = std::sin(t);
  row[1] = t;
  return true;
}

Vector sine(double t) {
  Vector row(2);
  take_sine(t, view(row));
  return row;
}

/// The largest distance of sin t from straight lines between the points.
double deviation(const CurveSampler& curve) {
  const auto& times = curve.columns().times();
  const std::vector<float> values = curve.columns().values();
  double worst = 0;
  for (std::size_t k = 1; k < times.size(); ++k)
    for (int i = 0; i <= 10; ++i) {
      const double s = i / 10.0, t = times[k - 1] + s * (times[k] - times[k - 1]);
      worst = std::max(worst, std::abs((1 - s) * values[k - 1] + s * values[k] - std::sin(t)));
    }
  return worst;
}

/// Two steps a period from 0 to `end`, with a sample at the start alone.
CurveSampler after_long_steps(double end, const CurveSampler::Evaluate& evaluate, int most_points = 20'000) {
  CurveSampler curve({"m", "s"}, {0}, end, most_points);
  curve.add(0, sine(0));
  for (double t = 0; t < end - 1e-9; t += period / 2) curve.step(t, t + period / 2, evaluate);
  curve.finish();
  return curve;
}

TEST(CurvesOfPages, FollowDenseOutputBetweenTheEndsOfLongSteps) {
  const CurveSampler curve = after_long_steps(10 * period, take_sine);
  // A five hundredth of the range, which is 2.
  EXPECT_LT(deviation(curve), 2.0 / 500 * 1.1);
  EXPECT_EQ(curve.n_samples(), 1);
  // A line of length l deviates by l²/8: some 35 a period, and not many more.
  EXPECT_LT(curve.columns().times().size(), 10 * 120u);
  EXPECT_TRUE(std::is_sorted(curve.columns().times().begin(), curve.columns().times().end()));
}

TEST(CurvesOfPages, HaveNoMorePointsWhereSamplesAreCloseEnough) {
  CurveSampler curve({"m", "s"}, {0}, period, 20'000);
  int n_computed = 0;
  const CurveSampler::Evaluate evaluate = [&](double t, Vec row) {
    ++n_computed;
    return take_sine(t, row);
  };
  // 200 samples in each of ten steps.
  for (int step = 0; step < 10; ++step) {
    for (int i = 1; i <= 200; ++i) {
      const double t = period * (step + i / 200.0) / 10;
      curve.add(t, sine(t));
    }
    curve.step(period * step / 10, period * (step + 1) / 10, evaluate);
  }
  curve.finish();
  EXPECT_LE(n_computed, 5);  // while two points do not tell a curvature
}

TEST(CurvesOfPages, AreNotDividedBelowAQuarterOfAPixel) {
  // Ten thousand periods: no interval that is longer than a two thousandth of the run holds less
  // than five.
  const CurveSampler curve = after_long_steps(10'000 * period, take_sine);
  EXPECT_LE(curve.columns().times().size(), 20'002u);
}

/// Four steps of 1/8000 between two samples of a run to t = 1, after one of the whole range.
std::size_t n_points_after_short_steps(const CurveSampler::Evaluate& evaluate) {
  CurveSampler curve({"m", "s"}, {0}, 1, 20'000);
  curve.add(-1, Vector(Vector::Constant(2, 1)));
  Vector row(2);
  evaluate(0, view(row));
  curve.add(0, row);
  for (int step = 0; step < 4; ++step) {
    const double end = (step + 1) / 8000.0;
    if (step == 3) {
      evaluate(end, view(row));
      curve.add(end, row);
    }
    curve.step(step / 8000.0, end, evaluate);
  }
  curve.finish();
  return curve.columns().times().size();
}

TEST(CurvesOfPages, LeaveOutEndsOfShortStepsOnALine) {
  // 0, and the samples at both ends.
  const std::size_t n_on_a_line = n_points_after_short_steps([](double t, Vec row) {
    row.setConstant(100 * t);
    return true;
  });
  // A spike between the samples, a tenth of the range high, at the second end of a step.
  const std::size_t n_with_spike = n_points_after_short_steps([](double t, Vec row) {
    row.setConstant(t == 2 / 8000.0 ? 0.1 : 0);
    return true;
  });
  EXPECT_GE(n_with_spike, n_on_a_line + 2);
}

TEST(CurvesOfPages, FollowSlowBendsThroughManyEndsLeftOut) {
  // Each end is close to the line between its neighbours; all together bend by the range.
  const double end = period, h = end / 100'000;
  CurveSampler curve({"m", "s"}, {0}, end, 200'000);
  curve.add(0, sine(0));
  for (int step = 0; step < 100'000; ++step) curve.step(step * h, (step + 1) * h, take_sine);
  curve.finish();
  EXPECT_LT(deviation(curve), 2.0 / 500 * 1.1);
  // Not more than one in an interval of 1/2000, and two where the range is not known yet.
  EXPECT_LT(curve.columns().times().size(), 5000u);
}

TEST(CurvesOfPages, KeepBothSidesOfAJump) {
  CurveSampler curve({"m", "s"}, {0}, 2, 20'000);
  const auto constant = [](double x) {
    return CurveSampler::Evaluate([x](double, Vec row) {
      row.setConstant(x);
      return true;
    });
  };
  curve.add(0, Vector(Vector::Constant(2, 1)));
  curve.add(1, Vector(Vector::Constant(2, 1)));
  curve.add(1, Vector(Vector::Constant(2, 5)));
  curve.step(0, 1, constant(1));
  curve.step(1, 2, constant(5));
  curve.finish();
  const auto& times = curve.columns().times();
  const std::vector<float> values = curve.columns().values();
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (times[k] != 1) {
      EXPECT_EQ(values[k], times[k] < 1 ? 1 : 5);
    }
  }
  EXPECT_EQ(std::count(times.begin(), times.end(), 1.0), 2);
}

TEST(CurvesOfPages, LeaveOutPointsThatCannotBeComputed) {
  const CurveSampler curve =
      after_long_steps(2 * period, [](double t, Vec row) { return t > 1 && take_sine(t, row); });
  for (const double t : curve.columns().times()) EXPECT_TRUE(t == 0 || t > 1) << t;
}

}  // namespace curve_sampler_test
}  // namespace pleuel
