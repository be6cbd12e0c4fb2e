#include "pleuel/fem/flexible_body.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "fem/bodies.hpp"
#include "pleuel/fem/geometric_stiffness.hpp"
#include "pleuel/fem/green_elasticity.hpp"
#include "support/allocation_count.hpp"

namespace pleuel::fem {
namespace flexible_body_test {

Vector some(int n, double size, double phase) {
  Vector x(n);
  for (int i = 0; i < n; ++i) x[i] = size * std::sin(2.3 * i + phase);
  return x;
}

/// Sums over points of mass: r = y + A(φ)(x + Φq), J = ∂r/∂(y, φ, q), M = Σ m JᵀJ, f = −Σ m Jᵀ J̇v,
/// T = ½ Σ m |ṙ|².
struct PointSums {
  Matrix M;
  Vector f;
  double T = 0;

  PointSums(const Vector& x, const Vector& v)
      : M(Matrix::Zero(x.size(), x.size())), f(Vector::Zero(x.size())), x_(x), v_(v) {}

  void add(double mass, const Eigen::Vector2d& point, const Matrix& Phi) {
    const double c = std::cos(x_[2]), s = std::sin(x_[2]), omega = v_[2];
    Eigen::Matrix2d A, dA;
    A << c, -s, s, c;
    dA << -s, -c, c, -s;
    const Eigen::Index n = x_.size() - 3;
    const Eigen::Vector2d place = point + Phi * x_.tail(n), rate = Phi * v_.tail(n);
    Matrix J(2, x_.size());
    J << Eigen::Matrix2d::Identity(), dA * place, A * Phi;
    // J̇ v = φ̇² A'' place + 2 φ̇ A' rate, A'' = −A.
    const Eigen::Vector2d curvature = -omega * omega * (A * place) + 2 * omega * (dA * rate);
    M += mass * J.transpose() * J;
    f -= mass * J.transpose() * curvature;
    T += 0.5 * mass * (J * v_).squaredNorm();
  }

