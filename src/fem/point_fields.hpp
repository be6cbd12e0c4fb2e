// Named quantities at the points of a body with inelastic strains.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/fem/inelastic_points.hpp"

namespace pleuel::fem {

/// stress11, …, von_mises, equivalent_inelastic_strain, and the material's internal variables in
/// their usual units (ep11, Z_I, …), of which p is called plastic_strain.
///
///     von_mises                    √(3 J2)
///     equivalent_inelastic_strain  √(⅔ w:w), of the present inelastic strain w = ε^p
///     plastic_strain               p = ∫ √(⅔ ẇ:ẇ) dt, accumulated; it never falls
///
/// w33 = −w11 − w22 if the stress state does not contain it. Under proportional load without
/// reversal plastic_strain and equivalent_inelastic_strain are equal.
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
  /// One row per field, one column per node. The components of stresses and states are carried to
  /// the nodes (nodal_values), and the equivalent stress and strain are formed from them there, so
  /// they are never negative. Where the extrapolation of plastic_strain is negative, it is zero.
  ///
  /// Of beams, a node has for each field the value of the fibre where it is largest, in the nearest
  /// section of an element, and the mean over its elements.
  Matrix nodal_values(const Mesh& mesh, const Vector& q, const Vector& x) const;

 private:
  /// σ and all states in their units, one column per point.
  Matrix components(const Vector& q, const Vector& x) const;
  /// Inserts the two equivalent quantities.
  Matrix completed(const Matrix& components) const;
  Matrix largest_at_nodes(const Mesh& mesh, const Matrix& at_fibres) const;

  std::shared_ptr<const InelasticPoints> points_;
  std::vector<Field> fields_;
  Matrix deviator_, strain_metric_;
};

}  // namespace pleuel::fem
