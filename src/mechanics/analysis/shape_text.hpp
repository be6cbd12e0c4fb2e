// The shape of a mode in words.
#pragma once

#include <string>
#include <vector>

#include "pleuel/mechanics/analysis/modes.hpp"

namespace pleuel {

/// The directions with the largest shares of a mode's kinetic energy, with amplitude and phase:
/// "chassis z 1, carrier z 0.12∠180°". Displacements of all nodes of an elastic body in one
/// direction are one part, "rod uy 1 (node 7)", with the node that moves most. If only internal
/// states change, these are named.
class ShapeText {
 public:
  explicit ShapeText(const MechanicalSystem& system);

  /// At most `most` parts; "…" stands for the others.
  std::string operator()(const Mode& mode, std::size_t most = 6) const;

 private:
  struct Part;
  std::vector<Part> parts_of(const Mode& mode) const;

  std::vector<Quantity> directions_, states_;
  std::vector<bool> is_of_node_;
};

}  // namespace pleuel
