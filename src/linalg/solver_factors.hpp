// The solvers that the catalogue lists. Each class is in the source of its name, NAME_factor.cpp,
// and is made here; everything else asks the catalogue (sparse_solver.hpp).
#pragma once

#include "pleuel/linalg/sparse_factor.hpp"

namespace pleuel {

/// LU by SuiteSparse's KLU [DN10], for large matrices with little fill. The fill-reducing order is
/// computed once. Pivots are reused between factorisations until they have changed so much that
/// they must be chosen again.
///
/// In a matrix with a border the block B is eliminated first, with pivots on its diagonal or at
/// least inside of it, the border last (bordered_order): full rows and columns are efficient there,
/// and its pivots are free. To prevent border rows as pivots in columns of B, they are scaled, by
/// powers of two, to 2⁻⁴⁰ of the smallest column of B when pivots are chosen.
template <class Scalar>
std::unique_ptr<SparseFactor<Scalar>> make_klu_factor();

/// Bordered elimination, for matrices [B F; C E] with a block B (SparseStructure), real or complex.
/// With an order P that is found once,
///
///     S = P (B + Bᵀ)/2 Pᵀ = L D Lᵀ,     X = D⁻¹L⁻¹P F,     Y = L⁻¹P Cᵀ,     E − YᵀX,
///
/// by the multifrontal method [DR83] with dense supernodes, and all columns of the border at a
/// time. The Schur complement is factored with pivots, dense if it is small. No pivots are needed
/// in S: see SparseStructure. Complex matrices are symmetric, not Hermitian.
///
/// B itself is unsymmetric only by gyroscopic terms and by condensed internal states. Solutions are
/// refined with the true matrix until their estimated error is below the tolerance; nothing is
/// refined if B is symmetric.
///
/// The second way: if a pivot is small, L is large, B is far from symmetric, or refinement is slow,
/// then this matrix is factored as by klu, with pivots inside of B.
template <class Scalar>
std::unique_ptr<SparseFactor<Scalar>> make_ldl_factor();

/// LU by the multifrontal solver MUMPS [ADKL01]. Factors the whole matrix with threshold pivoting
/// in frontal matrices, and needs no structure. A matrix that is a block as a whole and has
/// symmetric values is factored as L D Lᵀ. Columns are permuted and scaled, and the order is found,
/// for the first matrix; later ones reuse both.
///
/// MUMPS is not thread-safe: all calls of the process are serialised by one lock.
template <class Scalar>
std::unique_ptr<SparseFactor<Scalar>> make_mumps_factor();

/// LU with supernodes by SuperLU [DEGLL99]. Factors the whole matrix with threshold pivoting that
/// prefers the diagonal. The order of columns is found once: in a matrix with a border that of
/// bordered_order, of a block as a whole that of minimum degree, otherwise COLAMD. Pivots are
/// chosen for each matrix. Rows and columns are scaled by powers of two; rows of a border as by
/// klu, so that they do not become pivots in columns of the block.
template <class Scalar>
std::unique_ptr<SparseFactor<Scalar>> make_superlu_factor();

/// LU by SuiteSparse's UMFPACK [Dav04], under the GPL. Factors the whole matrix with threshold
/// pivoting in fronts, and needs no structure. The order of columns is found once, for the values
/// of the first matrix; pivots are chosen for each one. Solutions are refined as UMFPACK decides,
/// at most twice.
template <class Scalar>
std::unique_ptr<SparseFactor<Scalar>> make_umfpack_factor();

/// Restarted GMRES [SS86] with right preconditioning (Gmres), cycles of 12 iterations.
///
/// The preconditioner of a matrix [B F; C E] with a block is [B̃ F; C E], with an incomplete
/// factorisation B̃ of the block (IncompleteLdl) and the Schur complement of the border. If a new
/// one needs more than 8 iterations, a CoarseSpace is added to B̃. That of a matrix without a block
/// are factors by KLU of an earlier matrix. Either is kept for later matrices, until solves need 6
/// iterations more than the first one with it.
///
/// A solution is accepted if the estimate of its error is below the tolerance, relative to the
/// solution, in the block and in the border. The estimate is P⁻¹r, divided by the smallest singular
/// value of A P⁻¹ on the Krylov spaces. If 200 iterations do not reach it, the solution is not
/// finite and the report says so.
template <class Scalar>
std::unique_ptr<SparseFactor<Scalar>> make_gmres_factor();

/// L Lᵀ by SuiteSparse's CHOLMOD [CDHR08], under the GPL, of real symmetric positive definite
/// matrices, with the order of fill_reducing_tree. The upper triangle is not read. A matrix that is
/// not positive definite is reported like a singular one.
std::unique_ptr<SparseFactor<double>> make_cholmod_factor();

}  // namespace pleuel
