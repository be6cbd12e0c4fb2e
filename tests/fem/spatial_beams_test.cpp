// Beam elements in space, and Timoshenko beams in the plane: identities, sums over points of mass,
// static solutions, frequencies, section forces.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "fem/bodies.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/fem/beam.hpp"
#include "pleuel/fem/beam_resolution.hpp"
#include "pleuel/fem/gmsh.hpp"
#include "pleuel/fem/mesh_check.hpp"
#include "pleuel/fem/quadrature.hpp"
#include "pleuel/fem/spatial_beam.hpp"
#include "pleuel/fem/spatial_body.hpp"
#include "pleuel/fem/stress.hpp"

namespace pleuel::fem {
namespace spatial_beams_test {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using std::numbers::pi;

const ElasticMaterial soft{.modulus = 40, .poisson = 0.3, .density = 2};
const double G_of_soft = 40 / 2.6;

/// A rectangle of 0.3 along y and 0.2 along z.
constexpr double height = 0.3, width = 0.2, area = height * width;
enum class Shear { rigid, elastic };
SpatialBeamSection section(Shear shear, const Vector3d& y = {0.2, 1, -0.3}) {
  const double GA = shear == Shear::elastic ? G_of_soft * area : 0;
  return {.material = soft,
          .area = area,
          .inertia_y = area * width * width / 12,
          .inertia_z = area * height * height / 12,
          .torsion = 3e-4,
          .shear_y = GA * 5 / 6,
          .shear_z = GA * 0.8,
          .y = y};
}

/// Three arms from one point in different directions, two elements each.
Mesh three_arms() {
  return beam_frame_mesh({.points = {{0.1, -0.2, 0.3}, {1.4, 0.3, 0.1}, {-0.5, 0.4, 1.2}, {0.2, -1.1, 0.9}},
                          .lines = {{1, 0, 2}, {0, 3}},
                          .elements = 2});
}

Matrix3d skew(const Vector3d& u) {
  Matrix3d m;
  m << 0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0;
  return m;
}

Vector some(Eigen::Index n, double size, double phase) {
  Vector x(n);
  for (Eigen::Index i = 0; i < n; ++i) x[i] = size * std::sin(2.3 * static_cast<double>(i) + phase);
  return x;
}

FixedMatrix with(const FieldMass& mass, const Matrix3d& H) {
  FixedMatrix M = mass.pattern().with_zeros();
  std::vector<int> slots(M.row.size());
  for (std::size_t k = 0; k < slots.size(); ++k) slots[k] = static_cast<int>(k);
  mass.add(H, slots, M.value);
  return M;
}

// ----- shape functions

TEST(BeamBending, SolvesTheStaticEquationsAndHasItsNodalValues) {
  const double L = 1.7;
  for (const double Phi : {0.0, 0.3, 12.0}) {
    const BeamBending start(L, Phi, 0), end(L, Phi, 1);
    EXPECT_LT((start.w - BeamBending::Row(1, 0, 0, 0)).norm(), 1e-15);
    EXPECT_LT((start.turn - BeamBending::Row(0, 1, 0, 0)).norm(), 1e-15);
    EXPECT_LT((end.w - BeamBending::Row(0, 0, 1, 0)).norm(), 1e-15);
    EXPECT_LT((end.turn - BeamBending::Row(0, 0, 0, 1)).norm(), 1e-15);
    const double h = 1e-4;
    for (const double z : {0.15, 0.5, 0.8}) {
      const BeamBending at(L, Phi, z), plus(L, Phi, z + h), minus(L, Phi, z - h);
      // w is cubic: the central difference is off by h² w'''/6
      EXPECT_LT((at.dw - (plus.w - minus.w) / (2 * h * L)).norm(), 1e-7);
      EXPECT_LT((at.dturn - (plus.turn - minus.turn) / (2 * h * L)).norm(), 1e-11);
      EXPECT_LT((at.shear - (at.dw - at.turn)).norm(), 1e-14);
      EXPECT_LT((at.shear - start.shear).norm(), 1e-15);
      // EI θ'' + κGA γ = 0 with EI/κGA = Φ L²/12
      const BeamBending::Row ddturn = (end.dturn - start.dturn) / L;
      EXPECT_LT((Phi * L * L / 12 * ddturn + at.shear).norm(), 1e-13);
      // rigid motions, and constant curvature: w = s²/2, θ = s
      EXPECT_NEAR(at.w * Eigen::Vector4d(1, 0, 1, 0), 1, 1e-15);
      EXPECT_NEAR(at.w * Eigen::Vector4d(0, 1, L, 1), z * L, 1e-15);
      EXPECT_NEAR(at.turn * Eigen::Vector4d(0, 1, L, 1), 1, 1e-14);
      EXPECT_NEAR(at.w * Eigen::Vector4d(0, 0, L * L / 2, L), z * z * L * L / 2, 1e-14);
      EXPECT_NEAR(at.dturn * Eigen::Vector4d(0, 0, L * L / 2, L), 1, 1e-14);
    }
  }
  EXPECT_LT(BeamBending(L, 0, 0.4).shear.norm(), 1e-16);
}

// ----- integrals

class SpatialBeam : public ::testing::TestWithParam<Shear> {};
INSTANTIATE_TEST_SUITE_P(All, SpatialBeam, ::testing::Values(Shear::rigid, Shear::elastic),
                         [](const auto& s) { return s.param == Shear::rigid ? "rigid" : "shearing"; });

TEST_P(SpatialBeam, SatisfiesTheIdentitiesOfTheIntegrals) {
  const ElasticBody body(three_arms(), section(GetParam()));
  const ShapeIntegrals<3> s = spatial_integrals(body);
  const Matrix rigid = body.rigid_motions();
  const ShapeMoments c = s.moments();
  ShapeMoments of_field = s.mass.make_moments();
  double length = 0;
  for (const auto& e : body.mesh().elements)
    length += (body.mesh().nodes[e.node[1]] - body.mesh().nodes[e.node[0]]).norm();
  EXPECT_NEAR(s.m, 2 * area * length, 1e-14 * s.m);
  for (int d = 0; d < 3; ++d) {
    const Vector3d e = Vector3d::Unit(d);
    const Vector t = rigid.col(d), rot = rigid.col(3 + d);
    EXPECT_LT((s.C * t - s.m * e).norm(), 1e-14 * s.m);
    EXPECT_LT((s.C * rot - e.cross(s.S0)).norm(), 1e-14 * s.m);
    // ∫ρ x rotᵀ = ∫ρ x (e × x)ᵀ = −X ẽ and ∫ρ rot rotᵀ = −ẽ X ẽ contain the rotary inertia.
    EXPECT_LT((c.combined(rot) + s.X * skew(e)).norm(), 1e-13 * s.X.norm());
    s.mass.moments(rot, of_field);
    EXPECT_LT((of_field.combined(rot) + skew(e) * s.X * skew(e)).norm(), 1e-13 * s.X.norm());
    EXPECT_LT((of_field.combined(t) - skew(e) * s.S0 * e.transpose()).norm(), 1e-13 * s.X.norm());
    EXPECT_NEAR(rot.dot(times(body.mass(), rot)), s.inertia()(d, d), 1e-13 * s.inertia()(d, d));
    for (const Vector& motion : {t, rot})
      EXPECT_LT(times(body.stiffness(), motion).norm(), 1e-13 * body.stiffness().dense().norm());
  }
  EXPECT_LT((with(s.mass, Matrix3d::Identity()).dense() - body.mass().dense()).norm(),
            1e-14 * body.mass().dense().norm());
}

TEST_P(SpatialBeam, HasSixMotionsWithoutEnergy) {
  for (const Mesh& mesh : {three_arms(), beam_frame_mesh({.points = {{0, 0, 0}, {0.4, 1, 0.2}}})}) {
    const ElasticBody body(mesh, section(GetParam()));
    const Vector values = symmetric_eigenvalues(body.stiffness().dense());
    EXPECT_LT(values.head<6>().cwiseAbs().maxCoeff(), 1e-14 * values.maxCoeff());
    EXPECT_GT(values[6], 1e-6 * values.maxCoeff());
    EXPECT_GT(symmetric_eigenvalues(body.mass().dense())[0], 0);
  }
}

/// A cloud of points of mass in one element with the Hermite functions of this test, or with those
/// of a beam that shears, by the equations of a section that stays plane.
struct Cloud {
  std::vector<SpatialShapePoint> points;

