// What the program says to a user who erred: exit 2, nothing on standard output (with --json an
// object), the nearest name on standard error.
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace usage_test {

void expect_usage(const std::vector<std::string>& arguments, const std::string& hint) {
  const Outcome outcome = pleuel(arguments);
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, hint)) << outcome.err;
}

TEST(Usage, NearestNamesAreOfferedForEveryWordThatCanBeMistyped) {
  expect_usage({"rnu", "pendulum"}, "did you mean 'run'");
  expect_usage({"run", "pendulun"}, "did you mean 'pendulum'");
  expect_usage({"run", "pendulum", "--method", "radua5"}, "did you mean 'radau5'");
  expect_usage({"run", "pendulum", "--formulation", "gl1"}, "did you mean 'ggl1'");
  expect_usage({"run", "pendulum", "--formulaton", "ggl1"}, "did you mean '--formulation'");
  expect_usage({"run", "pendulum", "--formulaton=ggl1"}, "did you mean '--formulation'");
  expect_usage({"run", "pendulum", "--set", "eror=strict"}, "did you mean 'error'");
  expect_usage({"run", "pendulum", "--set", "error=stritc"}, "did you mean 'strict'");
  expect_usage({"list", "problem"}, "did you mean 'problems'");
  expect_usage({"list", "methods", "raddau5"}, "did you mean 'radau5'");
}

TEST(Usage, ValuesOutOfTheirDomainAreRefused) {
  expect_usage({"run", "pendulum", "--rtol", "0"}, "rtol");
  expect_usage({"run", "pendulum", "--rtol", "-1e-6"}, "rtol");
  expect_usage({"run", "pendulum", "--rtol", "nan"}, "--rtol is 'nan'");
  expect_usage({"run", "pendulum", "--rtol", "6"}, "rtol is 6; it must be below 1");
  expect_usage({"run", "pendulum", "--rtol", "1e-6x"}, "--rtol is '1e-6x'");
  expect_usage({"run", "pendulum", "--atol", "v=abc"}, "--atol v is 'abc'");
  expect_usage({"run", "pendulum", "--atol", "vv=1"}, "vv");
  expect_usage({"run", "pendulum", "--until", "-1"}, "end time is -1");
  expect_usage({"run", "pendulum", "--until", "0"}, "end time is 0");
  expect_usage({"run", "pendulum", "--h0", "-1"}, "-1");
  expect_usage({"run", "pendulum", "--step", "-1"}, "-1");
  expect_usage({"run", "pendulum", "--every", "0"}, "0");
  expect_usage({"run", "pendulum", "--every", "1", "--at", "1"}, "one of the two");
  expect_usage({"run", "pendulum", "--at", "1,x"}, "--at is 'x'");
  expect_usage({"run", "pendulum", "--at", "-0.5,1"}, "t = -0.5");
  expect_usage({"run", "pendulum", "--repeat", "0"}, "--repeat");
  expect_usage({"run", "pendulum", "--repeat", "1.5"}, "--repeat");
  expect_usage({"run", "pendulum", "--set", "error"}, "NAME=VALUE");
  expect_usage({"run", "pendulum", "--every", "1e-300"}, "sampling interval");
  expect_usage({"run", "pendulum", "--set", "max_steps=5.9"}, "whole number");
  expect_usage({"run", "pendulum", "--timeout", "0"}, "wall-time limit");
  expect_usage({"run", std::string(PLEUEL_SOURCE_DIR) + "/models/pendulum.json", "--timeout", "0"},
               "wall-time limit");
  expect_usage({"run", "pendulum", "--timeout", "x"}, "--timeout is 'x'");
}

TEST(Usage, PicturesNeedADirectoryAndAnElasticBody) {
  expect_usage({"run", "pendulum", "--vtk"}, "--vtk writes pictures into --out DIR");
  expect_usage({"run", "pendulum", "--vtk-scale", "2"}, "--vtk, which is not given; add it");
  expect_usage({"run", "pendulum", "--vtk", "--out", "none"}, "'pendulum' has no elastic body");
}

TEST(Usage, AFormatNeedsADirectory) { expect_usage({"run", "pendulum", "--format", "csv"}, "add --out DIR"); }

TEST(Usage, TheHelpOfTheCommandIsNamed) {
  expect_usage({"run", "pendulum", "--rtol", "x"}, "See: pleuel run --help\n");
  expect_usage({"list", "nothing"}, "See: pleuel list --help\n");
  expect_usage({"bench"}, "See: pleuel bench --help\n");
  expect_usage({"rnu"}, "See: pleuel --help\n");
}

