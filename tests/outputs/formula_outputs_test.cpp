// Outputs that are formulas of measures and other outputs.
#include "outputs/sampled_outputs.hpp"
#include "pleuel/base/error.hpp"

namespace pleuel::testing {
namespace formula_outputs_test {

std::string pendulum_with(const std::string& outputs, const std::string& suffix = {}) {
  return file_of(R"json({"pleuel": 2, "name": "p", "dimension": 2, "gravity": [0, -9.81],
    "parameters": {"k": "3 N*m/rad", "len": "0.5 m"},
    "bodies": [{"name": "b", "mass": "2 kg", "inertia": "0.1 kg*m^2", "com": ["len", 0]}],
    "measures": [{"name": "phi", "type": "angle", "a": "ground.origin", "b": "b.origin"}],
    "joints": [{"name": "crank-pin", "type": "revolute", "a": "ground.origin", "b": "b.origin"}],
    "forces": [{"name": "S", "type": "torsional-spring", "a": "ground.origin", "b": "b.origin",
                "stiffness": "k", "damping": "0.2 N*m*s/rad"}],
    "outputs": [)json" +
                     outputs + R"json(], "simulation": {"until": "0.5 s"}})json",
                 suffix);
}

std::vector<std::string> faults_of(const std::string& path) {
  try {
    (void)run_file(path);
  } catch (const InvalidInput& fault) {
    return fault.faults();
  }
  return {};
}

TEST(FormulaOutputs, UseMeasuresOutputsParametersAndEachOtherInAnyOrder) {
  const SampledOutputs outputs = sampled(pendulum_with(R"json(
      "S.torque", "phi", "phi.rate", "b.phi", "energy.kinetic",
      {"name": "both", "formula": "heat + stored/(1 s)"},
      {"name": "heat", "formula": "-S.power - k*phi*phi.rate"},
      {"name": "stored", "formula": "k*phi^2/2"},
      {"reaction": "crank-pin", "name": "pin"},
      {"name": "size", "formula": "hypot(pin.fx, pin.fy)"}, "crank-pin.f",
      {"name": "late", "formula": "if(t > 0.25 s, 1, 0)"},
      {"name": "scaled", "formula": "(2*phi/(1 rad)) mm"})json"),
                                         1e-9, 0.05);
  ASSERT_EQ(outputs.t.size(), 11u);
  for (std::size_t i = 0; i < outputs.t.size(); ++i) {
    const double phi = outputs["phi"][i], rate = outputs["phi.rate"][i];
    EXPECT_NEAR(outputs["S.torque"][i], -3 * phi - 0.2 * rate, 1e-13);
    EXPECT_NEAR(outputs["heat"][i], 0.2 * rate * rate, 1e-13);
    EXPECT_NEAR(outputs["both"][i], outputs["heat"][i] + 1.5 * phi * phi, 1e-13);
    EXPECT_NEAR(outputs["size"][i], outputs["crank-pin.f"][i], 1e-13);
    EXPECT_EQ(outputs["late"][i], outputs.t[i] > 0.25 ? 1 : 0);
    EXPECT_NEAR(outputs["scaled"][i], 0.002 * phi, 1e-16);
  }
}

TEST(FormulaOutputs, HaveTheUnitOfTheirDimension) {
  const RunResult result = run_file(pendulum_with(R"json(
      {"name": "P", "formula": "S.torque*phi.rate"}, {"name": "w", "formula": "2*phi.rate"},
      {"name": "speed", "formula": "phi.rate*len"}, {"name": "E", "formula": "energy.total/2"},
      {"name": "twice", "formula": "2*S.torque"}, {"name": "pure", "formula": "sin(phi)"})json"));
  const auto unit = [&](const std::string& name) {
    for (const Quantity& output : result.header.outputs)
      if (output.name == name) return output.unit;
    return std::string("none");
  };
  EXPECT_EQ(unit("P"), "W");
  EXPECT_EQ(unit("w"), "rad/s");
  EXPECT_EQ(unit("speed"), "m/s");
  EXPECT_EQ(unit("E"), "J");
  EXPECT_EQ(unit("twice"), "N m");
  EXPECT_EQ(unit("pure"), "1");
}

TEST(FormulaOutputs, FaultsNameThePlaceTheFormulaAndTheRemedy) {
  const struct {
    std::string outputs, place;
    std::vector<std::string> parts;
  } cases[] = {
      {R"({"name": "P", "formula": "S.torqe*2"})",
       "/outputs/0/formula",
       {"'S.torqe*2'", "'torqe'", "did you mean 'torque'?"}},
      {R"({"name": "P", "formula": "Q + 1"})", "/outputs/0/formula", {"unknown output 'Q'"}},
      {R"({"name": "P", "formula": "Q"}, {"name": "Q", "formula": "2*P"})",
       "/outputs/1/formula",
       {"uses itself", "'P' uses 'Q' uses 'P'", "remove"}},
      {R"({"name": "P", "formula": "S.torque + phi.rate"})",
       "/outputs/0/formula",
       {"S.torque", "phi.rate", "kg*m^2/s^2"}},
      {R"({"name": "P", "formula": "crank-pin.fx"})", "/outputs/0/formula", {"'-' subtracts here", "'name'"}},
      {R"({"name": "phi", "formula": "2*phi.rate"})",
       "/outputs/0/name",
       {"is a name of the file already", "choose another"}},
      {R"({"name": "P", "formula": "2*phi"}, {"name": "P", "formula": "phi"})",
       "/outputs/1",
       {"a second time"}},
      {R"({"formula": "2*phi"})", "/outputs/0", {"name", "is missing"}},
      {R"({"name": "P", "formula": 3})", "/outputs/0/formula", {"must be a formula in quotes"}},
      {R"("S.force")", "/outputs/0", {"the part 'force' is none of torque"}},
      {R"({"force": "S", "parts": ["fz"]})", "/outputs/0/parts/0", {"must be one of"}},
      {R"("T.force")", "/outputs/0", {"unknown body, marker or element 'T'"}}};
  int number = 0;
  for (const auto& c : cases) {
    const auto faults = faults_of(pendulum_with(c.outputs, "-" + std::to_string(number++)));
    ASSERT_EQ(faults.size(), 1u) << c.outputs
                                 << (faults.empty() ? "" : "\n" + faults[0] + "\n" + faults.back());
    EXPECT_NE(faults[0].find(", " + c.place + ":"), std::string::npos) << c.place << "\n" << faults[0];
    for (const auto& part : c.parts)
      EXPECT_NE(faults[0].find(part), std::string::npos) << part << "\n" << faults[0];
  }
}

}  // namespace formula_outputs_test
}  // namespace pleuel::testing
