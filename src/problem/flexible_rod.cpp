#include "pleuel/problem/flexible_rod.hpp"

#include <Eigen/Core>

namespace pleuel {
namespace {

using Block = Eigen::Matrix4d;
using Column = Eigen::Vector4d;

// Integrals of the cubic Hermite functions for (w, w') at both ends of an element of length L.
Block products(double L) {
  Block b;
  b << 156, 22 * L, 54, -13 * L, 22 * L, 4 * L * L, 13 * L, -3 * L * L, 54, 13 * L, 156, -22 * L, -13 * L,
      -3 * L * L, -22 * L, 4 * L * L;
  return b * (L / 420);
}

Block slope_products(double L) {
  Block b;
  b << 36, 3 * L, -36, 3 * L, 3 * L, 4 * L * L, -3 * L, -L * L, -36, -3 * L, 36, -3 * L, 3 * L, -L * L,
      -3 * L, 4 * L * L;
  return b / (30 * L);
}

Block curvature_products(double L) {
  Block b;
  b << 12, 6 * L, -12, 6 * L, 6 * L, 4 * L * L, -6 * L, 2 * L * L, -12, -6 * L, 12, -6 * L, 6 * L, 2 * L * L,
      -6 * L, 4 * L * L;
  return b / (L * L * L);
}

Column values(double L) { return {L / 2, L * L / 12, L / 2, -L * L / 12}; }
Column moments(double L) { return {3 * L * L / 20, L * L * L / 30, 7 * L * L / 20, -L * L * L / 20}; }
Column slopes() { return {-1, 0, 1, 0}; }

}  // namespace

FlexibleRod::FlexibleRod(const FlexibleRodData& data)
    : c2(Vector::Zero(2 * data.elements)), c21(Vector::Zero(2 * data.elements)) {
  const double area = data.height * data.height, second_moment = area * area / 12;
  const double line_mass = data.density * area, section = data.density * second_moment,
               line_inertia = data.sections == SectionInertia::included ? section : 0.0;
  const double l = data.length, L = l / data.elements;
  element_ = L;
  bending_ = data.modulus * second_moment / L;
  shear_ = 12 * bending_ / (L * L);
  mass = line_mass * l;
  first_moment = line_mass * l * l / 2;
  inertia = line_mass * l * l * l / 3 + line_inertia * l;

  std::vector<std::pair<int, int>> entries;
  const auto for_each_pair = [&](auto visit) {
    for (int e = 0; e < data.elements; ++e)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
          const int row = 2 * e - 2 + i, col = 2 * e - 2 + j;  // node 0 is clamped
          if (row >= 0 && col >= 0) visit(row, col, i, j);
        }
  };
  for_each_pair([&](int row, int col, int, int) { entries.emplace_back(row, col); });
  M = K = FixedMatrix(2 * data.elements, 2 * data.elements, entries);
  const Block mass_block = line_mass * products(L) + line_inertia * slope_products(L);
  const Block stiffness_block = data.modulus * second_moment * curvature_products(L);
  for_each_pair([&](int row, int col, int i, int j) {
    const int slot = M.slot(row, col);
    M.value[slot] += mass_block(i, j);
    K.value[slot] += stiffness_block(i, j);
  });
  for (int e = 0; e < data.elements; ++e) {
    const double begin = data.integral == ShapeIntegral::correct ? e * L : 0.0;
    const Column shift = line_mass * values(L);
    const Column turn = line_mass * (moments(L) + begin * values(L)) + line_inertia * slopes();
    for (int i = e == 0 ? 2 : 0; i < 4; ++i) {
      c2[2 * e - 2 + i] += shift[i];
      c21[2 * e - 2 + i] += turn[i];
    }
  }
}

/// d and e of each element, and the index of w at its far end; node 0 is clamped.
template <class Visit>
void FlexibleRod::for_each_deformation(const double* q, Visit visit) const {
  double w = 0, slope = 0;
  for (int i = 0; i < size(); i += 2) {
    visit((q[i] - w) - 0.5 * element_ * (slope + q[i + 1]), q[i + 1] - slope, i);
    w = q[i];
    slope = q[i + 1];
  }
}

void FlexibleRod::add_forces(double scale, const double* q, double* out) const {
  for_each_deformation(q, [&](double d, double e, int i) {
    const double force = scale * shear_ * d, moment = scale * bending_ * e, lever = 0.5 * element_ * force;
    out[i] += force;
    out[i + 1] += moment - lever;
    if (i == 0) return;
    out[i - 2] -= force;
    out[i - 1] -= moment + lever;
  });
}

double FlexibleRod::elastic_energy(const double* q) const {
  double twice = 0;
  for_each_deformation(q, [&](double d, double e, int) { twice += shear_ * d * d + bending_ * e * e; });
  return 0.5 * twice;
}

}  // namespace pleuel
