#include "pleuel/model/flexible/load_builder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/body_frame.hpp"
#include "pleuel/fem/reduction.hpp"
#include "pleuel/model/flexible/elastic_builder.hpp"

namespace pleuel {
namespace {

std::string name_of(const LoadChoice& choice) {
  if (choice.is_per_volume) return "a body force";
  const std::string kind = choice.axes == LoadAxes::side_normal ? "the pressure" : "the traction";
  return choice.set.empty() ? kind : kind + " on '" + choice.set + "'";
}

/// As a file names it.
std::string key_of(fem::NodalDof which, int dimension) {
  static constexpr const char* keys[] = {"x", "y", "z", "thetax", "thetay", "thetaz"};
  return dimension == 2 && fem::is_rotation(which) ? "theta" : keys[static_cast<int>(which)];
}

std::vector<fem::LoadPatch> patches_of(const fem::ElasticBody& body, const LoadChoice& choice) {
  if (choice.is_per_volume) return fem::volume_patches(body);
  return body.is_beam() ? fem::axis_patches(body, choice.set) : fem::side_patches(body, choice.set);
}

std::vector<double> values_at(const fem::LoadField& field, const LoadChoice& choice,
                              const Expression& formula) {
  std::vector<double> values(static_cast<std::size_t>(field.n_points()), 1.0);
  const auto n = static_cast<std::size_t>(formula.n_inputs());
  for (int p = 0; p < field.n_points(); ++p) {
    const Eigen::Vector3d x = field.point(p);
    const std::array<double, 4> inputs = {0, x[0], x[1], x[2]};
    const double value = formula.value({inputs.data(), n});
    if (!std::isfinite(value))
      throw InvalidInput(name_of(choice) + " is " + number_text(value) + " at (" + number_text(x[0]) + ", " +
                         number_text(x[1]) + ", " + number_text(x[2]) +
                         "); a load must be a finite number at all points of the body");
    values[static_cast<std::size_t>(p)] = value;
  }
  return values;
}

std::vector<BodyLoad> loads_for(const fem::ElasticBody& body, const fem::DofSelection& frame, const Matrix& V,
                                const std::vector<LoadChoice>& choices) {
  const int n_deformation = V.cols() > 0 ? static_cast<int>(V.cols()) : frame.n_kept();
  std::vector<BodyLoad> loads;
  for (const LoadChoice& choice : choices) {
    std::vector<fem::LoadPatch> patches = patches_of(body, choice);
    for (fem::LoadPatch& patch : patches) patch.restrict(frame, V);
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
        if (!field) field = std::make_shared<fem::LoadField>(patches, n_deformation);
        if (depends_on_time(formula) && depends_on_place(formula)) load.field = field;
        field->integrate(depends_on_time(formula)
                             ? std::vector<double>(static_cast<std::size_t>(field->n_points()), 1.0)
                             : values_at(*field, choice, formula),
                         load.moments);
      }
      loads.push_back(std::move(load));
    }
  }
  return loads;
}

/// The forces of a load on the deformations, of size 1 where it depends on time; in ground axes one
/// column for each direction that it may have.
Matrix forces_of(const BodyLoad& load, int n) {
  if (load.following) {
    Matrix forces = Matrix::Zero(n, 1);
    const std::vector<double> unit(static_cast<std::size_t>(load.following->n_points()), 1.0);
    const Vector rest = Vector::Zero(n);
    fem::FollowingLoad::Workspace work;
    load.following->add(unit, {rest.data(), n}, {forces.data(), n}, work);
    return forces;
  }
  if (load.axes == LoadAxes::ground_axes) return load.moments.B;
  return load.moments.B.col(load.axis);
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
  return loads_for(shape.body, shape.frame, shape.V, choices);
}

std::string load_remark(const ElasticShape& shape, const fem::LinearConditions& rigid_sets,
                        const std::vector<LoadChoice>& choices) {
  constexpr double little = 1e-3;
  const FixedMatrix K = shape.frame.restrict(shape.body.stiffness());
  fem::StaticResponse response(K, shape.mean_axes.get());
  response.require(rigid_sets.C_transposed);
  std::map<std::string, double> missed;
  for (const BodyLoad& load : loads_for(shape.body, shape.frame, {}, choices)) {
    const Matrix forces = forces_of(load, K.rows);
    for (Eigen::Index k = 0; k < forces.cols(); ++k) {
      if (forces.col(k).isZero(0)) continue;
      const double error = fem::truncation_error(K, response, shape.V, forces.col(k))[0];
      missed[load.name] = std::max(missed[load.name], error);
    }
  }
  std::string text;
  for (const auto& [name, error] : missed)
    if (error > little) text += (text.empty() ? "" : ", ") + number_text(100 * error, 3) + " % under " + name;
  if (text.empty()) return text;
  return "is reduced, and of its static responses to its own loads, in the norm of energy, its shapes miss " +
         text + "; keep more modes, or give 'shapes' that follow the load";
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
              " has no unknown '" + key_of(component.which, body.dimension()) +
              (fem::is_rotation(component.which) ? "'; only beams have rotations"
                                                 : "'; a beam with '\"axial\": false' does not stretch"));
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
