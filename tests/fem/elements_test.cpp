#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "fem/bodies.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/fem/reference_cell.hpp"
#include "pleuel/fem/shape_integrals.hpp"
#include "pleuel/fem/stress.hpp"

namespace pleuel::fem {
namespace elements_test {

const double pi = std::numbers::pi;

struct PlaneCase {
  CellType type;
  Edges edges;
  PlaneState state;
};

class PlaneElement : public ::testing::TestWithParam<PlaneCase> {
 protected:
  ElasticBody body() const {
    const auto& c = GetParam();
    return {distorted_mesh(c.type, c.edges), {.material = steel(), .thickness = 0.01, .state = c.state}};
  }
};

INSTANTIATE_TEST_SUITE_P(All, PlaneElement,
                         ::testing::Values(PlaneCase{CellType::t3, Edges::straight, PlaneState::stress},
                                           PlaneCase{CellType::t3, Edges::straight, PlaneState::strain},
                                           PlaneCase{CellType::t6, Edges::straight, PlaneState::stress},
                                           PlaneCase{CellType::t6, Edges::straight, PlaneState::strain},
                                           PlaneCase{CellType::t6, Edges::curved, PlaneState::stress},
                                           PlaneCase{CellType::t6, Edges::curved, PlaneState::strain}),
                         [](const auto& element) {
                           return name_of(element.param.type) +
                                  (element.param.edges == Edges::curved ? "curved" : "straight") +
                                  (element.param.state == PlaneState::stress ? "Stress" : "Strain");
                         });

TEST_P(PlaneElement, PassesThePatchTestWithItsConstantStress) {
  const ElasticBody b = body();
  const auto linear = [](const Eigen::Vector2d& x) {
    return Eigen::Vector2d(1e-3 * x[0] - 4e-4 * x[1] + 1e-5, 7e-4 * x[0] + 3e-4 * x[1] - 2e-5);
  };
  Vector exact(b.n_dofs());
  for (int i = 0; i < b.mesh().n_nodes(); ++i) exact.segment<2>(2 * i) = linear(b.mesh().point(i));
  std::vector<int> fixed;
  for (const auto& edge : b.mesh().boundary())
    for (const int node : edge.nodes())
      for (int k = 0; k < 2; ++k) fixed.push_back(2 * node + k);
  const DofSelection inner(b.n_dofs(), fixed);
  ASSERT_GT(inner.n_kept(), 0);
  const Vector held = exact - inner.extend(inner.restrict(exact));
  const Vector q = held + inner.extend(static_shapes(inner.restrict(b.stiffness()),
                                                     inner.restrict(Vector(-times(b.stiffness(), held)))));
  EXPECT_LT((q - exact).lpNorm<Eigen::Infinity>(), 1e-13);

  const Eigen::Vector3d strain(1e-3, 3e-4, 3e-4);
  const Eigen::Vector3d stress = plane_moduli(steel(), GetParam().state) * strain;
  const Matrix found = nodal_stress(b, q);
  for (Eigen::Index k = 0; k < found.cols(); ++k)
    EXPECT_LT((found.col(k) - stress).norm(), 1e-10 * stress.norm()) << k;
}

TEST_P(PlaneElement, HasExactlyThreeMotionsWithoutEnergy) {
  const ElasticBody b = body();
  const double scale = b.stiffness().dense().norm();
  for (const auto& rigid : {b.translation(0), b.translation(1), b.rotation()})
    EXPECT_LT(times(b.stiffness(), rigid).norm(), 1e-14 * scale * rigid.norm());
  EXPECT_GT(times(b.stiffness(), b.dilation()).norm(), 1e-3 * scale);
  const Vector values = symmetric_eigenvalues(b.stiffness().dense());
  EXPECT_LT(values.head<3>().cwiseAbs().maxCoeff(), 1e-14 * scale);
  EXPECT_GT(values[3], 1e-4 * scale);
  // One element alone has no motion without energy beside them either.
  Mesh one;
  const auto& element = b.mesh().elements[2];
  one.elements = {element};
  for (int k = 0; k < n_nodes_of(element.type); ++k) {
    one.nodes.push_back(b.mesh().nodes[element.node[k]]);
    one.elements[0].node[k] = k;
  }
  const ElasticBody single(one, b.plane_section());
  const Vector own = symmetric_eigenvalues(single.stiffness().dense());
  EXPECT_LT(own.head<3>().cwiseAbs().maxCoeff(), 1e-13 * own.maxCoeff());
  EXPECT_GT(own[3], 1e-3 * own.maxCoeff());
}

TEST_P(PlaneElement, HasTheMassOfItsAreaAndSymmetricMatrices) {
  const ElasticBody b = body();
  double area = 0;
  for (const auto& e : b.mesh().elements)
    for (const auto& p : simplex_rule<2>(4)) area += p.weight * cell_determinant<2>(b.mesh(), e, p.xi);
  const double mass = area * 0.01 * steel().density;
  for (int k = 0; k < 2; ++k) {
    const Vector t = b.translation(k);
    EXPECT_NEAR(t.dot(times(b.mass(), t)), mass, 1e-13 * mass);
  }
  const Matrix M = b.mass().dense(), K = b.stiffness().dense();
  EXPECT_EQ((M - M.transpose()).norm(), 0);
  EXPECT_LT((K - K.transpose()).norm(), 1e-15 * K.norm());
  EXPECT_GT(symmetric_eigenvalues(M)[0], 0);
}

TEST(PlaneBody, ForcesAddUpToTheirResultantAndMoment) {
  const ElasticBody b(distorted_mesh(CellType::t6, Edges::curved), rod_section());
  const auto pressure = [](const Eigen::Vector2d& x) { return Eigen::Vector2d(3 + x[1], -2); };
  // τ over the straight left edge, 0 ≤ y ≤ 2, moved middle nodes aside: compare with a straight
  // mesh.
  const ElasticBody straight(box_mesh({.length = 1, .height = 2, .nx = 2, .ny = 3}), rod_section());
  const Vector edge = straight.traction("left", in_plane(pressure));
  EXPECT_NEAR(edge.dot(straight.translation(0)), 0.008 * (3 * 2 + 2), 1e-15);
  EXPECT_NEAR(edge.dot(straight.translation(1)), 0.008 * -4, 1e-15);
  // Moment ∫ x1 τ2 − x2 τ1 = −∫ y (3 + y) = −(6 + 8/3).
  EXPECT_NEAR(edge.dot(straight.rotation()), -0.008 * (6 + 8.0 / 3), 1e-15);
  const Vector weight =
      b.volume_force([](const Eigen::Vector3d&) { return Eigen::Vector3d(0, -9.81 * 7870, 0); });
  const double mass = b.translation(0).dot(times(b.mass(), b.translation(0)));
  EXPECT_NEAR(weight.dot(b.translation(1)), -9.81 * mass, 1e-12 * mass);
  EXPECT_NEAR(weight.dot(b.translation(0)), 0, 1e-12 * mass);
  EXPECT_EQ(b.nodal_force(3, NodalDof::y, 2.5).sum(), 2.5);
  EXPECT_THROW((void)b.nodal_force(3, NodalDof::rotation_z, 1), InvalidInput);
  EXPECT_THROW((void)b.nodal_force(999, NodalDof::x, 1), InvalidInput);
  EXPECT_THROW((void)straight.traction("left_middle", in_plane(pressure)), InvalidInput);
}

TEST(PlaneBody, RayleighDampingIsTheSumOfItsParts) {
  const ElasticBody b(distorted_mesh(CellType::t6, Edges::straight), rod_section());
  const Matrix D = b.damping({.alpha = 3, .beta = 1e-5}).dense();
  EXPECT_LT((D - 3 * b.mass().dense() - 1e-5 * b.stiffness().dense()).norm(), 1e-15 * D.norm());
}

// ----- convergence: u = (sin πx sin πy, x(1−x) sin πy) on the unit square, zero on its boundary

struct Errors {
  double displacement, energy, stress;
};

Errors manufactured_errors(CellType type, int n) {
  const PlaneSection section{.material = {.modulus = 1, .poisson = 0.3, .density = 1}, .thickness = 1};
  const ElasticBody body(box_mesh({.nx = n, .ny = n, .type = type}), section);
  const Eigen::Matrix3d D = plane_moduli(section.material, section.state);
  const double a = D(0, 0), b = D(0, 1), g = D(2, 2);
  const auto u = [](const Eigen::Vector2d& x) {
    return Eigen::Vector2d(std::sin(pi * x[0]) * std::sin(pi * x[1]),
                           x[0] * (1 - x[0]) * std::sin(pi * x[1]));
  };
  const auto strain = [](const Eigen::Vector2d& x) {
    const double sx = std::sin(pi * x[0]), cx = std::cos(pi * x[0]), sy = std::sin(pi * x[1]),
                 cy = std::cos(pi * x[1]);
    return Eigen::Vector3d(pi * cx * sy, pi * x[0] * (1 - x[0]) * cy, pi * sx * cy + (1 - 2 * x[0]) * sy);
  };
  // −div σ, from second derivatives of u.
  const auto force = [&](const Eigen::Vector2d& x) {
    const double sx = std::sin(pi * x[0]), cx = std::cos(pi * x[0]), sy = std::sin(pi * x[1]),
                 cy = std::cos(pi * x[1]);
    const double u_xx = -pi * pi * sx * sy, u_yy = u_xx, u_xy = pi * pi * cx * cy;
    const double v_xx = -2 * sy, v_yy = -pi * pi * x[0] * (1 - x[0]) * sy, v_xy = (1 - 2 * x[0]) * pi * cy;
    return Eigen::Vector2d(-(a * u_xx + b * v_xy + g * (u_yy + v_xy)),
                           -(a * v_yy + b * u_xy + g * (v_xx + u_xy)));
  };
  std::vector<int> fixed;
  for (const int node : body.mesh().node_set("boundary")) fixed.insert(fixed.end(), {2 * node, 2 * node + 1});
  const DofSelection inner(body.n_dofs(), fixed);
  const Vector load = body.volume_force(in_plane(force));
  const Vector q = inner.extend(static_shapes(inner.restrict(body.stiffness()), inner.restrict(load)));
  Errors sum{0, 0, 0};
  for (const auto& element : body.mesh().elements)
    for (const auto& p : simplex_rule<2>(6)) {
      const CellAt<2> at(body.mesh(), element, p.xi);
      Eigen::Vector2d e = -u(at.x);
      Eigen::Vector3d de = -strain(at.x);
      for (int k = 0; k < n_nodes_of(type); ++k) {
        const Eigen::Vector2d qk = q.segment<2>(2 * element.node[k]);
        e += at.shape.N[k] * qk;
        de += Eigen::Vector3d(at.gradient(0, k) * qk[0], at.gradient(1, k) * qk[1],
                              at.gradient(1, k) * qk[0] + at.gradient(0, k) * qk[1]);
      }
      sum.displacement += p.weight * at.determinant * e.squaredNorm();
      sum.energy += p.weight * at.determinant * de.dot(D * de);
    }
  const Matrix stress = nodal_stress(body, q);
  for (int i = 0; i < body.mesh().n_nodes(); ++i) {
    const auto x = body.mesh().point(i);
    if (std::abs(x[0] - 0.5) < 0.26 && std::abs(x[1] - 0.5) < 0.26)
      sum.stress = std::max(sum.stress, (stress.col(i) - D * strain(x)).norm());
  }
  return {std::sqrt(sum.displacement), std::sqrt(sum.energy), sum.stress};
}

TEST(PlaneConvergence, IsOfOrderTwoInDisplacementAndOneInEnergyForT3) {
  const Errors coarse = manufactured_errors(CellType::t3, 16), fine = manufactured_errors(CellType::t3, 32);
  EXPECT_NEAR(std::log2(coarse.displacement / fine.displacement), 2, 0.1);
  EXPECT_NEAR(std::log2(coarse.energy / fine.energy), 1, 0.05);
  EXPECT_GT(std::log2(coarse.stress / fine.stress), 0.9);
}

TEST(PlaneConvergence, IsOfOrderThreeInDisplacementAndTwoInEnergyForT6) {
  const Errors coarse = manufactured_errors(CellType::t6, 8), fine = manufactured_errors(CellType::t6, 16);
  EXPECT_NEAR(std::log2(coarse.displacement / fine.displacement), 3, 0.1);
  EXPECT_NEAR(std::log2(coarse.energy / fine.energy), 2, 0.05);
  EXPECT_GT(std::log2(coarse.stress / fine.stress), 1.8);
}

TEST(Stress, IsExactWhereDisplacementsAreQuadraticOnT6) {
  const ElasticBody body(distorted_mesh(CellType::t6, Edges::straight), rod_section(PlaneState::strain));
  Vector q(body.n_dofs());
  for (int i = 0; i < body.mesh().n_nodes(); ++i) {
    const auto x = body.mesh().point(i);
    q.segment<2>(2 * i) << 1e-4 * (x[0] * x[0] + 2 * x[0] * x[1]), 1e-4 * (x[1] * x[1] - 3 * x[0] * x[1]);
  }
  const Matrix stress = nodal_stress(body, q);
  const Vector mises = von_mises(stress, body.plane_section());
  for (int i = 0; i < body.mesh().n_nodes(); ++i) {
    const auto x = body.mesh().point(i);
    const Eigen::Vector3d s = plane_moduli(steel(), PlaneState::strain) * 1e-4 *
                              Eigen::Vector3d(2 * x[0] + 2 * x[1], 2 * x[1] - 3 * x[0], 2 * x[0] - 3 * x[1]);
    EXPECT_LT((stress.col(i) - s).norm(), 1e-11 * 2e11 * 1e-4);
    const double s3 = 0.3 * (s[0] + s[1]), mean = (s[0] + s[1] + s3) / 3;
    const double J2 =
        0.5 * ((s[0] - mean) * (s[0] - mean) + (s[1] - mean) * (s[1] - mean) + (s3 - mean) * (s3 - mean)) +
        s[2] * s[2];
    EXPECT_NEAR(mises[i], std::sqrt(3 * J2), 1e-10 * 2e11 * 1e-4);
  }
}

TEST(Stress, OfUniaxialTensionIsTheTractionAndItsVonMisesStress) {
  const ElasticBody body(rod_mesh(6, 1), rod_section());
  const auto frame = fixed_frame(body, {*body.dof(body.mesh().only_node("left_middle"), NodalDof::x),
                                        *body.dof(body.mesh().only_node("left_middle"), NodalDof::y),
                                        *body.dof(body.mesh().only_node("right_middle"), NodalDof::y)});
  Vector load = body.traction("right", [](const Eigen::Vector3d&) { return Eigen::Vector3d(1e6, 0, 0); });
  load += body.traction("left", [](const Eigen::Vector3d&) { return Eigen::Vector3d(-1e6, 0, 0); });
  const Vector q = frame.extend(static_shapes(frame.restrict(body.stiffness()), frame.restrict(load)));
  const Matrix stress = nodal_stress(body, q);
  const Vector mises = von_mises(stress, body.plane_section());
  for (Eigen::Index i = 0; i < mises.size(); ++i) {
    EXPECT_NEAR(stress(0, i), 1e6, 1e-3);
    EXPECT_NEAR(mises[i], 1e6, 1e-3);
  }
  EXPECT_NEAR(body.displacement(body.mesh().only_node("right_middle"), q)[0], 1e6 / 2e11 * 0.3, 1e-15);
}

// ----- the rod 0.30 × 0.008 m

Vector chord_frequencies(const ElasticBody& body, int a, int b) {
  const auto frame = chord_frame(body, a, b);
  return dense_frequencies(frame.restrict(body.stiffness()), frame.restrict(body.mass()));
}

TEST(Rod, OfT6HasTheFrequenciesOfAnIndependentProgram) {
  struct Row {
    int nx, ny;
    PlaneState state;
    double omega[4];
  };
  // Computed with a separate implementation (Python, dense eigenvalues), double precision.
  for (const Row& row :
       {Row{14, 1, PlaneState::stress, {1277.2540799427, 5115.8802295275, 11536.832484570, 20576.077747775}},
        Row{22, 1, PlaneState::stress, {1275.9407112232, 5094.9012089929, 11430.931407171, 20242.808041022}},
        Row{22,
            1,
            PlaneState::strain,
            {1337.5349214911, 5340.6790316369, 11981.724303278, 21216.630541025}}}) {
    const ElasticBody body(rod_mesh(row.nx, row.ny), rod_section(row.state));
    const Vector omega =
        chord_frequencies(body, body.mesh().only_node("left_middle"), body.mesh().only_node("right_middle"));
    // Rounding of K, 1e-16 ω_max² with ω_max = 6e6, leaves 1e-9 of ω1²; the other program's is as
    // large.
    for (int k = 0; k < 4; ++k)
      EXPECT_NEAR(omega[k], row.omega[k], 1e-8 * row.omega[k]) << row.nx << " " << k;
  }
}

TEST(Rod, OfBeamsHasTheFrequenciesOfThePinnedBeam) {
  const ElasticBody body(beam_mesh({.length = 0.3, .elements = 40}), rod_beam(RotaryInertia::neglected));
  const Vector omega = chord_frequencies(body, 0, 40);
  const double c = std::sqrt(2e11 * 0.008 * 0.008 / 12 / 7870) * pi * pi / 0.09;
  EXPECT_NEAR(omega[0], c, 1e-7 * c);
  EXPECT_NEAR(omega[1], 4 * c, 1e-6 * c * 4);
  EXPECT_NEAR(c, 1276.7, 0.05);
  // Lengthwise, fixed at the left end: (π/2) √(E/ρ)/l = 26395.
  const double along = pi / 2 * std::sqrt(2e11 / 7870) / 0.3;
  EXPECT_LT((omega.array() - along).abs().minCoeff(), 1e-3 * along);
}

TEST(Rod, OfT3LocksAsItIsKnownTo) {
  const ElasticBody body(rod_mesh(60, 4, CellType::t3), rod_section());
  const int a = body.mesh().only_node("left_middle"), b = body.mesh().only_node("right_middle");
  EXPECT_NEAR(chord_frequencies(body, a, b)[0], 1610.03594886, 1e-5);
}

// ----- beams

TEST(BeamBody, BendsUnderAnEndLoadAsTheoryHasItInAnyDirection) {
  for (const double angle : {0.0, 0.7, 2.9}) {
    const ElasticBody body(beam_mesh({.length = 2, .elements = 3, .start = {0.3, -0.2}, .angle = angle}),
                           rod_beam());
    const auto frame = tangent_frame(body, "start");
    const Eigen::Vector2d t(std::cos(angle), std::sin(angle)), n(-t[1], t[0]);
    const int end = body.mesh().only_node("end");
    const Eigen::Vector2d force = 5 * t + 2 * n;
    const Vector load =
        body.nodal_force(end, NodalDof::x, force[0]) + body.nodal_force(end, NodalDof::y, force[1]);
    const Vector q = frame.extend(static_shapes(frame.restrict(body.stiffness()), frame.restrict(load)));
    // Rounding: 1e-16 times the condition of K, EA L²/EI = 7.5e5 times the square of the number of
    // elements.
    const double EI = 2e11 * rod_beam().inertia, EA = 2e11 * rod_beam().area;
    const Eigen::Vector2d u = body.displacement(end, q).head<2>();
    EXPECT_NEAR(u.dot(n), 2 * 8 / (3 * EI), 1e-9 * 16 / (3 * EI));
    EXPECT_NEAR(u.dot(t), 5 * 2 / EA, 1e-8 * 10 / EA);
    EXPECT_NEAR(q[*body.dof(end, NodalDof::rotation_z)], 2 * 4 / (2 * EI), 1e-9 * 4 / EI);
    // Loads at nodes: exact at all points of all elements.
    const Matrix forces = SectionForces::at_points(body, q), nodal = SectionForces::at_nodes(body, q);
    for (int e = 0; e < 3; ++e)
      for (int p = 0; p < SectionForces::n_points; ++p) {
        const double rest = 2 - 2.0 / 3 * (e + SectionForces::places()[p]);
        const Vector at = forces.col(SectionForces::n_points * e + p);
        EXPECT_NEAR(at[0], 5, 1e-6);
        EXPECT_NEAR(at[1], 2, 1e-8);
        EXPECT_NEAR(at[2], 2 * rest, 1e-8);
      }
    EXPECT_NEAR(nodal(2, 0), 2 * 2, 1e-8);
    EXPECT_NEAR(nodal(2, 1), 2 * 4.0 / 3, 1e-8);
  }
}

/// The static response of a cantilever of n elements along x to the load ρβ: β = (1, 0), (0, 1), x.
struct Cantilever {
  enum Load { along, across, outwards };
  ElasticBody body;
  DofSelection frame;
  Cantilever(int n, AxialPart axial = AxialPart::included)
      : body(beam_mesh({.length = 2, .elements = n}), rod_beam(RotaryInertia::included, axial)),
        frame(tangent_frame(body, "start")) {}
  Matrix forces(Load load, double factor) const {
    const ShapeIntegrals<2> s = shape_integrals(body).restricted(frame);
    const Vector f = factor * (load == along ? s.c1 : load == across ? s.c2 : s.c12);
    return SectionForces::at_points(body, frame.extend(static_shapes(frame.restrict(body.stiffness()), f)));
  }
};

TEST(SectionForces, UnderGravityAreExactAtTheGaussPointsAndTheirMeansInEachElement) {
  const int n = 4;
  const double g = -9.81, h = 2.0 / n, load = rod_beam().area * 7870 * g;
  const Cantilever beam(n);
  const Matrix bent = beam.forces(Cantilever::across, g), pulled = beam.forces(Cantilever::along, g);
  const auto places = SectionForces::places();
  const double rounding = 1e-7 * std::abs(load);  // 1e-16 times the condition of K, as above
  for (int e = 0; e < n; ++e)
    for (int p = 0; p < SectionForces::n_points; ++p) {
      const int column = SectionForces::n_points * e + p;
      const double rest = 2 - h * (e + places[p]), middle = 2 - h * (e + 0.5);
      EXPECT_NEAR(pulled(0, column), load * middle, rounding);
      EXPECT_NEAR(bent(0, column), 0, rounding);
      EXPECT_NEAR(bent(1, column), load * middle, rounding);
      // M is the chord of a parabola through the Gauss points: at the ends it is off by q h²/12.
      const double chord = p == 0 || p == 3 ? load * h * h / 12 : 0;
      EXPECT_NEAR(bent(2, column), load * rest * rest / 2 - chord, rounding);
    }
}

TEST(SectionForces, OfARotatingBeamAreTheMeansOfItsCentrifugalForce) {
  const int n = 5;
  const double omega = 30, h = 2.0 / n, load = rod_beam().area * 7870 * omega * omega;
  const Matrix forces = Cantilever(n).forces(Cantilever::outwards, omega * omega);
  for (int e = 0; e < n; ++e) {
    const double a = h * e, b = h * (e + 1);
    // the mean of N(x) = ρA ω² (L² − x²)/2
    const double mean = load / 2 * (4 - (a * a + a * b + b * b) / 3);
    EXPECT_NEAR(forces(0, SectionForces::n_points * e), mean, 1e-9 * load);
  }
}

TEST(SectionForces, OfABeamThatDoesNotStretchHaveNoAxialForce) {
  const Matrix forces = Cantilever(2, AxialPart::neglected).forces(Cantilever::across, 1);
  ASSERT_EQ(forces.rows(), 2);
  // Q at the middle of the first half
  EXPECT_NEAR(forces(0, 0), rod_beam().area * 7870 * 1.5, 1e-6);
}

TEST(BeamBody, HasThreeMotionsWithoutEnergyAndTwoWithoutItsAxialPart) {
  const ElasticBody full(beam_mesh({.length = 1, .elements = 2, .angle = 0.4}), rod_beam());
  Vector values = symmetric_eigenvalues(full.stiffness().dense());
  EXPECT_LT(values.head<3>().cwiseAbs().maxCoeff(), 1e-14 * values.maxCoeff());
  EXPECT_GT(values[3], 1e-8 * values.maxCoeff());
  EXPECT_LT(times(full.stiffness(), full.rotation()).norm(), 1e-14 * values.maxCoeff());
  const ElasticBody bending(beam_mesh({.length = 1, .elements = 2}),
                            rod_beam(RotaryInertia::included, AxialPart::neglected));
  values = symmetric_eigenvalues(bending.stiffness().dense());
  EXPECT_LT(values.head<2>().cwiseAbs().maxCoeff(), 1e-14 * values.maxCoeff());
  EXPECT_GT(values[2], 1e-5 * values.maxCoeff());
  EXPECT_TRUE(bending.translation(0).isZero(0));
}

TEST(BeamBody, HasFrequenciesOfOrderFourAndRotaryInertiaLowersThem) {
  const BeamSection unit{.material = {.modulus = 1, .density = 1},
                         .area = 1,
                         .inertia = 1,
                         .axial = AxialPart::neglected,
                         .rotary = RotaryInertia::neglected};
  const double exact[] = {3.5160152685, 22.0344915647};  // cos k cosh k = −1, ω = k²
  const auto omega = [&](int n, const BeamSection& section) {
    const ElasticBody body(beam_mesh({.length = 1, .elements = n}), section);
    const auto frame = tangent_frame(body, "start");
    return Vector(dense_frequencies(frame.restrict(body.stiffness()), frame.restrict(body.mass())));
  };
  const Vector coarse = omega(6, unit), fine = omega(12, unit);
  for (int k = 0; k < 2; ++k)
    EXPECT_NEAR(std::log2((coarse[k] - exact[k]) / (fine[k] - exact[k])), 4, 0.1) << k;
  BeamSection thick = unit;
  thick.rotary = RotaryInertia::included;
  thick.inertia = 1;
  EXPECT_LT(omega(8, thick)[0], 0.8 * fine[0]);
}

TEST(Sections, NameEveryValueThatIsMissing) {
  const auto faults = [](auto make) -> std::vector<std::string> {
    try {
      make();
    } catch (const InvalidInput& e) {
      return e.faults();
    }
    return {};
  };
  const auto plane = faults([] { ElasticBody(rod_mesh(2, 1), PlaneSection{}); });
  ASSERT_EQ(plane.size(), 3u);
  EXPECT_NE(plane[0].find("Young's modulus is 0"), std::string::npos);
  EXPECT_EQ(faults([] { ElasticBody(beam_mesh({}), BeamSection{}); }).size(), 4u);
  PlaneSection rubber = rod_section();
  rubber.material.poisson = 0.5;
  EXPECT_EQ(faults([&] { ElasticBody(rod_mesh(2, 1), rubber); }).size(), 1u);
  EXPECT_NE(faults([] { ElasticBody(rod_mesh(2, 1), rod_beam()); }).at(0).find("T6"), std::string::npos);
  EXPECT_NE(faults([] {
              ElasticBody(beam_mesh({.angle = 0.1}), rod_beam(RotaryInertia::included, AxialPart::neglected));
            })
                .at(0)
                .find("must lie along x"),
            std::string::npos);
}

}  // namespace elements_test
}  // namespace pleuel::fem
