// Bodies from matrices at nodes: units, orders of rows, and the integrals that M contains.
#include "pleuel/fem/import/nodal_integrals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fem/bodies.hpp"
#include "pleuel/fem/import/dmig.hpp"
#include "pleuel/fem/import/import_checks.hpp"
#include "pleuel/fem/import/matrix_market.hpp"

namespace pleuel::fem {
namespace nodal_integrals_test {

using Eigen::Vector3d;

enum class Order { by_nodes, by_components };

/// The body as it stands in files.
ImportData data_of(const ElasticBody& body, Order order = Order::by_nodes, const ImportUnits& units = {}) {
  std::vector<int> rows(static_cast<std::size_t>(body.n_dofs()));
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k] = static_cast<int>(k);
  if (order == Order::by_components)
    std::ranges::stable_sort(rows, {},
                             [&](int k) { return body.unknowns()[static_cast<std::size_t>(k)].which; });
  const auto ordered = [&](const FixedMatrix& A) {
    return parse_matrix_market(matrix_market_text(full_matrix(A.dense()(rows, rows)), true, "of a test"),
                               "a.mtx");
  };
  std::string names;
  for (const int k : rows) {
    const auto& [node, which] = body.unknowns()[static_cast<std::size_t>(k)];
    names +=
        std::to_string(body.mesh().node_tag(node)) + "." + std::to_string(static_cast<int>(which) + 1) + "\n";
  }
  return {.dimension = body.dimension(),
          .nodes = parse_node_table(node_table_text(body.mesh()), "nodes.csv", body.dimension()),
          .unknowns = parse_unknown_table(names, "a.dof"),
          .mass = ordered(body.mass()),
          .stiffness = ordered(body.stiffness()),
          .units = units};
}

double relative(const Matrix& a, const Matrix& b) {
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

constexpr double rounding = 1e-12;

/// Lengths in m with 1, in mm with 1000; masses in kg with 1, in t with 1e-3.
SpatialBeamSection beam_section(double length, double mass) {
  SpatialBeamSection section{.material = {.modulus = 2e11 * mass / length,
                                          .poisson = 0.3,
                                          .density = 7800 * mass / std::pow(length, 3)},
                             .area = 1e-2 * std::pow(length, 2),
                             .inertia_y = 1e-5 * std::pow(length, 4),
                             .inertia_z = 2e-5 * std::pow(length, 4),
                             .torsion = 1.5e-5 * std::pow(length, 4)};
  section.y = Vector3d::UnitY();
  return section;
}
Mesh beam_line(double length) {
  Mesh mesh = beam_mesh({.length = 2 * length, .elements = 3});
  mesh.nodes[2] += Vector3d(0.1, 0.2, 0.3) * length;
  return mesh;
}

TEST(ImportedMatrices, OfBeamsInMillimetresAndTonnesAreThoseInSIUnits) {
  const ElasticBody in_m(beam_line(1), beam_section(1, 1)), in_mm(beam_line(1000), beam_section(1000, 1e-3));
  for (const Order order : {Order::by_nodes, Order::by_components}) {
    const ImportedBody imported(data_of(in_mm, order, {.length = 1e-3, .mass = 1e3}));
    EXPECT_LT(relative(imported.mass().dense(), in_m.mass().dense()), rounding);
    EXPECT_LT(relative(imported.stiffness().dense(), in_m.stiffness().dense()), rounding);
    for (int i = 0; i < in_m.mesh().n_nodes(); ++i)
      EXPECT_LT((imported.mesh().nodes[i] - in_m.mesh().nodes[i]).norm(), rounding);
  }
}

TEST(ImportedMatrices, OfSolidsContainAllIntegrals) {
  for (const CellType type : {CellType::tet4, CellType::tet10}) {
    const ElasticBody body(solid_box_mesh({.length = 2,
                                           .height = 0.7,
                                           .width = 0.5,
                                           .nx = 2,
                                           .ny = 1,
                                           .nz = 1,
                                           .type = type,
                                           .corner = {0.1, -0.2, -0.3}}),
                           SolidSection{{.modulus = 2e11, .poisson = 0.3, .density = 7800}});
    const ImportedBody imported(data_of(body, Order::by_components));
    const NodalMass mass = nodal_mass_of(imported);
    EXPECT_TRUE(mass.is_scalar);
    const auto s = spatial_nodal_integrals(imported, mass), expected = spatial_integrals(body);
    EXPECT_NEAR(s.m, expected.m, rounding * expected.m);
    EXPECT_LT(relative(s.S0, expected.S0), rounding);
    EXPECT_LT(relative(s.X, expected.X), rounding);
    EXPECT_LT(relative(s.C, expected.C), rounding);
    EXPECT_LT(relative(s.c, expected.c), rounding);
    EXPECT_LT(relative(s.mass.matrix().dense(), expected.mass.matrix().dense()), rounding);
  }
}

TEST(ImportedMatrices, OfTrianglesContainAllIntegrals) {
  for (const CellType type : {CellType::t3, CellType::t6}) {
    const ElasticBody body(distorted_mesh(type, Edges::straight), rod_section());
    const ImportedBody imported(data_of(body, Order::by_components));
    const auto s = planar_nodal_integrals(imported, nodal_mass_of(imported)),
               expected = shape_integrals(body);
    EXPECT_NEAR(s.m, expected.m, rounding * expected.m);
    EXPECT_NEAR(s.J0, expected.J0, rounding * expected.J0);
    EXPECT_LT(relative(s.S0, expected.S0), rounding);
    for (const auto& [found, of_elements] :
         {std::pair(&s.c1, &expected.c1), std::pair(&s.c2, &expected.c2), std::pair(&s.c12, &expected.c12),
          std::pair(&s.c21, &expected.c21)})
      EXPECT_LT(relative(*found, *of_elements), rounding);
    EXPECT_LT(relative(s.M.dense(), expected.M.dense()), rounding);
    EXPECT_LT(relative(s.B.dense(), expected.B.dense()), rounding);
  }
}

/// ε_aij c_ij of all k: ∫ρ x × φ_k.
Matrix twists(const ShapeMoments& moments) {
  Matrix all(3, moments.size());
  for (int k = 0; k < moments.size(); ++k) {
    const Eigen::Matrix3d c = moments[k];
    all.col(k) << c(1, 2) - c(2, 1), c(2, 0) - c(0, 2), c(0, 1) - c(1, 0);
  }
  return all;
}

/// The others are estimates.
TEST(ImportedMatrices, OfBeamsContainMassAndMomenta) {
  const ElasticBody body(beam_line(1), beam_section(1, 1));
  const ImportedBody imported(data_of(body));
  const NodalMass mass = nodal_mass_of(imported);
  EXPECT_FALSE(mass.is_scalar);
  const auto s = spatial_nodal_integrals(imported, mass), expected = spatial_integrals(body);
  EXPECT_NEAR(s.m, expected.m, rounding * expected.m);
  EXPECT_LT(relative(s.S0, expected.S0), rounding);
  EXPECT_LT(relative(s.inertia(), expected.inertia()), rounding);
  EXPECT_LT(relative(s.C, expected.C), rounding);
  EXPECT_LT(relative(twists(s.moments()), twists(expected.moments())), rounding);
  EXPECT_LT(relative(s.mass.matrix().dense(), expected.mass.matrix().dense()), rounding);

  const ElasticBody planar(beam_mesh({.length = 0.3, .elements = 4}), rod_beam());
  const ImportedBody in_plane(data_of(planar, Order::by_components));
  const auto p = planar_nodal_integrals(in_plane, nodal_mass_of(in_plane)),
             of_elements = shape_integrals(planar);
  EXPECT_NEAR(p.m, of_elements.m, rounding * of_elements.m);
  EXPECT_NEAR(p.J0, of_elements.J0, rounding * of_elements.J0);
  EXPECT_LT((p.S0 - of_elements.S0).norm(), rounding * of_elements.S0.norm());
  EXPECT_LT(relative(p.c1, of_elements.c1), rounding);
  EXPECT_LT(relative(p.c2, of_elements.c2), rounding);
  EXPECT_LT(relative(p.c21, of_elements.c21), rounding);
  EXPECT_LT(relative(p.M.dense(), of_elements.M.dense()), rounding);
}

TEST(ImportedMatrices, PassTheChecksOfTheirOwnBodies) {
  const ElasticBody solid(
      solid_box_mesh({.length = 2, .height = 0.7, .width = 0.5, .nx = 2, .ny = 1, .nz = 1}),
      SolidSection{{.modulus = 2e11, .poisson = 0.3, .density = 7800}});
  const ElasticBody beam(beam_line(1), beam_section(1, 1)), planar(rod_mesh(6, 1), rod_section());
  for (const ElasticBody* const body : {&solid, &beam, &planar}) {
    const ImportData data = data_of(*body);
    const ImportedBody imported(data);
    const ImportReport report = check_import(imported, data, nodal_mass_of(imported), std::nullopt);
    EXPECT_NEAR(report.mass, body->translation(0).dot(times(body->mass(), body->translation(0))),
                1e-9 * report.mass);
    EXPECT_LT(report.rigid_omega, 1e-3 * report.first_omega);
    EXPECT_LT(report.static_residual, 1e-6);
    EXPECT_FALSE(report.is_massless_somewhere);
  }
}

/// As Nastran writes them: fields of 16 columns, exponents by D, line numbers in columns 73 to 80.
TEST(DmigCards, AreReadInWideAndNarrowFields) {
  const std::string text =
      "DMIG        KAAX       0       6       2       0                       3\n"
      "DMIG*               KAAX               7               1                       1\n"
      "*                      7               1 2.500000000D+03                       2\n"
      "*                      9               6-1.250000000D-03\n"
      "$ a comment\n"
      "DMIG        KAAX       9       6               9       6   1.5+2\n"
      "GRID           7              1.      2.      3.\n"
      "GRID*                  9                            -1.5              .5\n"
      "*                    2.0\n";
  const DmigFile file = parse_dmig(text, "k.pch");
  const UnknownTable unknowns = unknowns_of(file, {"kaax"});
  ASSERT_EQ(unknowns.rows.size(), 2u);
  EXPECT_EQ(unknowns.rows[1].node, 9);
  EXPECT_EQ(unknowns.rows[1].which, NodalDof::rotation_z);
  const FixedMatrix K = symmetric_matrix(text_matrix_of(file, "KAAX", unknowns), {0, 1});
  Matrix expected(2, 2);
  expected << 2500, -1.25e-3, -1.25e-3, 150;
  EXPECT_EQ(K.dense(), expected);
  ASSERT_EQ(file.grid.nodes.size(), 2u);
  EXPECT_EQ(file.grid.nodes[0].x, Vector3d(1, 2, 3));
  EXPECT_EQ(file.grid.nodes[1].x, Vector3d(-1.5, 0.5, 2));
}

TEST(MatrixMarket, IsReadInAllItsForms) {
  Matrix expected(3, 3);
  expected << 4, -1, 0, -1, 5, 2, 0, 2, 6;
  const auto dense = [](const std::string& text) {
    return symmetric_matrix(parse_matrix_market(text, "a.mtx"), {0, 1, 2}).dense();
  };
  EXPECT_EQ(dense("%%MatrixMarket matrix coordinate real symmetric\n% note\n3 3 5\n1 1 4\n2 1 -1\n2 2 5\n3 2 "
                  "2\n3 3 6\n"),
            expected);
  EXPECT_EQ(
      dense("%%MatrixMarket matrix coordinate real symmetric\n3 3 5\n1 1 4\n1 2 -1\n2 2 5\n2 3 2\n3 3 6\n"),
      expected);
  EXPECT_EQ(dense("%%matrixmarket matrix coordinate integer general\r\n3 3 7\r\n1 1 4\r\n2 1 -1\r\n1 2 "
                  "-1\r\n2 2 5\r\n3 2 2\r\n2 3 2\r\n3 3 6\r\n"),
            expected);
  EXPECT_EQ(dense("%%MatrixMarket matrix array real general\n3 3\n4\n-1\n0\n-1\n5\n2\n0\n2\n6\n"), expected);
  EXPECT_EQ(dense("%%MatrixMarket matrix array real symmetric\n3 3\n4\n-1\n0\n5\n2\n6\n"), expected);
  EXPECT_EQ(dense("1 1  4.0e+00\n1 2 -1.0e+00\n2 2  5.0e+00\n2 3 2.0e+00\n3 3 6.0e+00\n"), expected);
}

}  // namespace nodal_integrals_test
}  // namespace pleuel::fem
