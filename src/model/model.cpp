#include "pleuel/model/model.hpp"

#include <algorithm>
#include <variant>

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/unknown_names.hpp"
#include "pleuel/model/beam_views.hpp"
#include "pleuel/model/flexible/deformation_measures.hpp"
#include "pleuel/model/flexible/elastic_data.hpp"
#include "pleuel/model/joint_advice.hpp"
#include "pleuel/model/model_outputs.hpp"
#include "pleuel/model/multibody_system.hpp"
#include "pleuel/model/start_metric_of.hpp"

namespace pleuel {
namespace {

/// Adds elements and collects their faults.
template <int D>
class Builder {
 public:
  explicit Builder(const BuiltDescription& description) : assembly_(description) {}

  /// Returns the terms that the element added.
  ElementTerms add(const Element& element) {
    const TermCounts first = TermCounts::of(assembly_);
    assembly_.begin(element);
    try {
      element.type->add_to(assembly_)(element, assembly_);
    } catch (const InvalidInput& error) {
      faults_.insert(faults_.end(), error.faults().begin(), error.faults().end());
    }
    const ElementTerms terms{first, TermCounts::of(assembly_)};
    remark_on_frames(element, terms);
    return terms;
  }
  std::vector<ElementTerms> add_all(const std::vector<Element>& elements) {
    std::vector<ElementTerms> terms;
    for (const Element& e : elements) terms.push_back(add(e));
    return terms;
  }
  /// Counts the angles that outputs show.
  void take_scalars(const std::vector<OutputDescription>& outputs, OutputSources<D>& sources) {
    if (!is_good()) return;
    for (const OutputDescription& output : outputs) {
      try {
        sources.scalars.take(output, sources.terms, assembly_);
      } catch (const InvalidInput& error) {
        faults_.insert(faults_.end(), error.faults().begin(), error.faults().end());
      }
    }
  }
  Assembly<D>& assembly() { return assembly_; }
  bool is_good() const { return faults_.empty(); }
  std::shared_ptr<MultibodySystem<D>> finish() {
    if (!faults_.empty()) throw InvalidInput(faults_);
    return std::make_shared<MultibodySystem<D>>(std::move(assembly_));
  }

 private:
  /// The origin of mean axes is no point of the material, and the axes of a chord are not its axes.
  void remark_on_frames(const Element& element, const ElementTerms& terms) {
    for (const int k : element.markers) {
      const MarkerDescription& marker = assembly_.description().markers[k];
      if (marker.body < 0) continue;
      const BodyDescription& body = assembly_.description().bodies[marker.body];
      if (!body.flexible || !body.flexible->frame || marker.name != body.name + ".origin") continue;
      const bool is_mean = std::holds_alternative<MeanFrame>(*body.flexible->frame),
                 is_chord = std::holds_alternative<ChordFrame>(*body.flexible->frame);
      if (!is_mean && !(is_chord && terms.use_axes())) continue;
      assembly_.remarks.push_back("'" + element.name + "' acts on " + (is_mean ? "" : "the axes of ") + "'" +
                                  marker.name + "', which " +
                                  (is_mean ? "moves with the mean axes" : "turn with the chord") +
                                  " of the body and not with its material there: the result depends on the "
                                  "choice of the frame; take a marker of a node set");
    }
  }

  Assembly<D> assembly_;
  std::vector<std::string> faults_;
};

/// Zero, except for initial values of a material.
template <int D>
Vector start_states(const MultibodySystem<D>& system) {
  Vector s = Vector::Zero(system.info().n_s());
  for (const FlexiblePart<D>& part : system.parts().flexible.bodies)
    if (part.points()) s.segment(part.first_state(), part.points()->n_states()) = part.points()->start();
  return s;
}

/// The start for positions or for velocities, with additional rows.
template <int D>
class StartSolver {
 public:
  explicit StartSolver(const BuiltDescription& description) : description_(description) {}

  StartCoordinates solve() const {
    StartCoordinates start = start_coordinates<D>(description_);
    const auto fixes = [&](const char* what) {
      for (const Element& e : description_.start)
        if (e.is_given(what)) return true;
      return false;
    };
    const double t = description_.simulation.t_begin;
    if (fixes("value")) {
      Builder<D> builder(description_);
      joints(builder);
      for (const Element& e : description_.start)
        if (e.is_given("value")) builder.add(e);
      start.q = state(builder.finish(), t, start).q;
    }
    if (fixes("rate")) start.v = velocities(t, start);
    return start;
  }

  /// q with closed joints; if they cannot be closed, as described: the run reports it.
  Vector closed(const StartCoordinates& at) const {
    Builder<D> builder(description_);
    joints(builder);
    try {
      return state(builder.finish(), description_.simulation.t_begin, at).q;
    } catch (const NoConsistentState&) {
      return at.q;
    } catch (const RedundantConstraints&) {
      return at.q;
    }
  }

 private:
  void joints(Builder<D>& builder) const {
    builder.add_all(description_.joints);
    builder.add_all(description_.drivers);
  }

