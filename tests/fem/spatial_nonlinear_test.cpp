// Green's strain and geometric stiffening of tetrahedra.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "fem/bodies.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/fem/geometric_stiffness.hpp"
#include "pleuel/fem/green_elasticity.hpp"
#include "pleuel/fem/normal_modes.hpp"
#include "pleuel/fem/spatial_body.hpp"

namespace pleuel::fem {
namespace spatial_nonlinear_test {

using Eigen::Matrix3d;
using Eigen::Vector3d;

const ElasticMaterial soft{.modulus = 3, .poisson = 0.3, .density = 2};

DofSelection free_frame(const ElasticBody& body) { return DofSelection(body.n_dofs(), {}); }

Vector some(Eigen::Index n, double size, double phase) {
  Vector x(n);
  for (Eigen::Index i = 0; i < n; ++i) x[i] = size * std::sin(1.7 * static_cast<double>(i) + phase);
  return x;
}

Mesh distorted(CellType type, Edges edges) {
  Mesh mesh = solid_box_mesh(
      {.length = 2, .height = 1, .width = 1, .nx = 2, .ny = 1, .nz = 1, .type = CellType::tet4});
  for (int i = 0; i < mesh.n_nodes(); ++i)
    mesh.nodes[i] += 0.1 * Vector3d(std::sin(3.0 * i), std::cos(5.0 * i), std::sin(7.0 * i));
  if (type == CellType::tet4) return mesh;
  Mesh quadratic = with_middle_nodes(mesh);
  if (edges == Edges::curved)
    for (int i = mesh.n_nodes(); i < quadratic.n_nodes(); ++i)
      quadratic.nodes[i] += 0.02 * Vector3d(std::sin(3.0 * i), std::cos(5.0 * i), std::sin(7.0 * i));
  return quadratic;
}

class GreenSolid : public ::testing::TestWithParam<std::pair<CellType, Edges>> {
 protected:
  ElasticBody body() const { return {distorted(GetParam().first, GetParam().second), SolidSection{soft}}; }
};
INSTANTIATE_TEST_SUITE_P(All, GreenSolid,
                         ::testing::Values(std::pair{CellType::tet4, Edges::straight},
                                           std::pair{CellType::tet10, Edges::straight},
                                           std::pair{CellType::tet10, Edges::curved}));

TEST_P(GreenSolid, HasAGradientAndATangentThatAreDerivativesOfItsEnergy) {
  const ElasticBody b = body();
  const GreenElasticity<3> law(b, free_frame(b));
  const Vector q = some(law.size(), 0.05, 0.3), direction = some(law.size(), 1, 1.1);
  Vector gradient(law.size()), up(law.size()), down(law.size());
  FixedMatrix K = law.pattern();
  law.gradient(q, gradient);
  law.tangent(q, K);
  // W is of fourth degree along a line: central differences of fourth order are exact but for
  // rounding, 1e-16/h.
  const double h = 1e-3;
  const auto energy = [&](double t) { return law.energy(Vector(q + t * direction)); };
  const double slope = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
  EXPECT_NEAR(slope, gradient.dot(direction), 1e-10 * gradient.norm() * direction.norm());
  const auto force = [&](double t, Vector& out) { law.gradient(Vector(q + t * direction), out); };
  // ∇W is of third degree.
  Vector change = Vector::Zero(law.size());
  for (const auto& [t, weight] : {std::pair{h, 8.0}, {-h, -8.0}, {2 * h, -1.0}, {-2 * h, 1.0}}) {
    force(t, up);
    change += weight / (12 * h) * up;
  }
  const Vector expected = times(K, direction);
  EXPECT_LT((change - expected).norm(), 1e-10 * expected.norm());
  const Matrix tangent = K.dense();
  EXPECT_LT((tangent - tangent.transpose()).norm(), 1e-14 * tangent.norm());
}

TEST_P(GreenSolid, DoesNotSeeRigidMotions) {
  const ElasticBody b = body();
  const GreenElasticity<3> law(b, free_frame(b));
  const Vector q = some(law.size(), 0.05, 0.3);
  const Matrix3d A = Eigen::Quaterniond(0.3, -0.5, 0.7, 0.2).normalized().toRotationMatrix();
  Vector moved(q.size()), turned(q.size()), gradient(q.size()), there(q.size());
  for (int i = 0; i < b.mesh().n_nodes(); ++i) {
    const Vector3d x = b.mesh().nodes[i];
    moved.segment<3>(3 * i) = A * (x + q.segment<3>(3 * i)) - x + Vector3d(3, -4, 5);
  }
  EXPECT_NEAR(law.energy(moved), law.energy(q), 1e-12 * law.energy(q));
  law.gradient(q, gradient);
  law.gradient(moved, there);
  Vector3d moment = Vector3d::Zero(), force = Vector3d::Zero();
  for (int i = 0; i < b.mesh().n_nodes(); ++i) {
    const Vector3d own = gradient.segment<3>(3 * i);
    turned.segment<3>(3 * i) = A * own;
    force += own;
    moment += (b.mesh().nodes[i] + q.segment<3>(3 * i)).cross(own);
  }
  EXPECT_LT((there - turned).norm(), 1e-11 * gradient.norm());
  // Forces of a deformed body are in equilibrium.
  EXPECT_LT(force.norm(), 1e-12 * gradient.norm());
  EXPECT_LT(moment.norm(), 1e-12 * gradient.norm());
}

/// A homogeneous deformation F has the energy V ½E:DE, and the forces of its stress P = F S on the
/// surface only: virtual work V P:G under each other homogeneous displacement G x.
TEST_P(GreenSolid, PassesThePatchTestOfFiniteStrain) {
  const ElasticBody b = body();
  const GreenElasticity<3> law(b, free_frame(b));
  Matrix3d F, G;
  F << 1.2, 0.3, -0.1, 0.05, 0.9, 0.2, -0.15, 0.1, 1.1;
  G << 0.3, -1, 2, 0.7, 0.2, -0.4, 1.1, -0.6, 0.5;
  const Matrix3d E = 0.5 * (F.transpose() * F - Matrix3d::Identity());
  const double lambda = 3 * 0.3 / (1.3 * 0.4), mu = 3 / (2 * 1.3);
  const Matrix3d S = lambda * E.trace() * Matrix3d::Identity() + 2 * mu * E;
  double volume = 0;
  for (const Cell& cell : b.mesh().elements)
    for (const auto& p : simplex_rule<3>(4)) volume += p.weight * cell_determinant<3>(b.mesh(), cell, p.xi);
  Vector q(law.size()), other(law.size()), gradient(law.size());
  for (int i = 0; i < b.mesh().n_nodes(); ++i) {
    q.segment<3>(3 * i) = (F - Matrix3d::Identity()) * b.mesh().nodes[i];
    other.segment<3>(3 * i) = G * b.mesh().nodes[i];
  }
  const double energy = 0.5 * volume * E.cwiseProduct(S).sum();
  EXPECT_NEAR(law.energy(q), energy, 1e-12 * energy);
  law.gradient(q, gradient);
  const double work = volume * (F * S).cwiseProduct(G).sum();
  EXPECT_NEAR(gradient.dot(other), work, 1e-12 * gradient.norm() * other.norm());
}

TEST_P(GreenSolid, IsLinearElasticityForSmallDisplacements) {
  const ElasticBody b = body();
  const GreenElasticity<3> law(b, free_frame(b));
  FixedMatrix K = law.pattern();
  law.tangent(Vector::Zero(b.n_dofs()).eval(), K);
  const Matrix linear = b.stiffness().dense();
  // Curved edges make the integrand of K no polynomial: its rules of degree 3 and 4 differ.
  const double tolerance = GetParam().second == Edges::curved ? 0.02 : 1e-13;
  EXPECT_LT((K.dense() - linear).norm(), tolerance * linear.norm());
}

/// A bar along x, clamped at its left end.
ElasticBody bar(double length, double width, int n, const ElasticMaterial& material) {
  return {solid_box_mesh({.length = length,
                          .height = width,
                          .width = width,
                          .nx = n,
                          .ny = 1,
                          .nz = 1,
                          .corner = {0, -width / 2, -width / 2}}),
          SolidSection{material}};
}

/// x and v of a body that turns about the axis z of its frame.
struct Turning {
  Vector x, v, still;

