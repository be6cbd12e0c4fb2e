// Stopping: what is kept, how soon it ends, and what the shell is told.
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

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

// Two FE bodies, some 1300 unknowns: a Jacobian of ida's by differences, and its dense factorisation, take seconds.
TEST(Stopping, IdaStopsInTheMiddleOfItsDenseJacobian) {
  const std::string model = std::string(PLEUEL_SOURCE_DIR) + "/tests/cli/models/two-bolts.json";
  const std::vector<std::string> line = {"run", model,   "--formulation", "rcd0",  "--method",
                                         "ida", "--set", "linear=dense",  "--json"};
  auto begin = Clock::now();
  auto limited = line;
  limited.insert(limited.end(), {"--timeout", "1"});
  const Outcome timed = pleuel(limited);
  if (contains(timed.out, "SUNDIALS")) GTEST_SKIP() << "built without SUNDIALS";
  EXPECT_EQ(timed.code, 5) << timed.out;
  EXPECT_EQ(Json::parse(timed.out)["failure"]["kind"], "time_limit");
  EXPECT_LT(seconds_since(begin), 10) << "44 s before; one factorisation is not interrupted";
}

TEST(Stopping, ASignalWhileTheModelIsReadEndsAtOnceWithAnObject) {
  const Scratch scratch;
  // Reading this takes minutes: every point of a large table is a formula of its own.
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
    const auto begin = Clock::now();
    kill(program.pid(), signal);
    const Outcome outcome = program.wait();
    EXPECT_LT(seconds_since(begin), 1);
    EXPECT_EQ(outcome.code, 128 + signal);
    EXPECT_EQ(Json::parse(outcome.out)["status"], "failed");
  }
  const auto begin = Clock::now();
  const Outcome timed = pleuel({"run", (scratch / "slow.json").string(), "--json", "--timeout", "0.5"});
  EXPECT_LT(seconds_since(begin), 2);
  EXPECT_EQ(timed.code, 5);
  EXPECT_TRUE(contains(Json::parse(timed.out)["message"], "wall-time limit")) << timed.out;
}

}  // namespace
}  // namespace pleuel::cli_test
