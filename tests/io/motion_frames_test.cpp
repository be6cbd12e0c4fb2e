// Frames stand at equal distances, many for a short run as for a long one.
#include "pleuel/io/motion_frames.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pleuel {
namespace motion_frames_test {

/// y = (t, t²) on a piece.
class Parabola : public DenseOutput {
 public:
  Parabola(double begin, double end) : begin_(begin), end_(end) {}
  double begin() const override { return begin_; }
  double end() const override { return end_; }
  int order() const override { return 2; }
  void evaluate(double t, Vec y) const override {
    EXPECT_GE(t, begin_);
    EXPECT_LE(t, end_);
    y[0] = t;
    y[1] = t * t;
  }

 private:
  double begin_, end_;
};

MotionFrames frames(int most) {
  return MotionFrames(1, 3, 2, most, [](double, ConstVec y, float* row) {
    row[0] = static_cast<float>(y[0]);
    row[1] = static_cast<float>(y[1]);
  });
}

void run(MotionFrames& frames, double end, int n_steps) {
  for (int i = 0; i < n_steps; ++i) {
    // Steps of growing length, as a method takes them.
    const auto at = [&](int k) { return 1 + (end - 1) * std::pow(static_cast<double>(k) / n_steps, 2); };
    frames.step(Parabola(at(i), i + 1 == n_steps ? end : at(i + 1)), 2);
  }
  frames.finish(end, Vector{{end, end * end}});
}

TEST(MotionFrames, AreEquallySpacedAndHoldTheStatesOfTheirTimes) {
  MotionFrames list = frames(100);
  run(list, 3, 37);
  const auto& t = list.times();
  ASSERT_GE(t.size(), 50u);
  ASSERT_LE(t.size(), 101u);  // the last is the end
  EXPECT_EQ(t.front(), 1);
  EXPECT_EQ(t.back(), 3);
  for (std::size_t i = 1; i + 1 < t.size(); ++i) EXPECT_NEAR(t[i] - t[i - 1], t[1] - t[0], 1e-12);
  for (std::size_t i = 0; i < t.size(); ++i) {
    EXPECT_FLOAT_EQ(list.values()[2 * i], static_cast<float>(t[i]));
    EXPECT_FLOAT_EQ(list.values()[2 * i + 1], static_cast<float>(t[i] * t[i]));
  }
}

TEST(MotionFrames, ARunThatEndsEarlyHasAnEighthOfThemOrMore) {
  MotionFrames list = frames(100);
  run(list, 1 + 1e-6, 5);
  EXPECT_GE(list.times().size(), 12u);
  EXPECT_LE(list.times().size(), 101u);
}

TEST(MotionFrames, ARunWithoutAStepHasItsEnd) {
  MotionFrames list = frames(100);
  list.finish(1, Vector{{1.0, 1.0}});
  EXPECT_EQ(list.times().size(), 1u);
}

}  // namespace motion_frames_test
}  // namespace pleuel
