// The equations of elastic bodies in space.
#include "pleuel/fem/spatial_body.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "fem/bodies.hpp"
#include "support/allocation_count.hpp"

namespace pleuel::fem {
namespace spatial_body_test {

using Eigen::Matrix3d;
using Eigen::Vector3d;

const ElasticMaterial soft{.modulus = 40, .poisson = 0.3, .density = 2};

Vector some(Eigen::Index n, double size, double phase) {
  Vector x(n);
  for (Eigen::Index i = 0; i < n; ++i) x[i] = size * std::sin(2.3 * static_cast<double>(i) + phase);
  return x;
}

/// Coordinates with a unit quaternion.
Vector coordinates(int n, double size) {
  Vector x = some(n + 7, size, 0.2);
  x.segment<4>(3) << 0.5, -0.7, 0.3, 0.6;
  x.segment<4>(3).normalize();
  return x;
}

Matrix3d skew(const Vector3d& u) {
  Matrix3d m;
  m << 0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0;
  return m;
}

Matrix3d rotation_of(const Vector& x) {
  return Eigen::Quaterniond(x[3], x[4], x[5], x[6]).toRotationMatrix();
}

/// Sums over points of mass: ṙ = J v with J = (I, −A z̃, A Φ), r̈ = J v̇ + A(ω̃ω̃z + 2ω̃u̇).
struct PointSums {
  Matrix M;
  Vector f;
  double T = 0;

  PointSums(Vector x, Vector v)
      : M(Matrix::Zero(v.size(), v.size())), f(Vector::Zero(v.size())), x_(std::move(x)), v_(std::move(v)) {}

  void add(double mass, const Vector3d& point, const Matrix& Phi) {
    const Matrix3d A = rotation_of(x_);
    const Eigen::Index n = v_.size() - 6;
    const Vector3d omega = v_.segment<3>(3), z = point + Phi * x_.tail(n), rate = Phi * v_.tail(n);
    Matrix J(3, v_.size());
    J << Matrix3d::Identity(), -A * skew(z), A * Phi;
    const Vector3d curvature = A * (omega.cross(omega.cross(z)) + 2 * omega.cross(rate));
    M += mass * J.transpose() * J;
    f -= mass * J.transpose() * curvature;
    T += 0.5 * mass * (J * v_).squaredNorm();
  }

