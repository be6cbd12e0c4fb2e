// What statics and modes show, and the files they write.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace analysis_files_test {

using Json = nlohmann::json;

std::string model(const std::string& name) { return std::string(PLEUEL_SOURCE_DIR) + "/models/" + name; }

TEST(StaticsCommand, ShowsOutputsAndReactionsThatCarryTheWeight) {
  const Outcome outcome = pleuel({"statics", model("pendulum.json"), "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  ASSERT_FALSE(json["reactions"].empty());
  double square = 0;
  for (const Json& reaction : json["reactions"]) {
    EXPECT_FALSE(reaction["constraint"].get<std::string>().empty());
    if (reaction["unit"] == "N") square += std::pow(reaction["value"].get<double>(), 2);
  }
  // its weight
  EXPECT_NEAR(std::sqrt(square), json["residuals"]["force_scale"].get<double>(), 1e-6);
  EXPECT_FALSE(json["outputs"].empty());
  const Outcome text = pleuel({"statics", model("pendulum.json")});
  EXPECT_TRUE(contains(text.out, "Outputs")) << text.out;
  EXPECT_TRUE(contains(text.out, "Reactions")) << text.out;
}

TEST(StaticsCommand, AlignsReactionsHoweverLongTheirNamesAre) {
  const Outcome outcome = pleuel({"statics", model("crane.json")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::istringstream lines(outcome.out.substr(outcome.out.find("Reactions")));
  std::string line;
  std::set<std::size_t> numbers, names;
  std::getline(lines, line);
  std::getline(lines, line);
  EXPECT_TRUE(contains(line, "sign of the force on body b")) << line;
  while (std::getline(lines, line) && line.starts_with("  ") && !line.starts_with("  …")) {
    names.insert(line.find(' ', 2));
    numbers.insert(line.find_first_not_of(' ', line.find(' ', 2)));
  }
  EXPECT_GT(names.size(), 1u) << outcome.out;
  EXPECT_EQ(numbers.size(), 1u) << outcome.out;
}

TEST(StaticsCommand, WritesItsResultIntoAFolder) {
  const Scratch scratch;
  const fs::path folder = scratch / "statics";
  const Outcome outcome = pleuel({"statics", "chain", "--json", "--out", folder.string()});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(contents(folder / "statics.json"), outcome.out);
  const std::string table = contents(folder / "statics.csv");
  EXPECT_TRUE(table.starts_with("group,name,value,unit,constraint\n"));
  EXPECT_TRUE(contains(table, "\nreaction,")) << table;
  // The modes about the equilibrium move on the page that the command modes writes of them.
  const fs::path of_modes = scratch / "modes";
  ASSERT_EQ(pleuel({"modes", "chain", "--at-equilibrium", "--quiet", "--out", of_modes.string()}).code, 0);
  EXPECT_EQ(contents(folder / "modes.html"), contents(of_modes / "modes.html"));
  // another result
  EXPECT_EQ(pleuel({"modes", "chain", "--quiet", "--out", folder.string()}).code, 2);
}

TEST(ModesCommand, SaysThatADrivenMechanismHasNoDegreeOfFreedom) {
  const Outcome outcome = pleuel({"modes", model("robot.json")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "leave no degree of freedom")) << outcome.out;
}

TEST(ModesCommand, NamesBodiesAndDirectionsAndNoPartsOfQuaternions) {
  const Outcome outcome = pleuel({"modes", model("suspension.json"), "--at-equilibrium"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string modes = outcome.out.substr(outcome.out.find("Modes"));
  EXPECT_TRUE(contains(modes, "chassis z 1")) << modes;
  EXPECT_TRUE(contains(modes, "carrier z 1")) << modes;
  EXPECT_FALSE(contains(modes, ".p0") || contains(modes, ".p1")) << modes;
}

TEST(ModesCommand, WritesTablesAndAMovingShapeOfEachMode) {
  const Scratch scratch;
  const fs::path folder = scratch / "modes";
  const Outcome outcome = pleuel(
      {"modes", model("double-pendulum.json"), "--at-equilibrium", "--json", "--out", folder.string()});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(contents(folder / "modes.json"), outcome.out);
  const Json json = Json::parse(outcome.out);
  EXPECT_TRUE(json["all_modes"]);
  const std::string table = contents(folder / "modes.csv"), shapes = contents(folder / "shapes.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + static_cast<long>(json["modes"].size()));
  EXPECT_EQ(std::count(shapes.begin(), shapes.end(), '\n'),
            1 + static_cast<long>(json["shape_names"].size()));
  if (!fs::exists(folder / "modes.html")) GTEST_SKIP() << "built without pages";
  const std::string page = contents(folder / "modes.html");
  for (std::size_t k = 1; k <= json["modes"].size(); ++k)
    EXPECT_TRUE(contains(page, "id=\"mode-" + std::to_string(k) + "-place-values\"")) << k;
}

TEST(ModesCommand, OfManyUnknownsAreTheSlowestAndSaySo) {
  // A chain of n links of length l each, in the limit a hanging rope: ω = j √(g/(n l))/2 with the
  // zeros j of the Bessel function J₀. The rope's error of the discrete chain is of order 1/n².
  const Outcome outcome =
      pleuel({"modes", "chain", "--set", "links=800", "--at-equilibrium", "--modes", "3", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_FALSE(json["all_modes"]);
  ASSERT_EQ(json["modes"].size(), 3u);
  const double zeros[] = {2.404825557695773, 5.520078110286311, 8.653727912911012};
  const double first = json["modes"][0]["omega"];
  for (int k = 1; k < 3; ++k)
    EXPECT_NEAR(json["modes"][k]["omega"].get<double>() / first, zeros[k] / zeros[0], 1e-4) << k;
  const Outcome moving = pleuel({"modes", "chain", "--set", "links=800"});
  EXPECT_EQ(moving.code, 2);
  EXPECT_TRUE(contains(moving.err, "--at-equilibrium")) << moving.err;
}

TEST(ModesCommand, OfACantileverOfManyTrianglesAreThoseOfABeam) {
  const std::string file = std::string(PLEUEL_SOURCE_DIR) + "/tests/cli/models/cantilever.json";
  const Outcome outcome =
      pleuel({"modes", file, "--set", "cells=200", "--set", "nu=0", "--modes", "3", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_GT(json["freedoms"], 1500);
  // Euler's beam, ω = β² r √(E/ρ)/L² with the radius of gyration r = h/√12. Rotary inertia and
  // shear, which it neglects, change ω by about (β r/L)² (1 + E/(κG))/2, κG = 5/6 E/2.
  const double r = 0.014 / std::sqrt(12.0), speed = std::sqrt(2.1e11 / 7850);
  const double squares[] = {3.516015268, 22.03449157, 61.69721442};
  for (int k = 0; k < 3; ++k) {
    const double omega = squares[k] * r * speed;
    EXPECT_NEAR(json["modes"][k]["omega"].get<double>(), omega, squares[k] * r * r * (1 + 2.4) * omega) << k;
    EXPECT_EQ(json["modes"][k]["trend"], "neutral");
  }
}

}  // namespace analysis_files_test
}  // namespace pleuel::cli_test
