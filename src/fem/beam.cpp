#include "pleuel/fem/beam.hpp"

namespace pleuel::fem {

BeamAt::BeamAt(const Mesh& mesh, const Cell& element, double place) {
  const Eigen::Vector2d a = mesh.point(element.node[0]), b = mesh.point(element.node[1]);
  length = (b - a).norm();
  t = (b - a) / length;
  n << -t[1], t[0];
  x = a + place * (b - a);
  const double L = length, z = place, z2 = z * z, z3 = z2 * z;
  // Columns of (u_t, w, θ) at the first and the second end.
  const auto along = [this](double first, double second) {
    Row row;
    row << first * t[0], first * t[1], 0, second * t[0], second * t[1], 0;
    return row;
  };
  const auto across = [this](double w0, double slope0, double w1, double slope1) {
    Row row;
    row << w0 * n[0], w0 * n[1], slope0, w1 * n[0], w1 * n[1], slope1;
    return row;
  };
  u = along(1 - z, z);
  du = along(-1 / L, 1 / L);
  w = across(1 - 3 * z2 + 2 * z3, L * (z - 2 * z2 + z3), 3 * z2 - 2 * z3, L * (z3 - z2));
  dw = across((6 * z2 - 6 * z) / L, 1 - 4 * z + 3 * z2, (6 * z - 6 * z2) / L, 3 * z2 - 2 * z);
  ddw = across((12 * z - 6) / (L * L), (6 * z - 4) / L, (6 - 12 * z) / (L * L), (6 * z - 2) / L);
}

std::span<const int> beam_columns(const BeamSection& section) {
  static constexpr int all[] = {0, 1, 2, 3, 4, 5}, bending[] = {1, 2, 4, 5};
  if (section.axial == AxialPart::included) return all;
  return bending;
}

}  // namespace pleuel::fem
