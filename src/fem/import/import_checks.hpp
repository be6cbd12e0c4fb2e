// Checks of a body whose matrices come from another program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/fem/import/imported_body.hpp"
#include "pleuel/fem/import/nodal_integrals.hpp"

namespace pleuel::fem {

/// What the checks found.
struct ImportReport {
  double mass = 0;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  /// √ of the largest RᵀKR against RᵀMR over the rigid motions R, and the first frequency of the
  /// free body, rad/s
  double rigid_omega = 0, first_omega = 0;
  /// Largest relative residual ‖Kq − b‖/‖b‖ of static responses to loads of the moving body.
  double static_residual = 0;
  bool is_massless_somewhere = false;  ///< M is singular: some unknowns have no mass
  std::vector<std::string> remarks;    ///< sentences that begin with a verb
};

/// Checks, in this order: M ≥ 0 and K ≥ 0 by LDLᵀ; K R = 0 for the rigid motions R, row by row;
/// that RᵀMR is the mass matrix of a rigid body within the nodes; the mass against an expected one,
/// kg; the rigid motions against the first frequency; static responses.
///
/// Throws InvalidInput with the file, the line of an entry where one is the culprit, and the likely
/// mistake: rows in another order, missing rotations, a support, exchanged nodes, other units.
ImportReport check_import(const ImportedBody& body, const ImportData& data, const NodalMass& mass,
                          std::optional<double> expected_mass);

/// Throws InvalidInput if a mass differs from the expected one by more than one percent.
void require_mass(double mass, double expected, const std::string& path);

}  // namespace pleuel::fem
