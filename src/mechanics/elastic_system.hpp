// Systems with elastic bodies.
#pragma once

#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// A run of velocities that are rates of an elastic body's deformation.
struct DeformationRange {
  int first = 0;
  int size = 0;
};

/// What a MechanicalSystem may be besides.
class ElasticSystem {
 public:
  /// Ascending. The rows and columns of each in M, and in M with any shift of damping and
  /// stiffness, are regular by themselves.
  virtual std::vector<DeformationRange> deformations() const = 0;

 protected:
  ~ElasticSystem() = default;
};

/// Those of the system, or of the one whose constraints it selects; none where it is not elastic.
std::vector<DeformationRange> deformations_of(const MechanicalSystem& system);

/// Of a matrix with n rows and columns, the first n_v of which belong to the velocities of the
/// system: all that are no deformations, or none where there are no deformations. SparseLu
/// eliminates them last.
std::vector<int> border_of(const MechanicalSystem& system, int n);

}  // namespace pleuel
