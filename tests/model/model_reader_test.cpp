#include "pleuel/model/file/model_reader.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <Eigen/LU>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <locale>
#include <numbers>

#include "model/small_catalogue.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/model/file/schema.hpp"

namespace pleuel {
namespace model_reader_test {

namespace fs = std::filesystem;
constexpr double pi = std::numbers::pi;

const ModelCatalogue& catalogue() {
  static const ModelCatalogue all = small_catalogue();
  return all;
}

fs::path folder() { return fs::path(PLEUEL_SOURCE_DIR) / "tests/model"; }

ModelDescription spatial(const Settings& settings = {}) {
  return read_model_file(folder() / "good/spatial.json", catalogue(), settings);
}

ModelDescription planar(const std::string& body, const std::string& rest = "") {
  return read_model("m.json",
                    R"({"pleuel": 1, "name": "m", "dimension": 2, "bodies": [)" + body + "]" + rest + "}",
                    catalogue());
}

std::string fault_of(const std::string& text, const Settings& settings = {}) {
  try {
    read_model("m.json", text, catalogue(), settings);
  } catch (const InvalidInput& fault) {
    return fault.what();
  }
  return "accepted";
}

const MarkerDescription& marker(const ModelDescription& model, const std::string& name) {
  for (const auto& m : model.markers) {
    if (m.name == name) return m;
  }
  throw std::runtime_error("no marker " + name);
}

TEST(ModelReader, HeadParametersAndSimulationAreUnderstood) {
  const auto model = spatial();
  EXPECT_EQ(model.name, "spatial");
  EXPECT_EQ(model.title, "Two bars, a wheel and a plate // no comment");
  EXPECT_EQ(model.dimension, 3);
  EXPECT_EQ(model.gravity, Eigen::Vector3d(0, 0, -9.81));
  ASSERT_EQ(model.parameters.size(), 4u);
  EXPECT_DOUBLE_EQ(model.parameters[0].value, 0.3);
  EXPECT_EQ(model.parameters[0].text, "300 mm");
  EXPECT_DOUBLE_EQ(model.parameters[2].value, 10 * pi);
  EXPECT_EQ(model.simulation.t_begin, 1);
  EXPECT_EQ(model.simulation.until, 120);
  EXPECT_EQ(model.simulation.formulation, "ggl1");
  EXPECT_EQ(model.simulation.method, "radau5");
  EXPECT_EQ(model.simulation.rtol, 1e-6);
  EXPECT_EQ(model.simulation.atol, 1e-8);
  EXPECT_DOUBLE_EQ(*model.simulation.every, 0.01);
  EXPECT_EQ(model.simulation.breakpoints.size(), 2u);
  EXPECT_TRUE(model.simulation.is_redundant);
}

TEST(ModelReader, BodiesHaveTheirMassPlaceAndMotion) {
  const auto model = spatial();
  const auto& bar = model.bodies[0];
  EXPECT_EQ(bar.mass, 2);
  EXPECT_EQ(bar.inertia, Eigen::Vector3d(0.01, 0.02, 0.02).asDiagonal().toDenseMatrix());
  EXPECT_DOUBLE_EQ(bar.com.x(), 0.15);
  EXPECT_TRUE((bar.orientation * Eigen::Vector3d::UnitX()).isApprox(Eigen::Vector3d::UnitY()));
  EXPECT_DOUBLE_EQ(bar.velocity.y(), 10);
  EXPECT_DOUBLE_EQ(bar.angular_velocity.z(), 2 * pi);
  EXPECT_NE(bar.place.find("spatial.json:17:5, /bodies/0"), std::string::npos) << bar.place;
  // A hollow cylinder about x, m = ρπ(R² − r²)l, J_xx = m(R² + r²)/2.
  const auto& wheel = model.bodies[1];
  const double mass = 7800 * pi * (0.01 - 0.0025) * 0.02;
  EXPECT_NEAR(wheel.mass, mass, 1e-12);
  EXPECT_NEAR(wheel.inertia(0, 0), mass * 0.0125 / 2, 1e-14);
  EXPECT_DOUBLE_EQ(wheel.com.z(), 0.3);
  EXPECT_EQ(wheel.orientation, Eigen::Matrix3d(Eigen::Matrix3d::Identity()));
  EXPECT_EQ(model.bodies[2].inertia(0, 1), 0.1);
  ASSERT_EQ(model.remarks.size(), 1u);
  EXPECT_NE(model.remarks[0].find("the body 'point' has no mass"), std::string::npos);
}

TEST(ModelReader, MarkersAreRightHandedFramesAndTwoComeWithEveryBody) {
  const auto model = spatial();
  for (const auto& m : model.markers) {
    EXPECT_TRUE((m.axes.transpose() * m.axes).isIdentity(1e-14)) << m.name;
    EXPECT_NEAR(m.axes.determinant(), 1, 1e-14) << m.name;
  }
  EXPECT_EQ(marker(model, "ground.origin").body, ground);
  EXPECT_EQ(marker(model, "bar.com").position, model.bodies[0].com);
  EXPECT_EQ(marker(model, "wheel.origin").body, 1);
  EXPECT_TRUE(marker(model, "ground.B").axes.col(2).isApprox(Eigen::Vector3d::UnitY()));
  EXPECT_TRUE(marker(model, "ground.B").axes.col(0).isApprox(Eigen::Vector3d::UnitX()));
  EXPECT_TRUE(marker(model, "bar.side").axes.col(0).isApprox(Eigen::Vector3d::UnitZ()));
  EXPECT_TRUE(marker(model, "bar.skew").axes.col(1).isApprox(Eigen::Vector3d::UnitZ()));
}

TEST(ModelReader, ElementsHoldWhatTheirTypeDescribes) {
  const auto model = spatial();
  EXPECT_EQ(model.joints[3].whole("second"), 4);  // a joint that stands further below
  EXPECT_DOUBLE_EQ(model.joints[2].number("length"), 0.6);
  const auto& spring = model.forces[0];
  EXPECT_EQ(spring.type->name, "spring");
  EXPECT_EQ(model.markers[spring.markers[0]].name, "bar.tip");
  EXPECT_EQ(spring.number("stiffness"), 2000);
  EXPECT_EQ(spring.number("damping"), 0);  // by default
  EXPECT_EQ(spring.choice("side"), "both");
  EXPECT_EQ(spring.whole("coils"), 6);
  EXPECT_FALSE(spring.is_given("length"));
  EXPECT_FALSE(spring.is_given("table"));
  const auto& stop = model.forces[1];
  EXPECT_EQ(stop.curve("table").x, (std::vector<double>{0, 0.01, 0.02}));
  EXPECT_EQ(stop.curve("table").y, (std::vector<double>{0, 2000, 5000}));
  EXPECT_EQ(model.forces[2].matrix("stiffness")(5, 5), 6);
  EXPECT_EQ(model.forces[2].matrix("stiffness")(0, 5), 0);
  EXPECT_EQ(model.forces[3].vector("force")[1], 2000);
  EXPECT_EQ(model.forces[3].whole("along"), 0);
  EXPECT_EQ(model.markers[model.forces[3].whole("towards")].name, "ground.origin");
  EXPECT_EQ(model.start[0].name, "start1");
}

TEST(ModelReader, FunctionsTakeTimeThenMeasuresWithTheirRatesThenOwnVariables) {
  const auto model = spatial();
  const auto& force = model.forces[0].function("force");
  EXPECT_EQ(force.measures, std::vector<int>{0});
  ASSERT_EQ(force.expression.n_inputs(), 5);
  const double inputs[] = {7, 100, 10, 0.5, 2};  // t, gap, gap.rate, s, sdot
  EXPECT_DOUBLE_EQ(force.expression.value(inputs), 2000 * 0.2 + 6 + 1);
  const auto& drive = model.drivers[0].function("value");
  EXPECT_TRUE(drive.is_of_time_alone());
  EXPECT_DOUBLE_EQ(drive.expression.value(std::vector{2.0}), 20 * pi + 1);
  EXPECT_DOUBLE_EQ(model.start[0].function("value").expression.value(std::vector{0.0}), pi / 9);
}

TEST(ModelReader, OutputsStandForTheirParts) {
  const auto model = spatial();
  std::vector<std::string> names;
  for (const auto& output : model.outputs) names.push_back(output.name);
  EXPECT_EQ(names, (std::vector<std::string>{"bar.p0", "bar.tip.vx", "hinge.mz", "gap", "gap.rate",
                                             "energy.total", "wheel.com.x", "wheel.com.y", "wheel.com.z",
                                             "pin.fx", "pin.fy", "opening", "energy.kinetic", "spring.s"}));
  EXPECT_EQ(model.outputs[0].kind, OutputDescription::Kind::unknown);
  EXPECT_EQ(model.outputs[0].unknown, "bar.p0");
  EXPECT_EQ(model.markers[model.outputs[1].item].name, "bar.tip");
  EXPECT_EQ(model.outputs[1].part, "vx");
  EXPECT_EQ(model.outputs[2].kind, OutputDescription::Kind::reaction);
  EXPECT_EQ(model.outputs[4].part, "rate");
  EXPECT_EQ(model.outputs[9].item, 1);
}

TEST(ModelReader, RepeatsWriteItemsOutWithNumbersInTheirNames) {
  const auto model = read_model_file(folder() / "good/chain.json", catalogue(), {{"N", "7"}});
  ASSERT_EQ(model.bodies.size(), 7u);
  EXPECT_EQ(model.bodies[6].name, "link7");
  EXPECT_DOUBLE_EQ(model.bodies[6].position.x(), 1.8);
  EXPECT_EQ(model.joints.size(), 7u);
  EXPECT_EQ(model.markers[model.joints[6].markers[1]].name, "link7.origin");
  ASSERT_EQ(model.forces.size(), 3u);  // (1,1) (1,2) (2,2)
  EXPECT_EQ(model.forces[1].name, "s1-2");
  EXPECT_EQ(model.forces[1].number("stiffness"), 102);
  EXPECT_EQ(model.forces[2].function("force").expression.value(std::vector{0.0, 1.0, 10.0}), 22);
  EXPECT_EQ(model.outputs.back().name, "link7.phi");
  EXPECT_NE(model.joints[6].place.find("/joints/1/items/0 (i = 6)"), std::string::npos)
      << model.joints[6].place;
}

TEST(ModelReader, AnglesKeepTheirTurns) {
  const auto model = read_model_file(folder() / "good/chain.json", catalogue());
  const auto& R = model.bodies[0].orientation;
  EXPECT_NEAR(std::atan2(R(1, 0), R(0, 0)) + 2 * pi * model.bodies[0].revolutions, 370 * pi / 180, 1e-14);
  EXPECT_EQ(model.bodies[0].revolutions, 1);
  EXPECT_DOUBLE_EQ(model.bodies[0].angular_velocity.z(), 2 * pi);
  // A thin rod of 0.3 m and 2 kg: m l²/12 about its centre.
  EXPECT_DOUBLE_EQ(model.bodies[0].inertia(2, 2), 2 * 0.09 / 12);
}

TEST(ModelReader, SettingsOverrideParametersAndWhatFollowsFromThem) {
  const auto model = spatial({{"n", "10"}, {"l", "20 cm"}, {"rtol", "ignored"}});
  EXPECT_DOUBLE_EQ(model.parameters[2].value, 20 * pi);
  EXPECT_DOUBLE_EQ(model.joints[2].number("length"), 0.4);
  EXPECT_EQ(model.parameters[0].text, "20 cm");
}

TEST(ModelReader, ASettingOfAnotherDimensionIsAFault) {
  const std::string text =
      R"({"pleuel": 1, "name": "m", "dimension": 2, "parameters": {"l": "1 m"}, "bodies": [{"name": "b", "mass": 0}]})";
  EXPECT_EQ(fault_of(text, {{"l", "3"}}), "accepted");
  EXPECT_NE(
      fault_of(text, {{"l", "3 s"}}).find("/parameters/l, set to '3 s': is in s, but the file has it in m"),
      std::string::npos)
      << fault_of(text, {{"l", "3 s"}});
  EXPECT_NE(fault_of(text, {{"l", "3 +"}}).find("ends too early"), std::string::npos);
}

TEST(ModelReader, AParameterWithAUnitIsCheckedWhereItStandsAlone) {
  const std::string head =
      R"({"pleuel": 1, "name": "m", "dimension": 2, "parameters": {"phi": "20 deg", "l": 2}, "bodies": [)";
  EXPECT_NE(fault_of(head + R"({"name": "b", "mass": "phi"}]})").find("is in rad, but must be in kg"),
            std::string::npos);
  EXPECT_EQ(fault_of(head + R"({"name": "b", "mass": "l", "inertia": "l"}]})"), "accepted");
}

TEST(ModelReader, APlanarModelReadsShapesWithAThickness) {
  const auto model = planar(
      R"({"name": "b", "shape": {"type": "box", "size": ["2 m", 1], "thickness": "10 mm", "density": 1000,
                               "at": [1, 0], "angle": "90 deg"}})");
  EXPECT_DOUBLE_EQ(model.bodies[0].mass, 20);
  EXPECT_DOUBLE_EQ(model.bodies[0].inertia(2, 2), 20 * 5.0 / 12);
  EXPECT_EQ(model.bodies[0].com.x(), 1);
}

