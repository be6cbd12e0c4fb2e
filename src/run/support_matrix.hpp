// Which methods take which formulations.
#pragma once

#include <string>
#include <vector>

#include "pleuel/run/catalogue.hpp"

namespace pleuel {

/// A formulation that a method does not take, and why.
struct RefusedFormulation {
  std::string formulation;
  std::string reason;
};

/// Asks each method about every formulation of one constrained system of the catalogue: what a
/// method looks at (index, rows against unknowns, whether E is constant) is the same for every
/// constrained system.
class Compatibility {
 public:
  explicit Compatibility(const Catalogue& catalogue);

  /// Empty where the method takes all formulations, or where the catalogue has no constrained
  /// system to ask about.
  std::vector<RefusedFormulation> refused_by(const Method& method) const;

 private:
  std::vector<DaeInfo> formulations_;
};

}  // namespace pleuel
