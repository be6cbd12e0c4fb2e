// What a wrong model file is answered with: exit 3, the line, the value and a remedy.
#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace model_faults_test {

/// A pendulum; `simulation` is the inside of its section.
std::string pendulum(const std::string& simulation) {
  return R"({"pleuel": 2, "name": "p", "dimension": 2,
 "bodies": [{"name": "rod", "shape": {"type": "rod", "to": [1, 0], "mass": 1}}],
 "joints": [{"name": "j", "type": "revolute", "a": "ground.origin", "b": "rod.origin"}],
 "simulation": {)" +
         simulation + "}}";
}

Outcome ran(const Scratch& scratch, const std::string& text, std::vector<std::string> more = {}) {
  const std::string path = (scratch / "m.json").string();
  std::ofstream(path, std::ios::binary) << text;
  std::vector<std::string> line = {"run", path};
  line.insert(line.end(), more.begin(), more.end());
  return pleuel(line);
}

void expect_fault(const Outcome& outcome, int code, const std::vector<std::string>& parts) {
  EXPECT_EQ(outcome.code, code) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  for (const auto& part : parts) EXPECT_TRUE(contains(outcome.err, part)) << part << "\n" << outcome.err;
}

TEST(ModelFaults, NamesInSimulationThatDoNotExistAreFaultsOfTheFileWithTheirLine) {
  const Scratch scratch;
  expect_fault(ran(scratch, pendulum(R"("method": "radua5")")), 3,
               {"m.json:4:27, /simulation/method: ", "'radua5'", "did you mean 'radau5'"});
  expect_fault(ran(scratch, pendulum(R"("formulation": "glg1")")), 3,
               {"m.json:4:32, /simulation/formulation: ", "'glg1'", "did you mean 'ggl1'"});
  expect_fault(ran(scratch, pendulum(R"("sweeps": 2)")), 3, {"/simulation/sweeps: ", "no elastic body"});
  EXPECT_EQ(ran(scratch, pendulum(R"("method": "bdf", "until": 0.1)")).code, 0);
}

TEST(ModelFaults, WhatDoesNotFitTogetherInSimulationIsAFaultOfTheFileUnlessTheUserSaidAPartOfIt) {
  const Scratch scratch;
  const std::string pair = pendulum(R"("method": "alpha", "redundant": "minimum-norm")");
  expect_fault(ran(scratch, pair), 3, {"m.json:4:16, /simulation: ", "redundant=minimum-norm"});
  expect_fault(ran(scratch, pair, {"--method", "alpha"}), 2, {"redundant=minimum-norm"});
  expect_fault(ran(scratch, pendulum(R"("every": 1e-12)")), 3, {"/simulation: ", "sampling interval"});
}

TEST(ModelFaults, ARodWithoutRadiusAndABodyWithoutMassAreNamedWithTheLine) {
  const Scratch scratch;
  const std::string begin =
                        "{\"pleuel\": 2, \"name\": \"r\", \"dimension\": 3, \"gravity\": [0, 0, -9.81],\n "
                        "\"bodies\": [{\"name\": \"b\", ",
                    end =
                        "}],\n \"joints\": [{\"name\": \"s\", \"type\": \"spherical\", \"a\": "
                        "\"ground.origin\", \"b\": \"b.origin\"}]}";
  expect_fault(ran(scratch, begin + R"("shape": {"type": "rod", "to": [1, 0, 0], "mass": 1})" + end), 4,
               {"m.json:2:", "/bodies/0/shape: the body 'b'", "rod without 'radius'", "give it a 'radius'"});
  expect_fault(ran(scratch, begin + R"("mass": 0)" + end), 4,
               {"m.json:2:", "/bodies/0: the body 'b' has no mass", "give it a 'mass'"});
  expect_fault(ran(scratch, begin + R"("mass": 1, "inertia": [0, 1, 1])" + end), 4,
               {"m.json:2:", "/bodies/0/inertia: the body 'b' has no inertia about an axis"});
}

TEST(ModelFaults, AnEmptyFileAndOneInUtf16GetAdviceThatFits) {
  const Scratch scratch;
  expect_fault(ran(scratch, ""), 3, {"m.json: this file is empty"});
  std::string wide = "\xFF\xFE";
  for (const char c : pendulum("")) wide += {c, '\0'};
  expect_fault(ran(scratch, wide), 3, {"m.json: ", "UTF-16", "UTF-8"});
}

TEST(ModelFaults, ListsPromiseNoMeasureWhereTheReaderRefusesOne) {
  EXPECT_TRUE(contains(pleuel({"list", "drivers", "position"}).out, "function of t, m"));
  EXPECT_FALSE(contains(pleuel({"list", "drivers", "position"}).out, "measures"));
  EXPECT_TRUE(contains(pleuel({"list", "forces", "actuator"}).out, "function of t, measures"));
}

}  // namespace model_faults_test
}  // namespace pleuel::cli_test
