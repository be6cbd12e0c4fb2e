#include "pleuel/fem/mesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/mesh_check.hpp"
#include "pleuel/fem/mesh_generators.hpp"
#include "pleuel/fem/reference_cell.hpp"

namespace pleuel::fem {
namespace mesh_test {

double area(const Mesh& mesh) {
  double sum = 0;
  for (const auto& e : mesh.elements)
    for (const auto& p : simplex_rule<2>(2)) sum += p.weight * cell_determinant<2>(mesh, e, p.xi);
  return sum;
}

double boundary_length(const Mesh& mesh) {
  double sum = 0;
  for (const auto& edge : mesh.boundary())
    sum += (mesh.point(edge.node[0]) - mesh.point(edge.node[1])).norm();
  return sum;
}

std::string first_fault(const Mesh& mesh) {
  const auto faults = mesh_faults(mesh);
  return faults.empty() ? "" : faults.front();
}

Mesh two_triangles() { return box_mesh({.length = 2, .height = 1, .nx = 1, .ny = 1, .type = CellType::t3}); }

TEST(TriangleRules, IntegrateMonomialsUpToTheirDegreeAndNoFurther) {
  // ∫ ξ^a η^b over the triangle = a! b! / (a+b+2)!
  const auto error = [](int degree, int a, int b) {
    double sum = 0;
    for (const auto& p : simplex_rule<2>(degree))
      sum += p.weight * std::pow(p.xi[0], a) * std::pow(p.xi[1], b);
    return std::abs(sum - std::tgamma(a + 1) * std::tgamma(b + 1) / std::tgamma(a + b + 3));
  };
  for (const int degree : {1, 2, 4, 6}) {
    for (int a = 0; a <= degree; ++a)
      for (int b = 0; a + b <= degree; ++b)
        EXPECT_LT(error(degree, a, b), 4e-16) << degree << " " << a << " " << b;
    // The product rule of degree 6 is exact for some monomials beyond.
    if (degree < 6) {
      EXPECT_GT(error(degree, degree + 1, 0), 1e-6) << degree;
    }
  }
}

TEST(GaussRule, IntegratesPowersUpToDegreeTwiceTheirNumberLessOne) {
  for (int n = 1; n <= 8; ++n) {
    const auto error = [n](int power) {
      double sum = 0;
      for (const auto& p : gauss_rule(n)) sum += p.weight * std::pow(p.x, power);
      return std::abs(sum - 1.0 / (power + 1));
    };
    for (int power = 0; power < 2 * n; ++power) EXPECT_LT(error(power), 1e-15) << n << " " << power;
    EXPECT_GT(error(2 * n), 1e-11) << n;
  }
}

TEST(TriangleShapes, AreOneAtTheirNodeAddUpToOneAndHaveTheirDerivatives) {
  for (const auto type : {CellType::t3, CellType::t6}) {
    const int n = n_nodes_of(type);
    for (int k = 0; k < n; ++k) {
      const CellShape<2> at(type, node_place<2>(k));
      for (int i = 0; i < n; ++i) EXPECT_EQ(at.N[i], i == k ? 1 : 0);
    }
    const double xi = 0.3, eta = 0.45, h = 1e-5;
    const CellShape<2> at(type, {xi, eta});
    EXPECT_NEAR(at.N.head(n).sum(), 1, 1e-15);
    const CellShape<2> right(type, {xi + h, eta}), left(type, {xi - h, eta}), up(type, {xi, eta + h}),
        down(type, {xi, eta - h});
    for (int i = 0; i < n; ++i) {
      EXPECT_NEAR(at.dN(0, i), (right.N[i] - left.N[i]) / (2 * h), 1e-10);
      EXPECT_NEAR(at.dN(1, i), (up.N[i] - down.N[i]) / (2 * h), 1e-10);
    }
  }
}

TEST(BoxMesh, HasTheNodesOfTheRodWith87NodesAndItsArea) {
  const auto mesh = box_mesh({.length = 0.3, .height = 0.008, .nx = 14, .ny = 1, .corner = {0, -0.004}});
  EXPECT_EQ(mesh.n_nodes(), 87);
  EXPECT_EQ(mesh.n_elements(), 28);
  EXPECT_TRUE(mesh_faults(mesh).empty());
  EXPECT_NEAR(area(mesh), 0.0024, 1e-17);
  EXPECT_EQ(mesh.node_set("left").size(), 3u);
  EXPECT_EQ(mesh.point(mesh.only_node("right_middle")), Eigen::Vector2d(0.3, 0));
  EXPECT_EQ(mesh.boundary_on("top").size(), 14u);
  EXPECT_EQ(mesh.boundary().size(), 30u);
}

TEST(BoxMesh, OfLinearTrianglesHasNoMiddleNodeWhereCellsAreOdd) {
  const auto mesh = box_mesh({.length = 1, .height = 1, .nx = 3, .ny = 3, .type = CellType::t3});
  EXPECT_EQ(mesh.n_nodes(), 16);
  EXPECT_THROW((void)mesh.node_set("left_middle"), InvalidInput);
  EXPECT_TRUE(mesh_faults(mesh).empty());
}

TEST(PolygonMesh, FillsAConcavePolygonInEitherDirectionWithoutFaults) {
  std::vector<Eigen::Vector2d> L = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2}, {0, 2}};
  for (int turn = 0; turn < 2; ++turn) {
    for (const auto type : {CellType::t3, CellType::t6}) {
      const auto mesh = polygon_mesh({.corners = L, .size = 0.3, .type = type});
      EXPECT_TRUE(mesh_faults(mesh).empty()) << first_fault(mesh);
      EXPECT_NEAR(area(mesh), 4, 1e-13);
      EXPECT_NEAR(boundary_length(mesh), 10, 1e-13);
      double longest = 0;
      for (const auto& e : mesh.elements)
        for (int k = 0; k < 3; ++k)
          longest = std::max(longest, (mesh.point(e.node[k]) - mesh.point(e.node[(k + 1) % 3])).norm());
      EXPECT_LE(longest, 0.3 * (1 + 1e-9));
      // Every edge set lies on its edge and covers it.
      for (int k = 0; k < 6; ++k) {
        double length = 0;
        for (const auto& edge : mesh.boundary_on("edge" + std::to_string(k)))
          length += (mesh.point(edge.node[0]) - mesh.point(edge.node[1])).norm();
        EXPECT_NEAR(length, (L[k] - L[(k + 1) % 6]).norm(), 1e-13) << k;
        EXPECT_EQ(mesh.point(mesh.only_node("corner" + std::to_string(k))), L[k]);
      }
    }
    std::reverse(L.begin(), L.end());
  }
}

