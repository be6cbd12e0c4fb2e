#include <gtest/gtest.h>

#include <cmath>

#include "fem/bodies.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/fem/beam_shapes.hpp"
#include "pleuel/fem/geometric_stiffening.hpp"
#include "pleuel/fem/geometric_stiffness.hpp"
#include "pleuel/fem/green_elasticity.hpp"
#include "pleuel/fem/shape_energy.hpp"

namespace pleuel::fem {
namespace nonlinear_test {

DofSelection free_frame(const ElasticBody& body) { return DofSelection(body.n_dofs(), {}); }

Vector some_displacement(const ElasticBody& body, double size) {
  Vector q(body.n_dofs());
  for (int i = 0; i < body.n_dofs(); ++i) q[i] = size * std::sin(1.7 * i + 0.3);
  return q;
}

class GreenBody : public ::testing::TestWithParam<std::tuple<CellType, Edges, PlaneState>> {
 protected:
  ElasticBody body() const {
    const auto& [type, edges, state] = GetParam();
    return {distorted_mesh(type, edges), rod_section(state)};
  }
};

INSTANTIATE_TEST_SUITE_P(All, GreenBody,
                         ::testing::Values(std::tuple{CellType::t3, Edges::straight, PlaneState::stress},
                                           std::tuple{CellType::t6, Edges::straight, PlaneState::stress},
                                           std::tuple{CellType::t6, Edges::straight, PlaneState::strain},
                                           std::tuple{CellType::t6, Edges::curved, PlaneState::stress}));

TEST_P(GreenBody, HasAGradientAndATangentThatAreDerivativesOfItsEnergy) {
  const ElasticBody b = body();
  const GreenElasticity<2> law(b, free_frame(b));
  const Vector q = some_displacement(b, 0.05);
  Vector gradient(law.size()), up(law.size()), down(law.size());
  FixedMatrix K = law.pattern();
  law.gradient(q, gradient);
  law.tangent(q, K);
  const Matrix tangent = K.dense();
  // W is of fourth degree: a central difference errs by h²/6 W''' ; with h = 1e-4 about 1e-8
  // relative.
  for (int i = 0; i < law.size(); ++i) {
    Vector plus = q, minus = q;
    plus[i] += 1e-4;
    minus[i] -= 1e-4;
    EXPECT_NEAR((law.energy(plus) - law.energy(minus)) / 2e-4, gradient[i], 1e-6 * gradient.norm()) << i;
    law.gradient(plus, up);
    law.gradient(minus, down);
    EXPECT_LT(((up - down) / 2e-4 - tangent.col(i)).norm(), 1e-6 * tangent.norm()) << i;
  }
  EXPECT_LT((tangent - tangent.transpose()).norm(), 1e-14 * tangent.norm());
}

TEST_P(GreenBody, DoesNotSeeRigidMotions) {
  const ElasticBody b = body();
  const GreenElasticity<2> law(b, free_frame(b));
  const Vector q = some_displacement(b, 0.05);
  const double angle = 2.1;
  Eigen::Matrix2d A;
  A << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  Vector moved(q.size()), turned(q.size()), gradient(q.size()), there(q.size());
  for (int i = 0; i < b.mesh().n_nodes(); ++i) {
    const auto x = b.mesh().point(i);
    moved.segment<2>(2 * i) = A * (x + q.segment<2>(2 * i)) - x + Eigen::Vector2d(3, -4);
  }
  EXPECT_NEAR(law.energy(moved), law.energy(q), 1e-12 * law.energy(q));
  law.gradient(q, gradient);
  law.gradient(moved, there);
  for (int i = 0; i < b.mesh().n_nodes(); ++i) turned.segment<2>(2 * i) = A * gradient.segment<2>(2 * i);
  EXPECT_LT((there - turned).norm(), 1e-11 * gradient.norm());
  // Forces of a deformed body are in equilibrium: no resultant, no moment about the displaced
  // nodes.
  EXPECT_NEAR(gradient.dot(b.translation(0)), 0, 1e-12 * gradient.norm());
  double moment = 0;
  for (int i = 0; i < b.mesh().n_nodes(); ++i) {
    const Eigen::Vector2d x = b.mesh().point(i) + q.segment<2>(2 * i);
    moment += x[0] * gradient[2 * i + 1] - x[1] * gradient[2 * i];
  }
  EXPECT_NEAR(moment, 0, 1e-12 * gradient.norm());
}

TEST_P(GreenBody, IsLinearElasticityForSmallDisplacements) {
  const ElasticBody b = body();
  const GreenElasticity<2> law(b, free_frame(b));
  FixedMatrix K = law.pattern();
  law.tangent(Vector::Zero(b.n_dofs()).eval(), K);
  const Matrix linear = b.stiffness().dense();
  // Curved edges make the integrand of K no polynomial: three points and six points differ.
  const double tolerance = std::get<1>(GetParam()) == Edges::curved ? 0.05 : 1e-14;
  EXPECT_LT((K.dense() - linear).norm(), tolerance * linear.norm());
  Vector gradient(b.n_dofs());
  double error[2];
  for (int k = 0; k < 2; ++k) {
    const Vector q = some_displacement(b, k == 0 ? 1e-3 : 5e-4);
    law.gradient(q, gradient);
    error[k] = (gradient - times(K, q)).norm();
  }
  EXPECT_NEAR(error[0] / error[1], 4, 0.05);
}

TEST(GreenElasticityOfABar, StretchesByItsCubicLaw) {
  // Uniaxial stress with λ = 1 + u/l: S = E (λ² − 1)/2, force A λ S for ν = 0.
  PlaneSection section = rod_section();
  section.material.poisson = 0;
  const ElasticBody body(rod_mesh(3, 1), section);
  const GreenElasticity<2> law(body, free_frame(body));
  for (const double lambda : {0.8, 1.3}) {
    Vector q = Vector::Zero(body.n_dofs()), gradient(body.n_dofs());
    for (int i = 0; i < body.mesh().n_nodes(); ++i) q[2 * i] = (lambda - 1) * body.mesh().point(i)[0];
    law.gradient(q, gradient);
    double force = 0;
    for (const int node : body.mesh().node_set("right")) force += gradient[2 * node];
    const double expected = 0.008 * 0.008 * 2e11 * lambda * (lambda * lambda - 1) / 2;
    EXPECT_NEAR(force, expected, 1e-12 * std::abs(expected));
  }
}

TEST(GreenElasticityOfABar, CannotBeMadeOfABeam) {
  const ElasticBody beam(beam_mesh({.length = 1, .elements = 2}), rod_beam());
  EXPECT_THROW(GreenElasticity<2>(beam, tangent_frame(beam, "start")), InvalidInput);
}

// The lowest frequencies of a cantilever that rotates with γ = Ω √(ρA L⁴/EI), hub radius zero, in
// units of √(EI/ρA L⁴).
struct RotatingRow {
  double gamma, flap1, flap2, chord1;
};
// Computed with 60 Hermite elements by a separate program; published tables agree to the digits
// they print.
const RotatingRow rotating[] = {
    {0, 3.516015307, 22.034500717, 3.516015307},  {1, 3.681646852, 22.181020243, 3.543236305},
    {2, 4.137319613, 22.614930900, 3.621797008},  {3, 4.797278598, 23.320272444, 3.743511976},
    {4, 5.585001552, 24.273358074, 3.897722714},  {5, 6.449545007, 25.446089145, 4.073896268},
    {6, 7.360373488, 26.809090894, 4.263226232},  {7, 8.299637725, 28.334093103, 4.459146373},
    {8, 9.256838878, 29.995393396, 4.657152127},  {9, 10.225688225, 31.770527323, 4.854348536},
    {10, 11.202330626, 33.640382317, 5.048981227}};

TEST(GeometricStiffness, GivesTheFrequenciesOfTheRotatingCantilever) {
  const BeamSection unit{.material = {.modulus = 1, .density = 1},
                         .area = 1,
                         .inertia = 1,
                         .axial = AxialPart::neglected,
                         .rotary = RotaryInertia::neglected};
  const ElasticBody body(beam_mesh({.length = 1, .elements = 40}), unit);
  const auto frame = tangent_frame(body, "start");
  const FixedMatrix M = frame.restrict(body.mass());
  for (const auto& row : rotating) {
    const FixedMatrix geometric = frame.restrict(beam_geometric_stiffness(
        body, [&row](const Eigen::Vector2d& x) { return row.gamma * row.gamma * (1 - x[0] * x[0]) / 2; }));
    FixedMatrix flap = frame.restrict(body.stiffness()), chord = flap;
    for (std::size_t k = 0; k < flap.value.size(); ++k) {
      flap.value[k] += geometric.value[k];
      // The centrifugal force bends in the plane.
      chord.value[k] = flap.value[k] - row.gamma * row.gamma * M.value[k];
    }
    const Vector f = dense_frequencies(flap, M), c = dense_frequencies(chord, M);
    // The error of elements falls like h⁴; for γ = 10 it is 1e-6 with 20 elements.
    EXPECT_NEAR(f[0], row.flap1, 1e-6 * row.flap1) << row.gamma;
    EXPECT_NEAR(f[1], row.flap2, 1e-6 * row.flap2) << row.gamma;
    EXPECT_NEAR(c[0], row.chord1, 1e-6 * row.chord1) << row.gamma;
  }
}

TEST(GeometricStiffening, HasTheAxialForcesOfInertia) {
  // N = ρA (L − x) of an acceleration along the beam and ρA (L² − x²)/2 of the centrifugal force;
  // the other loads are across.
  for (const auto axial : {AxialPart::included, AxialPart::neglected}) {
    const ElasticBody body(beam_mesh({.length = 0.3, .elements = 3}),
                           rod_beam(RotaryInertia::included, axial));
    const auto frame = tangent_frame(body, "start");
    const GeometricStiffening<2> found = geometric_stiffening(body, frame);
    const double L = 0.3, line_mass = 7870 * 0.008 * 0.008;
    const Matrix along = frame
                             .restrict(beam_geometric_stiffness(
                                 body, [&](const Eigen::Vector2d&x) { return line_mass * (L - x[0]); }))
                             .dense(),
                 turning =
                     frame
                         .restrict(beam_geometric_stiffness(
                             body,
                             [&](const Eigen::Vector2d&x) { return line_mass * (L * L - x[0] * x[0]) / 2; }))
                         .dense();
    EXPECT_LT((found.K[0].dense() - along).norm(), 1e-12 * along.norm());
    EXPECT_LT((found.K[3].dense() - turning).norm(), 1e-12 * turning.norm());
    EXPECT_EQ(found.K[1].rows, 0);
    EXPECT_EQ(found.K[2].rows, 0);
  }
}

TEST(ShapeEnergy, HasTheCouplingOfItsShapesAndTheirDerivatives) {
  const auto sine = [](double x) {
    return Curve{std::sin(10 * x), 10 * std::cos(10 * x), -100 * std::sin(10 * x)};
  };
  const auto line = [](double x) { return Curve{x, 1, 0}; };
  const auto parabola = [](double x) { return Curve{x * x, 2 * x, 2}; };
  const BeamShapes shapes(
      {.length = 0.3, .section = rod_beam(), .shapes = {{{}, sine}, {line, parabola}, {parabola, {}}}});
  const ShapeEnergy law(shapes.stiffness(), shapes.coupling());
  const Vector q = Eigen::Vector3d(0.01, -0.003, 0.002);
  EXPECT_NEAR(law.energy(q), 0.5 * q.dot(shapes.stiffness() * q) + shapes.coupling_energy(q),
              1e-13 * std::abs(law.energy(q)));
  Vector gradient(3);
  law.gradient(q, gradient);
  const Vector expected = shapes.stiffness() * q + shapes.coupling_gradient(q);
  EXPECT_LT((gradient - expected).norm(), 1e-13 * expected.norm());
  FixedMatrix K = law.pattern();
  law.tangent(q, K);
  const Matrix tangent = shapes.stiffness() + shapes.coupling_tangent(q);
  EXPECT_LT((K.dense() - tangent).norm(), 1e-13 * tangent.norm());
}

TEST(GeometricStiffness, OfT6IsThatOfTheBeam) {
  // A slender bar turning with γ = 5: the stress of the centrifugal load from the linear solution.
  const double L = 1, h = 0.02, gamma = 5;
  const PlaneSection section{.material = {.modulus = 1, .poisson = 0.3, .density = 1}, .thickness = 1};
  const ElasticBody body(box_mesh({.length = L, .height = h, .nx = 30, .ny = 1, .corner = {0, -h / 2}}),
                         section);
  const auto frame = tangent_frame(body, "left");
  const double unit = std::sqrt(h * h / 12), Omega = gamma * unit;
  const Vector load = body.volume_force(
      [Omega](const Eigen::Vector3d& x) { return Eigen::Vector3d(Omega * Omega * x[0], 0, 0); });
  const Vector q = frame.extend(static_shapes(frame.restrict(body.stiffness()), frame.restrict(load)));
  const FixedMatrix geometric = frame.restrict(solid_geometric_stiffness(body, q)),
                    M = frame.restrict(body.mass());
  FixedMatrix chord = frame.restrict(body.stiffness());
  for (std::size_t k = 0; k < chord.value.size(); ++k)
    chord.value[k] += geometric.value[k] - Omega * Omega * M.value[k];
  // Shear and the clamped edge: of the order (h/L)² = 4e-4.
  EXPECT_NEAR(dense_frequencies(chord, M)[0] / unit, 4.073896268, 2e-3 * 4.07);
}

}  // namespace nonlinear_test
}  // namespace pleuel::fem
