// Degrees of freedom, constraints that repeat others, and reactions that are not determined.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

enum class Redundancy {
  always,  ///< also at positions near by: the constraint can be left out
  here,    ///< at this position alone, a singular one: the mechanism may branch
  unclear  ///< no position near by was found
};
const char* name_of(Redundancy redundancy);

/// A constraint that is a combination of others at the position looked at.
struct RedundantConstraint {
  int row = 0;
  std::vector<int> of;  ///< those that share in it, ascending
  Redundancy kind = Redundancy::unclear;
};

struct DegreesOfFreedom {
  int n_v = 0;
  int n_constraints = 0;
  int rank = 0;  ///< of G here
  /// at positions near by; `rank` if there is none
  int usual_rank = 0;
  /// those always redundant first, then ascending
  std::vector<RedundantConstraint> redundant = {};
  /// constraints whose multipliers are not unique here, ascending
  std::vector<int> undetermined = {};
  std::string why_unclear = {};  ///< why no position near by was found, where that is so

  int by_count() const { return n_v - n_constraints; }  ///< Grübler
  int by_rank() const { return n_v - rank; }            ///< velocities allowed here
  int near_here() const { return n_v - usual_rank; }    ///< near this position
  bool is_singular() const { return rank < usual_rank; }
  bool is_clear() const;
};

/// At a position that meets the constraints.
///
/// Rank and dependent rows are those of constraint_rank. To tell what is so at this position only,
/// the mechanism is moved: velocities v from random numbers are projected onto the independent
/// constraints, the position goes to (t + δ, q + δ H v) with some hundredth of the size of q for
/// the way, and back onto g = 0: with the independent constraints first; if those left out do not
/// hold there, with all of them by Levenberg–Marquardt steps,
///
///     δθ = −Gᵀ (G Gᵀ + μ I)⁻¹ g,   μ = |g|.
///
/// The largest rank over such positions, sines below 1e-8 taken for zero, is the usual one. Rows
/// that are dependent there are always redundant; rows that are dependent here among the others are
/// so here alone.
///
/// λ is determined up to null vectors of Gᵀ, which have entries for a dependent row and those that
/// share in it.
///
/// `time_step` is how far time goes where no velocity is allowed but what drivers prescribe.
DegreesOfFreedom degrees_of_freedom_at(const std::shared_ptr<const MechanicalSystem>& system, double t,
                                       ConstVec q, double time_step);

}  // namespace pleuel