TEST(ModelReader, LinesEndInAnyWayAndColumnsCountLetters) {
  const std::string text =
      "\xEF\xBB\xBF{\"pleuel\": 1, \"name\": \"µ\", \"dimension\": 5,\r\n \"title\": \"äöü\", \"bodies\": 3}";
  const auto faults = fault_of(text);
  EXPECT_NE(faults.find("m.json:1:41, /dimension"), std::string::npos) << faults;
}

class CommaPunct : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(ModelReader, NoLocaleChangesWhatAFileMeans) {
  const std::string c_before = std::setlocale(LC_ALL, nullptr);
  const auto before = std::locale::global(std::locale(std::locale::classic(), new CommaPunct));
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // where it is installed
  const auto model = read_model_file(folder() / "good/chain.json", catalogue(), {{"N", "1200"}});
  EXPECT_EQ(model.gravity.y(), -9.81);
  EXPECT_EQ(model.bodies.back().name, "link1200");
  std::locale::global(before);
  std::setlocale(LC_ALL, c_before.c_str());
}

TEST(ModelReader, DirectionsOfAnyLengthAreGood) {
  for (const char* length : {"1e-300", "1", "1e308"}) {
    const auto model = read_model(
        "m.json",
        R"({"pleuel": 1, "name": "m", "dimension": 3, "bodies": [{"name": "b", "mass": 0, "orientation":
                                     {"axis": [)" +
            std::string(length) + ", " + length + R"(, 0], "angle": "180 deg"}}]})",
        catalogue());
    EXPECT_TRUE(
        (model.bodies[0].orientation * Eigen::Vector3d::UnitX()).isApprox(Eigen::Vector3d::UnitY(), 1e-15))
        << length;
  }
}

TEST(ModelReader, AShapeTooLargeForNumbersIsRefused) {
  const std::string text = R"({"pleuel": 1, "name": "m", "dimension": 3,
    "bodies": [{"name": "b", "shape": {"type": "sphere", "radius": 1e200, "density": 1}}]})";
  EXPECT_NE(fault_of(text).find("/bodies/0/shape: the mass or the inertia is not finite"), std::string::npos)
      << fault_of(text);
}

