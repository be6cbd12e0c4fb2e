// Tetrahedra: shape functions, quadrature, meshes, patch tests, convergence, stresses, frequencies.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "fem/bodies.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/fem/gmsh.hpp"
#include "pleuel/fem/mesh_check.hpp"
#include "pleuel/fem/normal_modes.hpp"
#include "pleuel/fem/reference_cell.hpp"
#include "pleuel/fem/stress.hpp"

namespace pleuel::fem {
namespace tetrahedra_test {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using std::numbers::pi;

const ElasticMaterial soft{.modulus = 3, .poisson = 0.3, .density = 2};

double volume(const Mesh& mesh) {
  double sum = 0;
  for (const auto& cell : mesh.elements)
    for (const auto& p : simplex_rule<3>(4)) sum += p.weight * cell_determinant<3>(mesh, cell, p.xi);
  return sum;
}

/// An irregular box of 2 × 2 × 2 cells; all edges of Tet10 straight or all curved.
Mesh distorted_box(CellType type, Edges edges) {
  Mesh linear = solid_box_mesh(
      {.length = 2, .height = 2, .width = 2, .nx = 2, .ny = 2, .nz = 2, .type = CellType::tet4});
  for (std::size_t i = 0; i < linear.nodes.size(); ++i)
    linear.nodes[i] +=
        0.12 * Vector3d(std::sin(3.0 * static_cast<double>(i)), std::cos(5.0 * static_cast<double>(i)),
                        std::sin(7.0 * static_cast<double>(i)));
  if (type == CellType::tet4) return linear;
  Mesh quadratic = with_middle_nodes(linear);
  if (edges == Edges::curved)
    for (int i = linear.n_nodes(); i < quadratic.n_nodes(); ++i)
      quadratic.nodes[i] += 0.02 * Vector3d(std::sin(3 * i), std::cos(5 * i), std::sin(7 * i));
  return quadratic;
}

struct Element {
  CellType type;
  Edges edges;
};

class Tetrahedron : public ::testing::TestWithParam<Element> {
 public:
  static ElasticBody body() { return {distorted_box(GetParam().type, GetParam().edges), SolidSection{soft}}; }
};
INSTANTIATE_TEST_SUITE_P(All, Tetrahedron,
                         ::testing::Values(Element{CellType::tet4, Edges::straight},
                                           Element{CellType::tet10, Edges::straight},
                                           Element{CellType::tet10, Edges::curved}),
                         [](const auto& element) {
                           return name_of(element.param.type) +
                                  (element.param.edges == Edges::curved ? "curved" : "straight");
                         });

TEST(TetrahedronRules, IntegrateMonomialsUpToTheirDegreeAndNoFurther) {
  // ∫ ξ^a η^b ζ^c over the tetrahedron = a! b! c! / (a+b+c+3)!
  const auto error = [](int degree, int a, int b, int c) {
    double sum = 0;
    for (const auto& p : simplex_rule<3>(degree))
      sum += p.weight * std::pow(p.xi[0], a) * std::pow(p.xi[1], b) * std::pow(p.xi[2], c);
    return std::abs(sum - std::tgamma(a + 1) * std::tgamma(b + 1) * std::tgamma(c + 1) /
                              std::tgamma(a + b + c + 4));
  };
  for (int degree = 1; degree <= highest_degree; ++degree)
    for (int a = 0; a <= degree; ++a)
      for (int b = 0; a + b <= degree; ++b)
        for (int c = 0; a + b + c <= degree; ++c)
          EXPECT_LT(error(degree, a, b, c), 2e-16) << degree << " " << a << " " << b << " " << c;
  EXPECT_GT(error(1, 2, 0, 0), 1e-4);
  EXPECT_GT(error(2, 3, 0, 0), 1e-4);
}

TEST(TetrahedronShapes, AreOneAtTheirNodeAddUpToOneAndHaveTheirDerivatives) {
  for (const auto type : {CellType::tet4, CellType::tet10}) {
    const int n = n_nodes_of(type);
    for (int k = 0; k < n; ++k) {
      const CellShape<3> at(type, node_place<3>(k));
      for (int i = 0; i < n; ++i) EXPECT_EQ(at.N[i], i == k ? 1 : 0);
    }
    const Vector3d xi(0.2, 0.35, 0.15);
    const double h = 1e-5;
    const CellShape<3> at(type, xi);
    EXPECT_NEAR(at.N.head(n).sum(), 1, 1e-15);
    for (int d = 0; d < 3; ++d) {
      const CellShape<3> plus(type, xi + h * Vector3d::Unit(d)), minus(type, xi - h * Vector3d::Unit(d));
      for (int i = 0; i < n; ++i) EXPECT_NEAR(at.dN(d, i), (plus.N[i] - minus.N[i]) / (2 * h), 1e-10);
    }
  }
}

TEST(SolidBox, HasItsVolumeSurfaceAndNodeSets) {
  for (const auto type : {CellType::tet4, CellType::tet10}) {
    const Mesh mesh =
        solid_box_mesh({.length = 3, .height = 2, .width = 1, .nx = 3, .ny = 2, .nz = 2, .type = type});
    EXPECT_TRUE(mesh_faults(mesh).empty()) << mesh_faults(mesh).front();
    EXPECT_EQ(mesh.n_elements(), 3 * 2 * 2 * 6);
    EXPECT_EQ(mesh.n_nodes(), type == CellType::tet4 ? 4 * 3 * 3 : 7 * 5 * 5);
    EXPECT_NEAR(volume(mesh), 6, 1e-13);
    EXPECT_EQ(mesh.boundary().size(), 2u * 2 * (3 * 2 + 2 * 2 + 3 * 2));
    for (const auto& [name, count] : {std::pair("left", 8u),
                                      {"right", 8u},
                                      {"bottom", 12u},
                                      {"top", 12u},
                                      {"back", 12u},
                                      {"front", 12u},
                                      {"boundary", 64u}})
      EXPECT_EQ(mesh.boundary_on(name).size(), count) << name;
    EXPECT_EQ(mesh.nodes[mesh.only_node("right_middle")], Vector3d(3, 1, 0.5));
    // Outward normals: the integral of x · n over the surface is three times the volume.
    double sum = 0;
    for (const auto& face : mesh.boundary()) {
      const Vector3d &a = mesh.nodes[face.node[0]], &b = mesh.nodes[face.node[1]],
                     &c = mesh.nodes[face.node[2]];
      sum += (a + b + c).dot((b - a).cross(c - a)) / 6;
    }
    EXPECT_NEAR(sum, 18, 1e-12);
  }
}

TEST(ExtrudedMesh, OfAPolygonHasItsVolumeAndSides) {
  const PolygonData L{{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2}, {0, 2}}, 0.7, CellType::t3};
  const Mesh mesh = extruded_mesh(polygon_mesh(L), {.from = -1, .to = 2, .layers = 3});
  EXPECT_TRUE(mesh_faults(mesh).empty()) << mesh_faults(mesh).front();
  EXPECT_NEAR(volume(mesh), 4 * 3, 1e-11);
  for (const int node : mesh.node_set("edge1")) EXPECT_NEAR(mesh.nodes[node][0], 3, 1e-14);
  for (const int node : mesh.node_set("front")) EXPECT_EQ(mesh.nodes[node][2], 2);
  EXPECT_FALSE(mesh.boundary_on("edge1").empty());
  EXPECT_THROW((void)extruded_mesh(mesh, {}), InvalidInput);
}

TEST_P(Tetrahedron, PassesThePatchTestWithItsConstantStress) {
  const ElasticBody b = body();
  Matrix3d F;
  F << 1e-3, -4e-4, 2e-4, 7e-4, 3e-4, -5e-4, 6e-4, 1e-4, -2e-4;
  Vector exact(b.n_dofs());
  for (int i = 0; i < b.mesh().n_nodes(); ++i)
    exact.segment<3>(3 * i) = F * b.mesh().nodes[i] + Vector3d(1e-5, -2e-5, 3e-5);
  std::vector<int> fixed;
  for (const auto& side : b.mesh().boundary())
    for (const int node : side.nodes())
      for (int k = 0; k < 3; ++k) fixed.push_back(3 * node + k);
  const DofSelection inner(b.n_dofs(), fixed);
  ASSERT_GT(inner.n_kept(), 0);
  const Vector held = exact - inner.extend(inner.restrict(exact));
  const Vector q = held + inner.extend(static_shapes(inner.restrict(b.stiffness()),
                                                     inner.restrict(Vector(-times(b.stiffness(), held)))));
  EXPECT_LT((q - exact).lpNorm<Eigen::Infinity>(), 1e-15);
  Eigen::Matrix<double, 6, 1> strain;
  strain << F(0, 0), F(1, 1), F(2, 2), F(0, 1) + F(1, 0), F(1, 2) + F(2, 1), F(2, 0) + F(0, 2);
  const Eigen::Matrix<double, 6, 1> stress = solid_moduli(soft) * strain;
  const Matrix found = nodal_stress(b, exact);
  for (Eigen::Index i = 0; i < found.cols(); ++i)
    EXPECT_LT((found.col(i) - stress).norm(), 1e-13 * stress.norm()) << i;
}

TEST_P(Tetrahedron, HasSixRigidMotionsOfZeroEnergyAndTheirMass) {
  const ElasticBody b = body();
  const Matrix rigid = b.rigid_motions();
  ASSERT_EQ(rigid.cols(), 6);
  for (int k = 0; k < 6; ++k)
    EXPECT_LT(times(b.stiffness(), rigid.col(k)).norm(), 1e-13 * soft.modulus * rigid.col(k).norm()) << k;
  const Vector lowest = symmetric_eigenvalues(b.stiffness().dense());
  EXPECT_LT(std::abs(lowest[5]), 1e-13 * lowest[lowest.size() - 1]);
  EXPECT_GT(lowest[6], 1e-6 * lowest[lowest.size() - 1]);
  EXPECT_GT(symmetric_eigenvalues(b.mass().dense())[0], 0);
  // The exact volume of curved cells.
  double exact = 0;
  for (const auto& cell : b.mesh().elements)
    for (const auto& p : simplex_rule<3>(8)) exact += p.weight * cell_determinant<3>(b.mesh(), cell, p.xi);
  for (int k = 0; k < 3; ++k) {
    const Vector t = b.translation(k);
    EXPECT_NEAR(t.dot(times(b.mass(), t)), 2 * exact, 1e-13 * exact);
  }
}

TEST_P(Tetrahedron, HasTheMassOfItsPointsAndLoadsWithTheirResultants) {
  const ElasticBody b = body();
  Matrix M = Matrix::Zero(b.n_dofs(), b.n_dofs());
  b.for_each_mass_point([&](const MassPoint& p) {
    for (std::size_t i = 0; i < p.dofs.size(); ++i)
      for (std::size_t j = 0; j < p.dofs.size(); ++j)
        M(p.dofs[i], p.dofs[j]) += p.mass * p.Phi.col(i).dot(p.Phi.col(j));
  });
  EXPECT_LT((b.mass().dense() - M).norm(), 1e-14 * M.norm());
  const double mass = b.translation(0).dot(M * b.translation(0));
  const Vector weight = b.volume_force([](const Vector3d&) { return Vector3d(0, 0, -2 * 9.81); });
  EXPECT_NEAR(weight.dot(b.translation(2)), -9.81 * mass, 1e-13 * mass);
  const FixedMatrix D = b.damping({.alpha = 2, .beta = 3});
  EXPECT_LT((D.dense() - 2 * M - 3 * b.stiffness().dense()).norm(), 1e-13 * D.dense().norm());
  // A pressure on the whole surface has no resultant and no moment.
  const auto all = b.mesh().boundary();
  ASSERT_FALSE(all.empty());
}

TEST(SolidBody, TractionsAddUpToTheirResultantAndMoment) {
  for (const auto type : {CellType::tet4, CellType::tet10}) {
    const ElasticBody b(
        solid_box_mesh({.length = 2, .height = 3, .width = 1, .nx = 2, .ny = 2, .nz = 1, .type = type}),
        SolidSection{soft});
    // τ = (1 + y, 0, z) on x = 2: ∫ over 0 ≤ y ≤ 3, 0 ≤ z ≤ 1.
    const Vector load = b.traction("right", [](const Vector3d& x) { return Vector3d(1 + x[1], 0, x[2]); });
    EXPECT_NEAR(load.dot(b.translation(0)), 3 + 4.5, 1e-13);
    EXPECT_NEAR(load.dot(b.translation(1)), 0, 1e-13);
    EXPECT_NEAR(load.dot(b.translation(2)), 1.5, 1e-13);
    EXPECT_NEAR(load.dot(b.rotation(0)), 2.25, 1e-12);                 // ∫ y τ_z − z τ_y
    EXPECT_NEAR(load.dot(b.rotation(1)), 0.5 * 7.5 - 2 * 1.5, 1e-12);  // ∫ z τ_x − x τ_z
    EXPECT_NEAR(load.dot(b.rotation(2)), -(4.5 + 9), 1e-12);           // ∫ x τ_y − y τ_x
    EXPECT_THROW((void)b.nodal_force(0, NodalDof::rotation_z, 1), InvalidInput);
  }
}

// ----- convergence: u = sin(πx) sin(πy) sin(πz) (1, 2, −1), zero on the boundary of the unit cube

struct Errors {
  double displacement, energy;
};

Errors manufactured_errors(CellType type, int n) {
  const ElasticBody body(solid_box_mesh({.nx = n, .ny = n, .nz = n, .type = type}), SolidSection{soft});
  const double mu = soft.modulus / (2 * (1 + soft.poisson)),
               lambda = 2 * mu * soft.poisson / (1 - 2 * soft.poisson);
  const Vector3d c(1, 2, -1);
  const auto s = [](double x) { return std::sin(pi * x); };
  const auto k = [](double x) { return std::cos(pi * x); };
  const auto value = [&](const Vector3d& x) { return s(x[0]) * s(x[1]) * s(x[2]); };
  const auto slope = [&](const Vector3d& x) {
    return Vector3d(
        pi * Vector3d(k(x[0]) * s(x[1]) * s(x[2]), s(x[0]) * k(x[1]) * s(x[2]), s(x[0]) * s(x[1]) * k(x[2])));
  };
  // −div σ = −μ Δu − (λ + μ) ∇ div u
  const auto force = [&](const Vector3d& x) {
    Matrix3d hessian;
    hessian.diagonal().setConstant(-pi * pi * value(x));
    const double xy = pi * pi * k(x[0]) * k(x[1]) * s(x[2]), yz = pi * pi * s(x[0]) * k(x[1]) * k(x[2]),
                 zx = pi * pi * k(x[0]) * s(x[1]) * k(x[2]);
    hessian(0, 1) = hessian(1, 0) = xy;
    hessian(1, 2) = hessian(2, 1) = yz;
    hessian(0, 2) = hessian(2, 0) = zx;
    return Vector3d(3 * pi * pi * mu * value(x) * c - (lambda + mu) * hessian * c);
  };
  std::vector<int> fixed;
  for (const int node : body.mesh().node_set("boundary"))
    for (int d = 0; d < 3; ++d) fixed.push_back(3 * node + d);
  const DofSelection inner(body.n_dofs(), fixed);
  const Vector load = body.volume_force(force);
  const Vector q = inner.extend(static_shapes(inner.restrict(body.stiffness()), inner.restrict(load)));
  Errors sum{0, 0};
  for (const auto& cell : body.mesh().elements)
    for (const auto& p : simplex_rule<3>(5)) {
      const CellAt<3> at(body.mesh(), cell, p.xi);
      Vector3d e = -value(at.x) * c;
      Matrix3d H = -c * slope(at.x).transpose();
      for (int i = 0; i < n_nodes_of(type); ++i) {
        const Vector3d qi = q.segment<3>(3 * cell.node[i]);
        e += at.shape.N[i] * qi;
        H += qi * at.gradient.col(i).transpose();
      }
      const Matrix3d strain = 0.5 * (H + H.transpose());
      sum.displacement += p.weight * at.determinant * e.squaredNorm();
      sum.energy += p.weight * at.determinant *
                    (lambda * strain.trace() * strain.trace() + 2 * mu * strain.squaredNorm());
    }
  return {std::sqrt(sum.displacement), std::sqrt(sum.energy)};
}

TEST(SolidConvergence, IsOfOrderTwoInDisplacementAndOneInEnergyForTet4) {
  const Errors coarse = manufactured_errors(CellType::tet4, 6),
               fine = manufactured_errors(CellType::tet4, 12);
  EXPECT_NEAR(std::log2(coarse.displacement / fine.displacement), 2, 0.15);
  EXPECT_NEAR(std::log2(coarse.energy / fine.energy), 1, 0.1);
}

TEST(SolidConvergence, IsOfOrderThreeInDisplacementAndTwoInEnergyForTet10) {
  const Errors coarse = manufactured_errors(CellType::tet10, 4),
               fine = manufactured_errors(CellType::tet10, 6);
  const double ratio = std::log(1.5);
  EXPECT_NEAR(std::log(coarse.displacement / fine.displacement) / ratio, 3, 0.2);
  EXPECT_NEAR(std::log(coarse.energy / fine.energy) / ratio, 2, 0.15);
}

TEST(SolidBody, BendsAndStretchesLikeABeam) {
  // A clamped bar 20 × 1 × 1.4, ν = 0: without lateral contraction the ends of a beam fit exactly.
  const ElasticMaterial steel{.modulus = 2e11, .poisson = 0, .density = 7800};
  const double L = 20, h = 1, b = 1.4;
  const ElasticBody bar(solid_box_mesh({.length = L, .height = h, .width = b, .nx = 16, .ny = 1, .nz = 1}),
                        SolidSection{steel});
  const auto frame = tangent_frame(bar, "left");
  const NormalModes modes = normal_modes(frame.restrict(bar.stiffness()), frame.restrict(bar.mass()), 3);
  const double root = 1.875104068711961;
  const auto bending = [&](double height) {
    return root * root / (L * L) * std::sqrt(steel.modulus * height * height / 12 / steel.density);
  };
  // Shear lowers them by about 0.2 % here; the mesh raises them.
  EXPECT_NEAR(modes.omega[0], bending(h), 0.006 * bending(h));
  EXPECT_NEAR(modes.omega[1], bending(b), 0.006 * bending(b));
  const Vector load = bar.traction("right", [](const Vector3d&) { return Vector3d(1e6, 0, 0); });
  const Vector q = frame.extend(static_shapes(frame.restrict(bar.stiffness()), frame.restrict(load)));
  for (const int node : bar.mesh().node_set("right"))
    EXPECT_NEAR(bar.displacement(node, q)[0], 1e6 / steel.modulus * L, 1e-11 * L);
  const Vector mises = von_mises(bar, nodal_stress(bar, q));
  for (const double stress : mises) EXPECT_NEAR(stress, 1e6, 1e-3);
}

/// The same mesh in CalculiX 2.20 (benchmarks/calculix-solid), which prints seven digits. It
/// integrates the mass of C3D10 with the four points of the stiffness, which is not exact; the
/// exact mass lowers these frequencies by up to 0.07 %.
TEST(SolidBody, HasTheFrequenciesOfCalculiXWithItsMass) {
  const ElasticMaterial steel{.modulus = 2.1e11, .poisson = 0.3, .density = 7800};
  const ElasticBody box(
      solid_box_mesh({.length = 1, .height = 0.2, .width = 0.15, .nx = 4, .ny = 2, .nz = 1}),
      SolidSection{steel});
  Matrix M = Matrix::Zero(box.n_dofs(), box.n_dofs());
  for (const auto& cell : box.mesh().elements)
    for (const auto& [xi, weight] : stiffness_rule<3>(cell.type)) {
      const CellAt<3> at(box.mesh(), cell, xi);
      for (int i = 0; i < 10; ++i)
        for (int j = 0; j < 10; ++j)
          for (int d = 0; d < 3; ++d)
            M(3 * cell.node[i] + d, 3 * cell.node[j] + d) +=
                steel.density * weight * at.determinant * at.shape.N[i] * at.shape.N[j];
    }
  const auto frame = tangent_frame(box, "left");
  Matrix kept(frame.n_kept(), frame.n_kept());
  for (int i = 0; i < frame.n_kept(); ++i)
    for (int j = 0; j < frame.n_kept(); ++j) kept(i, j) = M(frame.kept()[i], frame.kept()[j]);
  // This mass is singular: 1/ω² of M φ = ω⁻² K φ.
  const Vector inverse = symmetric_eigenvalues(kept, frame.restrict(box.stiffness()).dense());
  const NormalModes exact = normal_modes(frame.restrict(box.stiffness()), frame.restrict(box.mass()), 6);
  const double expected[] = {806.6718, 1049.775, 4748.326, 4761.752, 5736.324, 8240.719};
  for (int k = 0; k < 6; ++k) {
    EXPECT_NEAR(1 / std::sqrt(inverse[inverse.size() - 1 - k]), expected[k], 1e-6 * expected[k]) << k;
    EXPECT_LT(exact.omega[k], expected[k]);
    EXPECT_GT(exact.omega[k], (1 - 7e-4) * expected[k]);
  }
}

// ----- faults

std::string message_of(const Mesh& mesh) {
  const auto faults = mesh_faults(mesh);
  return faults.empty() ? "" : faults.front();
}

TEST(SolidMeshCheck, NamesInvertedDegenerateFoldedAndMixedElements) {
  const Mesh good = solid_box_mesh({.type = CellType::tet4});
  Mesh bad = good;
  std::swap(bad.elements[2].node[0], bad.elements[2].node[1]);
  EXPECT_NE(message_of(bad).find("Tet4 element 2 is inverted: its nodes node"), std::string::npos)
      << message_of(bad);
  EXPECT_NE(message_of(bad).find("negative volume; exchange two of its corners"), std::string::npos);
  bad = good;
  bad.nodes[7] = bad.nodes[6];
  EXPECT_NE(message_of(bad).find("is degenerate"), std::string::npos) << message_of(bad);
  EXPECT_NE(message_of(bad).find("lie in a plane"), std::string::npos) << message_of(bad);
  bad = solid_box_mesh({.type = CellType::tet10});
  bad.nodes[bad.elements[0].node[4]] = bad.nodes[bad.elements[0].node[0]];
  EXPECT_NE(message_of(bad).find("a middle node is too far"), std::string::npos) << message_of(bad);
  bad = good;
  bad.elements.push_back({CellType::t3, {0, 1, 2}});
  EXPECT_NE(message_of(bad).find("all elements of a body are of one kind"), std::string::npos);
  EXPECT_THROW(ElasticBody(good, rod_section()), InvalidInput);
  EXPECT_THROW(ElasticBody(rod_mesh(2, 1), SolidSection{soft}), InvalidInput);
  EXPECT_THROW(ElasticBody(good, SolidSection{{.modulus = 1, .poisson = 0.5, .density = 1}}), InvalidInput);
}

TEST(SolidFrame, NamesTheMotionThatIsLeftFree) {
  const ElasticBody box(solid_box_mesh({.length = 4, .nx = 2, .corner = {0, -0.5, -0.5}}),
                        SolidSection{soft});
  const auto message = [&](const std::vector<int>& dofs) -> std::string {
    try {
      (void)fixed_frame(box, dofs);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  const int a = box.mesh().only_node("left_middle"), b = box.mesh().only_node("right_middle");
  const int top = box.mesh().node_set("top").front();
  EXPECT_NE(message({3 * a, 3 * a + 1, 3 * a + 2, 3 * b + 1, 3 * b + 2})
                .find("leave a rotation about (0, 0, 0) along (1, 0, 0) free"),
            std::string::npos)
      << message({3 * a, 3 * a + 1, 3 * a + 2, 3 * b + 1, 3 * b + 2});
  EXPECT_NE(message({3 * a + 1, 3 * a + 2, 3 * b + 1, 3 * b + 2, 3 * top + 2})
                .find("leave a translation along (1, 0, 0)"),
            std::string::npos);
  EXPECT_EQ(chord_frame(box, a, b, top).n_kept(), box.n_dofs() - 6);
  EXPECT_THROW((void)chord_frame(box, a, b), InvalidInput);
  EXPECT_THROW((void)chord_frame(box, a, b, b), InvalidInput);
  EXPECT_THROW((void)tangent_frame(box, "left_middle"), InvalidInput);
  EXPECT_EQ(tangent_frame(box, "left").n_kept(), box.n_dofs() - 27);
}

}  // namespace tetrahedra_test
}  // namespace pleuel::fem
