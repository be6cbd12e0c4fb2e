// Every part of a formula has a dimension.
#include <gtest/gtest.h>

#include <numbers>

#include "pleuel/base/error.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/model_reader.hpp"

namespace pleuel {
namespace dimension_test {

constexpr double pi = std::numbers::pi;

/// A model with parameters of several kinds and one spring, driver or body with the value in
/// question.
std::string model(const std::string& rest, int version = 2) {
  return R"({"pleuel": )" + std::to_string(version) + R"(, "name": "m", "dimension": 2,
    "parameters": {"l": "2 m", "b": "50 cm", "k": "3 N/m", "w": "4 rad/s", "T": "2 s", "n": 5, "m": "7 kg", "phi": "30 deg", "g": "9.81 m/s^2"},
    "bodies": [{"name": "rod", "mass": 1, "inertia": 1, "position": [1, 0], "markers": {"tip": [1, 0]}}],
    "measures": [{"name": "gap", "type": "distance", "a": "ground.origin", "b": "rod.tip"},
                 {"name": "turn", "type": "angle", "a": "ground.origin", "b": "rod.tip"}],
    )" + rest +
         "}";
}
std::string spring(const std::string& stiffness, int version = 2) {
  return model(
      R"("forces": [{"name": "f", "type": "spring-damper", "a": "ground.origin", "b": "rod.tip", "free_length": 1,
    "stiffness": ")" +
          stiffness + "\"}]",
      version);
}
std::string driver(const std::string& angle, int version = 2) {
  return model(
      R"("drivers": [{"name": "d", "type": "angle", "a": "ground.origin", "b": "rod.tip", "value": ")" +
          angle + "\"}]",
      version);
}
std::string force(const std::string& x, int version = 2) {
  return model(R"("forces": [{"name": "f", "type": "force", "marker": "rod.tip", "x": ")" + x + "\"}]",
               version);
}
std::string law(const std::string& formula, int version = 2) {
  return model(R"("forces": [{"name": "f", "type": "spring-damper", "a": "ground.origin", "b": "rod.tip",
    "force": ")" + formula +
                   "\"}]",
               version);
}

ModelDescription read(const std::string& text) {
  return read_model("m.json", text, standard_model_catalogue());
}

std::string fault_of(const std::string& text) {
  try {
    (void)read(text);
  } catch (const InvalidInput& fault) {
    return fault.what();
  }
  return "accepted";
}

TEST(Dimensions, AProductWithANumberKeepsTheDimensionOfItsFactors) {
  EXPECT_NE(fault_of(spring("l")).find("which is in m, but must be in kg/s^2"), std::string::npos);
  for (const int version : {1, 2}) {
    const auto fault = fault_of(spring("2*l", version));
    EXPECT_NE(fault.find("/forces/0/stiffness: is '2*l', which is in m, but must be in kg/s^2"),
              std::string::npos)
        << fault;
    EXPECT_NE(fault.find("a factor in kg/(m*s^2) is missing"), std::string::npos) << fault;
    EXPECT_EQ(fault_of(spring("2*k", version)), "accepted");
    EXPECT_EQ(fault_of(spring("2*m*g/l", version)), "accepted");
    EXPECT_EQ(fault_of(spring("2*n + 1", version)), "accepted");  // numbers alone are in SI
  }
}

