// A creeping body of tetrahedra beside CalculiX (Debian's calculix-ccx); skipped without it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "models/model_runs.hpp"
#include "pleuel/fem/elastic_body.hpp"
#include "pleuel/fem/mesh_generators.hpp"

namespace pleuel::testing {
namespace viscoplastic_calculix_test {

constexpr double E = 150e9, nu = 0.3, rate = 1e-6, sigma0 = 100e6, n = 5, until = 400;
constexpr int digits_of_a_card = 12;  // a number has at most 20 characters
constexpr double length = 0.04, height = 0.01, width = 0.006;

/// A box clamped at its left end, under a traction of its right end askew: bending about two axes,
/// with stress concentrations at the clamp. Straight sides, ten nodes.
fem::ElasticBody bar() {
  return {fem::solid_box_mesh({.length = length,
                               .height = height,
                               .width = width,
                               .nx = 6,
                               .ny = 2,
                               .nz = 1,
                               .type = fem::CellType::tet10}),
          fem::SolidSection{{E, nu, 7900}}};
}
const Eigen::Vector3d traction(30e6, 4.5e6, -3e6);

/// In mm, N, MPa and s.
std::string deck(const fem::ElasticBody& body, double cetol) {
  const fem::Mesh& mesh = body.mesh();
  std::ostringstream out;
  out.precision(digits_of_a_card);
  out << "*NODE, NSET=ALL\n";
  for (int i = 0; i < mesh.n_nodes(); ++i)
    out << i + 1 << ", " << 1e3 * mesh.nodes[i][0] << ", " << 1e3 * mesh.nodes[i][1] << ", "
        << 1e3 * mesh.nodes[i][2] << "\n";
  out << "*ELEMENT, TYPE=C3D10, ELSET=BAR\n";
  for (int e = 0; e < mesh.n_elements(); ++e) {
    out << e + 1;
    for (const int node : mesh.elements[e].nodes()) out << ", " << node + 1;
    out << "\n";
  }
  out << "*NSET, NSET=LEFT\n";
  for (const int node : mesh.node_set("left")) out << node + 1 << ",\n";
  out << "*NSET, NSET=RIGHT\n";
  for (const int node : mesh.node_set("right")) out << node + 1 << ",\n";
  out << "*BOUNDARY\nLEFT, 1, 3\n*MATERIAL, NAME=STEEL\n*ELASTIC\n"
      << 1e-6 * E << ", " << nu << "\n*CREEP, LAW=NORTON\n"
      << rate / std::pow(1e-6 * sigma0, n) << ", " << n
      << ", 0.\n*SOLID SECTION, ELSET=BAR, MATERIAL=STEEL\n";
  std::ostringstream load;
  load.precision(digits_of_a_card);
  load << "*CLOAD\n";
  const Vector b = body.traction("right", [](const Eigen::Vector3d&) { return traction; });
  for (Eigen::Index k = 0; k < b.size(); ++k)
    if (std::abs(b[k]) > 1e-9 * b.cwiseAbs().maxCoeff())
      load << k / 3 + 1 << ", " << k % 3 + 1 << ", " << b[k] << "\n";
  const std::string print = "*NODE PRINT, NSET=RIGHT, FREQUENCY=100000\nU\n*END STEP\n";
  out << "*STEP\n*STATIC\n"
      << load.str() << print << "*STEP, INC=100000\n*VISCO, CETOL=" << cetol << "\n1e-6, " << until
      << ", 1e-12\n"
      << print;
  return out.str();
}

/// Displacements of the nodes of the right end after the last step, one column each.
Matrix of_calculix(const fem::ElasticBody& body, double cetol) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "pleuel-viscoplastic-calculix";
  std::filesystem::create_directories(folder);
  const std::string name = "bar" + std::to_string(std::lround(-std::log10(cetol)));
  std::ofstream(folder / (name + ".inp")) << deck(body, cetol);
  std::filesystem::remove(folder / (name + ".dat"));
  const std::string command =
      "cd '" + folder.string() + "' && OMP_NUM_THREADS=1 ccx " + name + " > " + name + ".log 2>&1";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("ccx failed: " + command);
  const auto& right = body.mesh().node_set("right");
  const auto n_right = static_cast<Eigen::Index>(right.size());
  std::vector<std::array<double, 4>> rows;
  std::ifstream file(folder / (name + ".dat"));
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::array<double, 4> row;
    if (words >> row[0] >> row[1] >> row[2] >> row[3]) rows.push_back(row);
  }
  Matrix u = Matrix::Zero(3, n_right);
  for (Eigen::Index k = 0; k < n_right; ++k) {
    const auto& row = rows.at(rows.size() - n_right + k);
    const auto place = std::ranges::find(right, static_cast<int>(row[0]) - 1);
    if (place == right.end()) throw std::runtime_error("unexpected lines of ccx");
    u.col(place - right.begin()) = 1e-3 * Eigen::Vector3d(row[1], row[2], row[3]);
  }
  return u;
}

