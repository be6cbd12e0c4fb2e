#include "pleuel/model/built_description.hpp"

#include <cmath>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/model/file/source_location.hpp"
#include "pleuel/model/flexible/elastic_builder.hpp"
#include "pleuel/model/flexible/import_builder.hpp"
#include "pleuel/model/flexible/load_builder.hpp"
#include "pleuel/model/flexible/reduction_builder.hpp"

namespace pleuel {
namespace {

std::string percent(double part) { return number_text(100 * part, 3) + " %"; }

/// "6 constraint modes and 4 fixed-interface modes"
std::string kinds_text(const ReductionReport& report) {
  std::vector<std::pair<std::string, int>> counts;
  for (const auto& shape : report.shapes) {
    if (counts.empty() || counts.back().first != shape.kind) counts.emplace_back(shape.kind, 0);
    ++counts.back().second;
  }
  std::string text;
  for (std::size_t k = 0; k < counts.size(); ++k)
    text += (k == 0                  ? ""
             : k + 1 < counts.size() ? ", "
                                     : " and ") +
            std::to_string(counts[k].second) + " " + counts[k].first + (counts[k].second == 1 ? "" : "s");
  return text;
}

std::string truncation_text(const ReductionReport& report) {
  std::string text = "keeps " + kinds_text(report) + " of " + std::to_string(report.n_unknowns);
  if (report.highest > 0) text += ", up to " + std::to_string(std::lround(report.highest)) + " rad/s";
  if (report.first_omitted > 0)
    text += "; the first mode left out has " + std::to_string(std::lround(report.first_omitted)) + " rad/s";
  text += "; of static responses, in the norm of energy, they miss " + percent(report.inertia) +
          " under forces of inertia";
  for (const auto& marker : report.markers)
    text += ", " + percent(marker.error) + " under loads at '" + marker.name + "'";
  return text;
}

material::StressState stress_state(const SectionChoice& section) {
  if (std::holds_alternative<fem::SolidSection>(section)) return material::StressState::solid;
  const auto* plane = std::get_if<fem::PlaneSection>(&section);
  if (plane == nullptr) return material::StressState::uniaxial;
  return plane->state == fem::PlaneState::stress ? material::StressState::plane_stress
                                                 : material::StressState::plane_strain;
}

/// The steps for one body; what a step refuses becomes faults at the place of its data.
class BodyBuilder {
 public:
  BodyBuilder(BuiltDescription& model, Diagnostics& faults) : model_(model), faults_(faults) {}

  void build(int number, const std::vector<int>& markers) {
    const BodyDescription& description = model_.bodies[number];
    const auto built = steps(*description.flexible, markers);
    if (!built) return;
    model_.flexible_bodies[number] = built->body;
    for (std::size_t k = 0; k < markers.size(); ++k) place(markers[k], built->markers[k]);
    for (const std::string& remark : built->remarks)
      model_.remarks.push_back(description.place + ": the body '" + description.name + "' " + remark);
    if (built->body->reduction)
      model_.remarks.push_back(description.place + ": the body '" + description.name + "' " +
                               truncation_text(*built->body->reduction));
  }

 private:
  /// A part with a fault is replaced by a stand-in, so that the parts that need it are checked too.
  std::optional<ElasticBuild> steps(const ElasticData& data, const std::vector<int>& markers) {
    if (data.import) return imported_steps(data, markers);
    const auto n_faults = faults_.size();
    const auto law = inelastic_law(data);
    guarded(data.places.dynamics, [&] {
      check_dynamics(data.dynamics, law != nullptr);
      return true;
    });
    auto mesh = guarded(data.places.mesh, [&] { return make_mesh(data.mesh); });
    if (!mesh) return std::nullopt;
    auto body = body_of(std::move(*mesh), data);
    if (!body) return std::nullopt;
    std::optional<fem::DofSelection> frame;
    const auto moved = moved_of(*body, data.dynamics.displacements);
    if (data.frame) frame = guarded(data.places.frame, [&] { return make_frame(*body, *data.frame, moved); });
    if (!frame) frame.emplace(body->n_dofs(), std::vector<int>{});
    check_moved(*body, *frame, moved);
    refuse_in_mean_axes(data);
    BodyMarkers at = markers_of(*body, *frame, markers);
    check_names(data.dynamics.reduction, at.names);
    for (const LoadChoice& load : data.dynamics.loads)
      guarded(load.place, [&] {
        check_load(*body, load);
        return true;
      });
    if (faults_.size() > n_faults || !data.section || !data.frame) return std::nullopt;
    return guarded(data.places.dynamics, [&] {
      return build_elastic(make_shape(std::move(*body), *data.frame, moved), std::move(at), data.dynamics,
                           model_.gravity, law);
    });
  }

