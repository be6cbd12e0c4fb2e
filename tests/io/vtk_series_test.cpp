#include "pleuel/io/vtk_series.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <regex>
#include <sstream>

#include "pleuel/fem/mesh_generators.hpp"
#include "pleuel/fem/stress.hpp"
#include "pleuel/io/whole_file.hpp"
#include "support/contents.hpp"

namespace pleuel {
namespace vtk_series_test {

namespace fs = std::filesystem;

std::vector<unsigned char> from_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<unsigned char> bytes;
  std::uint32_t group = 0;
  int n = 0;
  for (const char c : text) {
    const auto digit = digits.find(c);
    if (digit == std::string::npos) continue;
    group = group << 6 | static_cast<std::uint32_t>(digit);
    if (++n % 4 == 0)
      bytes.insert(bytes.end(), {static_cast<unsigned char>(group >> 16),
                                 static_cast<unsigned char>(group >> 8), static_cast<unsigned char>(group)});
  }
  if (n % 4 >= 2) bytes.push_back(static_cast<unsigned char>(group >> (n % 4 == 2 ? 4 : 10)));
  if (n % 4 == 3) bytes.push_back(static_cast<unsigned char>(group >> 2));
  return bytes;
}

/// The values of a DataArray, by its name and its own declaration of type and format.
std::vector<double> array_of(const std::string& text, const std::string& name) {
  std::smatch found;
  const std::regex head("<DataArray type=\"(\\w+)\" Name=\"" + name +
                        "\" NumberOfComponents=\"\\d\" format=\"(\\w+)\">");
  if (!std::regex_search(text, found, head)) return {};
  const auto first = static_cast<std::size_t>(found.position() + found.length());
  const std::string body = text.substr(first, text.find("</DataArray>", first) - first);
  std::vector<double> values;
  if (found[2] == "ascii") {
    std::istringstream words(body);
    for (double x; words >> x;) values.push_back(x);
    return values;
  }
  const auto bytes = from_base64(body);
  std::uint64_t size = 0;
  std::memcpy(&size, bytes.data(), sizeof size);
  EXPECT_EQ(size + sizeof size, bytes.size());
  const auto take = [&]<class Number>(Number) {
    for (std::size_t at = sizeof size; at < bytes.size(); at += sizeof(Number)) {
      Number value;
      std::memcpy(&value, bytes.data() + at, sizeof value);
      values.push_back(static_cast<double>(value));
    }
  };
  if (found[1] == "Float64")
    take(double{});
  else if (found[1] == "Int64")
    take(std::int64_t{});
  else
    take(std::uint8_t{});
  return values;
}

/// Whether every tag is closed in its order.
bool is_well_formed(const std::string& text) {
  std::vector<std::string> open;
  const std::regex tag("<(/?)(\\w+)[^<>]*?(/?)>");
  for (std::sregex_iterator it(text.begin(), text.end(), tag), end; it != end; ++it) {
    if ((*it)[3] == "/") continue;
    if ((*it)[1] == "/") {
      if (open.empty() || open.back() != (*it)[2]) return false;
      open.pop_back();
    } else {
      open.push_back((*it)[2]);
    }
  }
  return open.empty() && text.starts_with("<?xml");
}

class VtkSeriesTest : public ::testing::TestWithParam<VtkFormat> {
 protected:
  void SetUp() override {
    std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::replace(name.begin(), name.end(), '/', '_');
    directory_ = fs::path(::testing::TempDir()) / name;
    fs::remove_all(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }
  fs::path directory_;
};

INSTANTIATE_TEST_SUITE_P(BothFormats, VtkSeriesTest, ::testing::Values(VtkFormat::ascii, VtkFormat::base64),
                         [](const auto& format) {
                           return format.param == VtkFormat::ascii ? "Ascii" : "Base64";
                         });

TEST_P(VtkSeriesTest, ReadsBackAsTheDeformedMeshWithItsStresses) {
  const fem::ElasticBody body(
      fem::box_mesh({.length = 0.3, .height = 0.008, .nx = 3, .ny = 1}),
      fem::PlaneSection{.material = {.modulus = 2e11, .poisson = 0.3, .density = 7870}, .thickness = 0.008});
  Vector q(body.n_dofs());
  for (int i = 0; i < q.size(); ++i) q[i] = 1e-6 * std::sin(i);
  const FramePose pose{{1, 2, 0}, Eigen::AngleAxisd(0.4, Eigen::Vector3d::UnitZ()).toRotationMatrix()};
  VtkSeries series(directory_, "rod", body, {.scale = 1000, .format = GetParam()});
  series.add(0, Vector::Zero(q.size()));
  series.add(0.125, q, pose);
  series.close();

  const std::string list = contents(directory_ / "rod.pvd");
  EXPECT_TRUE(is_well_formed(list));
  EXPECT_NE(list.find("<DataSet timestep=\"0.125\" part=\"0\" file=\"rod_00001.vtu\"/>"), std::string::npos);

  const std::string text = contents(directory_ / "rod_00001.vtu");
  EXPECT_TRUE(is_well_formed(text));
  EXPECT_NE(text.find("NumberOfPoints=\"21\" NumberOfCells=\"6\""), std::string::npos);
  const auto points = array_of(text, "Points"), displacement = array_of(text, "displacement");
  ASSERT_EQ(points.size(), 63u);
  ASSERT_EQ(displacement.size(), 63u);
  const Eigen::Rotation2Dd A(0.4);
  for (int i = 0; i < 21; ++i) {
    const Eigen::Vector2d u = q.segment<2>(2 * i),
                          x = Eigen::Vector2d(1, 2) + A * (body.mesh().point(i) + 1000 * u), Au = A * u;
    EXPECT_NEAR(points[3 * i], x[0], 1e-15);
    EXPECT_NEAR(points[3 * i + 1], x[1], 1e-15);
    EXPECT_EQ(points[3 * i + 2], 0);
    EXPECT_NEAR(displacement[3 * i], Au[0], 1e-21);
    EXPECT_NEAR(displacement[3 * i + 1], Au[1], 1e-21);
  }
  const Matrix stress = fem::nodal_stress(body, q);
  const Vector mises = fem::von_mises(stress, body.plane_section());
  const auto read_mises = array_of(text, "von_mises"), read_stress = array_of(text, "stress");
  ASSERT_EQ(read_mises.size(), 21u);
  ASSERT_EQ(read_stress.size(), 63u);
  for (int i = 0; i < 21; ++i) {
    EXPECT_EQ(read_mises[i], mises[i]);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(read_stress[3 * i + k], stress(k, i));
  }
  const auto connectivity = array_of(text, "connectivity"), offsets = array_of(text, "offsets"),
             types = array_of(text, "types");
  ASSERT_EQ(connectivity.size(), 36u);
  for (int e = 0; e < 6; ++e) {
    EXPECT_EQ(offsets[e], 6 * (e + 1));
    EXPECT_EQ(types[e], 22);
    for (int k = 0; k < 6; ++k) EXPECT_EQ(connectivity[6 * e + k], body.mesh().elements[e].node[k]);
  }
  const auto still = array_of(contents(directory_ / "rod_00000.vtu"), "Points");
  EXPECT_EQ(still[3 * 20], body.mesh().point(20)[0]);
}

TEST_P(VtkSeriesTest, HoldsTheSectionForcesOfABeam) {
  const fem::ElasticBody body(
      fem::beam_mesh({.length = 1, .elements = 2}),
      fem::BeamSection{.material = {.modulus = 2, .density = 1}, .area = 3, .inertia = 5});
  Vector q = Vector::Zero(9);
  q[3] = 0.5;  // the middle node moves along
  q[6] = 1;
  VtkSeries series(directory_, "beam", body, {.format = GetParam()});
  series.add(0, q);
  series.close();
  const std::string text = contents(directory_ / "beam_00000.vtu");
  for (const double force : array_of(text, "axial_force")) EXPECT_NEAR(force, 6, 1e-14);
  EXPECT_EQ(array_of(text, "shear_force").size(), 3u);
  EXPECT_EQ(array_of(text, "bending_moment").size(), 3u);
  EXPECT_EQ(array_of(text, "types"), (std::vector<double>{3, 3}));
}

TEST_P(VtkSeriesTest, HoldsTheSectionForcesOfABeamInSpace) {
  const fem::ElasticBody body(
      fem::beam_frame_mesh({.points = {{0, 0, 0}, {0, 0, 2}}}),
      fem::SpatialBeamSection{
          .material = {.modulus = 2, .density = 1}, .area = 3, .inertia_y = 5, .inertia_z = 5, .torsion = 7});
  Vector q = Vector::Zero(12);
  q[6 + 2] = 0.5;  // the end moves along the beam and rotates about it
  q[6 + 5] = 0.4;
  VtkSeries series(directory_, "beam", body, {.format = GetParam()});
  series.add(0, q);
  series.close();
  const std::string text = contents(directory_ / "beam_00000.vtu");
  for (const double force : array_of(text, "axial_force")) EXPECT_NEAR(force, 2 * 3 * 0.5 / 2, 1e-14);
  // G = 1
  for (const double moment : array_of(text, "torque")) EXPECT_NEAR(moment, 7 * 0.4 / 2, 1e-14);
  for (const char* other : {"shear_force_y", "shear_force_z", "bending_moment_y", "bending_moment_z"})
    for (const double value : array_of(text, other)) EXPECT_NEAR(value, 0, 1e-14) << other;
}

TEST(VtkSeries, NamesADirectoryThatCannotBeMade) {
  const fem::ElasticBody body(
      fem::beam_mesh({}),
      fem::BeamSection{.material = {.modulus = 2, .density = 1}, .area = 3, .inertia = 5});
  EXPECT_THROW(VtkSeries("/dev/null/pictures", "beam", body), DirectoryError);
}

}  // namespace vtk_series_test
}  // namespace pleuel