  Cloud(const Vector3d& a, const Vector3d& b, const SpatialBeamSection& s) {
    const double L = (b - a).norm();
    Matrix3d R;
    R.col(0) = (b - a) / L;
    R.col(2) = R.col(0).cross(*s.y).normalized();
    R.col(1) = R.col(2).cross(R.col(0));
    for (const auto& [z, weight] : gauss_rule(6))
      for (const auto& [zy, wy] : gauss_rule(3))
        for (const auto& [zz, wz] : gauss_rule(3)) {
          const Vector3d d(0, height * (zy - 0.5), width * (zz - 0.5));
          Eigen::Matrix<double, 3, 12> local = Eigen::Matrix<double, 3, 12>::Zero();
          for (int k = 0; k < 12; ++k) local.col(k) = field(Vector::Unit(12, k), s, L, z, d);
          Eigen::Matrix3Xd Phi(3, 12);
          for (int k = 0; k < 12; k += 3) Phi.middleCols<3>(k) = R * local.middleCols<3>(k) * R.transpose();
          points.push_back({2 * area * L * weight * wy * wz, a + z * (b - a) + R * d, Phi});
        }
  }

  /// The displacement of the point d of the section at z = s/L, from the static solution of
  /// Timoshenko's equations as two boundary value problems: w = c0 + c1 s + c2 s² + c3 s³,
  /// θ = w' + g w''' with g = EI/κGA (from EI θ'' = −κGA (w' − θ)).
  static Vector3d field(const Vector& q, const SpatialBeamSection& s, double L, double z, const Vector3d& d) {
    const auto line = [&](double w0, double t0, double w1, double t1, double g) {
      Eigen::Matrix4d A;
      A << 1, 0, 0, 0, 0, 1, 0, 6 * g, 1, L, L * L, L * L * L, 0, 1, 2 * L, 3 * L * L + 6 * g;
      const Eigen::Vector4d c = A.inverse() * Eigen::Vector4d(w0, t0, w1, t1);
      const double x = z * L;
      return std::pair(c[0] + x * (c[1] + x * (c[2] + x * c[3])),
                       c[1] + x * (2 * c[2] + 3 * x * c[3]) + 6 * g * c[3]);
    };
    const double gy = s.shear_y > 0 ? 40 * s.inertia_z / s.shear_y : 0,
                 gz = s.shear_z > 0 ? 40 * s.inertia_y / s.shear_z : 0;
    const auto [v, theta_z] = line(q[1], q[5], q[7], q[11], gy);
    const auto [w, minus_theta_y] = line(q[2], -q[4], q[8], -q[10], gz);
    const Vector3d u((1 - z) * q[0] + z * q[6], v, w),
        theta((1 - z) * q[3] + z * q[9], -minus_theta_y, theta_z);
    return u + theta.cross(d);
  }
};

TEST_P(SpatialBeam, HasTheIntegralsOfACloudOfPointsOfMass) {
  const Vector3d a(0.3, -0.4, 0.2), b(1.1, 0.5, -0.6);
  const SpatialBeamSection s = section(GetParam());
  const ElasticBody body(beam_frame_mesh({.points = {a, b}}), s);
  const ShapeIntegrals<3> of_body = spatial_integrals(body),
                          of_cloud = spatial_integrals(12, Cloud(a, b, s).points);
  EXPECT_NEAR(of_body.m, of_cloud.m, 1e-12 * of_body.m);
  EXPECT_LT((of_body.S0 - of_cloud.S0).norm(), 1e-12 * of_body.m);
  EXPECT_LT((of_body.X - of_cloud.X).norm(), 1e-12 * of_body.X.norm());
  EXPECT_LT((of_body.C - of_cloud.C).norm(), 1e-12 * of_body.C.norm());
  const ShapeMoments c = of_body.moments(), c_cloud = of_cloud.moments();
  for (int k = 0; k < 12; ++k) EXPECT_LT((c[k] - c_cloud[k]).norm(), 1e-12 * of_body.X.norm()) << k;
  Matrix3d H;
  H << 1, 2, 3, -4, 5, -6, 7, 8, -9;
  const Matrix M = with(of_body.mass, H).dense(), M_cloud = with(of_cloud.mass, H).dense();
  EXPECT_LT((M - M_cloud).norm(), 1e-12 * M.norm());
}

/// The mass matrix and the quadratic terms of [Wal94] from the integrals C1 … C6 of the cloud.
TEST_P(SpatialBeam, HasTheMassMatrixAndTheQuadraticTermsOfTheLiterature) {
  const Vector3d a(0.3, -0.4, 0.2), b(1.1, 0.5, -0.6);
  const SpatialBeamSection s = section(GetParam());
  const auto points = Cloud(a, b, s).points;
  const ElasticBody beam(beam_frame_mesh({.points = {a, b}}), s);
  const FlexibleBody<3> body(
      {.integrals = spatial_integrals(beam), .stiffness = full_matrix(Matrix::Zero(12, 12))});
  const int n = 12;
  Vector x = some(n + 7, 0.1, 0.2);
  x.segment<4>(3) << 1, 0, 0, 0;
  const Vector v = some(n + 6, 1.5, 1.1), q = x.tail(n), qd = v.tail(n);
  const Vector3d w = v.segment<3>(3);
  double m = 0;
  Vector3d mc = Vector3d::Zero();
  Matrix3d J0 = Matrix3d::Zero();
  Matrix C1 = Matrix::Zero(3, n), C2 = C1, Me = Matrix::Zero(n, n);
  std::vector<Matrix3d> C4(n, Matrix3d::Zero()), C6(n * n, Matrix3d::Zero());
  std::vector<Matrix> C5(n, C1);
  for (const auto& p : points) {
    m += p.mass;
    mc += p.mass * p.x;
    J0 -= p.mass * skew(p.x) * skew(p.x);
    C1 += p.mass * p.Phi;
    C2 += p.mass * skew(p.x) * p.Phi;
    Me += p.mass * p.Phi.transpose() * p.Phi;
    for (int j = 0; j < n; ++j) {
      C4[j] += p.mass * skew(p.x) * skew(p.Phi.col(j));
      C5[j] += p.mass * skew(p.Phi.col(j)) * p.Phi;
      for (int i = 0; i < n; ++i) C6[i + n * j] += p.mass * skew(p.Phi.col(i)) * skew(p.Phi.col(j));
    }
  }
  const Vector3d sq = mc + C1 * q, rate = C1 * qd;
  Matrix3d J = J0;
  Matrix Cr = C2;
  Vector3d h_t = -w.cross(w.cross(sq)) - 2 * w.cross(rate), h_r = Vector3d::Zero();
  Vector h_e = Vector::Zero(n);
  for (int j = 0; j < n; ++j) {
    J -= q[j] * (C4[j] + C4[j].transpose());
    Cr += q[j] * C5[j];
    Matrix3d sum = C4[j], sum_transposed = C4[j].transpose();
    for (int i = 0; i < n; ++i) {
      J -= q[i] * q[j] * C6[i + n * j];
      sum += q[i] * C6[i + n * j];
      sum_transposed += q[i] * C6[j + n * i];
      h_e[j] += 2 * qd[i] * w.dot(Vector3d(C5[j].col(i)));
    }
    h_r += 2 * sum * w * qd[j];
    h_e[j] -= w.dot(sum_transposed * w);
  }
  h_r -= w.cross(J * w);
  Matrix M(n + 6, n + 6);
  M << m * Matrix3d::Identity(), -skew(sq), C1, skew(sq), J, Cr, C1.transpose(), Cr.transpose(), Me;
  Vector h(n + 6);
  h << h_t, h_r, h_e;
  FlexibleBody<3>::Workspace work(body);
  FixedMatrix mass = body.pattern().with_zeros();
  Vector f(n + 6);
  body.mass(x, mass, work);
  body.force(x, v, f, work);
  EXPECT_LT((mass.dense() - M).norm(), 1e-12 * M.norm());
  EXPECT_LT((f - h).norm(), 1e-12 * h.norm());
}

// ----- statics

/// A cantilever of n elements, clamped at its start, in any direction.
struct Cantilever {
  double L;
  Matrix3d axes;
  ElasticBody body;
  DofSelection frame;

