#include "pleuel/model/body/inertia_check.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

constexpr double forgiven = 1e-9;

const char* const without_mass =
    "has no mass; its motion must follow from joints and forces, or the accelerations are not unique";

}  // namespace

InertiaVerdict check_inertia(double mass, const Eigen::Matrix3d& inertia, int dimension) {
  InertiaVerdict verdict;
  if (!std::isfinite(mass) || !inertia.allFinite()) {
    verdict.faults.emplace_back("the mass or the inertia is not finite; check sizes and density");
    return verdict;
  }
  if (!(mass >= 0))
    verdict.faults.push_back("the mass " + number_text(mass) + " kg is negative; give its amount");
  if (mass == 0) verdict.remarks.emplace_back(without_mass);
  if (dimension == 2) {
    const double J = inertia(2, 2);
    if (!(J >= 0))
      verdict.faults.push_back("the inertia " + number_text(J) + " kg*m^2 is negative; give its amount");
    if (J == 0 && mass > 0)
      verdict.remarks.emplace_back("has no inertia about z; joints or forces must hold its angle");
    return verdict;
  }
  const double size = inertia.cwiseAbs().maxCoeff();
  if ((inertia - inertia.transpose()).cwiseAbs().maxCoeff() > forgiven * size) {
    verdict.faults.emplace_back(
        "the inertia is not symmetric; give the same number on both sides of the diagonal");
    return verdict;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(inertia, Eigen::EigenvaluesOnly);
  const Eigen::Vector3d J = solver.eigenvalues();
  const std::string moments =
      number_text(J[0]) + ", " + number_text(J[1]) + ", " + number_text(J[2]) + " kg*m^2";
  if (!(J[0] >= -forgiven * size)) {
    verdict.faults.push_back(
        "the principal moments of inertia are " + moments +
        ", but none may be negative; products of inertia are entered with their minus sign");
  } else if (!(J[0] + J[1] >= J[2] * (1 - forgiven))) {
    verdict.faults.push_back(
        "the principal moments of inertia are " + moments +
        ", but no body has one larger than the sum of the two others; is it about the centre of "
        "mass, and are the units right?");
  } else if (mass > 0 && J[0] <= forgiven * size) {
    verdict.remarks.push_back("has principal moments of inertia " + moments +
                              "; where one is zero, joints or forces must hold that rotation");
  }
  return verdict;
}

}  // namespace pleuel
