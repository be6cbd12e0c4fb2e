// Whoever waits at a terminal sees how long it will take.
#include <regex>

#include "cli/terminal.hpp"

namespace pleuel::cli_test {
namespace progress_test {

bool has(const std::string& text, const std::string& pattern) {
  return std::regex_search(text, std::regex(pattern));
}

TEST(Progress, ARunShowsTheTimeLeft) {
  // Longer than the limit that ends it, so that the line is drawn on any machine.
  const std::string drawn = drawn_by({"run", "chain", "--set", "links=300", "--rtol", "1e-10", "--timeout",
                                      "0.8", "--formulation", "ggl1", "--method", "radau5"});
  EXPECT_TRUE(has(drawn, R"(\] +\d+ %  t = \S+  (\d+ h )?\d+ (s|min) left)")) << drawn.substr(0, 200);
}

TEST(Progress, SeriesOfRunsShowTheTimeLeft) {
  EXPECT_TRUE(has(drawn_by({"bench", "spring-pendulum", "--formulations", "rcd0", "--methods", "radau5",
                            "--rtol", "1e-4:1e-6", "--repeat", "1"}),
                  R"(\[1/3\] \d+ s left  spring-pendulum)"));
  EXPECT_TRUE(has(drawn_by({"verify", "spring-pendulum", "--rtol", "1e-6"}), R"(\[1/\d\] \d+ s left)"));
  EXPECT_TRUE(has(drawn_by({"table", "crank-19.3", "--quick"}), R"(\[1/\d+\] \d+ s left)"));
  EXPECT_TRUE(has(drawn_by({"advise", "spring-pendulum", "--until", "1", "--budget", "2"}),
                  R"(\[1\] at most \d s left)"));
}

TEST(Progress, AQuickTableSaysHowLongItTakesAtMostAndStopsThere) {
  // Two thousand seconds of the pendulum with every program: minutes without the limit.
  const Outcome outcome = pleuel({"table", "pendulum-9", "--quick", "--budget", "0.5"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.out, "?: not run, out of budget")) << outcome.out;
  EXPECT_TRUE(contains(pleuel({"table", "andrews-13.3", "--quick"}).err, "--quick takes at most 20 s"));
}

}  // namespace progress_test
}  // namespace pleuel::cli_test
