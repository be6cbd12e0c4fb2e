// Builds a flexible body of a model from the files of another program.
#pragma once

#include <memory>
#include <optional>

#include "pleuel/fem/import/import_checks.hpp"
#include "pleuel/fem/import/sid_body.hpp"
#include "pleuel/model/flexible/elastic_builder.hpp"
#include "pleuel/model/flexible/import_data.hpp"

namespace pleuel {

/// A body with mass and stiffness at nodes, and what its checks found.
struct CheckedImport {
  fem::ImportedBody body;
  fem::NodalMass mass;
  fem::ImportReport report;
  double length = 1;  ///< SI value of the unit of displacements in the files
};
/// Throws InvalidInput as fem::check_import does.
CheckedImport make_imported(const fem::ImportData& data, std::optional<double> expected_mass);

/// Throws InvalidInput if the choices need known finite elements, or nodal unknowns that a SID file
/// does not have.
void check_import_dynamics(const ElasticDynamics& dynamics, bool is_sid);

/// Throws InvalidInput with the file if a recovery matrix has another number of columns than the
/// body has unknowns, or of rows than its quantity has components.
void check_recovery(const RecoveryChoice& recovery, int n_columns, int dimension);

/// `markers` as make_marker gives them for the body and its frame.
ElasticBuild build_imported(CheckedImport imported, const FrameChoice& frame, BodyMarkers markers,
                            const ElasticDynamics& dynamics, const std::vector<RecoveryChoice>& recovery,
                            const Eigen::Vector3d& gravity);

/// A body of a SID file, and its markers: the means of nodes.
class SidBuild {
 public:
  /// Throws InvalidInput as fem::sid_body does.
  explicit SidBuild(const ImportChoice& choice);
  FlexibleMarker marker(const NodeChoice& nodes) const;
  int n_modes() const { return body_.integrals.size(); }
  ElasticBuild build(BodyMarkers markers, const ElasticDynamics& dynamics, const Eigen::Vector3d& gravity);

 private:
  fem::SidBody body_;
  fem::Mesh nodes_;
  std::vector<RecoveryChoice> recovery_;
};

}  // namespace pleuel
