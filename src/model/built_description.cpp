#include "pleuel/model/built_description.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/model/file/source_location.hpp"
#include "pleuel/model/flexible/elastic_builder.hpp"

namespace pleuel {
namespace {

std::string percent(double part) { return number_text(100 * part, 3) + " %"; }

std::string truncation_text(const Truncation& t, const std::vector<std::string>& markers) {
  std::string text = "keeps " + std::to_string(t.n_modes) + " normal modes of " +
                     std::to_string(t.n_unknowns) + ", up to " + std::to_string(std::lround(t.highest)) +
                     " rad/s; of static responses, in the norm of energy, they miss " + percent(t.inertia) +
                     " under forces of inertia";
  for (std::size_t k = 0; k < markers.size(); ++k)
    text += ", " + percent(t.markers[k]) + " under loads at '" + markers[k] + "'";
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
    std::vector<std::string> names;
    for (std::size_t k = 0; k < markers.size(); ++k) {
      place(markers[k], built->markers[k]);
      const std::string& name = model_.markers[markers[k]].name;
      names.push_back(name.substr(name.rfind('.') + 1));
    }
    for (const std::string& remark : built->remarks)
      model_.remarks.push_back(description.place + ": the body '" + description.name + "' " + remark);
    if (built->truncation)
      model_.remarks.push_back(description.place + ": the body '" + description.name + "' " +
                               truncation_text(*built->truncation, names));
  }

 private:
  /// A part with a fault is replaced by a stand-in, so that the parts that need it are checked too.
  std::optional<ElasticBuild> steps(const ElasticData& data, const std::vector<int>& markers) {
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
    if (data.frame) frame = guarded(data.places.frame, [&] { return make_frame(*body, *data.frame); });
    if (!frame) frame.emplace(body->n_dofs(), std::vector<int>{});
    std::vector<FlexibleMarker> at;
    for (const int k : markers) {
      const MarkerDescription& m = model_.markers[k];
      if (auto made = guarded(m.place, [&] { return make_marker(*body, *frame, *m.nodes); }))
        at.push_back(std::move(*made));
    }
    for (const TractionChoice& traction : data.dynamics.tractions)
      guarded(traction.place, [&] { return body->traction(traction.set, [](const auto& x) { return x; }); });
    if (faults_.size() > n_faults || !data.section || !data.frame) return std::nullopt;
    return guarded(data.places.dynamics, [&] {
      return build_elastic(make_shape(std::move(*body), *data.frame), std::move(at), data.dynamics,
                           model_.gravity, law);
    });
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
    if (marker.entries.empty())
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
