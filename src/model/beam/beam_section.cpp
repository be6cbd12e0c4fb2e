#include "pleuel/model/beam/beam_section.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pleuel {

SectionShape rectangular_section(double height, double width, double poisson) {
  SectionShape s{.area = height * width, .height = height, .width = width};
  s.Iz = s.area * height * height / 12;
  s.Iy = s.area * width * width / 12;
  s.shear_y = s.shear_z = 10 * (1 + poisson) / (12 + 11 * poisson);
  const double a = std::max(height, width), b = std::min(height, width);
  double sum = 0;
  for (int n = 201; n >= 1; n -= 2)  // the first term left out is 3e-12 of the sum
    sum += std::tanh(n * std::numbers::pi * a / (2 * b)) / std::pow(n, 5);
  s.J = a * b * b * b * (1.0 / 3 - 64 / std::pow(std::numbers::pi, 5) * b / a * sum);
  return s;
}

SectionShape round_section(double radius, double inner_radius, double poisson) {
  SectionShape s{.height = 2 * radius, .width = 2 * radius, .inner_radius = inner_radius, .is_round = true};
  const double R2 = radius * radius, r2 = inner_radius * inner_radius, m2 = r2 / R2;
  s.area = std::numbers::pi * (R2 - r2);
  s.Iy = s.Iz = 0.25 * s.area * (R2 + r2);
  s.J = 2 * s.Iy;
  const double w = (1 + m2) * (1 + m2);
  s.shear_y = s.shear_z = 6 * (1 + poisson) * w / ((7 + 6 * poisson) * w + (20 + 12 * poisson) * m2);
  return s;
}

void add_outline(SectionShape& shape) {
  shape.height = std::sqrt(12 * shape.Iz / shape.area);
  shape.width = shape.Iy > 0 ? std::sqrt(12 * shape.Iy / shape.area) : shape.height;
}

BeamSection section_of(const SectionShape& s, const BeamMaterial& m) {
  return {.EA = m.young * s.area,
          .GAy = m.shear * s.area * s.shear_y,
          .GAz = m.shear * s.area * s.shear_z,
          .GJ = m.shear * s.J,
          .EIy = m.young * s.Iy,
          .EIz = m.young * s.Iz,
          .mass = m.density * s.area,
          .rotary = m.density * Eigen::Vector3d(s.Iy + s.Iz, s.Iy, s.Iz),
          .height = s.height,
          .width = s.width,
          .is_round = s.is_round};
}

}  // namespace pleuel
