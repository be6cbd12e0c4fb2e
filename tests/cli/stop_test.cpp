// Stopping: what is kept, how soon it ends, and what the shell is told.
#include <csignal>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace stop_test {

using Json = nlohmann::json;

/// Until the run has begun.
void wait_for_staging(const fs::path& out, const Program& program) {
  const fs::path staging = out / (".pleuel-" + std::to_string(program.pid()) + ".tmp");
  for (int i = 0; i < 2000 && !fs::exists(staging); ++i) usleep(10'000);
  usleep(100'000);
}

TEST(Stopping, EachSignalKeepsTheRunAndHasItsExitCode) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const Scratch scratch;
    const fs::path out = scratch / "r";
    Program program({"run", "pendulum", "--until", "1e7", "--every", "1", "--json", "--out", out.string()});
    wait_for_staging(out, program);
    kill(program.pid(), signal);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, 128 + signal);
    EXPECT_EQ(Json::parse(outcome.out)["status"], "interrupted");
    EXPECT_GT(std::ranges::count(contents(out / "trajectory.csv"), '\n'), 1);
    EXPECT_EQ(Json::parse(contents(out / "run.json"))["status"], "interrupted");
  }
}

TEST(Stopping, AHangUpThatTheCallerIgnoresStaysIgnored) {
  const Scratch scratch;
  std::signal(SIGHUP, SIG_IGN);
  Program program(
      {"run", "pendulum", "--until", "1e7", "--every", "1", "--quiet", "--out", (scratch / "r").string()});
  std::signal(SIGHUP, SIG_DFL);
  wait_for_staging(scratch / "r", program);
  kill(program.pid(), SIGHUP);
  usleep(200'000);
  kill(program.pid(), SIGTERM);
  EXPECT_EQ(program.wait().code, 143);
}

// Two FE bodies, 2325 unknowns: the first step of ida makes several dense Jacobians by as many
// differences each.
TEST(Stopping, IdaStopsInTheMiddleOfItsDenseJacobian) {
  const std::string model = std::string(PLEUEL_SOURCE_DIR) + "/tests/cli/models/two-bolts.json";
  const Outcome timed = pleuel({"run", model, "--formulation", "rcd0", "--method", "ida", "--set",
                                "linear=dense", "--timeout", "3", "--json"});
  if (contains(timed.out, "SUNDIALS")) GTEST_SKIP() << "built without SUNDIALS";
  EXPECT_EQ(timed.code, 5) << timed.out;
  EXPECT_EQ(Json::parse(timed.out)["failure"]["kind"], "time_limit");
  EXPECT_EQ(Json::parse(timed.out)["t"], 0);
  EXPECT_TRUE(contains(timed.out, "in the step after t = 0")) << timed.out;
}

TEST(Stopping, ASignalWhileTheModelIsReadEndsAtOnceWithAnObject) {
  const Scratch scratch;
  // Reading this takes minutes: each body has modes of its own.
  std::ofstream file(scratch / "slow.json");
  file << R"({"pleuel": 2, "name": "slow", "dimension": 2, "bodies": [)";
  for (int i = 0; i < 200; ++i)
    file
        << (i == 0 ? "" : ",") << R"({"name": "b)" << i
        << R"(", "type": "flexible", "mesh": {"type": "box", "length": 1, "height": 0.1, "cells": [200, 10]}, "thickness": 1,
              "material": {"young": 1e9, "poisson": 0.3, "density": 1000}, "modes": 10, "frame": {"type": "tangent", "set": "left"}})";
  file << "]}";
  file.close();
  for (const int signal : {SIGINT, SIGHUP}) {
    Program program({"run", (scratch / "slow.json").string(), "--json"});
    usleep(500'000);
    kill(program.pid(), signal);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, 128 + signal);
    EXPECT_EQ(Json::parse(outcome.out)["status"], "failed");
  }
  const Outcome timed = pleuel({"run", (scratch / "slow.json").string(), "--json", "--timeout", "0.5"});
  EXPECT_EQ(timed.code, 5);
  EXPECT_TRUE(contains(Json::parse(timed.out)["message"], "wall-time limit")) << timed.out;
}

}  // namespace stop_test
}  // namespace pleuel::cli_test
