#include "pleuel/fem/fibres.hpp"

#include <cmath>
#include <numbers>

#include "pleuel/fem/quadrature.hpp"

namespace pleuel::fem {
namespace {

/// visit(r, area of the ring)
template <class Visit>
void for_each_ring(double radius, double inner_radius, int n_rings, Visit visit) {
  const double inner = inner_radius * inner_radius, width = radius * radius - inner;
  for (const auto& [x, weight] : gauss_rule(n_rings))
    visit(std::sqrt(inner + width * x), std::numbers::pi * width * weight);
}

}  // namespace

std::vector<Fibre> rectangle_fibres(double height, double width, int n_y, int n_z) {
  std::vector<Fibre> fibres;
  for (const auto& [b, b_weight] : gauss_rule(n_z))
    for (const auto& [h, h_weight] : gauss_rule(n_y))
      fibres.push_back({height * (h - 0.5), width * (b - 0.5), height * width * h_weight * b_weight});
  return fibres;
}

std::vector<Fibre> ring_fibres(double radius, double inner_radius, int n_rings, int n_angles) {
  std::vector<Fibre> fibres;
  for_each_ring(radius, inner_radius, n_rings, [&](double r, double area) {
    for (int k = 0; k < n_angles; ++k) {
      const double angle = 2 * std::numbers::pi * (k + 0.5) / n_angles;
      fibres.push_back({r * std::cos(angle), r * std::sin(angle), area / n_angles});
    }
  });
  return fibres;
}

std::vector<Fibre> half_ring_fibres(double radius, double inner_radius, int n_rings, int n_angles) {
  std::vector<Fibre> fibres;
  for_each_ring(radius, inner_radius, n_rings, [&](double r, double area) {
    for (int k = 0; k < n_angles; ++k)
      fibres.push_back({r * std::cos(std::numbers::pi * (k + 0.5) / n_angles), 0, area / n_angles});
  });
  return fibres;
}

}  // namespace pleuel::fem
