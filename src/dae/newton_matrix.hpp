// The linear algebra of Newton's method, owned by the equations and not by the integrator.
#pragma once

#include <optional>

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// How many factorisations a method keeps at a time, e.g. one real and one complex for Radau IIA of
/// order 5.
struct ShiftCounts {
  int real = 1;
  int complex = 0;
};

/// Why a matrix could not be factored: the unknown whose column has no pivot, and how small the
/// pivot was.
struct SingularMatrix {
  int unknown = -1;  ///< index into DaeInfo::unknowns, −1 if it cannot be told
  double pivot = 0;
};

/// Solves with α E − β J, J = ∂(r − Eẏ)/∂y on differential rows and ∂c/∂y on algebraic ones.
///
/// `linearize` evaluates J at one point, and with it all earlier factors lose their meaning;
/// `factor_real(k, …)` and `factor_complex(k, …)` then factor the k-th real or complex shift. rhs
/// has DaeInfo::n_rows() entries, x has DaeInfo::n_unknowns(). Complex vectors are split into real
/// and imaginary part, as the transformed stages of a Runge–Kutta method are. rhs and x may not
/// overlap.
///
/// Between two calls of `linearize`, factorisations and solves of different shifts may run on
/// different threads; those of one shift may not. Real and complex shifts of one number are
/// different shifts.
class NewtonMatrix {
 public:
  virtual ~NewtonMatrix() = default;

  virtual void linearize(double t, ConstVec y, ConstVec ydot) = 0;

  [[nodiscard]] virtual std::optional<SingularMatrix> factor_real(int k, double alpha, double beta) = 0;
  [[nodiscard]] virtual std::optional<SingularMatrix> factor_complex(int k, Complex alpha, Complex beta) = 0;

  virtual void solve_real(int k, ConstVec rhs, Vec x) = 0;
  virtual void solve_complex(int k, ConstVec rhs_re, ConstVec rhs_im, Vec x_re, Vec x_im) = 0;

  /// out = E x, E = −∂residual/∂ẏ at the point of the last `linearize`; out has DaeInfo::n_rows()
  /// entries. Not beside other calls. No allocation.
  virtual void multiply_E(ConstVec x, Vec out) const = 0;

  /// Order of the matrix that is factored, after everything the equations know has been eliminated.
  virtual int factored_size() const = 0;
};

}  // namespace pleuel
