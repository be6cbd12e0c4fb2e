// Standard input data of flexible bodies: the fields against sums over points of mass, and the
// equations that they stand for.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "fem/bodies.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/fem/import/sid_body.hpp"

namespace pleuel::fem {
namespace sid_test {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr int n = 4;

Matrix3d tilde(const Vector3d& u) {
  Matrix3d m;
  m << 0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0;
  return m;
}

std::vector<SpatialShapePoint> cloud() {
  std::vector<SpatialShapePoint> points;
  for (int k = 0; k < 9; ++k) {
    SpatialShapePoint p{
        0.5 + 0.1 * k, {std::cos(2.0 * k), std::sin(3.0 * k), std::cos(5.0 * k)}, Eigen::Matrix3Xd(3, n)};
    for (int i = 0; i < 3 * n; ++i) p.Phi(i % 3, i / 3) = std::sin(1.3 * k * k + 0.7 * i * i + k * i);
    points.push_back(p);
  }
  return points;
}

Vector some(Eigen::Index size, double phase) {
  Vector x(size);
  for (Eigen::Index i = 0; i < size; ++i) x[i] = std::sin(2.3 * static_cast<double>(i) + phase);
  return x;
}

FlexibleBodyData<3> body_data() {
  Matrix K = Matrix::Random(n, n);
  return {.integrals = spatial_integrals(n, cloud()), .stiffness = full_matrix(K.transpose() * K)};
}

/// Twelve symmetric matrices.
FlexibleBodyData<3> stiffened_data() {
  FlexibleBodyData<3> data = body_data();
  data.geometric.pattern = full_matrix(Matrix::Zero(n, n)).without_values();
  data.geometric.values.resize(GeometricStiffening<3>::n_loads, n * n);
  for (int load = 0; load < GeometricStiffening<3>::n_loads; ++load)
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < n; ++l)
        data.geometric.values(load, k + n * l) = std::sin(load + 3.0 * (k + l) + k * l);
  return data;
}

SidNode node(long long number) {
  SidNode node{.number = number, .X = {0.3, -0.2, 0.1 * static_cast<double>(number)}, .motion = {}};
  node.motion = Eigen::Matrix<double, 6, Eigen::Dynamic>::Random(6, n);
  for (int c = 0; c < 6; ++c) {
    const Matrix K = Matrix::Random(n, n);
    node.bending.push_back(K + K.transpose());
  }
  return node;
}

const std::vector<std::string> names = {"a", "b", "c", "d"};

double largest(const Matrix& A) { return A.size() == 0 ? 0 : A.cwiseAbs().maxCoeff(); }

/// Every field by its definition [Wal94].
TEST(StandardInputData, AreTheSumsOverPointsOfMass) {
  const SidFile file = sid_file(body_data(), {}, names);
  double m = 0;
  Vector3d s = Vector3d::Zero();
  Matrix3d J = Matrix3d::Zero();
  Matrix C1 = Matrix::Zero(3, n), C2 = C1, Me = Matrix::Zero(n, n), C4 = Matrix::Zero(3, 3 * n);
  std::vector<Matrix> C5(n, Matrix::Zero(3, n)), C6(n, Matrix::Zero(3, 3 * n));
  for (const auto& p : cloud()) {
    const Matrix3d x = tilde(p.x);
    m += p.mass;
    s += p.mass * p.x;
    J -= p.mass * x * x;
    C1 += p.mass * p.Phi;
    C2 += p.mass * x * p.Phi;
    Me += p.mass * p.Phi.transpose() * p.Phi;
    for (int j = 0; j < n; ++j) {
      const Matrix3d phi_j = tilde(p.Phi.col(j));
      C4.middleCols<3>(3 * j) += p.mass * x * phi_j;
      C5[j] += p.mass * phi_j * p.Phi;
      for (int i = 0; i < n; ++i) C6[i].middleCols<3>(3 * j) += p.mass * tilde(p.Phi.col(i)) * phi_j;
    }
  }
  constexpr double rounding = 1e-13;  // of sums of nine terms of size 1
  EXPECT_NEAR(file.mass, m, rounding);
  EXPECT_LT(largest(file.mdCM.M0 - s), rounding);
  EXPECT_LT(largest(file.J.M0 - J), rounding);
  EXPECT_LT(largest(file.Ct.M0 - C1.transpose()), rounding);
  EXPECT_LT(largest(file.Cr.M0 - C2.transpose()), rounding);
  EXPECT_LT(largest(file.Me.M0 - Me), rounding);
  EXPECT_LT(largest(file.Gr.M0 + 2 * C4), rounding);
  for (int j = 0; j < n; ++j) {
    const Matrix3d C4j = C4.middleCols<3>(3 * j);
    EXPECT_LT(largest(file.mdCM.M1[j] - C1.col(j)), rounding);
    EXPECT_LT(largest(file.J.M1[j] + C4j + C4j.transpose()), rounding);
    EXPECT_LT(largest(file.Cr.M1[j] - C5[j].transpose()), rounding);
    EXPECT_LT(largest(file.Gr.M1[j] + 2 * C6[j]), rounding);
    // ωᵀC4ⱼω = Oe_j · (ω₁², ω₂², ω₃², ω₁ω₂, ω₂ω₃, ω₁ω₃).
    const Vector3d w(0.7, -1.1, 1.9);
    Vector products(6);
    products << w[0] * w[0], w[1] * w[1], w[2] * w[2], w[0] * w[1], w[1] * w[2], w[0] * w[2];
    EXPECT_NEAR(file.Oe.M0.row(j).dot(products), w.dot(C4j * w), rounding);
    for (int i = 0; i < n; ++i) {
      const Matrix3d C6ji = C6[j].middleCols<3>(3 * i);
      EXPECT_NEAR(file.Oe.M1[i].row(j).dot(products), w.dot(C6ji * w), rounding);
      // 2 q̇_i ∫ρ φ_j · (ω × φ_i) = −2 q̇_i ω · (∫ρ φ_j × φ_i).
      EXPECT_LT(largest(file.Ge.M0.block<1, 3>(j, 3 * i) + 2 * C5[j].col(i).transpose()), rounding);
    }
  }
}

/// M a + h of the fields alone, in the axes of the body.
Vector equations(const SidFile& file, const Vector& q, const Vector3d& w, const Vector& rate,
                 const Vector& a) {
  const auto at = [&](const SidTaylor& t) {
    Matrix value = t.M0;
    for (std::size_t k = 0; k < t.M1.size(); ++k) value += q[static_cast<Eigen::Index>(k)] * t.M1[k];
    return value;
  };
  const Vector3d s = at(file.mdCM), acceleration = a.head<3>(), alpha = a.segment<3>(3);
  const Matrix Ct = at(file.Ct), Cr = at(file.Cr), Gr = at(file.Gr), Oe = at(file.Oe);
  Matrix3d J = at(file.J);
  // The file ends with the first order: the second one follows from Gr, as −½ Σ q_j Gr1_j.
  for (int j = 0; j < n; ++j) J += 0.5 * q[j] * (Gr - file.Gr.M0).middleCols<3>(3 * j);
  Vector products(6);
  products << w[0] * w[0], w[1] * w[1], w[2] * w[2], w[0] * w[1], w[1] * w[2], w[0] * w[2];
  Vector r(6 + n);
  r.head<3>() = file.mass * acceleration - s.cross(alpha) + Ct.transpose() * a.tail(n) + w.cross(w.cross(s)) +
                2 * w.cross(Vector3d(Ct.transpose() * rate));
  r.segment<3>(3) = s.cross(acceleration) + J * alpha + Cr.transpose() * a.tail(n) + w.cross(J * w);
  r.tail(n) = Ct * acceleration + Cr * alpha + file.Me.M0 * a.tail(n) + Oe * products + file.Ke.M0 * q;
  for (int l = 0; l < n; ++l) {
    r.segment<3>(3) += rate[l] * Gr.middleCols<3>(3 * l) * w;
    r.tail(n) += rate[l] * file.Ge.M0.middleCols<3>(3 * l) * w;
  }
  return r;
}

Vector residual_of(const FlexibleBodyData<3>& data, const Vector& q, const Vector3d& w, const Vector& rate,
                   const Vector& a) {
  const FlexibleBody<3> body(data);
  Vector x = Vector::Zero(7 + n), v = Vector::Zero(6 + n), r(6 + n);
  const Eigen::Quaterniond p = Eigen::Quaterniond(0.5, -0.7, 0.3, 0.6).normalized();
  const Matrix3d A = p.toRotationMatrix();
  x.segment<4>(3) << p.w(), p.x(), p.y(), p.z();
  x.tail(n) = q;
  v.segment<3>(3) = w;
  v.tail(n) = rate;
  Vector turned = a;
  turned.head<3>() = A * a.head<3>();
  FlexibleBody<3>::Workspace work(body);
  body.residual(x, v, turned, r, work);
  r.head<3>() = A.transpose() * r.head<3>().eval();
  return r;
}

TEST(StandardInputData, GiveTheEquationsOfTheBody) {
  const FlexibleBodyData<3> data = body_data();
  const Vector q = 0.4 * some(n, 0.3), rate = some(n, 1.1), a = some(6 + n, 2.2);
  const Vector3d w(1.3, -0.4, 0.9);
  const Vector of_file = equations(sid_file(data, {}, names), q, w, rate, a);
  const Vector of_body = residual_of(data, q, w, rate, a);
  EXPECT_LT(largest(of_file - of_body), 1e-13 * largest(of_body));
}

/// Without rates of deformation, the forces on it are linear in q, as in the file.
TEST(StandardInputData, GiveTheGeometricStiffeningOfTheBody) {
  const FlexibleBodyData<3> data = stiffened_data();
  Vector a = some(6 + n, 2.2);
  a.tail(n).setZero();
  const Vector q = 0.4 * some(n, 0.3), rest = Vector::Zero(n);
  const Vector3d w(1.3, -0.4, 0.9);
  const Vector of_file = equations(sid_file(data, {}, names), q, w, rest, a);
  const Vector of_body = residual_of(data, q, w, rest, a);
  EXPECT_LT(largest((of_file - of_body).tail(n)), 1e-13 * largest(of_body));
  // It is large here: without it they would not agree.
  const Vector plain = residual_of(body_data(), q, w, rest, a);
  EXPECT_GT(largest((plain - of_body).tail(n)), 0.01 * largest(of_body));
}

SidBody body_of(const std::string& text) { return sid_body(parse_sid(text, "rod.sid")); }

void expect_same(const ShapeIntegrals<3>& a, const ShapeIntegrals<3>& b, double tolerance) {
  EXPECT_NEAR(a.m, b.m, tolerance);
  EXPECT_LT(largest(a.S0 - b.S0), tolerance);
  EXPECT_LT(largest(a.X - b.X), tolerance);
  EXPECT_LT(largest(a.C - b.C), tolerance);
  EXPECT_LT(largest(a.c - b.c), tolerance);
  ShapeMoments of_a = a.mass.make_moments(), of_b = b.mass.make_moments();
  for (int k = 0; k < n; ++k) {
    const Vector one = Vector::Unit(n, k);
    a.mass.moments(one, of_a);
    b.mass.moments(one, of_b);
    EXPECT_LT(largest(of_a.values() - of_b.values()), tolerance);
  }
}

TEST(SidFiles, KeepAllIntegralsNodesAndGeometricStiffening) {
  const FlexibleBodyData<3> data = stiffened_data();
  const std::vector<SidNode> nodes = {node(1), node(7)};
  const SidBody back = body_of(sid_text(sid_file(data, nodes, names)));
  expect_same(back.integrals, data.integrals, 1e-13);
  EXPECT_LT(largest(back.stiffness.dense() - data.stiffness.dense()), 1e-15);
  ASSERT_TRUE(back.geometric.is_given());
  EXPECT_LT(largest(back.geometric.values - data.geometric.values), 1e-13);
  ASSERT_EQ(back.nodes.size(), 2u);
  EXPECT_EQ(back.nodes[1].number, 7);
  EXPECT_EQ(back.nodes[1].X, nodes[1].X);
  EXPECT_EQ(back.nodes[1].motion, nodes[1].motion);
  EXPECT_EQ(back.nodes[1].bending, nodes[1].bending);
  EXPECT_TRUE(back.remarks.empty()) << back.remarks[0];
}

TEST(SidFiles, OfABodyWithoutGeometricStiffeningHaveNone) {
  EXPECT_FALSE(body_of(sid_text(sid_file(body_data(), {}, names))).geometric.is_given());
}

/// In both orders of the indices of m1, and of the columns 5 and 6 of Oe.
TEST(SidFiles, AreReadInBothOrdersOfIndices) {
  const FlexibleBodyData<3> data = body_data();
  SidFile file = sid_file(data, {node(1)}, names);
  std::string text = sid_text(file), other;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    std::string line = text.substr(at, end - at);
    if (const auto open = line.find("m1("); open != line.npos) {
      const auto first = line.find(',', open), second = line.find(',', first + 1),
                 close = line.find(')', open);
      line = line.substr(0, first + 1) + line.substr(second + 1, close - second - 1) + "," +
             line.substr(first + 1, second - first - 1) + line.substr(close);
    }
    other += line + "\n";
    at = end + 1;
  }
  EXPECT_NE(text, other);
  expect_same(body_of(other).integrals, data.integrals, 1e-13);
  file.Oe.M0.col(4).swap(file.Oe.M0.col(5));
  for (Matrix& M : file.Oe.M1) M.col(4).swap(M.col(5));
  file.Gr.M1.clear();  // so that Oe is needed
  const SidBody swapped = body_of(sid_text(file));
  expect_same(swapped.integrals, data.integrals, 1e-13);
}

