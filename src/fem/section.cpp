#include "pleuel/fem/section.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel::fem {
namespace {

class Faults {
 public:
  void require_positive(const char* what, double value) {
    if (!(value > 0) || !std::isfinite(value)) add(what, value, "it must be positive");
  }
  void add(const char* what, double value, const char* allowed) {
    faults_.push_back(std::string(what) + " is " + number_text(value) + "; " + allowed);
  }
  void raise() const {
    if (!faults_.empty()) throw InvalidInput(faults_);
  }

 private:
  std::vector<std::string> faults_;
};

void check_material(Faults& faults, const ElasticMaterial& material) {
  faults.require_positive("elastic body: Young's modulus", material.modulus);
  faults.require_positive("elastic body: density", material.density);
}

void check_poisson(Faults& faults, const ElasticMaterial& material) {
  const double nu = material.poisson;
  if (!(nu > -1 && nu < 0.5)) faults.add("elastic body: Poisson's ratio", nu, "it must lie between −1 and ½");
}

}  // namespace

Eigen::Matrix3d plane_moduli(const ElasticMaterial& material, PlaneState state) {
  const double E = material.modulus, nu = material.poisson;
  Eigen::Matrix3d D;
  if (state == PlaneState::stress) {
    D << 1, nu, 0, nu, 1, 0, 0, 0, (1 - nu) / 2;
    return D * (E / (1 - nu * nu));
  }
  D << 1 - nu, nu, 0, nu, 1 - nu, 0, 0, 0, (1 - 2 * nu) / 2;
  return D * (E / ((1 + nu) * (1 - 2 * nu)));
}

Eigen::Matrix<double, 6, 6> solid_moduli(const ElasticMaterial& material) {
  const double E = material.modulus, nu = material.poisson;
  const double mu = E / (2 * (1 + nu)), lambda = E * nu / ((1 + nu) * (1 - 2 * nu));
  Eigen::Matrix<double, 6, 6> D = Eigen::Matrix<double, 6, 6>::Zero();
  D.topLeftCorner<3, 3>().setConstant(lambda);
  D.diagonal() << lambda + 2 * mu, lambda + 2 * mu, lambda + 2 * mu, mu, mu, mu;
  return D;
}

void check_section(const PlaneSection& section) {
  Faults faults;
  check_material(faults, section.material);
  check_poisson(faults, section.material);
  faults.require_positive("elastic body: thickness", section.thickness);
  faults.raise();
}

void check_section(const BeamSection& section) {
  Faults faults;
  check_material(faults, section.material);
  faults.require_positive("beam: area", section.area);
  faults.require_positive("beam: second moment of area", section.inertia);
  if (!(section.shear >= 0)) faults.add("beam: shear stiffness", section.shear, "it must not be negative");
  faults.raise();
}

void check_section(const SpatialBeamSection& section) {
  Faults faults;
  check_material(faults, section.material);
  check_poisson(faults, section.material);
  faults.require_positive("beam: area", section.area);
  faults.require_positive("beam: second moment of area about y", section.inertia_y);
  faults.require_positive("beam: second moment of area about z", section.inertia_z);
  faults.require_positive("beam: torsion constant", section.torsion);
  for (const double shear : {section.shear_y, section.shear_z})
    if (!(shear >= 0)) faults.add("beam: shear stiffness", shear, "it must not be negative");
  const double Iy = section.inertia_y, Iz = section.inertia_z;
  if (!section.y && !(std::abs(Iy - Iz) <= 1e-9 * std::max(Iy, Iz)))
    faults.add("beam: second moment of area about y", Iy,
               "it differs from that about z, so the direction of the section's y axis must be given");
  faults.raise();
}

void check_section(const SolidSection& section) {
  Faults faults;
  check_material(faults, section.material);
  check_poisson(faults, section.material);
  faults.raise();
}

}  // namespace pleuel::fem
