// Named quantities at the points of a body with inelastic strains.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/fem/inelastic_points.hpp"

namespace pleuel::fem {

/// stress11, …, von_mises, plastic_strain, and the material's internal variables in their usual
/// units (ep11, Z_I, …).
///
///     von_mises      √(3 J2)
///     plastic_strain √(⅔ ε^p : ε^p)
///
/// ε^p33 = −ε^p11 − ε^p22 if the stress state does not contain it.
class PointFields {
 public:
  struct Field {
    std::string name, unit;
  };
  explicit PointFields(std::shared_ptr<const InelasticPoints> points);

  const std::vector<Field>& fields() const { return fields_; }
  const InelasticPoints& points() const { return *points_; }
  /// One row per field, one column per point.
  Matrix values(const Vector& q, const Vector& x) const;

 private:
  std::shared_ptr<const InelasticPoints> points_;
  std::vector<Field> fields_;
  Matrix deviator_;
};

}  // namespace pleuel::fem
