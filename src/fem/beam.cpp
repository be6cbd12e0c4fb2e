#include "pleuel/fem/beam.hpp"

namespace pleuel::fem {

double shear_parameter(double EI, double GA, double length) {
  return GA > 0 ? 12 * EI / (GA * length * length) : 0;
}

BeamBending::BeamBending(double L, double Phi, double z) {
  const double z2 = z * z, z3 = z2 * z, c = 1 / (1 + Phi);
  w << 1 - 3 * z2 + 2 * z3 + Phi * (1 - z), L * (z - 2 * z2 + z3 + 0.5 * Phi * (z - z2)),
      3 * z2 - 2 * z3 + Phi * z, L * (z3 - z2 + 0.5 * Phi * (z2 - z));
  dw << (6 * z2 - 6 * z - Phi) / L, 1 - 4 * z + 3 * z2 + Phi * (0.5 - z), (6 * z - 6 * z2 + Phi) / L,
      3 * z2 - 2 * z + Phi * (z - 0.5);
  turn << (6 * z2 - 6 * z) / L, 1 - 4 * z + 3 * z2 + Phi * (1 - z), (6 * z - 6 * z2) / L,
      3 * z2 - 2 * z + Phi * z;
  dturn << (12 * z - 6) / (L * L), (6 * z - 4 - Phi) / L, (6 - 12 * z) / (L * L), (6 * z - 2 + Phi) / L;
  shear << -Phi / L, -0.5 * Phi, Phi / L, -0.5 * Phi;
  for (Row* row : {&w, &dw, &turn, &dturn, &shear}) *row *= c;
}

BeamAt::BeamAt(const Mesh& mesh, const Cell& element, const BeamSection& section, double place) {
  const Eigen::Vector2d a = mesh.point(element.node[0]), b = mesh.point(element.node[1]);
  length = (b - a).norm();
  t = (b - a) / length;
  n << -t[1], t[0];
  x = a + place * (b - a);
  const auto along = [this](double first, double second) {
    Row row;
    row << first * t[0], first * t[1], 0, second * t[0], second * t[1], 0;
    return row;
  };
  const auto across = [this](const BeamBending::Row& r) {
    Row row;
    row << r[0] * n[0], r[0] * n[1], r[1], r[2] * n[0], r[2] * n[1], r[3];
    return row;
  };
  u = along(1 - place, place);
  du = along(-1 / length, 1 / length);
  const double EI = section.material.modulus * section.inertia;
  const BeamBending bending(length, shear_parameter(EI, section.shear, length), place);
  w = across(bending.w);
  dw = across(bending.dw);
  turn = across(bending.turn);
  dturn = across(bending.dturn);
  shear = across(bending.shear);
}

std::span<const int> beam_columns(const BeamSection& section) {
  static constexpr int all[] = {0, 1, 2, 3, 4, 5}, bending[] = {1, 2, 4, 5};
  if (section.axial == AxialPart::included) return all;
  return bending;
}

}  // namespace pleuel::fem
