// How sparse linear systems were solved, for reports.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

namespace pleuel {

/// What factors cost.
struct FactorCounts {
  long entries = 0;        ///< numbers in the factors; 0 before the first factorisation
  long pivot_choices = 0;  ///< times that pivots were chosen
  long replacements = 0;   ///< factorisations for which the solver took its documented second way

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.entries, self.pivot_choices, self.replacements);
  }
};

/// Work of iterative solvers, of all matrices of a run.
struct KrylovCounts {
  long solves = 0;
  long iterations = 0;
  long failures = 0;  ///< solves that did not converge

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.solves, self.iterations, self.failures);
  }
};

/// A linear system that an iterative solver did not solve.
struct UnsolvedSystem {
  int size = 0;
  int iterations = 0;
  double error = 0;  ///< estimated, relative
  double tolerance = 0;
};

/// What iterative solvers did for one user of their solutions.
struct IterativeSolves {
  long iterations = 0;  ///< of all solves
  double error = 0;     ///< largest estimated relative error since one was last allowed
  std::optional<UnsolvedSystem> unsolved = {};  ///< since then

  void add(const IterativeSolves& other) {
    iterations += other.iterations;
    error = std::max(error, other.error);
    if (other.unsolved) unsolved = other.unsolved;
  }
};

/// How the largest sparse matrix of a run was solved.
struct SolverUse {
  std::string name;
  std::string reason;  ///< as a clause
  int size = 0;
  int n_border = 0;
  FactorCounts counts;  ///< of one of its factors
  KrylovCounts krylov = {};

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.name, self.reason, self.size, self.n_border, self.counts);
  }
};

}  // namespace pleuel
