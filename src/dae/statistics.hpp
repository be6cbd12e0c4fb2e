// Counts of work, common to all integrators.
#pragma once

namespace pleuel {

struct Statistics {
  long steps = 0;  ///< attempted steps
  long accepted = 0;
  long rejected = 0;         ///< steps rejected by the error test
  long newton_failures = 0;  ///< steps rejected because Newton's method did not converge
  long rhs = 0;              ///< residual evaluations
  long jacobians = 0;
  long factorizations = 0;          ///< one real or one complex factorisation counts one
  long complex_factorizations = 0;  ///< those of them that are complex
  long solves = 0;                  ///< one real or one complex solve counts one
  long iterations = 0;              ///< Newton iterations
  /// iterations of iterative linear solvers, also before the first step; counted by the run
  long krylov_iterations = 0;

  /// Radau IIA factors a real matrix together with one or more complex ones. The published programs
  /// count such a pair or set as one: the number of real factorisations.
  long real_factorizations() const { return factorizations - complex_factorizations; }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.steps, self.accepted, self.rejected, self.newton_failures, self.rhs, self.jacobians,
           self.factorizations, self.complex_factorizations, self.solves, self.iterations,
           self.krylov_iterations);
  }

  friend Statistics operator+(Statistics a, const Statistics& b) {
    a.steps += b.steps;
    a.accepted += b.accepted;
    a.rejected += b.rejected;
    a.newton_failures += b.newton_failures;
    a.rhs += b.rhs;
    a.jacobians += b.jacobians;
    a.factorizations += b.factorizations;
    a.complex_factorizations += b.complex_factorizations;
    a.solves += b.solves;
    a.iterations += b.iterations;
    a.krylov_iterations += b.krylov_iterations;
    return a;
  }
  friend Statistics operator-(Statistics a, const Statistics& b) {
    a.steps -= b.steps;
    a.accepted -= b.accepted;
    a.rejected -= b.rejected;
    a.newton_failures -= b.newton_failures;
    a.rhs -= b.rhs;
    a.jacobians -= b.jacobians;
    a.factorizations -= b.factorizations;
    a.complex_factorizations -= b.complex_factorizations;
    a.solves -= b.solves;
    a.iterations -= b.iterations;
    a.krylov_iterations -= b.krylov_iterations;
    return a;
  }
};

}  // namespace pleuel
