#include "pleuel/model/flexible/body_fields.hpp"

#include "pleuel/fem/stress.hpp"

namespace pleuel {

using fem::SectionForces;

BodyFields::BodyFields(std::shared_ptr<const ElasticShape> shape,
                       std::shared_ptr<const fem::InelasticPoints> points)
    : shape_(std::move(shape)) {
  if (points) {
    inelastic_.emplace(std::move(points));
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
  return inelastic_ ? inelastic_->points().n_points()
                    : SectionForces::n_points * shape_->body.mesh().n_elements();
}

std::pair<long long, int> BodyFields::place(int point) const {
  if (recovered_) return {point + 1, 1};
  const auto [element, number] =
      inelastic_ ? inelastic_->points().place(point)
                 : std::pair(point / SectionForces::n_points, point % SectionForces::n_points);
  return {shape_->body.mesh().element_tag(element), number + 1};
}

Matrix BodyFields::values(const Vector& q, const Vector& x) const {
  if (recovered_) return recovered_->values(q);
  return inelastic_ ? inelastic_->values(q, x) : SectionForces::at_points(shape_->body, shape_->unknowns(q));
}

Matrix BodyFields::nodal_values(const Vector& q, const Vector& x) const {
  return inelastic_ ? inelastic_->nodal_values(shape_->body.mesh(), q, x)
                    : SectionForces::at_nodes(shape_->body, shape_->unknowns(q));
}

}  // namespace pleuel
