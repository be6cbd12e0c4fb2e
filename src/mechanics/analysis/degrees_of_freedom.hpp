// Degrees of freedom, redundant constraints and undetermined reactions.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

enum class Redundancy {
  always,  ///< also at nearby positions: the constraint can be omitted
  here,    ///< only at this singular configuration: the mechanism may branch
  unclear  ///< no nearby position was found
};
const char* name_of(Redundancy redundancy);

/// A constraint that is a linear combination of others at the examined position.
struct RedundantConstraint {
  int row = 0;
  std::vector<int> of;  ///< the constraints in the combination, ascending
  Redundancy kind = Redundancy::unclear;
};

struct DegreesOfFreedom {
  int n_v = 0;
  int n_constraints = 0;
  int rank = 0;  ///< rank of G here
  /// rank at nearby positions; `rank` if none was found
  int usual_rank = 0;
  /// always redundant ones first, then ascending
  std::vector<RedundantConstraint> redundant = {};
  /// constraints with non-unique multipliers here, ascending
  std::vector<int> undetermined = {};
  std::string why_unclear = {};  ///< why no nearby position was found, if so

  int by_count() const { return n_v - n_constraints; }  ///< Grübler
  int by_rank() const { return n_v - rank; }            ///< velocities allowed here
  int near_here() const { return n_v - usual_rank; }    ///< near this position
  bool is_singular() const { return rank < usual_rank; }
  bool is_clear() const;
};

/// Analyses a position that satisfies the constraints.
///
/// Rank and dependent rows come from constraint_rank. To separate singular configurations from
/// permanent redundancy, the mechanism is moved. Random velocities v are projected onto the
/// independent constraints. The position moves to (t + δ, q + δ H v), about one hundredth of the
/// size of q, and is projected onto g = 0 with the independent constraints. If the omitted
/// constraints do not hold there, all constraints are solved by Levenberg–Marquardt steps,
///
///     δθ = −Gᵀ (G Gᵀ + μ I)⁻¹ g,   μ = |g|.
///
/// The usual rank is the largest rank over such positions, with sines below 1e-8 counted as zero.
/// Rows that are dependent there are always redundant. Other rows that are dependent here are
/// redundant only here.
///
/// λ is unique up to null vectors of Gᵀ, which involve a dependent row and the rows of its
/// combination.
///
/// `time_step` is the change of time if only drivers allow a velocity.
DegreesOfFreedom degrees_of_freedom_at(const std::shared_ptr<const MechanicalSystem>& system, double t,
                                       ConstVec q, double time_step);

}  // namespace pleuel
