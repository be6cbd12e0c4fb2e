#include "pleuel/model/flexible/elastic_view.hpp"

#include "pleuel/model/multibody_system.hpp"

namespace pleuel {

namespace {

template <int D>
void add_views(const MultibodySystem<D>& model, std::vector<ElasticView>& views) {
  constexpr int n_q = Space<D>::n_q;
  const auto& names = model.info().q;
  for (const FlexiblePart<D>& part : model.parts().flexible.bodies) {
    if (part.shape() == nullptr) continue;
    ElasticView view;
    view.shape = part.shape();
    for (int k = 0; k < n_q; ++k) view.frame.push_back(names[n_q * part.body() + k].name);
    for (int k = 0; k < view.shape->n_deformation(); ++k)
      view.deformations.push_back(names[part.first() + k].name);
    view.fields = BodyFields::of(view.shape, part.points());
    if (part.points()) {
      for (int k = 0; k < part.points()->n_states(); ++k)
        view.states.push_back(model.info().s[part.first_state() + k].name);
    }
    view.name = view.frame[0].substr(0, view.frame[0].rfind('.'));
    views.push_back(std::move(view));
  }
}

}  // namespace

std::vector<ElasticView> elastic_views(const MechanicalSystem& system) {
  std::vector<ElasticView> views;
  if (const auto* planar = dynamic_cast<const MultibodySystem<2>*>(&system.core())) add_views(*planar, views);
  if (const auto* spatial = dynamic_cast<const MultibodySystem<3>*>(&system.core()))
    add_views(*spatial, views);
  return views;
}

}  // namespace pleuel
