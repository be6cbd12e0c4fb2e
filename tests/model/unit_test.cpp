#include "pleuel/model/unit/unit.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "pleuel/base/error.hpp"
#include "pleuel/model/unit/quantity_text.hpp"

namespace pleuel {
namespace unit_test {

constexpr double pi = std::numbers::pi;

template <class Call>
std::string fault_of(Call call) {
  try {
    call();
  } catch (const InvalidInput& fault) {
    return fault.what();
  }
  return "accepted";
}

TEST(Unit, ProductsQuotientsPowersAndPrefixesGiveTheirSiFactor) {
  struct Row {
    const char* text;
    double factor;
    Dimension dimension;
  };
  const Row rows[] = {
      {"mm", 1e-3, dimension::length},
      {"kg", 1, dimension::mass},
      {"g/cm^3", 1e3, dimension::density},
      {"g/cm³", 1e3, dimension::density},
      {"N*m/rad", 1, dimension::torsional_stiffness},
      {"N m/rad", 1, dimension::torsional_stiffness},
      {"kN·mm", 1, dimension::torque},
      {"deg", pi / 180, dimension::angle},
      {"°", pi / 180, dimension::angle},
      {"rpm", pi / 30, dimension::rate},
      {"rev/min", pi / 30, dimension::rate},
      {"/s", 1, {0, 0, -1}},
      {"1/s^2", 1, {0, 0, -2}},
      {"s^-2", 1, {0, 0, -2}},
      {"N/(m/s)", 1, dimension::damping},
      {"km/h", 1 / 3.6, dimension::velocity},
      {"µm", 1e-6, dimension::length},
      {"um", 1e-6, dimension::length},
      {"MPa", 1e6, dimension::force / (dimension::length * dimension::length)},
      {"tonne", 1e3, dimension::mass},
      {"Mg", 1e3, dimension::mass},
      {"N/m^1.5", 1, {-0.5, 1, -2}},
      {"min", 60, dimension::time},
      {"m s", 1, dimension::length * dimension::time},
      {"ms", 1e-3, dimension::time},
      {"J", 1, dimension::torque},
  };
  for (const auto& row : rows) {
    const auto unit = parse_unit("here", row.text);
    EXPECT_NEAR(unit.factor / row.factor, 1, 1e-15) << row.text;
    EXPECT_EQ(unit.dimension, row.dimension) << row.text;
  }
}

TEST(Unit, FaultsNameTheUnit) {
  EXPECT_NE(fault_of([] { parse_unit("here", "milimeter"); }).find("unknown unit 'milimeter'"),
            std::string::npos);
  EXPECT_NE(fault_of([] { parse_unit("here", "kgg"); }).find("did you mean 'kg'"), std::string::npos);
  EXPECT_NE(fault_of([] { parse_unit("here", "t"); }).find("write tonne or Mg"), std::string::npos);
  EXPECT_NE(fault_of([] { parse_unit("here", "Hz"); }).find("1/s, rev/s or rad/s"), std::string::npos);
  EXPECT_NE(fault_of([] { parse_unit("here", "m^99"); }).find("from -9 to 9"), std::string::npos);
  EXPECT_NE(fault_of([] { parse_unit("here", "m/"); }).find("ends where"), std::string::npos);
  EXPECT_NE(fault_of([] { parse_unit("here", "(m"); }).find("lacks a ')'"), std::string::npos);
  EXPECT_NE(fault_of([] { parse_unit("here", "m)"); }).find("too many"), std::string::npos);
  EXPECT_NE(fault_of([] { parse_unit("here", "m+s"); }).find("'+', which is no unit"), std::string::npos);
  EXPECT_NE(fault_of([] { parse_unit("here", std::string(200, '(')); }).find("longer"), std::string::npos);
}

TEST(Unit, RadiansCountAsOneButAnAngleIsNoLength) {
  EXPECT_TRUE(fits(dimension::torque, dimension::torsional_stiffness));
  EXPECT_TRUE(fits({0, 0, -1}, dimension::rate));
  EXPECT_FALSE(fits(dimension::angle, dimension::length));
  EXPECT_FALSE(fits(dimension::angle, dimension::none));
  EXPECT_FALSE(fits(dimension::torsional_stiffness, dimension::torque));
  EXPECT_FALSE(fits(dimension::length, dimension::time));
}

TEST(Unit, DimensionsAreShownInBaseUnits) {
  EXPECT_EQ(unit_text(dimension::none), "1");
  EXPECT_EQ(unit_text(dimension::length), "m");
  EXPECT_EQ(unit_text(dimension::force), "kg*m/s^2");
  EXPECT_EQ(unit_text(dimension::torsional_stiffness), "kg*m^2/(rad*s^2)");
  for (const auto& d : {dimension::torsional_damping, dimension::density, dimension::rate})
    EXPECT_EQ(parse_unit("here", unit_text(d)).dimension, d);
}

QuantityText split(std::string_view text) {
  return split_quantity("here", text,
                        [](std::string_view name) { return name == "s" || name == "l" || name == "m"; });
}

TEST(QuantityText, TheUnitIsWhatFollowsTheFormula) {
  struct Row {
    const char *text, *formula, *unit;
  };
  const Row rows[] = {
      {"30 mm", "30", "mm"},
      {"30mm", "30", "mm"},
      {"-1.5e-3 kg*m^2", "-1.5e-3", "kg*m^2"},
      {"2*l", "2*l", ""},
      {"2*l mm", "2*l", "mm"},
      {"(2*l + 3) mm", "(2*l + 3)", "mm"},
      {"2*pi*5 /min", "2*pi*5", "/min"},
      {"5/min", "5", "/min"},
      {"5 1/s", "5", "1/s"},
      {"5/s", "5/s", ""},   // s is a parameter here
      {"30 m", "30", "m"},  // two operands side by side: metres, though m is a parameter
      {"30 N/m", "30", "N/m"},
      {"2*sin(30)", "2*sin(30)", ""},
      {"l m", "l", "m"},
      {"20 °", "20", "°"},
      {"(l - 1) deg/s", "(l - 1)", "deg/s"},
      {"l + 2", "l + 2", ""},
      {"-3 N", "-3", "N"},
      {"3/4 mm", "3/4", "mm"},
      {"2*l + 3 mm", "2*l + 3 mm", ""},    // the unit of the 3
      {"360 deg/s*x", "360 deg/s*x", ""},  // that of the 360
  };
  for (const auto& row : rows) {
    const auto parts = split(row.text);
    EXPECT_EQ(parts.formula, row.formula) << row.text;
    EXPECT_EQ(parts.unit, row.unit) << row.text;
  }
}

TEST(QuantityText, AUnitBehindASumIsRefusedWithWhatToWrite) {
  const auto sentence = fault_of([] { split("3 + l mm"); });
  EXPECT_NE(sentence.find("write '(3 + l) mm'"), std::string::npos) << sentence;
}

}  // namespace unit_test
}  // namespace pleuel