  /// Rows of the rates: φ(t) = rate (t − t₀), with the constant that makes them hold at q.
  Vector velocities(double t, StartCoordinates& start) const {
    const auto with_rates = [&](const Vector& residuals) {
      Builder<D> builder(description_);
      joints(builder);
      for (const Element& e : description_.start) {
        if (!e.is_given("rate")) continue;
        Element moving = e;
        moving.values["value"] = Function{
            Expression(e.place, "rate*(t - t0)", {"t"}, {{"rate", e.number("rate")}, {"t0", t}}), {}};
        const int first = builder.assembly().info.n_lambda();
        builder.add(moving);
        for (int r = first; r < builder.assembly().info.n_lambda() && r < residuals.size(); ++r)
          builder.assembly().add_constant(r, -residuals[r]);
      }
      return builder.finish();
    };
    const auto first = with_rates(Vector());
    Vector g(first->info().n_lambda());
    first->make_evaluator()->rows({.t = t, .q = start.q}, {.position = g});
    return state(with_rates(g), t, start).v;
  }

  InitialState state(std::shared_ptr<const MultibodySystem<D>> system, double t,
                     const StartCoordinates& at) const {
    const Vector s = start_states(*system);
    const StartMetric metric = start_metric_of<D>(description_, system)();
    if (!description_.simulation.is_redundant)
      return consistent_initial_state(*system, t, at.q, at.v, s, &metric);
    ConstraintChoice choice(std::move(system));
    return minimum_norm_initial_state(choice, t, at.q, at.v, s, &metric);
  }

  const BuiltDescription& description_;
};

/// True if an element takes an omitted value from the start.
bool needs_start(const Element& e) {
  for (const ParameterSpec& p : e.type->parameters)
    if (p.is_used && !e.is_given(p.name) && p.is_used(e)) return true;
  return false;
}

/// Checks that {"unknown": …} exists; other outputs are checked when the file is read.
void refuse_strange_unknowns(const SystemInfo& system, const std::vector<OutputDescription>& outputs) {
  std::vector<std::string> faults;
  for (const OutputDescription& output : outputs)
    if (output.kind == OutputDescription::Kind::unknown)
      if (const auto fault = fault_of_unknown(system, output.unknown))
        faults.push_back(output.place + ": " + *fault);
  if (!faults.empty()) throw InvalidInput(std::move(faults));
}

/// Rejects the angle of a marker without rotation, which would be that of its body's frame.
void refuse_angle_without_rotation(const BuiltDescription& description, const OutputDescription& output) {
  for (const int k : description.markers_without_rotation)
    for (const char* angle : {"phi", "vphi", "aphi"})
      if (output.unknown == description.markers[k].name + ".point." + angle)
        throw InvalidInput(output.place + ": the output '" + output.name + "' asks for the angle of '" +
                           description.markers[k].name +
                           "', which is one node of a solid and has no rotation; give the marker a "
                           "set of several nodes, or show the angle of the body's frame");
}

template <int D>
Model build(const BuiltDescription& description) {
  Builder<D> builder(description);
  builder.add_all(description.measures);
  OutputSources<D> sources;
  sources.terms.joints = builder.add_all(description.joints);
  sources.terms.drivers = builder.add_all(description.drivers);
  const StartSolver<D> solver(description);
  const bool is_start_needed = std::any_of(description.forces.begin(), description.forces.end(), needs_start);
  if (is_start_needed && builder.is_good()) builder.assembly().move_start(solver.closed(solver.solve()));
  sources.terms.forces = builder.add_all(description.forces);
  builder.take_scalars(description.outputs, sources);
  const auto system = builder.finish();
  if (system->info().n_lambda() > 0 && system->info().n_q() <= JointAdvice<D>::most_coordinates)
    system->set_advice(JointAdvice<D>(description));
  const StartCoordinates start = solver.solve();

  Model model;
  model.system = system;
  model.remarks = system->parts().remarks;
  model.q0 = start.q;
  model.v0 = start.v;
  const StartCoordinates given = start_coordinates<D>(description);
  model.q_given = given.q;
  model.v_given = given.v;
  model.start_metric = start_metric_of<D>(description, system);
  model.s0 = start_states(*system);
  model.notes = system->parts().notes;
  for (const FlexiblePart<D>& part : system->parts().flexible.bodies) {
    for (int k = 0; k < part.equations().n_deformation(); ++k)
      model.deformation.push_back(part.first_v() + k);
    for (ValidityMeasure& m : deformation_measures(part, description.bodies[part.body()].name))
      model.validity.push_back(std::move(m));
  }
  for (const BeamDescription& beam : description.beams)
    for (ValidityMeasure& m : beam_measures(beam, system, sources.terms.forces[beam.first_force].first.beams))
      model.validity.push_back(std::move(m));
  refuse_strange_unknowns(system->info(), description.outputs);
  for (const OutputDescription& output : description.outputs) {
    if (output.kind == OutputDescription::Kind::unknown) {
      refuse_angle_without_rotation(description, output);
      model.unknown_outputs.push_back(output.unknown);
    } else {
      model.outputs.push_back(motion_output<D>(system, description, sources, output));
    }
  }
  model.terms = std::move(sources.terms);
  return model;
}

}  // namespace

Model build_model(const BuiltDescription& description) {
  return description.dimension == 2 ? build<2>(description) : build<3>(description);
}

Model build_model(ModelDescription description) { return build_model(build_bodies(std::move(description))); }

}  // namespace pleuel
