// Bodies from files of other programs beside the same bodies of finite elements.
#include <Eigen/Dense>
#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>

#include "models/imported_files.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/import/matrix_market.hpp"
#include "pleuel/fem/mesh_generators.hpp"
#include "pleuel/fem/reference_cell.hpp"
#include "pleuel/run/part_modes.hpp"
#include "pleuel/run/simulation/simulate.hpp"

namespace pleuel::testing {
namespace imported_bodies_test {

/// A catalogue reads a file once, so that each model has a name of its own.
std::string label_of(ExportFormat format) { return std::to_string(static_cast<int>(format)) + ".json"; }

/// The outputs of a run at equal intervals, in units of the largest of the same kind: displacements
/// are compared with positions.
struct Outputs {
  Matrix motion, forces;
};
Outputs outputs_of(const std::string& path) {
  const Solution solution =
      simulate(path, {.rtol = 1e-9, .atol = 1e-9, .every = 0.001, .formulation = "rcd1", .method = "radau5"});
  EXPECT_TRUE(solution.is_ok()) << solution.report.message;
  EXPECT_GT(solution.outputs.cols(), 5);
  const auto of = [&](bool is_motion) {
    std::map<std::string, double> largest;
    std::vector<Eigen::Index> rows;
    for (Eigen::Index k = 0; k < solution.outputs.rows(); ++k) {
      const std::string& unit = solution.report.header.outputs[static_cast<std::size_t>(k)].unit;
      if ((unit == "m" || unit == "rad") != is_motion) continue;
      rows.push_back(k);
      largest[unit] = std::max(largest[unit], solution.outputs.row(k).cwiseAbs().maxCoeff());
    }
    Matrix scaled = solution.outputs(rows, Eigen::all);
    for (Eigen::Index k = 0; k < scaled.rows(); ++k)
      scaled.row(k) /= largest[solution.report.header.outputs[static_cast<std::size_t>(rows[k])].unit];
    return scaled;
  };
  return {of(true), of(false)};
}

/// Forces are not controlled by the error test: they have the errors of the Newton iteration.
void expect_same(const Outputs& a, const Outputs& b, double of_motion, const std::string& what) {
  ASSERT_EQ(a.motion.cols(), b.motion.cols());
  EXPECT_LT((a.motion - b.motion).cwiseAbs().maxCoeff(), of_motion) << what;
  EXPECT_LT((a.forces - b.forces).cwiseAbs().maxCoeff(), std::max(1e-6, of_motion)) << what;
}

/// A crank whose speed varies drives a rod in the plane; BODY and MARKERS stand for parts of the
/// rod.
const char* const crank = R"({"pleuel": 2, "name": "crank", "dimension": 2, "gravity": [0, -9.81],
  "bodies": [
    {"name": "crank", "mass": 0.36, "com": [0.075, 0], "inertia": 0.0007, "markers": {"pin": [0.15, 0]}},
    {"name": "rod", "type": "flexible", BODY,
     "frame": {"type": "chord", "a": "left_middle", "b": "right_middle"}, "position": [0.15, 0],
     "damping": {"alpha": 20, "beta": 1e-6}, "markers": {"big": {"set": "left"}, "small": {"set": "right"}}},
    {"name": "slider", "mass": 0.0756, "inertia": 1e-5, "position": [0.45, 0]}],
  "joints": [
    {"name": "bearing", "type": "revolute", "a": "ground.origin", "b": "crank.origin"},
    {"name": "crankpin", "type": "revolute", "a": "crank.pin", "b": "rod.big"},
    {"name": "wristpin", "type": "revolute", "a": "rod.small", "b": "slider.origin"},
    {"name": "slide", "type": "prismatic", "a": "ground.origin", "b": "slider.origin"}],
  "drivers": [{"name": "motor", "type": "angle", "a": "ground.origin", "b": "crank.origin",
    "value": "40 rad/s*t + (1 - cos(200 rad/s*t))*0.01 rad"}],
  "outputs": ["rod.x", "rod.phi", {"marker": "rod.small", "parts": ["x", "ux", "uy"]}, "slider.x", "wristpin.fx", "motor.torque"],
  "simulation": {"until": 0.02}})";
const char* const planar_rod =
    R"("mesh": {"type": "box", "length": 0.3, "height": 0.008, "cells": [6, 1]},
     "material": {"young": 1e10, "poisson": 0.3, "density": 7870}, "thickness": 0.008)";

