// The interface between equations and integrators.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/base/shared_array.hpp"
#include "pleuel/dae/free_part.hpp"
#include "pleuel/dae/newton_matrix.hpp"
#include "pleuel/dae/unknown.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Structure of a DAE, known before it is solved. Integrators use it to decide whether they support
/// the DAE.
struct DaeInfo {
  std::string name;                    ///< name of the formulation or of the plain DAE
  SharedArray<Unknown> unknowns = {};  ///< y
  /// Row names for reports; in square systems row i belongs to unknown i.
  SharedArray<std::string> rows = {};
  /// Algebraic rows that determine unknowns without a differential row: equilibria, and coordinates
  /// and velocities fixed by constraints. An error estimate from derivatives does not measure how
  /// well the dense output satisfies them.
  std::vector<int> holding_rows = {};
  bool has_constant_E = true;
  int constraint_level = 0;  ///< remaining hidden constraint levels: 2, 1 or 0

  int n_unknowns() const { return static_cast<int>(unknowns.size()); }
  int n_rows() const { return static_cast<int>(rows.size()); }
  bool is_overdetermined() const { return n_rows() > n_unknowns(); }
};

/// A differential-algebraic equation
///
///     E(t,y) ẏ = r(t,y)     (differential rows)
///            0 = c(t,y)     (algebraic rows; rows may outnumber unknowns)
///
/// A Dae owns scratch memory: use each instance from one thread only. Several instances may share
/// one immutable model.
class Dae {
 public:
  virtual ~Dae() = default;

  const DaeInfo& info() const { return info_; }

  /// rows = r(t,y) − E(t,y) ẏ on differential rows and c(t,y) on algebraic rows. No allocation. May
  /// write NaN or throw an exception of a user-defined function; the integrator turns both into a
  /// failure.
  virtual void residual(double t, ConstVec y, ConstVec ydot, Vec rows) = 0;

  /// Evaluates the residual at several times; column i of y, ydot and rows belongs to t[i]. The
  /// results equal those of `residual` up to rounding. Integrators with several points call this,
  /// because some equations evaluate several points faster.
  virtual void residuals(ConstVec t, const Matrix& y, const Matrix& ydot, Matrix& rows) {
    for (Eigen::Index i = 0; i < t.size(); ++i)
      residual(t[i], column(y, i), column(ydot, i), column(rows, i));
  }

  /// Allocates one Jacobian and as many factorisations of α E − β J as `shifts` requests.
  virtual std::unique_ptr<NewtonMatrix> newton_matrix(const ShiftCounts& shifts) = 0;

  /// Called after each accepted step. Restores invariants that the formulation keeps by projection
  /// (quaternion norms). Returns true if y was changed.
  virtual bool project(double /*t*/, Vec /*y*/) { return false; }

  /// The part of index-2 unknowns that is not determined by constraints; null if the equations do
  /// not provide it.
  virtual std::unique_ptr<FreePart> free_part() { return nullptr; }

 protected:
  explicit Dae(DaeInfo info) : info_(std::move(info)) {}
  DaeInfo info_;
};

}  // namespace pleuel
