#include "pleuel/model/body/shape.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <functional>

#include "pleuel/model/body/inertia_check.hpp"

namespace pleuel {
namespace shape_test {

using Eigen::Matrix3d, Eigen::Vector2d, Eigen::Vector3d;

/// Midpoints of a grid of n³ cells in a box, those for which `is_inside` holds.
MassProperties integrated(const Vector3d& low, const Vector3d& high, int n,
                          const std::function<bool(const Vector3d&)>& is_inside) {
  const Vector3d h = (high - low) / n;
  const double dV = h.prod();
  MassProperties sum;
  Matrix3d second = Matrix3d::Zero();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        const Vector3d p = low + h.cwiseProduct(Vector3d(i + 0.5, j + 0.5, k + 0.5));
        if (!is_inside(p)) continue;
        sum.mass += dV;
        sum.com += dV * p;
        second += dV * (p.squaredNorm() * Matrix3d::Identity() - p * p.transpose());
      }
    }
  }
  sum.com /= sum.mass;
  const Vector3d& c = sum.com;
  sum.inertia = second - sum.mass * (c.squaredNorm() * Matrix3d::Identity() - c * c.transpose());
  return sum;
}

// Cells at the surface are in or out as a whole: with 80 cells an edge the errors are some 0.1 %.
void expect_near(const MassProperties& shape, const MassProperties& sum, double relative) {
  const double size = std::cbrt(sum.mass);
  EXPECT_NEAR(shape.mass, sum.mass, relative * sum.mass);
  EXPECT_LT((shape.com - sum.com).norm(), relative * size);
  EXPECT_LT((shape.inertia - sum.inertia).norm(), 3 * relative * sum.inertia.norm());
}

constexpr int n_cells = 80;

TEST(Shape, ABoxAgreesWithIntegration) {
  const Vector3d e(1, 2, 3);
  // The grid fits: midpoints err by a relative h² = 1/n².
  expect_near(box(e), integrated(-e / 2, e / 2, n_cells, [](const auto&) { return true; }), 2e-4);
}

TEST(Shape, ACylinderAgreesWithIntegration) {
  const Vector3d e(1, 1, 0.7);
  const auto inside = [](const Vector3d& p) { return p.head<2>().norm() < 1 && p.head<2>().norm() > 0.6; };
  expect_near(cylinder(1, 0.6, 1.4), integrated(-e, e, n_cells, inside), 2e-3);
}

TEST(Shape, ASphereAgreesWithIntegration) {
  const Vector3d e(1, 1, 1);
  expect_near(sphere(1), integrated(-e, e, n_cells, [](const Vector3d& p) { return p.norm() < 1; }), 2e-3);
}

TEST(Shape, ARodAgreesWithIntegrationInAnyDirection) {
  const Vector3d a(0.1, 0.2, -0.1), b(1, 0.8, 0.9);
  const Vector3d u = (b - a).normalized();
  const double r = 0.3, l = (b - a).norm();
  const auto inside = [&](const Vector3d& p) {
    const double s = (p - a).dot(u);
    return s > 0 && s < l && (p - a - s * u).norm() < r;
  };
  expect_near(rod(a, b, r), integrated(Vector3d::Constant(-0.5), Vector3d::Constant(1.5), 100, inside), 5e-3);
}

TEST(Shape, AThinRodHasTheTextbookInertia) {
  const auto line = times(rod(Vector3d::Zero(), Vector3d(3, 0, 0), 0), 2);
  EXPECT_EQ(line.mass, 2);
  EXPECT_DOUBLE_EQ(line.inertia(2, 2), 2 * 9.0 / 12);
  EXPECT_NEAR(line.inertia(0, 0), 0, 1e-15);
}

TEST(Shape, APolygonAgreesWithIntegrationInEitherSense) {
  // An L, not convex.
  std::vector<Vector2d> points = {{0, 0}, {2, 0}, {2, 0.5}, {0.5, 0.5}, {0.5, 1}, {0, 1}};
  const auto inside = [](const Vector3d& p) { return p.y() < 0.5 || p.x() < 0.5; };
  const auto sum = integrated({0, 0, -0.2}, {2, 1, 0.2}, n_cells, inside);
  expect_near(polygon(points, 0.4), sum, 2e-4);
  std::reverse(points.begin(), points.end());
  expect_near(polygon(points, 0.4), sum, 2e-4);
}