TEST(ImportedBodies, InThePlaneMoveAsTheirFiniteElements) {
  const std::string of_elements = with(crank, "BODY", planar_rod);
  const auto folder = import_folder("a");
  const std::string path = written(folder, "elements.json", of_elements);
  const Outputs expected = outputs_of(path);
  for (const ExportFormat format : {ExportFormat::matrix_market, ExportFormat::dmig}) {
    const std::string keys = exported(path, "rod", format, folder).keys;
    const std::string imported = written(folder, "imported-" + label_of(format), with(crank, "BODY", keys));
    expect_same(expected, outputs_of(imported), 1e-10, keys);
  }
}

/// An elastic arm that swings under gravity about an inclined axis, with a rigid bob.
const char* const swing = R"({"pleuel": 2, "name": "swing", "dimension": 3, "gravity": [0.3, 0.5, -9.81],
  "bodies": [{"name": "arm", "type": "flexible", BODY, "angular_velocity": [0, 2, 0]},
   {"name": "bob", "shape": {"type": "sphere", "radius": 0.02, "mass": 0.05}, "position": [0.34, 0, 0],
    "angular_velocity": [0, 2, 0], "velocity": [0, 0, -0.68], "markers": {"at": [-0.04, 0, 0]}}],
  "ground": {"markers": {"hinge": {"at": [0, 0, 0], "z": [0, 1, 0]}}},
  "joints": [{"name": "hinge", "type": "universal", "a": "ground.hinge", "b": "arm.hinge"},
             {"name": "ball", "type": "spherical", "a": "arm.tip", "b": "bob.at"}],
  "outputs": ["bob.x", "bob.y", "bob.z", {"marker": "arm.tip", "parts": ["x", "y", "z", "ux", "uy", "uz"]}, "hinge.f", "hinge.m"],
  "simulation": {"until": 0.02}})";
const char* const arm_of_solids =
    R"("mesh": {"type": "box", "length": 0.3, "height": 0.03, "width": 0.02, "cells": [3, 1, 1]},
     "material": {"young": 1e8, "poisson": 0.3, "density": 1000})";
const char* const arm_markers =
    R"("markers": {"hinge": {"set": "left", "z": [1, 0, 0.3], "x": [0, 0.2, 1]}, "tip": {"set": "right"}})";
const std::string at_left = R"("frame": {"type": "tangent", "set": "left"}, )";
const std::string craig_bampton =
    R"("reduction": {"type": "craig-bampton", "interfaces": ["tip"], "modes": 4}, "damping": {"alpha": 1, "beta": 1e-5, "ratio": 0.01}, )";

TEST(ImportedBodies, InSpaceMoveAsTheirFiniteElements) {
  // Damped, so that rounding does not decide how long steps are.
  const std::string rest = ", " + at_left + R"("damping": {"alpha": 1, "beta": 1e-3}, )" + arm_markers;
  const auto folder = import_folder("a");
  const std::string path = written(folder, "elements.json", with(swing, "BODY", arm_of_solids + rest));
  const Outputs expected = outputs_of(path);
  for (const ExportFormat format : {ExportFormat::matrix_market, ExportFormat::dmig}) {
    const std::string keys = exported(path, "arm", format, folder).keys;
    const std::string imported =
        written(folder, "imported-" + label_of(format), with(swing, "BODY", keys + rest));
    expect_same(expected, outputs_of(imported), 1e-10, keys);
  }
}

TEST(ImportedBodies, ReducedByCraigAndBamptonMoveAsReducedFiniteElements) {
  const std::string rest = ", " + at_left + craig_bampton + arm_markers;
  const auto folder = import_folder("a");
  const std::string path = written(folder, "elements.json", with(swing, "BODY", arm_of_solids + rest));
  const Outputs expected = outputs_of(path);
  for (const ExportFormat format : {ExportFormat::matrix_market, ExportFormat::dmig}) {
    const std::string keys = exported(path, "arm", format, folder).keys;
    const std::string imported =
        written(folder, "imported-" + label_of(format), with(swing, "BODY", keys + rest));
    expect_same(expected, outputs_of(imported), 1e-8, keys);
  }
}

