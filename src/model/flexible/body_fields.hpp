// Named quantities inside a flexible body: stresses, inelastic strains, section forces.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "pleuel/fem/point_fields.hpp"
#include "pleuel/model/flexible/elastic_shape.hpp"
#include "pleuel/model/flexible/recovered_fields.hpp"

namespace pleuel {

/// The fields of a body of a model, from its deformations q and its internal states x:
///
///     triangles with inelastic strains  those of fem::PointFields, at the points of their elements
///     beams                             fem::SectionForces, at four points of each element
///     imported bodies                   RecoveredFields, if they have recovery matrices
///
/// Elastic triangles have none.
class BodyFields {
 public:
  using Field = fem::PointFields::Field;

  static bool has_any(const ElasticShape& shape, const fem::InelasticPoints* points) {
    return points != nullptr || shape.body.is_beam();
  }
  /// `points` may be null for a beam.
  BodyFields(std::shared_ptr<const ElasticShape> shape, std::shared_ptr<const fem::InelasticPoints> points);
  /// Of recovery matrices: their points count from 1 and are the first ones of elements of this number.
  explicit BodyFields(std::shared_ptr<const RecoveredFields> recovered);

  const std::vector<Field>& fields() const { return fields_; }
  int n_points() const;
  /// The tag of the element of a point and its number in the element, from 1.
  std::pair<long long, int> place(int point) const;
  /// One row per field, one column per point.
  Matrix values(const Vector& q, const Vector& x) const;
  /// One row per field, one column per node; not of recovery matrices.
  Matrix nodal_values(const Vector& q, const Vector& x) const;

 private:
  std::shared_ptr<const ElasticShape> shape_;
  std::shared_ptr<const RecoveredFields> recovered_;
  std::optional<fem::PointFields> inelastic_;  // otherwise a beam or recovered
  std::vector<Field> fields_;
};

}  // namespace pleuel
