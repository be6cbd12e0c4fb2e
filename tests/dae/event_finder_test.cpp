#include "pleuel/dae/event_finder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "pleuel/dae/root.hpp"

namespace pleuel {
namespace event_finder_test {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// y(t) = t on [begin, end]: an event function of t is one of y.
class Line final : public DenseOutput {
 public:
  Line(double begin, double end) : begin_(begin), end_(end) {}
  double begin() const override { return begin_; }
  double end() const override { return end_; }
  int order() const override { return 100; }
  void evaluate(double t, Vec y) const override { y[0] = t; }

 private:
  double begin_, end_;
};

Event event(std::function<double(double)> f, Crossing crossing = Crossing::either,
            EventEffect effect = EventEffect::note) {
  return {.name = "event",
          .value = [f = std::move(f)](double, ConstVec y) { return f(y[0]); },
          .crossing = crossing,
          .effect = effect};
}

std::vector<FoundEvent> found(std::vector<Event> events, double begin, double end) {
  EventFinder finder(std::move(events));
  const Vector y = Vector::Constant(1, begin);
  finder.start(begin, y);
  return finder.find(Line(begin, end));
}

TEST(Root, IsNarrowedToTheWidthAskedForWithFarFewerEvaluationsThanBisection) {
  int n = 0;
  const auto f = [&](double x) {
    ++n;
    return std::exp(x) - 2;
  };
  const double root = narrow({0, 1, -1, std::exp(1.0) - 2}, 1e-15, f);
  EXPECT_NEAR(root, std::numbers::ln2, 2e-15);
  EXPECT_GE(f(root), 0) << "the sign has changed there";
  EXPECT_LE(n, 12);  // bisection: 50
}

TEST(Root, ATripleZeroAndAJumpNeedOneEvaluationMoreThanBisectionAtMost) {
  for (const auto& shape : {std::function<double(double)>([](double x) { return std::pow(x - 0.3, 3); }),
                            std::function<double(double)>([](double x) { return x < 0.3 ? -1e-9 : 1e9; })}) {
    int n = 0;
    const double root = narrow({0, 1, shape(0), shape(1)}, 1e-12, [&](double x) {
      ++n;
      return shape(x);
    });
    EXPECT_NEAR(root, 0.3, 2e-12);
    EXPECT_LE(n, 42);  // ⌈log₂ 1e12⌉ = 40
  }
}

TEST(EventFinder, FindsACrossingToTheRoundingOfTime) {
  const auto events = found({event([](double t) { return std::sin(t); })}, 2.9, 3.3);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_NEAR(events[0].t, std::numbers::pi, 4 * epsilon * std::numbers::pi);
}

TEST(EventFinder, CountsOnlyTheDirectionAskedFor) {
  const auto cosine = [](double t) { return std::cos(t); };
  EXPECT_EQ(found({event(cosine, Crossing::rising)}, 0, 3).size(), 0u);
  EXPECT_EQ(found({event(cosine, Crossing::falling)}, 0, 3).size(), 1u);
  EXPECT_EQ(found({event(cosine, Crossing::rising)}, 3, 6).size(), 1u);
  EXPECT_EQ(found({event(cosine, Crossing::either)}, 0, 6).size(), 2u);
}

TEST(EventFinder, SeesTwoCrossingsBetweenTheEndsOfAStep) {
  // Between two of the points 0.2, 0.4, …, and so near to each other that only the vertex shows
  // them.
  for (const double gap : {0.3, 0.1, 0.01}) {
    const auto events =
        found({event([gap](double t) { return (t - 0.53) * (t - 0.53) - gap * gap / 4; })}, 0, 1);
    ASSERT_EQ(events.size(), 2u) << gap;
    EXPECT_NEAR(events[0].t, 0.53 - gap / 2, 1e-14);
    EXPECT_NEAR(events[1].t, 0.53 + gap / 2, 1e-14);
  }
}

TEST(EventFinder, SeesAMinimumThatIsACorner) {
  for (const double depth : {1e-2, 1e-4, 1e-6}) {
    const auto events = found({event([depth](double t) { return std::abs(t - 0.533) - depth; })}, 0, 1);
    ASSERT_EQ(events.size(), 2u) << depth;
    EXPECT_NEAR(events[0].t, 0.533 - depth, 1e-14);
    EXPECT_NEAR(events[1].t, 0.533 + depth, 1e-14);
  }
}

TEST(EventFinder, AMinimumFarFromZeroCostsOneEvaluation) {
  int n = 0;
  const auto bowl = [&n](double t) {
    ++n;
    return 1 + (t - 0.53) * (t - 0.53);
  };
  EXPECT_EQ(found({event(bowl)}, 0, 1).size(), 0u);
  EXPECT_EQ(n, 1 + 8 + 1);  // the start, the samples of a first step, the vertex
}

TEST(EventFinder, TheEarliestDecisiveEventEndsTheListAndNotesBeforeItStay) {
  const auto at = [](double t0) { return [t0](double t) { return t - t0; }; };
  const auto events = found({event(at(0.9)), event(at(0.7), Crossing::either, EventEffect::stop),
                             event(at(0.5), Crossing::either, EventEffect::jump), event(at(0.1))},
                            0, 1);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].event, 3);
  EXPECT_EQ(events[1].event, 2);
}

