#include <dlfcn.h>

#include <algorithm>
#include <stdexcept>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/linalg/block_analysis.hpp"
#include "pleuel/linalg/solver_factors.hpp"
#include "pleuel/linalg/sparse_solver.hpp"

namespace pleuel {

/// Multiplications of a bordered elimination, and times, s, by the cost model of
/// docs/linear-algebra.md. Its constants were measured once, so that a choice does not depend on
/// the clock.
struct BlockCounts {
  double rows, block, lanes = 0, product = 0, entries, border_entries = 0, supernodes, border;

  explicit BlockCounts(const BlockAnalysis& a)
      : rows(a.n_block()),
        block(a.tree.n_operations),
        entries(static_cast<double>(a.tree.n_entries)),
        supernodes(a.tree.n_supernodes()),
        border(a.n_border()) {
    for (const BlockAnalysis::Part& part : a.parts) {
      const double k = part.columns.n_lanes(), l = part.rows.n_lanes();
      lanes += (k + l) * static_cast<double>(a.panel_start[part.end_node] - a.panel_start[part.first_node]);
      product += k * l * part.n_rows();
      border_entries += (k + l) * part.n_rows();
    }
  }

  double solve_entries() const { return 2 * entries + border_entries; }
  /// Each solve is refined once. A sparse border costs as much as in klu_time.
  double ldl_time() const {
    const double dense = border <= 80 ? border * border * border / 3 : 0;
    const double factor = 0.2 * (block + lanes + product) + 3 * entries + 500 * supernodes + 0.3 * dense;
    return 1e-9 * (factor + 4 * (1.6 * solve_entries() + 30 * rows));
  }
  double klu_time() const {
    const bool is_cached = 2 * sizeof(double) * entries < 1e6;
    const double factor = is_cached ? block + 0.2 * (lanes + product) + 3 * entries
                                    : 2.3 * block + 0.3 * (lanes + product) + 4 * entries;
    return 1e-9 * (factor + 4 * 1.2 * solve_entries());
  }
};

namespace {

SparseSolver klu() {
  return {.name = "klu",
          .title = "LU of SuiteSparse's KLU, elastic bodies first: for rigid bodies, rods and small meshes",
          .traits = {.is_general = true},
          .make_real = make_klu_factor<double>,
          .make_complex = make_klu_factor<Complex>,
          .block_time = &BlockCounts::klu_time};
}

SparseSolver ldl() {
  return {
      .name = "ldl",
      .title = "bordered elimination: LDLᵀ of elastic bodies without pivoting, refined with the true matrix",
      .traits = {.needs_block = true},
      .make_real = make_ldl_factor<double>,
      .make_complex = make_ldl_factor<Complex>,
      .block_time = &BlockCounts::ldl_time};
}

SparseSolver mumps() {
  return {
    .name = "mumps", .title = "multifrontal LU of MUMPS with pivots in the whole matrix",
    .traits = {.is_reentrant = false, .is_robust = true},
#if PLEUEL_HAS_MUMPS
    .make_real = make_mumps_factor<double>, .make_complex = make_mumps_factor<Complex>
#else
    .remedy =
        "solver 'mumps' needs MUMPS, which was not there when this program was built: install it "
        "(Debian: apt-get install libmumps-seq-dev), then configure with -DPLEUEL_WITH_MUMPS=ON and "
        "build again"
#endif
  };
}

SparseSolver superlu() {
  return {
    .name = "superlu", .title = "supernodal LU of SuperLU, elastic bodies first, with pivots for each matrix",
#if PLEUEL_HAS_SUPERLU
    .make_real = make_superlu_factor<double>, .make_complex = make_superlu_factor<Complex>
#else
    .remedy =
        "solver 'superlu' needs SuperLU, which was not there when this program was built: install it "
        "(Debian: apt-get install libsuperlu-dev), then configure with -DPLEUEL_WITH_SUPERLU=ON and "
        "build again"
#endif
  };
}

#if !PLEUEL_HAS_GPL_SOLVERS
std::string gpl_remedy(const std::string& name) {
  return "solver '" + name +
         "' is under the GPL, which was not accepted when this program was built: if it may hold for the "
         "program as a whole, install SuiteSparse (Debian: apt-get install libsuitesparse-dev), then "
         "configure "
         "with -DPLEUEL_ACCEPT_GPL=ON and build again";
}
#endif

SparseSolver umfpack() {
  return {
    .name = "umfpack", .title = "multifrontal LU of SuiteSparse's UMFPACK with pivots in the whole matrix",
    .traits = {.is_robust = true},
#if PLEUEL_HAS_GPL_SOLVERS
    .make_real = make_umfpack_factor<double>, .make_complex = make_umfpack_factor<Complex>
#else
    .remedy = gpl_remedy("umfpack")
#endif
  };
}

SparseSolver gmres() {
  return {.name = "gmres",
          .title = "restarted GMRES, preconditioned by incomplete factors of elastic bodies: least memory",
          .traits = {.is_iterative = true},
          .make_real = make_gmres_factor<double>,
          .make_complex = make_gmres_factor<Complex>};
}

SparseSolver cholmod() {
  return {
    .name = "cholmod",
    .title =
        "Cholesky factors of SuiteSparse's CHOLMOD, for real symmetric positive definite matrices: "
        "not for runs, whose matrices have constraints and complex shifts",
    .traits = {.takes_complex = false, .needs_definite = true},
#if PLEUEL_HAS_GPL_SOLVERS
    .make_real = make_cholmod_factor
#else
    .remedy = gpl_remedy("cholmod")
#endif
  };
}

/// Several threads inside of BLAS would change the last digits, and compete with those of the run.
/// The library can be exchanged after linking (Debian's alternatives), so it is asked at run time.
void use_one_blas_thread() {
  if (void* const symbol = dlsym(RTLD_DEFAULT, "openblas_set_num_threads"))
    reinterpret_cast<void (*)(int)>(symbol)(1);
}

std::vector<SparseSolver> all_solvers() {
  use_one_blas_thread();
  return {klu(), ldl(), mumps(), superlu(), umfpack(), cholmod(), gmres()};
}

}  // namespace

const std::vector<SparseSolver>& sparse_solvers() {
  static const std::vector<SparseSolver> solvers = all_solvers();
  return solvers;
}

const SparseSolver& sparse_solver(const std::string& name) {
  std::string names;
  for (const SparseSolver& solver : sparse_solvers()) {
    if (solver.name == name && !solver.is_built()) throw InvalidInput(solver.remedy);
    if (solver.name == name) return solver;
    names += (names.empty() ? "" : ", ") + solver.name;
  }
  throw InvalidInput("there is no solver '" + name + "'; the solvers are " + names);
}

const SparseSolver* robust_solver() {
  for (const SparseSolver& solver : sparse_solvers())
    if (solver.traits.is_robust && solver.is_built()) return &solver;
  return nullptr;
}

const SparseSolver& general_solver() {
  for (const SparseSolver& solver : sparse_solvers())
    if (solver.traits.is_general) return solver;
  throw std::logic_error("the catalogue has no general solver");
}

SolverChoice choose_solver(const SparseStructure& structure) {
  if (structure.block() == SparseStructure::Block::none)
    return {&general_solver(), "the matrix has no elastic bodies"};
  const BlockCounts counts(structure.block_analysis());
  const SparseSolver* best = nullptr;
  std::string others;
  const auto text = [&](const SparseSolver& solver) {
    return formatted("%.2g", 1e6 * solver.block_time(counts));
  };
  for (const SparseSolver& solver : sparse_solvers())
    if (solver.block_time && (best == nullptr || solver.block_time(counts) <= best->block_time(counts)))
      best = &solver;
  for (const SparseSolver& solver : sparse_solvers())
    if (solver.block_time && &solver != best) others += ", by " + solver.name + " " + text(solver);
  return {best, "a factorisation and four solves count " + text(*best) + " μs" + others};
}

}  // namespace pleuel
