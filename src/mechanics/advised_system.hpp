// Systems that know what their user can change.
#pragma once

#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// What a MechanicalSystem may be besides: one made from a description, whose parts messages can
/// name.
class AdvisedSystem {
 public:
  /// What to change so that constraints no longer repeat each other at (t, q), "make 'C'
  /// spherical"; empty where nothing is known. `rows` are those that share in a repetition.
  virtual std::string against_repetition(double t, ConstVec q, const std::vector<int>& rows) const = 0;
  /// Why a velocity may have no inertia, and what to do, as a sentence with its place; empty where
  /// it has some.
  virtual std::string about_inertia(int velocity) const = 0;

 protected:
  ~AdvisedSystem() = default;
};

/// The core of the system as one that gives advice; nullptr where it gives none. Rows are those of
/// the core.
const AdvisedSystem* advised(const MechanicalSystem& system);

/// To whom constraints belong, each once: of "hinge, x" the part before the last comma.
std::vector<std::string> owners_of(const SystemInfo& info, const std::vector<int>& rows);
/// "'a', 'b' and 'c'"; beyond eight names "… and 5 more".
std::string quoted_list(const std::vector<std::string>& names);

}  // namespace pleuel
