#include "pleuel/fem/triangle.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace pleuel::fem {
namespace {

/// Adds a symmetry orbit of three points (a, a), (1 − 2a, a), (a, 1 − 2a).
void add_orbit(std::vector<TrianglePoint>& rule, double a, double weight) {
  rule.push_back({a, a, weight});
  rule.push_back({1 - 2 * a, a, weight});
  rule.push_back({a, 1 - 2 * a, weight});
}

std::vector<TrianglePoint> degree_2() {
  std::vector<TrianglePoint> rule;
  add_orbit(rule, 1.0 / 6, 1.0 / 6);
  return rule;
}

std::vector<TrianglePoint> degree_4() {
  const double sqrt10 = std::sqrt(10.0);
  const double root = std::sqrt(38 - 44 * std::sqrt(0.4));
  const double part = std::sqrt(213125 - 53320 * sqrt10);
  std::vector<TrianglePoint> rule;
  add_orbit(rule, (8 - sqrt10 + root) / 18, (620 + part) / 7440);
  add_orbit(rule, (8 - sqrt10 - root) / 18, (620 - part) / 7440);
  return rule;
}

std::vector<TrianglePoint> degree_6() {
  std::vector<TrianglePoint> rule;
  for (const auto& a : gauss_rule(4))
    for (const auto& b : gauss_rule(4))
      rule.push_back({a.x, (1 - a.x) * b.x, a.weight * b.weight * (1 - a.x)});
  return rule;
}

}  // namespace

TriangleShape::TriangleShape(CellType type, double xi, double eta) {
  const double zeta = 1 - xi - eta;
  if (type == CellType::t3) {
    N.head<3>() << zeta, xi, eta;
    dN.leftCols<3>() << -1, 1, 0, -1, 0, 1;
    return;
  }
  N << zeta * (2 * zeta - 1), xi * (2 * xi - 1), eta * (2 * eta - 1), 4 * zeta * xi, 4 * xi * eta,
      4 * eta * zeta;
  dN << 1 - 4 * zeta, 4 * xi - 1, 0, 4 * (zeta - xi), 4 * eta, -4 * eta,  //
      1 - 4 * zeta, 0, 4 * eta - 1, -4 * xi, 4 * xi, 4 * (zeta - eta);
}

std::pair<double, double> t6_node(int k) {
  static constexpr std::pair<double, double> place[] = {{0, 0},   {1, 0},     {0, 1},
                                                        {0.5, 0}, {0.5, 0.5}, {0, 0.5}};
  return place[k];
}

std::span<const TrianglePoint> triangle_rule(int degree) {
  static const std::vector<TrianglePoint> one = {{1.0 / 3, 1.0 / 3, 0.5}};
  static const std::vector<TrianglePoint> two = degree_2(), four = degree_4(), six = degree_6();
  switch (degree) {
    case 1:
      return one;
    case 2:
      return two;
    case 4:
      return four;
    case 6:
      return six;
    default:
      throw std::logic_error("triangle_rule: no rule of this degree");
  }
}

TriangleAt::TriangleAt(const Mesh& mesh, const Cell& element, double xi, double eta)
    : shape(element.type, xi, eta), x(Eigen::Vector2d::Zero()) {
  const int n = n_nodes_of(element.type);
  Eigen::Matrix2d J = Eigen::Matrix2d::Zero();  // ∂x/∂(ξ, η)
  for (int k = 0; k < n; ++k) {
    const Eigen::Vector2d p = mesh.point(element.node[k]);
    x += shape.N[k] * p;
    J += p * shape.dN.col(k).transpose();
  }
  determinant = J(0, 0) * J(1, 1) - J(0, 1) * J(1, 0);
  Eigen::Matrix2d inverse_transposed;
  inverse_transposed << J(1, 1), -J(1, 0), -J(0, 1), J(0, 0);
  gradient.leftCols(n) = (inverse_transposed / determinant) * shape.dN.leftCols(n);
}

double triangle_determinant(const Mesh& mesh, const Cell& element, double xi, double eta) {
  const TriangleShape shape(element.type, xi, eta);
  Eigen::Vector2d by_xi = Eigen::Vector2d::Zero(), by_eta = Eigen::Vector2d::Zero();
  for (int k = 0; k < n_nodes_of(element.type); ++k) {
    by_xi += shape.dN(0, k) * mesh.point(element.node[k]);
    by_eta += shape.dN(1, k) * mesh.point(element.node[k]);
  }
  return by_xi[0] * by_eta[1] - by_xi[1] * by_eta[0];
}

std::vector<GaussPoint> gauss_rule(int n) {
  std::vector<GaussPoint> rule(n);
  for (int i = 0; i < n; ++i) {
    // Newton's method for the Legendre polynomial, started near each root.
    double z = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 1;
    for (int iteration = 0; iteration < 20; ++iteration) {
      double p = 1, before = 0;
      for (int k = 1; k <= n; ++k) {
        const double next = ((2 * k - 1) * z * p - (k - 1) * before) / k;
        before = p;
        p = next;
      }
      slope = n * (z * p - before) / (z * z - 1);
      const double step = p / slope;
      z -= step;
      if (std::abs(step) < 1e-16) break;
    }
    rule[n - 1 - i] = {0.5 * (1 + z), 1 / ((1 - z * z) * slope * slope)};
  }
  return rule;
}

std::span<const TrianglePoint> stiffness_rule(CellType type) {
  return triangle_rule(type == CellType::t6 ? 2 : 1);
}

}  // namespace pleuel::fem