/// Solids and beams, with and without geometric stiffening; markers keep their axes.
TEST(ImportedBodies, OfSidFilesMoveAsTheReducedBody) {
  const std::string beam = R"("mesh": {"type": "beam", "points": [[0, 0, 0], [0.3, 0, 0]], "elements": 6},
     "material": {"young": 1e8, "poisson": 0.3, "density": 1000},
     "section": {"height": 0.03, "width": 0.02, "y": [0, 1, 0.2]})";
  const std::string at_start = R"("frame": {"type": "tangent", "set": "start"}, )";
  const std::string of_beam = with(with(arm_markers, "left", "start"), "right", "end");
  const std::string stiff = R"("elasticity": "geometric", )";
  const auto folder = import_folder("a");
  int number = 0;
  for (const std::string& rest : {arm_of_solids + (", " + at_left + craig_bampton + arm_markers),
                                  arm_of_solids + (", " + at_left + stiff + craig_bampton + arm_markers),
                                  beam + ", " + at_start + craig_bampton + of_beam,
                                  beam + ", " + at_start + stiff + craig_bampton + of_beam}) {
    const std::string label = std::to_string(number++);
    const std::string path = written(folder, "elements" + label + ".json", with(swing, "BODY", rest));
    const BodyExport out = exported(path, "arm", ExportFormat::sid, folder);
    const std::string imported = written(folder, "imported" + label + ".json", with(swing, "BODY", out.keys));
    expect_same(outputs_of(path), outputs_of(imported), 1e-10, rest);
  }
}

/// Beams have integrals that their mass matrix does not contain. Of a held frame they enter only
/// the moment of the wall, by ∫ρ u × ü.
TEST(ImportedBodies, OfBeamsHaveTheSameMotionInAFrameAtRest) {
  const std::string model = R"({"pleuel": 2, "name": "console", "dimension": 3, "gravity": [0.3, 0.5, -9.81],
  "bodies": [{"name": "arm", "type": "flexible", BODY, "frame": {"type": "tangent", "set": "start"},
    "markers": {"tip": {"set": "end"}}, "orientation": {"axis": [1, 2, 3], "angle": 0.3}}],
  "joints": [{"name": "wall", "type": "weld", "a": "ground.origin", "b": "arm.origin"}],
  "outputs": [{"marker": "arm.tip", "parts": ["x", "y", "z", "ux", "uy", "uz"]}, "wall.f"],
  "simulation": {"until": 0.02}})";
  const std::string beam =
      R"("mesh": {"type": "beam", "points": [[0, 0, 0], [0.2, 0, 0], [0.3, 0.1, 0]], "elements": 3},
     "material": {"young": 1e8, "poisson": 0.3, "density": 1000},
     "section": {"height": 0.03, "width": 0.02, "y": [0, 0, 1]})";
  const auto folder = import_folder("a");
  const std::string path = written(folder, "elements.json", with(model, "BODY", beam));
  const Outputs expected = outputs_of(path);
  for (const ExportFormat format : {ExportFormat::matrix_market, ExportFormat::dmig}) {
    const std::string keys = exported(path, "arm", format, folder).keys;
    const std::string imported = written(folder, "imported-" + label_of(format), with(model, "BODY", keys));
    expect_same(expected, outputs_of(imported), 1e-10, keys);
    const RunResult result = run_file(imported, "rcd1", "radau5");
    EXPECT_TRUE(std::ranges::any_of(result.header.remarks, [](const std::string& remark) {
      return remark.find("has rotations at nodes, whose shape functions are not known") != std::string::npos;
    }));
  }
}

/// Hooke's law times the strains in the middle of each tetrahedron, by the unknowns.
FixedMatrix stress_matrix(const fem::ElasticBody& body, double young, double poisson) {
  const double mu = young / (2 * (1 + poisson)), lambda = 2 * mu * poisson / (1 - 2 * poisson);
  const fem::Mesh& mesh = body.mesh();
  Matrix S = Matrix::Zero(6 * static_cast<Eigen::Index>(mesh.elements.size()), body.n_dofs());
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const fem::Cell& cell = mesh.elements[e];
    const fem::CellAt<3> at(mesh, cell, Eigen::Vector3d::Constant(0.25));
    for (int k = 0; k < fem::n_nodes_of(cell.type); ++k)
      for (int c = 0; c < 3; ++c) {
        Eigen::Matrix3d H = Eigen::Matrix3d::Zero();
        H.row(c) = at.gradient.col(k).transpose();
        const Eigen::Matrix3d s = mu * (H + H.transpose()) + lambda * H.trace() * Eigen::Matrix3d::Identity();
        Vector column(6);
        column << s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(1, 2), s(2, 0);
        S.block(6 * static_cast<Eigen::Index>(e), *body.dof(cell.node[k], static_cast<fem::NodalDof>(c)), 6,
                1) += column;
      }
  }
  return fem::full_matrix(S);
}

