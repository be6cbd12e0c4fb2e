// Systems with elastic bodies.
#pragma once

#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Consecutive velocities that are deformation rates of one elastic body.
struct DeformationRange {
  int first = 0;
  int size = 0;
};

/// Optional interface of a MechanicalSystem.
class ElasticSystem {
 public:
  /// Ascending. The diagonal block of each range in M, also combined with damping and stiffness at
  /// any shift, is regular without the deformations in border_deformations.
  virtual std::vector<DeformationRange> deformations() const = 0;
  /// Deformations without which a body could move rigidly, ascending: they belong to the border.
  virtual std::vector<int> border_deformations() const { return {}; }

 protected:
  ~ElasticSystem() = default;
};

/// The deformation ranges of the system or of its core; empty if it has no elastic bodies.
std::vector<DeformationRange> deformations_of(const MechanicalSystem& system);

/// For a matrix of order n whose first n_v rows belong to the velocities: all indices that are not
/// deformations, and those of border_deformations; none if there are no deformations. They form the
/// border of its SparseStructure.
std::vector<int> border_of(const MechanicalSystem& system, int n);

}  // namespace pleuel
