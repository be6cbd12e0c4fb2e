// Outputs of joints, drivers and forces.
#pragma once

#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "pleuel/mechanics/motion_output.hpp"
#include "pleuel/model/model_terms.hpp"
#include "pleuel/model/multibody_system.hpp"

namespace pleuel {

/// The scalars that outputs show: angles and displacements of joints, and the scalars that drivers
/// prescribe or forces act along. In space, revolutions of an angle are counted only if the system
/// was told so when it was made.
template <int D>
class ShownScalars {
 public:
  struct Shown {
    BodyPair bodies;
    AnyScalar<D> scalar;
  };

  /// Takes the scalars of the output and of the inputs of a formula. Throws InvalidInput.
  void take(const OutputDescription& output, const ModelTerms& terms, Assembly<D>& assembly);
  const Shown& of(const OutputDescription& output) const { return list_.at(key(output)); }

 private:
  using Key = std::tuple<OutputDescription::Kind, int, std::string>;
  static Key key(const OutputDescription& o) { return {o.kind, o.item, o.part}; }
  std::map<Key, Shown> list_;
};

/// What outputs are made of, beside the system.
template <int D>
struct OutputSources {
  ModelTerms terms;
  ShownScalars<D> scalars;
};

/// Force and torque on the body of b in ground axes, the torque about b; their sizes; the force or
/// torque along the element's scalar, which is positive if it increases the scalar; the power that
/// the element supplies to the mechanism. Of kind reaction, driver or force.
template <int D>
MotionOutput load_output(const std::shared_ptr<const MultibodySystem<D>>& system,
                         const BuiltDescription& description, const OutputSources<D>& sources,
                         const OutputDescription& output);

/// Value or rate of a scalar of ShownScalars.
template <int D>
MotionOutput scalar_output(const std::shared_ptr<const MultibodySystem<D>>& system,
                           const BuiltDescription& description, const OutputSources<D>& sources,
                           const OutputDescription& output);

/// True for outputs of scalar_output.
bool shows_scalar(const OutputDescription& output);

}  // namespace pleuel
