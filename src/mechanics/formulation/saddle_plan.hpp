// Structure of the saddle matrix, computed once for all shifts.
#pragma once

#include <array>

#include "pleuel/linalg/dense_columns.hpp"
#include "pleuel/linalg/factor.hpp"
#include "pleuel/linalg/product.hpp"
#include "pleuel/mechanics/formulation/reduced_rows.hpp"
#include "pleuel/mechanics/state_condensation.hpp"

namespace pleuel {

/// With w = 1/α, the rows of q, v and s give, up to their right-hand sides,
///
///     δv = w Z_v ξ,   δq = w² R Z ξ,   δs = T (σ_q δq + σ_v δv),        ξ = (δa, η' = α δη, μ),
///     Z_v = [I, 0, −Gᵀ],   Z = [H, −g_qᵀ, −H Gᵀ],   R = (I − w ∂(Hv)/∂q)⁻¹,   T = (α I − σ_s)⁻¹,
///
/// R and T are block diagonal. η is present if q̇ − H v is relaxed by −g_qᵀη, μ if v̇ − a is
/// relaxed by −Gᵀμ. Substitution into the remaining rows gives the saddle matrix in (δa, δλ, η', μ)
///
///     B_a δa + Gᵀ δλ + B_v δv + B_q δq + B_s δs,     each constraint row times its power of α.
///
/// If H = I and there are no internal states, then R = I, and the matrix is A₀ + w A₁ + w² A₂ with
/// real A_p that all shifts share. Otherwise A_p contains B_a, B_v Z_v and Gᵀ, and SaddleFactor
/// adds the rest for its shift, w² (B_q + B_s T σ_q) R Z + w B_s T σ_v Z_v.
class SaddlePlan {
 public:
  /// `system` is the system of these rows.
  SaddlePlan(const ReducedRows& rows, const MechanicalSystem& system);
  SaddlePlan(const SaddlePlan&) = delete;  // terms_ refers to its own matrices
  SaddlePlan& operator=(const SaddlePlan&) = delete;

  /// Computes Z and A_p from newly linearised rows.
  void combine(const ReducedRows& rows);

  bool is_polynomial() const { return is_polynomial_; }
  int size() const { return pattern.rows; }
  int n_eta() const { return n_eta_; }
  int n_mu() const { return n_mu_; }
  /// Column of the saddle matrix that belongs to column j of Z.
  int column(int j) const { return j < n_v_ ? j : j + n_g_; }

  FixedMatrix pattern;
  Storage storage = Storage::dense;
  std::vector<int> last;                 ///< the border of `pattern`: all except deformations
  FactorPlan factors;                    ///< for every shift
  std::vector<int> place;                ///< position of each entry in the factor
  std::vector<int> entry_power;          ///< power of α of each entry's row
  std::array<std::vector<double>, 3> A;  ///< ordered by `place`

  DenseColumns dense_B_q, dense_B_v;  ///< of the linearised rows, if the factor is dense

  FixedMatrix Z, Z_v;
  FixedMatrix R, RZ;                     ///< patterns only, if H ≠ I
  ProductPlan R_Z;                       ///< R Z
  FixedMatrix B_qs, B_vs;                ///< patterns of B_q + B_s T σ_q and of B_s T σ_v
  std::vector<int> B_q_slot;             ///< positions of the entries of B_q in B_qs
  StateCondensation states_q, states_v;  ///< add B_s T σ_q to B_qs and B_s T σ_v to B_vs
  ProductPlan B_RZ, B_Z_v;               ///< B_qs R Z and B_vs Z_v, added to entries of `pattern`

 private:
  /// A[power[k]][place[k]] += source.value[k].
  struct Term {
    const FixedMatrix* source;
    std::vector<int> place;
    std::vector<int> power;
  };
  /// The pattern of R Z.
  const FixedMatrix& moved_Z() const { return R.is_empty() ? Z : RZ; }
  void find_z(const ReducedRows& rows);
  void find_shift_patterns(const ReducedRows& rows);
  void find_pattern(const ReducedRows& rows, const MechanicalSystem& system);
  void find_terms(const ReducedRows& rows);

  int n_v_, n_g_, n_eta_, n_mu_;
  bool is_polynomial_;
  FixedMatrix BZ_, BZ_v_;  // B_q Z if polynomial; B_v Z_v if v̇ − a is relaxed
  ProductPlan B_Z_, B_Z_v_, H_Z_v_;
  std::vector<int> gradient_slot_;        // positions of the entries of g_q in Z
  std::vector<int> mu_slot_, mu_v_slot_;  // positions of the entries of G in Z if H = I, and in Z_v
  std::vector<Term> terms_;
};

}  // namespace pleuel
