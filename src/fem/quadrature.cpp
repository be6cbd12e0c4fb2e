#include "pleuel/fem/quadrature.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace pleuel::fem {
namespace {

template <int D>
using Rule = std::vector<QuadraturePoint<D>>;

constexpr double volume(int D) { return D == 2 ? 0.5 : 1.0 / 6; }

template <int D>
Rule<D> centre() {
  using Place = Eigen::Matrix<double, D, 1>;
  return {{Place::Constant(1.0 / (D + 1)), volume(D)}};
}

/// Adds the D + 1 points with barycentric coordinates a, except for one that is 1 − D a.
template <int D>
void add_orbit(Rule<D>& rule, double a, double weight) {
  using Place = Eigen::Matrix<double, D, 1>;
  rule.push_back({Place::Constant(a), weight});
  for (int k = 0; k < D; ++k) {
    Place xi = Place::Constant(a);
    xi[k] = 1 - D * a;
    rule.push_back({xi, weight});
  }
}

template <int D>
Rule<D> degree_2() {
  Rule<D> rule;
  add_orbit<D>(rule, D == 2 ? 1.0 / 6 : (5 - std::sqrt(5.0)) / 20, volume(D) / (D + 1));
  return rule;
}

Rule<2> degree_4() {
  const double sqrt10 = std::sqrt(10.0);
  const double root = std::sqrt(38 - 44 * std::sqrt(0.4));
  const double part = std::sqrt(213125 - 53320 * sqrt10);
  Rule<2> rule;
  add_orbit<2>(rule, (8 - sqrt10 + root) / 18, (620 + part) / 7440);
  add_orbit<2>(rule, (8 - sqrt10 - root) / 18, (620 - part) / 7440);
  return rule;
}

/// ξ1 = a, ξ2 = (1 − a) b, ξ3 = (1 − a)(1 − b) c, whose Jacobian is a polynomial of degree D − 1 in
/// a.
template <int D>
Rule<D> folded(int degree) {
  const auto line = gauss_rule((degree + D + 1) / 2);
  Rule<D> rule;
  for (const auto& a : line)
    for (const auto& b : line) {
      if constexpr (D == 2) {
        rule.push_back({{a.x, (1 - a.x) * b.x}, a.weight * b.weight * (1 - a.x)});
      } else {
        for (const auto& c : line)
          rule.push_back({{a.x, (1 - a.x) * b.x, (1 - a.x) * (1 - b.x) * c.x},
                          a.weight * b.weight * c.weight * (1 - a.x) * (1 - a.x) * (1 - b.x)});
      }
    }
  return rule;
}

template <int D>
std::array<Rule<D>, highest_degree + 1> all_rules() {
  std::array<Rule<D>, highest_degree + 1> rules;
  rules[0] = rules[1] = centre<D>();
  rules[2] = degree_2<D>();
  for (int degree = 3; degree <= highest_degree; ++degree) rules[degree] = folded<D>(degree);
  if constexpr (D == 2) rules[4] = degree_4();
  return rules;
}

}  // namespace

template <int D>
std::span<const QuadraturePoint<D>> simplex_rule(int degree) {
  static const auto rules = all_rules<D>();
  if (degree < 0 || degree > highest_degree) throw std::logic_error("simplex_rule: no rule of this degree");
  return rules[degree];
}

template std::span<const QuadraturePoint<2>> simplex_rule<2>(int degree);
template std::span<const QuadraturePoint<3>> simplex_rule<3>(int degree);

}  // namespace pleuel::fem