TEST(Dimensions, SumsComparisonsAndChoicesTakeOneKindAndZero) {
  for (const char* good :
       {"k*gap + 3 N", "max(0, k*gap)", "if(t > T, k*gap, 0)", "k*hypot(l, gap)", "0 + 2*k*l",
        "if(gap.rate < 3 m/s && t > 1 s, 1 N, k*gap)", "k*(gap - l) + 2 kg/s*gap.rate"})
    EXPECT_EQ(fault_of(force(good)), "accepted") << good;
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"k*gap + l", "adds 'k*gap', in kg*m/s^2, and 'l', in m; give both the same unit"},
      {"k*gap - 3",
       "subtracts 'k*gap', in kg*m/s^2, and '3', a number without a unit; give the number a unit: '3 "
       "kg*m/s^2'"},
      {"if(t > 2, 1 N, 0)",
       "compares 't', in s, and '2', a number without a unit; give the number a unit: '2 s'"},
      {"if(t > T, k, 1 N)", "chooses between 'k', in kg/s^2, and '1 N', in kg*m/s^2"},
      {"max(k*gap, 5*n)",
       "compares 'k*gap', in kg*m/s^2, and '5*n', a number without a unit; give the number a unit, kg*m/s^2"},
      {"1 N*smoothstep(t, 0, 2)", "compares 't', in s, and '2', a number without a unit"},
  };
  for (const auto& [text, sentence] : bad) {
    const auto fault = fault_of(force(text));
    EXPECT_NE(fault.find("/forces/0/x: '" + text + "' " + sentence), std::string::npos) << text << "\n"
                                                                                        << fault;
  }
}

TEST(Dimensions, FunctionsTakePureNumbersAndAngles) {
  for (const char* good :
       {"1 N*sin(w*t)", "1 N*cos(2*pi*t/T)", "1 N*exp(-t/T)", "1 N*tan(phi + pi/2)", "1 N*floor(t/T)",
        "k*sqrt(gap*l)", "k*l*step(t - T)", "k*l*sign(gap - l)", "1 N*(gap/l)^(t/T)", "k*gap^2/l",
        "1 N*atan2(gap, l)", "1 N*smoothstep(t, 0, T)", "k*l^1.5/sqrt(b)"})
    EXPECT_EQ(fault_of(force(good)), "accepted") << good;
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"1 N*sin(3*t)",
       "takes sin of '3*t', in s, but its argument must be a pure number or an angle; a factor in 1/s is "
       "missing"},
      {"1 N*exp(gap)", "takes exp of 'gap', in m"},
      {"1 N*floor(t)", "takes floor of 't', in s"},
      {"1 N*2^gap", "has the exponent 'gap', in m, but an exponent must be a pure number"},
      {"1 N*gap^(t/T)", "takes a power of 'gap', in m, with the exponent 't/T', which varies"},
      {"1 N*asin(gap)", "takes asin of 'gap', in m"},
  };
  for (const auto& [text, sentence] : bad) {
    const auto fault = fault_of(force(text));
    EXPECT_NE(fault.find(sentence), std::string::npos) << text << "\n" << fault;
  }
}

TEST(Dimensions, TheTimeIsInSecondsAndNoTonne) {
  const auto description = read(driver("360 deg/s*t"));
  const auto& value = description.drivers[0].function("value").expression;
  EXPECT_DOUBLE_EQ(value.value(std::vector{0.5}), pi);
  EXPECT_TRUE(description.remarks.empty());
  const auto fault = fault_of(driver("2*t"));
  EXPECT_NE(fault.find("is '2*t', which is in s, but must be in rad"), std::string::npos) << fault;
  EXPECT_NE(fault.find("a factor in rad/s is missing"), std::string::npos) << fault;
  for (const int version : {1, 2}) {
    const auto tonnes = fault_of(model(R"("ground": {}, "gravity": [0, "3 t*m/s^2"])", version));
    EXPECT_NE(tonnes.find("write tonne or Mg for 1000 kg"), std::string::npos) << tonnes;
  }
  const auto heavy = read(R"({"pleuel": 2, "name": "m", "dimension": 2,
    "bodies": [{"name": "a", "mass": "2 tonne", "inertia": 1}, {"name": "b", "mass": "2 Mg", "inertia": 1}]})");
  EXPECT_DOUBLE_EQ(heavy.bodies[0].mass, 2000);
  EXPECT_DOUBLE_EQ(heavy.bodies[1].mass, 2000);
}

TEST(Dimensions, MeasuresAndVariablesOfElementsAreQuantities) {
  EXPECT_EQ(fault_of(law("k*(length - l) + (2 N*s/m)*rate")), "accepted");
  EXPECT_EQ(fault_of(law("k*gap + 1 N*sin(turn)")), "accepted");
  EXPECT_NE(fault_of(law("k*rate")).find("a factor in s is missing"), std::string::npos)
      << fault_of(law("k*rate"));
  EXPECT_NE(fault_of(law("k*turn.rate")).find("is 'k*turn.rate', which is in"), std::string::npos);
}