TEST(PolygonMesh, CutsACombAndAStarWithAllTheirCorners) {
  std::vector<Eigen::Vector2d> comb;
  for (int i = 0; i < 6; ++i) {
    comb.emplace_back(i, 0);
    comb.emplace_back(i + 0.5, 2);
  }
  comb.emplace_back(6, -1);
  comb.emplace_back(3, -1);  // on a straight edge
  comb.emplace_back(0, -1);
  std::vector<Eigen::Vector2d> star;
  for (int i = 0; i < 14; ++i)
    star.push_back((i % 2 ? 0.4 : 1.0) *
                   Eigen::Vector2d(std::cos(i * std::numbers::pi / 7), std::sin(i * std::numbers::pi / 7)));
  for (const auto& corners : {comb, star}) {
    const auto mesh = polygon_mesh({.corners = corners, .type = CellType::t3});
    double twice = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const auto &a = corners[i], &b = corners[(i + 1) % corners.size()];
      twice += a[0] * b[1] - a[1] * b[0];
    }
    EXPECT_TRUE(mesh_faults(mesh).empty()) << first_fault(mesh);
    EXPECT_EQ(mesh.n_elements(), static_cast<int>(corners.size()) - 2);
    EXPECT_NEAR(area(mesh), std::abs(twice) / 2, 1e-13);
  }
}

TEST(PolygonMesh, ExchangesDiagonalsUntilNoCircleHoldsAFourthCorner) {
  std::vector<Eigen::Vector2d> corners;
  for (int i = 0; i < 20; ++i) {
    const double s = 2 * std::numbers::pi * i / 20;
    corners.emplace_back(3 * std::cos(s), std::sin(s) + 0.3 * std::cos(3 * s));
  }
  const auto mesh = polygon_mesh({.corners = corners, .type = CellType::t3});
  std::map<std::pair<int, int>, int> opposite;
  for (const auto& e : mesh.elements)
    for (int k = 0; k < 3; ++k) opposite[{e.node[k], e.node[(k + 1) % 3]}] = e.node[(k + 2) % 3];
  const auto angle = [&](int at, int a, int b) {
    const Eigen::Vector2d u = mesh.point(a) - mesh.point(at), v = mesh.point(b) - mesh.point(at);
    return std::acos(u.dot(v) / (u.norm() * v.norm()));
  };
  int n_inner = 0;
  for (const auto& [edge, c] : opposite) {
    const auto other = opposite.find({edge.second, edge.first});
    if (other == opposite.end()) continue;
    ++n_inner;
    EXPECT_LE(angle(c, edge.first, edge.second) + angle(other->second, edge.first, edge.second),
              std::numbers::pi + 1e-8);
  }
  EXPECT_EQ(n_inner, 2 * 17);
}

