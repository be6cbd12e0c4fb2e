// The catalogue of solvers of sparse linear systems.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pleuel/linalg/sparse_factor.hpp"

namespace pleuel {

struct BlockCounts;

/// Properties that decide where a solver may be used. Code never compares names.
struct SolverTraits {
  /// Factors may be made and used by several threads at the same time. Otherwise the solver
  /// serialises its calls by a lock of its own.
  bool is_reentrant = true;
  bool takes_complex = true;
  /// Only symmetric positive definite matrices.
  bool needs_definite = false;
  /// Only matrices that have a block with diagonal pivots (SparseStructure).
  bool needs_block = false;
  /// Chooses pivots in the whole matrix without filling it, whatever its structure.
  bool is_robust = false;
  /// The solver of matrices of which nothing is known. One solver has this.
  bool is_general = false;
  /// Iterates to a tolerance, and may fail to reach it.
  bool is_iterative = false;
};

/// A catalogue entry.
struct SparseSolver {
  std::string name;
  std::string title;  ///< one line
  SolverTraits traits = {};
  /// How to get the solver, as a sentence; empty if it is built.
  std::string remedy = {};
  std::function<std::unique_ptr<SparseFactor<double>>()> make_real = {};
  std::function<std::unique_ptr<SparseFactor<Complex>>()> make_complex = {};
  /// Time of one real factorisation and four solves of a matrix with a block, s, by the cost model
  /// of docs/linear-algebra.md; empty if the solver is never chosen by counts.
  std::function<double(const BlockCounts&)> block_time = {};

  bool is_built() const { return remedy.empty(); }
  template <class Scalar>
  std::unique_ptr<SparseFactor<Scalar>> make() const {
    if constexpr (std::is_same_v<Scalar, double>)
      return make_real();
    else
      return make_complex();
  }
};

const std::vector<SparseSolver>& sparse_solvers();
/// Throws InvalidInput if there is no such solver, or with its remedy if it is not built.
const SparseSolver& sparse_solver(const std::string& name);
/// The solver of matrices of which nothing is known.
const SparseSolver& general_solver();

/// A solver and why it was taken, as a clause.
struct SolverChoice {
  const SparseSolver* solver = nullptr;
  std::string reason = {};
};
/// The solver for a structure by counts of its analysis, which do not depend on the clock. The cost
/// model is in docs/linear-algebra.md.
SolverChoice choose_solver(const SparseStructure& structure);
/// A solver that chooses pivots in the whole matrix and needs no structure; null if none is built.
const SparseSolver* robust_solver();

}  // namespace pleuel
