#include "pleuel/io/trajectory_vtk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"
#include "support/contents.hpp"

namespace pleuel {
namespace trajectory_vtk_test {

namespace fs = std::filesystem;

/// The numbers of a DataArray in ASCII.
std::vector<double> array_of(const std::string& text, const std::string& name) {
  const auto head = text.find("Name=\"" + name + "\"");
  if (head == std::string::npos) return {};
  const auto first = text.find('>', head) + 1;
  std::istringstream words(text.substr(first, text.find('<', first) - first));
  std::vector<double> values;
  for (double x; words >> x;) values.push_back(x);
  return values;
}

double unknown(const RunResult& result, const std::string& name) {
  for (std::size_t i = 0; i < result.header.unknowns.size(); ++i)
    if (result.header.unknowns[i].name == name) return result.y[static_cast<Eigen::Index>(i)];
  ADD_FAILURE() << name;
  return 0;
}

TEST(TrajectoryVtk, ShowsTheRodOfASliderCrankBetweenItsPins) {
  const fs::path directory = fs::path(::testing::TempDir()) / "pleuel_trajectory_vtk";
  fs::remove_all(directory);
  fs::create_directories(directory);
  RunRequest request;
  request.case_name = std::string(PLEUEL_SOURCE_DIR) + "/models/fe-slider-crank.json";
  request.settings = {{"cells", "2"}};
  request.tolerance = {.rtol = 1e-4, .atol = 1e-6};
  request.until = 1e-3;
  request.every = 5e-4;
  const Catalogue catalogue = standard_catalogue();
  const RunPlan planned = plan(catalogue, request);
  const auto views = elastic_views(*planned.problem_case.system);
  ASSERT_EQ(views.size(), 1u);
  TrajectoryVtk pictures(directory, views, {.format = VtkFormat::ascii});
  const RunResult result = run(planned, {.observer = &pictures});
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;

  const std::string list = contents(directory / "rod.pvd");
  EXPECT_NE(list.find("timestep=\"0.001\" part=\"0\" file=\"rod_00002.vtu\""), std::string::npos) << list;
  const std::string last = contents(directory / "rod_00002.vtu");
  const auto points = array_of(last, "Points"), stress = array_of(last, "von_mises");
  const fem::Mesh& mesh = views[0].shape->body.mesh();
  ASSERT_EQ(points.size(), 3u * static_cast<unsigned>(mesh.n_nodes()));
  ASSERT_EQ(stress.size(), static_cast<unsigned>(mesh.n_nodes()));
  EXPECT_GT(*std::max_element(stress.begin(), stress.end()), 0);
  // The joints hold to the tolerance of the run.
  const auto left = 3u * static_cast<unsigned>(mesh.only_node("left_middle"));
  const auto right = 3u * static_cast<unsigned>(mesh.only_node("right_middle"));
  const double closed = 1e-6;
  EXPECT_NEAR(points[left], 0.15 * std::cos(150 * 1e-3), closed);
  EXPECT_NEAR(points[left + 1], 0.15 * std::sin(150 * 1e-3), closed);
  EXPECT_NEAR(points[right], unknown(result, "slider.x"), closed);
  EXPECT_NEAR(points[right + 1], 0, closed);
  fs::remove_all(directory);
}

TEST(TrajectoryVtk, ShowsWhatABoltKeepsOfItsLoad) {
  const fs::path directory = fs::path(::testing::TempDir()) / "pleuel_bolt_vtk";
  fs::remove_all(directory);
  fs::create_directories(directory);
  RunRequest request;
  request.case_name = "bolt";
  request.tolerance = {.rtol = 1e-6, .atol = 1e-9};
  request.at = {150};
  const Catalogue catalogue = standard_catalogue();
  const RunPlan planned = plan(catalogue, request);
  TrajectoryVtk pictures(directory, elastic_views(*planned.problem_case.system),
                         {.format = VtkFormat::ascii});
  const RunResult result = run(planned, {.observer = &pictures});
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  const std::string last = contents(directory / "bolt_00000.vtu");
  const auto strain = array_of(last, "plastic_strain"), hardness = array_of(last, "Z_I"),
             stress = array_of(last, "von_mises");
  ASSERT_EQ(strain.size(), 85u);
  // In the gauge some 3 % remain; those of its points are 2.87 %, and it is uniform there. In the
  // head nothing flowed; values are continued from points to nodes, so they err by what changes
  // within an element.
  const fem::Mesh& mesh = elastic_views(*planned.problem_case.system).front().shape->body.mesh();
  const auto gauge = static_cast<std::size_t>(mesh.nearest_node({0, 0.0025, 0}));
  const auto head = static_cast<std::size_t>(mesh.nearest_node({0.04, 0.005, 0}));
  EXPECT_NEAR(strain[gauge], 0.0287, 2e-4);
  EXPECT_NEAR(hardness[gauge], 341.6e6, 1e6);
  EXPECT_NEAR(strain[head], 0, 1e-4);
  EXPECT_NEAR(hardness[head], 280e6, 1e5);
  EXPECT_LT(stress[head], 45e6);  // half of that under load
  EXPECT_GE(*std::ranges::min_element(stress), 0);
  EXPECT_GE(*std::ranges::min_element(strain), 0);
}

}  // namespace trajectory_vtk_test
}  // namespace pleuel
