// The equations as every integrator sees them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/dae/free_part.hpp"
#include "pleuel/dae/newton_matrix.hpp"
#include "pleuel/dae/unknown.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// What is known of a DAE before it is solved. Integrators decide by it whether they can take it.
struct DaeInfo {
  std::string name;                    ///< of the formulation, or of the plain DAE
  std::vector<Unknown> unknowns = {};  ///< y
  std::vector<std::string> rows =
      {};  ///< names of the rows, for reports; row i belongs to unknown i when square
  /// Algebraic rows that determine unknowns by themselves, without a differential row beside them:
  /// equilibria, and coordinates and velocities that constraints hold. An error estimate by
  /// derivatives does not see how well dense output meets them.
  std::vector<int> holding_rows = {};
  bool has_constant_E = true;
  int constraint_level = 0;  ///< hidden constraint levels left: 2, 1 or 0

  int n_unknowns() const { return static_cast<int>(unknowns.size()); }
  int n_rows() const { return static_cast<int>(rows.size()); }
  bool is_overdetermined() const { return n_rows() > n_unknowns(); }
};

/// A differential-algebraic equation
///
///     E(t,y) ẏ = r(t,y)     (differential rows)
///            0 = c(t,y)     (algebraic rows; rows may outnumber unknowns)
///
/// A Dae owns its scratch: use one from one thread only. Several of them may share one immutable
/// model.
class Dae {
 public:
  virtual ~Dae() = default;

  const DaeInfo& info() const { return info_; }

  /// rows = r(t,y) − E(t,y) ẏ on differential rows, c(t,y) on algebraic ones. No allocation. May
  /// write NaN, and may throw what a user's function throws; the integrator turns both into a
  /// failure.
  virtual void residual(double t, ConstVec y, ConstVec ydot, Vec rows) = 0;

  /// The residuals at the times t, at which the first columns of y, ydot and rows belong: the same
  /// as `residual` for each of them, up to rounding. An integrator that has several points at a
  /// time asks for them together, because the equations may be faster so.
  virtual void residuals(ConstVec t, const Matrix& y, const Matrix& ydot, Matrix& rows) {
    for (Eigen::Index i = 0; i < t.size(); ++i)
      residual(t[i], column(y, i), column(ydot, i), column(rows, i));
  }

  /// Room for one Jacobian and for as many factorisations of α E − β J as `shifts` asks for.
  virtual std::unique_ptr<NewtonMatrix> newton_matrix(const ShiftCounts& shifts) = 0;

  /// Called by the integrator after each accepted step: restores invariants that the formulation
  /// keeps by projection (quaternion norms). Returns true when y was changed.
  virtual bool project(double /*t*/, Vec /*y*/) { return false; }

  /// The part of unknowns of index 2 that constraints leave free; null where the equations tell
  /// none.
  virtual std::unique_ptr<FreePart> free_part() { return nullptr; }

 protected:
  explicit Dae(DaeInfo info) : info_(std::move(info)) {}
  DaeInfo info_;
};

}  // namespace pleuel
