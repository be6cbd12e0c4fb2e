#include "pleuel/problem/slider_crank_equations.hpp"

namespace pleuel {

SliderCrankEquations::SliderCrankEquations(const SliderCrankParameters& parameters) : p_(parameters) {
  const double pi = p_.pi;
  const double pi3 = pi * pi * pi;
  const double rod_mass = P::rho * P::d * P::h * P::l2;
  rigid_coupling_ = 0.5 * P::l1 * P::l2 * P::m2;
  c1_3_ = rod_mass * 2 / 3;
  c1_4_ = rod_mass / 6;
  c2_1_ = rod_mass * 2 / pi;
  c12_3_ = rod_mass * P::l2 / 3;
  c12_4_ = rod_mass * P::l2 / 6;
  c21_1_ = rod_mass * P::l2 / pi;
  c21_2_ = -rod_mass * P::l2 / (2 * pi);
  B13_ = -rod_mass * 16 / pi3;
  B14_ = rod_mass * (8 / pi3 - 1 / pi);
  B24_ = rod_mass / (2 * pi);

  const double longitudinal = p_.mass == P::Mass::published ? rod_mass : rod_mass / 15;
  M_bend_ = rod_mass / 2;
  M33_ = 8 * longitudinal;
  M34_ = longitudinal;
  M44_ = 2 * longitudinal;

  const double stiffness = p_.E * P::d * P::h / P::l2;
  const double slenderness = P::h / P::l2;
  const double bending = pi3 * pi * slenderness * slenderness;
  K11_ = stiffness * bending / 24;
  K22_ = stiffness * bending * 2 / 3;
  K33_ = stiffness * 16 / 3;
  K34_ = -stiffness * 8 / 3;
  K44_ = stiffness * 7 / 3;
  k_ = 0.5 * pi * pi * stiffness / P::l2;
  beta_ = 80 / (9 * pi * pi);
}

SystemInfo SliderCrankEquations::info() const {
  SystemInfo info;
  info.name = "slider-crank";
  info.add_coordinate("phi1", "rad");
  info.add_coordinate("phi2", "rad");
  info.add_coordinate("x3", "m");
  for (const char* deformation : {"q1", "q2", "q3", "q4"}) info.add_coordinate(deformation, "m");
  info.add_constraint("joint of rod and block, y", "N");
  info.add_constraint("joint of rod and block, x", "N");
  info.add_constraint("prescribed crank angle", "N m");
  return info;
}

}  // namespace pleuel
