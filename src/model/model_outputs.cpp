#include "pleuel/model/model_outputs.hpp"

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/point_fields.hpp"

namespace pleuel {
namespace {

template <int D>
BodyMotion<D> body_motion(const Motion& at, int body) {
  using S = Space<D>;
  BodyMotion<D> b;
  if (body == ground) return b;
  place_body(at.q.data() + body * S::n_q, b);
  if (at.v.size() > 0) {
    b.v = at.v.template segment<D>(body * S::n);
    b.omega = at.v.template segment<S::n_rotations>(body * S::n + D);
  }
  if (at.a.size() > 0) {
    b.a = at.a.template segment<D>(body * S::n);
    b.alpha = at.a.template segment<S::n_rotations>(body * S::n + D);
  }
  return b;
}

/// Only the two bodies of a scalar, with the interface of BodyMotions.
template <int D>
struct TwoBodies {
  const MultibodySystem<D>& system;
  const Motion& at;
  BodyMotion<D> operator[](int body) const { return body_motion<D>(at, body); }
  double reference(int k) const {
    return at.revolutions != nullptr ? at.revolutions->reference(k, at.t) : system.info().angles[k].start;
  }
};

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

/// Displacement of a marker from its undeformed position, in the axes of its body's frame: P q.
/// Only for markers on flexible bodies.
MotionOutput displacement_output(const MultibodySystem<2>& system, const BuiltDescription& description,
                                 const OutputDescription& output) {
  const auto marker = description.flexible_markers.find(output.item);
  if (marker == description.flexible_markers.end())
    refuse(output, "x, y, vx, vy, ax and ay: the marker is not on a flexible body");
  int first = 0;
  for (const FlexiblePart& part : system.parts().flexible.bodies)
    if (part.body() == description.markers[output.item].body) first = part.first();
  std::vector<FlexibleMarker::Entry> entries;
  for (const auto& entry : marker->second.entries)
    if (entry.component == output.part[1] - 'x') entries.push_back(entry);
  const auto value = [first, entries](const Motion& at) {
    double sum = 0;
    for (const auto& entry : entries) sum += entry.weight * at.q[first + entry.dof];
    return sum;
  };
  return {output.name, "m", value, false};
}

template <int D>
MotionOutput marker_output(const MultibodySystem<D>& system, const BuiltDescription& description,
                           const OutputDescription& output) {
  const std::string& part = output.part;
  if constexpr (D == 2)
    if (part == "ux" || part == "uy") return displacement_output(system, description, output);
  const Attachment<D> m = system.parts().marker(output.item);
  const int axis = part.empty() ? -1 : axis_of<D>(part.back());
  const bool is_known =
      axis >= 0 && (part.size() == 1 || (part.size() == 2 && (part[0] == 'v' || part[0] == 'a')));
  if (!is_known) refuse(output, D == 2 ? "x, y, vx, vy, ax and ay" : "x, y, z, vx, vy, vz, ax, ay and az");
  const char level = part.size() == 1 ? 'x' : part[0];
  const auto value = [m, level, axis](const Motion& at) {
    const Arrow<D> p = point<D>(body_motion<D>(at, m.body), m.u);
    return level == 'x' ? p.X[axis] : level == 'v' ? p.rate[axis] : p.acceleration[axis];
  };
  return {output.name, level == 'x' ? "m" : level == 'v' ? "m/s" : "m/s²", value, level == 'a'};
}

/// Force and torque of a joint on the body of b in ground axes; the torque is about b.
struct Wrench {
  Eigen::Vector3d force = Eigen::Vector3d::Zero(), torque = Eigen::Vector3d::Zero();
};

template <int D>
Wrench reaction(const MultibodySystem<D>& system, const RowRange& rows, const Attachment<D>& b,
                const Motion& at) {
  using S = Space<D>;
  const TwoBodies<D> bodies{system, at};
  const BodyMotion<D> body = bodies[b.body];
  typename S::Point force = S::Point::Zero();
  typename S::RotationVector torque = S::RotationVector::Zero();
  const auto collect = [&](const auto& list) {
    for (const auto& term : list) {
      if (term.row() < rows.first || term.row() >= rows.first + rows.count) continue;
      ScalarMotion<D> m = term.motion(bodies);
      const double scale = -term.factor() * at.lambda[term.row()];
      force += scale * move_j<D>(m.gradient);
      torque += scale * rotation_j<D>(m.gradient);
    }
  };
  std::apply([&](const auto&... list) { (collect(list), ...); }, system.parts().rows);
  Wrench w;
  w.force.template head<D>() = force;
  Eigen::Vector3d arm = Eigen::Vector3d::Zero();
  arm.template head<D>() = body.R * b.u;
  if constexpr (D == 2)
    w.torque[2] = torque[0];
  else
    w.torque = body.R * torque;
  w.torque -= arm.cross(w.force);
  return w;
}

template <int D>
MotionOutput reaction_output(const std::shared_ptr<const MultibodySystem<D>>& system,
                             const BuiltDescription& description, const std::vector<RowRange>& joint_rows,
                             const OutputDescription& output) {
  const Element& joint = description.joints[output.item];
  if (joint.markers.size() != 2)
    throw InvalidInput(output.place + ": the output '" + output.name + "' asks for the reaction of '" +
                       joint.name + "', which is a '" + joint.type->name +
                       "' and has none at a point; show its multiplier '" + joint.name +
                       ".lambda_…' instead");
  const std::string& part = output.part;
  const bool is_force = part.size() == 2 && part[0] == 'f' && axis_of<D>(part[1]) >= 0;
  const bool is_torque =
      part.size() == 2 && part[0] == 'm' && (D == 3 ? axis_of<3>(part[1]) >= 0 : part[1] == 'z');
  if (!is_force && !is_torque) refuse(output, D == 2 ? "fx, fy and mz" : "fx, fy, fz, mx, my and mz");
  const int axis = part[1] - 'x';
  const auto value = [system, rows = joint_rows[output.item], b = system->parts().marker(joint.markers[1]),
                      is_force, axis](const Motion& at) {
    const Wrench w = reaction<D>(*system, rows, b, at);
    return is_force ? w.force[axis] : w.torque[axis];
  };
  return {output.name, is_force ? "N" : "N m", value};
}

template <int D>
MotionOutput measure_output(const std::shared_ptr<const MultibodySystem<D>>& system,
                            const BuiltDescription& description, const OutputDescription& output) {
  if (!output.part.empty() && output.part != "rate") refuse(output, "nothing and 'rate'");
  const bool is_rate = output.part == "rate";
  const std::string unit = description.measures[output.item].type->name == "angle" ? "rad" : "m";
  const auto value = [system, k = output.item, is_rate](const Motion& at) {
    const ScalarMotion<D> m = system->parts().measures.motion(k, TwoBodies<D>{*system, at});
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
int point_number(const FlexiblePart& part, const OutputDescription& output) {
  const auto& points = *part.points();
  for (int p = 0; p < points.n_points(); ++p) {
    const auto [element, number] = points.place(p);
    if (part.shape()->body.mesh().element_tag(element) == output.element && number + 1 == output.point)
      return p;
  }
  throw InvalidInput(output.place + ": the output '" + output.name + "' asks for point " +
                     std::to_string(output.point) + " of element " + std::to_string(output.element) +
                     ", which the mesh does not have");
}

MotionOutput field_output(const MultibodySystem<2>& system, const BuiltDescription& description,
                          const OutputDescription& output) {
  const auto& bodies = system.parts().flexible.bodies;
  const auto body = std::find_if(bodies.begin(), bodies.end(),
                                 [&](const FlexiblePart& part) { return part.body() == output.item; });
  if (body == bodies.end() || !body->points())
    throw InvalidInput(output.place + ": the output '" + output.name + "' asks for a field of '" +
                       description.bodies[output.item].name +
                       "', which has no inelastic strains; give its material a 'law' that has");
  const auto fields = std::make_shared<fem::PointFields>(body->points());
  Eigen::Index row = 0;
  std::string all;
  for (const auto& field : fields->fields()) {
    if (field.name == output.part) break;
    all += (all.empty() ? "" : ", ") + field.name;
    ++row;
  }
  if (row == static_cast<Eigen::Index>(fields->fields().size())) refuse(output, all);
  using Where = OutputDescription::Where;
  const int point = output.where == Where::point ? point_number(*body, output) : 0;
  const auto value = [fields, row, point, where = output.where, first = body->first(),
                      first_state = body->first_state(),
                      n = body->equations().n_deformation()](const Motion& at) {
    const Matrix values =
        fields->values(at.q.segment(first, n), at.s.segment(first_state, fields->points().n_states()));
    return where == Where::point ? values(row, point)
           : where == Where::max ? values.row(row).maxCoeff()
                                 : values.row(row).minCoeff();
  };
  return {output.name, fields->fields()[row].unit, value, false};
}

}  // namespace

template <int D>
MotionOutput motion_output(const std::shared_ptr<const MultibodySystem<D>>& system,
                           const BuiltDescription& description, const std::vector<RowRange>& joint_rows,
                           const OutputDescription& output) {
  using Kind = OutputDescription::Kind;
  switch (output.kind) {
    case Kind::marker:
      return marker_output<D>(*system, description, output);
    case Kind::reaction:
      return reaction_output<D>(system, description, joint_rows, output);
    case Kind::measure:
      return measure_output<D>(system, description, output);
    case Kind::energy:
      return energy_output(system, output);
    case Kind::field:
      if constexpr (D == 2) return field_output(*system, description, output);
      throw InvalidInput(output.place + ": the output '" + output.name +
                         "' is a field, which only flexible bodies of planar models have; remove it");
    case Kind::unknown:
      break;
  }
  throw InvalidInput(output.place + ": the output '" + output.name + "' is an unknown");
}

template MotionOutput motion_output<2>(const std::shared_ptr<const MultibodySystem<2>>&,
                                       const BuiltDescription&, const std::vector<RowRange>&,
                                       const OutputDescription&);
template MotionOutput motion_output<3>(const std::shared_ptr<const MultibodySystem<3>>&,
                                       const BuiltDescription&, const std::vector<RowRange>&,
                                       const OutputDescription&);

}  // namespace pleuel