/// A console with a load at its end: recovered stresses of a whole and a reduced import, in SI and
/// in mm, t and MPa, against those of the displacements of the finite elements, and of bending
/// theory.
TEST(ImportedBodies, HaveTheStressesOfTheElements) {
  const std::string model = R"({"pleuel": 2, "name": "console", "dimension": 3,
  "bodies": [{"name": "arm", "type": "flexible", BODY, "frame": {"type": "tangent", "set": "left"}, "markers": {"tip": {"set": "right"}}}],
  "joints": [{"name": "wall", "type": "weld", "a": "ground.origin", "b": "arm.origin"}],
  "forces": [{"name": "load", "type": "force", "marker": "arm.tip", "z": -2}]OUTPUTS})";
  const double young = 1e10;
  const std::string elements =
      R"("mesh": {"type": "box", "length": 1, "height": 0.05, "width": 0.05, "cells": [10, 1, 2]},
     "material": {"young": 1e10, "poisson": 0.3, "density": 1000})";
  const auto folder = import_folder("a");
  const std::string path =
      written(folder, "elements.json", with(with(model, "BODY", elements), "OUTPUTS", ""));
  const StaticsResult statics = statics_of(all(), {path});
  const BuiltDescription built = built_from(path);
  const auto& shape = *built.flexible_body(0)->shape;
  const Eigen::Index n = built.flexible_body(0)->n_deformation();
  const Vector q = shape.unknowns(statics.equilibrium.state.q.tail(n));
  const FixedMatrix S = stress_matrix(shape.body, young, 0.3);
  Vector expected = Vector::Zero(S.rows);
  S.multiply_add(1, q.data(), expected.data());
  // Bending theory in the middle: σ = F (L − x) z / I.
  const int cell = static_cast<int>(shape.body.mesh().elements.size()) / 2;
  const fem::CellAt<3> middle(shape.body.mesh(), shape.body.mesh().elements[cell],
                              Eigen::Vector3d::Constant(0.25));
  const double I = std::pow(0.05, 4) / 12;
  EXPECT_NEAR(expected[6 * cell], 2 * (1 - middle.x[0]) * middle.x[2] / I,
              0.05 * std::abs(expected[6 * cell]));
  EXPECT_GT(std::abs(middle.x[2]), 0.005);

  const std::string keys = exported(path, "arm", ExportFormat::matrix_market, folder).keys;
  written(folder, "stress.mtx", fem::matrix_market_text(S, false, "Pa"));
  Matrix per_mm = 1e-9 * S.dense();  // MPa per mm
  written(folder, "mpa.mtx", fem::matrix_market_text(fem::full_matrix(per_mm), false, "MPa"));
  // The same body in mm and t: displacements have the same factor in mass and stiffness.
  const BuiltDescription& same = built;
  Matrix M = 1e-3 * same.flexible_body(0)->shape->body.mass().dense(),
         K = 1e-3 * same.flexible_body(0)->shape->body.stiffness().dense();
  written(folder, "t.mass.mtx", fem::matrix_market_text(fem::full_matrix(M), true, "t"));
  written(folder, "mm.stiffness.mtx", fem::matrix_market_text(fem::full_matrix(K), true, "N/mm"));
  std::string nodes;
  for (int i = 0; i < shape.body.mesh().n_nodes(); ++i) {
    nodes += std::to_string(shape.body.mesh().node_tag(i));
    for (int c = 0; c < 3; ++c) nodes += " " + shortest_text(1e3 * shape.body.mesh().nodes[i][c]);
    nodes += "\n";
  }
  written(folder, "mm.nodes.txt", nodes);
  const auto plus = [](std::string import, const std::string& more) {
    return import.insert(import.rfind('}'), more);
  };
  std::string millimetres = with(keys, "arm.mass.mtx", "t.mass.mtx");
  millimetres =
      with(with(millimetres, "arm.stiffness.mtx", "mm.stiffness.mtx"), "arm.nodes.csv", "mm.nodes.txt");
  const std::string units =
      R"(, "units": {"length": "mm", "mass": "t"}, "expect": {"mass": 2.5}, "recovery": )";
  const std::string reduced =
      R"(, "reduction": {"type": "craig-bampton", "interfaces": ["tip"], "modes": 3})";
  const std::string of_pascal = plus(keys, R"(, "recovery": {"stress": "stress.mtx"})");
  const std::string of_mpa = plus(millimetres, units + R"({"stress": "mpa.mtx"})");
  const std::string named = plus(keys, R"(, "recovery": {"stress": {"file": "stress.mtx", "unit": "kPa"}})");
  const std::string point = std::to_string(cell + 1);
  const std::string outputs = R"(, "outputs": [{"field": "arm.stress_xx", "at": [)" + point +
                              R"(, 1]}, {"field": "arm.stress_zx", "at": [)" + point +
                              R"(, 1]}, {"field": "arm.von_mises", "at": "max"}])";
  double largest = 0;
  for (Eigen::Index p = 0; p < S.rows / 6; ++p) {
    const Vector s = expected.segment(6 * p, 6);
    Eigen::Matrix3d T;
    T << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
    const Eigen::Matrix3d deviator = T - T.trace() / 3 * Eigen::Matrix3d::Identity();
    largest = std::max(largest, std::sqrt(1.5) * deviator.norm());
  }
  int number = 0;
  for (const std::string& body : {of_pascal, of_pascal + reduced, of_mpa, of_mpa + reduced, named}) {
    const std::string imported = written(folder, "imported" + std::to_string(number++) + ".json",
                                         with(with(model, "BODY", body), "OUTPUTS", outputs));
    const StaticsResult found = statics_of(all(), {imported});
    const double factor = body == named ? 1e3 : 1;  // the matrix is declared to be in kPa
    ASSERT_EQ(found.outputs.size(), 3u);
    EXPECT_EQ(found.outputs[0].unit, "Pa");
    EXPECT_NEAR(found.outputs[0].value, factor * expected[6 * cell], 1e-7 * factor * largest) << body;
    EXPECT_NEAR(found.outputs[1].value, factor * expected[6 * cell + 5], 1e-7 * factor * largest) << body;
    EXPECT_NEAR(found.outputs[2].value, factor * largest, 1e-7 * factor * largest) << body;
  }
}

