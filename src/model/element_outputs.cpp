#include "pleuel/model/element_outputs.hpp"

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/model/assembly/marker_pair.hpp"
#include "pleuel/model/output_dimension.hpp"

namespace pleuel {
namespace {

using Kind = OutputDescription::Kind;

const Element& element_of(const OutputDescription& output, const ModelDescription& model) {
  return output.kind == Kind::driver  ? model.drivers[output.item]
         : output.kind == Kind::force ? model.forces[output.item]
                                      : model.joints[output.item];
}

const ElementTerms& terms_of(const OutputDescription& output, const ModelTerms& terms) {
  return output.kind == Kind::driver  ? terms.drivers[output.item]
         : output.kind == Kind::force ? terms.forces[output.item]
                                      : terms.joints[output.item];
}

/// The element that has the markers: of friction, its joint. Null if there is none.
const Element* carrier_of(const Element& e, const ModelDescription& model) {
  if (!e.markers.empty()) return &e;
  if (e.is_given("joint")) return &model.joints[e.whole("joint")];
  return nullptr;
}

/// What an element does: force and torque on the body of b, the torque about its centre of mass in
/// body axes.
template <int D>
struct Load {
  typename Space<D>::Point force = Space<D>::Point::Zero();
  typename Space<D>::RotationVector torque = Space<D>::RotationVector::Zero();
  double along = 0, power = 0;
};

template <int D>
Load<D> load_at(const MultibodySystem<D>& system, const ElementTerms& terms, const Motion& at) {
  Load<D> load;
  terms.act(system.parts(), at, [&](double f, const ScalarMotion<D>& m, const BodyPair&) {
    load.force += f * move_j<D>(m.gradient);
    load.torque += f * rotation_j<D>(m.gradient);
    load.along += f;
    load.power += f * m.rate;
  });
  return load;
}

/// Force in ground axes and torque about b.
struct Wrench {
  Eigen::Vector3d force = Eigen::Vector3d::Zero(), torque = Eigen::Vector3d::Zero();
};

template <int D>
Wrench wrench_at(const Load<D>& load, const Attachment<D>& b, const Motion& at) {
  const BodyMotion<D> body = body_at<D>(at, b.body);
  Wrench w;
  w.force.template head<D>() = load.force;
  Eigen::Vector3d arm = Eigen::Vector3d::Zero();
  arm.template head<D>() = body.R * b.u;
  if constexpr (D == 2)
    w.torque[2] = load.torque[0];
  else
    w.torque = body.R * load.torque;
  w.torque -= arm.cross(w.force);
  return w;
}

/// The marker on which a force is shown.
template <int D>
Attachment<D> marker_b(const MultibodySystem<D>& system, const BuiltDescription& description,
                       const OutputDescription& output) {
  const Element& e = element_of(output, description);
  const Element* carrier = carrier_of(e, description);
  if (carrier == nullptr || (output.kind == Kind::reaction && carrier->markers.size() != 2))
    throw InvalidInput(output.place + ": the output '" + output.name + "' asks for the force of '" + e.name +
                       "', which is a '" + e.type->name + "' and has none at a point; show " +
                       (output.kind == Kind::reaction ? "its multiplier '" + e.name + ".lambda_…'"
                                                      : "its power '" + e.name + ".power'") +
                       " instead");
  return system.parts().marker(carrier->markers.back());
}

}  // namespace

bool shows_scalar(const OutputDescription& output) {
  if (output.kind == Kind::joint) return true;
  return (output.kind == Kind::driver || output.kind == Kind::force) &&
         (output.part == "value" || output.part == "rate");
}

template <int D>
void ShownScalars<D>::take(const OutputDescription& output, const ModelTerms& terms, Assembly<D>& assembly) {
  for (const OutputDescription& input : output.inputs) take(input, terms, assembly);
  if (!shows_scalar(output) || list_.contains(key(output))) return;
  const Element& e = element_of(output, assembly.description());
  assembly.begin(e);
  if (const Element* carrier = carrier_of(e, assembly.description())) assembly.act_in(*carrier);
  const bool needs_count = output.part == "angle" || output.part == "value";
  const auto add = [&](const BodyPair& pair, auto scalar) {
    if constexpr (std::is_same_v<decltype(scalar), Angle<3>>)
      if (needs_count && scalar.count < 0)
        assembly.count(pair, scalar,
                       output.kind == Kind::joint    ? "joint"
                       : output.kind == Kind::driver ? "driver"
                                                     : "force");
    list_.emplace(key(output), Shown{pair, scalar});
  };
  if (output.kind != Kind::joint) return terms_of(output, terms).scalars(assembly, add);
  const MarkerPair<D> markers(e, assembly);
  if (output.part == "angle" || output.part == "rate")
    add(markers.bodies, markers.angle());
  else
    add(markers.bodies, markers.offset(markers.slide));
}

template <int D>
MotionOutput scalar_output(const std::shared_ptr<const MultibodySystem<D>>& system,
                           const BuiltDescription& description, const OutputSources<D>& sources,
                           const OutputDescription& output) {
  const bool is_rate = output.part == "rate" || output.part == "velocity";
  const auto value = [system, shown = sources.scalars.of(output), is_rate](const Motion& at) {
    const ScalarMotion<D> m = std::visit(
        [&](const auto& s) {
          return motion_at<D>(s, shown.bodies, BodiesAt<D>{system->info(), at});
        },
        shown.scalar);
    return is_rate ? m.rate : m.value;
  };
  return {output.name, output_unit(dimension_of(output, description)), value, false};
}

template <int D>
MotionOutput load_output(const std::shared_ptr<const MultibodySystem<D>>& system,
                         const BuiltDescription& description, const OutputSources<D>& sources,
                         const OutputDescription& output) {
  const std::string unit = output_unit(dimension_of(output, description));
  const bool has_multipliers = output.kind != Kind::force;
  const ElementTerms terms = terms_of(output, sources.terms);
  const std::string& part = output.part;
  if (part == "power" || part == "force" || part == "torque") {
    const auto value = [system, terms, is_power = part == "power"](const Motion& at) {
      const Load<D> load = load_at<D>(*system, terms, at);
      return is_power ? load.power : load.along;
    };
    return {output.name, unit, value, has_multipliers};
  }
  const auto sections = section_parts(D);
  if (const auto found = std::find(sections.begin(), sections.end(), part);
      found != sections.end() && terms.end.beams > terms.first.beams) {
    const auto value = [system, k = terms.first.beams, row = found - sections.begin()](const Motion& at) {
      const BeamTerm<D>& beam = system->parts().beams[k];
      return beam.section_forces(beam.strains(BodiesAt<D>{system->info(), at}))[row];
    };
    return {output.name, unit, value, false};
  }
  const Attachment<D> b = marker_b<D>(*system, description, output);
  const int axis = part.size() == 2 ? part[1] - 'x' : -1;
  const bool is_known = !part.empty() && part.size() <= 2 && axis < 3 &&
                        (part[0] == 'f' ? axis < D : part[0] == 'm' && (D == 3 || axis < 0 || axis == 2));
  if (!is_known)
    throw InvalidInput(output.place + ": the output '" + output.name + "' asks for '" + part +
                       "', but allowed are " +
                       (D == 2 ? "fx, fy, mz, f and m" : "fx, fy, fz, mx, my, mz, f and m"));
  const auto value = [system, terms, b, is_force = part[0] == 'f', axis](const Motion& at) {
    const Wrench w = wrench_at<D>(load_at<D>(*system, terms, at), b, at);
    const Eigen::Vector3d& x = is_force ? w.force : w.torque;
    return axis < 0 ? x.norm() : x[axis];
  };
  return {output.name, unit, value, has_multipliers};
}

template class ShownScalars<2>;
template class ShownScalars<3>;
template MotionOutput load_output<2>(const std::shared_ptr<const MultibodySystem<2>>&,
                                     const BuiltDescription&, const OutputSources<2>&,
                                     const OutputDescription&);
template MotionOutput load_output<3>(const std::shared_ptr<const MultibodySystem<3>>&,
                                     const BuiltDescription&, const OutputSources<3>&,
                                     const OutputDescription&);
template MotionOutput scalar_output<2>(const std::shared_ptr<const MultibodySystem<2>>&,
                                       const BuiltDescription&, const OutputSources<2>&,
                                       const OutputDescription&);
template MotionOutput scalar_output<3>(const std::shared_ptr<const MultibodySystem<3>>&,
                                       const BuiltDescription&, const OutputSources<3>&,
                                       const OutputDescription&);

}  // namespace pleuel