  Turning(const FlexibleBody<3>& body, double omega)
      : x(Vector::Zero(body.size() + 1)), v(Vector::Zero(body.size())), still(v) {
    x[3] = 1;
    v[5] = omega;
  }
};

TEST(GreenElasticityOfASolid, ExtendsUnderTheCentrifugalForceByTheoryAndHoldsItsBending) {
  // ν = 0: u' = ρΩ²(L² − x²)/(2E), u(L) = ρΩ²L³/(3E); terms of the size of the strain are left out.
  const double L = 1, strain = 1e-4, Omega = std::sqrt(3 * strain);
  const ElasticBody solid = bar(L, 0.1, 6, {.modulus = 1, .poisson = 0, .density = 1});
  const auto frame = tangent_frame(solid, "left");
  const FlexibleBody<3> body({.integrals = spatial_integrals(solid).restricted(frame),
                              .stiffness = frame.restrict(solid.stiffness()),
                              .nonlinear = std::make_shared<GreenElasticity<3>>(solid, frame)});
  FlexibleBody<3>::Workspace work(body);
  const int n = body.n_deformation();
  Turning at(body, Omega);
  Vector r(body.size());
  FixedMatrix by_x = body.pattern().with_zeros(), by_v = by_x;
  for (int k = 0; k < 6; ++k) {
    body.residual(at.x, at.v, at.still, r, work);
    body.derivatives(at.x, at.v, at.still, by_x, by_v, work);
    at.x.tail(n) -= solved_symmetric(by_x.dense().bottomRightCorner(n, n), Vector(r.tail(n)));
  }
  body.residual(at.x, at.v, at.still, r, work);
  EXPECT_LT(r.tail(n).norm(), 1e-12 * Omega * Omega);
  const Vector q = frame.extend(at.x.tail(n));
  double mean = 0;
  const auto& right = solid.mesh().node_set("right");
  for (const int node : right) mean += q[3 * node] / static_cast<double>(right.size());
  EXPECT_NEAR(mean, strain * L, 10 * strain * strain * L);
}

FlexibleBodyData<3> stiffened(const ElasticBody& solid, const DofSelection& frame) {
  return {.integrals = spatial_integrals(solid).restricted(frame),
          .stiffness = frame.restrict(solid.stiffness()),
          .damping = {},
          .gravity = {0.7, -1.3, -9.81},
          .geometric = spatial_geometric_stiffening(solid, frame)};
}

Vector moved(const Vector& x, const Vector& by, double h) {
  Vector y = x;
  y.head<3>() += h * by.head<3>();
  y.tail(by.size() - 6) += h * by.tail(by.size() - 6);
  const Vector3d theta = h * by.segment<3>(3);
  if (theta.norm() > 0) {
    const Eigen::Quaterniond p(x[3], x[4], x[5], x[6]);
    const Eigen::Quaterniond q(p * Eigen::Quaterniond(Eigen::AngleAxisd(theta.norm(), theta.normalized())));
    y.segment<4>(3) << q.w(), q.x(), q.y(), q.z();
  }
  return y;
}

Vector place(int n, double size) {
  Vector x = some(n + 7, size, 0.2);
  x.segment<4>(3) << 0.5, -0.7, 0.3, 0.6;
  x.segment<4>(3).normalize();
  return x;
}

TEST(SpatialGeometricStiffening, HasTheDerivativesOfItsResidual) {
  const ElasticBody solid(distorted(CellType::tet4, Edges::straight), SolidSection{soft});
  const FlexibleBody<3> body(stiffened(solid, tangent_frame(solid, "left")));
  FlexibleBody<3>::Workspace work(body);
  const int n = body.n_deformation();
  const Vector x = place(n, 0.3), v = some(n + 6, 2, 0.5), a = some(n + 6, 3, 1.2);
  FixedMatrix by_x = body.pattern().with_zeros(), by_v = by_x, M = by_x;
  body.derivatives(x, v, a, by_x, by_v, work);
  const Matrix X = by_x.dense(), V = by_v.dense();
  Vector up(n + 6), down(n + 6), r(n + 6), f(n + 6);
  for (int i = 0; i < n + 6; ++i) {
    double h = 1e-5;
    body.residual(moved(x, Vector::Unit(n + 6, i), h), v, a, up, work);
    body.residual(moved(x, Vector::Unit(n + 6, i), -h), v, a, down, work);
    EXPECT_LT(((up - down) / (2 * h) - X.col(i)).norm(), 1e-8 * X.norm()) << "x" << i;
    h = 0.1;  // of second degree in v
    body.residual(x, Vector(v + h * Vector::Unit(n + 6, i)), a, up, work);
    body.residual(x, Vector(v - h * Vector::Unit(n + 6, i)), a, down, work);
    EXPECT_LT(((up - down) / (2 * h) - V.col(i)).norm(), 1e-11 * V.norm()) << "v" << i;
  }
  body.mass(x, M, work);
  body.force(x, v, f, work);
  body.residual(x, v, a, r, work);
  EXPECT_LT((r - (times(M, a) - f)).norm(), 1e-13 * r.norm());
}

/// Lagrange's equations: the power of M a − f is the rate of T + W along any motion.
TEST(SpatialGeometricStiffening, KeepsItsEnergy) {
  const ElasticBody solid(distorted(CellType::tet4, Edges::straight), SolidSection{soft});
  const auto frame = tangent_frame(solid, "left");
  FlexibleBodyData<3> data = stiffened(solid, frame);
  Matrix V(frame.n_kept(), 3);
  for (int k = 0; k < 3; ++k) V.col(k) = some(frame.n_kept(), 0.3, k);
  FlexibleBodyData<3> small{.integrals = data.integrals.reduced(V),
                            .stiffness = full_matrix(projected(data.stiffness, V)),
                            .gravity = data.gravity,
                            .geometric = data.geometric.reduced(V)};
  for (const FlexibleBodyData<3>& of : {data, small}) {
    const FlexibleBody<3> body(of);
    FlexibleBody<3>::Workspace work(body);
    const int n = body.n_deformation();
    const Vector x = place(n, 0.3), v = some(n + 6, 0.7, 0.5), a = some(n + 6, 2, 1.2);
    // A rotation by t ω + ½ t² ω̇ about one axis after the other has the rate ω at t = 0 only to
    // first order, so velocities are taken there: E(x(t), v(t)) with central differences in t.
    const auto energy = [&](double t) {
      const Vector at = moved(x, v, t), rate = v + t * a;
      return body.kinetic_energy(at, rate, work) + body.potential_energy(at, work);
    };
    const double h = 1e-3;
    const double rate = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
    Vector r(n + 6);
    body.residual(x, v, a, r, work);
    EXPECT_NEAR(rate, r.dot(v), 1e-8 * r.norm() * v.norm()) << n;
  }
}

// √(EI/ρAL⁴), of a rotating cantilever; see nonlinear_test.cpp.
struct RotatingRow {
  double gamma, flap1, flap2, chord1;
};

TEST(SpatialGeometricStiffening, GivesTheFrequenciesOfTheRotatingCantilever) {
  const double L = 1, h = 0.02, unit = std::sqrt(h * h / 12);
  const ElasticBody solid = bar(L, h, 16, {.modulus = 1, .poisson = 0, .density = 1});
  const auto frame = tangent_frame(solid, "left");
  FlexibleBodyData<3> data = stiffened(solid, frame);
  data.gravity.setZero();
  const FlexibleBody<3> body(data);
  FlexibleBody<3>::Workspace work(body);
  const FixedMatrix M = frame.restrict(solid.mass());
  FixedMatrix by_x = body.pattern().with_zeros(), by_v = by_x;
  for (const auto& row : {RotatingRow{0, 3.516015307, 22.034500717, 3.516015307},
                          {1, 3.681646852, 22.181020243, 3.543236305},
                          {2, 4.137319613, 22.614930900, 3.621797008},
                          {5, 6.449545007, 25.446089145, 4.073896268},
                          {10, 11.202330626, 33.640382317, 5.048981227}}) {
    const Turning at(body, row.gamma * unit);
    body.derivatives(at.x, at.v, at.still, by_x, by_v, work);
    FixedMatrix K = data.stiffness;  // its entries of by_x, after the six of the frame
    for (int j = 0; j < K.cols; ++j)
      for (int k = K.start[j]; k < K.start[j + 1]; ++k)
        K.value[k] = by_x.value[by_x.slot(6 + K.row[k], 6 + j)];
    const NormalModes modes = normal_modes(K, M, 6);
    std::vector<double> flap, chord;
    for (Eigen::Index j = 0; j < 6; ++j) {
      const Vector u = frame.extend(Vector(modes.shapes.col(j)));
      double across = 0, up = 0;
      for (int i = 0; i < solid.mesh().n_nodes(); ++i) {
        across += u[3 * i + 1] * u[3 * i + 1];
        up += u[3 * i + 2] * u[3 * i + 2];
      }
      (up > across ? flap : chord).push_back(modes.omega[j] / unit);
    }
    ASSERT_GE(flap.size(), 2u) << row.gamma;
    ASSERT_GE(chord.size(), 1u) << row.gamma;
    if (row.gamma == 0) continue;  // both bendings have one frequency
    // Shear and rotary inertia: about (ω² γ² …) 10 h²/L² of a mode, and the error of the mesh.
    EXPECT_NEAR(flap[0], row.flap1, 4e-3 * row.flap1) << row.gamma;
    EXPECT_NEAR(flap[1], row.flap2, 8e-3 * row.flap2) << row.gamma;
    EXPECT_NEAR(chord[0], row.chord1, 4e-3 * row.chord1) << row.gamma;
  }
}

/// The same of beams in space, along a slanted axis and with the rotation about one principal axis.
TEST(SpatialGeometricStiffening, OfBeamsGivesTheFrequenciesOfTheRotatingCantilever) {
  const Matrix3d R = Eigen::Quaterniond(0.5, 0.1, -0.7, 0.4).normalized().toRotationMatrix();
  Mesh mesh = beam_mesh({.length = 1, .elements = 20});
  for (auto& x : mesh.nodes) x = (R * x).eval();
  // Slender, so that rotary inertia counts 1e-6; stiff along its axis.
  const double I = 1e-6;
  const ElasticBody beam(mesh, SpatialBeamSection{.material = {.modulus = 1 / I, .poisson = 0, .density = 1},
                                                  .area = 1,
                                                  .inertia_y = I,
                                                  .inertia_z = I,
                                                  .torsion = 2 * I,
                                                  .y = R.col(1)});
  const auto frame = tangent_frame(beam, "start");
  FlexibleBodyData<3> data = stiffened(beam, frame);
  data.gravity.setZero();
  const FlexibleBody<3> body(data);
  FlexibleBody<3>::Workspace work(body);
  FixedMatrix by_x = body.pattern().with_zeros(), by_v = by_x;
  const Matrix M = frame.restrict(beam.mass()).dense();
  const int n = body.n_deformation();
  for (const auto& row : {RotatingRow{0, 3.516015307, 22.034500717, 3.516015307},
                          {1, 3.681646852, 22.181020243, 3.543236305},
                          {2, 4.137319613, 22.614930900, 3.621797008},
                          {5, 6.449545007, 25.446089145, 4.073896268},
                          {10, 11.202330626, 33.640382317, 5.048981227}}) {
    Vector x = Vector::Zero(n + 7), v = Vector::Zero(n + 6), still = v;
    x[3] = 1;
    v.segment<3>(3) = row.gamma * R.col(2);
    body.derivatives(x, v, still, by_x, by_v, work);
    const Vector values = symmetric_eigenvalues(by_x.dense().bottomRightCorner(n, n), M);
    // Chord 1 and 2 and flap 1 and 2 are the lowest; chord² = flap² − γ².
    const double chord2 = std::sqrt(row.flap2 * row.flap2 - row.gamma * row.gamma);
    double expected[] = {row.chord1, row.flap1, chord2, row.flap2};
    for (int k = 0; k < 4; ++k)
      EXPECT_NEAR(std::sqrt(values[k]), expected[k], 2e-4 * expected[k]) << row.gamma << " " << k;
  }
}

TEST(MeanAxesOfABody, HaveTheInverseOfItsRigidMotionsAndHoldIt) {
  const ElasticBody solid(distorted(CellType::tet10, Edges::curved), SolidSection{soft});
  const ElasticBody sheet(rod_mesh(3, 2), rod_section());
  const ElasticBody beam(beam_mesh({.length = 0.3, .elements = 4}),
                         rod_beam(RotaryInertia::included, AxialPart::neglected));
  for (const auto& [body, n] : {std::pair(&solid, 6), std::pair(&sheet, 3), std::pair(&beam, 2)}) {
    const MeanAxes axes(*body);
    ASSERT_EQ(axes.n_conditions(), n);
    EXPECT_EQ(axes.held.size(), static_cast<std::size_t>(n));
    EXPECT_EQ(axes.rows.size(), static_cast<std::size_t>(n));
    EXPECT_LT((axes.W * axes.R - Matrix::Identity(n, n)).norm(), 1e-12);
    // Without the held unknowns K is regular: its smallest eigenvalue is far from rounding.
    const FixedMatrix K = DofSelection(body->n_dofs(), axes.held).restrict(body->stiffness());
    const Vector values = symmetric_eigenvalues(K.dense());
    EXPECT_GT(values[0], 1e-9 * values[values.size() - 1]);
    EXPECT_NO_THROW(fixed_frame(*body, axes.held));
  }
  // ∫ρ u = 0 and ∫ρ x × u = 0.
  const ShapeIntegrals<3> s = spatial_integrals(solid);
  Vector q = some(solid.n_dofs(), 0.1, 0.4);
  const MeanAxes axes(solid);
  q -= axes.R * (axes.W * q);
  EXPECT_LT((s.C * q).norm(), 1e-13 * s.m * q.norm());
  const Matrix3d moment = s.moments().combined(q);  // ∫ρ x uᵀ
  EXPECT_LT((moment - moment.transpose()).norm(), 1e-13 * s.X.trace() * q.norm());
}

TEST(MeanAxesOfABody, BalanceStaticLoadsByInertia) {
  const ElasticBody solid(distorted(CellType::tet4, Edges::straight), SolidSection{soft});
  const MeanAxes axes(solid);
  const Matrix load = some(solid.n_dofs(), 1, 0.7);
  const Vector q = static_shapes(solid.stiffness(), load, &axes);
  const Vector balanced = axes.balanced(load);
  EXPECT_LT((axes.R.transpose() * balanced).norm(), 1e-12 * load.norm());
  EXPECT_LT((times(solid.stiffness(), q) - balanced).norm(), 1e-11 * load.norm());
  EXPECT_LT((axes.W * q).norm(), 1e-12 * q.norm());
}

TEST(SpatialGeometricStiffening, OfMeanAxesComesFromRotationOnly) {
  const ElasticBody solid(distorted(CellType::tet4, Edges::straight), SolidSection{soft});
  const MeanAxes axes(solid);
  const auto found = spatial_geometric_stiffening(solid, free_frame(solid), &axes);
  const double size = found.values.norm();
  for (int i = 0; i < 3; ++i) {
    EXPECT_LT(found.values.row(i).norm(), 1e-11 * size);
    const int j = (i + 1) % 3;
    const auto spin = found.values.row(GeometricStiffening<3>::number(i, j)) -
                      found.values.row(GeometricStiffening<3>::number(j, i));
    EXPECT_LT(spin.norm(), 1e-11 * size);
  }
}

}  // namespace spatial_nonlinear_test
}  // namespace pleuel::fem