/// What Oe has of first order is kept also where Gr is of order 0 and the file is stiffened.
TEST(SidFiles, KeepCentrifugalForcesWhereGrHasNoTermsOfFirstOrder) {
  SidFile file = sid_file(stiffened_data(), {}, names);
  file.Gr.M1.clear();
  SidBody body = body_of(sid_text(file));
  EXPECT_FALSE(body.remarks.empty());
  const FlexibleBodyData<3> data{
      .integrals = body.integrals, .stiffness = body.stiffness, .geometric = body.geometric};
  const SidFile back = sid_file(data, {}, names);
  for (int k = 0; k < n; ++k) {
    EXPECT_LT(largest(back.Oe.M1[k] - file.Oe.M1[k]), 1e-13);
    EXPECT_LT(largest(back.Cr.M1[k] - file.Cr.M1[k]), 1e-13);
    EXPECT_LT(largest(back.Ct.M1[k] - file.Ct.M1[k]), 1e-13);
  }
  EXPECT_LT(largest(back.Ge.M0 - file.Ge.M0), 1e-13);
  EXPECT_LT(largest(back.Me.M0 - file.Me.M0), 1e-13);
}

TEST(SidFiles, RefuseMistakesWithTheirLine) {
  const SidFile good = sid_file(body_data(), {node(1)}, names);
  const auto refused = [](const std::string& text, const std::vector<std::string>& words) {
    try {
      (void)body_of(text);
      ADD_FAILURE() << "accepted: " << words[0];
    } catch (const InvalidInput& fault) {
      for (const auto& word : words)
        EXPECT_NE(fault.faults()[0].find(word), std::string::npos) << word << "\n" << fault.faults()[0];
    }
  };
  const auto changed = [&](auto change) {
    SidFile file = good;
    change(file);
    return sid_text(file);
  };
  const std::string text = sid_text(good);
  refused(text.substr(0, text.size() / 2),
          {"rod.sid:", "the file ends inside", "truncated, export it again"});
  refused("part\nnew static\n", {"rod.sid:2: 'new static' stands where 'new modal' should"});
  refused(changed([](SidFile& f) { f.Cr.M0(1, 2) += 1; }),
          {"rod.sid:", "'Cr' and 'Gr' disagree by 1", "export them again from one body"});
  refused(changed([](SidFile& f) { f.Me.M0(0, 1) += 1; }), {"'Me' is not symmetric", "differ by 1"});
  refused(changed([](SidFile& f) { f.Me.M0 *= 0.1; }), {"'Me'", "not positive definite", "rigid motion"});
  refused(changed([](SidFile& f) { f.Ke.M0 *= -1; }), {"'Ke' is indefinite", "export it again"});
  refused(changed([](SidFile& f) { f.mdCM.M1[0] *= 2; }), {"'mdCM' and 'Ct' disagree"});
  refused(changed([](SidFile& f) { f.mass = 0; }), {"the mass in 'refmod' is 0", "above 0"});
  refused(changed([](SidFile& f) { f.Ct.M0.conservativeResize(n - 1, 3); }),
          {"'Ct' has 3 rows and 3 columns", "must have 4 and 3", "correct nrow"});
}

}  // namespace sid_test
}  // namespace pleuel::fem
