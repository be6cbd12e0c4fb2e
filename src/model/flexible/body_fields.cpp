#include "pleuel/model/flexible/body_fields.hpp"

#include "pleuel/fem/inelastic_section_forces.hpp"

namespace pleuel {

using fem::SectionForces;

BodyFields::List BodyFields::of(const std::shared_ptr<const ElasticShape>& shape,
                                const std::shared_ptr<const fem::InelasticPoints>& points) {
  List all;
  if (shape->body.is_beam()) all.push_back(std::make_shared<BodyFields>(Kind::sections, shape, points));
  if (points) all.push_back(std::make_shared<BodyFields>(Kind::points, shape, points));
  return all;
}

BodyFields::BodyFields(Kind kind, std::shared_ptr<const ElasticShape> shape,
                       std::shared_ptr<const fem::InelasticPoints> points)
    : shape_(std::move(shape)), points_(std::move(points)) {
  if (kind == Kind::points) {
    inelastic_.emplace(points_);
    fields_ = inelastic_->fields();
    return;
  }
  for (const auto& field : SectionForces::fields(shape_->body)) fields_.push_back({field.name, field.unit});
}

BodyFields::BodyFields(std::shared_ptr<const RecoveredFields> recovered) : recovered_(std::move(recovered)) {
  for (const auto& field : recovered_->fields()) fields_.push_back({field.name, field.unit});
}

int BodyFields::n_points() const {
  if (recovered_) return recovered_->n_points();
  return inelastic_ ? points_->n_points() : SectionForces::n_points * shape_->body.mesh().n_elements();
}

std::pair<long long, int> BodyFields::place(int point) const {
  if (recovered_) return {point + 1, 1};
  const auto [element, number] =
      inelastic_ ? points_->place(point)
                 : std::pair(point / SectionForces::n_points, point % SectionForces::n_points);
  return {shape_->body.mesh().element_tag(element), number + 1};
}

Matrix BodyFields::values(const Vector& q, const Vector& x) const {
  if (recovered_) return recovered_->values(q);
  if (inelastic_) return inelastic_->values(q, x);
  const Vector unknowns = shape_->unknowns(q);
  return points_ ? fem::inelastic_section_forces(shape_->body, *points_, unknowns, x)
                 : SectionForces::at_points(shape_->body, unknowns);
}

Matrix BodyFields::nodal_values(const Vector& q, const Vector& x) const {
  const fem::Mesh& mesh = shape_->body.mesh();
  return inelastic_ ? inelastic_->nodal_values(mesh, q, x)
                    : SectionForces::means_at_nodes(mesh, values(q, x));
}

}  // namespace pleuel
