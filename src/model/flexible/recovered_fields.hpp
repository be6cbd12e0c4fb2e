// Stresses and other quantities of a flexible body by matrices of another program.
#pragma once

#include <string>
#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// Quantities at points that are linear in the deformations: y = S q. A stress has six rows per
/// point in space (xx, yy, zz, xy, yz, zx) and three in the plane (xx, yy, xy), and gives the von
/// Mises stress too; of the plane that is the one of plane stress. Others have one row per point.
class RecoveredFields {
 public:
  struct Field {
    std::string name, unit;
  };
  struct Part {
    std::string name, unit;
    bool is_stress = false;
    FixedMatrix S;  ///< columns: the deformations of the model
  };
  /// Throws InvalidInput if a stress has another number of rows, or parts have different numbers of
  /// points.
  RecoveredFields(std::vector<Part> parts, int dimension);

  const std::vector<Field>& fields() const { return fields_; }
  int n_points() const { return n_points_; }
  /// One row per field, one column per point.
  Matrix values(const Vector& q) const;

 private:
  std::vector<Part> parts_;
  int dimension_, n_points_ = 0;
  std::vector<Field> fields_;
};

}  // namespace pleuel
