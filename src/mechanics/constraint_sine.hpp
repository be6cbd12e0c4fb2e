// How far the constraints are from becoming dependent.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/mechanics/saddle_matrix.hpp"

namespace pleuel {

/// σ, the smallest singular value of D G M^(−1/2): with D such that the rows have at most length
/// one, it is about the sine of the smallest angle between a constraint and the others, free of
/// units. It vanishes where constraints become dependent. D is for each row that of the largest
/// length it has had so far, so that a row which itself vanishes is seen too.
///
/// σ² is the smallest eigenvalue of S = D G M⁻¹Gᵀ D. It is followed from configuration to
/// configuration by inverse iteration with three vectors and the Rayleigh–Ritz method on their
/// span; S⁻¹ comes from the saddle matrix, so M may be singular. Two vectors follow the smallest
/// values, a small perturbation added each time, because one may stay in another mode by symmetry.
/// Half of the third is new each time: where modes do not mix, as those in and out of the plane of
/// a flat mechanism, it finds one that overtakes those followed. Up to six constraints are all
/// taken: then one iteration is exact. D uses the diagonal of M alone, which changes σ by a bounded
/// factor and its zeros not at all.
///
/// No call but the constructor allocates.
class ConstraintSine {
 public:
  explicit ConstraintSine(const MechanicalSystem& system);

  /// σ at (t, q), by `iterations` inverse iterations from what the last call found, or up to four
  /// where that is another mode; 0 where the saddle matrix has no factors.
  double at(double t, ConstVec q, int iterations = 2);
  /// σ by further iterations where `at` was called last.
  double more(int iterations);
  bool is_exact() const { return is_exact_; }
  /// About the least that σ could be for combinations that are not followed: the value of the third
  /// vector.
  double others() const { return others_; }
  /// W of the last call: the combination of constraints, rows scaled by D, that is nearest to
  /// vanish; length one.
  ConstVec direction() const { return column(vectors_, 0); }
  /// Wᵀ D x for constraint values x, as scaled at the last call.
  double along(ConstVec x) const;

  /// A bound of ‖D ΔG M^(−1/2)‖, ΔG what G of the last call of `at` differs from that where this
  /// was asked last (0 the first time): σ changed by no more. It is sqrt(‖·‖₁ ‖·‖∞) with the
  /// diagonal of M.
  double change();

  /// a and λ of [M Gᵀ; G 0] (a, λ) = (f, −γ) at `at`, whose a and λ are not read; false where there
  /// are no factors.
  bool accelerations(const Motion& at, Vec a, Vec lambda);
  /// sqrt(xᵀ M x) with the mass matrix of the last call of `at` or `accelerations`.
  double norm(ConstVec x);
  /// q̇ = H v.
  void rates(const Motion& at, Vec qdot);
  /// g.
  void positions(double t, ConstVec q, Vec g);

  const MechanicalSystem& system() const { return system_; }

 private:
  bool factor(double t, ConstVec q);
  void scale();
  double ritz();

  const MechanicalSystem& system_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  MotionMatrices m_;
  SaddleMatrix saddle_;
  Vector row_length_;  // 1/D
  Vector diagonal_;    // of M
  Vector row_sum_;
  std::vector<double> marked_;  // G where its change was asked last
  bool has_mark_ = false;
  bool is_exact_ = false;  // the vectors span all combinations
  Matrix vectors_, images_;
  double others_ = 1;
  Vector top_, bottom_, first_, product_, zero_v_, zero_g_;
};

/// The constraints that share in W, by name, the largest share first: "'left1, x', 'right1, x'".
std::string names_of(const SystemInfo& info, ConstVec direction);

}  // namespace pleuel
