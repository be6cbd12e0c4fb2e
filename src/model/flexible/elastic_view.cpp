#include "pleuel/model/flexible/elastic_view.hpp"

#include "pleuel/model/multibody_system.hpp"

namespace pleuel {

std::vector<ElasticView> elastic_views(const MechanicalSystem& system) {
  std::vector<ElasticView> views;
  const auto* model = dynamic_cast<const MultibodySystem<2>*>(&system.core());
  if (model == nullptr) return views;
  const auto& names = model->info().q;
  for (const FlexiblePart& part : model->parts().flexible.bodies) {
    if (part.shape() == nullptr) continue;
    ElasticView view;
    view.shape = part.shape();
    for (int k = 0; k < 3; ++k) view.frame.push_back(names[3 * part.body() + k].name);
    for (int k = 0; k < view.shape->n_deformation(); ++k)
      view.deformations.push_back(names[part.first() + k].name);
    if (BodyFields::has_any(*view.shape, part.points().get()))
      view.fields = std::make_shared<BodyFields>(view.shape, part.points());
    if (part.points()) {
      for (int k = 0; k < part.points()->n_states(); ++k)
        view.states.push_back(model->info().s[part.first_state() + k].name);
    }
    view.name = view.frame[0].substr(0, view.frame[0].rfind('.'));
    views.push_back(std::move(view));
  }
  return views;
}

}  // namespace pleuel
