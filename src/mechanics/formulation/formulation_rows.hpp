// The rows by which formulations differ.
#pragma once

#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// One block of n_λ constraint rows: position · g + velocity · (G v + g_t) + acceleration · (G a +
/// γ) = 0.
struct ConstraintRows {
  double position = 0;
  double velocity = 0;
  double acceleration = 0;
};

/// How a block of differential rows, x := q̇ − H v = 0 or v̇ − a = 0, gives way so that one more
/// constraint level can hold. A denotes g_q for the first and G for the second block.
enum class Relaxation {
  none,     ///< x = 0
  unknown,  ///< x = −Aᵀη with η among the unknowns
  /// x in the range of Aᵀ, with A frozen where the Newton matrix was made: more rows than unknowns
  range,
  projection  ///< P x = 0 with P Aᵀ = 0 at the place of evaluation itself
};

/// What Newton's method takes for the derivatives of the rows.
enum class JacobianKind {
  exact,
  /// M and G count as constant: the derivatives of M(q) a, Gᵀ(q) λ and G(q) a are left out, those
  /// of f and γ are kept. The IVP test set goes further for Andrews' squeezer and leaves out f's as
  /// well [MM08, II.13].
  mass_frozen
};

/// A formulation of the equations of motion. All have the rows
///
///     q̇ = H v,   v̇ = a,   0 = M a + Gᵀλ − f,   ṡ = σ,
///
/// the first two relaxed as said, and blocks of constraint rows: the first stands for λ, each
/// further one for a relaxed block of rows, position level last.
struct FormulationRows {
  std::string name = {};
  std::vector<ConstraintRows> constraints = {};
  Relaxation q_rows = Relaxation::none;
  Relaxation v_rows = Relaxation::none;
  int constraint_level = 0;  ///< hidden levels left
  int index_v = 1;           ///< DAE index of v; q always has 1
  int index_a = 1;           ///< of a, λ and η
  JacobianKind jacobian = JacobianKind::exact;

  bool has_eta() const { return q_rows == Relaxation::unknown; }
  bool relaxes_q() const { return q_rows != Relaxation::none; }
  bool relaxes_v() const { return v_rows != Relaxation::none; }
  bool is_projected() const { return q_rows == Relaxation::projection; }

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
