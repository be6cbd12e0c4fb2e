// Systems that can advise the user on changes.
#pragma once

#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Optional interface of a MechanicalSystem that was built from a description and can name its
/// parts.
class AdvisedSystem {
 public:
  /// Advice that removes redundant constraints at (t, q), for example "make 'C' spherical"; empty
  /// if unknown. `rows` are the dependent constraints.
  virtual std::string against_repetition(double t, ConstVec q, const std::vector<int>& rows) const = 0;
  /// Explains why a velocity may lack inertia, and the remedy, as a sentence with its place. Empty
  /// if it has inertia.
  virtual std::string about_inertia(int velocity) const = 0;
  /// Which joints hold at q in another position than the one meant, because their equations have
  /// several solutions; empty if none.
  virtual std::string about_wrong_solution(ConstVec q) const = 0;
  /// The same for joints that are still usable: a sentence each, if they do not hold so at q_given.
  virtual std::vector<std::string> about_reversed_axes(ConstVec q_given, ConstVec q) const = 0;

 protected:
  ~AdvisedSystem() = default;
};

/// The core of the system as an AdvisedSystem, or nullptr. Row numbers are those of the core.
const AdvisedSystem* advised(const MechanicalSystem& system);

/// Throws NoConsistentState if joints hold at q in another position than the one meant.
void refuse_wrong_solution(const MechanicalSystem& system, double t, ConstVec q);

/// The owners of the constraints, each once: of "hinge, x" the part before the last comma.
std::vector<std::string> owners_of(const SystemInfo& info, const std::vector<int>& rows);
/// "'a', 'b' and 'c'"; beyond eight names "… and 5 more".
std::string quoted_list(const std::vector<std::string>& names);

}  // namespace pleuel
