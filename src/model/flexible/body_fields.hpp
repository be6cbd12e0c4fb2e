// Named quantities inside a flexible body: stresses, inelastic strains, section forces.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pleuel/fem/point_fields.hpp"
#include "pleuel/model/flexible/elastic_shape.hpp"
#include "pleuel/model/flexible/recovered_fields.hpp"

namespace pleuel {

/// The fields of a body of a model at one kind of points, from its deformations q and its internal
/// states x:
///
///     triangles, tetrahedra and beams      fem::PointFields, at the points of elements and the
///     with inelastic strains               fibres of beams
///     beams                                fem::SectionForces, at four points of each element
///     beams with inelastic strains, also   fem::PointFields, at the fibres
///     imported bodies                      RecoveredFields, if they have recovery matrices
///
/// Elastic triangles and tetrahedra have none.
class BodyFields {
 public:
  using Field = fem::PointFields::Field;
  using List = std::vector<std::shared_ptr<const BodyFields>>;

  /// All of a body; `points` may be null.
  static List of(const std::shared_ptr<const ElasticShape>& shape,
                 const std::shared_ptr<const fem::InelasticPoints>& points);

  enum class Kind { points, sections };
  /// Sections are those of a beam; `points` may be null for them.
  BodyFields(Kind kind, std::shared_ptr<const ElasticShape> shape,
             std::shared_ptr<const fem::InelasticPoints> points);
  /// Of recovery matrices: their points count from 1 and are the first ones of elements of this
  /// number.
  explicit BodyFields(std::shared_ptr<const RecoveredFields> recovered);

  const std::vector<Field>& fields() const { return fields_; }
  int n_points() const;
  /// The tag of the element of a point and its number in the element, from 1.
  std::pair<long long, int> place(int point) const;
  /// Whether the points are fibres of beams; then where a point is in its section.
  bool is_of_fibres() const { return inelastic_ && points_->fibres() != nullptr; }
  const fem::Fibre& fibre(int point) const { return points_->fibres()->fibre(point); }
  /// One row per field, one column per point.
  Matrix values(const Vector& q, const Vector& x) const;
  /// One row per field, one column per node; not of recovery matrices.
  Matrix nodal_values(const Vector& q, const Vector& x) const;

 private:
  std::shared_ptr<const ElasticShape> shape_;
  std::shared_ptr<const fem::InelasticPoints> points_;
  std::optional<fem::PointFields> inelastic_;  // otherwise sections of a beam, or recovered
  std::shared_ptr<const RecoveredFields> recovered_;
  std::vector<Field> fields_;
};

}  // namespace pleuel
