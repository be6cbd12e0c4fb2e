#include "pleuel/model/model_outputs.hpp"

#include <algorithm>
#include <optional>

#include "pleuel/base/error.hpp"
#include "pleuel/model/flexible/body_fields.hpp"
#include "pleuel/model/formula_output.hpp"
#include "pleuel/model/output_dimension.hpp"

namespace pleuel {
namespace {

/// "x" → 0, "y" → 1, "z" → 2; −1 otherwise.
template <int D>
int axis_of(char letter) {
  const int axis = letter - 'x';
  return axis >= 0 && axis < D ? axis : -1;
}

[[noreturn]] void refuse(const OutputDescription& output, const std::string& allowed) {
  throw InvalidInput(output.place + ": the output '" + output.name + "' asks for '" + output.part +
                     "', but allowed are " + allowed);
}

/// Displacement of a marker from its undeformed position, in the axes of its body's frame.
/// Only for markers on flexible bodies.
template <int D>
MotionOutput displacement_output(const MultibodySystem<D>& system, const BuiltDescription& description,
                                 const OutputDescription& output) {
  const auto marker = description.flexible_markers.find(output.item);
  if (marker == description.flexible_markers.end())
    refuse(output, std::string(D == 2 ? "x, y, vx, vy, ax and ay" : "x, y, z, vx, vy, vz, ax, ay and az") +
                       ": the marker is not on a flexible body");
  int first = 0;
  for (const FlexiblePart<D>& part : system.parts().flexible.bodies)
    if (part.body() == description.markers[output.item].body) first = part.first();
  const int axis = output.part[1] - 'x';
  const auto value = [first, axis, shape = MarkerShape<D>(marker->second)](const Motion& at) {
    return shape.place(at.q, first)[axis];
  };
  return {output.name, "m", value, false};
}

template <int D>
MotionOutput marker_output(const MultibodySystem<D>& system, const BuiltDescription& description,
                           const OutputDescription& output) {
  const std::string& part = output.part;
  if (part == "ux" || part == "uy" || (D == 3 && part == "uz"))
    return displacement_output<D>(system, description, output);
  const Attachment<D> m = system.parts().marker(output.item);
  const int axis = part.empty() ? -1 : axis_of<D>(part.back());
  const bool is_known =
      axis >= 0 && (part.size() == 1 || (part.size() == 2 && (part[0] == 'v' || part[0] == 'a')));
  if (!is_known) refuse(output, D == 2 ? "x, y, vx, vy, ax and ay" : "x, y, z, vx, vy, vz, ax, ay and az");
  const char level = part.size() == 1 ? 'x' : part[0];
  const auto value = [m, level, axis](const Motion& at) {
    const Arrow<D> p = point<D>(body_at<D>(at, m.body), m.u);
    return level == 'x' ? p.X[axis] : level == 'v' ? p.rate[axis] : p.acceleration[axis];
  };
  return {output.name, level == 'x' ? "m" : level == 'v' ? "m/s" : "m/s²", value, level == 'a'};
}

template <int D>
MotionOutput measure_output(const std::shared_ptr<const MultibodySystem<D>>& system,
                            const BuiltDescription& description, const OutputDescription& output) {
  if (!output.part.empty() && output.part != "rate") refuse(output, "nothing and 'rate'");
  const bool is_rate = output.part == "rate";
  const std::string unit = output_unit(description.measures[output.item].type->scalar);
  const auto value = [system, k = output.item, is_rate](const Motion& at) {
    const ScalarMotion<D> m = system->parts().measures.motion(k, BodiesAt<D>{system->info(), at});
    return is_rate ? m.rate : m.value;
  };
  return {output.name, is_rate ? unit + "/s" : unit, value, false};
}

MotionOutput energy_output(const std::shared_ptr<const MechanicalSystem>& system,
                           const OutputDescription& output) {
  for (MotionOutput& energy : energy_outputs(system)) {
    if (energy.name != output.part + "_energy") continue;
    energy.name = output.name;
    return energy;
  }
  refuse(output, "kinetic, potential and total");
}

/// The index of a described point among those of the body.
int point_number(const BodyFields& fields, const OutputDescription& output) {
  for (int p = 0; p < fields.n_points(); ++p)
    if (fields.place(p) == std::pair<long long, int>(output.element, output.point)) return p;
  throw InvalidInput(output.place + ": the output '" + output.name + "' asks for point " +
                     std::to_string(output.point) + " of element " + std::to_string(output.element) +
                     ", which the mesh does not have");
}

template <int D>
MotionOutput field_output(const MultibodySystem<D>& system, const BuiltDescription& description,
                          const OutputDescription& output) {
  const auto& bodies = system.parts().flexible.bodies;
  const auto body = std::find_if(bodies.begin(), bodies.end(),
                                 [&](const FlexiblePart<D>& part) { return part.body() == output.item; });
  const bool is_imported = body != bodies.end() && body->nodes();
  BodyFields::List lists;
  if (is_imported && body->recovered())
    lists.push_back(std::make_shared<BodyFields>(body->recovered()));
  else if (body != bodies.end() && body->shape())
    lists = BodyFields::of(body->shape(), body->points());
  if (lists.empty())
    throw InvalidInput(output.place + ": the output '" + output.name + "' asks for a field of '" +
                       description.bodies[output.item].name +
                       (is_imported ? "', which is imported without stresses; give 'recovery' in its 'import'"
                                    : "', which is no beam and has no inelastic strains; give its material a "
                                      "'law' that has"));
  std::shared_ptr<const BodyFields> fields;
  Eigen::Index row = 0;
  std::string all;
  for (const auto& list : lists)
    for (std::size_t k = 0; k < list->fields().size() && !fields; ++k) {
      const auto& field = list->fields()[k];
      all += (all.empty() ? "" : ", ") + field.name;
      if (field.name != output.part) continue;
      fields = list;
      row = static_cast<Eigen::Index>(k);
    }
  if (!fields) refuse(output, all);
  using Where = OutputDescription::Where;
  const int point = output.where == Where::point ? point_number(*fields, output) : 0;
  const auto value = [fields, row, point, where = output.where, first = body->first(),
                      first_state = body->first_state(),
                      n_x = body->points() ? body->points()->n_states() : 0,
                      n = body->equations().n_deformation()](const Motion& at) {
    const Matrix values = fields->values(at.q.segment(first, n), at.s.segment(first_state, n_x));
    return where == Where::point ? values(row, point)
           : where == Where::max ? values.row(row).maxCoeff()
                                 : values.row(row).minCoeff();
  };
  return {output.name, fields->fields()[row].unit, value, false};
}

/// Angular velocity in ground axes, where the unknowns have it in body axes.
template <int D>
MotionOutput body_output(const OutputDescription& output) {
  const auto value = [body = output.item, axis = output.part.back() - 'x'](const Motion& at) {
    const BodyMotion<D> b = body_at<D>(at, body);
    if constexpr (D == 2)
      return b.omega[0];
    else
      return b.R.row(axis).dot(b.omega);
  };
  return {output.name, "rad/s", value, false};
}

/// An unknown as input of a formula.
MotionOutput unknown_output(const SystemInfo& info, const OutputDescription& output) {
  const auto among = [&](const std::vector<Quantity>& list, ConstVec Motion::*values,
                         bool depends_on_forces) -> std::optional<MotionOutput> {
    for (std::size_t k = 0; k < list.size(); ++k)
      if (list[k].name == output.unknown)
        return MotionOutput{output.name, list[k].unit,
                            [values, i = static_cast<Eigen::Index>(k)](const Motion& at) {
                              return (at.*values).size() > 0 ? (at.*values)[i] : 0;
                            },
                            depends_on_forces};
    return {};
  };
  if (auto q = among(info.q, &Motion::q, false)) return *q;
  if (auto v = among(info.v, &Motion::v, false)) return *v;
  if (auto s = among(info.s, &Motion::s, false)) return *s;
  if (auto a = among(info.a, &Motion::a, true)) return *a;
  if (auto lambda = among(info.lambda, &Motion::lambda, true)) return *lambda;
  throw InvalidInput(output.place + ": there is no unknown '" + output.unknown + "'");
}

}  // namespace

template <int D>
MotionOutput motion_output(const std::shared_ptr<const MultibodySystem<D>>& system,
                           const BuiltDescription& description, const OutputSources<D>& sources,
                           const OutputDescription& output) {
  using Kind = OutputDescription::Kind;
  if (shows_scalar(output)) return scalar_output<D>(system, description, sources, output);
  switch (output.kind) {
    case Kind::unknown:
      return unknown_output(system->info(), output);
    case Kind::body:
      return body_output<D>(output);
    case Kind::marker:
      return marker_output<D>(*system, description, output);
    case Kind::measure:
      return measure_output<D>(system, description, output);
    case Kind::energy:
      return energy_output(system, output);
    case Kind::field:
      return field_output<D>(*system, description, output);
    case Kind::formula:
      return formula_output(description, output, [&](const OutputDescription& input) {
        return motion_output<D>(system, description, sources, input);
      });
    case Kind::reaction:
    case Kind::joint:
    case Kind::driver:
    case Kind::force:
      break;
  }
  return load_output<D>(system, description, sources, output);
}

template MotionOutput motion_output<2>(const std::shared_ptr<const MultibodySystem<2>>&,
                                       const BuiltDescription&, const OutputSources<2>&,
                                       const OutputDescription&);
template MotionOutput motion_output<3>(const std::shared_ptr<const MultibodySystem<3>>&,
                                       const BuiltDescription&, const OutputSources<3>&,
                                       const OutputDescription&);

}  // namespace pleuel
