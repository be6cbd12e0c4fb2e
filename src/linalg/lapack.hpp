// Declarations of the LAPACK routines in use.
#pragma once

namespace pleuel::lapack {

using Integer = int;

extern "C" {
/// K φ = λ M φ with K symmetric and M positive definite.
void dsygv_(const Integer* itype, const char* jobz, const char* uplo, const Integer* n, double* a,
            const Integer* lda, double* b, const Integer* ldb, double* w, double* work, const Integer* lwork,
            Integer* info);
/// Eigenvalues and eigenvectors of a square matrix.
void dgeev_(const char* jobvl, const char* jobvr, const Integer* n, double* a, const Integer* lda, double* wr,
            double* wi, double* vl, const Integer* ldvl, double* vr, const Integer* ldvr, double* work,
            const Integer* lwork, Integer* info);
/// Singular value decomposition by divide and conquer.
void dgesdd_(const char* jobz, const Integer* m, const Integer* n, double* a, const Integer* lda, double* s,
             double* u, const Integer* ldu, double* vt, const Integer* ldvt, double* work,
             const Integer* lwork, Integer* iwork, Integer* info);
/// Singular value decomposition by the QR iteration.
void dgesvd_(const char* jobu, const char* jobvt, const Integer* m, const Integer* n, double* a,
             const Integer* lda, double* s, double* u, const Integer* ldu, double* vt, const Integer* ldvt,
             double* work, const Integer* lwork, Integer* info);
}

}  // namespace pleuel::lapack