Matrix of_pleuel(const fem::ElasticBody& body, double t) {
  std::ostringstream text;
  text << R"model({"pleuel": 2, "name": "bar", "dimension": 3, "bodies": [{"name": "bar", "type": "flexible",
    "mesh": {"type": "box", "length": 0.04, "height": 0.01, "width": 0.006, "cells": [6, 2, 1]},
    "material": {"law": "norton", "density": 7900,
                 "parameters": {"E": 150e9, "nu": 0.3, "rate": 1e-6, "sigma0": 100e6, "n": 5}},
    "frame": {"type": "supports", "fix": {"left": "xyz"}},
    "tractions": [{"set": "right", "value": [30e6, 4.5e6, -3e6]}]}],
  "joints": [{"name": "vice", "type": "weld", "a": "ground.origin", "b": "bar.origin"}],
  "simulation": {"formulation": "qs", "until": 1}})model";
  const RunResult result =
      run(all(), request_of(file_of(text.str()),
                            {.name = "", .tolerance = 1e-8, .until = t, .method = "radau5", .atol = 1e-12}));
  EXPECT_EQ(result.status, RunStatus::ok) << result.message;
  const auto& right = body.mesh().node_set("right");
  Matrix u(3, right.size());
  for (std::size_t k = 0; k < right.size(); ++k)
    for (const int axis : {0, 1, 2})
      u(axis, static_cast<Eigen::Index>(k)) =
          unknown(result, "bar.u" + std::string(1, static_cast<char>('x' + axis)) +
                              std::to_string(body.mesh().node_tag(right[k])));
  return u;
}

// ccx integrates creep by the implicit Euler method with steps ∝ √CETOL, so its error falls with
// √CETOL too: the difference of two runs bounds that of the finer one.
TEST(ViscoplasticTetrahedraLong, CreepInBendingAsInCalculixToFourDigits) {
  if (std::system("command -v ccx > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "the program ccx is not installed (Debian's package calculix-ccx)";
  const fem::ElasticBody body = bar();
  const Matrix ours = of_pleuel(body, until), elastic = of_pleuel(body, 1e-6);
  const Matrix coarse = of_calculix(body, 1e-8), theirs = of_calculix(body, 1e-9);
  const double creep = (ours - elastic).norm() / elastic.norm(),
               error_of_ccx = (coarse - theirs).norm() / ours.norm(),
               difference = (ours - theirs).norm() / ours.norm();
  RecordProperty("creep_over_elastic", std::to_string(creep));
  RecordProperty("difference_1e6", std::to_string(1e6 * difference));
  RecordProperty("error_of_ccx_1e6", std::to_string(1e6 * error_of_ccx));
  EXPECT_GT(creep, 0.5);
  EXPECT_LT(error_of_ccx, 1e-4);
  EXPECT_LT(difference, 5e-5);
}

}  // namespace viscoplastic_calculix_test
}  // namespace pleuel::testing