 private:
  Vector x_, v_;
};

/// M a − f by the evaluator.
Vector residual(const FlexibleBody<2>& body, const Vector& x, const Vector& v, const Vector& a) {
  FlexibleBody<2>::Workspace work(body);
  FixedMatrix M = body.pattern().with_zeros();
  Vector f(body.size());
  body.mass(x, M, work);
  body.force(x, v, f, work);
  Vector product = times(M, a) - f, r(body.size());
  body.residual(x, v, a, r, work);
  EXPECT_LT((r - product).norm(), 1e-13 * (times(M, a).norm() + f.norm()));
  return product;
}

void expect_derivatives(const FlexibleBody<2>& body) {
  const Vector x = some(body.size(), 1e-3, 0.2), v = some(body.size(), 3, 0.5), a = some(body.size(), 5, 1.2);
  FlexibleBody<2>::Workspace work(body);
  FixedMatrix by_x = body.pattern().with_zeros(), by_v = body.pattern().with_zeros();
  body.derivatives(x, v, a, by_x, by_v, work);
  const Matrix X = by_x.dense(), V = by_v.dense();
  for (int i = 0; i < body.size(); ++i) {
    double h = i < 3 ? 1e-4 : 3e-8;
    Vector plus = x, minus = x;
    plus[i] += h;
    minus[i] -= h;
    const Vector dx = (residual(body, plus, v, a) - residual(body, minus, v, a)) / (2 * h);
    EXPECT_LT((dx - X.col(i)).norm(), 1e-7 * (X.col(i).norm() + 1)) << "x" << i;
    h = 0.1;  // the residual is of second degree in v, so that central differences are exact
    plus = minus = v;
    plus[i] += h;
    minus[i] -= h;
    const Vector dv = (residual(body, x, plus, a) - residual(body, x, minus, a)) / (2 * h);
    EXPECT_LT((dv - V.col(i)).norm(), 1e-10 * (V.col(i).norm() + 1)) << "v" << i;
  }
}

TEST(FlexibleBody, IsTheSumOfItsPointsOfMass) {
  std::vector<ShapePoint> points;
  for (int k = 0; k < 9; ++k) {
    ShapePoint p{0.5 + 0.1 * k, {std::cos(2.0 * k), std::sin(3.0 * k)}, Matrix(2, 5)};
    for (int i = 0; i < 10; ++i) p.Phi(i % 2, i / 2) = std::sin(1.3 * k + 0.7 * i);
    points.push_back(p);
  }
  const FlexibleBody<2> body(
      {.integrals = shape_integrals(5, points), .stiffness = full_matrix(Matrix::Zero(5, 5))});
  const Vector x = some(8, 0.8, 0.1), v = some(8, 1.5, 1.1);
  PointSums sums(x, v);
  for (const auto& p : points) sums.add(p.mass, p.x, p.Phi);
  FlexibleBody<2>::Workspace work(body);
  FixedMatrix M = body.pattern().with_zeros();
  Vector f(8);
  body.mass(x, M, work);
  body.force(x, v, f, work);
  EXPECT_LT((M.dense() - sums.M).norm(), 1e-14 * sums.M.norm());
  EXPECT_LT((f - sums.f).norm(), 1e-14 * sums.f.norm());
  EXPECT_NEAR(body.kinetic_energy(x, v, work), sums.T, 1e-14 * sums.T);
}

ElasticBody short_rod() { return {rod_mesh(3, 1), rod_section()}; }

FlexibleBodyData<2> short_rod_data(const ElasticBody& rod, const DofSelection& frame) {
  return {.integrals = shape_integrals(rod).restricted(frame),
          .stiffness = frame.restrict(rod.stiffness()),
          .damping = frame.restrict(rod.damping({.alpha = 2, .beta = 1e-6})),
          .gravity = {0.7, -9.81},
          .nonlinear = nullptr};
}

TEST(FlexibleBody, OfFiniteElementsIsTheSumOfTheirPointsOfMassAndStaysSparse) {
  const ElasticBody rod(rod_mesh(14, 1), rod_section());
  const auto frame =
      chord_frame(rod, rod.mesh().only_node("left_middle"), rod.mesh().only_node("right_middle"));
  FlexibleBodyData<2> data = short_rod_data(rod, frame);
  const FlexibleBody<2> body(data);
  const int n = body.n_deformation();
  EXPECT_EQ(n, 171);
  EXPECT_EQ(body.pattern().n_entries(), data.stiffness.n_entries() + 6 * n + 9);

  Vector x = some(n + 3, 1e-3, 0.4), v = some(n + 3, 2, 0.9);
  x[2] = 0.8;
  PointSums sums(x, v);
  rod.for_each_mass_point([&](const MassPoint& p) {
    Matrix Phi = Matrix::Zero(2, n);
    for (std::size_t k = 0; k < p.dofs.size(); ++k)
      if (const int place = frame.place(p.dofs[k]); place >= 0) Phi.col(place) = p.Phi.col(k);
    sums.add(p.mass, p.x.head<2>(), Phi);
  });
  FlexibleBody<2>::Workspace work(body);
  FixedMatrix M = body.pattern().with_zeros();
  Vector f(n + 3), weight = Vector::Zero(n + 3);
  body.mass(x, M, work);
  body.force(x, v, f, work);
  EXPECT_LT((M.dense() - sums.M).norm(), 1e-13 * sums.M.norm());
  // Gravity acts as an acceleration −g of the frame; elasticity and damping are added.
  weight.head<2>() = data.gravity;
  Vector expected = sums.f + sums.M * weight;
  expected.tail(n) -= times(data.stiffness, x.tail(n)) + times(data.damping, v.tail(n));
  EXPECT_LT((f - expected).norm(), 1e-12 * expected.norm());
  EXPECT_LT((f - expected).head<3>().norm(), 1e-12 * sums.f.norm());
}

TEST(FlexibleBody, HasTheDerivativesOfItsResidualWithSmallAndLargeDisplacements) {
  // Softer than steel, so that inertia and elasticity are of one size.
  PlaneSection section = rod_section();
  section.material.modulus = 1e4;
  const ElasticBody rod(rod_mesh(3, 1), section);
  const auto frame = tangent_frame(rod, "left");
  FlexibleBodyData<2> data = short_rod_data(rod, frame);
  expect_derivatives(FlexibleBody<2>(data));
  data.nonlinear = std::make_shared<GreenElasticity<2>>(rod, frame);
  expect_derivatives(FlexibleBody<2>(data));
}

/// Two beams at an angle, soft: all four loads of inertia make axial forces.
ElasticBody bent_beam() {
  Mesh mesh = beam_mesh({.length = 0.3, .elements = 3});
  mesh.nodes[3] = {0.25, 0.08, 0};
  BeamSection section = rod_beam();
  section.material.modulus = 1e4;
  return {std::move(mesh), section};
}

TEST(FlexibleBody, HasTheDerivativesOfItsResidualWithGeometricStiffening) {
  const ElasticBody beam = bent_beam();
  const auto frame = tangent_frame(beam, "start");
  const auto geometric = geometric_stiffening(beam, frame);
  for (const auto& K : geometric.K) EXPECT_EQ(K.rows, frame.n_kept());
  expect_derivatives(FlexibleBody<2>({.integrals = shape_integrals(beam).restricted(frame),
                                      .stiffness = frame.restrict(beam.stiffness()),
                                      .gravity = {0.7, -9.81},
                                      .geometric = geometric}));
}

/// Lagrange's equations: the power of M a − f is the rate of T + V along any motion, x(t) = x + v t
/// + ½ a t².
TEST(FlexibleBody, KeepsItsEnergyWithGeometricStiffening) {
  const ElasticBody beam = bent_beam();
  const auto frame = tangent_frame(beam, "start");
  const FlexibleBody<2> body({.integrals = shape_integrals(beam).restricted(frame),
                              .stiffness = frame.restrict(beam.stiffness()),
                              .gravity = {0.7, -9.81},
                              .geometric = geometric_stiffening(beam, frame)});
  FlexibleBody<2>::Workspace work(body);
  const Vector x = some(body.size(), 0.02, 0.2), v = some(body.size(), 0.7, 0.5),
               a = some(body.size(), 2, 1.2);
  const auto energy = [&](double t) {
    const Vector at = x + t * v + 0.5 * t * t * a, rate = v + t * a;
    return body.kinetic_energy(at, rate, work) + body.potential_energy(at, work);
  };
  // Central differences of fourth order: h⁴ leaves about 1e-10 of the energy's fifth derivative.
  const double h = 1e-3;
  const double rate = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
  const double power = residual(body, x, v, a).dot(v);
  EXPECT_NEAR(rate, power, 1e-8 * std::abs(power));
}

TEST(FlexibleBody, OfReducedShapesIsTheProjectionOfTheWholeBody) {
  const ElasticBody rod = short_rod();
  const auto frame = tangent_frame(rod, "left");
  FlexibleBodyData<2> data = short_rod_data(rod, frame);
  data.damping = {};
  const FlexibleBody<2> whole(data);
  Matrix V(whole.n_deformation(), 4);
  for (int j = 0; j < 4; ++j)
    for (Eigen::Index i = 0; i < V.rows(); ++i) V(i, j) = std::sin((1.3 + 0.4 * j) * i + j);
  const ReducedBody reduced(data.integrals, data.stiffness, V);
  const FlexibleBody<2> small(
      {.integrals = reduced.integrals, .stiffness = full_matrix(reduced.stiffness), .gravity = data.gravity});
  Matrix T = Matrix::Zero(whole.size(), 7);
  T.topLeftCorner<3, 3>().setIdentity();
  T.bottomRightCorner(whole.n_deformation(), 4) = V;
  const Vector x = some(7, 1e-3, 0.2), v = some(7, 3, 0.5), a = some(7, 5, 1.2);
  const Vector projection = T.transpose() * residual(whole, T * x, T * v, T * a);
  EXPECT_LT((residual(small, x, v, a) - projection).norm(), 1e-12 * projection.norm());
}

TEST(FlexibleBody, ForcesAreMinusTheGradientOfPotentialEnergy) {
  const ElasticBody rod = short_rod();
  const auto frame = tangent_frame(rod, "left");
  FlexibleBodyData<2> data = short_rod_data(rod, frame);
  for (const bool is_nonlinear : {false, true}) {
    if (is_nonlinear) data.nonlinear = std::make_shared<GreenElasticity<2>>(rod, frame);
    const FlexibleBody<2> body(data);
    FlexibleBody<2>::Workspace work(body);
    const Vector x = some(body.size(), 1e-4, 0.2), still = Vector::Zero(body.size());
    Vector f(body.size());
    body.force(x, still, f, work);
    for (int i = 0; i < body.size(); ++i) {
      const double h = i < 3 ? 1e-4 : 1e-6;
      Vector plus = x, minus = x;
      plus[i] += h;
      minus[i] -= h;
      EXPECT_NEAR(-(body.potential_energy(plus, work) - body.potential_energy(minus, work)) / (2 * h), f[i],
                  1e-6 * f.norm())
          << i;
    }
  }
}

TEST(FlexibleBody, AllocatesNothingAfterItIsMade) {
#if PLEUEL_COUNTS_ALLOCATIONS
  const ElasticBody rod = short_rod();
  const auto frame = tangent_frame(rod, "left");
  FlexibleBodyData<2> data = short_rod_data(rod, frame);
  data.nonlinear = std::make_shared<GreenElasticity<2>>(rod, frame);
  const FlexibleBody<2> body(data);
  FlexibleBody<2>::Workspace work(body);
  const Vector x = some(body.size(), 1e-4, 0.2), v = some(body.size(), 1, 0.2), a = some(body.size(), 1, 0.7);
  FixedMatrix M = body.pattern().with_zeros(), by_x = M, by_v = M;
  Vector f(body.size());
  const long before = testing::allocation_count();
  body.mass(x, M, work);
  body.force(x, v, f, work);
  body.residual(x, v, a, f, work);
  body.derivatives(x, v, a, by_x, by_v, work);
  (void)body.kinetic_energy(x, v, work);
  (void)body.potential_energy(x, work);
  EXPECT_EQ(testing::allocation_count(), before);
#else
  GTEST_SKIP() << "a sanitizer counts allocations itself";
#endif
}

// The spin-up of a cantilever to 6 rad/s in 15 s, L = 10, EA = 2.8e7, EI = 1.4e4, ρA = 1.2, ρI =
// 6e-4: lateral displacement of the tip at times given and the extension at the end.
struct SpinUp {
  std::vector<double> tip;
  double least = 0, extension = 0;

