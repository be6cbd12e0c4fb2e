#include "pleuel/fem/section.hpp"

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

void check_section(const PlaneSection& section) {
  Faults faults;
  check_material(faults, section.material);
  const double nu = section.material.poisson;
  if (!(nu > -1 && nu < 0.5)) faults.add("elastic body: Poisson's ratio", nu, "it must lie between −1 and ½");
  faults.require_positive("elastic body: thickness", section.thickness);
  faults.raise();
}

void check_section(const BeamSection& section) {
  Faults faults;
  check_material(faults, section.material);
  faults.require_positive("beam: area", section.area);
  faults.require_positive("beam: second moment of area", section.inertia);
  faults.raise();
}

}  // namespace pleuel::fem