TEST(Usage, AMissingValueIsAskedForInASentence) {
  expect_usage({"run", "pendulum", "--rtol"}, "--rtol needs a value: --rtol [GROUP=]R\n");
  expect_usage({"run", "pendulum", "--until"}, "--until needs a value: --until T\n");
}

TEST(Usage, ACaseIsCalledACase) {
  expect_usage({"run", "nosuch"}, "unknown case 'nosuch'");
  for (const char* command : {"run", "bench", "advise", "verify"})
    EXPECT_FALSE(contains(pleuel({command, "--help"}).out, "problem")) << command;
}

TEST(Usage, TheCasesAreListedWithTheModelsThatAreShipped) {
  const std::string cases = pleuel({"list", "cases"}).out;
  for (const char* name : {"pendulum ", "bolt ", "fe-slider-crank ", "A model file is a case too"})
    EXPECT_TRUE(contains(cases, name)) << cases;
  EXPECT_EQ(pleuel({"list", "problems"}).out, cases);
  EXPECT_EQ(pleuel({"list", "problems", "bolt"}).out, pleuel({"list", "cases", "bolt"}).out);
}

TEST(Usage, WhatHasNoNamesRefusesOne) {
  expect_usage({"list", "schema", "x"}, "unknown schema 'x'");
  expect_usage({"list", "manual", "x"}, "leave 'x' out");
}

TEST(Usage, AllFaultsOfALineComeTogether) {
  const Outcome outcome = pleuel({"run", "pendulum", "--rtol", "x", "--until", "y", "--set", "z"});
  EXPECT_EQ(outcome.code, 2);
  for (const char* part : {"--rtol is 'x'", "--until is 'y'", "--set is 'z'"}) {
    EXPECT_TRUE(contains(outcome.err, part)) << outcome.err;
  }
}

TEST(Usage, AMissingCaseAndASurplusWordAreFaults) {
  expect_usage({"run"}, "CASE");
  expect_usage({"run", "pendulum", "andrews"}, "'andrews'");
  expect_usage({"run", "pendulum", "--rtol"}, "--rtol");
}

TEST(Usage, JsonModeGivesAnObjectForEveryFaultOfTheLine) {
  const Scratch scratch;
  std::ofstream(scratch / "file") << "x";
  const std::vector<std::vector<std::string>> lines = {
      {"run", "pendulun", "--json"},
      {"run", "pendulum", "--json", "--rtol", "x"},
      {"run", "pendulum", "--json", "--formulaton", "ggl1"},
      {"run", "pendulum", "--json", "--rtol"},
      {"run", "--json"},
      {"run", "pendulum", "--json", "--out", (scratch / "file").string()}};
  for (const auto& line : lines) {
    const Outcome outcome = pleuel(line);
    EXPECT_EQ(outcome.code, 2);
    ASSERT_TRUE(nlohmann::json::accept(outcome.out)) << outcome.out << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["status"], "failed");
    EXPECT_NE(json["message"], "");
    EXPECT_EQ(json["case"], line[1] == "--json" ? "" : line[1]);
  }
}

TEST(Usage, AWrongValueHidesNoOtherFault) {
  const Outcome outcome =
      pleuel({"run", "slider-crank", "--set", "beam=foo", "--set", "gravty=1", "--until", "-1"});
  EXPECT_EQ(outcome.code, 2);
  for (const char* part : {"'beam' is 'foo'", "gravty", "end time is -1"}) {
    EXPECT_TRUE(contains(outcome.err, part)) << outcome.err;
  }
}

TEST(Usage, HelpAndVersionAreNoFaults) {
  for (const auto& arguments : {std::vector<std::string>{},
                                {"--help"},
                                {"run", "--help"},
                                {"list", "--help"},
                                {"bench", "--help"},
                                {"table", "--help"},
                                {"verify", "--help"}}) {
    const Outcome outcome = pleuel(arguments);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(contains(outcome.out, "pleuel")) << outcome.out;
    EXPECT_EQ(outcome.err, "");
  }
  const Outcome outcome = pleuel({"run", "--help"});
  for (const char* option :
       {"--formulation", "--method", "--rtol", "--atol", "--until", "--h0", "--step", "--every", "--at",
        "--set", "--repeat", "--timeout", "--out", "--json", "--quiet"}) {
    EXPECT_TRUE(contains(outcome.out, option)) << option;
  }
  EXPECT_TRUE(contains(pleuel({"--version"}).out, "pleuel 0."));
}

}  // namespace usage_test
}  // namespace pleuel::cli_test
