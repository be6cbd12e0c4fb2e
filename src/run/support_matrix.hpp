// Which methods support which formulations.
#pragma once

#include <string>
#include <vector>

#include "pleuel/run/catalogue.hpp"

namespace pleuel {

/// A formulation that a method does not support, and the reason.
struct RefusedFormulation {
  std::string formulation;
  std::string reason;
};

/// Asks each method about every formulation of one constrained system of the catalogue. The
/// decision depends on index, rows and unknowns, and on whether E is constant; these are the same
/// for all constrained systems.
class Compatibility {
 public:
  explicit Compatibility(const Catalogue& catalogue);

  /// Empty if the method supports all formulations, or if the catalogue has no constrained system.
  std::vector<RefusedFormulation> refused_by(const Method& method) const;

 private:
  std::vector<DaeInfo> formulations_;
};

}  // namespace pleuel
