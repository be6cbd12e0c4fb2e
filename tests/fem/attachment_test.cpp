#include "pleuel/fem/attachment.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "fem/bodies.hpp"
#include "pleuel/base/error.hpp"

namespace pleuel::fem {
namespace attachment_test {

Vector some(int n, double phase) {
  Vector x(n);
  for (int i = 0; i < n; ++i) x[i] = 0.4 * std::sin(2.3 * i + phase);
  return x;
}

class AttachmentTest : public ::testing::Test {
 protected:
  ElasticBody rod{rod_mesh(3, 1), rod_section()};
  DofSelection frame =
      chord_frame(rod, rod.mesh().only_node("left_middle"), rod.mesh().only_node("right_middle"));
  int n = frame.n_kept() + 3;
  // All of its unknowns kept; one of them fixed; two nodes of three kept whole.
  std::vector<Attachment> points = {
      {rod, frame, rod.mesh().node_set("top")[2]}, {rod, frame, "right_middle"}, {rod, frame, "left"}};

  static Matrix jacobian(const Attachment& point, const Vector& x) {
    Matrix J = Matrix::Zero(2, x.size());
    point.jacobian(x, [&J](int i, int j, double value) { J(i, j) += value; });
    return J;
  }
};

TEST_F(AttachmentTest, MovesWithItsNodes) {
  const Vector x = some(n, 0.3), q = frame.extend(x.tail(n - 3));
  Eigen::Matrix2d A;
  A << std::cos(x[2]), -std::sin(x[2]), std::sin(x[2]), std::cos(x[2]);
  Eigen::Vector2d mean = Eigen::Vector2d::Zero();
  for (const int node : rod.mesh().node_set("left"))
    mean += (rod.mesh().point(node) + rod.displacement(node, q).head<2>()) / 3;
  EXPECT_LT((points[2].position(x) - (x.head<2>() + A * mean)).norm(), 1e-15);
}

TEST_F(AttachmentTest, HasJacobianVelocityAndCurvatureOfItsPosition) {
  const Vector x = some(n, 0.3), v = some(n, 1.3);
  const double h = 1e-5;
  for (const auto& point : points) {
    const Matrix J = jacobian(point, x);
    EXPECT_LT((J * v - point.velocity(x, v)).norm(), 1e-15);
    const Vector plus = x + h * v, minus = x - h * v;
    EXPECT_LT(((point.position(plus) - point.position(minus)) / (2 * h) - point.velocity(x, v)).norm(), 1e-9);
    EXPECT_LT(((point.velocity(plus, v) - point.velocity(minus, v)) / (2 * h) - point.curvature(x, v)).norm(),
              1e-9);
  }
}

TEST_F(AttachmentTest, ForcesDoTheWorkOfTheirPointAndHaveTheirDerivatives) {
  const Vector x = some(n, 0.3), v = some(n, 1.3);
  const Eigen::Vector2d F(2, -3);
  for (const auto& point : points) {
    Vector f = Vector::Zero(n);
    point.add_force(x, F, f);
    EXPECT_NEAR(f.dot(v), F.dot(point.velocity(x, v)), 1e-14);
    Matrix derivative = Matrix::Zero(n, n);
    point.force_derivative(x, F, [&](int i, int j, double value) { derivative(i, j) += value; });
    const double h = 1e-5;
    const Vector plus = x + h * v, minus = x - h * v;
    const Vector difference = (jacobian(point, plus) - jacobian(point, minus)).transpose() * F / (2 * h);
    EXPECT_LT((difference - derivative * v).norm(), 1e-8);
  }
}

TEST_F(AttachmentTest, NamesANodeOrASetThatDoesNotExist) {
  try {
    (void)Attachment(rod, frame, 999);
    FAIL();
  } catch (const InvalidInput& e) {
    EXPECT_NE(std::string(e.what()).find("node 999 does not exist; the mesh has 21 nodes"),
              std::string::npos);
  }
  EXPECT_THROW((void)Attachment(rod, frame, "rigth"), InvalidInput);
}

}  // namespace attachment_test
}  // namespace pleuel::fem
