#include "pleuel/model/flexible/load_builder.hpp"

#include <algorithm>
#include <array>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/body_frame.hpp"
#include "pleuel/model/flexible/elastic_builder.hpp"

namespace pleuel {
namespace {

std::string name_of(const LoadChoice& choice) {
  if (choice.is_per_volume) return "a body force";
  const std::string kind = choice.axes == LoadAxes::side_normal ? "the pressure" : "the traction";
  return choice.set.empty() ? kind : kind + " on '" + choice.set + "'";
}

std::vector<fem::LoadPatch> patches_of(const fem::ElasticBody& body, const LoadChoice& choice) {
  if (choice.is_per_volume) return fem::volume_patches(body);
  return body.is_beam() ? fem::axis_patches(body, choice.set) : fem::side_patches(body, choice.set);
}

std::vector<double> values_at(const fem::LoadField& field, const Expression& formula) {
  std::vector<double> values(static_cast<std::size_t>(field.n_points()), 1.0);
  const auto n = static_cast<std::size_t>(formula.n_inputs());
  for (int p = 0; p < field.n_points(); ++p) {
    const Eigen::Vector3d x = field.point(p);
    const std::array<double, 4> inputs = {0, x[0], x[1], x[2]};
    values[static_cast<std::size_t>(p)] = formula.value({inputs.data(), n});
  }
  return values;
}

}  // namespace

void check_load(const fem::ElasticBody& body, const LoadChoice& choice) {
  if (choice.is_per_volume) return;
  if (!body.is_beam())
    (void)body.mesh().boundary_on(choice.set);
  else
    (void)fem::axis_patches(body, choice.set);
}

std::vector<BodyLoad> make_loads(const ElasticShape& shape, const std::vector<LoadChoice>& choices) {
  std::vector<BodyLoad> loads;
  for (const LoadChoice& choice : choices) {
    std::vector<fem::LoadPatch> patches = patches_of(shape.body, choice);
    for (fem::LoadPatch& patch : patches) patch.restrict(shape.frame, shape.V);
    std::shared_ptr<const fem::LoadField> field;
    for (std::size_t axis = 0; axis < choice.value.size(); ++axis) {
      const Expression& formula = choice.value[axis];
      if (formula.is_constant() &&
          formula.value(std::vector<double>(static_cast<std::size_t>(formula.n_inputs()), 0.0)) == 0)
        continue;
      BodyLoad load{
          .name = name_of(choice), .formula = formula, .axes = choice.axes, .axis = static_cast<int>(axis)};
      if (choice.axes == LoadAxes::side_normal) {
        load.following = std::make_shared<fem::FollowingLoad>(patches);
      } else if (choice.axes == LoadAxes::section_axes) {
        load.following = std::make_shared<fem::FollowingLoad>(patches, load.axis);
      } else {
        if (!field) field = std::make_shared<fem::LoadField>(patches, shape.n_deformation());
        if (depends_on_time(formula) && depends_on_place(formula)) {
          load.field = field;
        } else if (depends_on_time(formula)) {
          field->integrate(std::vector<double>(static_cast<std::size_t>(field->n_points()), 1.0),
                           load.moments);
        } else {
          field->integrate(values_at(*field, formula), load.moments);
        }
      }
      loads.push_back(std::move(load));
    }
  }
  return loads;
}

std::vector<MovedUnknown> moved_unknowns(const fem::NodalBody& body,
                                         const std::vector<DisplacementChoice>& choices) {
  std::vector<MovedUnknown> moved;
  for (const DisplacementChoice& choice : choices)
    for (const int node : body.mesh().node_set(choice.set))
      for (const auto& component : choice.components) {
        const auto dof = body.dof(node, component.which);
        if (!dof)
          throw InvalidInput(
              "displacements of '" + choice.set + "': node " + std::to_string(body.mesh().node_tag(node)) +
              " has no such unknown; its displacements are 'x' and 'y', in space also 'z', and "
              "only beams have rotations");
        const Eigen::Vector3d& x = body.mesh().nodes[static_cast<std::size_t>(node)];
        moved.push_back(
            {*dof, component.value.of_first({x.data(), 3}), component.value, choice.set, component.place});
      }
  std::ranges::stable_sort(moved, {}, &MovedUnknown::dof);
  for (std::size_t k = 1; k < moved.size(); ++k)
    if (moved[k].dof == moved[k - 1].dof)
      throw InvalidInput("displacements: " + body.dof_name(moved[k].dof) + " belongs to '" +
                         moved[k - 1].set + "' and to '" + moved[k].set +
                         "', which both prescribe it; take node sets without common nodes");
  return moved;
}

fem::LinearConditions moved_conditions(const fem::NodalBody& body, const fem::DofSelection& frame,
                                       const std::vector<MovedUnknown>& moved) {
  const std::vector<Quantity> names = nodal_names(body, frame);
  fem::LinearConditions conditions;
  std::vector<int> start = {0}, row;
  for (const MovedUnknown& unknown : moved) {
    const int place = frame.place(unknown.dof);
    if (place < 0)
      throw InvalidInput("displacements of '" + unknown.set + "': " + body.dof_name(unknown.dof) +
                         " is held by the body's frame; leave it out of one of them");
    row.push_back(place);
    start.push_back(static_cast<int>(row.size()));
    const auto& name = names[static_cast<std::size_t>(place)];
    conditions.rows.push_back({name.name, name.unit == "rad"});
  }
  const auto n = static_cast<int>(moved.size());
  conditions.C_transposed = FixedMatrix(frame.n_kept(), n, std::move(start), std::move(row));
  std::ranges::fill(conditions.C_transposed.value, 1.0);
  std::vector<int> dofs;
  for (const MovedUnknown& unknown : moved) dofs.push_back(unknown.dof);
  for (const int dof : fem::holding_unknowns(body, frame, dofs)) conditions.held.push_back(frame.place(dof));
  return conditions;
}

}  // namespace pleuel