  SpinUp(AxialPart axial, RotaryInertia rotary, double dt, const std::vector<double>& times_of_tip) {
    const BeamSection section{.material = {.modulus = 2.8e7, .density = 1.2},
                              .area = 1,
                              .inertia = 1.4e4 / 2.8e7,
                              .axial = axial,
                              .rotary = rotary};
    const ElasticBody beam(beam_mesh({.length = 10, .elements = 10}), section);
    const auto frame = tangent_frame(beam, "start");
    // for Ω = 1
    const auto tension = [](const Eigen::Vector2d& x) { return 1.2 * (100 - x[0] * x[0]) / 2; };
    const Matrix geometric = frame.restrict(beam_geometric_stiffness(beam, tension)).dense();
    const FlexibleBody<2> body({.integrals = shape_integrals(beam).restricted(frame),
                                .stiffness = frame.restrict(beam.stiffness())});
    const int n = body.n_deformation(), end = beam.mesh().only_node("end");
    const int across = frame.place(*beam.dof(end, NodalDof::y));
    FlexibleBody<2>::Workspace work(body);
    FixedMatrix M = body.pattern().with_zeros(), by_x = M, by_v = M;
    Vector x = Vector::Zero(n + 3), v = x, a = x, f(n + 3);
    // The trapezoidal rule for the rows of q, φ(t) prescribed; they are linear in q, so one Newton
    // iteration is exact.
    double t = 0;
    for (int k = 1; tip.size() < times_of_tip.size(); ++k) {
      t = k * dt;
      const double w = 2 * std::numbers::pi / 15;
      v[2] = t < 15 ? 0.4 * (t - std::sin(w * t) / w) : 6;
      x.tail(n) += dt * v.tail(n) + 0.25 * dt * dt * a.tail(n);
      v.tail(n) += 0.5 * dt * a.tail(n);
      a.setZero();
      a[2] = t < 15 ? 0.4 * (1 - std::cos(w * t)) : 0;
      body.mass(x, M, work);
      body.force(x, v, f, work);
      body.derivatives(x, v, a, by_x, by_v, work);
      const Matrix stiffening = v[2] * v[2] * geometric;
      const Vector rest = (f - times(M, a)).tail(n) - stiffening * x.tail(n);
      const auto block = [n](const FixedMatrix& A) { return Matrix(A.dense().bottomRightCorner(n, n)); };
      const Matrix newton = block(M) + 0.5 * dt * block(by_v) + 0.25 * dt * dt * (block(by_x) + stiffening);
      const Vector change = solved(newton, rest);
      a.tail(n) = change;
      v.tail(n) += 0.5 * dt * change;
      x.tail(n) += 0.25 * dt * dt * change;
      least = std::min(least, x[3 + across]);
      if (std::abs(t - times_of_tip[tip.size()]) < 0.5 * dt) tip.push_back(x[3 + across]);
    }
    if (const auto along = beam.dof(end, NodalDof::x)) extension = x[3 + frame.place(*along)];
  }
};

const std::vector<double> tip_times = {2, 4, 5, 6, 6.8, 8, 10, 12};
// Computed by a separate program for a beam without axial part and rotary inertia.
const double tip_expected[] = {-0.102376, -0.342389, -0.468782, -0.544065,
                               -0.57430,  -0.543201, -0.362846, -0.150838};

TEST(SpinUpOfABeam, BendsBackAndForthAsAnIndependentProgramHasIt) {
  const SpinUp beam(AxialPart::neglected, RotaryInertia::neglected, 0.005, tip_times);
  // The trapezoidal rule errs by 7e-5 dt²/0.01² relative; h⁴ of ten elements and the printed digits
  // are less.
  for (std::size_t k = 0; k < tip_times.size(); ++k)
    EXPECT_NEAR(beam.tip[k], tip_expected[k], 1e-5) << tip_times[k];
}

TEST(SpinUpOfABeam, WouldBeUnstableWithoutGeometricStiffness) {
  const ElasticBody beam(
      beam_mesh({.length = 10, .elements = 10}),
      BeamSection{.material = {.modulus = 2.8e7, .density = 1.2}, .area = 1, .inertia = 1.4e4 / 2.8e7});
  const auto frame = tangent_frame(beam, "start");
  const Matrix K = frame.restrict(beam.stiffness()).dense(), M = frame.restrict(beam.mass()).dense();
  const auto tension = [](const Eigen::Vector2d& x) { return 36 * 1.2 * (100 - x[0] * x[0]) / 2; };
  const Matrix geometric = frame.restrict(beam_geometric_stiffness(beam, tension)).dense();
  const auto least = [](const Matrix& A) { return symmetric_eigenvalues(A)[0]; };
  EXPECT_GT(least(K - 3.79 * 3.79 * M), 0);
  EXPECT_LT(least(K - 3.81 * 3.81 * M), 0);
  EXPECT_GT(least(K + geometric - 36 * M), 0);
}

TEST(SpinUpOfABeam, IsLittleChangedByStretchingAndRotaryInertiaAndStretchesAsTheoryHasIt) {
  auto times_of_tip = tip_times;
  times_of_tip.push_back(16);
  const SpinUp beam(AxialPart::included, RotaryInertia::included, 0.01, times_of_tip);
  for (std::size_t k = 0; k < tip_times.size(); ++k)
    EXPECT_NEAR(beam.tip[k], tip_expected[k], 2e-4) << tip_times[k];
  // ρA Ω² L³/(3 EA), within what Coriolis forces of the lateral vibration that remains add.
  EXPECT_NEAR(beam.extension, 5.142857e-4, 1e-6);
}

}  // namespace flexible_body_test
}  // namespace pleuel::fem