/// A box of CalculiX: its matrices, its own frequencies when its left end is clamped.
struct CalculixBox {
  std::string name, nodes_and_elements, left;
};

std::string lines_of(const std::vector<int>& tags) {
  std::string text;
  for (std::size_t k = 0; k < tags.size(); ++k)
    text += std::to_string(tags[k]) + (k + 1 < tags.size() ? ",\n" : "\n");
  return text;
}

CalculixBox tetrahedra() {
  const fem::Mesh mesh =
      fem::solid_box_mesh({.length = 1, .height = 0.2, .width = 0.15, .nx = 4, .ny = 2, .nz = 1});
  CalculixBox box{"tetrahedra", "*NODE,NSET=ALL\n", {}};
  for (int i = 0; i < mesh.n_nodes(); ++i) {
    box.nodes_and_elements += std::to_string(i + 1);
    for (int c = 0; c < 3; ++c) box.nodes_and_elements += "," + shortest_text(mesh.nodes[i][c]);
    box.nodes_and_elements += "\n";
  }
  box.nodes_and_elements += "*ELEMENT,TYPE=C3D10,ELSET=BOX\n";
  for (int e = 0; e < mesh.n_elements(); ++e) {
    box.nodes_and_elements += std::to_string(e + 1);
    for (const int node : mesh.elements[e].nodes()) box.nodes_and_elements += "," + std::to_string(node + 1);
    box.nodes_and_elements += "\n";
  }
  std::vector<int> left;
  for (const int node : mesh.node_set("left")) left.push_back(node + 1);
  box.left = lines_of(left);
  return box;
}