  Cantilever(double length, int n, const SpatialBeamSection& wanted, const Matrix3d& R)
      : L(length),
        axes(R),
        body(beam_frame_mesh({.points = {Vector3d(0.2, 0.1, -0.3), Vector3d(0.2, 0.1, -0.3) + L * R.col(0)},
                              .elements = n}),
             with_y(wanted, R.col(1))),
        frame(tangent_frame(body, "start")) {}
  static SpatialBeamSection with_y(SpatialBeamSection s, const Vector3d& y) {
    s.y = y;
    return s;
  }
  /// q under a force and a moment at the end, in the axes of the section.
  Vector under(const Vector3d& force, const Vector3d& moment) const {
    const Vector3d F = axes * force, M = axes * moment;
    const int end = body.mesh().only_node("end");
    Vector load = Vector::Zero(body.n_dofs());
    for (int c = 0; c < 3; ++c) {
      load += body.nodal_force(end, static_cast<NodalDof>(c), F[c]);
      load += body.nodal_force(end, static_cast<NodalDof>(3 + c), M[c]);
    }
    return frame.extend(static_shapes(frame.restrict(body.stiffness()), frame.restrict(load)));
  }
  Vector3d tip(const Vector& q) const {
    return axes.transpose() * body.displacement(body.mesh().only_node("end"), q);
  }
  Vector3d rotation(const Vector& q) const {
    Vector3d theta;
    for (int c = 0; c < 3; ++c)
      theta[c] = q[*body.dof(body.mesh().only_node("end"), static_cast<NodalDof>(3 + c))];
    return axes.transpose() * theta;
  }
};

Matrix3d tilted() { return Eigen::Quaterniond(0.5, 0.1, -0.7, 0.5).normalized().toRotationMatrix(); }

TEST_P(SpatialBeam, BendsTwistsAndShearsAsTheoryHasItWithOneElement) {
  const SpatialBeamSection s = section(GetParam());
  const bool shears = GetParam() == Shear::elastic;
  for (const double L : {0.2, 0.6, 30.0})  // shorter than thick … slender
    for (const int n : {1, 3}) {
      const Cantilever beam(L, n, s, tilted());
      const Vector3d F(5, 2, -3), M(0.4, -0.7, 0.9);
      const Vector q = beam.under(F, M);
      const double EIz = 40 * s.inertia_z, EIy = 40 * s.inertia_y;
      const double shear_y = shears ? F[1] * L / s.shear_y : 0, shear_z = shears ? F[2] * L / s.shear_z : 0;
      const Vector3d u(F[0] * L / (40 * area),
                       F[1] * L * L * L / (3 * EIz) + M[2] * L * L / (2 * EIz) + shear_y,
                       F[2] * L * L * L / (3 * EIy) - M[1] * L * L / (2 * EIy) + shear_z);
      const Vector3d theta(M[0] * L / (G_of_soft * s.torsion), (-F[2] * L * L / 2 + M[1] * L) / EIy,
                           (F[1] * L * L / 2 + M[2] * L) / EIz);
      // Rounding: 1e-16 times the condition of K.
      EXPECT_LT((beam.tip(q) - u).norm(), 1e-9 * u.norm()) << L << " " << n;
      EXPECT_LT((beam.rotation(q) - theta).norm(), 1e-9 * theta.norm()) << L << " " << n;
      // The part beyond a section pulls with F and turns with M and the lever of F.
      const Matrix forces = SectionForces::at_points(beam.body, q);
      ASSERT_EQ(forces.rows(), 6);
      for (int e = 0; e < n; ++e)
        for (int p = 0; p < SectionForces::n_points; ++p) {
          const double rest = L * (1 - (e + SectionForces::places()[p]) / n);
          const Vector at = forces.col(SectionForces::n_points * e + p);
          Vector expected(6);
          expected << F, M + rest * Vector3d::UnitX().cross(F);
          EXPECT_LT((at - expected).norm(), 1e-7 * expected.norm()) << L << " " << e << " " << p;
        }
    }
}

TEST(TimoshenkoBeam, InThePlaneHasTheTipOfAShortThickCantileverExactly) {
  const double E = 2e11, h = 0.1, A = h * h, I = A * h * h / 12, GA = 5.0 / 6 * E / 2.6 * A, F = 1e4;
  for (const double L : {0.05, 0.3, 50.0})
    for (const int n : {1, 4}) {
      const ElasticBody body(beam_mesh({.length = L, .elements = n, .angle = 0.4}),
                             BeamSection{.material = steel(), .area = A, .inertia = I, .shear = GA});
      const auto frame = tangent_frame(body, "start");
      const int end = body.mesh().only_node("end");
      const Vector load = body.nodal_force(end, NodalDof::x, -std::sin(0.4) * F) +
                          body.nodal_force(end, NodalDof::y, std::cos(0.4) * F);
      const Vector q = frame.extend(static_shapes(frame.restrict(body.stiffness()), frame.restrict(load)));
      const Vector3d u = body.displacement(end, q);
      const double w = -std::sin(0.4) * u[0] + std::cos(0.4) * u[1];
      const double exact = F * L * L * L / (3 * E * I) + F * L / GA;
      EXPECT_NEAR(w, exact, 1e-9 * exact) << L << " " << n;
      EXPECT_NEAR(q[*body.dof(end, NodalDof::rotation_z)], F * L * L / (2 * E * I), 1e-9 * exact / L);
      const Matrix forces = SectionForces::at_points(body, q);
      EXPECT_NEAR(forces(1, 0), F, 1e-5 * F);
      EXPECT_NEAR(forces(2, 0), F * L, 1e-5 * F * L);
    }
}

// ----- frequencies

Vector cantilever_frequencies(int n, double L, const SpatialBeamSection& s) {
  const Cantilever beam(L, n, s, tilted());
  return dense_frequencies(beam.frame.restrict(beam.body.stiffness()), beam.frame.restrict(beam.body.mass()));
}

double nearest(const Vector& omega, double wanted) {
  Eigen::Index k = 0;
  (omega.array() - wanted).abs().minCoeff(&k);
  return omega[k];
}

/// Slender, so that rotary inertia (1e-6 of ω²) is far below the errors that are measured.
TEST(SpatialBeamFrequencies, OfACantileverAreOfOrderFourInBothDirectionsAndTwoInTorsionAndTension) {
  SpatialBeamSection s = section(Shear::rigid);
  const double L = 400;
  const double of_y = std::sqrt(40 * s.inertia_z / (2 * area)) / (L * L),
               of_z = std::sqrt(40 * s.inertia_y / (2 * area)) / (L * L);
  const double torsion = pi / (2 * L) * std::sqrt(G_of_soft * s.torsion / (2 * (s.inertia_y + s.inertia_z)));
  const double tension = pi / (2 * L) * std::sqrt(40.0 / 2);
  const Vector coarse = cantilever_frequencies(4, L, s), fine = cantilever_frequencies(8, L, s);
  const auto order = [&](double exact) {
    return std::log2((nearest(coarse, exact) - exact) / (nearest(fine, exact) - exact));
  };
  for (const double scale : {of_y, of_z}) EXPECT_NEAR(order(22.0344915647 * scale), 4, 0.15);
  EXPECT_NEAR(order(torsion), 2, 0.05);
  EXPECT_NEAR(order(tension), 2, 0.05);
  for (const double scale : {of_y, of_z})
    EXPECT_NEAR(nearest(fine, 3.5160152685 * scale), 3.5160152685 * scale, 2e-5 * scale);
}

/// A pinned Timoshenko beam: with k = mπ/L, ω² is the smaller root of its frequency equation
/// ρ²I/κG ω⁴ − (ρA + ρI k² (1 + E/κG)) ω² + EI k⁴ = 0.
/// The shear is constant in an element: its part of the energy has an error of order 2.
TEST(TimoshenkoBeam, PinnedHasItsFrequenciesWithOrderTwo) {
  const double E = 2e11, rho = 7870, h = 0.1, A = h * h, I = A * h * h / 12, GA = 5.0 / 6 * E / 2.6 * A,
               L = 0.6;
  const auto exact = [&](int m) {
    const double k = m * pi / L, kappa_G = GA / A, a = rho * rho * I / kappa_G,
                 b = rho * A + rho * I * k * k * (1 + E / kappa_G), c = E * I * k * k * k * k;
    return std::sqrt((b - std::sqrt(b * b - 4 * a * c)) / (2 * a));
  };
  const auto omega = [&](int n) {
    const ElasticBody body(
        beam_mesh({.length = L, .elements = n}),
        BeamSection{
            .material = steel(), .area = A, .inertia = I, .axial = AxialPart::neglected, .shear = GA});
    const auto frame = chord_frame(body, 0, n);
    return Vector(dense_frequencies(frame.restrict(body.stiffness()), frame.restrict(body.mass())));
  };
  const Vector coarse = omega(8), fine = omega(16);
  for (int m = 1; m <= 2; ++m) {
    EXPECT_LT(std::abs(fine[m - 1] / exact(m) - 1), 2e-3) << m;
    EXPECT_NEAR(std::log2((coarse[m - 1] - exact(m)) / (fine[m - 1] - exact(m))), 2, 0.1) << m;
  }
  // Without shear the first is several percent too high.
  const double bending = pi * pi / (L * L) * std::sqrt(E * I / (rho * A));
  EXPECT_GT(bending, 1.03 * exact(1));
}

// ----- frames, meshes, faults

TEST(SpatialBeamFrames, AreTangentOrChordAndDescribeTheSameBody) {
  const ElasticBody body(beam_frame_mesh({.points = {{0, 0, 0}, {2, 0, 0}}, .elements = 4}),
                         section(Shear::elastic));
  const int end = body.mesh().only_node("end");
  EXPECT_EQ(tangent_frame(body, "start").n_kept(), 4 * 6);
  const auto chord = chord_frame(body, 0, end);
  EXPECT_EQ(chord.n_kept(), 5 * 6 - 6);
  EXPECT_LT(chord.place(*body.dof(0, NodalDof::rotation_x)), 0);
  EXPECT_GE(chord.place(*body.dof(0, NodalDof::rotation_z)), 0);
  const auto fault = [](auto make) -> std::string {
    try {
      make();
    } catch (const InvalidInput& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(fault([&] { (void)chord_frame(body, 0, end, 2); }).find("remove 'c'"), std::string::npos);
  // Only displacements at both ends: it could turn about its axis.
  std::vector<int> ends;
  for (const int node : {0, end})
    for (const NodalDof c : {NodalDof::x, NodalDof::y, NodalDof::z}) ends.push_back(*body.dof(node, c));
  EXPECT_NE(fault([&] { (void)fixed_frame(body, ends); }).find("along (1, 0, 0) free"), std::string::npos);
}

TEST(BeamFrameMesh, ConnectsLinesAtTheirPointsAndNamesFaults) {
  const Mesh mesh = three_arms();
  EXPECT_TRUE(mesh_faults(mesh).empty()) << mesh_faults(mesh).front();
  EXPECT_EQ(mesh.n_elements(), 6);
  EXPECT_EQ(mesh.n_nodes(), 7);
  EXPECT_EQ(mesh.nodes[mesh.only_node("point3")], Vector3d(0.2, -1.1, 0.9));
  EXPECT_EQ(mesh.only_node("end"), mesh.only_node("point3"));
  const auto fault = [](const BeamFrameData& data) -> std::string {
    try {
      (void)beam_frame_mesh(data);
    } catch (const InvalidInput& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(fault({.points = {{0, 0, 0}, {0, 0, 0}}}).find("from point 0 to point 1 has no length"),
            std::string::npos);
  EXPECT_NE(
      fault({.points = {{0, 0, 0}, {1, 0, 0}}, .lines = {{0, 2}}}).find("point 2 of a line does not exist"),
      std::string::npos);
  EXPECT_NE(
      fault({.points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, .lines = {{0, 1}}}).find("point 2 is in no line"),
      std::string::npos);
}

TEST(SpatialBeamSections, RefuseMissingAndParallelDirectionsAndNegativeAreas) {
  const auto faults = [](const SpatialBeamSection& s) -> std::vector<std::string> {
    try {
      const ElasticBody body(beam_frame_mesh({.points = {{0, 0, 0}, {2, 0, 0}}}), s);
    } catch (const InvalidInput& e) {
      return e.faults();
    }
    return {};
  };
  SpatialBeamSection s = section(Shear::rigid);
  s.y = {};
  ASSERT_EQ(faults(s).size(), 1u);
  EXPECT_NE(faults(s)[0].find("direction of the section's y axis must be given"), std::string::npos);
  s.inertia_y = s.inertia_z;
  EXPECT_TRUE(faults(s).empty());
  s.y = Vector3d(3, 0, 0);
  ASSERT_EQ(faults(s).size(), 1u);
  EXPECT_NE(faults(s)[0].find("(3, 0, 0), is parallel to element 0"), std::string::npos) << faults(s)[0];
  s.y = Vector3d(0, 1, 0);
  s.area = -1;
  s.torsion = 0;
  EXPECT_EQ(faults(s).size(), 2u);
  EXPECT_EQ(faults(SpatialBeamSection{}).size(), 6u);
}

TEST(GmshLines, MayLieInSpace) {
  const Mesh mesh = parse_gmsh(R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
0 1 "hub"
1 2 "arms"
$EndPhysicalNames
$Nodes
3
1 0 0 0
2 1 0 0.5
3 0 1 -0.5
$EndNodes
$Elements
3
1 15 2 1 1 1
2 1 2 2 1 1 2
3 1 2 2 1 1 3
$EndElements
)",
                               "arms.msh");
  EXPECT_EQ(mesh.only_node("hub"), 0);
  const ElasticBody body(mesh, section(Shear::rigid));
  EXPECT_EQ(body.n_dofs(), 18);
  try {
    const ElasticBody planar(mesh, rod_beam());
    FAIL();
  } catch (const InvalidInput& e) {
    EXPECT_NE(std::string(e.what()).find("node 2 has z = 0.5; planar meshes have z = 0"), std::string::npos);
  }
}

// ----- the range of the elements

TEST(BeamResolution, MeasuresTheErrorsOfFrequenciesByHalvedElements) {
  SpatialBeamSection s = section(Shear::rigid);
  const Cantilever beam(400, 2, s, tilted());
  const FrequencyErrors errors = beam_frequency_errors(beam.body, beam.frame, 3);
  const double of_z = std::sqrt(40 * s.inertia_y / (2 * area)) / (400.0 * 400);
  EXPECT_NEAR(errors.omega[0], 3.5160152685 * of_z, 1e-3 * errors.omega[0]);
  const double exact = errors.omega[0] / (3.5160152685 * of_z) - 1;
  EXPECT_NEAR(errors.relative[0], 15.0 / 16 * exact, 0.1 * exact);  // rotary inertia, higher order
  EXPECT_EQ(errors.relative.size(), 3);
  // Without conditions the rigid motions are not among the frequencies: those of a free beam begin
  // with 22.373 √(EI/ρA)/L².
  const Cantilever short_beam(40, 2, s, tilted());
  const FrequencyErrors free =
      beam_frequency_errors(short_beam.body, DofSelection(short_beam.body.n_dofs(), {}), 2);
  EXPECT_NEAR(free.omega[0], 22.373 * 100 * of_z, 0.03 * free.omega[0]);
  EXPECT_GT(free.relative.minCoeff(), 0);
}

TEST(BeamResolution, KnowsTheLongestChainAndTheShearThatIsNeglected) {
  const ElasticBody body(three_arms(), section(Shear::rigid));
  // All three arms meet at one point, so the longest arm is the longest chain.
  double longest = 0;
  for (const auto& end : {Vector3d(1.4, 0.3, 0.1), Vector3d(-0.5, 0.4, 1.2), Vector3d(0.2, -1.1, 0.9)})
    longest = std::max(longest, (end - Vector3d(0.1, -0.2, 0.3)).norm());
  const Slenderness found = slenderness(body);
  EXPECT_NEAR(found.length, longest, 1e-14);
  EXPECT_NEAR(found.thickness, height, 1e-14);
  EXPECT_EQ(slenderness(ElasticBody(three_arms(), section(Shear::elastic))).neglected_shear, 0);
  // Of the pinned beam above: the frequency with rotary inertia and without shear over that with
  // both.
  const double E = 2e11, h = 0.1, A = h * h, I = A * h * h / 12, L = 1, k = pi / L;
  const ElasticBody beam(beam_mesh({.length = L}), BeamSection{.material = steel(), .area = A, .inertia = I});
  const double r2 = I / A * k * k, shear = r2 * 2.6 * 1.2;
  const double lowered = std::sqrt((1 + r2 + shear) / (1 + r2)) - 1;
  EXPECT_NEAR(slenderness(beam).neglected_shear, lowered, 0.05 * lowered);
  EXPECT_NEAR(E, steel().modulus, 0);
}

// ----- in a plane

/// A beam along x whose spatial unknowns out of the plane stay zero has the planar equations.
TEST(SpatialBeamInAPlane, HasThePlanarEquations) {
  const double h = 0.008;
  for (const bool shears : {false, true}) {
    BeamSection flat = rod_beam();
    const double GA = shears ? 5.0 / 6 * flat.area * 2e11 / 2.6 : 0;
    flat.shear = GA;
    const SpatialBeamSection solid{.material = steel(),
                                   .area = flat.area,
                                   .inertia_y = 0.3 * flat.inertia,
                                   .inertia_z = flat.inertia,
                                   .torsion = 0.2 * h * h * h * h,
                                   .shear_y = GA,
                                   .shear_z = GA,
                                   .y = Vector3d(0, 1, 0)};
    const ElasticBody planar(beam_mesh({.length = 0.3, .elements = 4}), flat),
        spatial(beam_mesh({.length = 0.3, .elements = 4}), solid);
    const auto frame = tangent_frame(planar, "start"), frame3 = tangent_frame(spatial, "start");
    const FlexibleBody<2> body({.integrals = shape_integrals(planar).restricted(frame),
                                .stiffness = frame.restrict(planar.stiffness()),
                                .gravity = {0.7, -9.81}});
    const FlexibleBody<3> body3({.integrals = spatial_integrals(spatial).restricted(frame3),
                                 .stiffness = frame3.restrict(spatial.stiffness()),
                                 .gravity = {0.7, -9.81, 0}});
    const int n = frame.n_kept(), n3 = frame3.n_kept();
    const auto lifted = [&](const Vector& q, int first) {  // the same deformation in space
      Vector q3 = Vector::Zero(n3);
      for (int node = 0; node < planar.mesh().n_nodes(); ++node)
        for (const NodalDof c : {NodalDof::x, NodalDof::y, NodalDof::rotation_z})
          if (const int to = frame3.place(*spatial.dof(node, c)); to >= 0)
            q3[to] = q[first + frame.place(*planar.dof(node, c))];
      return q3;
    };
    const Vector x = some(n + 3, 1e-4, 0.2), v = some(n + 3, 0.1, 0.5), a = some(n + 3, 5, 1.2);
    Vector r(n + 3), r3(n3 + 6), x3(n3 + 7), v3(n3 + 6), a3(n3 + 6);
    x3 << x[0], x[1], 0, std::cos(x[2] / 2), 0, 0, std::sin(x[2] / 2), lifted(x, 3);
    v3 << v[0], v[1], 0, 0, 0, v[2], lifted(v, 3);
    a3 << a[0], a[1], 0, 0, 0, a[2], lifted(a, 3);
    FlexibleBody<2>::Workspace work(body);
    FlexibleBody<3>::Workspace work3(body3);
    body.residual(x, v, a, r, work);
    body3.residual(x3, v3, a3, r3, work3);
    EXPECT_LT((r3.head<3>() - Vector3d(r[0], r[1], 0)).norm(), 1e-12 * r.head<2>().norm());
    EXPECT_LT((r3.segment<3>(3) - Vector3d(0, 0, r[2])).norm(), 1e-12 * std::abs(r[2]));
    EXPECT_LT((r3.tail(n3) - lifted(r, 3)).norm(), 1e-12 * r.tail(n).norm());
    EXPECT_NEAR(body.kinetic_energy(x, v, work), body3.kinetic_energy(x3, v3, work3), 1e-13);
  }
}

}  // namespace spatial_beams_test
}  // namespace pleuel::fem