TEST(Dimensions, RadiansCountAsOneInProducts) {
  const auto velocity = [](const std::string& y) {
    return R"({"pleuel": 2, "name": "m", "dimension": 2, "parameters": {"w": "4 rad/s", "l": "2 m", "v": "w*l"},
      "bodies": [{"name": "b", "mass": 1, "inertia": 1, "velocity": [0, ")" +
           y + "\"]}]}";
  };
  for (const char* good : {"w*l", "-w*l/2", "v", "l/(2 s)"})
    EXPECT_EQ(fault_of(velocity(good)), "accepted") << good;
  EXPECT_NE(fault_of(velocity("w")), "accepted");
  EXPECT_NE(fault_of(driver("phi + 5")).find("give the number a unit: '5 rad'"), std::string::npos)
      << fault_of(driver("phi + 5"));
  EXPECT_EQ(fault_of(driver("phi - pi/2")), "accepted");
}

// A unit right behind a number belongs to it; at the end of a product, to all of it.
TEST(Dimensions, UnitsStandBehindNumbersWithinFormulas) {
  const auto number = [](const std::string& text) {
    return read(R"({"pleuel": 2, "name": "m", "dimension": 2, "parameters": {"l": "2 m", "n": 4, "r": ")" +
                text + R"("}, "bodies": [{"name": "b", "mass": 1, "inertia": 1}]})")
        .parameters[2]
        .value;
  };
  EXPECT_DOUBLE_EQ(number("l + 3 mm"), 2.003);
  EXPECT_DOUBLE_EQ(number("2 mm + l + 1 cm"), 2.012);
  EXPECT_DOUBLE_EQ(number("3/4 mm"), 0.75e-3);
  EXPECT_DOUBLE_EQ(number("(n + 1) mm"), 5e-3);
  EXPECT_DOUBLE_EQ(number("2 N*m*n"), 8);
  EXPECT_DOUBLE_EQ(number("2 N/(m/s)*n"), 8);
  EXPECT_DOUBLE_EQ(number("60 /min*n"), 4);
  EXPECT_DOUBLE_EQ(number("max(2 mm, 1 mm)*n"), 8e-3);
  EXPECT_DOUBLE_EQ(number("2 m*min(n, 3)"), 6);
  EXPECT_DOUBLE_EQ(number("90 ° + 90 deg"), pi);
  EXPECT_DOUBLE_EQ(number("n*2 m²/s + 0"), 8);
}

TEST(Dimensions, AUnitThatIsANameTooIsRefusedBesideAnOperator) {
  const auto fault = fault_of(force("2 N/m*gap"));  // m is a mass here
  EXPECT_NE(fault.find("the name 'm' is a unit and a name of this file"), std::string::npos) << fault;
  EXPECT_EQ(fault_of(force("(2 N/m)*gap")), "accepted");
  EXPECT_EQ(fault_of(spring("2 N/m")), "accepted");
}

