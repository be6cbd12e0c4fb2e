#include "pleuel/model/element_arrows.hpp"

#include "pleuel/model/multibody_system.hpp"

namespace pleuel {
namespace {

using Arrows = std::function<void(const Motion&, Eigen::Matrix3Xd&)>;

template <int D>
Arrows arrows_in(const std::shared_ptr<const MechanicalSystem>& system, const MultibodySystem<D>& model,
                 std::vector<ElementTerms> elements) {
  return [system, &model, elements = std::move(elements)](const Motion& at, Eigen::Matrix3Xd& out) {
    out.setZero(3, static_cast<Eigen::Index>(elements.size()));
    const BodiesAt<D> bodies{model.parts().info, at};
    Eigen::Index k = 0;
    for (const ElementTerms& terms : elements) {
      auto force = out.col(k++).template head<D>();
      terms.act(model.parts(), bodies, [&](double f, const ScalarMotion<D>& m, const BodyPair&) {
        force += f * move_j<D>(m.gradient);
      });
    }
  };
}

}  // namespace

Arrows element_arrows(std::shared_ptr<const MechanicalSystem> system, std::vector<ElementTerms> elements) {
  if (const auto* planar = dynamic_cast<const MultibodySystem<2>*>(&system->core()))
    return arrows_in(system, *planar, std::move(elements));
  if (const auto* spatial = dynamic_cast<const MultibodySystem<3>*>(&system->core()))
    return arrows_in(system, *spatial, std::move(elements));
  return {};
}

}  // namespace pleuel