/// Hexahedra of eight nodes with numbers that leave gaps, as CalculiX has them and Pleuel has not.
CalculixBox hexahedra() {
  constexpr int nx = 6, ny = 2, nz = 2;
  const auto tag = [](int i, int j, int k) { return 1000 - 3 * (i + (nx + 1) * (j + (ny + 1) * k)); };
  CalculixBox box{"hexahedra", "*NODE,NSET=ALL\n", {}};
  std::vector<int> left;
  for (int k = 0; k <= nz; ++k)
    for (int j = 0; j <= ny; ++j)
      for (int i = 0; i <= nx; ++i) {
        box.nodes_and_elements += std::to_string(tag(i, j, k)) + "," + shortest_text(1.0 * i / nx) + "," +
                                  shortest_text(0.1 * j) + "," + shortest_text(0.08 * k) + "\n";
        if (i == 0) left.push_back(tag(i, j, k));
      }
  box.nodes_and_elements += "*ELEMENT,TYPE=C3D8,ELSET=BOX\n";
  int number = 0;
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        box.nodes_and_elements += std::to_string(++number);
        for (const auto& [a, b] : {std::pair(0, 0), std::pair(1, 0), std::pair(1, 1), std::pair(0, 1)})
          box.nodes_and_elements += "," + std::to_string(tag(i + a, j + b, k));
        for (const auto& [a, b] : {std::pair(0, 0), std::pair(1, 0), std::pair(1, 1), std::pair(0, 1)})
          box.nodes_and_elements += "," + std::to_string(tag(i + a, j + b, k + 1));
        box.nodes_and_elements += "\n";
      }
  box.left = lines_of(left);
  return box;
}

bool has_calculix() { return std::system("command -v ccx >/dev/null 2>&1") == 0; }

void run_calculix(const std::filesystem::path& folder, const std::string& job) {
  const std::string command = "cd '" + folder.string() + "' && ccx " + job + " >ccx.log 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
}

/// rad/s, from the table of eigenvalues, whose third column is ω.
std::vector<double> calculix_frequencies(const std::filesystem::path& dat) {
  std::ifstream file(dat);
  std::vector<double> omega;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    int mode = 0;
    double eigenvalue = 0, value = 0, cycles = 0, imaginary = 0;
    if (words >> mode >> eigenvalue >> value >> cycles >> imaginary &&
        mode == static_cast<int>(omega.size()) + 1)
      omega.push_back(value);
    else if (!omega.empty())
      break;
  }
  return omega;
}

TEST(ImportedBodies, OfCalculixHaveItsFrequencies) {
  if (!has_calculix()) GTEST_SKIP() << "ccx is not installed; it is in Debian's package calculix-ccx";
  constexpr int n_modes = 6;
  const std::string material =
      "*MATERIAL,NAME=STEEL\n*ELASTIC\n2.1e11,0.3\n*DENSITY\n7800\n*SOLID "
      "SECTION,ELSET=BOX,MATERIAL=STEEL\n*STEP\n";
  for (const CalculixBox& box : {tetrahedra(), hexahedra()}) {
    const auto folder = import_folder(box.name);
    const std::string deck = box.nodes_and_elements + "*NSET,NSET=LEFT\n" + box.left;
    written(folder, "free.inp",
            deck + material + "*FREQUENCY,STORAGE=YES,SOLVER=MATRIXSTORAGE\n1\n*END STEP\n");
    written(folder, "held.inp",
            deck + "*BOUNDARY\nLEFT,1,3\n" + material + "*FREQUENCY\n" + std::to_string(n_modes) +
                "\n*END STEP\n");
    run_calculix(folder, "free");
    run_calculix(folder, "held");
    const auto expected = calculix_frequencies(folder / "held.dat");
    ASSERT_EQ(expected.size(), static_cast<std::size_t>(n_modes));
    std::string numbers = box.left;
    std::ranges::replace(numbers, '\n', ' ');
    const std::string model = R"({"pleuel": 2, "name": "box", "dimension": 3,
  "bodies": [{"name": "box", "type": "flexible",
    "import": {"type": "matrices", "mass": "free.mas", "stiffness": "free.sti", "nodes": "free.inp",
      "unknowns": "free.dof", "sets": {"left": [)" +
                              numbers +
                              R"(]}}, "frame": {"type": "tangent", "set": "left"}}],
  "joints": [{"name": "wall", "type": "weld", "a": "ground.origin", "b": "box.origin"}]})";
    const PartModes modes = part_modes_of(all(), {written(folder, "box.json", model)}, "box");
    for (int k = 0; k < n_modes; ++k)  // seven digits are printed
      EXPECT_NEAR(modes.omega[k], expected[static_cast<std::size_t>(k)], 1e-6 * modes.omega[k]) << k;
  }
}

}  // namespace imported_bodies_test
}  // namespace pleuel::testing
