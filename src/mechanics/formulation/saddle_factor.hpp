// The factored Newton matrix of a mechanical formulation for one shift.
#pragma once

#include <optional>

#include "pleuel/dae/newton_matrix.hpp"
#include "pleuel/mechanics/formulation/row_layout.hpp"
#include "pleuel/mechanics/formulation/saddle_plan.hpp"
#include "pleuel/mechanics/formulation/shifted_blocks.hpp"

namespace pleuel {

/// Solves (α E − J) x = rhs for one real or complex α by elimination to the saddle matrix of
/// SaddlePlan. η or μ absorb the parts of relaxed right-hand sides in the range of g_qᵀ or Gᵀ.
template <class Scalar>
class SaddleFactor {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

 public:
  SaddleFactor(const ReducedRows& rows, const SaddlePlan& plan, const RowLayout& layout);

  [[nodiscard]] std::optional<SingularMatrix> factor(Scalar alpha);
  /// rhs and x in the order of RowLayout.
  void solve(Split rhs, Split x);

  int size() const { return lu_.size(); }
  bool is_reentrant() const { return lu_.is_reentrant(); }
  /// Drops the choice of pivots.
  void forget() { lu_.forget(); }
  bool is_iterative() const { return lu_.is_iterative(); }
  void allow_error(double relative) { lu_.allow_error(relative); }
  IterativeSolves iterative_solves() const { return lu_.iterative_solves(); }

 private:
  [[nodiscard]] std::optional<SingularMatrix> add_shift_terms();
  [[nodiscard]] std::optional<SingularMatrix> invert_blocks();
  std::optional<SingularMatrix> named(const std::optional<ZeroPivot>& zero) const;
  void eliminate(Split rhs, Split x);
  void expand(Split rhs, Split x);
  /// x_s = T (σ_q x_q + σ_v x_v + rhs_s), and x_q = w R (H x_v + rhs_q − g_qᵀη).
  void internal_from_motion(Split rhs, Split x);
  void coordinates_from_velocity(Split x, Split eta);

  const ReducedRows& rows_;
  const SaddlePlan& plan_;
  const RowLayout& layout_;
  Scalar alpha_{}, w_{};  // w = 1/α
  Factor<Scalar> lu_;
  std::vector<Scalar> R_, RZ_, B_qs_, B_vs_, extra_;  // values of the plan's patterns
  StateInverse<Scalar> T_;
  std::vector<Scalar> block_;  // work space to invert one block
  std::vector<double> scratch_re_, scratch_im_, rate_re_, rate_im_, eta_re_, eta_im_;
  Split rhs_q_{}, rhs_v_{};  // right-hand sides of the rows of q and v
};

extern template class SaddleFactor<double>;
extern template class SaddleFactor<Complex>;

}  // namespace pleuel