  /// Faults are reported at each set.
  std::vector<MovedUnknown> moved_of(const fem::NodalBody& body,
                                     const std::vector<DisplacementChoice>& choices) {
    std::vector<MovedUnknown> moved;
    std::vector<DisplacementChoice> some;
    for (const DisplacementChoice& choice : choices) {
      some.push_back(choice);
      if (auto more = guarded(choice.place, [&] { return moved_unknowns(body, some); }))
        moved = std::move(*more);
      else
        some.pop_back();
    }
    return moved;
  }
  /// Mean axes are defined by all displacements.
  void refuse_in_mean_axes(const ElasticData& data) {
    if (data.frame && std::holds_alternative<MeanFrame>(*data.frame) && !data.dynamics.displacements.empty())
      faults_.add(
          data.dynamics.displacements.front().place,
          "prescribes displacements in the axes of the body's frame, but its frame has mean axes, which "
          "all displacements define; take a frame of supports, or a chord or tangent frame");
  }

  void check_moved(const fem::NodalBody& body, const fem::DofSelection& frame,
                   const std::vector<MovedUnknown>& moved) {
    std::set<std::string> faulty;
    for (const MovedUnknown& unknown : moved)
      if (frame.place(unknown.dof) < 0 && faulty.insert(unknown.place).second)
        guarded(unknown.place, [&] { return moved_conditions(body, frame, {unknown}); });
  }

  BodyMarkers markers_of(const fem::NodalBody& body, const fem::DofSelection& frame,
                         const std::vector<int>& markers) {
    BodyMarkers at;
    for (const int k : markers) {
      const MarkerDescription& m = model_.markers[k];
      auto made = guarded(m.place, [&] { return make_marker(body, frame, *m.nodes); });
      if (!made) continue;
      at.names.push_back(name_of(k));
      at.markers.push_back(std::move(*made));
      if (m.is_rigid_set)
        at.rigid_sets = fem::LinearConditions::joined(at.rigid_sets,
                                                      make_rigid_set(body, frame, *m.nodes, at.names.back()));
    }
    return at;
  }

  /// The same for a body from files.
  std::optional<ElasticBuild> imported_steps(const ElasticData& data, const std::vector<int>& markers) {
    const auto n_faults = faults_.size();
    const ImportChoice& import = *data.import;
    const auto* const nodal = std::get_if<fem::ImportData>(&import.from);
    guarded(data.places.dynamics, [&] {
      check_import_dynamics(data.dynamics, nodal == nullptr);
      return true;
    });
    if (nodal == nullptr) return sid_steps(data, markers);
    auto imported = guarded(data.places.mesh, [&] { return make_imported(*nodal, import.expected_mass); });
    if (!imported) return std::nullopt;
    std::optional<fem::DofSelection> frame;
    const auto moved = moved_of(imported->body, data.dynamics.displacements);
    if (data.frame)
      frame = guarded(data.places.frame, [&] { return make_frame(imported->body, *data.frame, moved); });
    if (!frame) frame.emplace(imported->body.n_dofs(), std::vector<int>{});
    check_moved(imported->body, *frame, moved);
    refuse_in_mean_axes(data);
    for (const RecoveryChoice& some : import.recovery)
      guarded(some.place, [&] {
        check_recovery(some, imported->body.n_dofs(), model_.dimension);
        return true;
      });
    BodyMarkers at = markers_of(imported->body, *frame, markers);
    check_names(data.dynamics.reduction, at.names);
    if (faults_.size() > n_faults || !data.frame) return std::nullopt;
    return guarded(data.places.dynamics, [&] {
      return build_imported(std::move(*imported), *data.frame, std::move(at), data.dynamics, import.recovery,
                            model_.gravity);
    });
  }