 private:
  Vector x_, v_;
};

/// M a − f by the evaluator, compared with its residual.
Vector residual(const FlexibleBody<3>& body, const Vector& x, const Vector& v, const Vector& a) {
  FlexibleBody<3>::Workspace work(body);
  FixedMatrix M = body.pattern().with_zeros();
  Vector f(body.size());
  body.mass(x, M, work);
  body.force(x, v, f, work);
  Vector product = times(M, a) - f, r(body.size());
  body.residual(x, v, a, r, work);
  EXPECT_LT((r - product).norm(), 1e-13 * (times(M, a).norm() + f.norm()));
  return product;
}

/// x moved by (δy, δθ, δq): the frame is turned about its own axes.
Vector moved(const Vector& x, int i, double h) {
  Vector y = x;
  if (i < 3) {
    y[i] += h;
  } else if (i < 6) {
    const Eigen::Quaterniond p(x[3], x[4], x[5], x[6]);
    const Eigen::Quaterniond turned = p * Eigen::Quaterniond(Eigen::AngleAxisd(h, Vector3d::Unit(i - 3)));
    y.segment<4>(3) << turned.w(), turned.x(), turned.y(), turned.z();
  } else {
    y[i + 1] += h;
  }
  return y;
}

void expect_derivatives(const FlexibleBody<3>& body) {
  const Vector x = coordinates(body.n_deformation(), 0.02), v = some(body.size(), 3, 0.5),
               a = some(body.size(), 5, 1.2);
  FlexibleBody<3>::Workspace work(body);
  FixedMatrix by_x = body.pattern().with_zeros(), by_v = body.pattern().with_zeros();
  body.derivatives(x, v, a, by_x, by_v, work);
  const Matrix X = by_x.dense(), V = by_v.dense();
  const double size = X.norm();
  for (int i = 0; i < body.size(); ++i) {
    double h = 1e-5;
    const Vector dx =
        (residual(body, moved(x, i, h), v, a) - residual(body, moved(x, i, -h), v, a)) / (2 * h);
    EXPECT_LT((dx - X.col(i)).norm(), 1e-8 * size) << "x" << i;
    h = 0.1;  // the residual is of second degree in v, so that central differences are exact
    Vector plus = v, minus = v;
    plus[i] += h;
    minus[i] -= h;
    const Vector dv = (residual(body, x, plus, a) - residual(body, x, minus, a)) / (2 * h);
    EXPECT_LT((dv - V.col(i)).norm(), 1e-11 * (V.norm() + 1)) << "v" << i;
  }
}

std::vector<SpatialShapePoint> cloud(int n) {
  std::vector<SpatialShapePoint> points;
  for (int k = 0; k < 11; ++k) {
    SpatialShapePoint p{
        0.5 + 0.1 * k, {std::cos(2.0 * k), std::sin(3.0 * k), std::cos(5.0 * k)}, Eigen::Matrix3Xd(3, n)};
    for (int i = 0; i < 3 * n; ++i) p.Phi(i % 3, i / 3) = std::sin(1.3 * k + 0.7 * i);
    points.push_back(p);
  }
  return points;
}

TEST(SpatialFlexibleBody, IsTheSumOfItsPointsOfMass) {
  const auto points = cloud(5);
  const FlexibleBody<3> body(
      {.integrals = spatial_integrals(5, points), .stiffness = full_matrix(Matrix::Zero(5, 5))});
  const Vector x = coordinates(5, 0.8), v = some(11, 1.5, 1.1);
  PointSums sums(x, v);
  for (const auto& p : points) sums.add(p.mass, p.x, p.Phi);
  FlexibleBody<3>::Workspace work(body);
  FixedMatrix M = body.pattern().with_zeros();
  Vector f(11);
  body.mass(x, M, work);
  body.force(x, v, f, work);
  EXPECT_LT((M.dense() - sums.M).norm(), 1e-14 * sums.M.norm());
  EXPECT_LT((f - sums.f).norm(), 2e-14 * sums.f.norm());
  EXPECT_NEAR(body.kinetic_energy(x, v, work), sums.T, 1e-14 * sums.T);
}

Mesh small_box(CellType type) {
  Mesh mesh = solid_box_mesh({.length = 2,
                              .height = 0.7,
                              .width = 0.5,
                              .nx = 2,
                              .ny = 1,
                              .nz = 1,
                              .type = type,
                              .corner = {0.1, -0.2, -0.3}});
  for (int i = 0; i < mesh.n_nodes(); ++i)
    mesh.nodes[i] += 0.01 * Vector3d(std::sin(3 * i), std::cos(5 * i), std::sin(7 * i));
  return mesh;
}

FlexibleBodyData<3> data_of(const ElasticBody& body, const DofSelection& frame) {
  return {.integrals = spatial_integrals(body).restricted(frame),
          .stiffness = frame.restrict(body.stiffness()),
          .damping = frame.restrict(body.damping({.alpha = 2, .beta = 0.1})),
          .gravity = {0.7, -1.3, -9.81}};
}

class SpatialIntegralsOf : public ::testing::TestWithParam<CellType> {};
INSTANTIATE_TEST_SUITE_P(All, SpatialIntegralsOf, ::testing::Values(CellType::tet4, CellType::tet10),
                         [](const auto& type) { return name_of(type.param); });

/// For displacements that the elements represent: e_d, e_d × x and x.
TEST_P(SpatialIntegralsOf, SatisfyTheIdentities) {
  const ElasticBody body(small_box(GetParam()), SolidSection{soft});
  const ShapeIntegrals<3> s = spatial_integrals(body);
  const Matrix rigid = body.rigid_motions();
  const Vector dil = body.dilation();
  const ShapeMoments c = s.moments();
  ShapeMoments of_field = s.mass.make_moments();
  for (int d = 0; d < 3; ++d) {
    const Vector t = rigid.col(d), rot = rigid.col(3 + d);
    EXPECT_LT((s.C * t - s.m * Vector3d::Unit(d)).norm(), 1e-14 * s.m);
    EXPECT_LT((s.C * rot - Vector3d::Unit(d).cross(s.S0)).norm(), 1e-14 * s.m);
    // ∫ρ x rotᵀ = ∫ρ x (e × x)ᵀ = −X ẽ
    EXPECT_LT((c.combined(rot) + s.X * skew(Vector3d::Unit(d))).norm(), 1e-13 * s.X.norm());
    s.mass.moments(rot, of_field);
    EXPECT_LT((of_field.combined(dil) - skew(Vector3d::Unit(d)) * s.X).norm(), 1e-13 * s.X.norm());
    // The moment of inertia about the axis is the kinetic energy of the rotation.
    EXPECT_NEAR(rot.dot(times(body.mass(), rot)), s.inertia()(d, d), 1e-13 * s.inertia()(d, d));
    EXPECT_LT(times(body.stiffness(), rot).norm(), 1e-12 * soft.modulus);
  }
  EXPECT_LT((s.C * dil - s.S0).norm(), 1e-14 * s.m);
  EXPECT_LT((c.combined(dil) - s.X).norm(), 1e-13 * s.X.norm());
  EXPECT_LT((s.mass.matrix().dense() - body.mass().dense()).norm(), 1e-15 * body.mass().dense().norm());
}

TEST_P(SpatialIntegralsOf, AreThoseOfTheSumOverPointsOfMass) {
  const ElasticBody body(small_box(GetParam()), SolidSection{soft});
  const ShapeIntegrals<3> a = spatial_integrals(body), b = summed_spatial_integrals(body);
  EXPECT_NEAR(a.m, b.m, 1e-13 * a.m);
  EXPECT_LT((a.S0 - b.S0).norm(), 1e-13 * a.m);
  EXPECT_LT((a.X - b.X).norm(), 1e-13 * a.X.norm());
  EXPECT_LT((a.C - b.C).norm(), 1e-13 * a.C.norm());
  const ShapeMoments ca = a.moments(), cb = b.moments();
  Matrix3d H;
  H << 1, 2, 3, -4, 5, -6, 7, 8, -9;
  const auto with = [&](const FieldMass& mass) {
    FixedMatrix M = mass.pattern().with_zeros();
    std::vector<int> slots(M.row.size());
    for (std::size_t k = 0; k < slots.size(); ++k) slots[k] = static_cast<int>(k);
    mass.add(H, slots, M.value);
    return M.dense();
  };
  for (int k = 0; k < a.size(); ++k) EXPECT_LT((ca[k] - cb[k]).norm(), 1e-13 * a.X.norm()) << k;
  EXPECT_LT((with(a.mass) - with(b.mass)).norm(), 1e-13 * with(a.mass).norm());
}

TEST_P(SpatialIntegralsOf, MakeABodyThatIsTheSumOfItsPointsOfMassAndStaysSparse) {
  const ElasticBody solid(small_box(GetParam()), SolidSection{soft});
  const auto frame = tangent_frame(solid, "left");
  const FlexibleBodyData<3> data = data_of(solid, frame);
  const FlexibleBody<3> body(data);
  const int n = body.n_deformation();
  EXPECT_EQ(body.pattern().n_entries(), data.stiffness.n_entries() + 12 * n + 36);
  const Vector x = coordinates(n, 0.03), v = some(n + 6, 2, 0.9);
  PointSums sums(x, v);
  solid.for_each_mass_point([&](const MassPoint& p) {
    Matrix Phi = Matrix::Zero(3, n);
    for (std::size_t k = 0; k < p.dofs.size(); ++k)
      if (const int place = frame.place(p.dofs[k]); place >= 0) Phi.col(place) = p.Phi.col(k);
    sums.add(p.mass, p.x, Phi);
  });
  FlexibleBody<3>::Workspace work(body);
  FixedMatrix M = body.pattern().with_zeros();
  Vector f(n + 6), weight = Vector::Zero(n + 6);
  body.mass(x, M, work);
  body.force(x, v, f, work);
  EXPECT_LT((M.dense() - sums.M).norm(), 1e-13 * sums.M.norm());
  // Gravity acts as an acceleration −g of the frame; elasticity and damping are added.
  weight.head<3>() = data.gravity;
  Vector expected = sums.f + sums.M * weight;
  expected.tail(n) -= times(data.stiffness, x.tail(n)) + times(data.damping, v.tail(n));
  EXPECT_LT((f - expected).norm(), 1e-12 * expected.norm());
  EXPECT_LT((f - expected).head<6>().norm(), 1e-12 * sums.f.norm());
  EXPECT_NEAR(body.kinetic_energy(x, v, work), sums.T, 1e-13 * sums.T);
}

TEST_P(SpatialIntegralsOf, HaveTheDerivativesOfTheResidual) {
  const ElasticBody solid(small_box(GetParam()), SolidSection{soft});
  expect_derivatives(FlexibleBody<3>(data_of(solid, tangent_frame(solid, "left"))));
}

TEST(SpatialFlexibleBody, OfReducedShapesIsTheProjectionOfTheWholeBody) {
  const ElasticBody solid(small_box(CellType::tet10), SolidSection{soft});
  const auto frame = tangent_frame(solid, "left");
  const FlexibleBodyData<3> data = data_of(solid, frame);
  const FlexibleBody<3> whole(data);
  const int n = whole.n_deformation(), m = 4;
  Matrix V(n, m);
  for (int k = 0; k < m; ++k)
    for (int i = 0; i < n; ++i) V(i, k) = 0.3 * std::sin((2.3 + 0.31 * k) * i);
  const ReducedBody<3> reduced(data.integrals, data.stiffness, V);
  const FlexibleBody<3> small({.integrals = reduced.integrals,
                               .stiffness = full_matrix(reduced.stiffness),
                               .damping = full_matrix(projected(data.damping, V)),
                               .gravity = data.gravity});
  expect_derivatives(small);
  const Vector p = coordinates(m, 0.1), vp = some(m + 6, 2, 0.9), ap = some(m + 6, 3, 0.1);
  const auto full = [&](const Vector& of_small, int frame_size) {
    Vector of_whole(n + frame_size);
    of_whole << of_small.head(frame_size), V * of_small.tail(m);
    return of_whole;
  };
  const Vector r = residual(whole, full(p, 7), full(vp, 6), full(ap, 6));
  Vector expected(m + 6);
  expected << r.head<6>(), V.transpose() * r.tail(n);
  EXPECT_LT((residual(small, p, vp, ap) - expected).norm(), 1e-12 * expected.norm());
}

/// Planar shape functions in space, with the frame turned to any plane: the planar equations.
TEST(SpatialFlexibleBody, InAPlaneHasThePlanarEquations) {
  for (const bool is_beam : {true, false}) {
    const ElasticBody rod = is_beam ? ElasticBody(beam_mesh({.length = 0.3, .elements = 4}), rod_beam())
                                    : ElasticBody(rod_mesh(5, 1), rod_section());
    const auto frame = is_beam ? tangent_frame(rod, "start") : tangent_frame(rod, "left");
    const int n = frame.n_kept();
    std::vector<SpatialShapePoint> points;
    rod.for_each_mass_point([&](const MassPoint& p) {
      SpatialShapePoint point{p.mass, p.x, Eigen::Matrix3Xd::Zero(3, n)};
      for (std::size_t k = 0; k < p.dofs.size(); ++k)
        if (const int place = frame.place(p.dofs[k]); place >= 0)
          point.Phi.col(place).head<2>() = p.Phi.col(static_cast<Eigen::Index>(k));
      points.push_back(point);
    });
    const FixedMatrix K = frame.restrict(rod.stiffness());
    const Matrix3d plane = Eigen::Quaterniond(0.5, 0.1, -0.7, 0.5).normalized().toRotationMatrix();
    const Eigen::Vector2d g(0.7, -9.81);
    const FlexibleBody<2> planar(
        {.integrals = shape_integrals(rod).restricted(frame), .stiffness = K, .gravity = g});
    const FlexibleBody<3> spatial({.integrals = spatial_integrals(n, points),
                                   .stiffness = K,
                                   .gravity = plane * Vector3d(g[0], g[1], 0)});
    const Vector x = some(n + 3, 1e-4, 0.2), v = some(n + 3, 0.1, 0.5), a = some(n + 3, 5, 1.2);
    Vector r(n + 3), r3(n + 6), x3(n + 7), v3(n + 6), a3(n + 6);
    const Eigen::Quaterniond p(plane * Eigen::AngleAxisd(x[2], Vector3d::UnitZ()).toRotationMatrix());
    x3 << plane * Vector3d(x[0], x[1], 0), p.w(), p.x(), p.y(), p.z(), x.tail(n);
    v3 << plane * Vector3d(v[0], v[1], 0), 0, 0, v[2], v.tail(n);
    a3 << plane * Vector3d(a[0], a[1], 0), 0, 0, a[2], a.tail(n);
    FlexibleBody<2>::Workspace work(planar);
    FlexibleBody<3>::Workspace work3(spatial);
    planar.residual(x, v, a, r, work);
    spatial.residual(x3, v3, a3, r3, work3);
    EXPECT_LT((plane.transpose() * r3.head<3>() - Vector3d(r[0], r[1], 0)).norm(),
              1e-12 * r.head<2>().norm());
    EXPECT_LT((r3.segment<3>(3) - Vector3d(0, 0, r[2])).norm(), 1e-12 * std::abs(r[2]));
    EXPECT_LT((r3.tail(n) - r.tail(n)).norm(), 1e-12 * r.tail(n).norm());
    EXPECT_NEAR(planar.kinetic_energy(x, v, work), spatial.kinetic_energy(x3, v3, work3), 1e-13);
  }
}

TEST(SpatialFlexibleBody, AtRestHasItsWeightAndStiffness) {
  const ElasticBody solid(small_box(CellType::tet4), SolidSection{soft});
  const auto frame = tangent_frame(solid, "left");
  const FlexibleBody<3> body(data_of(solid, frame));
  FlexibleBody<3>::Workspace work(body);
  const Vector x = coordinates(body.n_deformation(), 0.02), zero = Vector::Zero(body.size());
  Vector still(body.size()), moving(body.size());
  body.residual(x, ConstVec(nullptr, 0), ConstVec(nullptr, 0), still, work);
  body.residual(x, zero, zero, moving, work);
  EXPECT_LT((still - moving).norm(), 1e-14 * still.norm());
  // Forces are minus the gradient of potential energy.
  for (int i = 0; i < body.size(); ++i) {
    const double h = 1e-5;
    const double slope =
        (body.potential_energy(moved(x, i, h), work) - body.potential_energy(moved(x, i, -h), work)) /
        (2 * h);
    // Rotations of the frame do not move its origin, so that torques are about it.
    EXPECT_NEAR(still[i], slope, 1e-8 * still.norm()) << i;
  }
}

TEST(SpatialFlexibleBody, AllocatesNothingAfterItIsMade) {
  if (!PLEUEL_COUNTS_ALLOCATIONS) GTEST_SKIP() << "a sanitizer counts allocations itself";
  const ElasticBody solid(small_box(CellType::tet10), SolidSection{soft});
  const FlexibleBody<3> body(data_of(solid, tangent_frame(solid, "left")));
  FlexibleBody<3>::Workspace work(body);
  FixedMatrix M = body.pattern().with_zeros(), by_x = M, by_v = M;
  const Vector x = coordinates(body.n_deformation(), 0.02), v = some(body.size(), 2, 1),
               a = some(body.size(), 2, 2);
  Vector f(body.size());
  const long before = testing::allocation_count();
  body.mass(x, M, work);
  body.force(x, v, f, work);
  body.residual(x, v, a, f, work);
  body.derivatives(x, v, a, by_x, by_v, work);
  (void)body.kinetic_energy(x, v, work);
  (void)body.potential_energy(x, work);
  EXPECT_EQ(testing::allocation_count(), before);
}

}  // namespace spatial_body_test
}  // namespace pleuel::fem
