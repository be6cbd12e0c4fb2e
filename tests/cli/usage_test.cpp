// What the program says to a user who erred: exit 2, nothing on standard output, the nearest name on standard
// error.
#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace {

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
  expect_usage({"list", "methods", "radau"}, "did you mean 'radau5'");
}

TEST(Usage, ValuesOutOfTheirDomainAreRefused) {
  expect_usage({"run", "pendulum", "--rtol", "0"}, "rtol");
  expect_usage({"run", "pendulum", "--rtol", "-1e-6"}, "rtol");
  expect_usage({"run", "pendulum", "--rtol", "nan"}, "--rtol is 'nan'");
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

TEST(Usage, JsonModeKeepsStandardOutputEmptyForAFaultOfTheLine) {
  expect_usage({"run", "pendulun", "--json"}, "pendulum");
}

TEST(Usage, HelpAndVersionAreNoFaults) {
  for (const auto& arguments :
       {std::vector<std::string>{}, {"--help"}, {"run", "--help"}, {"list", "--help"}}) {
    const Outcome outcome = pleuel(arguments);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(contains(outcome.out, "pleuel")) << outcome.out;
    EXPECT_EQ(outcome.err, "");
  }
  const Outcome outcome = pleuel({"run", "--help"});
  for (const char* option : {"--formulation", "--method", "--rtol", "--atol", "--until", "--h0", "--step",
                             "--every", "--at", "--set", "--repeat", "--out", "--json", "--quiet"}) {
    EXPECT_TRUE(contains(outcome.out, option)) << option;
  }
  EXPECT_TRUE(contains(pleuel({"--version"}).out, "pleuel 0."));
}

}  // namespace
}  // namespace pleuel::cli_test
