#include "pleuel/model/joint/spherical.hpp"

#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {

ElementType spherical_type() {
  ElementType type;
  type.name = "spherical";
  type.title = "ball joint: b rotates freely about a";
  type.equations = "p_b - p_a = 0";
  type.add_spatial = [](const Element& e, Assembly<3>& assembly) {
    constrain_coincident(MarkerPair<3>(e, assembly), assembly);
  };
  return type;
}

}  // namespace pleuel