TEST(PolygonMesh, RefusesPolygonsThatAreNotSimpleAndNamesTheEdges) {
  const auto message = [](std::vector<Eigen::Vector2d> corners) -> std::string {
    try {
      polygon_mesh({.corners = std::move(corners)});
    } catch (const InvalidInput& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(message({{0, 0}, {1, 1}, {1, 0}, {0, 1}}).find("edge 0 meets edge 2"), std::string::npos);
  EXPECT_NE(message({{0, 0}, {1, 0}}).find("2 corners"), std::string::npos);
  EXPECT_NE(message({{0, 0}, {1, 0}, {1, 0}, {0, 1}}).find("corners 1 and 2 coincide"), std::string::npos);
  EXPECT_NE(message({{0, 0}, {2, 0}, {1, 0}, {1, 1}}).find("edge 0 meets edge 1"), std::string::npos);
  EXPECT_NE(message({{0, 0}, {4, 0}, {4, 2}, {2, 0}, {0, 2}}).find("meets edge"), std::string::npos);
}

TEST(MeshCheck, NamesElementAndNodeOfEachFault) {
  auto inverted = two_triangles();
  std::swap(inverted.elements[1].node[0], inverted.elements[1].node[1]);
  EXPECT_NE(first_fault(inverted).find("T3 element 1 is inverted: its nodes node 3"), std::string::npos)
      << first_fault(inverted);

  auto flat = two_triangles();
  flat.nodes[1] = 0.5 * (flat.nodes[0] + flat.nodes[3]);
  EXPECT_NE(first_fault(flat).find("T3 element 1 is degenerate"), std::string::npos) << first_fault(flat);

  auto twice = two_triangles();
  twice.elements[0].node[1] = 0;
  EXPECT_NE(first_fault(twice).find("T3 element 0 is degenerate: it has node 0 twice"), std::string::npos);

  auto unused = two_triangles();
  unused.nodes.emplace_back(7, 7, 0);
  EXPECT_EQ(first_fault(unused), "node 4 is in no element; remove it or connect it");

  auto missing = two_triangles();
  missing.elements[1].node[2] = 9;
  EXPECT_EQ(first_fault(missing), "T3 element 1 has node 9, but the mesh has 4 nodes");

  auto apart = two_triangles();
  for (int i = 0; i < 3; ++i) apart.nodes.push_back(apart.nodes[i] + Eigen::Vector3d(9, 0, 0));
  apart.elements.push_back({CellType::t3, {4, 6, 5}});
  EXPECT_NE(first_fault(apart).find("T3 element 2 with node 4 at (9, 0) is disconnected"), std::string::npos)
      << first_fault(apart);

  auto spatial = two_triangles();
  spatial.nodes[2][2] = 0.5;
  EXPECT_EQ(first_fault(spatial), "node 2 has z = 0.5; planar meshes have z = 0");

  auto infinite = two_triangles();
  infinite.nodes[2][0] = INFINITY;
  EXPECT_NE(first_fault(infinite).find("node 2 has a coordinate"), std::string::npos);

  auto mixed = two_triangles();
  mixed.elements.push_back({CellType::beam, {0, 3}});
  EXPECT_NE(first_fault(mixed).find("beam element 2 stands in a mesh that begins with T3 element 0"),
            std::string::npos);

  EXPECT_EQ(first_fault(Mesh{}), "the mesh has no elements");

  auto beam = beam_mesh({.length = 1, .elements = 2});
  beam.nodes[1] = beam.nodes[2];
  EXPECT_NE(first_fault(beam).find("beam element 1 is degenerate: its node 1 at (1, 0) and node 2"),
            std::string::npos);
}

TEST(MeshCheck, SeesATriangleThatAMiddleNodeFolds) {
  auto mesh = box_mesh({.nx = 1, .ny = 1});
  const int middle = mesh.elements[0].node[3];
  mesh.nodes[middle][0] = 0.8;  // beyond three quarters of its edge
  EXPECT_NE(first_fault(mesh).find("T6 element 0 is inverted near node"), std::string::npos)
      << first_fault(mesh);
  mesh.nodes[middle][0] = 0.7;
  EXPECT_TRUE(mesh_faults(mesh).empty()) << first_fault(mesh);
}

TEST(MeshCheck, CountsFaultsBeyondTwenty) {
  auto mesh = box_mesh({.nx = 6, .ny = 6, .type = CellType::t3});
  for (auto& e : mesh.elements) std::swap(e.node[0], e.node[1]);
  const auto faults = mesh_faults(mesh);
  EXPECT_EQ(faults.size(), 21u);
  EXPECT_EQ(faults.back(), "and 52 more");
}

TEST(Mesh, NamesTheSetsItHasWhenAskedForAnother) {
  try {
    (void)two_triangles().node_set("rigth");
    FAIL();
  } catch (const InvalidInput& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean 'right'"), std::string::npos) << e.what();
  }
  EXPECT_THROW((void)two_triangles().only_node("left"), InvalidInput);
}

TEST(MeshCheck, ANodeFarBeyondAllBodiesIsRefusedWithItsNumberAndPlace) {
  for (const double far : {1e308, -1e300, 1e10}) {
    Mesh mesh = box_mesh({.length = 2, .height = 1, .nx = 2, .ny = 1, .type = CellType::t6});
    mesh.nodes[3][0] = far;
    const auto faults = mesh_faults(mesh);
    ASSERT_FALSE(faults.empty()) << far;
    EXPECT_NE(faults[0].find("node " + std::to_string(mesh.node_tag(3)) + " at ("), std::string::npos)
        << faults[0];
    EXPECT_NE(faults[0].find("beyond 1e+09 m"), std::string::npos) << faults[0];
  }
}

}  // namespace mesh_test
}  // namespace pleuel::fem