TEST(ModelReader, AMissingFileIsNamed) {
  try {
    read_model_file("/no/such/model.json", catalogue());
    FAIL();
  } catch (const InvalidInput& fault) {
    EXPECT_NE(std::string(fault.what()).find("'/no/such/model.json' cannot be opened"), std::string::npos);
  }
}

// How many files Python's jsonschema, an implementation of the standard that is not ours, refuses;
// 77 if it is missing.
int validate(const fs::path& schema, const std::vector<fs::path>& files) {
  std::string command = "python3 '" + (folder() / "validate.py").string() + "' '" + schema.string() + "'";
  for (const auto& file : files) command += " '" + file.string() + "'";
  return WEXITSTATUS(std::system(command.c_str()));
}

TEST(ModelSchema, AcceptsTheGoodFilesAndRefusesOneWithAnUnknownKey) {
  const auto path = fs::temp_directory_path() / ("pleuel_schema_" + std::to_string(getpid()) + ".json");
  std::ofstream(path) << model_schema(catalogue());
  const int code = validate(path, {folder() / "good/spatial.json", folder() / "good/chain.json"});
  if (code == 77 || code == 127) {
    fs::remove(path);
    GTEST_SKIP() << "python3-jsonschema is not installed";
  }
  EXPECT_EQ(code, 0);
  std::vector<fs::path> bad;
  for (const char* name :
       {"force-key-unknown", "unknown-top-key", "joint-marker-missing", "force-choice", "dimension-four",
        "shape-unknown", "no-bodies", "number-is-list", "output-two-kinds", "repeat-bounds"})
    bad.push_back(folder() / "bad" / (std::string(name) + ".json"));
  EXPECT_EQ(validate(path, bad), static_cast<int>(bad.size()));
  fs::remove(path);
}

}  // namespace model_reader_test
}  // namespace pleuel