TEST(Dimensions, WhereTheKindFollowsFromOtherKeysItIsChecked) {
  const auto control = [](const std::string& along, const std::string& kp) {
    return model(
        R"("forces": [{"name": "c", "type": "control", "a": "ground.origin", "b": "rod.tip", "along": ")" +
        along + R"(", "target": 0, "kp": ")" + kp + "\"}]");
  };
  EXPECT_EQ(fault_of(control("distance", "3 N/m")), "accepted");
  EXPECT_EQ(fault_of(control("angle", "3 N*m/rad")), "accepted");
  EXPECT_NE(fault_of(control("angle", "3 N/m")).find("/forces/0/kp: is '3 N/m', which is in kg/s^2"),
            std::string::npos);
  const auto stop = [](const std::string& stiffness) {
    return model(
        R"("forces": [{"name": "s", "type": "stop", "a": "ground.origin", "b": "rod.tip", "along": "distance",
      "upper": "3 m", "stiffness": ")" +
        stiffness + "\"}]");
  };
  EXPECT_EQ(fault_of(stop("1e5 N/m^1.5")), "accepted");
  EXPECT_NE(fault_of(stop("1e5 N/m")).find("must be in kg/(m^0.5*s^2)"), std::string::npos)
      << fault_of(stop("1e5 N/m"));
  const auto bushing = [](const std::string& stiffness) {
    return model(
        R"("forces": [{"name": "r", "type": "bushing", "a": "ground.origin", "b": "rod.tip", "stiffness": )" +
        stiffness + "}]");
  };
  EXPECT_EQ(fault_of(bushing(R"(["1 kN/m", "k", "5 N*m/rad"])")), "accepted");
  EXPECT_EQ(fault_of(bushing("7")), "accepted");
  EXPECT_NE(fault_of(bushing(R"(["1 kN/m", "k", "5 N/m"])")).find("/forces/0/stiffness/2: is '5 N/m'"),
            std::string::npos);
  EXPECT_NE(fault_of(bushing(R"("k")")), "accepted");
}

TEST(Dimensions, AnglesThatLookLikeDegreesAreRemarked) {
  const auto body = [](const std::string& angle) {
    return read(
               R"({"pleuel": 2, "name": "m", "dimension": 2, "bodies": [{"name": "b", "mass": 1, "inertia": 1, "angle": )" +
               angle + "}]}")
        .remarks;
  };
  ASSERT_EQ(body("90").size(), 1u);
  EXPECT_NE(body("90")[0].find("/bodies/0/angle: is 90, an angle of 90 rad"), std::string::npos)
      << body("90")[0];
  EXPECT_NE(body("90")[0].find("write \"90 deg\""), std::string::npos) << body("90")[0];
  for (const char* good : {"1.5", R"("90 deg")", R"("90 rad")", R"("5*pi")", "-6"})
    EXPECT_TRUE(body(good).empty()) << good;
  EXPECT_EQ(body(R"x("sin(30)")x").size(), 1u);
  EXPECT_EQ(body(R"x("sin(30 deg)")x").size(), 0u);
  EXPECT_EQ(read(driver("45")).remarks.size(), 1u);
  const std::string file = R"({"pleuel": 2, "name": "m", "dimension": 2, "parameters": {"start": "20 deg"},
    "bodies": [{"name": "b", "mass": 1, "inertia": 1, "angle": "start"}]})";
  EXPECT_EQ(read_model("m.json", file, standard_model_catalogue(), {{"start", "-60"}}).remarks.size(), 1u);
  EXPECT_EQ(read_model("m.json", file, standard_model_catalogue(), {{"start", "-60 deg"}}).remarks.size(),
            0u);
}

TEST(Dimensions, VersionOneTakesNumbersWithoutAUnitInSiWithOneRemark) {
  for (const auto& text : {driver("2*t", 1), driver("phi + 5*t", 1), force("k*gap - 3", 1),
                           force("3*sin(2*t)", 1), law("k*length + 2*rate", 1)}) {
    const auto description = read(text);
    ASSERT_EQ(description.remarks.size(), 1u) << text;
    EXPECT_NE(description.remarks[0].find("Version 1 of the format takes numbers without a unit in SI"),
              std::string::npos)
        << description.remarks[0];
  }
  EXPECT_DOUBLE_EQ(
      read(driver("phi + 5*t", 1)).drivers[0].function("value").expression.value(std::vector{2.0}),
      pi / 6 + 10);
  // All but small whole numbers may have a unit that is not written.
  for (const char* value : {"9.81*m", "k*(l - 0.3)", "m*(33000/11515 - 5.85^2/12)", "0.3*cos(phi)"}) {
    const auto description = read(force(value, 1));
    EXPECT_EQ(description.remarks.size(), 1u) << value;
    EXPECT_NE(fault_of(force(value)), "accepted") << value;
  }
  // Parameters with units are what they are in every version.
  EXPECT_NE(fault_of(force("l + m + k*gap", 1)), "accepted");
}

}  // namespace dimension_test
}  // namespace pleuel