TEST(EventFinder, DecisiveEventsAtOneTimeAreFoundTogether) {
  const auto events =
      found({event([](double t) { return t - 0.3; }, Crossing::either, EventEffect::jump),
             event([](double t) { return 2 * (0.3 - t); }, Crossing::either, EventEffect::jump)},
            0, 1);
  EXPECT_EQ(events.size(), 2u);
}

TEST(EventFinder, AFunctionThatIsZeroAtTheBeginningDoesNotFireAtOnceButOnItsReturn) {
  EventFinder finder(
      {event([](double t) { return std::sin(t) - 1e-17; }, Crossing::either, EventEffect::jump)});
  const Vector y = Vector::Zero(1);
  finder.start(0, y, {0});
  EXPECT_TRUE(finder.find(Line(0, 1)).empty());
  finder.keep();
  const auto& events = finder.find(Line(1, 4));
  ASSERT_EQ(events.size(), 1u);
  EXPECT_NEAR(events[0].t, std::numbers::pi, 1e-14);
}

TEST(EventFinder, AShortBounceInTheFirstStepIsSeen) {
  // It leaves zero and is back at 0.005, before the first of the usual points.
  EventFinder finder({event([](double t) { return t * (0.005 - t); }, Crossing::falling, EventEffect::jump)});
  const Vector y = Vector::Zero(1);
  finder.start(0, y, {0});
  const auto& events = finder.find(Line(0, 1));
  ASSERT_EQ(events.size(), 1u);
  EXPECT_NEAR(events[0].t, 0.005, 1e-15);
}

TEST(EventFinder, ACrossingAtTheEndOfAStepIsFoundOnceAndNotAgainInTheNext) {
  EventFinder finder({event([](double t) { return t - 1; })});
  const Vector y = Vector::Zero(1);
  finder.start(0, y);
  EXPECT_EQ(finder.find(Line(0, 1)).size(), 1u);
  finder.keep();
  EXPECT_EQ(finder.find(Line(1, 2)).size(), 0u);
}

// Zero from 0.37 to 1.2, then as `after` says.
std::function<double(double)> resting(double before, double after) {
  return [=](double t) { return t < 0.37 ? before * (0.37 - t) : t > 1.2 ? after * (t - 1.2) : 0.0; };
}

TEST(EventFinder, AFunctionThatStaysZeroIsOneEventAtItsFirstZero) {
  for (const double after : {-1.0, 1.0}) {
    EventFinder finder({event(resting(1, after))});
    const Vector y = Vector::Zero(1);
    finder.start(0, y);
    const auto first = finder.find(Line(0, 1));
    ASSERT_EQ(first.size(), 1u) << "whatever the samples after it";
    EXPECT_NEAR(first[0].t, 0.37, 4 * epsilon);
    finder.keep();
    EXPECT_TRUE(finder.find(Line(1, 1.1)).empty()) << "while it stays zero";
    finder.keep();
    EXPECT_TRUE(finder.find(Line(1.1, 2)).empty()) << "when it leaves zero to " << after;
  }
}

TEST(EventFinder, AFunctionThatStaysZeroCountsInTheDirectionOfItsArrival) {
  EXPECT_EQ(found({event(resting(1, -1), Crossing::falling)}, 0, 2).size(), 1u);
  EXPECT_EQ(found({event(resting(1, -1), Crossing::rising)}, 0, 2).size(), 0u);
  EXPECT_EQ(found({event(resting(-1, -1), Crossing::rising)}, 0, 2).size(), 1u);
  EXPECT_EQ(found({event(resting(-1, -1), Crossing::falling)}, 0, 2).size(), 0u);
}

TEST(EventFinder, AFunctionThatRestedAtZeroFiresAgainOnItsReturn) {
  // Falls to zero, rests, goes back up and falls again at 3.
  EventFinder finder(
      {event([](double t) { return t < 2 ? resting(1, 1)(t) : 0.8 * (3 - t); }, Crossing::falling)});
  const Vector y = Vector::Zero(1);
  finder.start(0, y);
  EXPECT_EQ(finder.find(Line(0, 1)).size(), 1u);
  finder.keep();
  EXPECT_TRUE(finder.find(Line(1, 2)).empty());
  finder.keep();
  const auto& again = finder.find(Line(2, 4));
  ASSERT_EQ(again.size(), 1u);
  EXPECT_NEAR(again[0].t, 3, 1e-14);
}

TEST(EventFinder, AFunctionThatBeginsAtZeroAndStaysThereIsNoEvent) {
  EXPECT_TRUE(found({event([](double) { return 0.0; })}, 0, 1).empty());
  EXPECT_TRUE(found({event([](double t) { return t < 0.5 ? 0.0 : t - 0.5; })}, 0, 1).empty());
}

}  // namespace event_finder_test
}  // namespace pleuel