  std::optional<ElasticBuild> sid_steps(const ElasticData& data, const std::vector<int>& markers) {
    const auto n_faults = faults_.size();
    auto sid = guarded(data.places.mesh, [&] { return SidBuild(*data.import); });
    if (!sid) return std::nullopt;
    for (const RecoveryChoice& some : data.import->recovery)
      guarded(some.place, [&] {
        check_recovery(some, sid->n_modes(), model_.dimension);
        return true;
      });
    BodyMarkers at;
    for (const int k : markers) {
      const MarkerDescription& m = model_.markers[k];
      if (m.is_rigid_set)
        faults_.add(m.place,
                    "is attached to a rigid set, but the shapes of a SID file cannot be changed; "
                    "remove 'attach'");
      auto made = guarded(m.place, [&] { return sid->marker(*m.nodes); });
      if (!made) continue;
      at.names.push_back(name_of(k));
      at.markers.push_back(std::move(*made));
    }
    if (faults_.size() > n_faults) return std::nullopt;
    return guarded(data.places.dynamics,
                   [&] { return sid->build(std::move(at), data.dynamics, model_.gravity); });
  }

  /// Of a marker, without that of its body.
  std::string name_of(int marker) const {
    const std::string& name = model_.markers[marker].name;
    return name.substr(name.rfind('.') + 1);
  }

  void check_names(const std::optional<ReductionChoice>& reduction, const std::vector<std::string>& names) {
    if (!reduction) return;
    for (const auto* list : {&reduction->interfaces, &reduction->attachments})
      for (const MarkerName& marker : *list) guarded(marker.place, [&] { return place_of(marker, names); });
  }

  /// Null if the material is elastic, or has a fault.
  std::shared_ptr<const material::Material> inelastic_law(const ElasticData& data) {
    if (!data.law || !data.section) return nullptr;
    const auto made =
        guarded(data.places.material, [&] { return make_material(*data.law, stress_state(*data.section)); });
    return made && (*made)->n_states() > 0 ? *made : nullptr;
  }

  /// Of the section in the data; or, if that has a fault, of any section. Absent if the mesh itself
  /// is refused.
  std::optional<fem::ElasticBody> body_of(fem::Mesh mesh, const ElasticData& data) {
    std::optional<fem::ElasticBody> body;
    if (data.section)
      body = guarded(data.places.material, [&] { return make_elastic_body(mesh, *data.section); });
    if (body) return body;
    constexpr fem::ElasticMaterial any{.modulus = 1, .poisson = 0, .density = 1};
    const int dimension = fem::dimension_of(mesh.elements[0].type);
    const SectionChoice section =
        dimension == 1 && model_.dimension == 3
            ? SectionChoice(fem::SpatialBeamSection{
                  .material = any, .area = 1, .inertia_y = 1, .inertia_z = 1, .torsion = 1})
        : dimension == 1 ? SectionChoice(fem::BeamSection{.material = any, .area = 1, .inertia = 1})
        : dimension == 2 ? SectionChoice(fem::PlaneSection{.material = any, .thickness = 1})
                         : SectionChoice(fem::SolidSection{.material = any});
    try {
      return make_elastic_body(std::move(mesh), section);
    } catch (const InvalidInput&) {
      return std::nullopt;
    }
  }

  void place(int number, const FlexibleMarker& marker) {
    if (marker.is_fixed())
      model_.markers[number].position = marker.X;
    else
      model_.flexible_markers[number] = marker;
    if (!marker.has_rotation) model_.markers_without_rotation.insert(number);
  }

  template <class Work>
  auto guarded(const std::string& place, Work work) -> std::optional<decltype(work())> {
    try {
      return work();
    } catch (const InvalidInput& error) {
      for (const auto& fault : error.faults()) faults_.add(place, fault);
      return std::nullopt;
    }
  }

  BuiltDescription& model_;
  Diagnostics& faults_;
};

}  // namespace

BuiltDescription build_bodies(ModelDescription description, Diagnostics& faults) {
  BuiltDescription model{std::move(description)};
  std::vector<std::vector<int>> markers(model.bodies.size());
  for (std::size_t k = 0; k < model.markers.size(); ++k)
    if (model.markers[k].nodes) markers[model.markers[k].body].push_back(static_cast<int>(k));
  BodyBuilder builder(model, faults);
  for (std::size_t b = 0; b < model.bodies.size(); ++b)
    if (model.bodies[b].flexible) builder.build(static_cast<int>(b), markers[b]);
  for (const InnerElement& e : model.inner_elements)
    if (model.flexible_bodies.contains(model.markers[e.a].body) && !model.flexible_markers.contains(e.a) &&
        !model.flexible_markers.contains(e.b))
      faults.add(e.place, e.fault);
  return model;
}

BuiltDescription build_bodies(ModelDescription description) {
  Diagnostics faults;
  BuiltDescription model = build_bodies(std::move(description), faults);
  faults.throw_if_any();
  return model;
}

}  // namespace pleuel
