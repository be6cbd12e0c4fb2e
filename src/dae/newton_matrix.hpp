// The linear algebra of Newton's method. The equations own it, not the integrator.
#pragma once

#include <optional>

#include "pleuel/linalg/solver_use.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Number of factorisations that a method keeps at the same time, for example one real and one
/// complex for Radau IIA of order 5.
struct ShiftCounts {
  int real = 1;
  int complex = 0;
  /// Each factor serves many solves: all points of a block, in every iteration.
  bool serves_many = false;
};

/// Why a matrix could not be factored: the unknown whose column has no pivot, and the size of the
/// pivot.
struct SingularMatrix {
  int unknown = -1;  ///< index into DaeInfo::unknowns, −1 if unknown
  double pivot = 0;
};

/// Solves with α E − β J, where J = ∂(r − Eẏ)/∂y on differential rows and ∂c/∂y on algebraic rows.
///
/// `linearize` evaluates J at one point and invalidates all earlier factors. `factor_real(k, …)`
/// and `factor_complex(k, …)` then factor the k-th real or complex shift. rhs has DaeInfo::n_rows()
/// entries, x has DaeInfo::n_unknowns(). Complex vectors are split into real and imaginary parts,
/// like the transformed stages of a Runge–Kutta method. rhs and x must not overlap.
///
/// Between two calls of `linearize`, factorisations and solves of different shifts may run on
/// different threads; those of the same shift may not. Real and complex shifts with the same number
/// are different shifts.
class NewtonMatrix {
 public:
  virtual ~NewtonMatrix() = default;

  virtual void linearize(double t, ConstVec y, ConstVec ydot) = 0;

  [[nodiscard]] virtual std::optional<SingularMatrix> factor_real(int k, double alpha, double beta) = 0;
  [[nodiscard]] virtual std::optional<SingularMatrix> factor_complex(int k, Complex alpha, Complex beta) = 0;

  virtual void solve_real(int k, ConstVec rhs, Vec x) = 0;
  virtual void solve_complex(int k, ConstVec rhs_re, ConstVec rhs_im, Vec x_re, Vec x_im) = 0;

  /// out = E x, where E = −∂residual/∂ẏ at the point of the last `linearize`. out has
  /// DaeInfo::n_rows() entries. Must not run concurrently with other calls. No allocation.
  virtual void multiply_E(ConstVec x, Vec out) const = 0;

  /// False if a solver serialises its calls, so that threads with different shifts would only wait
  /// for each other.
  virtual bool is_reentrant() const { return true; }

  /// Drops the linearisation, factors, pivots and every choice that depends on earlier points: what
  /// follows is that of a new object. Patterns and orders of elimination stay.
  virtual void forget() = 0;
  /// True if solutions have the error that `allow_error` allows. Direct solvers have that of
  /// rounding, and need not be told.
  virtual bool is_iterative() const { return false; }
  /// The relative error of solutions from now on. If a system cannot be solved to it, its solution
  /// is not finite.
  virtual void allow_error(double /*relative*/) {}
  virtual IterativeSolves iterative_solves() const { return {}; }

  /// Order of the matrix that is factored, after the equations have eliminated unknowns.
  virtual int factored_size() const = 0;
};

}  // namespace pleuel
