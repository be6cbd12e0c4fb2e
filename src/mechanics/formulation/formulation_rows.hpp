// The rows in which formulations differ.
#pragma once

#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// One block of n_λ constraint rows: position · g + velocity · (G v + g_t) + acceleration · (G
/// a + γ) = 0.
struct ConstraintRows {
  double position = 0;
  double velocity = 0;
  double acceleration = 0;

  bool is_single_level() const { return (position != 0) + (velocity != 0) + (acceleration != 0) == 1; }
};

/// How a block of differential rows, x := q̇ − H v = 0 or v̇ − a = 0, is relaxed so that a further
/// constraint level can hold. A denotes g_q for the first block and G for the second.
enum class Relaxation {
  none,     ///< x = 0
  unknown,  ///< x = −Aᵀη with η among the unknowns
  /// x in the range of Aᵀ, A frozen at the last linearisation: more rows than unknowns
  range,
  projection  ///< P x = 0 with P Aᵀ = 0, P at the point of evaluation
};

/// Which derivatives of the rows Newton's method uses.
enum class JacobianKind {
  exact,
  /// M and G are treated as constant: derivatives of M(q) a, Gᵀ(q) λ and G(q) a are omitted, those
  /// of f and γ are kept.
  mass_frozen,
  /// The derivatives of f are omitted, too, as the IVP test set does for Andrews' squeezing
  /// mechanism [MM08, II.13].
  test_set
};

/// A formulation of the equations of motion. All formulations have the rows
///
///     q̇ = H v,   v̇ = a,   0 = M a + Gᵀλ − f,   ṡ = σ,
///
/// with the first two relaxed as stated, and blocks of constraint rows. The first block belongs to
/// λ, each further block to a relaxed block of rows. The position level is last.
struct FormulationRows {
  std::string name = {};
  std::vector<ConstraintRows> constraints = {};
  Relaxation q_rows = Relaxation::none;
  Relaxation v_rows = Relaxation::none;
  int constraint_level = 0;  ///< remaining hidden constraint levels
  int index_v = 1;           ///< DAE index of v; q always has 1
  int index_a = 1;           ///< of a, λ and η
  JacobianKind jacobian = JacobianKind::exact;

  bool has_eta() const { return q_rows == Relaxation::unknown; }
  bool relaxes_q() const { return q_rows != Relaxation::none; }
  bool relaxes_v() const { return v_rows != Relaxation::none; }
  bool is_projected() const { return q_rows == Relaxation::projection; }
  /// True if every level that relaxed rows allow holds, each in a block of its own: position,
  /// velocity, and the acceleration if v̇ − a is relaxed.
  bool holds_relaxed_levels() const {
    const std::size_t n = relaxes_v() ? 3 : 2;
    if (!relaxes_q() || constraints.size() != n) return false;
    for (const ConstraintRows& c : constraints)
      if (!c.is_single_level()) return false;
    return constraints[n - 1].position != 0 && constraints[n - 2].velocity != 0 &&
           (n == 2 || constraints[0].acceleration != 0);
  }

  Levels levels() const {
    Levels result;
    for (const ConstraintRows& c : constraints) {
      result.position |= c.position != 0;
      result.velocity |= c.velocity != 0;
      result.acceleration |= c.acceleration != 0;
    }
    return result;
  }
};

}  // namespace pleuel