TEST(Shape, APolygonFarAwayKeepsItsInertia) {
  std::vector<Vector2d> points = {{0, 0}, {1, 0}, {0.3, 0.8}};
  const auto here = polygon(points, 1);
  for (auto& p : points) p += Vector2d(1e6, -1e6);
  // The corners themselves are rounded by 1e6 · 1e-16.
  EXPECT_LT((polygon(points, 1).inertia - here.inertia).norm(), 1e-9 * here.inertia.norm());
}

TEST(Shape, TurningAndMovingCarriesTheInertiaAlong) {
  const Matrix3d R = Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
  const auto turned = moved(box({1, 2, 3}), R, {4, 5, 6});
  EXPECT_EQ(turned.com, Vector3d(4, 5, 6));
  EXPECT_TRUE((R.transpose() * turned.inertia * R).isApprox(box({1, 2, 3}).inertia, 1e-14));
}

TEST(Shape, CrossingAndTouchingEdgesAreSeen) {
  EXPECT_TRUE(is_simple_polygon({{0, 0}, {1, 0}, {1, 1}, {0, 1}}));
  EXPECT_TRUE(is_simple_polygon({{0, 0}, {0.5, 0}, {1, 0}, {1, 1}}));         // a corner of 180°
  EXPECT_FALSE(is_simple_polygon({{0, 0}, {1, 1}, {1, 0}, {0, 1}}));          // crosses
  EXPECT_FALSE(is_simple_polygon({{0, 0}, {1, 0}, {1, 0}, {0, 1}}));          // a point twice
  EXPECT_FALSE(is_simple_polygon({{0, 0}, {2, 0}, {1, 0}, {1, 1}}));          // folds back
  EXPECT_FALSE(is_simple_polygon({{0, 0}, {2, 0}, {2, 2}, {1, 0}, {0, 2}}));  // touches an edge
  EXPECT_FALSE(is_simple_polygon({{0, 0}, {1, 1}, {2, 2}}));                  // no area
}

TEST(InertiaCheck, AcceptsWhatBodiesHaveAndRefusesWhatNoneHas) {
  const auto diagonal = [](double a, double b, double c) -> Matrix3d {
    return Vector3d(a, b, c).asDiagonal();
  };
  EXPECT_TRUE(check_inertia(1, box({1, 2, 3}).inertia, 3).faults.empty());
  EXPECT_TRUE(check_inertia(1, diagonal(1, 1, 2), 3).faults.empty());  // a flat disc
  EXPECT_FALSE(check_inertia(1, diagonal(1, 1, 2.001), 3).faults.empty());
  EXPECT_FALSE(check_inertia(1, diagonal(-1, 1, 1), 3).faults.empty());
  EXPECT_FALSE(check_inertia(-1, diagonal(1, 1, 1), 3).faults.empty());
  EXPECT_FALSE(check_inertia(std::nan(""), diagonal(1, 1, 1), 3).faults.empty());
  EXPECT_FALSE(check_inertia(1, diagonal(HUGE_VAL, HUGE_VAL, HUGE_VAL), 3).faults.empty());
  EXPECT_FALSE(check_inertia(1, diagonal(0, 0, -1), 2).faults.empty());
  EXPECT_TRUE(check_inertia(1, diagonal(0, 0, 1), 2).faults.empty());
  EXPECT_EQ(check_inertia(0, Matrix3d::Zero(), 3).remarks.size(), 1u);
  EXPECT_EQ(check_inertia(1, diagonal(0, 1, 1), 3).remarks.size(), 1u);  // a thin rod
  Matrix3d skew = diagonal(1, 1, 1);
  skew(0, 1) = 0.1;
  EXPECT_FALSE(check_inertia(1, skew, 3).faults.empty());
}

}  // namespace shape_test
}  // namespace pleuel
